#ifndef DLX_ANSWERS_H_
#define DLX_ANSWERS_H_

// The answers of searches. The questions are in search.h and parallel.h.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx {

// An exact cover. Valid until the search that found it goes on.
struct Solution {
  // The options of the cover: first the givens, then the others in the order
  // in which the search chose them.
  absl::Span<const OptionId> options;
  // The sum of their costs.
  int64_t cost = 0;
};

struct EngineChoice {
  EngineKind kind;
  std::string reason;  // A sentence.
};

// How a search as a whole went.
struct SearchSummary {
  Outcome outcome = Outcome::kRunning;
  Statistics statistics = {};
  EngineChoice engine = {};
};

struct CountResult {
  // All covers if summary.outcome is kExhausted, otherwise those found so far.
  Natural count = 0;
  SearchSummary summary = {};
};

struct FirstResult {
  // Empty if there is no cover (outcome kExhausted) or none was found in time.
  std::optional<std::vector<OptionId>> options = std::nullopt;
  int64_t cost = 0;
  SearchSummary summary = {};
};

struct CostedCover {
  std::vector<OptionId> options;
  int64_t cost = 0;
};

struct BestResult {
  // At most k covers, cheapest first; of equal cost, the one found first comes
  // first. They are the k best that exist if summary.outcome is kExhausted.
  std::vector<CostedCover> covers = {};
  // No cover costs less than this; if the search was exhausted, it is the cost
  // of the best cover. Nothing if no bound is known, or if there is no cover.
  std::optional<int64_t> lower_bound = std::nullopt;
  // How much cheaper than the best cover here another one may still be: 0 if
  // none is cheaper. Nothing if there is no cover here.
  std::optional<uint64_t> gap = std::nullopt;
  SearchSummary summary = {};
};

}  // namespace dlx

#endif  // DLX_ANSWERS_H_
