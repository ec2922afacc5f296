#ifndef TOOLS_CLI_SEARCH_FLAGS_H_
#define TOOLS_CLI_SEARCH_FLAGS_H_

// The flags of every command that searches, as dlx::SearchOptions:
//
//   --limit --nodes --timeout        when to stop
//   --engine --memory                what to search with
//   --branching --seed               in which order
//   --threads                        on how many threads
//
// A command names those that it supports in Command::flags.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "dlx/engines.h"
#include "dlx/search_options.h"
#include "tools/cli/named_values.h"

namespace cli {

// What the flags say. The interrupter and the progress callback are not set.
dlx::SearchOptions SearchOptionsFromFlags();

// --threads, if it was given; 0 stands for one for each processor.
std::optional<int> WantedThreads();

// --threads: 0 to 1024.
struct ThreadsFlag {
  std::optional<int> value = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, ThreadsFlag* flag,
                   std::string* error);
std::string AbslUnparseFlag(const ThreadsFlag& flag);

// --engine: "auto", or a name from dlx::AllEngines().
struct Engines {
  static std::vector<NamedValue<dlx::EngineKind>> Table();
};
using EngineFlag = NamedFlag<Engines>;

// --branching
struct Branchings {
  static std::vector<NamedValue<dlx::Branching>> Table() {
    return {{"fewest", dlx::Branching::kFewestOptions},
            {"sharp", dlx::Branching::kSharpPreference},
            {"input", dlx::Branching::kInputOrder}};
  }
};
using BranchingFlag = NamedFlag<Branchings>;

}  // namespace cli

#endif  // TOOLS_CLI_SEARCH_FLAGS_H_
