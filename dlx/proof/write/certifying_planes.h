#ifndef DLX_PROOF_WRITE_CERTIFYING_PLANES_H_
#define DLX_PROOF_WRITE_CERTIFYING_PLANES_H_

// A search that writes down where it goes: the one of bit_planes, with all
// covers visited, and all options of an item tried in their order.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/bit_planes/bit_planes.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/writer.h"
#include "dlx/search_options.h"

namespace dlx::internal::certificate {

class CertifyingPlanes final : public CountsOnly<Engine> {
 public:
  CertifyingPlanes(const Problem& problem, const SearchOptions& options,
                   CertificateWriter& writer)
      : search_(MakeTellingBitPlanes(problem, options, branched_on_)),
        writer_(writer) {
    statistics_ = search_->statistics();
  }

  // Sets *count to what has been counted so far. There is nothing more to do if
  // nothing more can be written.
  Step Count(uint64_t pause_at, Natural* count) override {
    Step step = Step::kPaused;
    while (step == Step::kPaused && nodes() < pause_at) {
      if (!writer_.ok()) return Step::kExhausted;
      branched_on_.clear();
      step = search_->Count(pause_at, count);
      writer_.Branches(branched_on_);
      statistics_.nodes = search_->nodes();
    }
    return step;
  }

  double FractionDone() const override { return search_->FractionDone(); }
  double ExpectedPart() const override { return search_->ExpectedPart(); }
  std::vector<PathStep> Path() const override { return search_->Path(); }
  // It is not done twice.
  void Restart(absl::Span<const OptionId>) override { std::abort(); }

 private:
  void UpdateNodesByDepth() const override {
    statistics_ = search_->statistics();
  }

  std::vector<ItemId> branched_on_;
  const std::unique_ptr<Engine> search_;
  CertificateWriter& writer_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_PLANES_H_
