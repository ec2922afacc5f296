#ifndef DLX_UNITS_COVERS_OF_UNIT_H_
#define DLX_UNITS_COVERS_OF_UNIT_H_

// For tests: what a unit stands for, by the oracle.

#include <algorithm>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/restriction.h"
#include "dlx/testing/oracle.h"
#include "dlx/units/unit.h"

namespace dlx::units {

// In lexicographic order, as AllCovers() has them.
inline std::vector<testing::Cover> CoversOfUnit(const Problem& problem,
                                                const Unit& unit) {
  const Restriction rest = RestrictToUnit(problem, unit);
  std::vector<testing::Cover> covers = testing::AllCovers(rest.problem);
  for (testing::Cover& cover : covers) {
    for (OptionId& option : cover) option = rest.original[option.value()];
    std::sort(cover.begin(), cover.end());
  }
  std::sort(covers.begin(), covers.end());
  return covers;
}

}  // namespace dlx::units

#endif  // DLX_UNITS_COVERS_OF_UNIT_H_
