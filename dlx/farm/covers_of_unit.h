#ifndef DLX_FARM_COVERS_OF_UNIT_H_
#define DLX_FARM_COVERS_OF_UNIT_H_

// For tests: what a unit stands for, by the oracle.

#include <algorithm>
#include <vector>

#include "dlx/farm/unit.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/reducer.h"
#include "dlx/testing/oracle.h"

namespace dlx::units {

// In lexicographic order, as AllCovers() has them.
inline std::vector<testing::Cover> CoversOfUnit(const Problem& problem,
                                                const Unit& unit) {
  const internal::Reduction rest = RestrictToUnit(problem, unit);
  std::vector<testing::Cover> covers = testing::AllCovers(rest.problem());
  testing::Cover lifted;
  for (testing::Cover& cover : covers) {
    rest.Lift(cover, lifted);
    std::sort(lifted.begin(), lifted.end());
    cover = lifted;
  }
  std::sort(covers.begin(), covers.end());
  return covers;
}

}  // namespace dlx::units

#endif  // DLX_FARM_COVERS_OF_UNIT_H_
