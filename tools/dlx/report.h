#ifndef TOOLS_DLX_REPORT_H_
#define TOOLS_DLX_REPORT_H_

// How a search went, for people and for programs.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/search.h"
#include "tools/cli/exit_code.h"

namespace dlx::tool {

struct Report {
  SearchSummary summary = {};
  Natural count = 0;  // Covers found.
  absl::Duration time = absl::ZeroDuration();
  double fraction_done = 0;
  // Of covers of least cost; see dlx::BestResult.
  std::optional<int64_t> lower_bound = std::nullopt;
  std::optional<uint64_t> gap = std::nullopt;
};

// The last line of JSON output, with a line end.
std::string SummaryAsJson(const Report& report);

// Several lines: the engine and why, nodes, updates, time, nodes by depth.
std::string StatisticsAsText(const Report& report);

// A phrase such as "the time limit came first: 12 covers so far, with about 34%
// of the search done". REQUIRES: the outcome is not kExhausted.
std::string Incompleteness(const Report& report);

// kFinished, kLimit or the code of the signal that came.
cli::ExitCode ExitCodeOf(Outcome outcome);

// "no cover", "1 cover", "1,234 covers".
std::string Covers(Natural count);

}  // namespace dlx::tool

#endif  // TOOLS_DLX_REPORT_H_
