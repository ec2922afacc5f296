#ifndef TOOLS_SUDOKU_COMPARE_FLAGS_H_
#define TOOLS_SUDOKU_COMPARE_FLAGS_H_

// The flags of `sudoku compare`, as the values that it needs.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "sudoku/lab/method.h"
#include "tools/sudoku/flags.h"

namespace sudoku::tool {

// --methods: names from the table of methods, or "all", "own" or "external",
// with commas between them.
struct MethodsFlag {
  std::vector<const Method*> methods = {};  // Empty if nothing was said.
};
bool AbslParseFlag(absl::string_view text, MethodsFlag* flag,
                   std::string* error);
std::string AbslUnparseFlag(const MethodsFlag& flag);

// --format: text, json or csv.
struct TableFormatFlag {
  OutputFormat value = OutputFormat::kDefault;  // Text.
};
bool AbslParseFlag(absl::string_view text, TableFormatFlag* flag,
                   std::string* error);
std::string AbslUnparseFlag(const TableFormatFlag& flag);

struct CompareFlags {
  std::vector<const Method*> methods;  // Empty: whatever seems sensible.
  OutputFormat format;                 // kDefault (text), kJson or kCsv.
  bool shows_counters;
  MethodOptions options;  // Without max_time.
  std::optional<absl::Duration> max_time;
};
CompareFlags CompareFlagsFromCommandLine();

// The entries of these flags for cli::Command::flags.
std::vector<absl::string_view> CompareFlagNames();

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_COMPARE_FLAGS_H_
