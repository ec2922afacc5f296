#ifndef DLX_ASK_SYMMETRY_CONJUGACY_H_
#define DLX_ASK_SYMMETRY_CONJUGACY_H_

// The conjugacy classes of all automorphisms of a graph, without a look at each
// automorphism: there may be 10^20 of them in a hundred classes.
//
// Those that commute with one, its *centralizer*, are the automorphisms of the
// graph with an arc from each point to its image. So they are found as all
// automorphisms are, and the class has as many elements as the order of the
// group divided by theirs.
//
// Classes are looked for at random: among products of an element of a known
// class with one that commutes with it. (Each element is one: of parts whose
// orders are powers of different primes.) That all are found is no matter of
// chance: then their sizes add up to the order of the group. And that two are
// different is certain: their elements move different numbers of points in
// cycles of some length, or something else tells their graphs with arcs apart,
// or no automorphism of both graphs side by side exchanges the two.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/reduce/symmetry/automorphisms.h"
#include "dlx/reduce/symmetry/colored_graph.h"

namespace dlx::internal {

// The classes, the identity first. Nothing if they are many, or were not found.
// Fails as FindAutomorphisms() does.
//
// REQUIRES: `all` are the automorphisms of the graph, and only the identity
// leaves each of the first `points` vertices where it is.
[[nodiscard]] absl::StatusOr<std::optional<std::vector<ElementClass>>>
FindClasses(const ColoredGraph& graph, size_t points, const Automorphisms& all,
            absl::FunctionRef<absl::Status(uint64_t partitions)> may_go_on,
            size_t memory_limit);

}  // namespace dlx::internal

#endif  // DLX_ASK_SYMMETRY_CONJUGACY_H_
