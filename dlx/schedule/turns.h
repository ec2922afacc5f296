#ifndef DLX_SCHEDULE_TURNS_H_
#define DLX_SCHEDULE_TURNS_H_

// Runners work in turns, until one of them has come to its end.
//
// Which way to solve a problem is the fastest cannot be told from the problem
// alone. So the likely ways are runners that take turns. Each of them tells how
// much time it has had, and how much it seems to need still; the shares of the
// time to come follow from that:
//
//     share = floor / k + (1 - floor) * weight / sum of weights
//
// where k is the number of runners. The *weight* of a runner stands for the
// probability that it is the first to finish: such shares make the geometric
// mean of (time of all / time of the winner) as small as it can be. The weight
// is 1 for the favourite, which seems to need the least time. For another one
// it is 1/e^2 if it seems to need as many times as much as the two forecasts
// may be wrong by, 1/e^4 if it is that factor squared, and so on. A runner
// whose forecast says nothing has the weight that the caller gave it
// beforehand.
//
// What that guarantees, in time by the clock of the runners, whatever the
// forecasts say: if there are k runners, and one of them needs the time t to
// its end, then all of them together take at most
//
//     (1 + round) (k / floor * (t + a) + k b) + first_round
//
// where `a` is what this runner takes at least at a time (Runner::LeastStep),
// and `b` is the longest that a step of a runner takes beyond what it was
// allowed. With a floor of 1 all runners have equal shares, and it is about
// k t. If forecasts are right and sure, it is about t / (1 - floor).
//
// Memory grows with the time of the runners that remember, as far as the limit
// for all of them allows. One that lacks memory nevertheless
// (Runner::LacksMemory) gives back what it has, and waits. It begins anew, with
// four times as much, when its credit is twice the longest time that it has
// gone on from a beginning, or at once if its share is the largest of those
// that remember. If so much is not free, all others that remember give their
// memory back, and wait until they have as much credit, to begin anew with all
// of it. So each has all memory in its turn, and each time for twice as long.
// The promise for one that needs the time t from a beginning with all memory,
// and has lacked memory n times before, is
//
//     (1 + round)^k (k / floor * (4 + n) (t + a + b) + k b) + first_round
//
// Of a runner that never lacks memory, but goes on more slowly with less of it,
// t is the time that it takes with what it has.
//
// Time is whatever the runners say it is: that of a CPU's clock, or one that is
// reckoned from what they did, for those whose results must not depend on a
// clock. Nothing else here looks at a clock, and nothing is left to chance.
//
// Example:
//
//   Turns turns(std::move(runners), Policy());
//   while (turns.Step() == nullptr) {
//     ... report, or look at limits; the turns may be left for good, or for now
//   }

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "absl/types/span.h"

namespace dlx::internal {

// Nanoseconds, of whatever clock.
using RaceTime = double;
inline constexpr RaceTime kMicrosecond = 1e3;
inline constexpr RaceTime kMillisecond = 1e6;
// About a day. What seems to take longer than that is not known.
inline constexpr RaceTime kTooLong = 1e14;

// What is known of a runner.
struct Standing {
  // How long it has run.
  RaceTime time = 0;
  // How much longer it seems to take; nothing if that is not known at all.
  std::optional<RaceTime> left = std::nullopt;
  // The factor by which `left` may be wrong. More than 1.
  double doubt = 10;
  // Its weight as long as nothing is known, in 0..1.
  double prior = 1;
  // Runners of the same family, if it is not null, do the same in another
  // order.
  const void* family = nullptr;
};

// Named numbers; each use of turns has its own.
struct Policy {
  // The part of all time that is shared equally, in 0..1.
  double floor = 0.125;
  // The weight of a runner is multiplied by that if another one of its family
  // seems to need less time: two of a kind are not worth their while for long.
  double other_order = 0.25;
  // Forecasts of more than so many times the time of all so far say nothing.
  double horizon = 1e9;
  // The first round, and how long the others are as a part of the time so far:
  // forecasts are looked at after each.
  RaceTime first_round = 1 * kMillisecond;
  double round = 0.125;
};

// Whose `left` is the least; 0 if nothing is known. REQUIRES: there is one.
size_t FavouriteOf(absl::Span<const Standing> runners, const Policy& policy);

// What part of the time to come each runner is to have. They add up to 1.
std::vector<double> SharesOf(absl::Span<const Standing> runners,
                             const Policy& policy);

class Runner {
 public:
  virtual ~Runner() = default;

  // Goes on for about so long, or less. True if it has come to its end.
  virtual bool Step(RaceTime time) = 0;
  virtual Standing standing() const = 0;
  // Less time at once would be of no use to it. (The making of an engine cannot
  // be interrupted.)
  virtual RaceTime LeastStep() const = 0;

  // What it may remember, and what it holds of that, in bytes.
  virtual void SetMemoryLimit(size_t) {}
  virtual size_t MemoryHeld() const { return 0; }
  virtual bool remembers() const { return false; }
  // See Engine::LacksMemory().
  virtual bool LacksMemory() const { return false; }
  // Forgets all that it has done, and holds no memory until its next step.
  virtual void BeginAnew() {}
};

class Turns {
 public:
  // The runners come in this order as long as nothing is known. All of them
  // together remember no more than `memory_limit`.
  // REQUIRES: there is a runner; the runners outlive the turns.
  Turns(std::vector<Runner*> runners, const Policy& policy,
        size_t memory_limit);

  // Lets the runner whose turn it is go on for a while. Returns it if it has
  // come to its end, otherwise null.
  Runner* Step();

  // The runner that seems to need the least time by now, and its share,
  // which is by what it seemed to need when the round began.
  Runner& favourite() const { return *lanes_[Favourite()].runner; }
  double share_of_favourite() const { return lanes_[Favourite()].share; }
  // Of all.
  RaceTime time() const;

  // From now on there is less or more memory for all.
  void SetMemoryLimit(size_t bytes);

 private:
  struct Lane {
    Runner* runner;
    double share = 0;
    // The time that it may still take. Below 0 if it has taken more.
    RaceTime credit = 0;
    size_t memory = 0;  // Its limit.
    // It has given its memory back. When it begins anew, there is to be so much
    // for it.
    bool is_waiting = false;
    size_t reserve = 0;
    // Whether it did so because it lacked memory.
    bool lacked_memory = false;
    // The time when it began anew, and the longest that it has gone on from a
    // beginning.
    RaceTime beginning = 0;
    RaceTime longest = 0;

    bool may_remember() const { return runner->remembers() && !is_waiting; }
    size_t kept() const {
      return may_remember() ? std::max(runner->MemoryHeld(), reserve) : 0;
    }
  };

  std::vector<Standing> Standings() const;
  size_t Favourite() const { return FavouriteOf(Standings(), policy_); }
  void BeginRound();
  // It lacks memory, and there is more.
  bool NeedsMore(const Lane& lane) const;
  // It waits until it may begin anew.
  void GiveMemoryBack(Lane& lane, size_t reserve);
  bool MayBeginAnew(const Lane& lane) const;
  // The others give their memory back if they are in the way.
  void BeginAnew(Lane& lane);
  void LetOneBeginAnew();
  size_t MemoryKept() const;
  void ShareMemory();
  bool MayStep(const Lane& lane) const;

  const Policy policy_;
  size_t memory_limit_;
  std::vector<Lane> lanes_;
  // The lane whose turn it is. All of a round have had theirs if it is behind
  // the last one.
  size_t turn_;
  // The lane that has begun anew last.
  size_t last_begun_ = 0;
};

}  // namespace dlx::internal

#endif  // DLX_SCHEDULE_TURNS_H_
