#ifndef DLX_TESTING_PROGRESS_REPORTS_H_
#define DLX_TESTING_PROGRESS_REPORTS_H_

// What a search has reported of its progress, and in which threads.

#include <cstdint>
#include <thread>
#include <utility>
#include <vector>

#include "dlx/statistics.h"
#include "gtest/gtest.h"

namespace dlx::testing {

class ProgressReports {
 public:
  void Add(const Progress& progress) {
    reports_.push_back({progress, std::this_thread::get_id()});
  }

  // Expects at least one report, all from this thread; none says less than the
  // one before it, or more than `solutions`. Returns the last one.
  Progress ExpectAscent(uint64_t solutions) const {
    EXPECT_FALSE(reports_.empty());
    Progress last;
    for (const auto& [progress, thread] : reports_) {
      EXPECT_GE(progress.fraction_done, last.fraction_done);
      EXPECT_LE(progress.fraction_done, 1.0);
      EXPECT_GE(progress.nodes, last.nodes);
      EXPECT_GE(progress.solutions, last.solutions);
      EXPECT_LE(progress.solutions, solutions);
      EXPECT_EQ(thread, std::this_thread::get_id());
      for (const PathStep& step : progress.path) {
        EXPECT_LT(step.done, step.branches);
      }
      last = progress;
    }
    EXPECT_GT(last.fraction_done, 0);
    return last;
  }

 private:
  std::vector<std::pair<Progress, std::thread::id>> reports_;
};

}  // namespace dlx::testing

#endif  // DLX_TESTING_PROGRESS_REPORTS_H_
