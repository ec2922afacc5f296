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
#include "tools/cli/suggest.h"

namespace cli {
namespace {

std::string EngineNames() {
  return absl::StrJoin(dlx::AllEngines(), ", ",
                       [](std::string* out, const dlx::EngineInfo& engine) {
                         absl::StrAppend(out, engine.name);
                       });
}

}  // namespace
}  // namespace cli

ABSL_FLAG(cli::LimitFlag, limit, {}, "Stop after `N` solutions.");
ABSL_FLAG(cli::LimitFlag, nodes, {},
          "Stop after `N` nodes of the search tree.");
ABSL_FLAG(
    cli::TimeoutFlag, timeout, {},
    "Stop after this `TIME` of searching: 5s, 100ms, 1m30s, or a number of "
    "seconds.");
ABSL_FLAG(cli::EngineFlag, engine, {},
          absl::StrCat("Search with this `ENGINE`: auto, ", cli::EngineNames(),
                       "."));
ABSL_FLAG(cli::BytesFlag, memory, {dlx::SearchOptions().memory_limit},
          "An engine that remembers things may use so many `BYTES` for them: "
          "1000000, 512M, 4G.");
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
namespace {

struct BranchingName {
  dlx::Branching branching;
  absl::string_view name;
};

constexpr BranchingName kBranchings[] = {
    {dlx::Branching::kFewestOptions, "fewest"},
    {dlx::Branching::kSharpPreference, "sharp"},
    {dlx::Branching::kInputOrder, "input"},
};

// "one of a, b, c is expected; did you mean "b"?"
std::string Expected(absl::string_view text,
                     const std::vector<std::string>& names) {
  const std::vector<absl::string_view> views(names.begin(), names.end());
  return absl::StrCat("one of ", absl::StrJoin(names, ", "), " is expected",
                      DidYouMean(text, views));
}

}  // namespace

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

bool AbslParseFlag(absl::string_view text, EngineFlag* flag,
                   std::string* error) {
  if (text == "auto") {
    flag->value = dlx::EngineKind::kAuto;
    return true;
  }
  if (const std::optional<dlx::EngineKind> engine = dlx::FindEngine(text)) {
    flag->value = *engine;
    return true;
  }
  *error = Expected(text, EngineChoices());
  return false;
}

std::vector<std::string> EngineChoices() {
  std::vector<std::string> names = {"auto"};
  for (const dlx::EngineInfo& info : dlx::AllEngines()) {
    names.emplace_back(info.name);
  }
  return names;
}

std::string AbslUnparseFlag(const EngineFlag& flag) {
  if (flag.value == dlx::EngineKind::kAuto) return "auto";
  return std::string(dlx::EngineName(flag.value));
}

bool AbslParseFlag(absl::string_view text, BranchingFlag* flag,
                   std::string* error) {
  for (const BranchingName& row : kBranchings) {
    if (row.name == text) {
      flag->value = row.branching;
      return true;
    }
  }
  *error = Expected(text, BranchingChoices());
  return false;
}

std::vector<std::string> BranchingChoices() {
  std::vector<std::string> names;
  for (const BranchingName& row : kBranchings) names.emplace_back(row.name);
  return names;
}

std::string AbslUnparseFlag(const BranchingFlag& flag) {
  for (const BranchingName& row : kBranchings) {
    if (row.branching == flag.value) return std::string(row.name);
  }
  return "";
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
