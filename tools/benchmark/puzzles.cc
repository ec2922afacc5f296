// benchmark puzzles: engines and rivals on files of Sudoku puzzles.

#include <algorithm>
#include <cstdio>
#include <random>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "dlx/base/cpu_time.h"
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
  absl::Duration start = dlx::ThreadCpuTime();
  sudoku::PuzzleReader reader;
  reader.Feed(text);
  reader.Finish();
  for (;;) {
    const sudoku::PuzzleReader::Result result = reader.Next(&puzzle);
    if (result == sudoku::PuzzleReader::Result::kEnd) break;
    if (result != sudoku::PuzzleReader::Result::kPuzzle) return {};
    if (!solver.has_value() || !(solver->geometry() == puzzle.geometry)) {
      // Made once for a set, which costs nothing if the set is large.
      const absl::Duration pause = dlx::ThreadCpuTime();
      absl::StatusOr<sudoku::Solver> created = sudoku::Solver::Create(
          puzzle.geometry, {.limits = {.time = time_limit}, .engine = engine});
      if (!created.ok()) return {};
      solver.emplace(*std::move(created));
      start += dlx::ThreadCpuTime() - pause;
    }
    const sudoku::Verdict verdict = solver->Solve(puzzle).verdict;
    if (verdict == sudoku::Verdict::kUndecided) return {};
    ++verdicts[static_cast<int>(verdict)];
    if (dlx::ThreadCpuTime() - start > time_limit) return {};
  }
  return {.time = dlx::ThreadCpuTime() - start,
          .answer = absl::StrJoin(verdicts, ",")};
}

std::string PerSecond(size_t puzzles, absl::Duration time) {
  const double rate = puzzles / absl::ToDoubleSeconds(time);
  return cli::WithThousands(static_cast<uint64_t>(rate + 0.5));
}

// Those that can solve a common Sudoku.
std::vector<dlx::EngineKind> EnginesForPuzzles() {
  const sudoku::Encoding encoding =
      sudoku::Encoding::ForGeometry(sudoku::Geometry::Standard());
  std::vector<dlx::EngineKind> engines = EnginesToCompare();
  std::erase_if(engines, [&](dlx::EngineKind engine) {
    return !dlx::CheckEngine(engine, encoding.problem(), dlx::Task::kEnumerate)
                .ok();
  });
  return engines;
}

// The puzzles of a set, for engines and for rivals.
struct PuzzleSet {
  size_t count;
  std::string text;
  dlx::solvers::ScratchFolder folder;
  std::string path;  // Of a file with the text.
};

absl::StatusOr<PuzzleSet> Shuffle(absl::string_view text) {
  const std::vector<std::string> lines = ShuffledLines(text);
  absl::StatusOr<dlx::solvers::ScratchFolder> folder =
      dlx::solvers::ScratchFolder::Create();
  if (!folder.ok()) return folder.status();
  std::string path = folder->PathOf("puzzles.txt");
  PuzzleSet set = {.count = lines.size(),
                   .text = absl::StrCat(absl::StrJoin(lines, "\n"), "\n"),
                   .folder = *std::move(folder),
                   .path = std::move(path)};
  if (absl::Status status =
          dlx::solvers::ScratchFolder::Write(set.path, set.text);
      !status.ok()) {
    return status;
  }
  return set;
}

std::vector<Contestant> Contestants(const PuzzleSet& set,
                                    const Settings& settings) {
  std::vector<Contestant> contestants;
  for (const dlx::EngineKind engine : settings.engines) {
    contestants.push_back(
        {std::string(dlx::EngineName(engine)), [&set, &settings, engine] {
           return RunEngine(set.text, engine, settings.time_limit);
         }});
  }
  for (const Rival& rival : settings.rivals) {
    contestants.push_back({rival.name, [&set, &settings, &rival] {
                             return RunRival(rival, set.path, "",
                                             settings.time_limit);
                           }});
  }
  return contestants;
}

}  // namespace

cli::ExitCode RunPuzzles(const cli::Arguments& arguments) {
  const absl::StatusOr<Settings> settings =
      SettingsFromFlags(EnginesForPuzzles());
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
    const absl::StatusOr<PuzzleSet> set = Shuffle(file->text);
    if (!set.ok()) {
      return cli::Fail(cli::ExitCode::kOutputError, set.status().message());
    }
    const std::vector<Attempt> runs =
        Compete(Contestants(*set, *settings), settings->rounds);
    std::string name = ShortName(path);
    if (!CommonAnswer(runs).has_value()) {
      code = cli::ExitCode::kNo;
      absl::StrAppend(&name, " CONTRADICTION");
    }
    table.AddRow(
        std::move(name), cli::WithThousands(set->count), runs,
        [&](absl::Duration time) { return PerSecond(set->count, time); });
  }
  std::fputs(table.ToMarkdown().c_str(), stdout);
  return code;
}

}  // namespace contest
