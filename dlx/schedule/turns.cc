#include "dlx/schedule/turns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/algorithm/container.h"

namespace dlx::internal {
namespace {

// No step is longer, so that limits can be looked at.
constexpr RaceTime kLongestStep = 5 * kMillisecond;

// What may be remembered: so much at the beginning, and for each nanosecond. It
// grows at first, and then for those whose share is not far below the
// favourite's.
constexpr size_t kFirstMemory = size_t{1} << 19;
constexpr double kMemoryOfTime = 16;
constexpr size_t kMemoryForAll = size_t{1} << 25;
constexpr double kNear = 0.25;
// One that lacked memory begins anew with so many times as much.
constexpr size_t kMoreMemory = 4;

// The doubt about a runner of which nothing is known: it is taken to need as
// long in all as the favourite.
constexpr double kDoubtOfUnknown = 10;

RaceTime TimeOfAll(absl::Span<const Standing> runners) {
  RaceTime time = 0;
  for (const Standing& runner : runners) time += runner.time;
  return time;
}

}  // namespace

size_t FavouriteOf(absl::Span<const Standing> runners, const Policy& policy) {
  const RaceTime horizon =
      std::min(kTooLong, policy.horizon *
                             std::max(TimeOfAll(runners), policy.first_round));
  size_t favourite = 0;
  RaceTime least = horizon;
  for (size_t i = 0; i < runners.size(); ++i) {
    const RaceTime left = runners[i].left.value_or(horizon);
    if (left < least) {
      least = left;
      favourite = i;
    }
  }
  return favourite;
}

std::vector<double> SharesOf(absl::Span<const Standing> runners,
                             const Policy& policy) {
  const RaceTime horizon =
      std::min(kTooLong, policy.horizon *
                             std::max(TimeOfAll(runners), policy.first_round));
  const Standing& best = runners[FavouriteOf(runners, policy)];
  const bool is_known = best.left.has_value() && *best.left < horizon;
  const auto weight = [&](const Standing& runner) {
    if (!is_known) return runner.prior;
    if (&runner == &best) return 1.0;
    const RaceTime rest = std::max(*best.left, 1.0);
    const RaceTime left = runner.left.value_or(best.time + rest);
    const double factor = std::max(left / rest, 1.0);
    const double doubt = std::hypot(
        std::log(runner.left.has_value() ? runner.doubt : kDoubtOfUnknown),
        std::log(best.doubt));
    const double weight = std::pow(factor, -2 / std::max(doubt, 0.01));
    return runner.left.has_value() ? weight : weight * runner.prior;
  };
  const auto is_surpassed = [&](const Standing& runner) {
    return runner.family != nullptr && runner.left.has_value() &&
           absl::c_any_of(runners, [&](const Standing& other) {
             return other.family == runner.family && other.left.has_value() &&
                    *other.left < *runner.left;
           });
  };
  std::vector<double> shares;
  double sum = 0;
  for (const Standing& runner : runners) {
    shares.push_back(weight(runner) *
                     (is_surpassed(runner) ? policy.other_order : 1));
    sum += shares.back();
  }
  const auto count = static_cast<double>(runners.size());
  for (double& share : shares) {
    share = policy.floor / count + (1 - policy.floor) * share / sum;
  }
  return shares;
}

Turns::Turns(std::vector<Runner*> runners, const Policy& policy,
             size_t memory_limit)
    : policy_(policy), memory_limit_(memory_limit), turn_(runners.size()) {
  for (Runner* const runner : runners) lanes_.push_back({.runner = runner});
  ShareMemory();
}

RaceTime Turns::time() const {
  RaceTime time = 0;
  for (const Lane& lane : lanes_) time += lane.runner->standing().time;
  return time;
}

bool Turns::MayStep(const Lane& lane) const {
  return !lane.is_waiting && lane.credit > 0 &&
         lane.credit >= lane.runner->LeastStep();
}

Runner* Turns::Step() {
  while (turn_ == lanes_.size() || !MayStep(lanes_[turn_])) {
    if (turn_ == lanes_.size()) {
      BeginRound();
    } else {
      ++turn_;
    }
  }
  Lane& lane = lanes_[turn_];
  const RaceTime before = lane.runner->standing().time;
  if (lane.runner->Step(std::min(lane.credit, kLongestStep))) {
    return lane.runner;
  }
  // A runner that says that no time has passed does not go on for ever.
  lane.credit -= std::max(lane.runner->standing().time - before, 1.0);
  if (NeedsMore(lane)) {
    GiveMemoryBack(lane, kMoreMemory * std::max(lane.memory, kFirstMemory));
  }
  return nullptr;
}

std::vector<Standing> Turns::Standings() const {
  std::vector<Standing> standings;
  for (const Lane& lane : lanes_) {
    standings.push_back(lane.runner->standing());
  }
  return standings;
}

void Turns::BeginRound() {
  const std::vector<Standing> standings = Standings();
  const std::vector<double> shares = SharesOf(standings, policy_);
  const RaceTime round =
      std::max(policy_.first_round, policy_.round * TimeOfAll(standings));
  for (size_t i = 0; i < lanes_.size(); ++i) {
    lanes_[i].share = shares[i];
    lanes_[i].credit += shares[i] * round;
  }
  LetOneBeginAnew();
  ShareMemory();
  turn_ = 0;
}

void Turns::SetMemoryLimit(size_t bytes) {
  memory_limit_ = bytes;
  for (Lane& lane : lanes_) lane.reserve = 0;
}

bool Turns::NeedsMore(const Lane& lane) const {
  return lane.memory < memory_limit_ && lane.runner->LacksMemory();
}

void Turns::GiveMemoryBack(Lane& lane, size_t reserve) {
  const RaceTime time = lane.runner->standing().time;
  lane.longest = std::max(lane.longest, time - lane.beginning);
  lane.lacked_memory = NeedsMore(lane);
  lane.is_waiting = true;
  lane.reserve = std::min(reserve, memory_limit_);
  lane.runner->BeginAnew();
}

bool Turns::MayBeginAnew(const Lane& lane) const {
  if (!lane.is_waiting) return false;
  const bool is_ahead =
      lane.lacked_memory && absl::c_all_of(lanes_, [&](const Lane& other) {
        return !other.may_remember() || other.share <= lane.share;
      });
  return is_ahead ||
         lane.credit >= 2 * (lane.longest + lane.runner->LeastStep());
}

void Turns::BeginAnew(Lane& lane) {
  lane.is_waiting = false;
  lane.beginning = lane.runner->standing().time;
  if (MemoryKept() <= memory_limit_) return;
  for (Lane& other : lanes_) {
    if (&other == &lane || !other.may_remember()) continue;
    GiveMemoryBack(other, memory_limit_);
  }
}

void Turns::LetOneBeginAnew() {
  for (size_t i = 1; i <= lanes_.size(); ++i) {
    const size_t next = (last_begun_ + i) % lanes_.size();
    if (!MayBeginAnew(lanes_[next])) continue;
    last_begun_ = next;
    return BeginAnew(lanes_[next]);
  }
}

size_t Turns::MemoryKept() const {
  size_t sum = 0;
  for (const Lane& lane : lanes_) sum += lane.kept();
  return sum;
}

void Turns::ShareMemory() {
  double remembering = 0;
  double greatest = 0;
  for (const Lane& lane : lanes_) {
    remembering += lane.may_remember();
    greatest = std::max(greatest, lane.share);
  }
  size_t free = memory_limit_ - std::min(MemoryKept(), memory_limit_);
  for (Lane& lane : lanes_) {
    if (!lane.may_remember()) continue;
    const size_t kept = lane.kept();
    // With the time of this round.
    const RaceTime time =
        lane.runner->standing().time + std::max(lane.credit, 0.0);
    const auto earned =
        static_cast<size_t>(std::min(kMemoryOfTime * time, 0x1p62));
    const bool is_near = lane.share >= kNear * greatest;
    const size_t wanted = std::max(
        {kFirstMemory, is_near ? earned : std::min(earned, kMemoryForAll),
         lane.memory});
    const size_t more = wanted - std::min(kept, wanted);
    const auto most =
        static_cast<size_t>(static_cast<double>(free) / remembering);
    lane.memory = kept + std::min(more, most);
    free -= std::min(more, most);
    remembering -= 1;
    lane.runner->SetMemoryLimit(lane.memory);
  }
}

}  // namespace dlx::internal
