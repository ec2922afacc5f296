// compare: all methods on the same puzzle, or on the puzzles of a file.

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "dlx/parallel.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/solvers/scratch_folder.h"
#include "sudoku/lab/measure.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/table.h"
#include "sudoku/making/difficulty.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/render/plot_svg.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/named_values.h"
#include "tools/cli/number_format.h"
#include "tools/cli/own_file.h"
#include "tools/cli/suggest.h"
#include "tools/cli/terminal.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/comparison.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/report.h"
#include "tools/sudoku/series.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/speed_up.h"

// -------------------------------------------------------------- the flags

namespace sudoku::tool {
namespace {

// --methods: names from the table of methods, or "all", "own" or "external",
// with commas between them.
struct MethodsFlag {
  std::vector<const Method*> methods = {};  // Empty if nothing was said.
};

// What a word of --methods stands for.
std::vector<const Method*> MethodsOf(absl::string_view word) {
  std::vector<const Method*> methods;
  for (const Method& method : AllMethods()) {
    if (method.name == word || word == "all" ||
        word == (method.is_external ? "external" : "own")) {
      methods.push_back(&method);
    }
  }
  return methods;
}

std::vector<absl::string_view> KnownWords() {
  std::vector<absl::string_view> words;
  for (const Method& method : AllMethods()) words.push_back(method.name);
  words.insert(words.end(), {"all", "own", "external"});
  return words;
}

bool AbslParseFlag(absl::string_view text, MethodsFlag* flag,
                   std::string* error) {
  flag->methods.clear();
  for (const absl::string_view word :
       absl::StrSplit(text, ',', absl::SkipWhitespace())) {
    const std::vector<const Method*> methods = MethodsOf(word);
    if (methods.empty()) {
      *error = absl::StrCat("there is no method \"", word, "\"",
                            cli::DidYouMean(word, KnownWords()), " (there are ",
                            absl::StrJoin(KnownWords(), ", "), ")");
      return false;
    }
    for (const Method* method : methods) {
      if (std::find(flag->methods.begin(), flag->methods.end(), method) ==
          flag->methods.end()) {
        flag->methods.push_back(method);
      }
    }
  }
  if (!flag->methods.empty()) return true;
  *error = absl::StrCat("names of methods are expected, such as moler,norvig");
  return false;
}

std::string AbslUnparseFlag(const MethodsFlag& flag) {
  return absl::StrJoin(flag.methods, ",",
                       [](std::string* out, const Method* method) {
                         absl::StrAppend(out, method->name);
                       });
}

// --format. Without a value, text.
struct TableFormatNames {
  static std::vector<cli::NamedValue<std::optional<OutputFormat>>> Table() {
    return {{"text", std::nullopt},
            {"json", OutputFormat::kJson},
            {"csv", OutputFormat::kCsv}};
  }
};

// --plot-of
enum class PlotOf {
  kTimes,
  kSteps,
  kClues,
  kTimesByClues,
  kTimesByDifficulty,
  kThreads,
};
struct PlotOfNames {
  static std::vector<cli::NamedValue<PlotOf>> Table() {
    return {{"times", PlotOf::kTimes},
            {"steps", PlotOf::kSteps},
            {"clues", PlotOf::kClues},
            {"times-by-clues", PlotOf::kTimesByClues},
            {"times-by-difficulty", PlotOf::kTimesByDifficulty},
            {"threads", PlotOf::kThreads}};
  }
};

}  // namespace
}  // namespace sudoku::tool

ABSL_FLAG(sudoku::tool::MethodsFlag, methods, {},
          "Compare these `NAMES`, with commas between them; all, own and "
          "external stand for several. Without it, all for a puzzle on the "
          "command line, own for files.");
ABSL_FLAG(cli::NamedFlag<sudoku::tool::TableFormatNames>, table_format, {},
          "Write in this `FORMAT`: text, json (JSON Lines) or csv.");
ABSL_FLAG(cli::LimitFlag, max_steps, {},
          "Each method gives up a puzzle after `N` steps.");
ABSL_FLAG(cli::TimeoutFlag, max_time, {},
          "Each method gives up a puzzle after this `TIME`, real time, not "
          "processor time: 5s, 100ms, or a number of seconds. Without it, 10s "
          "for a puzzle on the command "
          "line, 1s for each puzzle of a file.");
ABSL_FLAG(bool, first, false,
          "Stop at the first solution, like most programs of articles, "
          "without a look for a second one.");
ABSL_FLAG(
    std::string, plot, "",
    "Draw the comparison in `FILE`, in SVG: a bar for each method, or for "
    "files, a histogram for each.");
ABSL_FLAG(
    cli::NamedFlag<sudoku::tool::PlotOfNames>, plot_of, {},
    "What --plot draws (`WHAT`): times, steps (an engine's are nodes), or "
    "for files, the clues of the puzzles, times-by-clues or "
    "times-by-difficulty (a point for each puzzle; the difficulty is that of "
    "'sudoku generate'), or how much faster they are all done by several "
    "threads.");
ABSL_FLAG(bool, counters, false,
          "Show what else the methods have counted besides steps.");
ABSL_FLAG(cli::SeedFlag, dice, {},
          "The random numbers of methods that throw dice depend on nothing but "
          "`N`.");

namespace sudoku::tool {

std::vector<absl::string_view> CompareFlagNames() {
  return {
      "methods",        "first",    "max-steps=max_steps", "max-time=max_time",
      "seed=dice",      "counters", "format=table_format", "plot",
      "plot-of=plot_of"};
}

std::vector<std::string> TableFormats() {
  return cli::NamesOf<TableFormatNames>();
}

std::vector<std::string> ThingsToPlot() { return cli::NamesOf<PlotOfNames>(); }

namespace {

// ---------------------------------------------------------- the comparison

// How long a method is measured at least. With one puzzle there is time to be
// precise; with many, chance evens out.
constexpr absl::Duration kMeasureOne = absl::Milliseconds(100);
constexpr absl::Duration kMeasureMany = absl::Milliseconds(1);

// Larger files are not read twice just to tell how many puzzles they have.
constexpr off_t kMostCounted = 16 << 20;

constexpr absl::Duration kMaxTimeForOne = absl::Seconds(10);
constexpr absl::Duration kMaxTimeForMany = absl::Seconds(1);

// What the flags say, about one puzzle or about many.
struct CompareSettings {
  CompareSettings(const Settings& settings, bool is_about_many)
      : methods(absl::GetFlag(FLAGS_methods).methods),
        format(settings.format == OutputFormat::kJson
                   ? OutputFormat::kJson
                   : absl::GetFlag(FLAGS_table_format).value),
        shows_counters(absl::GetFlag(FLAGS_counters)) {
    if (methods.empty()) {
      for (const Method& method : AllMethods()) {
        if (is_about_many && method.is_external) continue;
        methods.push_back(&method);
      }
    }
    options.prove_unique = !absl::GetFlag(FLAGS_first);
    options.max_steps =
        absl::GetFlag(FLAGS_max_steps).value.value_or(UINT64_MAX);
    options.seed = absl::GetFlag(FLAGS_dice).value.value_or(1);
    options.max_time = absl::GetFlag(FLAGS_max_time).value;
    if (options.max_time == absl::InfiniteDuration()) {
      options.max_time = is_about_many ? kMaxTimeForMany : kMaxTimeForOne;
    }
    options.interrupter = &cli::CatchInterrupts();
    // Other programs get their problems in files.
    cli::CleanUpBeforeTheEnd(
        dlx::solvers::ScratchFolder::DeleteAllBeforeTheEnd);
  }

  std::vector<const Method*> methods;
  std::optional<OutputFormat> format;  // Text if nothing was said.
  bool shows_counters;
  MethodOptions options;
};

ReportOptions ReportOptionsFor(std::optional<OutputFormat> format,
                               bool is_about_many) {
  ReportOptions options = {.has_json_summary = false,
                           .summary = ReportOptions::Summary::kNever};
  if (format == OutputFormat::kCsv) {
    options.header = is_about_many ? SeriesHeader() : ComparisonHeader();
  }
  return options;
}

// Tells our own pictures from others.
constexpr absl::string_view kComparisonPlotMark =
    "<!-- sudoku compare: a plot -->\n";

std::string TimeLabel(double nanoseconds) {
  return ShortTime(absl::Nanoseconds(nanoseconds));
}

std::string NumberLabel(double number) {
  return cli::WithThousands(static_cast<uint64_t>(number + 0.5));
}

// Of a single puzzle.
std::string PlotOfTrials(const std::vector<Trial>& trials, bool of_steps) {
  std::vector<PlotBar> bars;
  for (const Trial& trial : trials) {
    const double value =
        of_steps ? static_cast<double>(trial.measurement.result.steps)
                 : absl::ToDoubleNanoseconds(trial.measurement.time);
    bars.push_back({.name = std::string(trial.method->name),
                    .value = std::max(value, 1.0),
                    .is_at_least = !trial.is_done()});
  }
  return BarsSvg(of_steps ? "Steps of each method" : "Time of each method",
                 bars, of_steps ? NumberLabel : TimeLabel);
}

// Of a file.
std::string PlotOfSeries(const std::vector<Series>& all, bool of_steps) {
  std::vector<PlotSeries> plotted;
  for (const Series& series : all) {
    PlotSeries& one = plotted.emplace_back();
    one.name = std::string(series.method->name);
    for (const Series::Entry& entry : series.entries) {
      if (!entry.is_done) {
        ++one.unknown;
      } else {
        one.values.push_back(of_steps ? static_cast<double>(entry.steps)
                                      : absl::ToDoubleNanoseconds(entry.time));
      }
    }
  }
  return HistogramsSvg(of_steps ? "Steps for a puzzle" : "Time for a puzzle",
                       plotted, PlotAxis::kLogarithmic,
                       of_steps ? NumberLabel : TimeLabel);
}

// Of a file: a point for each puzzle.
std::string PlotOfClouds(const std::vector<Series>& all, bool by_clues) {
  std::vector<PlotCloud> clouds;
  for (const Series& series : all) {
    PlotCloud& cloud = clouds.emplace_back();
    cloud.name = std::string(series.method->name);
    for (const Series::Entry& entry : series.entries) {
      cloud.points.push_back(
          {.x = by_clues ? entry.clues : static_cast<double>(entry.difficulty),
           .y = absl::ToDoubleNanoseconds(entry.time),
           .is_at_least = !entry.is_done});
    }
  }
  return by_clues ? CloudsSvg("Time for a puzzle, by its clues", "clues",
                              clouds, PlotAxis::kLinear, NumberLabel, TimeLabel)
                  : CloudsSvg("Time for a puzzle, by its difficulty",
                              "difficulty (1: singles alone)", clouds,
                              PlotAxis::kLogarithmic, NumberLabel, TimeLabel);
}

class Comparison {
 public:
  Comparison(const cli::Arguments& arguments, const Settings& settings)
      : input_(arguments, settings),
        is_about_many_(!input_.is_command_line_only()),
        has_several_arguments_(arguments.size() > 1),
        settings_(settings, is_about_many_),
        interrupter_(*settings_.options.interrupter),
        report_(settings, ReportOptionsFor(settings_.format, is_about_many_),
                is_about_many_) {
    for (const Method* method : settings_.methods) series_.push_back({method});
    if (is_about_many_ && settings.progress && cli::IsTerminal(STDERR_FILENO)) {
      all_puzzles_ = CountPuzzles(arguments, settings, interrupter_);
    }
  }

  cli::ExitCode Run() {
    ForEachJob(input_, &interrupter_, [this](Job& job) {
      if (!job.is_bad()) {
        CompareJob(job);
        CheckStatedSolution(job);
      }
      report_.Write(job);
      report_.output().EndRecord();
      return report_.ok();
    });
    if (is_about_many_) WriteSeries();
    if (!plot_file_.empty()) WritePlot();
    if (interrupter_.requested()) report_.SetInterrupted();
    const cli::ExitCode code = report_.Finish();
    return plot_failed_ && code == cli::ExitCode::kFinished
               ? cli::ExitCode::kOutputError
               : code;
  }

 private:
  void WritePlot() {
    const PlotOf what = absl::GetFlag(FLAGS_plot_of).value;
    std::string picture;
    if (what == PlotOf::kClues) {
      picture =
          HistogramsSvg("Clues of a puzzle", {{"puzzles", clue_counts_, 0}},
                        PlotAxis::kLinear, NumberLabel);
    } else if (what == PlotOf::kThreads) {
      picture = SpeedUpsSvg(
          absl::StrCat(puzzles_, " puzzles by several threads"), SpeedUps());
    } else if (what == PlotOf::kTimesByClues ||
               what == PlotOf::kTimesByDifficulty) {
      picture = PlotOfClouds(series_, what == PlotOf::kTimesByClues);
    } else if (is_about_many_) {
      picture = PlotOfSeries(series_, what == PlotOf::kSteps);
    } else {
      picture = PlotOfTrials(last_trials_, what == PlotOf::kSteps);
    }
    const absl::Status status = cli::WriteOwnFile(
        plot_file_, absl::StrCat(kComparisonPlotMark, picture),
        kComparisonPlotMark);
    if (!status.ok()) {
      plot_failed_ = true;
      report_.Say(status.message());
    }
  }

  // Of methods of this program on what they can do.
  std::vector<PlotSpeedUps> SpeedUps() {
    std::vector<PlotSpeedUps> all;
    for (const Method* method : settings_.methods) {
      if (method->is_external) continue;
      std::vector<Puzzle> puzzles;
      for (const Puzzle& puzzle : kept_puzzles_) {
        if (method->check(puzzle).ok()) puzzles.push_back(puzzle);
      }
      report_.ShowProgress(absl::StrCat("threads, ", method->name));
      PlotSpeedUps& one = all.emplace_back();
      one.name = std::string(method->name);
      const std::vector<absl::Duration> times = TimesByThreads(
          *method, puzzles, settings_.options, dlx::ProcessorCount());
      for (const absl::Duration time : times) {
        one.speed_ups.push_back(absl::FDivDuration(times[0], time));
      }
    }
    return all;
  }

  void CompareJob(Job& job) {
    ++puzzles_;
    if (!plot_file_.empty() &&
        absl::GetFlag(FLAGS_plot_of).value == PlotOf::kThreads) {
      kept_puzzles_.push_back(job.puzzle);
    }
    clue_counts_.push_back(job.puzzle.clues.filled_count());
    std::vector<Trial> trials;
    std::vector<Skipped> skipped;
    const Method* const interrupted = TryMethods(job.puzzle, trials, skipped);
    if (is_about_many_ && interrupted != nullptr) {
      --puzzles_;
      job.fate = Fate::kInterrupted;
      return;
    }
    if (const std::string contradiction = Contradiction(job.puzzle, trials);
        !contradiction.empty()) {
      job.Fail(Fate::kNo, contradiction);
    }
    if (is_about_many_) {
      const uint64_t difficulty = DifficultyToPlot(job.puzzle);
      for (const Trial& trial : trials) AddToSeries(job, trial, difficulty);
      for (const Skipped& one : skipped) AddToSeries(one);
      return;
    }
    job.output = ComparisonText(job, trials, skipped);
    last_trials_ = trials;
    if (interrupted != nullptr) {
      NoteInterruption(
          absl::StrCat("interrupted while ", interrupted->name,
                       " was at work; what would follow is missing"),
          &job.output);
    } else if (trials.empty()) {
      // The table says why.
      report_.output().Write(std::exchange(job.output, ""));
      report_.Note(Fate::kRefused, "none of the methods can do this puzzle");
    }
  }

  // 0 if it is not wanted.
  uint64_t DifficultyToPlot(const Puzzle& puzzle) const {
    if (plot_file_.empty() ||
        absl::GetFlag(FLAGS_plot_of).value != PlotOf::kTimesByDifficulty) {
      return 0;
    }
    absl::StatusOr<DifficultyMeter> meter =
        DifficultyMeter::Create(puzzle.geometry, &interrupter_);
    return meter.ok() ? meter->Measure(puzzle).value_or(0) : 0;
  }

  // Returns the method that was interrupted, or that would have been next.
  const Method* TryMethods(const Puzzle& puzzle, std::vector<Trial>& trials,
                           std::vector<Skipped>& skipped) {
    for (const Method* method : settings_.methods) {
      if (interrupter_.requested()) return method;
      report_.ShowProgress(ProgressText(method->name));
      if (absl::Status status = method->check(puzzle); !status.ok()) {
        skipped.push_back({method, std::move(status)});
        continue;
      }
      const Trial trial = {
          method, Measure(*method, puzzle, settings_.options,
                          is_about_many_ ? kMeasureMany : kMeasureOne)};
      // What was interrupted tells nothing about the method, unless it was
      // doing the same again.
      if (interrupter_.requested() && !trial.is_done()) return method;
      trials.push_back(trial);
    }
    return nullptr;
  }

  // "puzzle 3 of 95, moler, about 12 s left".
  std::string ProgressText(absl::string_view method) const {
    const std::string text = absl::StrCat("puzzle ", puzzles_);
    if (puzzles_ > all_puzzles_) return absl::StrCat(text, ", ", method);
    const std::string left = cli::AboutTimeLeft(
        static_cast<double>(puzzles_ - 1) / static_cast<double>(all_puzzles_),
        dlx::SteadyNow() - start_);
    return absl::StrCat(text, " of ", all_puzzles_, ", ", method,
                        left.empty() ? "" : ", ", left);
  }

  // How many puzzles there are, where they can be read twice; otherwise 0.
  static uint64_t CountPuzzles(const cli::Arguments& arguments,
                               const Settings& settings,
                               const dlx::Interrupter& interrupter) {
    for (const std::string& argument : arguments) {
      struct stat info = {};
      const bool is_puzzle = AreAllPuzzles({argument});
      if (!is_puzzle &&
          (stat(argument.c_str(), &info) != 0 || !S_ISREG(info.st_mode) ||
           info.st_size > kMostCounted)) {
        return 0;
      }
    }
    PuzzleInput input(arguments, settings);
    uint64_t count = 0;
    ForEachJob(input, &interrupter, [&count](Job& job) {
      if (!job.is_bad()) ++count;
      return true;
    });
    return count;
  }

  // Below a table, or else on standard error.
  void NoteInterruption(absl::string_view sentence, std::string* output) {
    if (settings_.format.has_value()) {
      report_.output().Write(std::exchange(*output, ""));
      report_.Say(sentence);
    } else {
      absl::StrAppend(output, "\n", sentence, "\n");
    }
  }

  Series& SeriesOf(const Method* method) {
    return *std::find_if(
        series_.begin(), series_.end(),
        [&](const Series& series) { return series.method == method; });
  }

  void AddToSeries(const Skipped& one) {
    Series& series = SeriesOf(one.method);
    if (++series.skipped_count == 1) series.skipped_reason = one.reason;
  }

  void AddToSeries(const Job& job, const Trial& trial, uint64_t difficulty) {
    SeriesOf(trial.method)
        .entries.push_back({.time = trial.measurement.time,
                            .steps = trial.measurement.result.steps,
                            .verdict = trial.measurement.result.verdict,
                            .is_done = trial.is_done(),
                            .place = absl::StrCat(job.source, ":", job.line),
                            .puzzle = job.puzzle.clues.ToLine(),
                            .clues = job.puzzle.clues.filled_count(),
                            .difficulty = difficulty});
  }

  std::string ComparisonText(const Job& job, const std::vector<Trial>& trials,
                             const std::vector<Skipped>& skipped) const {
    if (settings_.format.has_value()) {
      return ComparisonAsRecords(job, trials, skipped, *settings_.format);
    }
    const std::string heading =
        absl::StrCat(puzzles_ > 1 ? "\n" : "", "puzzle ", puzzles_, ": ",
                     job.puzzle.clues.ToLine(), "\n");
    return absl::StrCat(
        has_several_arguments_ ? heading : "",
        ComparisonAsText(trials, skipped, settings_.shows_counters),
        RootText(job.puzzle, trials),
        trials.empty() ? "" : EasyText(job.puzzle));
  }

  // The board that the formula makes is worth a look.
  static std::string RootText(const Puzzle& puzzle,
                              const std::vector<Trial>& trials) {
    for (const Trial& trial : trials) {
      const MethodResult& result = trial.measurement.result;
      if (trial.method->name != "root" || !result.solution.has_value()) {
        continue;
      }
      return absl::StrCat("\nroot:\n", DrawGrid(GridPicture::OfSolution(
                                           puzzle, *result.solution)));
    }
    return "";
  }

  static std::string EasyText(const Puzzle& puzzle) {
    return IsSolvedBySingles(puzzle) ? "\nEasy: singles alone solve it.\n" : "";
  }

  void WriteSeries() {
    bool has_entries = false;
    for (Series& series : series_) {
      series.Sort();
      has_entries = has_entries || !series.entries.empty();
    }
    std::string text;
    if (puzzles_ > 0) {
      text = settings_.format.has_value()
                 ? SeriesAsRecords(series_, *settings_.format)
                 : SeriesAsText(series_);
    }
    if (interrupter_.requested()) {
      NoteInterruption(absl::StrCat("interrupted after ", puzzles_,
                                    puzzles_ == 1 ? " puzzle" : " puzzles"),
                       &text);
    }
    report_.output().Write(text);
    if (puzzles_ > 0 && !has_entries && !interrupter_.requested()) {
      report_.Note(Fate::kRefused,
                   "none of the methods can do any of these puzzles");
    }
  }

  PuzzleInput input_;
  const bool is_about_many_;
  const bool has_several_arguments_;
  const CompareSettings settings_;
  const dlx::Interrupter& interrupter_;
  Report report_;
  const absl::Duration start_ = dlx::SteadyNow();
  const std::string plot_file_ = absl::GetFlag(FLAGS_plot);
  bool plot_failed_ = false;
  uint64_t puzzles_ = 0;
  uint64_t all_puzzles_ = 0;  // 0 if not known.
  std::vector<double> clue_counts_;
  std::vector<Puzzle> kept_puzzles_;  // For the plot of threads.
  std::vector<Trial> last_trials_;
  std::vector<Series> series_;  // One for each method.
};

}  // namespace

cli::ExitCode Compare(const cli::Arguments& arguments,
                      const Settings& settings) {
  const PlotOf plot_of = absl::GetFlag(FLAGS_plot_of).value;
  const std::string plot = absl::GetFlag(FLAGS_plot);
  if (plot_of != PlotOf::kTimes && plot.empty()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "--plot-of says what --plot=FILE draws, which is missing");
  }
  if (AreAllPuzzles(arguments) && plot_of == PlotOf::kThreads) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "--plot-of=threads is for files: threads share puzzles "
                     "among them");
  }
  if (AreAllPuzzles(arguments) && (plot_of == PlotOf::kTimesByClues ||
                                   plot_of == PlotOf::kTimesByDifficulty)) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "--plot-of=times-by-clues and times-by-difficulty are for "
                     "files: they have a point for each puzzle");
  }
  const absl::Status may_write = cli::CheckMayWrite(plot, kComparisonPlotMark);
  if (!may_write.ok()) {
    return cli::Fail(cli::ExitCode::kOutputError, may_write.message());
  }
  return Comparison(arguments, settings).Run();
}

}  // namespace sudoku::tool
