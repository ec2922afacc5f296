#ifndef DLX_ENGINE_LAYERS_LAYER_WALK_H_
#define DLX_ENGINE_LAYERS_LAYER_WALK_H_

// Goes through a plan layer by layer, and counts the covers.
//
// A *state* is a position and a key, what is covered after it; with it goes a
// number, in how many ways it was reached. To *expand* a state is to take it
// away, and to add its number to each state that it leads to, by one of the
// choices that the plan knows (an option that fits, mostly). Whatever is
// expanded when, this remains the same:
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
//
// Several threads go through a layer together. The tables are divided into
// *shards*, one for each thread, and the hash of a state says to which shard it
// belongs. Only its owner touches a shard: there are no locks. In a round, each
// thread first expands states of its own shard, and puts what it reaches into
// boxes, one for each owner; then each takes the states out of the boxes that
// are for it. As hashes are spread evenly, so is the work.
//
//                 expand                  take in
//   thread 0      shard 0 --> box 0->0, box 0->1     0->0, 1->0 --> shard 0
//   thread 1      shard 1 --> box 1->0, box 1->1     0->1, 1->1 --> shard 1
//
// For small layers that is not worth while: one thread goes through all shards.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "dlx/engine/layers/layer_forecast.h"
#include "dlx/engine/layers/layer_table.h"
#include "dlx/engine/team.h"
#include "dlx/statistics.h"

namespace dlx::internal::layers {

// The work of a walk.
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

// How a walk uses threads.
struct Teamwork {
  Team* team = nullptr;  // Null for one thread. It must outlive the walk.
  // A layer of this many states is worth a round.
  size_t least_states = 2000;
  // In a round, each thread reaches about this many states.
  size_t states_in_round = size_t{1} << 14;
};

// A plan has positions, and keys that are bit sets; Plan::Choices are what can
// be done in a state, each leading to a later position. It says how wide the
// frontiers are (LayerForecast).
template <typename Plan, size_t kCountWords>
class LayerWalk {
 public:
  using Key = typename Plan::Key;
  using Number = Count<kCountWords>;
  using Table =
      LayerTable<std::tuple_size_v<decltype(Key::words)>, kCountWords>;

  // A walk that is at the root. The plan must outlive it. What another one did
  // before it is counted, too.
  [[gnu::cold]] LayerWalk(const Plan& plan, size_t memory_limit,
                          Teamwork teamwork = {},
                          WalkStatistics statistics = {})
      : plan_(&plan),
        memory_limit_(memory_limit),
        teamwork_(teamwork),
        statistics_(std::move(statistics)),
        expanded_before_(statistics_.expanded),
        forecast_(plan.frontier()) {
    MakeBoxes();
    statistics_.expanded_at.resize(plan.size());
    pending_.push_back({0, Key(), Key().Hash(), Number::One()});
  }

  // The same walk, with larger numbers of a fixed size; nothing is left of the
  // other one.
  template <size_t kNarrow>
  [[gnu::cold]] explicit LayerWalk(LayerWalk<Plan, kNarrow>&& other);

  // Goes on until `pause_at` states were expanded, or one more.
  WalkStep GoOn(uint64_t pause_at);

  const Number& covers() const { return covers_; }
  const WalkStatistics& statistics() const { return statistics_; }

  // See Progress::layers: those of the first sweep.
  [[gnu::cold]] LayerProgress Layers() const;

  // See Engine.
  [[gnu::cold]] void SetMemoryLimit(size_t bytes);
  [[gnu::cold]] size_t LeastMemoryLimit() const;
  bool LacksMemory() const { return overflow_.has_value() || !lone_.empty(); }

  // How much of the work seems to be done: of the states that have been
  // expanded and those that are expected, the former. May go up and down.
  [[gnu::cold]] double ExpectedPart() const;

 private:
  template <typename, size_t>
  friend class LayerWalk;

  // A state that was reached, but is not in a table yet.
  struct Reached {
    size_t position;
    Key key;
    uint64_t hash;
    Number number;
  };

  // The part of a sweep's states that one thread goes through.
  struct Shard {
    Budget budget{0};
    std::vector<Table> tables;  // By position.
    // The state being expanded: its slot, and how many of its choices have been
    // looked at.
    size_t cursor = 0;
    size_t choices_done = 0;
    // The slots whose states the sweep above this one has taken over.
    size_t lent_begin = 0;
    size_t lent_end = 0;

    void GoToNextLayer() { cursor = choices_done = lent_begin = lent_end = 0; }
  };

  struct Sweep {
    size_t memory = 0;
    std::vector<Shard> shards;
    size_t start = 0;     // Where it began,
    size_t position = 0;  // and where it is.
  };

  // The work of a thread in a round.
  struct Worker {
    std::vector<std::vector<Reached>> boxes;  // By the shard that they are for.
    uint64_t expanded = 0;
    uint64_t transitions = 0;
  };

  // A state that is carried to its end alone, on the way to which others are.
  struct Lone {
    size_t position;
    Key key;
    Number number;
    size_t choices_done = 0;
  };

  // Enough for a table and the next one, at least.
  static constexpr size_t kLeastSweep = 2 * Table::BytesFor(1);
  static constexpr size_t kBatch = 16;

  // The first sweep takes three quarters of the memory, the next one three
  // quarters of the rest, and so on.
  static size_t MemoryAfter(size_t memory) { return memory / 4; }
  size_t MemoryForNext() const {
    return depth_ == 0 ? MemoryOfFirst()
                       : MemoryAfter(sweeps_[depth_ - 1].memory);
  }
  size_t MemoryOfFirst() const { return memory_limit_ / 4 * 3; }

  bool is_done() const {
    return depth_ == 0 && pending_.empty() && lone_.empty();
  }

  // The memory for the boxes comes out of that for the tables. If there is too
  // little of it, one thread has to do.
  [[gnu::cold]] void MakeBoxes();
  size_t shard_count() const { return std::max<size_t>(workers_.size(), 1); }
  // Uses other bits than those that tell where in a table the state stands.
  size_t ShardOf(uint64_t hash) const {
    return (hash >> 48) * shard_count() >> 16;
  }

  // Makes a sweep that begins at the position the top one, if there is memory.
  [[gnu::cold]] bool BeginSweep(size_t start);
  // Makes room for the last pending state: takes it to a new sweep, or alone.
  [[gnu::cold]] void MakeRoom();
  // Puts the pending states where they belong. Returns false at an overflow.
  bool Deliver();
  // Expands states of the top sweep until the batch is full or has to be
  // delivered, or it is time to pause. Returns false if the sweep has no states
  // left.
  bool Expand(uint64_t pause_at);
  // Expands states of a shard at the position, at most so many, and hands each
  // state that is reached to `send`, until this says that it is enough. True if
  // the shard has none left there.
  template <typename Send>
  bool ExpandShard(Shard& shard, size_t position, uint64_t most,
                   uint64_t& expanded, uint64_t& transitions, Send send) const;
  static size_t StatesAt(const Sweep& sweep, size_t position) {
    size_t states = 0;
    for (const Shard& shard : sweep.shards) {
      states += shard.tables[position].size();
    }
    return states;
  }
  // A round; what finds no place is pending then.
  bool IsWorthARound(const Sweep& sweep, uint64_t pause_at) const;
  void DoRound(Sweep& sweep, uint64_t pause_at);
  // Takes states out of a box until there is no room for more in the shard.
  // Those that are covers stay.
  void TakeIn(std::vector<Reached>& box, Shard& shard) const;
  // Goes on with the states that are carried alone until there is none or it is
  // time to pause. Returns false at an overflow.
  bool GoAlone(uint64_t pause_at);

  void CountExpanded(size_t position, uint64_t states) {
    statistics_.expanded += states;
    statistics_.expanded_at[position] += states;
  }

  // How much of a sweep is done, states counted once, whatever is done twice.
  [[gnu::cold]] double PartOfSweep(size_t depth) const;
  // How many states of the first sweep are done.
  double StatesDone() const {
    return PartOfSweep(0) * forecast_.States(0, plan_->size());
  }

  // The work done when the memory was too small for the first time.
  struct Overflow {
    uint64_t expanded;
    double states_done;
  };

  const Plan* plan_;
  size_t memory_limit_;   // Without that for the boxes,
  size_t box_bytes_ = 0;  // which is this.
  Teamwork teamwork_;
  WalkStatistics statistics_;
  uint64_t expanded_before_;  // By other walks.
  Number covers_;
  LayerForecast forecast_;
  std::optional<Overflow> overflow_;

  // States reached by what was expanded last, so that their slots are on the
  // way from memory before they are needed.
  std::vector<Reached> pending_;
  std::vector<Worker> workers_;  // None if there is only one thread.
  std::vector<Sweep> sweeps_;    // Those from depth_ on are there to be reused.
  size_t depth_ = 0;
  std::vector<Lone> lone_;
};

template <typename Plan, size_t kCountWords>
template <size_t kNarrow>
LayerWalk<Plan, kCountWords>::LayerWalk(LayerWalk<Plan, kNarrow>&& other)
    : plan_(other.plan_),
      memory_limit_(other.memory_limit_),
      box_bytes_(other.box_bytes_),
      teamwork_(other.teamwork_),
      statistics_(std::move(other.statistics_)),
      expanded_before_(other.expanded_before_),
      covers_(other.covers_.template Widened<kCountWords>()),
      forecast_(std::move(other.forecast_)),
      workers_(other.workers_.size()),
      depth_(other.depth_) {
  if (other.overflow_.has_value()) {
    overflow_ = {other.overflow_->expanded, other.overflow_->states_done};
  }
  for (Worker& worker : workers_) worker.boxes.resize(workers_.size());
  for (const auto& [position, key, hash, number] : other.pending_) {
    pending_.push_back(
        {position, key, hash, number.template Widened<kCountWords>()});
  }
  for (size_t i = 0; i < depth_; ++i) {
    auto& old_sweep = other.sweeps_[i];
    Sweep& sweep = sweeps_.emplace_back();
    sweep.memory = old_sweep.memory;
    sweep.start = old_sweep.start;
    sweep.position = old_sweep.position;
    for (auto& old : old_sweep.shards) {
      Shard& shard = sweep.shards.emplace_back();
      shard.budget = old.budget;
      shard.tables.resize(old.tables.size());
      for (size_t p = 0; p < old.tables.size(); ++p) {
        shard.tables[p].TakeFrom(old.tables[p]);
      }
      shard.cursor = old.cursor;
      shard.choices_done = old.choices_done;
      shard.lent_begin = old.lent_begin;
      shard.lent_end = old.lent_end;
    }
  }
  for (const auto& [position, key, number, choices_done] : other.lone_) {
    lone_.push_back(
        {position, key, number.template Widened<kCountWords>(), choices_done});
  }
}

template <typename Plan, size_t kCountWords>
void LayerWalk<Plan, kCountWords>::MakeBoxes() {
  if (teamwork_.team == nullptr || teamwork_.team->size() == 1) return;
  constexpr size_t kPartOfBoxes = 16;
  const size_t threads = teamwork_.team->size();
  const size_t bytes = threads * teamwork_.states_in_round * sizeof(Reached);
  if (bytes > memory_limit_ / kPartOfBoxes) return;
  memory_limit_ -= bytes;
  box_bytes_ = bytes;
  workers_.resize(threads);
  for (Worker& worker : workers_) worker.boxes.resize(threads);
}

template <typename Plan, size_t kCountWords>
void LayerWalk<Plan, kCountWords>::SetMemoryLimit(size_t bytes) {
  memory_limit_ = bytes - std::min(bytes, box_bytes_);
  size_t memory = MemoryOfFirst();
  for (size_t i = 0; i < depth_; ++i, memory = MemoryAfter(memory)) {
    const size_t before = std::exchange(sweeps_[i].memory, memory);
    for (Shard& shard : sweeps_[i].shards) {
      const size_t old_share = before / shard_count();
      const size_t new_share = memory / shard_count();
      if (new_share > old_share) {
        shard.budget.Return(new_share - old_share);
      } else {
        shard.budget.Reduce(old_share - new_share);
      }
    }
  }
}

template <typename Plan, size_t kCountWords>
size_t LayerWalk<Plan, kCountWords>::LeastMemoryLimit() const {
  // From the last sweep on: what a sweep needs, since that above it has a
  // quarter of that.
  size_t needed = 0;
  for (size_t i = depth_; i-- > 0;) {
    size_t used = 0;
    const size_t share = sweeps_[i].memory / shard_count();
    for (const Shard& shard : sweeps_[i].shards) {
      const size_t left = std::min(shard.budget.left(), share);
      used = std::max(used, share - left + shard.budget.overdrawn());
    }
    needed = std::max(used * shard_count(), 4 * needed);
  }
  // MemoryOfFirst() is three quarters.
  return (needed + 2) / 3 * 4 + box_bytes_;
}

template <typename Plan, size_t kCountWords>
WalkStep LayerWalk<Plan, kCountWords>::GoOn(uint64_t pause_at) {
  for (;;) {
    if (!GoAlone(pause_at) || (lone_.empty() && !Deliver())) {
      return WalkStep::kOverflow;
    }
    if (is_done()) return WalkStep::kDone;
    if (statistics_.expanded >= pause_at) return WalkStep::kPaused;
    if (lone_.empty() && pending_.empty() && !Expand(pause_at)) --depth_;
  }
}

template <typename Plan, size_t kCountWords>
bool LayerWalk<Plan, kCountWords>::BeginSweep(size_t start) {
  const size_t memory = MemoryForNext();
  if (memory / shard_count() < kLeastSweep) return false;
  if (sweeps_.size() == depth_) {
    sweeps_.emplace_back().shards.resize(shard_count());
    // Not the bits of the sweep below, whose states it takes over.
    const int rotation = depth_ % 2 == 0 ? 0 : 32;
    for (Shard& shard : sweeps_.back().shards) {
      for (size_t i = 0; i < plan_->size(); ++i) {
        shard.tables.emplace_back(rotation);
      }
    }
  }
  Sweep& sweep = sweeps_[depth_++];
  sweep.memory = memory;
  sweep.position = sweep.start = start;
  for (Shard& shard : sweep.shards) {
    shard.budget = Budget(memory / shard_count());
    shard.GoToNextLayer();
  }
  return true;
}

template <typename Plan, size_t kCountWords>
void LayerWalk<Plan, kCountWords>::MakeRoom() {
  const size_t start =
      depth_ > 0 ? sweeps_[depth_ - 1].position : pending_.back().position;
  if (depth_ > 0 && !overflow_.has_value()) {
    overflow_ = {statistics_.expanded, StatesDone()};
  }
  if (!BeginSweep(start)) {
    const Reached& reached = pending_.back();
    CountExpanded(reached.position, 1);
    lone_.push_back({reached.position, reached.key, reached.number});
    pending_.pop_back();
    return;
  }
  if (depth_ == 1) return;
  // The more states are together, the more often they lead to the same; but
  // there must be room for what they lead to.
  Sweep& sweep = sweeps_[depth_ - 1];
  const size_t most = sweep.memory / shard_count() / 4;
  for (size_t s = 0; s < shard_count(); ++s) {
    Shard& lender = sweeps_[depth_ - 2].shards[s];
    Table& from = lender.tables[start];
    Table& to = sweep.shards[s].tables[start];
    size_t i = std::max(lender.cursor + 1, lender.lent_end);
    lender.lent_begin = i;
    for (; i < from.slot_count(); ++i) {
      if (from.slot(i).number.is_zero()) continue;
      if (Table::BytesFor(to.size() + 1) > most) break;
      if (to.heap_bytes() + from.slot(i).number.heap_bytes() > most) break;
      const auto [key, number] = from.Extract(i);
      to.Add(key, key.Hash(), number, sweep.shards[s].budget);
    }
    lender.lent_end = std::max(i, lender.lent_begin);
  }
}

template <typename Plan, size_t kCountWords>
bool LayerWalk<Plan, kCountWords>::Deliver() {
  while (!pending_.empty() && lone_.empty()) {
    const Reached& reached = pending_.back();
    if (reached.position == plan_->size()) {
      if (!covers_.Add(reached.number)) return false;
      pending_.pop_back();
      continue;
    }
    if (depth_ == 0) {
      MakeRoom();
      continue;
    }
    Shard& shard = sweeps_[depth_ - 1].shards[ShardOf(reached.hash)];
    switch (shard.tables[reached.position].Add(reached.key, reached.hash,
                                               reached.number, shard.budget)) {
      case Table::Result::kAdded:
        pending_.pop_back();
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

template <typename Plan, size_t kCountWords>
template <typename Send>
inline bool LayerWalk<Plan, kCountWords>::ExpandShard(
    Shard& shard, size_t position, uint64_t most, uint64_t& expanded,
    uint64_t& transitions, Send send) const {
  const Table& table = shard.tables[position];
  for (; shard.cursor < table.slot_count(); ++shard.cursor) {
    const auto& [key, number] = table.slot(shard.cursor);
    if (number.is_zero()) continue;
    if (shard.choices_done == 0) {
      if (most == 0) return false;
      --most;
      ++expanded;
    }
    const typename Plan::Choices choices(*plan_, position, key);
    while (shard.choices_done < choices.size()) {
      size_t next_position;
      Key next;
      if (!choices.Follow(shard.choices_done++, next_position, next)) continue;
      ++transitions;
      if (!send(next_position, next, next.Hash(), number)) return false;
    }
    shard.choices_done = 0;
  }
  return true;
}

template <typename Plan, size_t kCountWords>
bool LayerWalk<Plan, kCountWords>::Expand(uint64_t pause_at) {
  Sweep& sweep = sweeps_[depth_ - 1];
  for (; sweep.position < plan_->size(); ++sweep.position) {
    if (depth_ == 1 && forecast_.next_position() <= sweep.position) {
      forecast_.BeginLayer(sweep.position, StatesAt(sweep, sweep.position));
    }
    if (IsWorthARound(sweep, pause_at)) {
      DoRound(sweep, pause_at);
      return true;
    }
    for (Shard& shard : sweep.shards) {
      uint64_t expanded = 0;
      const bool is_at_end = ExpandShard(
          shard, sweep.position, pause_at - statistics_.expanded, expanded,
          statistics_.transitions,
          [&](size_t position, const Key& key, uint64_t hash,
              const Number& number) {
            if (position < plan_->size()) {
              sweep.shards[ShardOf(hash)].tables[position].Prefetch(hash);
            }
            pending_.push_back({position, key, hash, number});
            return pending_.size() < kBatch;
          });
      CountExpanded(sweep.position, expanded);
      if (!is_at_end) return true;
    }
    // The next table must be complete before it is gone through.
    if (!pending_.empty()) return true;
    for (Shard& shard : sweep.shards) {
      shard.tables[sweep.position].Free(shard.budget);
      shard.GoToNextLayer();
    }
  }
  return false;
}

template <typename Plan, size_t kCountWords>
bool LayerWalk<Plan, kCountWords>::IsWorthARound(const Sweep& sweep,
                                                 uint64_t pause_at) const {
  if (workers_.empty()) return false;
  // Each thread may expand one, at least.
  if (pause_at - statistics_.expanded <
      std::max(teamwork_.least_states, shard_count())) {
    return false;
  }
  size_t slots = 0;
  for (const Shard& shard : sweep.shards) {
    slots += shard.tables[sweep.position].slot_count() - shard.cursor;
  }
  return slots / 2 >= teamwork_.least_states;
}

template <typename Plan, size_t kCountWords>
void LayerWalk<Plan, kCountWords>::DoRound(Sweep& sweep, uint64_t pause_at) {
  const uint64_t most = (pause_at - statistics_.expanded) / shard_count();
  const size_t most_in_box =
      std::max<size_t>(teamwork_.states_in_round / shard_count(), 1);
  teamwork_.team->Run([&](size_t i) {
    Worker& worker = workers_[i];
    for (std::vector<Reached>& box : worker.boxes) box.reserve(most_in_box);
    ExpandShard(sweep.shards[i], sweep.position, most, worker.expanded,
                worker.transitions,
                [&](size_t position, const Key& key, uint64_t hash,
                    const Number& number) {
                  std::vector<Reached>& box = worker.boxes[ShardOf(hash)];
                  box.push_back({position, key, hash, number});
                  return box.size() < most_in_box;
                });
  });
  teamwork_.team->Run([&](size_t i) {
    for (Worker& worker : workers_) TakeIn(worker.boxes[i], sweep.shards[i]);
  });
  for (Worker& worker : workers_) {
    CountExpanded(sweep.position, std::exchange(worker.expanded, 0));
    statistics_.transitions += std::exchange(worker.transitions, 0);
    for (std::vector<Reached>& box : worker.boxes) {
      std::move(box.begin(), box.end(), std::back_inserter(pending_));
      box.clear();
    }
  }
}

template <typename Plan, size_t kCountWords>
void LayerWalk<Plan, kCountWords>::TakeIn(std::vector<Reached>& box,
                                          Shard& shard) const {
  bool has_room = true;
  std::erase_if(box, [&](const Reached& reached) {
    if (&reached + kBatch < box.data() + box.size()) {
      const Reached& soon = *(&reached + kBatch);
      if (soon.position < plan_->size()) {
        shard.tables[soon.position].Prefetch(soon.hash);
      }
    }
    if (reached.position == plan_->size() || !has_room) return false;
    has_room = shard.tables[reached.position].Add(
                   reached.key, reached.hash, reached.number, shard.budget) ==
               Table::Result::kAdded;
    return has_room;
  });
}

template <typename Plan, size_t kCountWords>
bool LayerWalk<Plan, kCountWords>::GoAlone(uint64_t pause_at) {
  while (!lone_.empty()) {
    if (statistics_.expanded >= pause_at) return true;
    Lone& top = lone_.back();
    const typename Plan::Choices choices(*plan_, top.position, top.key);
    if (top.choices_done == choices.size()) {
      lone_.pop_back();
      continue;
    }
    Lone next = {0, Key(), top.number};
    if (!choices.Follow(top.choices_done, next.position, next.key)) {
      ++top.choices_done;
      continue;
    }
    const bool is_cover = next.position == plan_->size();
    if (is_cover && !covers_.Add(next.number)) return false;
    ++statistics_.transitions;
    ++top.choices_done;
    if (is_cover) continue;
    CountExpanded(next.position, 1);
    lone_.push_back(next);
  }
  return true;
}

template <typename Plan, size_t kCountWords>
double LayerWalk<Plan, kCountWords>::ExpectedPart() const {
  if (is_done()) return 1;
  if (depth_ == 0) return 0;
  constexpr double kAlmostAll = 1 - 1e-9;
  if (!overflow_.has_value()) return std::min(PartOfSweep(0), kAlmostAll);
  // What is left takes as much for each state as it has taken since then: those
  // that are reached from several sweeps are expanded again and again. At first
  // that says little, so what was done before counts, too.
  constexpr double kBefore = 0.25;
  const double states_done = StatesDone();
  const double done =
      static_cast<double>(statistics_.expanded - expanded_before_);
  const double before =
      static_cast<double>(overflow_->expanded - expanded_before_);
  const double work_for_state =
      (done - (1 - kBefore) * before) /
      std::max(states_done - (1 - kBefore) * overflow_->states_done, 1.0);
  const double rest = (forecast_.States(0, plan_->size()) - states_done) *
                      std::max(work_for_state, 1.0);
  return std::min(done / (done + rest), kAlmostAll);
}

template <typename Plan, size_t kCountWords>
double LayerWalk<Plan, kCountWords>::PartOfSweep(size_t depth) const {
  if (depth == depth_) return 0;
  const Sweep& sweep = sweeps_[depth];
  double done = forecast_.States(sweep.start, sweep.position);
  if (sweep.position == plan_->size()) return 1;
  const double at = forecast_.States(sweep.position);
  const double all =
      done + at + forecast_.States(sweep.position + 1, plan_->size());
  const double above = PartOfSweep(depth + 1);
  double slots = 0;
  double part = 0;
  for (const Shard& shard : sweep.shards) {
    slots += shard.tables[sweep.position].slot_count();
    if (depth + 1 == depth_) {
      part += std::max(shard.cursor, shard.lent_end);
    } else {
      part += std::max(shard.cursor, shard.lent_begin) +
              above * (shard.lent_end - shard.lent_begin);
    }
  }
  if (slots > 0) done += at * std::min(part / slots, 1.0);
  return done / all;
}

template <typename Plan, size_t kCountWords>
LayerProgress LayerWalk<Plan, kCountWords>::Layers() const {
  LayerProgress progress = {.layers = plan_->size()};
  if (is_done()) progress.done = plan_->size();
  if (depth_ == 0) return progress;
  const Sweep& sweep = sweeps_[0];
  progress.done = sweep.position;
  for (size_t p = sweep.position; p < plan_->size(); ++p) {
    (p == sweep.position ? progress.states : progress.states_ahead) +=
        StatesAt(sweep, p);
  }
  return progress;
}

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_LAYER_WALK_H_
