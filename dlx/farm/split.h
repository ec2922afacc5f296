#ifndef DLX_FARM_SPLIT_H_
#define DLX_FARM_SPLIT_H_

// Parts a search into units of work that are all small.
//
// Where the work is in a search tree is not known beforehand: one child of ten
// may have most of it. So what is split, again and again, is the unit that
// seems to be the largest. How large a unit is, a few probes tell (see
// dlx/ask/estimate.h), that is, roughly; a worker that finds a unit too large
// after all splits it once more.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/farm/unit.h"
#include "dlx/limits.h"
#include "dlx/problem.h"

namespace dlx::units {

struct SizedUnit {
  Unit unit;
  // About how many nodes a search visits.
  double nodes = 1;
};

struct SplitOptions {
  // Splitting ends when there are this many units, or nothing to split. There
  // may be somewhat more in the end. Without a number, as many as UnitsFor()
  // says.
  std::optional<size_t> units = std::nullopt;
  uint64_t seed = 0;
  // Splitting ends when the time is over or it is interrupted, with the units
  // that there are by then. The other limits mean nothing here.
  Limits limits = {};
};

// Into how many units a search of `nodes` nodes is best split, if nothing else
// is known. A unit costs about as much as the search of some thousand nodes, to
// be planned, claimed and written; so a short search has few. A long one has a
// thousand, which keep many workers busy.
size_t UnitsFor(double nodes);

// Units that together are the given one: each cover of it is a cover of one of
// them, and only of that one. They stand in the order in which a search meets
// them. A unit that cannot be split, because there is nothing left to decide in
// it, is returned as it is.
std::vector<SizedUnit> SplitUnit(const Problem& problem, const Unit& unit,
                                 const SplitOptions& options = {});

}  // namespace dlx::units

#endif  // DLX_FARM_SPLIT_H_
