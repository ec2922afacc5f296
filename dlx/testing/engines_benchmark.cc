// How fast each engine counts all covers of the problems in testdata/dlx.
//
//   bazel run //dlx/testing:engines_benchmark
//   bazel run //dlx/testing:engines_benchmark --
//   --benchmark_filter='langford|queens'
//
// A benchmark is called long_... if EXPECTED.tsv there says that its problem
// takes a while; these run only if a filter asks for them:
//
//   bazel run //dlx/testing:engines_benchmark -- --benchmark_filter=long_
//
// Beside the time, it reports how many covers there are, and the search's
// statistics: nodes and updates, which do not depend on the machine, and nodes
// per second.

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "benchmark/benchmark.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/table.h"
#include "dlx/engines.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/testing/corpus.h"

namespace dlx {
namespace {

void CountAllCovers(benchmark::State& state, const Problem& problem,
                    EngineKind engine) {
  CountResult result;
  for (auto _ : state) {
    absl::StatusOr<CountResult> counted =
        CountSolutions(problem, {.engine = engine});
    if (!counted.ok()) {
      state.SkipWithError(std::string(counted.status().message()).c_str());
      return;
    }
    result = *std::move(counted);
  }
  const double nodes = static_cast<double>(result.summary.statistics.nodes);
  state.counters["covers"] = result.count.ToDouble();
  state.counters["nodes"] = nodes;
  state.counters["updates"] =
      static_cast<double>(result.summary.statistics.updates);
  state.counters["nodes/s"] =
      benchmark::Counter(nodes, benchmark::Counter::kIsIterationInvariantRate);
}

// Only engines that do not visit covers get to the end of a problem with effort
// "memo"; those whose forecast is in doubt do not get to the end of some
// others; and one that is never chosen is there to be read.
bool IsWorthwhile(absl::string_view effort, const Problem& problem,
                  EngineKind engine) {
  const internal::EngineRow& row = internal::FindRow(engine);
  if (row.suits == nullptr && !row.is_last_resort) return false;
  if (row.speed.doubt > 1) {
    return internal::ForeseeLayers(problem, {}).log2_states < 45;
  }
  return effort != "memo" || !row.can.enumerates;
}

// One benchmark for each problem of the table and each engine that can count
// it.
void RegisterAll() {
  for (const testing::CorpusEntry& entry : testing::ReadCorpus()) {
    const Problem problem = testing::ReadCorpusProblem(entry.problem);
    for (const EngineInfo& engine : AllEngines()) {
      if (!CheckEngine(engine.kind, problem, Task::kCount).ok()) continue;
      if (!IsWorthwhile(entry.effort, problem, engine.kind)) continue;
      const std::string full_name =
          absl::StrCat(entry.effort == "long" ? "long_" : "", engine.name, "/",
                       entry.problem);
      benchmark::RegisterBenchmark(
          full_name.c_str(),
          [problem, kind = engine.kind](benchmark::State& state) {
            CountAllCovers(state, problem, kind);
          })
          ->Unit(benchmark::kMillisecond);
    }
  }
}

// True if the command line says which benchmarks to run.
bool HasFilter(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    if (absl::StartsWith(argv[i], "--benchmark_filter")) return true;
  }
  return false;
}

int Main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  std::string quick_only = "--benchmark_filter=-^long_";
  std::string short_runs = "--benchmark_min_time=0.1";
  if (!HasFilter(argc, argv)) {
    arguments.insert(arguments.begin() + 1,
                     {quick_only.data(), short_runs.data()});
  }
  argc = static_cast<int>(arguments.size());
  benchmark::Initialize(&argc, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(argc, arguments.data())) return 1;
  RegisterAll();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace
}  // namespace dlx

int main(int argc, char** argv) { return dlx::Main(argc, argv); }
