#ifndef DLX_DIAGRAM_COMPONENTS_H_
#define DLX_DIAGRAM_COMPONENTS_H_

// The parts that a problem falls into: no option has items of two of them, so
// each cover of the problem is made of one cover of each part, whichever.

#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::diagram {

struct Component {
  Problem problem;
  // Its givens and its item order are those of the component.
  SearchOptions options;
  // Option k of the component is option original[k] of the whole problem.
  std::vector<OptionId> original;
};

// In the order of their first primary items. Nothing if there is only one.
std::vector<Component> FindComponents(const Problem& problem,
                                      const SearchOptions& options);

}  // namespace dlx::internal::diagram

#endif  // DLX_DIAGRAM_COMPONENTS_H_
