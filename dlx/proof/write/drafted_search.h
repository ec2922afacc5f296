#ifndef DLX_PROOF_WRITE_DRAFTED_SEARCH_H_
#define DLX_PROOF_WRITE_DRAFTED_SEARCH_H_

// A search in a race, and the draft that it writes.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/draft.h"
#include "dlx/proof/write/writer.h"
#include "dlx/schedule/pace.h"
#include "dlx/schedule/race.h"
#include "dlx/schedule/turns.h"
#include "dlx/search_options.h"

namespace dlx::internal::certificate {

class DraftedSearch final : public Runner {
 public:
  // Makes the engine of a row, which is going to use the writer.
  using MakeEngine = std::function<std::unique_ptr<Engine>(
      const EngineRow& row, const SearchOptions& options,
      CertificateWriter& writer)>;

  // The problem, make_engine and what searches know of all covers must outlive
  // the search. The engine is made when it is its turn.
  DraftedSearch(const Problem& problem, const Setting& setting,
                SearchOptions options, CertificateWriter::Place place,
                const MakeEngine& make_engine, AllCovers& all_covers,
                RaceClock clock)
      : setting_(setting),
        make_engine_(make_engine),
        problem_(problem),
        all_covers_(all_covers),
        options_(std::move(options)),
        clock_(clock),
        draft_(problem, std::move(place)) {
    options_.branching = setting.branching;
  }

  bool Step(RaceTime time) override {
    RaceTime start = Now();
    if (engine_ == nullptr) {
      engine_ = make_engine_(*setting_.row, options_, draft_.writer());
      const RaceTime made = Now();
      time_ += making_ = made - start;
      start = made;
    }
    const uint64_t before = nodes();
    const uint64_t more =
        std::min(pace_.NodesFor(time, kFirstNodes), most_nodes_);
    const bool has_ended = Count(before + more) == Engine::Step::kExhausted;
    const RaceTime taken = Now() - start;
    pace_.NoteStep(nodes() - before, taken);
    time_ += taken;
    pace_.NotePart(time_ - making_, engine_->ExpectedPart(), count_.ToDouble());
    outlook_ = pace_.Foresee(*setting_.row, all_covers_);
    return has_ended;
  }
  // Clauses about many covers take checkers several times as long as a tree, so
  // they have to be so much sooner.
  Standing standing() const override {
    const bool is_long =
        setting_.row->kind == EngineKind::kNogoods && count_ > kManyCovers;
    // A count without a cover so far is like a search for the first one.
    const bool is_learner =
        !setting_.row->speed.is_foreseeable && all_covers_.covers == 0;
    const double prior =
        is_learner ? std::max(setting_.prior, kLearnerOfCount) : setting_.prior;
    Standing standing = {.time = time_,
                         .left = outlook_.left,
                         .doubt = outlook_.doubt,
                         .prior = prior / (is_long ? 8 : 1),
                         .family = setting_.row};
    if (is_long && standing.left.has_value()) *standing.left *= 8;
    return standing;
  }
  RaceTime LeastStep() const override {
    return LeastStepOf(setting_, problem_, has_begun());
  }
  // The next steps have at most so many nodes each.
  void SetMostNodes(uint64_t nodes) { most_nodes_ = nodes; }

  // REQUIRES, of these: it has had a turn.
  Engine::Step Count(uint64_t pause_at) {
    return engine_->Count(pause_at, &count_);
  }
  const Engine& engine() const { return *engine_; }

  // The certificate is its own: from now on, all that it has written and is
  // going to write is for the sink, and all memory for it.
  void Publish(CertificateWriter::Sink sink, size_t memory_limit) {
    engine_->SetMemoryLimit(memory_limit);
    draft_.Publish(std::move(sink));
  }

  const EngineRow& row() const { return *setting_.row; }
  CertificateWriter& writer() { return draft_.writer(); }
  bool has_begun() const { return engine_ != nullptr; }
  uint64_t nodes() const { return has_begun() ? engine_->nodes() : 0; }
  const Natural& count() const { return count_; }
  size_t draft_size() const { return draft_.size(); }

 private:
  static constexpr uint64_t kFirstNodes = 256;
  static constexpr uint64_t kManyCovers = 1000;

  RaceTime Now() const { return absl::ToDoubleNanoseconds((*clock_)()); }

  const Setting setting_;
  const MakeEngine& make_engine_;
  const Problem& problem_;
  AllCovers& all_covers_;
  SearchOptions options_;
  const RaceClock clock_;
  Draft draft_;
  std::unique_ptr<Engine> engine_;
  Natural count_ = 0;
  RaceTime time_ = 0;
  RaceTime making_ = 0;
  uint64_t most_nodes_ = kUnlimited;
  Pace pace_;
  Outlook outlook_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_DRAFTED_SEARCH_H_
