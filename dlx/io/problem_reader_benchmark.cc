// How fast problems are read and written. A problem with a million options of
// four items is about 20 MB of text.
//
//   bazel run //dlx/io:problem_reader_benchmark

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "benchmark/benchmark.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/problem.h"

namespace dlx::io {
namespace {

constexpr uint32_t kItems = 10'000;

// Each option has four items from all over the list, so that looking them up
// is not a matter of the cache.
std::string MakeText(int64_t options) {
  std::string text;
  for (uint32_t i = 0; i < kItems; ++i) absl::StrAppend(&text, "i", i, " ");
  text += "\n";
  uint32_t state = 1;
  for (int64_t k = 0; k < options; ++k) {
    for (uint32_t j = 0; j < 4; ++j) {
      state = state * 1664525 + 1013904223;
      // A quarter of the items for each j: no item appears twice.
      const uint32_t item = (state >> 8) % (kItems / 4) * 4 + j;
      absl::StrAppend(&text, j == 0 ? "i" : " i", item);
    }
    text += "\n";
  }
  return text;
}

void BM_ReadProblem(benchmark::State& state) {
  const std::string text = MakeText(state.range(0));
  for (auto _ : state) {
    absl::StatusOr<Problem> problem = ReadProblem(text);
    if (!problem.ok()) state.SkipWithError("not a problem");
    benchmark::DoNotOptimize(problem);
  }
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(text.size()));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_ReadProblem)
    ->Arg(1'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);

void BM_WriteProblem(benchmark::State& state) {
  const absl::StatusOr<Problem> problem = ReadProblem(MakeText(state.range(0)));
  int64_t bytes = 0;
  for (auto _ : state) {
    absl::StatusOr<std::string> text = WriteProblem(*problem);
    if (!text.ok()) state.SkipWithError("cannot be written");
    bytes += static_cast<int64_t>(text->size());
    benchmark::DoNotOptimize(text);
  }
  state.SetBytesProcessed(bytes);
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(BM_WriteProblem)
    ->Arg(1'000)
    ->Arg(1'000'000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace dlx::io
