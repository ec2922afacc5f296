#ifndef DLX_REDUCE_SYMMETRY_AUTOMORPHISMS_H_
#define DLX_REDUCE_SYMMETRY_AUTOMORPHISMS_H_

// The automorphisms of a graph with colours.
//
// Vertices are singled out, one after the other (the *base*), until the refined
// partition has each vertex in a cell of its own. Then an automorphism is known
// by where it takes the base. From the last base vertex to the first one, the
// search asks: where else can this one go, if those before it stay? Each answer
// is an automorphism, which is checked, or the proof that there is none, by a
// search through partitions that is cut off where they differ. What
// automorphisms have been found already lead to is not asked again. The order
// of the group is the product of the numbers of places where each base vertex
// can go. (That is the idea of McKay's "Practical graph isomorphism", 1981,
// without canonical labels.)
//
// A search that is cut off late can take any time.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/natural.h"
#include "dlx/reduce/symmetry/colored_graph.h"
#include "dlx/reduce/symmetry/permutation.h"

namespace dlx::internal {

struct Automorphisms {
  std::vector<uint32_t> base;
  // Those that leave the first k base vertices where they are generate all that
  // do so, for each k.
  std::vector<Permutation> generators;
  // In how many places each base vertex can be, if those before it stay; and
  // the product of these numbers.
  std::vector<uint64_t> orbit_lengths;
  Natural order = 1;
};

// Asks `may_go_on` before each partition and now and then while it refines one,
// with how many there are with it, and fails as that does, or if memory would
// be exceeded.
[[nodiscard]] absl::StatusOr<Automorphisms> FindAutomorphisms(
    const ColoredGraph& graph,
    absl::FunctionRef<absl::Status(uint64_t partitions)> may_go_on,
    size_t memory_limit);

}  // namespace dlx::internal

#endif  // DLX_REDUCE_SYMMETRY_AUTOMORPHISMS_H_
