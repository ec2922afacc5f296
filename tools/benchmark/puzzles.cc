// benchmark puzzles: engines and rivals on files of Sudoku puzzles.

#include <algorithm>
#include <cstdio>
#include <random>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "dlx/engines.h"
#include "dlx/problem.h"
#include "dlx/solvers/scratch_folder.h"
#include "sudoku/encoding.h"
#include "sudoku/format/reader.h"
#include "sudoku/geometry.h"
#include "sudoku/solver.h"
#include "tools/benchmark/commands.h"
#include "tools/benchmark/contest.h"
#include "tools/benchmark/contest_table.h"
#include "tools/cli/error.h"
#include "tools/cli/input_file.h"
#include "tools/cli/number_format.h"

namespace contest {
namespace {

// The lines with puzzles, in an order that depends on nothing else: sets are
// often sorted in some way.
std::vector<std::string> ShuffledLines(absl::string_view text) {
  std::vector<std::string> lines;
  for (const absl::string_view line :
       absl::StrSplit(text, '\n', absl::SkipWhitespace())) {
    if (line[0] != '#') lines.emplace_back(line);
  }
  std::mt19937_64 random(1);
  for (size_t i = lines.size(); i > 1; --i) {
    std::swap(lines[i - 1], lines[random() % i]);
  }
  return lines;
}

// Reads all puzzles and solves each, up to a second solution.
Attempt RunEngine(const std::string& text, dlx::EngineKind engine,
                  absl::Duration time_limit) {
  std::optional<sudoku::Solver> solver;
  sudoku::Puzzle puzzle(sudoku::Geometry::Standard());
  int verdicts[4] = {};
  absl::Duration start = ThreadTime();
  sudoku::PuzzleReader reader;
  reader.Feed(text);
  reader.Finish();
  for (;;) {
    const sudoku::PuzzleReader::Result result = reader.Next(&puzzle);
    if (result == sudoku::PuzzleReader::Result::kEnd) break;
    if (result != sudoku::PuzzleReader::Result::kPuzzle) return {};
    if (!solver.has_value() || !(solver->geometry() == puzzle.geometry)) {
      // Made once for a set, which costs nothing if the set is large.
      const absl::Duration pause = ThreadTime();
      absl::StatusOr<sudoku::Solver> created = sudoku::Solver::Create(
          puzzle.geometry, {.limits = {.time = time_limit}, .engine = engine});
      if (!created.ok()) return {};
      solver.emplace(*std::move(created));
      start += ThreadTime() - pause;
    }
    const sudoku::Verdict verdict = solver->Solve(puzzle).verdict;
    if (verdict == sudoku::Verdict::kUndecided) return {};
    ++verdicts[static_cast<int>(verdict)];
    if (ThreadTime() - start > time_limit) return {};
  }
  return {.time = ThreadTime() - start, .answer = absl::StrJoin(verdicts, ",")};
}

std::string PerSecond(size_t puzzles, absl::Duration time) {
  const double rate = puzzles / absl::ToDoubleSeconds(time);
  return cli::WithThousands(static_cast<uint64_t>(rate + 0.5));
}

}  // namespace

cli::ExitCode RunPuzzles(const cli::Arguments& arguments) {
  const dlx::Problem any_puzzle =
      sudoku::Encoding::ForGeometry(sudoku::Geometry::Standard()).problem();
  std::vector<dlx::EngineKind> all = {dlx::EngineKind::kAuto};
  for (const dlx::EngineInfo& engine : dlx::AllEngines()) {
    // It is there to be read.
    if (engine.kind == dlx::EngineKind::kPlainSets) continue;
    if (dlx::CheckEngine(engine.kind, any_puzzle, dlx::Task::kEnumerate).ok()) {
      all.push_back(engine.kind);
    }
  }
  const absl::StatusOr<Settings> settings = SettingsFromFlags(all);
  if (!settings.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, settings.status().message());
  }
  ContestTable table("puzzles a second", "puzzles", settings->Names(),
                     absl::ZeroDuration());
  cli::ExitCode code = cli::ExitCode::kFinished;

  for (const std::string& path :
       ExpandFiles(arguments, {"testdata/sudoku"}, ".txt")) {
    const absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
    if (!file.ok()) {
      return cli::Fail(cli::ExitCode::kNoInput, file.status().message());
    }
    const std::vector<std::string> lines = ShuffledLines(file->text);
    const std::string text = absl::StrCat(absl::StrJoin(lines, "\n"), "\n");
    const absl::StatusOr<dlx::solvers::ScratchFolder> folder =
        dlx::solvers::ScratchFolder::Create();
    if (!folder.ok()) {
      return cli::Fail(cli::ExitCode::kOutputError, folder.status().message());
    }
    const std::string shuffled = folder->PathOf("puzzles.txt");
    if (absl::Status status =
            dlx::solvers::ScratchFolder::Write(shuffled, text);
        !status.ok()) {
      return cli::Fail(cli::ExitCode::kOutputError, status.message());
    }

    std::vector<Contestant> contestants;
    for (const dlx::EngineKind engine : settings->engines) {
      contestants.push_back({std::string(dlx::EngineName(engine)), [&, engine] {
                               return RunEngine(text, engine,
                                                settings->time_limit);
                             }});
    }
    for (const Rival& rival : settings->rivals) {
      contestants.push_back({rival.name, [&] {
                               return RunRival(rival, shuffled, "",
                                               settings->time_limit);
                             }});
    }
    const std::vector<Attempt> runs = Compete(contestants, settings->rounds);
    std::string set = ShortName(path);
    if (!CommonAnswer(runs).has_value()) {
      code = cli::ExitCode::kNo;
      absl::StrAppend(&set, " CONTRADICTION");
    }
    table.AddRow(
        std::move(set), cli::WithThousands(lines.size()), runs,
        [&](absl::Duration time) { return PerSecond(lines.size(), time); });
  }
  std::fputs(table.ToMarkdown().c_str(), stdout);
  return code;
}

}  // namespace contest
