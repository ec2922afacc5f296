#ifndef DLX_ASK_SYMMETRY_STRUCTURE_H_
#define DLX_ASK_SYMMETRY_STRUCTURE_H_

// The name of a group, where it is plain.
//
// A group is split into what moves no points in common, symmetric factors
// (factors.h), and what is left of these. If that is small, it is known by how
// many elements it has of which order: as the product of cyclic groups C2, C3,
// ..., as the rotations and reflections of a polygon D3, D4, ..., as A4 or A5.
// An element of order two that commutes with all is split off where it can be.

#include <cstddef>
#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/reduce/symmetry/permutation.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::internal {

// The name of the group that these generate: "D4", "C2^2", "S3 x S7",
// "S7 wr S3", "C1" if it has one element. D4 has 8 elements. Empty if it is not
// plain. Fails as FindFactors() does.
[[nodiscard]] absl::StatusOr<std::string> NameOfGroup(
    size_t degree, absl::Span<const Permutation> generators,
    const LimitWatch& watch, size_t memory_limit);

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_STRUCTURE_H_
