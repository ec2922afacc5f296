#ifndef DLX_SOLVERS_REQUIRE_SOLVER_H_
#define DLX_SOLVERS_REQUIRE_SOLVER_H_

// For tests that run other programs, which may not be installed.

#include <cstdlib>
#include <ostream>

#include "dlx/solvers/external_solver.h"
#include "gtest/gtest.h"

// Skips the test if the solver is not installed, and says how to install it.
// But where DLX_EXPECT_SOLVERS is set, because all of them are installed, the
// test fails.
#define DLX_REQUIRE_SOLVER(solver)                           \
  if (!::dlx::solvers::IsInstalled(solver)) {                \
    ASSERT_EQ(std::getenv("DLX_EXPECT_SOLVERS"), nullptr)    \
        << (solver).name << " should be installed";          \
    GTEST_SKIP() << "apt-get install " << (solver).packages; \
  }                                                          \
  static_assert(true, "a semicolon follows")

namespace dlx::solvers {

// For the names of tests that fail.
inline void PrintTo(const ExternalSolver& solver, std::ostream* out) {
  *out << solver.name;
}

}  // namespace dlx::solvers

#endif  // DLX_SOLVERS_REQUIRE_SOLVER_H_
