#ifndef DLX_ASK_SYMMETRY_DATA_H_
#define DLX_ASK_SYMMETRY_DATA_H_

// What a SymmetryGroup knows, and counts with it.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "dlx/answers.h"
#include "dlx/ask/symmetry.h"
#include "dlx/ask/symmetry/factors.h"
#include "dlx/ask/symmetry/find_factors.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/symmetry/automorphisms.h"
#include "dlx/reduce/symmetry/permutation.h"
#include "dlx/reduce/symmetry/problem_graph.h"

namespace dlx {

struct SymmetryGroup::Data {
  internal::ProblemGraph graph;
  std::vector<OptionId> givens = {};
  // Of the vertices of the graph. Without a base, and the lengths that go with
  // it, unless all symmetries were looked for.
  internal::Automorphisms automorphisms = {};
  bool has_all = false;
  Natural exchanges = 1;
  std::vector<Symmetry> generators = {};  // One for each generator above.
};

namespace internal {

// Symmetries of which equally many covers are left as they are. The group is
// the product of symmetric factors and of a rest, and so are its kinds.
struct SymmetryKinds {
  Factors factors;
  // Of what the factors make, and of the rest; the identity first.
  std::vector<ElementClass> of_factors;
  std::vector<ElementClass> of_rest;
  // The order of the group is the product of these.
  std::vector<uint64_t> order;
};

// Groups up to this size are looked at as they are, without factors.
inline constexpr uint64_t kFewSymmetries = 50'000;

// Fails if the kinds of a large group are not found, if a limit of the watch
// comes first, or if more memory would be needed.
[[nodiscard]] absl::StatusOr<SymmetryKinds> FindKinds(
    const SymmetryGroup::Data& data, const LimitWatch& watch,
    size_t memory_limit);

// Counts the covers of the quotient of a symmetry.
using QuotientCounter = absl::FunctionRef<absl::StatusOr<CountResult>(
    const Permutation& symmetry, const Problem& quotient,
    const SearchOptions& options)>;

// CountUpToSymmetry(), with the counts left to `count`: for each kind of the
// rest, one for the product with each kind of the factors. `on_kinds` is told
// the kinds before.
[[nodiscard]] absl::StatusOr<ClassCount> CountClasses(
    const SymmetryGroup& group, SearchOptions options, QuotientCounter count,
    absl::FunctionRef<void(const SymmetryKinds& kinds)> on_kinds =
        [](const SymmetryKinds&) {});

}  // namespace internal
}  // namespace dlx

#endif  // DLX_ASK_SYMMETRY_DATA_H_
