#include "tools/benchmark/peak_memory.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace contest {
namespace {

// A line of /proc/self/status, such as "VmHWM:     5136 kB".
std::optional<size_t> Status(const std::string& name) {
  std::ifstream file("/proc/self/status");
  for (std::string line; std::getline(file, line);) {
    if (!absl::StartsWith(line, name + ":")) continue;
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
    uint64_t kilobytes;
    if (words.size() < 2 || !absl::SimpleAtoi(words[1], &kilobytes)) break;
    return kilobytes * 1024;
  }
  return std::nullopt;
}

}  // namespace

PeakMemory::PeakMemory() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ofstream clear("/proc/self/clear_refs");
  clear << "5";  // The peak is what there is now.
  clear.close();
  if (!clear.fail()) before_ = Status("VmRSS");
}

std::optional<size_t> PeakMemory::Growth() const {
  const std::optional<size_t> peak = Status("VmHWM");
  if (!before_.has_value() || !peak.has_value()) return std::nullopt;
  return *peak - std::min(*peak, *before_);
}

}  // namespace contest
