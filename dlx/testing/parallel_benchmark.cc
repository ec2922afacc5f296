// How searches scale over threads.
//
//   bazel run //dlx/testing:parallel_benchmark
//
// The argument is the number of threads. Beside the wall-clock time (of an idle
// machine, or it says little) and the CPU time of all threads, each reports the
// nodes that were visited, which must not grow with the number of threads.
//
// Small ones show that threads which are not needed cost nothing.

#include <algorithm>
#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "benchmark/benchmark.h"
#include "dlx/engines.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/corpus.h"

namespace dlx {
namespace {

void Report(benchmark::State& state, const SearchSummary& summary) {
  state.counters["nodes"] = static_cast<double>(summary.statistics.nodes);
}

void Count(benchmark::State& state, absl::string_view name, EngineKind engine) {
  const Problem problem = testing::ReadCorpusProblem(name);
  const Parallelism parallelism = {.threads = static_cast<int>(state.range(0))};
  for (auto _ : state) {
    const absl::StatusOr<CountResult> result =
        CountInParallel(problem, {.engine = engine}, parallelism);
    Report(state, result->summary);
  }
}

void Visit(benchmark::State& state, absl::string_view name, EngineKind engine,
           bool keep_order) {
  const Problem problem = testing::ReadCorpusProblem(name);
  const Parallelism parallelism = {.threads = static_cast<int>(state.range(0)),
                                   .keep_order = keep_order};
  for (auto _ : state) {
    uint64_t options = 0;
    const absl::StatusOr<SearchSummary> summary = ForEachInParallel(
        problem,
        [&](const Solution& solution) {
          options += solution.options.size();
          return true;
        },
        {.engine = engine}, parallelism);
    benchmark::DoNotOptimize(options);
    Report(state, *summary);
  }
}

void Threads(benchmark::internal::Benchmark* benchmark) {
  for (int threads = 1; threads < ProcessorCount(); threads *= 2) {
    benchmark->Arg(threads);
  }
  benchmark->Arg(std::max(2, ProcessorCount()));
  benchmark->UseRealTime()->MeasureProcessCPUTime();
}

constexpr EngineKind kDancingLinks = EngineKind::kDancingLinks;

BENCHMARK_CAPTURE(Count, small_queens_8, "queens-8", kDancingLinks)
    ->Apply(Threads)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Count, queens_12, "queens-12", kDancingLinks)
    ->Apply(Threads)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Count, pent_6x10, "pent-6x10", kDancingLinks)
    ->Apply(Threads)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Count, pent_6x10_bit_sets, "pent-6x10", EngineKind::kBitSets)
    ->Apply(Threads)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Count, multiplicities, "mcc-queendom-8", kDancingLinks)
    ->Apply(Threads)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Visit, langford_12, "langford-12", kDancingLinks, false)
    ->Apply(Threads)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(Visit, langford_12_in_order, "langford-12", kDancingLinks,
                  true)
    ->Apply(Threads)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dlx
