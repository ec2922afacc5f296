// rate: how hard puzzles are for people.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "sudoku/render/plot_svg.h"
#include "sudoku/technique/steps.h"
#include "tools/cli/error.h"
#include "tools/cli/number_format.h"
#include "tools/cli/own_file.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/boards.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/rating_condition.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

ABSL_FLAG(sudoku::tool::RatingCondition, where, {},
          "Only puzzles of which this `CONDITION` holds: er, ep, ed, score or "
          "clues compared with numbers, joined by &&.");
ABSL_FLAG(sudoku::tool::RatingOrder, sort, {},
          "Sort the puzzles by this `MEASURE`: er, ep, ed, score or clues; "
          "with - before it, the greatest first.");
ABSL_FLAG(std::string, ratings_plot, "",
          "Draw how many puzzles have which ratings in `FILE`, in SVG: a "
          "histogram for each of ER, EP and ED.");

namespace sudoku::tool {
namespace {

constexpr absl::string_view kRatingsPlotMark = "<!-- sudoku rate: a plot -->\n";

absl::string_view HardestName(const Ratings& ratings) {
  return ratings.hardest_technique.has_value()
             ? RowOf(*ratings.hardest_technique).word
             : "";
}

// "1.2/1.2/1.2", with a word before it if that is where the steps end.
std::string RatingText(const Ratings& ratings) {
  if (!ratings.is_rated && ratings.first == 0) return "no rating";
  return absl::StrFormat("%s%.1f/%.1f/%.1f", ratings.is_rated ? "" : "above ",
                         ratings.hardest / 10.0, ratings.to_first_digit / 10.0,
                         ratings.first / 10.0);
}

std::string ScoreText(const Ratings& ratings) {
  if (ratings.is_solved) return absl::StrCat("score ", ratings.score);
  if (ratings.steps == 0) return "no score";
  return absl::StrCat("score above ", ratings.score);
}

absl::string_view LevelText(const Ratings& ratings) {
  if (ratings.is_stopped) return "stopped";
  return ratings.is_solved ? LevelName(ratings.level) : "needs-trying";
}

std::string RatingsAsText(const Job& job, const Ratings& ratings) {
  const std::string start =
      absl::StrCat(job.Place(), job.puzzle.clues.ToLine(), " ");
  if (ratings.first == 0 && ratings.steps == 0 && !ratings.is_solved) {
    return absl::StrCat(
        start, "is not rated: ",
        ratings.is_stopped ? "the time is up" : "no technique leads on", "\n");
  }
  const absl::string_view hardest = HardestName(ratings);
  return absl::StrCat(start, RatingText(ratings), " ", ScoreText(ratings), " ",
                      LevelText(ratings), hardest.empty() ? "" : " ", hardest,
                      "\n");
}

std::string RatingsAsRecord(const Job& job, const Ratings& ratings,
                            OutputFormat format) {
  std::vector<std::pair<absl::string_view, uint64_t>> uses;
  for (const auto& [technique, count] : ratings.uses) {
    uses.emplace_back(RowOf(technique).word, count);
  }
  return Record("puzzle", job)
      .Bool("solved", ratings.is_solved)
      .Bool("rated", ratings.is_rated)
      .Decimal("er", ratings.hardest / 10.0)
      .Decimal("ep", ratings.to_first_digit / 10.0)
      .Decimal("ed", ratings.first / 10.0)
      .Number("score", ratings.score)
      .Text("level", LevelText(ratings))
      .Text("hardest", HardestName(ratings))
      .Number("steps", ratings.steps)
      .Numbers("techniques", std::move(uses))
      .ToLine(format);
}

// What has become of all puzzles: which are written, in which order, and what
// is said of them at the end. Any number of threads may add to it.
class RatingList {
 public:
  RatingList(RatingCondition condition, RatingOrder order)
      : condition_(std::move(condition)), order_(order) {}

  // Puts what is to be written of the puzzle into the job, or keeps it until
  // the end.
  void Add(Job& job, const Ratings& ratings, std::string text) {
    const int clues = job.puzzle.clues.filled_count();
    const bool is_wanted = condition_.Holds(ratings, clues);
    const std::lock_guard<std::mutex> lock(mutex_);
    ++puzzles_;
    if (!is_wanted) return;
    Count(ratings);
    if (!order_.measure.has_value()) {
      job.output = std::move(text);
      return;
    }
    const double key = MeasureOf(*order_.measure, ratings, clues)
                           .value_or(std::numeric_limits<double>::infinity());
    kept_.push_back({order_.is_falling ? -key : key, job.source, job.line,
                     std::move(text)});
  }

  // What was kept, in order. Equals are in the order of the names of files and
  // of their lines.
  std::string Sorted() {
    std::sort(kept_.begin(), kept_.end());
    std::string all;
    for (const auto& [key, source, line, text] : kept_) all += text;
    return all;
  }

  std::string Plot() const {
    return HistogramsSvg(
        absl::StrCat("Ratings of ", cli::WithThousands(wanted_), " puzzles"),
        plotted_, PlotAxis::kLinear,
        [](double rating) { return absl::StrFormat("%.1f", rating / 10); });
  }

  std::vector<std::string> Summary() const {
    std::vector<std::string> sentences;
    if (!condition_.terms.empty()) {
      sentences.push_back(absl::StrCat(
          cli::WithThousands(wanted_), " of ", cli::WithThousands(puzzles_),
          " are as --where asks for (", condition_.text, ")"));
    }
    if (wanted_ == 0) return sentences;
    sentences.push_back(MeanText());
    sentences.push_back(HardestText());
    return sentences;
  }

 private:
  void Count(const Ratings& ratings) {
    ++wanted_;
    ++hardest_[std::string(HardestName(ratings))];
    Plot(0, ratings.hardest, ratings.is_rated);
    Plot(1, ratings.to_first_digit, ratings.has_digit);
    Plot(2, ratings.first, ratings.first > 0);
    if (!ratings.is_rated) return;
    ++rated_;
    sum_ += static_cast<uint64_t>(ratings.hardest);
    greatest_ = std::max(greatest_, ratings.hardest);
  }

  void Plot(size_t series, int rating, bool is_known) {
    if (is_known) {
      plotted_[series].values.push_back(rating);
    } else {
      ++plotted_[series].unknown;
    }
  }

  // "ER: mean 3.45, greatest 9.0; 2 without one".
  std::string MeanText() const {
    const uint64_t unrated = wanted_ - rated_;
    const std::string missing =
        absl::StrCat(cli::WithThousands(unrated), " without an ER");
    if (rated_ == 0) return missing;
    const std::string mean = absl::StrFormat(
        "ER: mean %.2f, greatest %.1f",
        static_cast<double>(sum_) / (10.0 * static_cast<double>(rated_)),
        greatest_ / 10.0);
    return unrated == 0 ? mean : absl::StrCat(mean, "; ", missing);
  }

  // "hardest technique: 12 x-wing, 3 xy-wing", the most frequent first.
  std::string HardestText() const {
    std::vector<std::pair<uint64_t, std::string>> counts;
    for (const auto& [name, count] : hardest_) counts.emplace_back(count, name);
    std::stable_sort(
        counts.begin(), counts.end(),
        [](const auto& a, const auto& b) { return a.first > b.first; });
    return absl::StrCat(
        "hardest technique: ",
        absl::StrJoin(counts, ", ", [](std::string* out, const auto& entry) {
          absl::StrAppend(out, cli::WithThousands(entry.first), " ",
                          entry.second.empty() ? "none" : entry.second);
        }));
  }

  const RatingCondition condition_;
  const RatingOrder order_;
  std::mutex mutex_;
  uint64_t puzzles_ = 0;
  uint64_t wanted_ = 0;
  uint64_t rated_ = 0;
  uint64_t sum_ = 0;  // Of ten times their ratings.
  int greatest_ = 0;
  std::map<std::string, uint64_t> hardest_;
  // Ten times the ratings: ER, EP, ED.
  std::vector<PlotSeries> plotted_ = {
      {"ER", {}, 0}, {"EP", {}, 0}, {"ED", {}, 0}};
  // What to sort by, where the puzzle stands, and its text.
  std::vector<std::tuple<double, std::string, int64_t, std::string>> kept_;
};

BatchOptions RateOptions(const cli::Arguments& arguments,
                         const Settings& settings, RatingList& list) {
  BatchOptions options = {.solver = settings.solver};
  options.threads = AreAllPuzzles(arguments) ? 1 : settings.ThreadCount();
  options.report.counts_verdicts = false;
  options.report.counts_nodes = false;
  options.report.summary = ReportOptions::Summary::kAlways;
  options.report.ending = [&list] { return list.Sorted(); };
  options.report.remarks = [&list] { return list.Summary(); };
  if (settings.format == OutputFormat::kCsv) {
    options.report.summary = ReportOptions::Summary::kIfIncomplete;
    options.report.header =
        CsvHeader({"solved", "rated", "er", "ep", "ed", "score", "level",
                   "hardest", "steps", "techniques"});
  }
  return options;
}

}  // namespace

cli::ExitCode RatePuzzles(const cli::Arguments& arguments,
                          const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  RatingList list(absl::GetFlag(FLAGS_where), absl::GetFlag(FLAGS_sort));
  const absl::StatusOr<StepOptions> step_options = StepOptionsFromFlags();
  if (!step_options.ok()) return FailFor(step_options.status());
  const std::string plot = absl::GetFlag(FLAGS_ratings_plot);
  const absl::Status may_write = cli::CheckMayWrite(plot, kRatingsPlotMark);
  if (!may_write.ok()) {
    return cli::Fail(cli::ExitCode::kOutputError, may_write.message());
  }
  Boards boards;
  const BatchOptions options = RateOptions(arguments, settings, list);
  const auto rate = [&](Job& job, Worker& worker) {
    std::optional<Board> board = boards.BoardOf(job, worker);
    if (!board.has_value()) return;
    const Ratings ratings = Rate(
        *std::move(board), StepOptionsFor(job.puzzle, *step_options, settings));
    if (worker.is_interrupted()) {
      job.fate = Fate::kInterrupted;
      return;
    }
    if (ratings.is_stopped) job.fate = Fate::kLimited;
    list.Add(job, ratings,
             IsForPrograms(format) ? RatingsAsRecord(job, ratings, format)
                                   : RatingsAsText(job, ratings));
  };
  const cli::ExitCode code = RunBatch(arguments, settings, options, rate);
  if (plot.empty()) return code;
  const absl::Status status = cli::WriteOwnFile(
      plot, absl::StrCat(kRatingsPlotMark, list.Plot()), kRatingsPlotMark);
  return status.ok() ? code
                     : cli::Fail(cli::ExitCode::kOutputError, status.message());
}

}  // namespace sudoku::tool
