// What it costs to start a search: to create one for a problem with a million
// options, and to restart one with givens.
//
//   bazel run //dlx/testing:search_benchmark
//
// memory_per_use is what a search takes for each use of an item by an option,
// in bytes: by so much the process grows. Of a problem without colours, that is
// a node (16), its option (4) and a part of what there is for each option (8).

#include <malloc.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "dlx/id.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/problem.h"
#include "dlx/search.h"

namespace dlx {
namespace {

constexpr uint32_t kItems = 10'000;
constexpr uint32_t kUsesPerOption = 4;

// Each option has four items from all over the list.
absl::StatusOr<Problem> BuildLarge(int64_t options) {
  ProblemBuilder builder;
  for (uint32_t i = 0; i < kItems; ++i) builder.AddPrimary(absl::StrCat(i));
  uint32_t state = 1;
  std::vector<ItemUse> uses(kUsesPerOption);
  for (int64_t k = 0; k < options; ++k) {
    for (uint32_t j = 0; j < kUsesPerOption; ++j) {
      state = state * 1664525 + 1013904223;
      // A part of the items for each j: no item appears twice.
      const uint32_t item =
          (state >> 8) % (kItems / kUsesPerOption) * kUsesPerOption + j;
      uses[j] = ItemId(item);
    }
    builder.AddOption(uses);
  }
  return std::move(builder).Build();
}

// The memory that the process has in use, in bytes.
double ResidentMemory() {
  std::ifstream file("/proc/self/statm");
  double total = 0;
  double resident = 0;
  file >> total >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

void BM_BuildProblem(benchmark::State& state) {
  for (auto _ : state) {
    absl::StatusOr<Problem> problem = BuildLarge(state.range(0));
    if (!problem.ok()) state.SkipWithError("not a problem");
    benchmark::DoNotOptimize(problem);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_BuildProblem)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void BM_ReadProblem(benchmark::State& state) {
  const absl::StatusOr<Problem> large = BuildLarge(state.range(0));
  const absl::StatusOr<std::string> text = io::WriteProblem(*large);
  for (auto _ : state) {
    absl::StatusOr<Problem> problem = io::ReadProblem(*text);
    if (!problem.ok()) state.SkipWithError("not a problem");
    benchmark::DoNotOptimize(problem);
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_ReadProblem)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

void BM_CreateSearch(benchmark::State& state) {
  const absl::StatusOr<Problem> problem = BuildLarge(state.range(0));
  double memory = 0;
  for (auto _ : state) {
    state.PauseTiming();
    malloc_trim(0);  // What earlier searches have left does not count.
    const double before = ResidentMemory();
    state.ResumeTiming();
    absl::StatusOr<Search> search =
        Search::Create(*problem, {.engine = EngineKind::kDancingLinks});
    if (!search.ok()) state.SkipWithError("cannot be searched");
    benchmark::DoNotOptimize(search);
    state.PauseTiming();
    memory = ResidentMemory() - before;
    state.ResumeTiming();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
  state.counters["memory_per_use"] =
      memory / static_cast<double>(problem->use_count());
}
BENCHMARK(BM_CreateSearch)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

// An empty Sudoku: option 81 * i + 9 * j + k puts the digit k into the cell in
// rank i and file j.
absl::StatusOr<Problem> BuildSudoku() {
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < 4 * 81; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat(i)));
  }
  for (int i = 0; i < 9; ++i) {
    for (int j = 0; j < 9; ++j) {
      const int box = i / 3 * 3 + j / 3;
      for (int k = 0; k < 9; ++k) {
        builder.AddOption({items[9 * i + j], items[81 + 9 * i + k],
                           items[162 + 9 * j + k], items[243 + 9 * box + k]});
      }
    }
  }
  return std::move(builder).Build();
}

std::vector<OptionId> Givens(const std::string& puzzle) {
  std::vector<OptionId> givens;
  for (uint32_t cell = 0; cell < puzzle.size(); ++cell) {
    if (puzzle[cell] == '.') continue;
    givens.emplace_back(9 * cell + static_cast<uint32_t>(puzzle[cell] - '1'));
  }
  return givens;
}

// Seventeen clues.
constexpr char kPuzzle[] =
    "........."
    ".....3.85"
    "..1.2...."
    "...5.7..."
    "..4...1.."
    ".9......."
    "5......73"
    "..2.1...."
    "....4...9";

void BM_Restart(benchmark::State& state) {
  const absl::StatusOr<Problem> problem = BuildSudoku();
  absl::StatusOr<Search> search = Search::Create(*problem);
  const std::vector<OptionId> givens = Givens(kPuzzle);
  for (auto _ : state) {
    if (!search->Restart(givens).ok()) state.SkipWithError("bad givens");
  }
  state.counters["givens"] = static_cast<double>(givens.size());
}
BENCHMARK(BM_Restart)->Unit(benchmark::kMicrosecond);

// What a restart spares.
void BM_CreateSudokuSearch(benchmark::State& state) {
  const absl::StatusOr<Problem> problem = BuildSudoku();
  for (auto _ : state) {
    absl::StatusOr<Search> search = Search::Create(*problem);
    if (!search.ok()) state.SkipWithError("cannot be searched");
    benchmark::DoNotOptimize(search);
  }
}
BENCHMARK(BM_CreateSudokuSearch)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace dlx
