#ifndef DLX_ASK_SYMMETRY_DATA_H_
#define DLX_ASK_SYMMETRY_DATA_H_

// What a SymmetryGroup knows.

#include <vector>

#include "dlx/ask/symmetry.h"
#include "dlx/id.h"
#include "dlx/reduce/symmetry/automorphisms.h"
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

}  // namespace dlx

#endif  // DLX_ASK_SYMMETRY_DATA_H_
