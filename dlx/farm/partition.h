#ifndef DLX_FARM_PARTITION_H_
#define DLX_FARM_PARTITION_H_

// Checks that units are the whole search, and no part of it twice, without a
// search, however the units were made.
//
// Each unit is a way down a tree: the decisions, one after the other. Units
// part the search if at every place to which some of them lead
//
//   * one unit ends there, and it is the only one that leads there; or
//   * all of them go on by deciding about the same option, and both answers are
//     there, taken and not taken; or
//   * all of them go on by saying which option covers the same item, one that
//     is to be covered exactly once, and every option of the item is there.
//
// An answer may be missing if there cannot be a cover that agrees with it,
// because then an option is to be taken that cannot be together with those that
// were taken before, or some item is left with fewer options than it needs.

#include <cstddef>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/farm/unit.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/partial_cover.h"

namespace dlx::units {

// Sees the tree of decisions, in the order in which a search meets it.
class PartitionVisitor {
 public:
  virtual ~PartitionVisitor() = default;
  // The units part by which option covers the item.
  virtual void OnItem(ItemId item) = 0;
  // By whether the option, which can be taken, is.
  virtual void OnOption(OptionId option) = 0;
  // There is no cover here: the item is left with fewer options than it needs.
  virtual void OnDeadEnd(ItemId item) = 0;
  // This unit ends here, and this is decided. An error ends the check.
  virtual absl::Status OnUnit(size_t unit,
                              const internal::PartialCover& cover) = 0;
};

// OK if each cover of the problem is a cover of one of the units, and of no
// other. Otherwise a sentence that names units by their indices and what is
// missing or there twice.
// REQUIRES: the units are about this problem (see ParseUnit).
[[nodiscard]] absl::Status CheckPartition(const Problem& problem,
                                          absl::Span<const Unit> units,
                                          PartitionVisitor* visitor = nullptr);

}  // namespace dlx::units

#endif  // DLX_FARM_PARTITION_H_
