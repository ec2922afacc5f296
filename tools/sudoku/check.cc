// check: whether puzzles have exactly one solution, and why not.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/ask/explain.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/encoding.h"
#include "sudoku/making/difficulty.h"
#include "sudoku/making/no_solution.h"
#include "sudoku/making/symmetry.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/certificate.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/verdict.h"

namespace sudoku::tool {

namespace {

// How long to look for a reason that is not to be seen at once, at most.
constexpr absl::Duration kTimeForReason = absl::Seconds(1);
constexpr uint64_t kNodesForReason = 100'000;
// A reason of more parts than that is no help.
constexpr size_t kMostParts = 6;

// Why the puzzle has no solution although no clues contradict each other: what
// cannot all come true. Nothing if that takes long to find out.
std::string HiddenReason(const Puzzle& puzzle, const Settings& settings) {
  const dlx::Limits& limits = settings.solver.limits;
  const Encoding encoding = Encoding::ForPuzzle(puzzle);
  const absl::StatusOr<dlx::Explanation> why = dlx::ExplainNoCover(
      encoding.problem(),
      {.limits = {.nodes = std::min(limits.nodes, kNodesForReason),
                  .time = std::min(limits.time, kTimeForReason),
                  .interrupter = &cli::GlobalInterrupter()}});
  if (!why.ok() || !why->irreducible || why->items.empty() ||
      why->items.size() > kMostParts) {
    return "";
  }
  return NoSolutionToString(encoding, why->items);
}

// Rules and givens that cannot all hold. Nothing if that takes long, or they
// are many.
std::string RulesReason(const Puzzle& puzzle, const Settings& settings) {
  const dlx::Limits& limits = settings.solver.limits;
  const std::optional<Clash> clash =
      FindClash(puzzle, {.nodes = limits.nodes,
                         .time = std::min(limits.time, kTimeForReason),
                         .interrupter = &cli::GlobalInterrupter()});
  if (!clash.has_value()) return "";
  if (clash->rules.empty()) {
    Puzzle plain = puzzle;
    plain.rules.clear();
    return HiddenReason(plain, settings);
  }
  const size_t givens = clash->knows_givens ? clash->givens.size() : 0;
  return clash->rules.size() + givens > kMostParts
             ? ""
             : ClashToString(puzzle, *clash);
}

// Of a puzzle that has one solution without the cells of --set: what is in one
// of these in that solution.
std::string ReasonAgainstFilledCells(const Puzzle& puzzle,
                                     const Settings& settings) {
  const int size = puzzle.geometry.size();
  Puzzle without = puzzle;
  std::vector<int> cells;
  for (const FilledCell& filled : settings.filled_cells) {
    cells.push_back(ParseCell(filled.cell, size).value());
    without.clues[cells.back()] = 0;
  }
  SolverOptions options = settings.solver;
  options.limits.interrupter = &cli::GlobalInterrupter();
  absl::StatusOr<Solver> solver =
      Solver::Create(puzzle.geometry, std::move(options));
  if (!solver.ok() || puzzle.has_candidates() || puzzle.has_rules()) {
    return "";
  }
  const Answer& answer = solver->Solve(without);
  if (answer.verdict != Verdict::kUnique) return "";
  for (const int cell : cells) {
    if (answer.solution[cell] == puzzle.clues[cell]) continue;
    return absl::StrCat(puzzle.geometry.CellName(cell), " holds ",
                        answer.solution[cell],
                        " in the only solution without --set");
  }
  return "";
}

// What reasons of puzzles in files may still take together. Any number of
// threads may use it at the same time.
class TimeForReasons {
 public:
  bool is_left() const { return left_ > 0; }
  // Returns what `find` finds, whose time it takes away.
  std::string Spend(absl::FunctionRef<std::string()> find) {
    const absl::Duration start = dlx::SteadyNow();
    std::string reason = find();
    left_ -= absl::ToInt64Microseconds(dlx::SteadyNow() - start);
    return reason;
  }

 private:
  std::atomic<int64_t> left_ = 10'000'000;  // Microseconds.
};

// Without rules a hidden reason takes a thousand times as long as the verdict:
// it is for a question about a single puzzle, not for files of them.
std::string FullReason(const Job& job, const Answer& answer,
                       const Settings& settings, TimeForReasons& time) {
  std::string reason = Reason(job.puzzle, answer);
  const bool has_rules = job.puzzle.has_rules();
  if (answer.verdict == Verdict::kNone && reason.empty() &&
      (job.is_argument || (has_rules && time.is_left()))) {
    reason = time.Spend([&] {
      return has_rules ? RulesReason(job.puzzle, settings)
                       : HiddenReason(job.puzzle, settings);
    });
    if (reason.empty() && !settings.filled_cells.empty()) {
      reason = ReasonAgainstFilledCells(job.puzzle, settings);
    }
  }
  const bool is_wrong =
      answer.verdict == Verdict::kNone || answer.verdict == Verdict::kMultiple;
  if (is_wrong && !job.puzzle.drawings.empty() &&
      !job.puzzle.heading.rules.empty()) {
    absl::StrAppend(&reason, reason.empty() ? "" : "; ",
                    "only its text can tell what is drawn besides: ",
                    absl::StrJoin(job.puzzle.drawings, ", "));
  }
  return reason;
}

std::string CheckedText(const Job& job, const Answer& answer,
                        absl::string_view reason) {
  std::string text = job.Place();
  if (answer.solutions_found < 2) {
    AppendVerdict(answer, reason, &text);
    // For a question about a single puzzle; files are for programs, too.
    if (answer.verdict == Verdict::kUnique && job.is_argument &&
        !job.puzzle.has_rules() && IsSolvedBySingles(job.puzzle)) {
      absl::StrAppend(&text, "; easy: singles alone solve it");
    }
  } else {
    const std::vector<int> cells =
        DifferingCells(answer.solution, answer.second_solution);
    absl::StrAppend(&text, VerdictName(answer.verdict), ": ",
                    answer.solution.ToLine(), " and ",
                    answer.second_solution.ToLine(), " differ in ",
                    absl::StrJoin(CellNames(cells, job.puzzle.geometry), " "));
    if (Transposed(answer.solution) == answer.second_solution) {
      absl::StrAppend(&text, ", and are each other's transpose");
    }
    absl::StrAppend(&text, reason.empty() ? "" : "; ", reason);
  }
  if (!job.puzzle.note.empty()) {
    absl::StrAppend(&text, " (", job.puzzle.note, ")");
  }
  text.push_back('\n');
  return text;
}

}  // namespace

cli::ExitCode Check(const cli::Arguments& arguments, const Settings& settings) {
  const OutputFormat format = settings.format.value_or(OutputFormat::kLine);
  BatchOptions options = {.solver = settings.solver};
  Certificates certificates(arguments);
  if (const absl::Status status = certificates.status(); !status.ok()) {
    return cli::Fail(absl::IsInvalidArgument(status)
                         ? cli::ExitCode::kUsage
                         : cli::ExitCode::kOutputError,
                     status.message());
  }
  certificates.WriteAfter(options);
  options.threads = AreAllPuzzles(arguments) ? 1 : settings.ThreadCount();
  options.report.summary = ReportOptions::Summary::kAlways;
  if (format == OutputFormat::kCsv) options.report.header = VerdictHeader();
  TimeForReasons time;
  const auto write = [&](Job& job, const Answer& answer) {
    if (answer.verdict == Verdict::kNone ||
        answer.verdict == Verdict::kMultiple) {
      job.fate = Fate::kNo;
    }
    const std::string reason = FullReason(job, answer, settings, time);
    job.output = IsForPrograms(format)
                     ? VerdictRecord(job, answer, reason).ToLine(format)
                     : CheckedText(job, answer, reason);
  };
  return certificates.Finish(RunChunkedBatch(
      arguments, settings, options, [&](absl::Span<Job> jobs, Worker& worker) {
        SolveJobs(jobs, worker, [&](Job& job, const Answer& answer) {
          write(job, answer);
          certificates.Prove(job, answer, worker, settings.solver.limits);
        });
      }));
}

}  // namespace sudoku::tool
