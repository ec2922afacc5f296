#ifndef DLX_SCHEDULE_ORBIT_SEARCH_H_
#define DLX_SCHEDULE_ORBIT_SEARCH_H_

// Counts covers by a search that leaves out what symmetries repeat.
//
// Each cover has exactly one of the options of a primary item. If a symmetry of
// the problem takes one of them to another one, equally many covers have the
// one and the other. So it is enough to count the covers with one option of
// each orbit, and to multiply by how many of the item's options are in it:
//
//     8 queens: 8 places in the first row are 4 pairs of mirror images
//     pentominoes on 6x10: 32 places of the X are 8 orbits
//
// What is left when such an option is taken, a *case*, may have symmetries in
// turn, and then falls into cases itself.
//
// A case is first searched as it is, as any engine would; if that takes several
// times as long as a look for symmetries (orbit_choice.h), there is a look. If
// it finds what pays, the case is counted
// anew in its own cases; if not, the search goes on. Looks are bounded by the
// time that the search took before. So all looks take a part of the time, and
// nothing depends on a clock: times are those of TimeOf() (choice.h).

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/schedule/orbit_choice.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx::internal {

// Whether an engine of the row goes through the tree node by node. Then it can
// be asked about one case after the other.
bool SearchesTheTree(const EngineRow& row);

class OrbitSearch final : public CountsOnly<Engine> {
 public:
  // With no patience, it looks at once, and as long as it takes.
  // REQUIRES: SearchesTheTree(row); the engine is one of the row for this
  // problem and these options, for Task::kCount, and has done nothing yet.
  OrbitSearch(const EngineRow& row, Problem problem, SearchOptions options,
              std::unique_ptr<Engine> search,
              double patience = OrbitLook::kPatience);

  void Restart(absl::Span<const OptionId> givens) override;
  std::unique_ptr<Engine> Twin() const override;
  // What a case has is not told before it is clear that it is not counted anew.
  Step Count(uint64_t pause_at, Natural* count) override;
  double FractionDone() const override;
  double ExpectedPart() const override;
  std::vector<PathStep> Path() const override;
  // A case, or a part of the search in the only one.
  std::unique_ptr<Branch> GiveAway() override;
  void StartAt(const Branch& branch) override;

  // How often a case fell into others.
  uint64_t divisions() const { return divisions_; }

 private:
  struct Case {
    std::vector<OptionId> taken;
    // Each of its covers stands for so many.
    Natural factor = 1;
    double part = 1;  // Of the work.
    // How it came about, one step for each division.
    std::vector<PathStep> path = {};
    // It is searched as it is.
    bool is_settled = false;
    uint32_t looks = 0;
  };
  struct BranchOfCase;

  void StartWith(Case only);
  // Begins the last of the waiting cases. False if there is none.
  bool BeginCase();
  void EndCase();
  void Tell(Natural* count);
  // Looks for symmetries if the search has taken long enough.
  void MayDivide();
  // Makes cases of the one at work if that pays.
  void Divide();
  void UpdateNodes() {
    statistics_.nodes = done_.nodes + (has_case_ ? search_->nodes() : 0);
  }
  void UpdateNodesByDepth() const override;

  const EngineRow* row_;
  Problem problem_;
  SearchOptions options_;
  double patience_;
  std::unique_ptr<Engine> search_;
  std::vector<Case> waiting_;
  Case case_;  // At work, if has_case_.
  bool has_case_ = false;
  Natural count_ = 0;  // Of the case's own covers, those that were not told.
  uint64_t next_look_ = 0;  // A node of the search.
  double done_part_ = 0;
  Statistics done_;  // Of the searches before this one.
  uint64_t divisions_ = 0;
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_ORBIT_SEARCH_H_
