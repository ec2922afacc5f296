#include "dlx/run/worker.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "absl/numeric/int128.h"

namespace dlx::internal {
namespace {

// Slices are so long that a worker seldom meets the others, and so short that
// others do not wait long for a part of its work. Nodes of one problem can take
// a thousand times as long as another's.
constexpr uint64_t kFirstSlice = 256;
constexpr absl::Duration kShortSlice = absl::Microseconds(250);
constexpr absl::Duration kLongSlice = absl::Milliseconds(1);

// Nodes in a slice if it must not depend on time.
constexpr uint64_t kFixedSlice = 4096;

// Covers that are delivered together.
constexpr size_t kLargestBatch = 1 << 14;  // In numbers.

}  // namespace

void Worker::BeginWith(std::unique_ptr<Engine> engine) {
  engine_ = std::move(engine);
  BeginUnit();
}

void Worker::PrepareEngine() {
  if (slice_nodes_ > 0) return;
  if (engine_ == nullptr) {
    engine_ = assignment_.engine.make(assignment_.problem, assignment_.task,
                                      assignment_.options);
  }
  if (assignment_.nodes_to_part > 0) {
    always_shares_ = true;
    slice_nodes_ = assignment_.nodes_to_part;
  } else {
    always_shares_ =
        assignment_.keep_order && assignment_.engine.can.learns_order;
    slice_nodes_ = always_shares_ ? kFixedSlice : kFirstSlice;
  }
}

bool Worker::BeginUnit() {
  unit_ = list_.Take();
  if (unit_ == nullptr) return false;
  PrepareEngine();
  if (unit_->branch != nullptr) {
    engine_->StartAt(*unit_->branch);
    unit_->branch.reset();
  }
  slice_end_ = 0;
  nodes_reported_ = 0;
  return true;
}

void Worker::FinishUnit(bool exhausted) {
  statistics_.Add(engine_->statistics());
  list_.Finish(*std::exchange(unit_, nullptr), exhausted);
}

Engine::Step Worker::Run(CoverBatch& covers, absl::uint128& counted) {
  if (assignment_.only_counts) return engine_->Count(slice_end_, &counted);
  if (assignment_.best != nullptr) {
    engine_->SetCostCeiling(assignment_.best->CeilingAt(unit_->position));
  }
  for (;;) {
    const Engine::Step step = engine_->FindNext(slice_end_);
    if (step != Engine::Step::kSolution) return step;
    if (assignment_.best != nullptr) {
      assignment_.best->Add(unit_->position, engine_->solution(),
                            assignment_.problem.TotalCost(engine_->solution()));
      ++counted;
      return step;  // The ceiling may be lower now.
    }
    covers.Add(engine_->solution());
    if (covers.volume() >= kLargestBatch) return step;
  }
}

bool Worker::DoSlice() {
  if (unit_ == nullptr && !BeginUnit()) return false;
  const absl::Duration start = Now();
  if (engine_->nodes() >= slice_end_) {
    slice_end_ = engine_->nodes() + std::min(slice_nodes_, list_.nodes_left());
  }
  CoverBatch covers;
  absl::uint128 counted = 0;
  const Engine::Step step = Run(covers, counted);
  const absl::Duration now = Now();
  const uint64_t nodes = engine_->nodes();
  if (!covers.empty()) list_.Deliver(*unit_, std::move(covers));
  if (step == Engine::Step::kOverflow) list_.StopForOverflow();
  const bool exhausted = step == Engine::Step::kExhausted;
  const WorkList::Advice advice =
      list_.Report(*unit_, {.nodes = nodes - nodes_reported_,
                            .counted = counted,
                            .fraction_done = engine_->FractionDone(),
                            .exhausted = exhausted,
                            .now = now});
  nodes_reported_ = nodes;
  if (exhausted || !advice.may_go_on) {
    FinishUnit(exhausted);
    return true;
  }
  if (step != Engine::Step::kPaused) return true;
  if (advice.share || always_shares_) {
    if (std::unique_ptr<Engine::Branch> branch = engine_->GiveAway()) {
      list_.Add(*unit_, std::move(branch));
    }
  }
  if (!always_shares_) {
    if (now - start < kShortSlice) slice_nodes_ *= 2;
    if (now - start > kLongSlice) {
      slice_nodes_ = std::max<uint64_t>(slice_nodes_ / 2, 1);
    }
  }
  return true;
}

}  // namespace dlx::internal
