#ifndef DLX_PROOF_WRITE_CERTIFYING_SETS_H_
#define DLX_PROOF_WRITE_CERTIFYING_SETS_H_

// A search that writes down where it goes: the one of bit_sets.
//
// All that it sees is a branch. An item that has no option left is one without
// children, a forced item one with a single child; and where it only counts the
// options that are left for the last choice, any open item has just these.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/engine/bit_sets/stage.h"
#include "dlx/engine/bit_sets/walk.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/writer.h"
#include "dlx/search_options.h"

namespace dlx::internal::certificate {

class CertifyingSets final : public CountsOnly<Engine> {
 public:
  CertifyingSets(const Problem& problem, const SearchOptions& options,
                 CertificateWriter& writer)
      // The order of children in a certificate is that of the options.
      : root_(problem, options, Task::kCount, bit_sets::OptionOrder::kAsAdded),
        walk_(root_, options.memory_limit),
        writer_(writer) {
    walk_.TellItems(&branched_on_);
    Restart({});
  }

  // Sets *count to what has been counted so far. There is nothing more to do if
  // nothing more can be written.
  Step Count(uint64_t pause_at, Natural* count) override {
    Step step = Step::kPaused;
    while (step == Step::kPaused && nodes() < pause_at) {
      if (!writer_.ok()) return Step::kExhausted;
      step = walk_.Continue(std::min(pause_at, nodes() + kMostAtATime),
                            /*counting=*/true);
      WriteBranches();
      UpdateStatistics();
    }
    *count = walk_.covers();
    return step;
  }

  double FractionDone() const override { return walk_.part_done(); }
  std::vector<PathStep> Path() const override { return walk_.PathFromRoot(); }
  void Restart(absl::Span<const OptionId> givens) override {
    branched_on_.clear();
    walk_.Start(givens);
    UpdateStatistics();
  }

 private:
  // Nodes before what they tell is written: that fits into a CPU's caches.
  static constexpr uint64_t kMostAtATime = 1 << 14;

  void WriteBranches() {
    for (const uint32_t item : branched_on_) {
      writer_.Branch(root_.sets().primary_id(item));
    }
    branched_on_.clear();
  }

  void UpdateStatistics() {
    statistics_.nodes = walk_.nodes();
    statistics_.updates = walk_.words_seen();
  }
  void UpdateNodesByDepth() const override {
    const absl::Span<const uint64_t> by_depth = walk_.nodes_by_depth();
    statistics_.nodes_by_depth.assign(by_depth.begin(), by_depth.end());
  }

  const bit_sets::RootProblem root_;
  bit_sets::Walk walk_;
  CertificateWriter& writer_;
  std::vector<uint32_t> branched_on_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_SETS_H_
