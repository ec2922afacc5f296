#ifndef DLX_ENGINE_LAYERS_LAYER_WALK_H_
#define DLX_ENGINE_LAYERS_LAYER_WALK_H_

// Goes through a plan layer by layer, and counts the covers.
//
// A *state* is a position and the key of what is covered after it; with it goes
// a number, in how many ways it was reached. To *expand* a state is to take it
// away, and to add its number to each state that it leads to, by an option that
// fits. Whatever is expanded when, this remains the same:
//
//   the covers counted so far
//     + the sum, over all states that are there, of their number
//       times the number of ways to complete them.
//
// At first there is only the root. In the end there are no states, so the
// covers counted are all there are. It is best to expand the states in the
// order of their positions, for then each comes up only once, with all the ways
// to reach it. That is a *sweep*: a table for each position, the states of the
// lowest one being expanded, which add to the tables after it.
//
//   position     p            p+1    p+2   p+3        ...   end
//   table        ######....   ###    ##    #   (none yet)    +  -> covers
//                      ^ cursor
//
// If there is no room for a state in the tables, some states are taken out of
// the first one, and a new sweep, with a part of the memory that is left,
// carries these and the one without a room to the end before the old sweep
// goes on. The new sweep may have to do the same, in turn. When the memory left
// is too small for a sweep, a state is carried to its end alone, by going
// through all ways to complete it. So less memory means more time: what is
// reached from two sweeps is expanded twice. But the count comes to its end in
// any memory, and no state is forgotten.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layer_table.h"

namespace dlx::internal::layers {

// What a walk did.
struct WalkStatistics {
  uint64_t expanded = 0;     // States
  uint64_t transitions = 0;  // from state to state.
  // By position.
  std::vector<uint64_t> expanded_at;
};

enum class WalkStep {
  kDone,      // There are no more states.
  kPaused,    // So many states were expanded.
  kOverflow,  // A number is too large. The walk must be widened to go on, or
              // begun anew with larger numbers.
};

template <size_t kKeyWords, size_t kCountWords>
class LayerWalk {
 public:
  using Plan = LayerPlan<kKeyWords>;
  using Key = BitSet<kKeyWords>;
  using Number = Count<kCountWords>;
  using Table = LayerTable<kKeyWords, kCountWords>;

  // A walk that is at the root. The plan must outlive it. What another one did
  // before it is counted, too.
  LayerWalk(const Plan& plan, size_t memory_limit,
            WalkStatistics statistics = {})
      : plan_(&plan),
        memory_limit_(memory_limit),
        statistics_(std::move(statistics)) {
    statistics_.expanded_at.resize(plan.size());
    pending_[pending_count_++] = {0, Key(), Key().Hash(), Number::One()};
  }

  // The same walk, with larger numbers of a fixed size; nothing is left of the
  // other one.
  template <size_t kNarrow>
  explicit LayerWalk(LayerWalk<kKeyWords, kNarrow>&& other);

  // Goes on until so many states were expanded, or one more.
  WalkStep GoOn(uint64_t pause_at);

  const Number& covers() const { return covers_; }
  const WalkStatistics& statistics() const { return statistics_; }

  // How much of the work is done, by what the plan expects; never decreases.
  double FractionDone() const {
    return is_done() ? 1 : std::min(FractionDone(0), 1 - 1e-9);
  }

 private:
  template <size_t, size_t>
  friend class LayerWalk;

  // A state that was reached, but is not in a table yet.
  struct Reached {
    size_t position;
    Key key;
    uint64_t hash;
    Number number;
  };

  struct Sweep {
    Budget budget{0};
    size_t memory = 0;  // The budget when it was whole.
    std::vector<Table> tables;
    // The state being expanded: where it is, and how many of its options have
    // been looked at.
    size_t position = 0;
    size_t cursor = 0;
    size_t options_done = 0;
    // Where it began; and the slots whose states the sweep above this one has
    // taken over.
    size_t start = 0;
    size_t lent_begin = 0;
    size_t lent_end = 0;
  };

  // A state that is carried to its end alone, on the way to which others are.
  struct Lone {
    size_t position;
    Key key;
    Number number;
    size_t options_done = 0;
  };

  // Enough for a table and the next one, at least.
  static constexpr size_t kLeastSweep = 2 * Table::BytesFor(1);
  static constexpr size_t kBatch = 16;

  // The first sweep takes three quarters of the memory, the next one three
  // quarters of the rest, and so on.
  static size_t MemoryAfter(size_t memory) { return memory / 4; }
  size_t MemoryForNext() const {
    return depth_ == 0 ? memory_limit_ / 4 * 3
                       : MemoryAfter(sweeps_[depth_ - 1].memory);
  }

  bool is_done() const {
    return depth_ == 0 && pending_count_ == 0 && lone_.empty();
  }

  // Makes a sweep that begins at the position the top one, if there is memory.
  bool BeginSweep(size_t start);
  // Makes room for the last pending state: takes it to a new sweep, or alone.
  void MakeRoom();
  // Puts the pending states where they belong. False at an overflow.
  bool Deliver();
  // Expands states of the top sweep until the batch is full or has to be
  // delivered, or it is time to pause. False if the sweep has no states left.
  bool Expand(uint64_t pause_at);
  // Goes on with the states that are carried alone until there is none or it is
  // time to pause. False at an overflow.
  bool GoAlone(uint64_t pause_at);

  void CountExpanded(size_t position) {
    ++statistics_.expanded;
    ++statistics_.expanded_at[position];
  }

  double FractionDone(size_t depth) const;

  const Plan* plan_;
  size_t memory_limit_;
  WalkStatistics statistics_;
  Number covers_;

  // States reached by what was expanded last, so that their slots are on the
  // way from memory before they are needed.
  std::array<Reached, kBatch> pending_;
  size_t pending_count_ = 0;
  std::vector<Sweep> sweeps_;  // Those from depth_ on are there to be reused.
  size_t depth_ = 0;
  std::vector<Lone> lone_;
};

template <size_t kKeyWords, size_t kCountWords>
template <size_t kNarrow>
LayerWalk<kKeyWords, kCountWords>::LayerWalk(
    LayerWalk<kKeyWords, kNarrow>&& other)
    : plan_(other.plan_),
      memory_limit_(other.memory_limit_),
      statistics_(std::move(other.statistics_)),
      covers_(other.covers_.template Widened<kCountWords>()),
      pending_count_(other.pending_count_),
      depth_(other.depth_) {
  for (size_t i = 0; i < pending_count_; ++i) {
    const auto& [position, key, hash, number] = other.pending_[i];
    pending_[i] = {position, key, hash, number.template Widened<kCountWords>()};
  }
  for (size_t i = 0; i < depth_; ++i) {
    auto& old = other.sweeps_[i];
    Sweep& sweep = sweeps_.emplace_back();
    sweep.budget = old.budget;
    sweep.memory = old.memory;
    sweep.tables.resize(old.tables.size());
    for (size_t p = 0; p < old.tables.size(); ++p) {
      sweep.tables[p].TakeFrom(old.tables[p]);
    }
    sweep.position = old.position;
    sweep.cursor = old.cursor;
    sweep.options_done = old.options_done;
    sweep.start = old.start;
    sweep.lent_begin = old.lent_begin;
    sweep.lent_end = old.lent_end;
  }
  for (const auto& [position, key, number, options_done] : other.lone_) {
    lone_.push_back(
        {position, key, number.template Widened<kCountWords>(), options_done});
  }
}

template <size_t kKeyWords, size_t kCountWords>
WalkStep LayerWalk<kKeyWords, kCountWords>::GoOn(uint64_t pause_at) {
  for (;;) {
    if (!GoAlone(pause_at) || (lone_.empty() && !Deliver())) {
      return WalkStep::kOverflow;
    }
    if (is_done()) return WalkStep::kDone;
    if (statistics_.expanded >= pause_at) return WalkStep::kPaused;
    if (lone_.empty() && pending_count_ == 0 && !Expand(pause_at)) --depth_;
  }
}

template <size_t kKeyWords, size_t kCountWords>
bool LayerWalk<kKeyWords, kCountWords>::BeginSweep(size_t start) {
  const size_t memory = MemoryForNext();
  if (memory < kLeastSweep) return false;
  if (sweeps_.size() == depth_) {
    std::vector<Table>& tables = sweeps_.emplace_back().tables;
    // Not the bits of the sweep below, whose states it takes over.
    const int rotation = depth_ % 2 == 0 ? 0 : 32;
    for (size_t i = 0; i < plan_->size(); ++i) tables.emplace_back(rotation);
  }
  Sweep& sweep = sweeps_[depth_++];
  sweep.budget = Budget(memory);
  sweep.memory = memory;
  sweep.position = sweep.start = start;
  sweep.cursor = sweep.options_done = 0;
  sweep.lent_begin = sweep.lent_end = 0;
  return true;
}

template <size_t kKeyWords, size_t kCountWords>
void LayerWalk<kKeyWords, kCountWords>::MakeRoom() {
  const size_t start = depth_ > 0 ? sweeps_[depth_ - 1].position
                                  : pending_[pending_count_ - 1].position;
  if (!BeginSweep(start)) {
    const Reached& reached = pending_[--pending_count_];
    CountExpanded(reached.position);
    lone_.push_back({reached.position, reached.key, reached.number});
    return;
  }
  if (depth_ == 1) return;
  // The more states are together, the more often they lead to the same; but
  // there must be room for what they lead to.
  Sweep& lender = sweeps_[depth_ - 2];
  Sweep& sweep = sweeps_[depth_ - 1];
  Table& from = lender.tables[start];
  Table& to = sweep.tables[start];
  const size_t most = sweep.memory / 4;
  size_t i = std::max(lender.cursor + 1, lender.lent_end);
  lender.lent_begin = i;
  for (; i < from.slot_count(); ++i) {
    if (from.slot(i).number.is_zero()) continue;
    if (Table::BytesFor(to.size() + 1) > most) break;
    if (to.heap_bytes() + from.slot(i).number.heap_bytes() > most) break;
    const auto [key, number] = from.Extract(i);
    to.Add(key, key.Hash(), number, sweep.budget);
  }
  lender.lent_end = std::max(i, lender.lent_begin);
}

template <size_t kKeyWords, size_t kCountWords>
bool LayerWalk<kKeyWords, kCountWords>::Deliver() {
  while (pending_count_ > 0 && lone_.empty()) {
    const Reached& reached = pending_[pending_count_ - 1];
    if (reached.position == plan_->size()) {
      if (!covers_.Add(reached.number)) return false;
      --pending_count_;
      continue;
    }
    if (depth_ == 0) {
      MakeRoom();
      continue;
    }
    Sweep& sweep = sweeps_[depth_ - 1];
    switch (sweep.tables[reached.position].Add(reached.key, reached.hash,
                                               reached.number, sweep.budget)) {
      case Table::Result::kAdded:
        --pending_count_;
        break;
      case Table::Result::kNoRoom:
        MakeRoom();
        break;
      case Table::Result::kOverflow:
        return false;
    }
  }
  return true;
}

template <size_t kKeyWords, size_t kCountWords>
bool LayerWalk<kKeyWords, kCountWords>::Expand(uint64_t pause_at) {
  Sweep& sweep = sweeps_[depth_ - 1];
  for (; sweep.position < plan_->size(); ++sweep.position) {
    Table& table = sweep.tables[sweep.position];
    const absl::Span<const Key> obstacles = plan_->obstacles(sweep.position);
    for (; sweep.cursor < table.slot_count(); ++sweep.cursor) {
      const auto& [key, number] = table.slot(sweep.cursor);
      if (number.is_zero()) continue;
      if (sweep.options_done == 0) {
        if (statistics_.expanded >= pause_at) return true;
        CountExpanded(sweep.position);
      }
      const Key rest = plan_->Rest(sweep.position, key);
      while (sweep.options_done < obstacles.size()) {
        const size_t option = sweep.options_done++;
        if (obstacles[option].Intersects(key)) continue;
        ++statistics_.transitions;
        Reached& reached = pending_[pending_count_];
        reached.key = rest;
        reached.key.Unite(plan_->effect(sweep.position, option));
        reached.position = plan_->SkipCovered(sweep.position + 1, reached.key);
        reached.hash = reached.key.Hash();
        reached.number = number;
        if (reached.position < plan_->size()) {
          sweep.tables[reached.position].Prefetch(reached.hash);
        }
        if (++pending_count_ == kBatch) return true;
      }
      sweep.options_done = 0;
    }
    // The next table must be complete before it is gone through.
    if (pending_count_ > 0) return true;
    table.Free(sweep.budget);
    sweep.cursor = sweep.lent_begin = sweep.lent_end = 0;
  }
  return false;
}

template <size_t kKeyWords, size_t kCountWords>
bool LayerWalk<kKeyWords, kCountWords>::GoAlone(uint64_t pause_at) {
  while (!lone_.empty()) {
    if (statistics_.expanded >= pause_at) return true;
    Lone& top = lone_.back();
    const absl::Span<const Key> obstacles = plan_->obstacles(top.position);
    while (top.options_done < obstacles.size() &&
           obstacles[top.options_done].Intersects(top.key)) {
      ++top.options_done;
    }
    if (top.options_done == obstacles.size()) {
      lone_.pop_back();
      continue;
    }
    Lone next = {top.position, plan_->Rest(top.position, top.key), top.number};
    next.key.Unite(plan_->effect(top.position, top.options_done));
    next.position = plan_->SkipCovered(top.position + 1, next.key);
    const bool is_cover = next.position == plan_->size();
    if (is_cover && !covers_.Add(next.number)) return false;
    ++statistics_.transitions;
    ++top.options_done;
    if (is_cover) continue;
    CountExpanded(next.position);
    lone_.push_back(next);
  }
  return true;
}

template <size_t kKeyWords, size_t kCountWords>
double LayerWalk<kKeyWords, kCountWords>::FractionDone(size_t depth) const {
  if (depth == depth_) return 0;
  const Sweep& sweep = sweeps_[depth];
  const double begin = plan_->WorkBefore(sweep.start);
  const double all = plan_->WorkBefore(plan_->size()) - begin;
  double done = plan_->WorkBefore(sweep.position) - begin;
  if (sweep.position < plan_->size()) {
    const double work = plan_->WorkBefore(sweep.position + 1) - begin - done;
    const double slots = sweep.tables[sweep.position].slot_count();
    double part = std::max(sweep.cursor, sweep.lent_begin);
    part += FractionDone(depth + 1) * (sweep.lent_end - sweep.lent_begin);
    if (depth + 1 == depth_) part = std::max(sweep.cursor, sweep.lent_end);
    if (slots > 0) done += work * std::min(part / slots, 1.0);
  }
  return done / all;
}

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_LAYER_WALK_H_
