// Puzzles per second of the engine that solves 9x9 Sudoku, without reading and
// printing: a search for two solutions from the clues, one puzzle at a time and
// two at a time; and the Solver, with all puzzles at once, and with one after
// the other from lines of text. The sets of testdata/, in random order, and all
// of a file of your own with --puzzles=FILE (a puzzle a line). A CPU learns to
// predict the branches of a few puzzles that come again and again; so sets are
// filled up with disguises of their puzzles.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "benchmark/benchmark.h"
#include "dlx/ask/decide.h"
#include "dlx/id.h"
#include "dlx/search_options.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

constexpr size_t kEnoughPuzzles = 4000;

// The numbers 0..8 in random order, but in threes that stay together.
std::array<int, 9> ShuffledLines(std::mt19937& random) {
  std::array<int, 3> bands = {0, 3, 6};
  std::array<int, 3> in_band = {0, 1, 2};
  std::array<int, 9> lines;
  std::shuffle(bands.begin(), bands.end(), random);
  for (int i = 0; i < 9; ++i) {
    if (i % 3 == 0) std::shuffle(in_band.begin(), in_band.end(), random);
    lines[i] = bands[i / 3] + in_band[i % 3];
  }
  return lines;
}

// The same puzzle with digits, rows and columns changed round.
std::string Disguise(const std::string& line, std::mt19937& random) {
  const std::array<int, 9> rows = ShuffledLines(random);
  const std::array<int, 9> columns = ShuffledLines(random);
  std::string digits = "123456789";
  std::shuffle(digits.begin(), digits.end(), random);
  const bool transposed = random() % 2 == 1;
  std::string disguise = line;
  for (int i = 0; i < 81; ++i) {
    const int row = rows[i / 9];
    const int column = columns[i % 9];
    const char cell = line[transposed ? 9 * column + row : 9 * row + column];
    disguise[i] = cell >= '1' && cell <= '9' ? digits[cell - '1'] : cell;
  }
  return disguise;
}

std::vector<Puzzle> ReadPuzzles(const std::string& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    line = line.substr(0, 81);
    if (Grid::FromLine(line).ok()) lines.push_back(line);
  }
  std::mt19937 random(1);
  const size_t count = lines.size();
  for (size_t i = 0; count > 0 && lines.size() < kEnoughPuzzles; ++i) {
    lines.push_back(Disguise(lines[i], random));
  }
  std::shuffle(lines.begin(), lines.end(), random);
  std::vector<Puzzle> puzzles;
  for (const std::string& line : lines) {
    puzzles.emplace_back(Geometry::Standard(), *Grid::FromLine(line));
  }
  return puzzles;
}

// Decides puzzles by their givens.
struct Work {
  explicit Work(const std::string& path)
      : encoding(Encoding::ForGeometry(Geometry::Standard())),
        decider(*dlx::Decider::Create(
            encoding.problem(), {.engine = dlx::EngineKind::kBitPlanes})) {
    for (const Puzzle& puzzle : ReadPuzzles(path)) {
      encoding.AppendGivens(puzzle.clues, givens.emplace_back());
    }
  }

  const Encoding encoding;
  dlx::Decider decider;
  std::vector<std::vector<dlx::OptionId>> givens;
};

void Count(size_t puzzles, benchmark::State& state) {
  if (puzzles < 2) state.SkipWithError("there are no puzzles");
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations() * puzzles));
}

void OneAtATime(benchmark::State& state, const std::string& path) {
  Work work(path);
  for (auto _ : state) {
    for (const std::vector<dlx::OptionId>& givens : work.givens) {
      benchmark::DoNotOptimize(work.decider.Decide(givens).how_many);
    }
  }
  Count(work.givens.size(), state);
}

void TwoAtATime(benchmark::State& state, const std::string& path) {
  Work work(path);
  for (auto _ : state) {
    work.decider.DecideAll(
        work.givens.size(),
        [&work](size_t i) { return dlx::Question(work.givens[i]); },
        [](size_t, const dlx::Decision& decision) {
          benchmark::DoNotOptimize(decision.how_many);
        });
  }
  Count(work.givens.size(), state);
}

void WithSolver(benchmark::State& state, const std::string& path) {
  const std::vector<Puzzle> puzzles = ReadPuzzles(path);
  std::vector<const Puzzle*> pointers;
  for (const Puzzle& puzzle : puzzles) pointers.push_back(&puzzle);
  Solver solver = *Solver::Create(Geometry::Standard());
  for (auto _ : state) {
    solver.SolveAll(pointers, [](size_t, const Answer& answer) {
      benchmark::DoNotOptimize(answer.verdict);
    });
  }
  Count(puzzles.size(), state);
}

// From a line of text to an answer.
void OneFromALine(benchmark::State& state, const std::string& path) {
  std::vector<std::string> lines;
  for (const Puzzle& puzzle : ReadPuzzles(path)) {
    lines.push_back(puzzle.clues.ToLine());
  }
  Solver solver = *Solver::Create(Geometry::Standard());
  Puzzle puzzle(Geometry::Standard());
  for (auto _ : state) {
    for (const std::string& line : lines) {
      puzzle.clues = *Grid::FromLine(line);
      benchmark::DoNotOptimize(solver.Solve(puzzle).verdict);
    }
  }
  Count(lines.size(), state);
}

void Register(const std::string& name, const std::string& path) {
  benchmark::RegisterBenchmark(absl::StrCat("OneAtATime/", name).c_str(),
                               OneAtATime, path);
  benchmark::RegisterBenchmark(absl::StrCat("TwoAtATime/", name).c_str(),
                               TwoAtATime, path);
  benchmark::RegisterBenchmark(absl::StrCat("WithSolver/", name).c_str(),
                               WithSolver, path);
  benchmark::RegisterBenchmark(absl::StrCat("OneFromALine/", name).c_str(),
                               OneFromALine, path);
}

}  // namespace
}  // namespace sudoku

int main(int argc, char** argv) {
  constexpr char kOwn[] = "--puzzles=";
  bool has_own = false;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    if (absl::StartsWith(argv[i], kOwn)) {
      sudoku::Register("own", argv[i] + sizeof(kOwn) - 1);
      has_own = true;
    } else {
      argv[kept++] = argv[i];
    }
  }
  benchmark::Initialize(&kept, argv);
  if (benchmark::ReportUnrecognizedArguments(kept, argv)) return 2;
  for (const char* name : {"17_clue", "top1465", "diabolical", "minimal",
                           "norvig_top95", "norvig_hardest11", "nosolution"}) {
    if (has_own) break;
    sudoku::Register(name, absl::StrCat("testdata/sudoku/", name, ".txt"));
  }
  benchmark::RunSpecifiedBenchmarks();
}
