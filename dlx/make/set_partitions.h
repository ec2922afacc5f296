#ifndef DLX_MAKE_SET_PARTITIONS_H_
#define DLX_MAKE_SET_PARTITIONS_H_

#include <optional>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::make {

struct SetPartitionsParams {
  int size = 10;
  // If set, only the partitions into so many blocks.
  std::optional<int> blocks = std::nullopt;
};

// The partitions of a set of N things; their number is the Bell number B(N).
//
// This is exact cover pure and simple: the items are the things "x0", "x1",
// ..., and every non-empty subset of them is an option. With `blocks` = k there
// is one more item "#" in every option, with multiplicity k..k; the covers are
// then counted by the Stirling numbers of the second kind.
absl::StatusOr<Problem> MakeSetPartitions(const SetPartitionsParams& params);

}  // namespace dlx::make

#endif  // DLX_MAKE_SET_PARTITIONS_H_
