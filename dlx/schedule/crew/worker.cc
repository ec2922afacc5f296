#include "dlx/schedule/crew/worker.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "dlx/natural.h"
#include "dlx/schedule/choice.h"

namespace dlx::internal {
namespace {

// Slices are so long that a worker seldom meets the others, and so short that
// others do not wait long for a part of its work.
constexpr absl::Duration kSlice = absl::Microseconds(500);
// If no part can be left to others, no worker waits. An engine that is a
// million levels deep takes milliseconds to say what it has counted so far:
// slices must not become ever shorter for that.
constexpr absl::Duration kLoneSlice = absl::Milliseconds(5);

// Nodes in a slice if it must not depend on time.
constexpr uint64_t kFixedSlice = 4096;

// Covers that are delivered together.
constexpr size_t kLargestBatch = 1 << 14;  // In numbers.

// A worker tells where it stands as often as that, if progress is wanted.
constexpr absl::Duration kPathInterval = absl::Milliseconds(10);

}  // namespace

Worker::Worker(const Job& job, const LimitWatch& watch, WorkList& list)
    : job_(job),
      watch_(watch),
      list_(list),
      pacer_(job.engine->can.shares_tree ? kSlice : kLoneSlice,
             FirstStride(Subject(job.problem, job.remainder).problem())) {
  if (job.nodes_to_part > 0) {
    fixed_slice_ = job.nodes_to_part;
  } else if (job.keep_order && job.engine->can.learns_order) {
    fixed_slice_ = kFixedSlice;
  }
}

void Worker::BeginWith(std::unique_ptr<Engine> engine, Natural counted) {
  engine_ = std::move(engine);
  list_.Include(engine_->nodes(), counted);
  if (BeginUnit()) {
    nodes_reported_ = engine_->nodes();
  } else if (counted > 0) {
    statistics_.Add(engine_->statistics());
  }
}

void Worker::EquipLike(const Worker& other) {
  SearchOptions options = job_.options;
  options.branching = job_.branching;
  engine_ = MakeTwin(*other.engine_, *job_.engine,
                     Subject(job_.problem, job_.remainder), job_.task, options);
}

bool Worker::BeginUnit() {
  unit_ = list_.Take();
  if (unit_ == nullptr) return false;
  if (unit_->branch != nullptr) {
    engine_->StartAt(*unit_->branch);
    unit_->branch.reset();
  }
  slice_end_ = 0;
  nodes_reported_ = 0;
  next_path_ = -absl::InfiniteDuration();
  return true;
}

void Worker::FinishUnit(bool exhausted) {
  statistics_.Add(engine_->statistics());
  list_.Finish(*std::exchange(unit_, nullptr), exhausted);
}

void Worker::Abandon() {
  if (unit_ == nullptr) return;
  list_.Finish(*std::exchange(unit_, nullptr), /*exhausted=*/false);
}

Engine::Step Worker::Run(CoverBatch& covers, Natural& counted) {
  if (job_.only_counts) return engine_->Count(slice_end_, &counted);
  if (job_.best != nullptr) return RunForBest(covers, counted);
  for (;;) {
    const Engine::Step step = engine_->FindNext(slice_end_);
    if (step != Engine::Step::kSolution) return step;
    covers.Add(engine_->solution());
    if (covers.volume() >= kLargestBatch) return step;
  }
}

Engine::Step Worker::RunForBest(CoverBatch& covers, Natural& counted) {
  engine_->SetCostCeiling(job_.best->CeilingAt(unit_->position));
  const Engine::Step step = engine_->FindNext(slice_end_);
  if (step == Engine::Step::kSolution) {
    const absl::Span<const OptionId> cover = engine_->solution();
    const int64_t cost = job_.problem.TotalCost(cover);
    if (job_.best->Add(unit_->position, cover, cost)) covers.Add(cover);
    ++counted;
  }
  return step;
}

bool Worker::DoSlice() {
  if (unit_ == nullptr && !BeginUnit()) return false;
  const absl::Duration start = watch_.Now();
  if (engine_->nodes() >= slice_end_) {
    const uint64_t slice = fixed_slice_ > 0 ? fixed_slice_ : pacer_.stride();
    slice_end_ = engine_->nodes() + std::min(slice, list_.nodes_left());
  }
  CoverBatch covers;
  Natural counted = 0;
  const Engine::Step step = Run(covers, counted);
  if (step == Engine::Step::kPaused) pacer_.Took(watch_.Now() - start);
  if (!covers.empty()) list_.Deliver(*unit_, std::move(covers));
  if (!Report(step, counted)) {
    FinishUnit(/*exhausted=*/step == Engine::Step::kExhausted);
  }
  return true;
}

bool Worker::IsTimeToTellPath() {
  if (job_.options.on_progress == nullptr) return false;
  const absl::Duration now = watch_.Now();
  if (now < next_path_) return false;
  next_path_ = now + kPathInterval;
  return true;
}

bool Worker::Report(Engine::Step step, Natural counted) {
  const uint64_t nodes = engine_->nodes();
  const bool exhausted = step == Engine::Step::kExhausted;
  WorkList::Slice slice = {
      .nodes = nodes - std::exchange(nodes_reported_, nodes),
      .counted = counted,
      .fraction_done = engine_->FractionDone(),
      .exhausted = exhausted};
  if (job_.best != nullptr) slice.lower_bound = engine_->LowerBound();
  if (IsTimeToTellPath()) {
    slice.path = engine_->Path();
    slice.layers = engine_->Layers();
  }
  const WorkList::Advice advice = list_.Report(*unit_, std::move(slice));
  if (exhausted || !advice.may_go_on) return false;
  const bool shares = advice.share || fixed_slice_ > 0;
  if (step == Engine::Step::kPaused && shares) {
    if (std::unique_ptr<Engine::Branch> branch = engine_->GiveAway()) {
      list_.Add(*unit_, std::move(branch));
    }
  }
  return true;
}

}  // namespace dlx::internal
