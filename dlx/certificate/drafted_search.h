#ifndef DLX_CERTIFICATE_DRAFTED_SEARCH_H_
#define DLX_CERTIFICATE_DRAFTED_SEARCH_H_

// A search in a race, and the draft that it writes.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "dlx/certificate/draft.h"
#include "dlx/certificate/writer.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/run/choice.h"
#include "dlx/search_options.h"

namespace dlx::internal::certificate {

class DraftedSearch {
 public:
  // The engine that searches, and how it branches.
  struct Setting {
    const EngineRow* row;
    Branching branching;
    // Good only now and then.
    bool is_outsider = false;
  };
  // Makes the engine of a row, which is going to use the writer.
  using MakeEngine = std::function<std::unique_ptr<Engine>(
      const EngineRow& row, const SearchOptions& options,
      CertificateWriter& writer)>;

  DraftedSearch(const Problem& problem, const Setting& setting,
                SearchOptions options, const MakeEngine& make_engine)
      : problem_(problem),
        row_(*setting.row),
        is_outsider_(setting.is_outsider),
        draft_(problem) {
    options.branching = setting.branching;
    engine_ = make_engine(row_, options, draft_.writer());
  }
  DraftedSearch(const DraftedSearch&) = delete;
  DraftedSearch& operator=(const DraftedSearch&) = delete;

  Engine::Step Count(uint64_t pause_at) {
    return engine_->Count(pause_at, &count_);
  }

  // The certificate is its own: from now on, all that it has written and is
  // going to write is for the sink, and all memory for it.
  void Publish(CertificateWriter::Sink sink, size_t memory_limit) {
    engine_->SetMemoryLimit(memory_limit);
    draft_.Publish(std::move(sink));
  }

  const EngineRow& row() const { return row_; }
  bool is_outsider() const { return is_outsider_; }
  CertificateWriter& writer() { return draft_.writer(); }
  const Engine& engine() const { return *engine_; }
  const Natural& count() const { return count_; }
  size_t draft_size() const { return draft_.size(); }

  // How long it has run, as estimated from what it did; how long the whole will
  // take at that pace, and how many nodes it will have.
  double time() const {
    return TimeOf(*engine_, row_, problem_, Task::kCount) * TimesAsLong();
  }
  double total() const { return time() / part_done(); }
  double total_nodes() const {
    return static_cast<double>(engine_->nodes()) / part_done();
  }

 private:
  double part_done() const { return std::max(engine_->ExpectedPart(), 1e-9); }
  // As without a certificate: bit_sets has little more to do, but the others
  // go to every leaf, and remember slots.
  double TimesAsLong() const {
    return row_.kind == EngineKind::kBitSets ? 1 : 2.4;
  }

  const Problem& problem_;
  const EngineRow& row_;
  const bool is_outsider_;
  Draft draft_;
  std::unique_ptr<Engine> engine_;
  Natural count_ = 0;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_CERTIFICATE_DRAFTED_SEARCH_H_
