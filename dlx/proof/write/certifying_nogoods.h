#ifndef DLX_PROOF_WRITE_CERTIFYING_NOGOODS_H_
#define DLX_PROOF_WRITE_CERTIFYING_NOGOODS_H_

// A search that writes down what it learns: that of nogoods.
//
// What it learns follows by propagation, and so does what it does not look at
// because it knows better. So the record is a list of the nogoods, as clauses,
// and of the covers.

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/nogoods/assignment.h"
#include "dlx/engine/nogoods/nogoods.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/writer.h"
#include "dlx/search_options.h"

namespace dlx::internal::certificate {

class CertifyingNogoods final : public CountsOnly<Engine>,
                                private NogoodsListener {
 public:
  CertifyingNogoods(const Problem& problem, const SearchOptions& options,
                    CertificateWriter& writer)
      : search_(MakeNogoods(problem, options, *this)), writer_(writer) {
    statistics_ = search_->statistics();
    writer_.Clauses();
  }

  // Adds to *count. There is nothing more to do if nothing more can be written.
  Step Count(uint64_t pause_at, Natural* count) override {
    if (!writer_.ok()) return Step::kExhausted;
    const Step step = search_->Count(pause_at, count);
    if (step == Step::kExhausted) writer_.NoCover({});
    statistics_.nodes = search_->nodes();
    return step;
  }

  double FractionDone() const override { return search_->FractionDone(); }
  std::vector<PathStep> Path() const override { return search_->Path(); }
  // It is not done twice.
  void Restart(absl::Span<const OptionId>) override { std::abort(); }

 private:
  void OnLearnt(absl::Span<const nogoods::Literal> nogood) override {
    clause_.clear();
    for (const nogoods::Literal literal : nogood) {
      clause_.push_back(literal.Negation().code());
    }
    writer_.Learn(clause_);
  }
  void OnForgotten(absl::Span<const uint32_t> numbers) override {
    writer_.Forget(numbers);
  }
  void OnCover(absl::Span<const uint32_t> decisions) override {
    writer_.Cover(decisions);
  }
  void OnExhausted(absl::Span<const uint32_t> decisions) override {
    writer_.NoCover(decisions);
  }
  void UpdateNodesByDepth() const override {
    statistics_ = search_->statistics();
  }

  const std::unique_ptr<Engine> search_;
  CertificateWriter& writer_;
  std::vector<uint32_t> clause_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_NOGOODS_H_
