#ifndef DLX_ASK_DIAGRAM_SIZE_BOUND_H_
#define DLX_ASK_DIAGRAM_SIZE_BOUND_H_

// A lower bound on the size of a diagram, long before it is complete.
//
// Go down at random, and look at which state you are at depth d. If there are n
// states at that depth, then two ways down meet there with a probability of
// 1/n, or a larger one if some states are more likely than others. So when N
// pairs of ways have met c times, there are about N / c states, or more. (This
// is the birthday paradox: 5,000 ways are some 12 million pairs, and if they
// never meet, there is a million states and more.) A depth is anything that a
// state has one of, so that the numbers of states at all depths add up.
//
// Because this is a lower bound, no diagram is given up that has room; but many
// that have none are noticed late, or not at all, if random ways keep to a few
// of the states. It allows for chance: it uses c + 6 sqrt(c) + 14 instead of c,
// so that the bound is too high once in some hundred thousand times.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace dlx::internal::diagram {

class SizeBound {
 public:
  // `room` is the number of states that have room.
  explicit SizeBound(double room)
      : room_(room), most_ways_(2 * std::sqrt(28 * room)) {}

  // Whether another way down is worth while when `states` states have been
  // made: not if these are a small part of the room, if steps down would be
  // most of the work, or if the answer is clear.
  bool wants_more(uint64_t states) const {
    return !is_done_ && static_cast<double>(2 * steps_) + room_ / 16 <=
                            static_cast<double>(states);
  }
  // Notes that a way down is at the state with this hash.
  void Visit(size_t depth, uint64_t state) {
    if (depth >= visits_.size()) visits_.resize(depth + 1);
    Visits& visits = visits_[depth];
    visits.meetings += static_cast<double>(visits.of_state[state]++);
    ++visits.number;
  }
  // Notes that the way down ended, after `steps` steps.
  void EndWay(uint64_t steps) {
    steps_ += steps;
    ++ways_;
    is_done_ = static_cast<double>(ways_) >= most_ways_;
    if (is_done_ || ways_ % kWaysBetweenLooks == 0) Look();
  }

  bool exceeds_room() const { return states_ > room_; }
  // The number of states is at least about this; of ways down, exactly.
  double states() const { return states_; }
  uint64_t ways() const { return ways_; }
  double room() const { return room_; }

 private:
  static constexpr uint64_t kWaysBetweenLooks = 64;

  struct Visits {
    double number = 0;
    double meetings = 0;  // Pairs of ways that were at the same state.
    absl::flat_hash_map<uint64_t, uint64_t> of_state;
  };

  void Look() {
    states_ = 0;
    double perhaps = 0;  // There are hardly more.
    for (const Visits& visits : visits_) {
      const double pairs = visits.number * (visits.number - 1) / 2;
      const double chance = 6 * std::sqrt(visits.meetings);
      states_ += pairs / (visits.meetings + chance + 14);
      perhaps +=
          visits.meetings < 100 ? room_ : pairs / (visits.meetings - chance);
    }
    is_done_ = is_done_ || exceeds_room() || perhaps < room_ / 2;
    if (is_done_) visits_ = {};
  }

  double room_;
  // Twice as many as are enough if they never meet, at one depth.
  double most_ways_;
  uint64_t ways_ = 0;
  uint64_t steps_ = 0;
  double states_ = 0;
  bool is_done_ = false;
  std::vector<Visits> visits_;  // By depth.
};

}  // namespace dlx::internal::diagram

#endif  // DLX_ASK_DIAGRAM_SIZE_BOUND_H_
