#include "tools/cli/search_flags.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "dlx/engines.h"
#include "dlx/limits.h"
#include "dlx/parallel.h"
#include "dlx/search_options.h"
#include "tools/cli/flag_values.h"

ABSL_FLAG(cli::LimitFlag, limit, {}, "Stop after `N` solutions.");
ABSL_FLAG(cli::LimitFlag, nodes, {},
          "Stop after `N` nodes of the search tree.");
ABSL_FLAG(cli::TimeoutFlag, timeout, {},
          "Stop when this `TIME` has passed: 5s, 100ms, 1m30s, or a number of "
          "seconds.");
ABSL_FLAG(cli::EngineFlag, engine, {},
          absl::StrCat("Search with this `ENGINE`: ",
                       absl::StrJoin(cli::NamesOf<cli::Engines>(), ", "), "."));
ABSL_FLAG(cli::BytesFlag, memory, {dlx::SearchOptions().memory_limit},
          "What is remembered on the way may take so many `BYTES`: 1000000, "
          "512M, 4G.");
ABSL_FLAG(cli::BranchingFlag, branching, {},
          "Branch by this `RULE`: on an item with the fewest options left "
          "(fewest), the same but on items named #... before all others "
          "(sharp), or on the first item that is not covered (input).");
ABSL_FLAG(cli::SeedFlag, seed, {},
          "Search in a random order that depends on nothing but `N`.");
ABSL_FLAG(cli::ThreadsFlag, threads, {},
          "Work with `N` threads, or with one for each processor if that is "
          "0.");

namespace cli {

bool AbslParseFlag(absl::string_view text, ThreadsFlag* flag,
                   std::string* error) {
  int value;
  if (!absl::SimpleAtoi(text, &value) || value < 0 ||
      value > dlx::kMostThreads) {
    *error = absl::StrCat("a number of threads from 1 to ", dlx::kMostThreads,
                          " is expected, or 0 for one for each processor");
    return false;
  }
  flag->value = value;
  return true;
}

std::string AbslUnparseFlag(const ThreadsFlag& flag) {
  return flag.value.has_value() ? absl::StrCat(*flag.value) : "";
}

std::vector<NamedValue<dlx::EngineKind>> Engines::Table() {
  std::vector<NamedValue<dlx::EngineKind>> table = {
      {"auto", dlx::EngineKind::kAuto}};
  for (const dlx::EngineInfo& info : dlx::AllEngines()) {
    table.push_back({info.name, info.kind});
  }
  return table;
}

std::optional<int> WantedThreads() {
  return absl::GetFlag(FLAGS_threads).value;
}

dlx::SearchOptions SearchOptionsFromFlags() {
  dlx::SearchOptions options;
  options.limits.solutions =
      absl::GetFlag(FLAGS_limit).value.value_or(dlx::kUnlimited);
  options.limits.nodes =
      absl::GetFlag(FLAGS_nodes).value.value_or(dlx::kUnlimited);
  options.limits.time = absl::GetFlag(FLAGS_timeout).value;
  options.engine = absl::GetFlag(FLAGS_engine).value;
  options.branching = absl::GetFlag(FLAGS_branching).value;
  options.seed = absl::GetFlag(FLAGS_seed).value;
  options.memory_limit = absl::GetFlag(FLAGS_memory).value;
  return options;
}

}  // namespace cli
