#ifndef DLX_ASK_SYMMETRY_DATA_H_
#define DLX_ASK_SYMMETRY_DATA_H_

// What a SymmetryGroup knows, and counts with it.

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "dlx/answers.h"
#include "dlx/ask/symmetry.h"
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

// Counts the covers of the quotient of a symmetry.
using QuotientCounter = absl::FunctionRef<absl::StatusOr<CountResult>(
    const Permutation& symmetry, const Problem& quotient,
    const SearchOptions& options)>;

// CountUpToSymmetry(), with the counts left to `count`: one for a symmetry of
// each kind, the identity first.
[[nodiscard]] absl::StatusOr<ClassCount> CountClasses(
    const SymmetryGroup& group, SearchOptions options, QuotientCounter count);

}  // namespace internal
}  // namespace dlx

#endif  // DLX_ASK_SYMMETRY_DATA_H_
