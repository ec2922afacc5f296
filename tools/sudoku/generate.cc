// generate: puzzles made at random.
//
// Puzzles have numbers, and each depends on its number alone. Threads take
// numbers, a few at a time; the main thread writes what they have made in the
// order of the numbers, so that the output is the same for any number of them.

#include "sudoku/making/generate.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/base/seed.h"
#include "dlx/base/threads.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/grid.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/render/print_page.h"
#include "sudoku/solver.h"
#include "tools/cli/error.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/input_file.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/cli/progress_line.h"
#include "tools/cli/suggest.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/generate_rules.h"
#include "tools/sudoku/print_page_file.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/wanted_steps.h"

// -------------------------------------------------------------- the flags

namespace sudoku::tool {
namespace {

// --symmetry
struct SymmetryNames {
  static std::vector<cli::NamedValue<Symmetry>> Table() {
    std::vector<cli::NamedValue<Symmetry>> table;
    for (const Symmetry symmetry : kSymmetries) {
      table.push_back({SymmetryName(symmetry), symmetry});
    }
    return table;
  }
};

// "A-B", "A-", "-B" or "A". An error is left to the caller to put into words.
bool ParseRange(absl::string_view text, std::optional<uint64_t>* least,
                std::optional<uint64_t>* most) {
  const auto parse = [](absl::string_view part, std::optional<uint64_t>* end) {
    uint64_t number = 0;
    if (!absl::SimpleAtoi(part, &number)) return false;
    *end = number;
    return true;
  };
  const std::vector<absl::string_view> ends =
      absl::StrSplit(text, absl::MaxSplits('-', 1));
  least->reset();
  most->reset();
  if (ends.size() == 1) return parse(text, least) && parse(text, most);
  if (ends[0].empty() && ends[1].empty()) return false;
  return (ends[0].empty() || parse(ends[0], least)) &&
         (ends[1].empty() || parse(ends[1], most)) &&
         least->value_or(0) <= most->value_or(UINT64_MAX);
}

std::string RangeText(const std::optional<uint64_t>& least,
                      const std::optional<uint64_t>& most) {
  if (least.has_value() && least == most) return absl::StrCat(*least);
  return absl::StrCat(least.has_value() ? absl::StrCat(*least) : "", "-",
                      most.has_value() ? absl::StrCat(*most) : "");
}

// --clues
struct CluesFlag {
  std::optional<uint64_t> least = std::nullopt;
  std::optional<uint64_t> most = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, CluesFlag* flag,
                   std::string* error) {
  constexpr uint64_t kMostCells = uint64_t{kMaxSize} * kMaxSize;
  if (ParseRange(text, &flag->least, &flag->most) &&
      flag->least.value_or(0) <= kMostCells &&
      flag->most.value_or(0) <= kMostCells) {
    return true;
  }
  *error = "a number of clues is expected, as in 24, 22-26, 30- or -22";
  return false;
}
std::string AbslUnparseFlag(const CluesFlag& flag) {
  if (!flag.least.has_value() && !flag.most.has_value()) return "";
  return RangeText(flag.least, flag.most);
}

// --from
struct FromFlag {
  std::string line;  // Empty if it was not said.
};
bool AbslParseFlag(absl::string_view text, FromFlag* flag, std::string* error) {
  flag->line = std::string(text);
  *error = "the cells of a full grid or a puzzle are expected";
  return !text.empty();
}
std::string AbslUnparseFlag(const FromFlag& flag) { return flag.line; }

// --difficulty
struct DifficultyName {
  absl::string_view name;
  DifficultyRange range;
};
// Of random minimal 9x9 puzzles, 41 % are easy, 29 % medium and 30 % hard.
constexpr DifficultyName kDifficulties[] = {
    {"easy", {0, 0}}, {"medium", {1, 85}}, {"hard", {86, dlx::kUnlimited}}};

struct DifficultyFlag {
  std::optional<DifficultyRange> value = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, DifficultyFlag* flag,
                   std::string* error) {
  for (const DifficultyName& known : kDifficulties) {
    if (text != known.name) continue;
    flag->value = known.range;
    return true;
  }
  std::optional<uint64_t> least;
  std::optional<uint64_t> most;
  if (ParseRange(text, &least, &most)) {
    flag->value = {least.value_or(0), most.value_or(dlx::kUnlimited)};
    return true;
  }
  *error =
      "easy, medium, hard, or a number of nodes is expected, as in 200-300";
  return false;
}
std::string AbslUnparseFlag(const DifficultyFlag& flag) {
  if (!flag.value.has_value()) return "";
  const DifficultyRange& range = *flag.value;
  for (const DifficultyName& known : kDifficulties) {
    if (known.range.least == range.least && known.range.most == range.most) {
      return std::string(known.name);
    }
  }
  return RangeText(range.least, range.most == dlx::kUnlimited
                                    ? std::nullopt
                                    : std::optional<uint64_t>(range.most));
}

}  // namespace
}  // namespace sudoku::tool

ABSL_FLAG(cli::LimitFlag, count, {}, "Make `N` puzzles; without it, one.");
ABSL_FLAG(cli::NamedFlag<sudoku::tool::SymmetryNames>, symmetry, {},
          "Clues stand in places of this `SYMMETRY`: none, half-turn, "
          "quarter-turn, left-right, up-down, diagonal, antidiagonal, "
          "both-mirrors, both-diagonals or full.");
ABSL_FLAG(sudoku::tool::CluesFlag, clues, {},
          "A number of clues, or as many as `A-B`. Without it, clues are taken "
          "away as long as the solution stays the only one.");
ABSL_FLAG(std::string, pattern, "",
          "Clues stand where this `FILE` (- for standard input) has anything "
          "but '.', '0' or blanks: a character for each cell.");
ABSL_FLAG(sudoku::tool::FromFlag, from, {},
          "The solution of all puzzles is that of this line of `CELLS`: a full "
          "grid, or a puzzle with one solution.");
ABSL_FLAG(sudoku::tool::DifficultyFlag, difficulty, {},
          "How hard: easy (singles alone solve it), medium, hard, or as many "
          "nodes as `A-B` of a search by dancing_links.");
ABSL_FLAG(bool, minimal, false,
          "Every single clue is needed, also of those that stand in "
          "symmetrical places or in a pattern.");

ABSL_FLAG(
    cli::LimitFlag, attempts, {},
    "Give a puzzle up after `N` grids of which none was one as is wanted; "
    "without it, after a million, of grids larger than 9x9 ten thousand.");

namespace sudoku::tool {

std::vector<std::string> SymmetriesOfClues() {
  return cli::NamesOf<SymmetryNames>();
}

std::vector<absl::string_view> GenerateFlagNames() {
  return {"count",
          "rule",
          "with-rules=with_rules",
          "zero",
          "symmetry",
          "clues",
          "pattern",
          "from",
          "difficulty",
          "rating",
          "technique",
          "level",
          "minimal",
          "attempts",
          "size",
          "box",
          "regions",
          "extra",
          "diagonal",
          "windoku",
          "seed",
          "html=print_page",
          "title=page_title",
          "per-sheet=per_sheet",
          "format",
          "json",
          "stats",
          "progress",
          "timeout",
          "threads"};
}

namespace {

// A few puzzles at a time share their questions; more do not make it faster.
constexpr int kLargestBatch = 64;
constexpr absl::Duration kLongBatchTime = absl::Milliseconds(20);

// Where --attempts is not given.
constexpr uint64_t kMostAttempts = 1'000'000;
constexpr uint64_t kMostAttemptsOfLarge = 10'000;
constexpr int kCellsOfLarge = 81;  // Grids with more are large.

// Where the pattern has clues.
absl::StatusOr<std::vector<int>> ReadPattern(const std::string& path,
                                             const Geometry& geometry) {
  absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) return file.status();
  std::vector<int> cells;
  int count = 0;
  for (const char c : file->text) {
    // Lines of a drawn grid are no cells.
    if (absl::ascii_isspace(c) || c == '|' || c == '+' || c == '-') continue;
    if (c != '.' && c != '0') cells.push_back(count);
    ++count;
  }
  if (count != geometry.cell_count()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the pattern has ", count, " cells, and a grid of ",
                     geometry.Description(), " has ", geometry.cell_count()));
  }
  if (cells.empty()) {
    return absl::InvalidArgumentError("the pattern has no clues");
  }
  return cells;
}

// The cells of --from, if it is there.
absl::StatusOr<std::optional<Grid>> CellsFromFlags() {
  const std::string line = absl::GetFlag(FLAGS_from).line;
  if (line.empty()) return std::nullopt;
  absl::StatusOr<Grid> cells = Grid::FromLine(line);
  if (!cells.ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--from: ", cells.status().message()));
  }
  return *std::move(cells);
}

// That of the flags; otherwise that of the cells of --from, or 9x9.
absl::StatusOr<Geometry> WantedGeometry(const Settings& settings,
                                        const std::optional<Grid>& from) {
  GeometrySource source = settings.reader.geometries;
  const int fixed = source.fixed_size();
  const int usual = from.has_value() ? from->size() : 9;
  const absl::StatusOr<const Geometry*> geometry =
      source.ForSize(fixed > 0 ? fixed : usual);
  if (!geometry.ok()) return geometry.status();
  return **geometry;
}

// The only solution of the cells of --from.
absl::StatusOr<Grid> SolutionOf(const Grid& cells, const Geometry& geometry) {
  if (cells.size() != geometry.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--from has ", cells.cell_count(), " cells, and a grid of ",
        geometry.Description(), " has ", geometry.cell_count()));
  }
  absl::StatusOr<Solver> solver = Solver::Create(
      geometry, {.limits = {.interrupter = &cli::CatchInterrupts()}});
  if (!solver.ok()) return solver.status();
  const Answer& answer = solver->Solve(Puzzle(geometry, cells));
  if (answer.verdict == Verdict::kUnique) return answer.solution;
  return absl::InvalidArgumentError(
      absl::StrCat("--from has ", VerdictName(answer.verdict),
                   ": a full grid or a puzzle with one solution is needed"));
}

absl::StatusOr<GenerateOptions> OptionsFromFlags(
    const Geometry& geometry, const std::optional<Grid>& from, uint64_t seed,
    absl::Time deadline) {
  GenerateOptions options = {.seed = seed};
  if (from.has_value()) {
    absl::StatusOr<Grid> solution = SolutionOf(*from, geometry);
    if (!solution.ok()) return solution.status();
    options.solution = *std::move(solution);
  }
  options.symmetry = absl::GetFlag(FLAGS_symmetry).value;
  options.minimal = absl::GetFlag(FLAGS_minimal);
  options.difficulty = absl::GetFlag(FLAGS_difficulty).value;
  absl::StatusOr<StepJudge> judge = StepJudgeFromFlags(geometry, deadline);
  if (!judge.ok()) return judge.status();
  options.judge = *std::move(judge);
  options.most_attempts =
      absl::GetFlag(FLAGS_attempts)
          .value.value_or(geometry.cell_count() > kCellsOfLarge
                              ? kMostAttemptsOfLarge
                              : kMostAttempts);
  const CluesFlag clues = absl::GetFlag(FLAGS_clues);
  if (clues.least.has_value()) options.least_clues = *clues.least;
  if (clues.most.has_value()) options.most_clues = *clues.most;
  const std::string pattern = absl::GetFlag(FLAGS_pattern);
  if (!pattern.empty()) {
    absl::StatusOr<std::vector<int>> cells = ReadPattern(pattern, geometry);
    if (!cells.ok()) return cells.status();
    options.pattern = *std::move(cells);
  }
  return options;
}

// The threads that make puzzles, and what they have made.
class Makers {
 public:
  Makers(const Geometry& geometry, const GenerateOptions& options,
         uint64_t count, int threads)
      : count_(count),
        most_in_advance_(kLargestBatch * (4 * threads + 4)),
        options_(options) {
    options_.interrupter = &interrupter_;
    options_.attempts = &attempts_;
    for (int i = 0; i < threads; ++i) {
      if (!threads_.Start([this, geometry] { Loop(geometry); })) break;
    }
  }
  ~Makers() {
    Stop();
    threads_.Join();
  }

  // False if not even one thread could be had.
  bool ok() const { return threads_.size() > 0; }

  // True if the next puzzle in order was given up.
  bool has_given_up() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return taken_ == given_up_;
  }
  // Why no generator can be created, if that is so.
  absl::Status failure() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return failure_;
  }
  // How many grids were tried.
  uint64_t attempts() const {
    return attempts_.load(std::memory_order_relaxed);
  }

  // Ends the work soon.
  void Stop() {
    const std::lock_guard<std::mutex> lock(mutex_);
    interrupter_.Request();
    has_room_.notify_all();
  }

  // The next puzzles in order, or none if there are none within that time.
  std::vector<GeneratedPuzzle> TakeWithin(std::chrono::milliseconds time) {
    std::unique_lock<std::mutex> lock(mutex_);
    is_made_.wait_for(lock, time, [this] {
      return made_.count(taken_) > 0 || !failure_.ok();
    });
    const auto found = made_.find(taken_);
    if (found == made_.end()) return {};
    std::vector<GeneratedPuzzle> puzzles = std::move(found->second);
    made_.erase(found);
    taken_ += puzzles.size();
    has_room_.notify_all();
    return puzzles;
  }

 private:
  // Numbers that are not yet taken; an empty range if there are none. Puzzles
  // that are not yet written are not made in advance without end.
  std::pair<uint64_t, int> NextNumbers(std::unique_lock<std::mutex>& lock) {
    has_room_.wait(lock, [this] {
      return interrupter_.requested() || next_ < taken_ + most_in_advance_;
    });
    if (interrupter_.requested()) return {0, 0};
    const int batch =
        static_cast<int>(std::min<uint64_t>(batch_, count_ - next_));
    const uint64_t first = std::exchange(next_, next_ + batch);
    return {first, batch};
  }

  void Loop(const Geometry& geometry) {
    absl::StatusOr<Generator> generator = Generator::Create(geometry, options_);
    std::unique_lock<std::mutex> lock(mutex_);
    if (!generator.ok()) {
      failure_ = generator.status();
      is_made_.notify_one();
      return;
    }
    while (true) {
      const auto [first, count] = NextNumbers(lock);
      if (count == 0) return;
      lock.unlock();
      const absl::Duration start = dlx::SteadyNow();
      absl::StatusOr<std::vector<GeneratedPuzzle>> puzzles =
          generator->Generate(first, count);
      const absl::Duration time = dlx::SteadyNow() - start;
      lock.lock();
      if (!puzzles.ok()) return;
      if (time < kLongBatchTime) {
        batch_ = std::min(2 * batch_, kLargestBatch);
      } else if (batch_ > 1 && time > 4 * kLongBatchTime) {
        batch_ /= 2;
      }
      if (puzzles->size() < static_cast<size_t>(count)) {
        given_up_ = std::min(given_up_, first + puzzles->size());
      }
      if (!puzzles->empty()) made_.emplace(first, *std::move(puzzles));
      is_made_.notify_one();
    }
  }

  const uint64_t count_;
  const uint64_t most_in_advance_;
  GenerateOptions options_;
  dlx::Interrupter interrupter_;
  std::mutex mutex_;
  std::condition_variable is_made_;
  std::condition_variable has_room_;
  int batch_ = 1;
  uint64_t next_ = 0;               // The first number that is not taken.
  uint64_t taken_ = 0;              // The first number that is not written.
  uint64_t given_up_ = UINT64_MAX;  // The first number that was given up.
  std::atomic<uint64_t> attempts_ = 0;
  absl::Status failure_;
  std::map<uint64_t, std::vector<GeneratedPuzzle>> made_;  // By first number.
  dlx::Threads threads_;
};

// How hard a puzzle is for dancing_links.
std::string NodesOf(const GeneratedPuzzle& puzzle) {
  if (!puzzle.difficulty.has_value()) return "";
  if (*puzzle.difficulty == 0) return "singles";
  return absl::StrCat(*puzzle.difficulty, " nodes");
}

// What is known of a puzzle besides its clues.
std::string NoteOf(const GeneratedPuzzle& puzzle) {
  const std::string nodes = NodesOf(puzzle);
  return absl::StrCat(nodes, nodes.empty() || puzzle.remark.empty() ? "" : " ",
                      puzzle.remark);
}

// The same for readers: "medium, 34 nodes".
std::string LevelOf(const GeneratedPuzzle& puzzle) {
  if (!puzzle.remark.empty()) return NoteOf(puzzle);
  if (!puzzle.difficulty.has_value()) return "";
  const uint64_t nodes = *puzzle.difficulty;
  if (nodes == 0) return "easy";
  for (const DifficultyName& known : kDifficulties) {
    if (known.range.least > nodes || nodes > known.range.most) continue;
    return absl::StrCat(known.name, ", ", NoteOf(puzzle));
  }
  return NoteOf(puzzle);
}

// Writes puzzles, in their order.
class Writer {
 public:
  Writer(const Geometry& geometry, const Settings& settings,
         const GenerateOptions& options, bool is_single)
      : geometry_(geometry),
        settings_(settings),
        seed_(options.seed),
        most_attempts_(options.most_attempts),
        has_remarks_(options.judge != nullptr),
        format_(settings.format.value_or(is_single ? OutputFormat::kGrid
                                                   : OutputFormat::kLine)),
        html_file_(settings.html_file),
        progress_(settings.progress),
        start_(dlx::SteadyNow()) {
    output_.set_before_writing([this] { progress_.Erase(); });
    if (format_ == OutputFormat::kCsv && html_file_.empty()) {
      output_.Write(absl::StrCat("number,puzzle,clues,solution,difficulty",
                                 has_remarks_ ? ",remark\n" : "\n"));
    }
    if (!geometry.has_customary_boxes()) regions_ = geometry.RegionLine();
  }

  void Write(GeneratedPuzzle puzzle) {
    ++written_;
    attempts_ += puzzle.attempts;
    if (html_file_.empty()) {
      output_.WriteStyled(Text(puzzle));
      output_.EndRecord();
      return;
    }
    PrintedPuzzle printed{Puzzle(geometry_, std::move(puzzle.clues)),
                          std::move(puzzle.solution)};
    printed.puzzle.note = LevelOf(puzzle);
    printed_.push_back(std::move(printed));
  }

  void Tick(uint64_t count, uint64_t attempts) {
    output_.Tick();
    const absl::Duration now = dlx::SteadyNow();
    if (!progress_.enabled() || now < next_progress_) return;
    next_progress_ = now + absl::Milliseconds(200);
    std::string text = absl::StrCat(
        cli::WithThousands(written_), " of ", cli::WithThousands(count),
        " puzzles, ", cli::WithThousands(attempts), " grids tried");
    const double seconds = std::max(absl::ToDoubleSeconds(now - start_), 1e-6);
    if (written_ > 0) {
      const double rate = static_cast<double>(written_) / seconds;
      const absl::Duration left =
          absl::Seconds(static_cast<double>(count - written_) / rate);
      absl::StrAppend(
          &text, ", ", cli::WithThousands(static_cast<uint64_t>(rate)), "/s, ",
          absl::FormatDuration(absl::Ceil(left, absl::Seconds(1))), " left");
    } else {
      absl::StrAppend(
          &text, " (",
          cli::WithThousands(
              static_cast<uint64_t>(static_cast<double>(attempts) / seconds)),
          "/s), each is given up after ", cli::WithThousands(most_attempts_));
    }
    progress_.Show(text);
  }

  bool ok() const { return output_.ok(); }
  uint64_t written() const { return written_; }

  // Instead of Finish(), if there are no such puzzles.
  cli::ExitCode Fail(absl::string_view sentence) {
    progress_.Erase();
    return cli::Fail(cli::ExitCode::kUsage, sentence);
  }
  cli::ExitCode Finish(cli::ExitCode code) {
    progress_.Erase();
    if (!html_file_.empty() && !printed_.empty()) {
      const absl::Status status = WritePrintPage(
          printed_,
          absl::StrCat(geometry_.Description(), " puzzles, seed ", seed_),
          settings_, output_);
      if (!status.ok()) {
        return cli::Fail(cli::ExitCode::kOutputError, status.message());
      }
    }
    if (settings_.statistics) {
      const double seconds = absl::ToDoubleSeconds(dlx::SteadyNow() - start_);
      cli::Note(absl::StrCat(
          cli::WithThousands(written_), written_ == 1 ? " puzzle" : " puzzles",
          " of seed ", seed_, " from ", cli::WithThousands(attempts_),
          attempts_ == 1 ? " grid" : " grids", " in ",
          absl::FormatDuration(
              absl::Milliseconds(static_cast<int64_t>(seconds * 1000))),
          " (",
          cli::WithThousands(static_cast<uint64_t>(
              static_cast<double>(written_) / std::max(seconds, 1e-6))),
          "/s)"));
    }
    return output_.Finish(code);
  }

 private:
  std::string Text(const GeneratedPuzzle& puzzle) const {
    const uint64_t clues = puzzle.clues.filled_count();
    switch (format_) {
      case OutputFormat::kGrid:
        return absl::StrCat(
            written_ > 1 ? "\n" : "",
            DrawGrid(GridPicture::OfClues(Puzzle(geometry_, puzzle.clues)),
                     settings_.colors));
      case OutputFormat::kLine: {
        const std::string note = NoteOf(puzzle);
        return absl::StrCat(puzzle.clues.ToLine(), regions_.empty() ? "" : "|",
                            regions_, note.empty() ? "" : " ", note, "\n");
      }
      case OutputFormat::kCsv:
      case OutputFormat::kJson:
        break;
    }
    Record record("puzzle");
    record.Number("number", written_)
        .Text("puzzle", regions_.empty() ? puzzle.clues.ToLine()
                                         : absl::StrCat(puzzle.clues.ToLine(),
                                                        "|", regions_))
        .Number("clues", clues)
        .Text("solution", puzzle.solution.ToLine())
        .Number("difficulty", puzzle.difficulty);
    if (has_remarks_) record.Text("remark", puzzle.remark);
    // A table has a row for each puzzle, and one seed for all.
    if (format_ == OutputFormat::kJson) record.Number("seed", seed_);
    return record.ToLine(format_);
  }

  const Geometry geometry_;
  const Settings& settings_;
  const uint64_t seed_;
  const uint64_t most_attempts_;
  const bool has_remarks_;
  const OutputFormat format_;
  const std::string html_file_;
  std::string regions_;  // If they are not the customary boxes.
  cli::Output output_;
  cli::ProgressLine progress_;
  const absl::Duration start_;
  absl::Duration next_progress_ = absl::ZeroDuration();
  uint64_t written_ = 0;
  uint64_t attempts_ = 0;
  std::vector<PrintedPuzzle> printed_;
};

// Makes the puzzles, and writes those that are made before a limit is reached.
cli::ExitCode MakeAndWrite(const Geometry& geometry,
                           const GenerateOptions& options, uint64_t count,
                           const Settings& settings) {
  const dlx::Interrupter& interrupter = cli::CatchInterrupts();
  const absl::Duration deadline =
      settings.solver.limits.time == absl::InfiniteDuration()
          ? absl::InfiniteDuration()
          : dlx::SteadyNow() + settings.solver.limits.time;
  Writer writer(geometry, settings, options, count == 1);
  const int threads =
      static_cast<int>(std::min<uint64_t>(settings.ThreadCount(), count));
  Makers makers(geometry, options, count, threads);
  if (!makers.ok()) {
    return cli::Fail(cli::ExitCode::kNoMemory, "no thread can be started");
  }
  cli::ExitCode code = cli::ExitCode::kFinished;
  while (writer.written() < count && writer.ok()) {
    for (GeneratedPuzzle& puzzle :
         makers.TakeWithin(std::chrono::milliseconds(20))) {
      writer.Write(std::move(puzzle));
    }
    writer.Tick(count, makers.attempts());
    if (interrupter.requested()) {
      code = cli::InterruptExitCode();
      break;
    }
    if (const absl::Status failure = makers.failure(); !failure.ok()) {
      return writer.Fail(failure.message());
    }
    if (makers.has_given_up()) {
      cli::Note(absl::StrCat(
          "puzzle ", cli::WithThousands(writer.written() + 1),
          " was given up: ", cli::WithThousands(options.most_attempts),
          options.most_attempts == 1 ? " grid has" : " grids have",
          " been tried, and no such puzzle was found (--attempts)"));
      code = cli::ExitCode::kLimit;
      break;
    }
    if (dlx::SteadyNow() >= deadline && writer.written() < count) {
      cli::Note(absl::StrCat("the time is up after ",
                             cli::WithThousands(writer.written()), " of ",
                             cli::WithThousands(count), " puzzles"));
      code = cli::ExitCode::kLimit;
      break;
    }
  }
  makers.Stop();
  return writer.Finish(code);
}

}  // namespace

namespace {

// What cannot be asked of puzzles with rules, or nothing.
std::string NotForRules() {
  if (absl::GetFlag(FLAGS_symmetry).value != Symmetry::kNone) {
    return "--symmetry";
  }
  const CluesFlag clues = absl::GetFlag(FLAGS_clues);
  if (clues.least.has_value() || clues.most.has_value()) return "--clues";
  if (!absl::GetFlag(FLAGS_pattern).empty()) return "--pattern";
  if (!absl::GetFlag(FLAGS_from).line.empty()) return "--from";
  if (absl::GetFlag(FLAGS_attempts).value.has_value()) return "--attempts";
  return FlagOfWantedSteps();
}

}  // namespace

cli::ExitCode Generate(const cli::Arguments&, const Settings& settings) {
  const absl::StatusOr<std::optional<Grid>> from = CellsFromFlags();
  if (!from.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, from.status().message());
  }
  const absl::StatusOr<Geometry> geometry = WantedGeometry(settings, *from);
  if (!geometry.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, geometry.status().message());
  }
  if (const absl::Status status = CheckMayPrint(settings); !status.ok()) {
    return cli::Fail(cli::ExitCode::kOutputError, status.message());
  }
  // With 53 bits, so that the one that --json names is a number in JavaScript,
  // too.
  const uint64_t seed =
      settings.seed.has_value() ? *settings.seed : dlx::DrawSeed() >> 11;
  const uint64_t count = absl::GetFlag(FLAGS_count).value.value_or(1);
  // Digits from 0 on are told by the same text as rules.
  if (!settings.rules.empty() || HasMadeRules() ||
      geometry->least_digit() == 0) {
    const std::string flag = NotForRules();
    if (flag.empty()) return GenerateForRules(*geometry, settings, seed, count);
    return cli::Fail(cli::ExitCode::kUsage,
                     absl::StrCat(!settings.rules.empty() ? "--rule"
                                  : HasMadeRules()        ? "--with-rules"
                                                          : "--zero",
                                  " does not go together with ", flag));
  }
  const absl::StatusOr<GenerateOptions> options = OptionsFromFlags(
      *geometry, *from, seed, absl::Now() + settings.solver.limits.time);
  if (!options.ok()) {
    return cli::Fail(
        options.status().code() == absl::StatusCode::kInvalidArgument
            ? cli::ExitCode::kUsage
            : cli::ExitCode::kNoInput,
        options.status().message());
  }
  return MakeAndWrite(*geometry, *options, count, settings);
}

}  // namespace sudoku::tool
