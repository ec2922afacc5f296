#ifndef TOOLS_CLI_FLAG_VALUES_H_
#define TOOLS_CLI_FLAG_VALUES_H_

// Types of flags that Abseil does not have. Each is a struct with one value, so
// that it can be the type of an ABSL_FLAG; a value that is not set is shown as
// nothing at all.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "tools/cli/named_values.h"

namespace cli {

// A number of at least 1: how many of something are enough.
struct LimitFlag {
  std::optional<uint64_t> value = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, LimitFlag* flag, std::string* error);
std::string AbslUnparseFlag(const LimitFlag& flag);

// Any number.
struct SeedFlag {
  std::optional<uint64_t> value = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, SeedFlag* flag, std::string* error);
std::string AbslUnparseFlag(const SeedFlag& flag);

// A positive time: "5s", "100ms", "1m30s", or a number of seconds.
struct TimeoutFlag {
  absl::Duration value = absl::InfiniteDuration();
};
bool AbslParseFlag(absl::string_view text, TimeoutFlag* flag,
                   std::string* error);
std::string AbslUnparseFlag(const TimeoutFlag& flag);

// A number of bytes: "1000000", or with a binary unit, "512M", "1.5G", "2GiB".
struct BytesFlag {
  size_t value = 0;
};
bool AbslParseFlag(absl::string_view text, BytesFlag* flag, std::string* error);
std::string AbslUnparseFlag(const BytesFlag& flag);

// How often a flag stands on the command line: "--more --more", or "--more=2".
struct CountFlag {
  int times = 0;
};
bool AbslParseFlag(absl::string_view text, CountFlag* flag, std::string* error);
std::string AbslUnparseFlag(const CountFlag& flag);

// One of several parts of the work: "2/10" is the second of ten.
struct ShardFlag {
  size_t number = 1;
  size_t count = 1;
};
bool AbslParseFlag(absl::string_view text, ShardFlag* flag, std::string* error);
std::string AbslUnparseFlag(const ShardFlag& flag);

// Text to read, or JSON Lines for programs.
enum class Format { kText, kJson };
struct Formats {
  static std::vector<NamedValue<Format>> Table() {
    return {{"text", Format::kText},
            {"json", Format::kJson},
            {"jsonl", Format::kJson}};
  }
};
using FormatFlag = NamedFlag<Formats>;

}  // namespace cli

#endif  // TOOLS_CLI_FLAG_VALUES_H_
