#ifndef DLX_ASK_SYMMETRY_DATA_H_
#define DLX_ASK_SYMMETRY_DATA_H_

// What a SymmetryGroup knows.

#include <optional>
#include <vector>

#include "dlx/ask/symmetry.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/reduce/symmetry/automorphisms.h"
#include "dlx/reduce/symmetry/permutation.h"
#include "dlx/reduce/symmetry/problem_graph.h"

namespace dlx {

struct SymmetryGroup::Data {
  internal::ProblemGraph graph;
  std::vector<OptionId> givens = {};
  // Of the vertices of the graph.
  std::vector<internal::Permutation> permutations = {};
  Natural order = 1;
  // If all symmetries were looked for; the generators are those above.
  std::optional<internal::Automorphisms> all = std::nullopt;
  Natural exchanges = 1;
  std::vector<Symmetry> generators = {};  // One for each permutation.
};

}  // namespace dlx

#endif  // DLX_ASK_SYMMETRY_DATA_H_
