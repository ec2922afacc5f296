// Covers one by one: nested loops over the covers of the parts. The innermost
// loop is that of the smallest part, whose covers come again and again.
//
// What has been found of a part is kept, as long as there is memory for it, so
// the inner loops search once; where there is too much, a loop searches again.
// Before the first cover of all, the parts take turns until each of them has
// one.
//
// When the covers of all inner loops are known, branches of the tree of the
// outermost one can be left to other engines.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/natural.h"
#include "dlx/schedule/parts_engine.h"

namespace dlx::internal::parts {
namespace {

// If a part needs no more than so many nodes and covers after its first one,
// there is no need of its engine any more.
constexpr uint64_t kFewNodes = 64;
constexpr size_t kFewCovers = 64;

// Covers of a part.
class Record {
 public:
  size_t size() const { return ends_.size(); }
  absl::Span<const OptionId> operator[](size_t k) const {
    const size_t begin = k == 0 ? 0 : ends_[k - 1];
    return absl::MakeConstSpan(options_).subspan(begin, ends_[k] - begin);
  }
  // Returns how many bytes that takes.
  size_t Add(absl::Span<const OptionId> cover) {
    options_.insert(options_.end(), cover.begin(), cover.end());
    ends_.push_back(options_.size());
    return cover.size() * sizeof(OptionId) + sizeof(size_t);
  }
  void Clear() {
    options_.clear();
    ends_.clear();
  }

 private:
  std::vector<OptionId> options_;
  std::vector<size_t> ends_;
};

// A loop over the covers of a part.
struct Loop {
  PartRunner* runner;
  // All covers so far; or, if they are not kept, the last one. Shared with
  // others when it is complete.
  std::shared_ptr<Record> record = std::make_shared<Record>();
  bool keeps_all = true;
  size_t next = 0;  // The next one of the record.

  Natural found = 0;       // By the engine in this round.
  Natural counted = 0;     // Those it has only counted then.
  bool has_ended = false;  // It has found all.
  Natural total = 0;       // How many that is, if it once has.
  bool is_total_known = false;

  size_t begin = 0;  // Where its options begin in the solution.
  // How much of the round is done without what its present cover stands for,
  // and with it.
  double before = 0;
  double after = 0;

  bool is_complete() const { return keeps_all && has_ended; }
  // Covers of this round that are done with, the present one included.
  Natural passed() const { return found - (record->size() - next); }
  Natural total_so_far() const {
    return is_total_known ? total : found + counted;
  }

  void StartAfresh() {
    record = std::make_shared<Record>();
    keeps_all = true;
    is_total_known = false;
    BeginRound();
    found = counted = 0;
    has_ended = false;
  }
  void BeginRound() {
    next = 0;
    before = after = 0;
    if (keeps_all) return;
    record->Clear();
    found = 0;
    has_ended = false;
  }
};

class Lister final : public PartsEngine {
 public:
  // With models alone it gives no covers, but knows whether there are some.
  explicit Lister(std::shared_ptr<const Plan> plan, bool only_models = false)
      : PartsEngine(std::move(plan), only_models),
        solution_(this->plan().split.chosen) {
    for (size_t i = runners().size(); i-- > 0;) {
      loops_.push_back({&runners()[i]});
    }
    replays_.resize(loops_.size());
    Lister::SetMemoryLimit(this->plan().options.memory_limit);
    Begin();
  }

  void Restart(absl::Span<const OptionId>) override {
    StartAfresh();
    for (Loop& loop : loops_) loop.StartAfresh();
    Begin();
  }

  std::unique_ptr<Engine> Twin() const override {
    return std::make_unique<Lister>(shared_plan());
  }

  Step FindNext(uint64_t pause_at) override;
  Step Count(uint64_t pause_at, Natural* count) override;
  absl::Span<const OptionId> solution() const override { return solution_; }
  void SetCostCeiling(int64_t) override {}

  double FractionDone() const override;
  void SetMemoryLimit(size_t bytes) override {
    record_limit_ = bytes / 2;
    PartsEngine::SetMemoryLimit(bytes - record_limit_);
  }

  std::unique_ptr<Branch> GiveAway() override;
  void StartAt(const Branch& branch) override;

  // A part that turned out to have no cover, if there is one.
  std::optional<size_t> EmptyPart() const {
    for (const Loop& loop : loops_) {
      if (loop.has_ended && loop.total == 0) {
        return static_cast<size_t>(&loop.runner->part() -
                                   plan().split.parts.data());
      }
    }
    return std::nullopt;
  }

 private:
  struct BranchOfOutermost : Branch {
    std::unique_ptr<BranchOfPart> of_part;
    std::vector<std::shared_ptr<Record>> inner;  // Of all other loops.
  };

  void Begin() {
    loops_[0].keeps_all = false;
    has_firsts_ = is_over_ = is_counting_ = false;
    set_ = 0;
    record_bytes_ = 0;
    told_ = 0;
    said_ = 0;
    std::fill(replays_.begin(), replays_.end(), 0);
  }
  Step End() {
    is_over_ = true;
    return Step::kExhausted;
  }

  Loop& LoopOf(const PartRunner& runner) {
    const size_t i = static_cast<size_t>(&runner - runners().data());
    return loops_[loops_.size() - 1 - i];
  }

  // Finds one cover of each part. kSolution if there are.
  Step FindFirsts(uint64_t pause_at);
  // The next cover of a loop.
  Step Advance(size_t i, uint64_t pause_at);
  // Searches for one more cover of a part. REQUIRES: it has not ended.
  Step Fetch(Loop& loop, uint64_t pause_at);
  void Place(size_t i);
  // How many covers there are from here on, as far as it is known.
  Natural Remaining() const;

  void UpdateNodesByDepth() const override;

  std::vector<Loop> loops_;  // The outermost one first.
  std::vector<OptionId> solution_;
  bool has_firsts_ = false;
  bool is_over_ = false;
  // So many loops, from outside, have their present covers in the solution.
  size_t set_ = 0;
  size_t record_limit_ = 0;
  size_t record_bytes_ = 0;  // That have been taken; it does not fall.
  bool is_counting_ = false;
  Natural told_ = 0;  // What Count() has added so far.
  // A cover that comes again is a node, too, by loop: it takes time.
  std::vector<uint64_t> replays_;
  mutable double said_ = 0;
};

Engine::Step Lister::Fetch(Loop& loop, uint64_t pause_at) {
  const Step step = Run(
      *loop.runner, pause_at,
      [](Engine& engine, uint64_t pause) { return engine.FindNext(pause); });
  const Engine& engine = *loop.runner->engine();
  const double fraction = std::max(loop.before, engine.FractionDone());
  switch (step) {
    case Step::kSolution:
      if (loop.keeps_all) {
        record_bytes_ += loop.record->Add(engine.solution());
      } else {
        loop.record->Clear();
        loop.record->Add(engine.solution());
        loop.next = 0;
      }
      ++loop.found;
      loop.after = fraction;
      break;
    case Step::kPaused:
      loop.before = fraction;
      break;
    case Step::kExhausted:
      loop.has_ended = loop.is_total_known = true;
      loop.total = loop.found;
      if (loop.keeps_all) loop.runner->Drop();
      break;
  }
  return step;
}

Engine::Step Lister::FindFirsts(uint64_t pause_at) {
  while (nodes() < pause_at) {
    uint64_t turn_end = pause_at;
    PartRunner* const runner = NextTurn(turn_end);
    if (runner == nullptr) {
      has_firsts_ = true;
      return Step::kSolution;
    }
    Loop& loop = LoopOf(*runner);
    Step step = Fetch(loop, turn_end);
    if (step == Step::kExhausted) return End();
    if (step == Step::kPaused) {
      runner->MayRace();
      continue;
    }
    if (runner->is_race()) EndRace(*runner);
    runner->is_closed = true;
    const uint64_t soon = std::min(nodes() + kFewNodes, pause_at);
    while (loop.keeps_all && step == Step::kSolution && nodes() < soon &&
           loop.record->size() < kFewCovers) {
      step = Fetch(loop, soon);
    }
  }
  return Step::kPaused;
}

Engine::Step Lister::Advance(size_t i, uint64_t pause_at) {
  Loop& loop = loops_[i];
  loop.before = loop.after;
  if (loop.next < loop.record->size()) {
    ++replays_[i];
    ++statistics_.nodes;
    ++loop.next;
    if (loop.is_complete()) {
      loop.after = static_cast<double>(loop.next) /
                   static_cast<double>(loop.record->size());
    }
    return Step::kSolution;
  }
  if (loop.has_ended) return Step::kExhausted;
  if (record_bytes_ > record_limit_) loop.keeps_all = false;
  const Step step = Fetch(loop, pause_at);
  if (step == Step::kSolution) ++loop.next;
  return step;
}

void Lister::Place(size_t i) {
  Loop& loop = loops_[i];
  loop.begin = i == 0 ? plan().split.chosen.size() : loop.begin;
  solution_.resize(loop.begin);
  loop.runner->rest().AppendOriginals((*loop.record)[loop.next - 1], solution_);
  if (i + 1 < loops_.size()) loops_[i + 1].begin = solution_.size();
}

Engine::Step Lister::FindNext(uint64_t pause_at) {
  if (is_over_) return Step::kExhausted;
  if (!has_firsts_) {
    const Step step = FindFirsts(pause_at);
    if (step != Step::kSolution) return step;
  }
  if (set_ == loops_.size()) --set_;
  while (set_ < loops_.size()) {
    if (nodes() >= pause_at) return Step::kPaused;
    switch (Advance(set_, pause_at)) {
      case Step::kSolution:
        Place(set_++);
        break;
      case Step::kPaused:
        return Step::kPaused;
      case Step::kExhausted:
        if (set_ == 0) return End();
        if (!loops_[set_].keeps_all) Rerun(*loops_[set_].runner);
        loops_[set_--].BeginRound();
        break;
    }
  }
  return Step::kSolution;
}

Natural Lister::Remaining() const {
  Natural remaining = 0;
  Natural inner = 1;
  for (size_t i = loops_.size(); i-- > 0;) {
    const Loop& loop = loops_[i];
    if (i <= set_) remaining += (loop.total_so_far() - loop.passed()) * inner;
    inner *= loop.total_so_far();
  }
  return remaining;
}

Engine::Step Lister::Count(uint64_t pause_at, Natural* count) {
  if (is_over_) return Step::kExhausted;
  if (!is_counting_) {
    is_counting_ = true;
    for (Loop& loop : loops_) {
      if (loop.runner->is_race()) EndRace(*loop.runner);
      loop.runner->is_closed = loop.is_total_known;
    }
    BeginTurns();
  }
  Step result = Step::kPaused;
  while (nodes() < pause_at) {
    uint64_t turn_end = pause_at;
    PartRunner* const runner = NextTurn(turn_end);
    if (runner == nullptr) {
      result = End();
      break;
    }
    Loop& loop = LoopOf(*runner);
    Natural more = 0;
    const Step step =
        Run(*runner, turn_end, [&](Engine& engine, uint64_t pause) {
          return engine.Count(pause, &more);
        });
    loop.counted += more;
    if (step != Step::kExhausted) continue;
    loop.total = loop.total_so_far();
    loop.is_total_known = true;
    Close(*runner);
    if (loop.total > 0) continue;
    result = End();
    break;
  }
  Natural remaining = Remaining();
  *count += remaining - told_;
  told_ = std::move(remaining);
  return result;
}

double Lister::FractionDone() const {
  if (is_over_) return 1;
  double done = set_ == loops_.size() ? 1 : loops_[set_].before;
  for (size_t i = set_; i-- > 0;) {
    done = loops_[i].before + (loops_[i].after - loops_[i].before) * done;
  }
  if (is_counting_) done = std::max(done, WeightedFraction());
  return said_ = std::max(said_, std::min(done, 1.0));
}

std::unique_ptr<Engine::Branch> Lister::GiveAway() {
  auto branch = std::make_unique<BranchOfOutermost>();
  for (size_t i = 1; i < loops_.size(); ++i) {
    if (!loops_[i].is_complete()) return nullptr;
    branch->inner.push_back(loops_[i].record);
  }
  branch->of_part = loops_[0].runner->GiveAway();
  if (branch->of_part == nullptr) return nullptr;
  branch->part = branch->of_part->tree->part;
  return branch;
}

void Lister::StartAt(const Branch& branch) {
  const auto& start = static_cast<const BranchOfOutermost&>(branch);
  StartRunnerAt(*loops_[0].runner, *start.of_part);
  Begin();
  has_firsts_ = true;
  for (size_t i = 0; i < loops_.size(); ++i) {
    loops_[i].StartAfresh();
    if (i == 0) continue;
    loops_[i].record = start.inner[i - 1];
    loops_[i].found = loops_[i].total = loops_[i].record->size();
    loops_[i].has_ended = loops_[i].is_total_known = true;
  }
  loops_[0].keeps_all = false;
}

void Lister::UpdateNodesByDepth() const {
  PartsEngine::UpdateNodesByDepth();
  std::vector<uint64_t>& by_depth = statistics_.nodes_by_depth;
  by_depth.resize(std::max(by_depth.size(), replays_.size() + 1));
  for (size_t i = 0; i < replays_.size(); ++i) {
    by_depth[i + 1] += replays_[i];
    statistics_.nodes += replays_[i];
  }
}

}  // namespace

std::unique_ptr<Engine> MakeLister(std::shared_ptr<const Plan> plan) {
  return std::make_unique<Lister>(std::move(plan));
}

std::optional<size_t> FindEmptyPart(std::shared_ptr<const Plan> plan,
                                    absl::FunctionRef<bool()> may_go_on) {
  constexpr uint64_t kStride = 256;
  Lister lister(std::move(plan), /*only_models=*/true);
  while (may_go_on() &&
         lister.FindNext(lister.nodes() + kStride) == Engine::Step::kPaused) {
  }
  return lister.EmptyPart();
}

}  // namespace dlx::internal::parts
