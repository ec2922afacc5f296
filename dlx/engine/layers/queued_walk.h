#ifndef DLX_ENGINE_LAYERS_QUEUED_WALK_H_
#define DLX_ENGINE_LAYERS_QUEUED_WALK_H_

// Goes through a part of a plan layer by layer as LayerWalk does, and tells of
// each state that it reaches: for a caller that names states by where they
// stand in their layer.
//
// It takes the memory that it takes, and one thread.
//
// Example:
//
//   QueuedWalk<LayerPlan<1>> walk(plan, 0, plan.size());
//   while (!walk.is_done()) {
//     walk.Expand(1000, [&](size_t position, size_t state) { ... });
//   }
//   return walk.covers();

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "dlx/engine/layers/number_row.h"
#include "dlx/engine/layers/state_queue.h"
#include "dlx/natural.h"

namespace dlx::internal::layers {

// A plan is LayerPlan or DecisionPlan.
template <typename Plan>
class QueuedWalk {
 public:
  using Key = typename Plan::Key;

  // From a state at the position `begin`, nothing of what is after it being
  // covered yet, to a position beyond which no option reaches. The plan must
  // outlive it.
  QueuedWalk(const Plan& plan, size_t begin, size_t end)
      : plan_(plan),
        begin_(begin),
        position_(begin),
        farthest_(begin),
        queues_(end - begin) {
    covers_.PushBack({});
    QueueAt(begin).Arrive(Key(), Key().Hash(), NumberRow::One());
  }

  // Expands so many states of the layer, or a few more, in the order in which
  // they were reached; all that are left if there are fewer. arrive(position,
  // i): the next state that is reached is the i-th one of its layer. Nothing is
  // said of covers. REQUIRES: !is_done().
  template <typename Arrive>
  void Expand(uint64_t states, Arrive arrive);
  bool is_done() const { return position_ == end(); }

  // The layer whose states are being expanded, and how many it has.
  size_t position() const { return position_; }
  size_t layer_size() const { return queues_[position_ - begin_].size(); }

  // States expanded, and reached.
  uint64_t expanded() const { return expanded_; }
  uint64_t transitions() const { return transitions_; }

  // How many there are, in the end.
  Natural covers() const { return covers_.ToNatural(0); }

  // A layer cannot have many more states.
  bool is_full() const {
    return absl::c_any_of(waiting(), [](const Queue& queue) {
      return queue.size() > Queue::kMostStates / 2;
    });
  }
  // The memory of the states that are still to be expanded.
  size_t bytes() const {
    size_t bytes = 0;
    for (const Queue& queue : waiting()) bytes += queue.bytes();
    return bytes;
  }

 private:
  using Queue = StateQueue<Key>;

  // A state that was reached and is not in its queue yet, and from which one.
  struct Arrival {
    size_t position;
    size_t from;
    uint64_t hash;
    Key key;
  };
  // So many that memory has time to come, and not much more.
  static constexpr size_t kBatch = 32;

  size_t end() const { return begin_ + queues_.size(); }
  Queue& QueueAt(size_t position) { return queues_[position - begin_]; }
  // Those that may have states. Orders have thousands of positions, of which
  // few are within reach.
  absl::Span<const Queue> waiting() const {
    const size_t size = farthest_ < position_ ? 0 : farthest_ - position_ + 1;
    return absl::MakeConstSpan(queues_).subspan(position_ - begin_, size);
  }

  void Follow(size_t state);
  template <typename Arrive>
  void Deliver(Arrive arrive);

  const Plan& plan_;
  const size_t begin_;
  size_t position_;
  size_t farthest_;            // The farthest that was reached, before the end.
  size_t next_ = 0;            // The next state of the layer.
  std::vector<Queue> queues_;  // By position, from the first one on.
  std::vector<Arrival> arrivals_;
  NumberRow covers_;  // One number.
  uint64_t expanded_ = 0;
  uint64_t transitions_ = 0;
};

template <typename Plan>
template <typename Arrive>
void QueuedWalk<Plan>::Expand(uint64_t states, Arrive arrive) {
  const size_t size = layer_size();
  const uint64_t until = expanded_ + states;
  while (next_ < size && expanded_ < until) {
    while (next_ < size && arrivals_.size() < kBatch) Follow(next_++);
    Deliver(arrive);
  }
  if (next_ < size) return;
  // Nothing leads back here.
  QueueAt(position_) = {};
  next_ = 0;
  do {
    ++position_;
  } while (!is_done() && layer_size() == 0);
}

template <typename Plan>
void QueuedWalk<Plan>::Follow(size_t state) {
  ++expanded_;
  const typename Plan::Choices choices(plan_, position_,
                                       QueueAt(position_).key(state));
  for (size_t i = 0; i < choices.size(); ++i) {
    Arrival arrival;
    if (!choices.Follow(i, arrival.position, arrival.key)) continue;
    arrival.from = state;
    arrival.hash = arrival.key.Hash();
    if (arrival.position < end()) {
      QueueAt(arrival.position).PrefetchEntry(arrival.hash);
    }
    arrivals_.push_back(arrival);
  }
}

template <typename Plan>
template <typename Arrive>
void QueuedWalk<Plan>::Deliver(Arrive arrive) {
  for (const Arrival& arrival : arrivals_) {
    if (arrival.position < end()) {
      QueueAt(arrival.position).PrefetchState(arrival.hash);
    }
  }
  const Queue& here = QueueAt(position_);
  for (const Arrival& arrival : arrivals_) {
    const NumberRow::Number ways = here.ways(arrival.from);
    if (arrival.position == end()) {
      covers_.Add(0, ways);
    } else {
      farthest_ = std::max(farthest_, arrival.position);
      arrive(arrival.position,
             QueueAt(arrival.position).Arrive(arrival.key, arrival.hash, ways));
    }
  }
  transitions_ += arrivals_.size();
  arrivals_.clear();
}

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_QUEUED_WALK_H_
