// explain and hint: a puzzle solved as people do it, and the next step alone.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "sudoku/render/dark_colors.h"
#include "sudoku/render/step_picture.h"
#include "sudoku/render/steps_page.h"
#include "sudoku/render/svg.h"
#include "sudoku/technique/steps.h"
#include "tools/cli/error.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/input_file.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/own_file.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/boards.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"

ABSL_FLAG(bool, uniqueness, true,
          "Use techniques that rest on there being one solution.");
ABSL_FLAG(cli::NamedFlag<sudoku::tool::Orders>, order,
          {sudoku::StepOrder::kEasiest},
          "Whose steps: those of the easiest technique, of HoDoKu's order, or "
          "of Sudoku Explainer (se), which are for rows, columns and boxes: "
          "with other regions, those of the easiest technique.");
ABSL_FLAG(std::string, techniques, "",
          "A `FILE` with the techniques to use, in this order: a word in each "
          "line, as --json has them, and its score after it, if that is not to "
          "be HoDoKu's. Not with --order=se.");
ABSL_FLAG(bool, all_steps, false,
          "Tell all steps that lead on from here, each effect of a technique "
          "once.");
ABSL_FLAG(std::string, steps_page, "",
          "Write a page for a browser to `FILE`: the steps of a puzzle, one "
          "after the other, as pictures.");
ABSL_FLAG(cli::CountFlag, more, {},
          "Tell more than where to look: the technique, too; the whole step, "
          "if the flag is there twice.");

namespace sudoku::tool {
namespace {

std::string StepRecord(const Job& job, const Board& board, const Step& step,
                       uint64_t number, OutputFormat format,
                       const StepOptions& options) {
  const TechniqueRow& row = RowOf(step.technique);
  return Record("step", job)
      .Number("step", number)
      .Text("technique", row.word)
      .Text("name", row.name)
      .Decimal("rating", step.rating / 10.0)
      .Number("score", static_cast<uint64_t>(ScoreOf(step.technique, options)))
      .Text("level", LevelName(row.level))
      .Text("reason", StepReason(board, step))
      .Text("effect", StepEffect(board, step))
      .ToLine(format);
}

// Whether it is time to stop; then the job's fate says why.
bool MustStop(Job& job, const Worker& worker, const StepOptions& options) {
  if (worker.is_interrupted()) {
    job.fate = Fate::kInterrupted;
  } else if (absl::Now() >= options.deadline) {
    job.fate = Fate::kLimited;
  } else {
    return false;
  }
  return true;
}

// How the steps of a puzzle ended, but for the grid.
std::string EndSentence(const Board& board, const Job& job) {
  if (board.state().is_solved()) return "solved";
  const Grid grid = board.grid();
  const int open = grid.cell_count() - grid.filled_count();
  return absl::StrCat(job.fate == Fate::kLimited ? "stopped at a limit; "
                      : job.fate == Fate::kInterrupted
                          ? "interrupted; "
                          : "no technique leads on; ",
                      open, open == 1 ? " cell is" : " cells are", " left");
}

std::string EndText(const Board& board, const Job& job) {
  return absl::StrCat(EndSentence(board, job), ": ", board.grid().ToLine(),
                      "\n");
}

// How the steps of a puzzle ended. In CSV there are steps only.
void AddEnd(Job& job, const Board& board, uint64_t steps, OutputFormat format) {
  if (!IsForPrograms(format)) {
    job.output += EndText(board, job);
  } else if (format == OutputFormat::kJson) {
    job.output +=
        Record("end", job)
            .Number("steps", steps)
            .Text("outcome", board.state().is_solved()        ? "solved"
                             : job.fate == Fate::kLimited     ? "limited"
                             : job.fate == Fate::kInterrupted ? "interrupted"
                                                              : "no-technique")
            .Text("grid", board.grid().ToLine())
            .ToLine(format);
  }
}

// `page` may be null.
void ExplainJob(Job& job, Board board, OutputFormat format,
                const Worker& worker, const StepOptions& options,
                StepsPage* page) {
  const std::vector<Rule>& rules = job.puzzle.rules;
  if (page != nullptr) page->Add(board, std::nullopt, "", rules);
  uint64_t number = 1;
  for (;; ++number) {
    const std::optional<Step> step = NextStep(board, options);
    if (MustStop(job, worker, options) || !step.has_value()) break;
    if (page != nullptr) {
      page->Add(board, step, StepText(board, *step), rules);
    }
    job.output +=
        IsForPrograms(format)
            ? StepRecord(job, board, *step, number, format, options)
            : absl::StrFormat("%d. %s\n", number, StepText(board, *step));
    board.Apply(step->deduction);
  }
  AddEnd(job, board, number - 1, format);
  if (page != nullptr) page->set_end_text(EndText(board, job));
}

// In lines that fit below a picture.
std::string Wrapped(absl::string_view text) {
  constexpr size_t kMostInLine = 54;
  std::string wrapped;
  size_t length = 0;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    const bool fits = length + 1 + word.size() <= kMostInLine;
    if (!wrapped.empty()) wrapped += fits ? ' ' : '\n';
    wrapped.append(word.data(), word.size());
    length = fits ? length + 1 + word.size() : word.size();
  }
  return wrapped;
}

// Each step, or one of those of a technique with the same effect.
void AllSteps(Job& job, const Board& board, OutputFormat format,
              const Worker& worker, const StepOptions& options) {
  std::set<std::pair<Technique, std::string>> seen;
  VisitAllSteps(board, options, [&](const Step& step) {
    if (!seen.emplace(step.technique, StepEffect(board, step)).second) {
      return true;
    }
    job.output +=
        IsForPrograms(format)
            ? StepRecord(job, board, step, seen.size(), format, options)
            : absl::StrCat(job.Place(), StepText(board, step), "\n");
    return true;
  });
  const bool is_stopped = MustStop(job, worker, options);
  if (is_stopped || seen.empty()) AddEnd(job, board, seen.size(), format);
}

// As much as --more asks for.
std::string HintText(const Board& board, const Step& step) {
  switch (absl::GetFlag(FLAGS_more).times) {
    case 0:
      return absl::StrCat("look at ", StepPlace(board, step));
    case 1:
      return absl::StrCat(RowOf(step.technique).name, ": look at ",
                          StepReason(board, step));
    default:
      return StepText(board, step);
  }
}

void HintJob(Job& job, const Board& board, OutputFormat format, bool draws_svg,
             const Worker& worker, const StepOptions& options) {
  if (absl::GetFlag(FLAGS_all_steps)) {
    AllSteps(job, board, format, worker, options);
    return;
  }
  const std::optional<Step> step = NextStep(board, options);
  if (!step.has_value()) MustStop(job, worker, options);
  if (draws_svg) {
    GridPicture picture = PictureOf(board, step, job.puzzle.rules);
    picture.caption = Wrapped(step.has_value() ? StepText(board, *step)
                                               : EndSentence(board, job));
    job.output += ForLightAndDark(GridSvg(picture, job.puzzle.note));
    return;
  }
  if (!step.has_value()) {
    AddEnd(job, board, 0, format);
    return;
  }
  if (IsForPrograms(format)) {
    job.output += StepRecord(job, board, *step, 1, format, options);
    return;
  }
  absl::StrAppend(&job.output, job.Place());
  absl::StrAppend(&job.output, HintText(board, *step), "\n");
}

absl::StatusOr<Technique> TechniqueOf(absl::string_view word) {
  for (const TechniqueRow& row : AllTechniques()) {
    if (row.word == word && row.technique < Technique::kDirectPointing) {
      return row.technique;
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat("there is no technique \"", word,
                   "\"; a word as x-wing or als-xz is expected"));
}

// "x-wing", or "x-wing 120".
absl::Status AddTechnique(absl::string_view line, StepOptions& options) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
  const absl::StatusOr<Technique> technique = TechniqueOf(words[0]);
  if (!technique.ok()) return technique.status();
  if (absl::c_linear_search(options.techniques, *technique)) {
    return absl::InvalidArgumentError(
        absl::StrCat("the technique \"", words[0], "\" stands there twice"));
  }
  options.techniques.push_back(*technique);
  if (words.size() == 1) return absl::OkStatus();
  int score = 0;
  if (words.size() > 2 || !absl::SimpleAtoi(words[1], &score) || score < 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a score from 0 to ", std::numeric_limits<int>::max(),
        " is expected after \"", words[0], "\", and nothing else"));
  }
  options.scores.emplace_back(*technique, score);
  return absl::OkStatus();
}

// Empty lines and those that begin with # say nothing.
absl::Status ReadTechniques(const std::string& path, StepOptions& options) {
  const absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) return absl::NotFoundError(file.status().message());
  int number = 0;
  for (absl::string_view line : absl::StrSplit(file->text, '\n')) {
    ++number;
    line = absl::StripAsciiWhitespace(line);
    if (line.empty() || line[0] == '#') continue;
    const absl::Status status = AddTechnique(line, options);
    if (!status.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(file->name, ":", number, ": ", status.message()));
    }
  }
  if (options.techniques.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(file->name, ": there is no technique in it"));
  }
  return absl::OkStatus();
}

BatchOptions OptionsFor(const cli::Arguments& arguments,
                        const Settings& settings) {
  BatchOptions options = {.solver = settings.solver};
  options.threads = AreAllPuzzles(arguments) ? 1 : settings.ThreadCount();
  options.report.counts_verdicts = false;
  options.report.counts_nodes = false;
  if (settings.format == OutputFormat::kCsv) {
    options.report.header = CsvHeader({"step", "technique", "name", "rating",
                                       "score", "level", "reason", "effect"});
  }
  return options;
}

}  // namespace

std::vector<cli::NamedValue<StepOrder>> Orders::Table() {
  return {{"easiest", StepOrder::kEasiest},
          {"hodoku", StepOrder::kHodoku},
          {"se", StepOrder::kExplainer}};
}

absl::StatusOr<StepOptions> StepOptionsFromFlags() {
  StepOptions options = {.order = absl::GetFlag(FLAGS_order).value,
                         .uses_uniqueness = absl::GetFlag(FLAGS_uniqueness),
                         .interrupter = &cli::CatchInterrupts()};
  const std::string path = absl::GetFlag(FLAGS_techniques);
  if (path.empty()) return options;
  if (options.order == StepOrder::kExplainer) {
    return absl::InvalidArgumentError(
        "--techniques says in which order techniques are used, and so does "
        "--order=se: they do not go together");
  }
  const absl::Status status = ReadTechniques(path, options);
  if (!status.ok()) return status;
  return options;
}

StepOptions StepOptionsFor(const Puzzle& puzzle, StepOptions options,
                           const Settings& settings) {
  if (puzzle.has_rules()) options.rules_of = &puzzle;
  options.deadline = absl::Now() + settings.solver.limits.time;
  options.memory = NewStepMemory();
  return options;
}

cli::ExitCode FailFor(const absl::Status& status) {
  return cli::Fail(absl::IsNotFound(status) ? cli::ExitCode::kNoInput
                                            : cli::ExitCode::kUsage,
                   status.message());
}

cli::ExitCode ExplainPuzzles(const cli::Arguments& arguments,
                             const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  const absl::StatusOr<StepOptions> options = StepOptionsFromFlags();
  if (!options.ok()) return FailFor(options.status());
  const std::string path = absl::GetFlag(FLAGS_steps_page);
  const absl::Status may_write = cli::CheckMayWrite(path, kStepsPageMark);
  if (!may_write.ok()) {
    return cli::Fail(cli::ExitCode::kOutputError, may_write.message());
  }
  Boards boards;
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  StepsPage page;
  std::string subtitle;
  std::atomic<int> explained = 0;
  const cli::ExitCode code =
      RunBatch(arguments, settings, OptionsFor(arguments, settings),
               [&](Job& job, Worker& worker) {
                 if (!path.empty() && explained++ > 0) {
                   return job.Fail(Fate::kWrong,
                                   "a page with --html has the steps of one "
                                   "puzzle");
                 }
                 std::optional<Board> board = boards.BoardOf(job, worker);
                 if (!board.has_value()) return;
                 subtitle = job.puzzle.geometry.Description();
                 if (!job.puzzle.note.empty())
                   absl::StrAppend(&subtitle, ": ", job.puzzle.note);
                 if (!IsForPrograms(format) && !are_all_puzzles) {
                   absl::StrAppend(&job.output, job.Place(), "\n");
                 }
                 ExplainJob(job, *std::move(board), format, worker,
                            StepOptionsFor(job.puzzle, *options, settings),
                            path.empty() ? nullptr : &page);
                 if (!IsForPrograms(format) && !are_all_puzzles)
                   job.output += "\n";
               });
  if (page.empty()) return code;
  const absl::Status status = cli::WriteOwnFile(
      path, page.Page("Sudoku, step by step", subtitle), kStepsPageMark);
  if (!status.ok()) {
    return cli::Fail(cli::ExitCode::kOutputError, status.message());
  }
  return code;
}

cli::ExitCode Hint(const cli::Arguments& arguments, const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  const absl::StatusOr<StepOptions> options = StepOptionsFromFlags();
  if (!options.ok()) return FailFor(options.status());
  if (settings.draws_svg && absl::GetFlag(FLAGS_all_steps)) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "--svg draws one step: it does not go with --all_steps");
  }
  Boards boards;
  BatchOptions batch = OptionsFor(arguments, settings);
  // Nothing may follow the end of a picture, and a file holds one.
  batch.report.has_json_summary = !settings.draws_svg;
  std::atomic<int> drawn = 0;
  return RunBatch(arguments, settings, batch, [&](Job& job, Worker& worker) {
    if (settings.draws_svg && drawn++ > 0) {
      return job.Fail(Fate::kWrong, "only one step can be drawn with --svg");
    }
    const std::optional<Board> board = boards.BoardOf(job, worker);
    if (!board.has_value()) return;
    HintJob(job, *board, format, settings.draws_svg, worker,
            StepOptionsFor(job.puzzle, *options, settings));
  });
}

}  // namespace sudoku::tool
