#include "dlx/schedule/crew/work_list.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dlx/natural.h"

namespace dlx::internal {
namespace {

// Covers that may wait to be taken out: some 16 megabytes.
constexpr size_t kLargestVolume = size_t{1} << 22;

}  // namespace

WorkList::WorkList(const LimitWatch& watch, bool keep_order)
    : watch_(watch), keep_order_(keep_order) {
  idle_units_.insert(&units_[{}]);
  CheckLimits();
}

void WorkList::CheckLimits() {
  StopLocked(watch_.Check(nodes_, keep_order_ ? 0 : found_));
}

Unit* WorkList::Take() {
  std::unique_lock<std::mutex> lock(mutex_);
  ++waiting_workers_;
  work_changed_.wait(lock, [&] {
    return !idle_units_.empty() || busy_units_ == 0 ||
           outcome_ != Outcome::kRunning;
  });
  --waiting_workers_;
  if (idle_units_.empty() || outcome_ != Outcome::kRunning) return nullptr;
  Unit* const unit = *idle_units_.begin();
  idle_units_.erase(idle_units_.begin());
  ++busy_units_;
  return unit;
}

void WorkList::Include(uint64_t nodes, Natural counted) {
  const std::lock_guard<std::mutex> lock(mutex_);
  nodes_ += nodes;
  counted_ += counted;
}

WorkList::Advice WorkList::Report(Unit& unit, Slice slice) {
  const std::lock_guard<std::mutex> lock(mutex_);
  nodes_ += slice.nodes;
  unit.fraction_done = slice.fraction_done;
  unit.lower_bound = slice.lower_bound;
  if (!slice.path.empty()) unit.path = std::move(slice.path);
  if (slice.layers.has_value()) unit.layers = slice.layers;
  counted_ += slice.counted;
  // A count may be larger than any limit, and so than kUnlimited.
  const uint64_t limit = watch_.limits().solutions;
  if (limit != kUnlimited && counted_ >= limit) {
    StopLocked(Outcome::kSolutionLimit);
  }
  // A limit that is reached with the last node stops nothing.
  const bool was_last = busy_units_ == 1 && idle_units_.empty();
  if (!slice.exhausted || !was_last) CheckLimits();
  return {.may_go_on = outcome_ == Outcome::kRunning && !unit.is_superfluous,
          .share = waiting_workers_ > idle_units_.size()};
}

void WorkList::Add(Unit& unit, std::unique_ptr<Engine::Branch> branch) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const double part = unit.whole * branch->part;
  unit.rest -= part;
  Position position = unit.NextPosition();
  if (unit.is_superfluous) return;
  const auto [it, inserted] =
      units_.emplace(std::piecewise_construct, std::forward_as_tuple(position),
                     std::forward_as_tuple(position, std::move(branch), part));
  idle_units_.insert(&it->second);
  work_changed_.notify_one();
}

void WorkList::Deliver(Unit& unit, CoverBatch covers) {
  std::unique_lock<std::mutex> lock(mutex_);
  room_changed_.wait(lock, [&] {
    return volume_ < kLargestVolume || outcome_ != Outcome::kRunning ||
           unit.is_superfluous || (keep_order_ && IsFirst(unit));
  });
  volume_ += covers.volume();
  if (keep_order_) {
    unit.found += covers.size();
    unit.covers.push_back(std::move(covers));
    if (watch_.limits().solutions != kUnlimited) DropWhatIsTooLate();
  } else {
    found_ += covers.size();
    covers_.push_back(std::move(covers));
    if (found_ >= watch_.limits().solutions) {
      StopLocked(Outcome::kSolutionLimit);
    }
  }
  state_changed_.notify_one();
}

void WorkList::DropWhatIsTooLate() {
  uint64_t found = found_;
  auto it = units_.begin();
  while (it != units_.end() && found < watch_.limits().solutions) {
    found += it->second.found;
    if (found >= watch_.limits().solutions) it->second.is_superfluous = true;
    ++it;
  }
  while (it != units_.end()) {
    Unit& unit = it->second;
    unit.is_superfluous = true;
    if (idle_units_.erase(&unit) > 0) {
      it = units_.erase(it);
    } else {
      ++it;
    }
  }
  room_changed_.notify_all();
}

void WorkList::Finish(Unit& unit, bool exhausted) {
  const std::lock_guard<std::mutex> lock(mutex_);
  done_ += exhausted ? unit.rest : unit.done();
  --busy_units_;
  unit.is_finished = exhausted || unit.is_superfluous;
  unit.fraction_done = 0;  // It is in done_ now.
  unit.path.clear();
  if (!keep_order_ && unit.is_finished) units_.erase(unit.position);
  if (busy_units_ == 0 && idle_units_.empty()) work_changed_.notify_all();
  state_changed_.notify_one();
}

bool WorkList::NextCovers(CoverBatch& covers) {
  std::deque<CoverBatch>* queue = &covers_;
  if (keep_order_) {
    while (!units_.empty() && units_.begin()->second.is_finished &&
           units_.begin()->second.covers.empty()) {
      found_ += units_.begin()->second.found;
      units_.erase(units_.begin());
      room_changed_.notify_all();  // Another one is first.
    }
    if (units_.empty()) return false;
    queue = &units_.begin()->second.covers;
  }
  if (queue->empty()) return false;
  covers = std::move(queue->front());
  queue->pop_front();
  const bool was_full = volume_ >= kLargestVolume;
  volume_ -= covers.volume();
  if (was_full && volume_ < kLargestVolume) room_changed_.notify_all();
  return true;
}

WorkList::Event WorkList::Wait(absl::Duration until, CoverBatch& covers) {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    if (NextCovers(covers)) return Event::kCovers;
    if (busy_units_ == 0 &&
        (idle_units_.empty() || outcome_ != Outcome::kRunning)) {
      return Event::kEnd;
    }
    if (until == absl::InfiniteDuration()) {
      state_changed_.wait(lock);
    } else {
      const absl::Duration time = until - watch_.Now();
      if (time <= absl::ZeroDuration()) return Event::kTimeout;
      state_changed_.wait_for(lock, absl::ToChronoNanoseconds(time));
    }
  }
}

void WorkList::StopLocked(Outcome outcome) {
  if (outcome == Outcome::kRunning || outcome_ != Outcome::kRunning) return;
  outcome_ = outcome;
  work_changed_.notify_all();
  room_changed_.notify_all();
  state_changed_.notify_all();
}

void WorkList::Stop(Outcome outcome) {
  const std::lock_guard<std::mutex> lock(mutex_);
  StopLocked(outcome);
}

uint64_t WorkList::nodes_left() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return watch_.limits().nodes - std::min(nodes_, watch_.limits().nodes);
}

Progress WorkList::progress() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  Progress progress = {.nodes = nodes_, .solutions = counted_};
  double done = done_;
  for (const auto& [position, unit] : units_) {
    done += unit.done();
    if (progress.path.empty()) progress.path = unit.path;
    if (!progress.layers.has_value()) progress.layers = unit.layers;
  }
  progress.fraction_done = std::min(done, 1.0);
  return progress;
}

int64_t WorkList::LowerBound() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  int64_t bound = Engine::kNothingToFind;
  for (const auto& [position, unit] : units_) {
    bound = std::min(bound, unit.lower_bound);
  }
  return bound;
}

std::string WorkList::CheckInvariants() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  size_t volume = 0;
  for (const CoverBatch& covers : covers_) volume += covers.volume();
  if (keep_order_ && !covers_.empty()) return "covers are in no unit";
  size_t working = 0;
  const bool may_drop_units =
      keep_order_ && watch_.limits().solutions != kUnlimited;
  const bool is_whole = outcome_ == Outcome::kRunning && !may_drop_units;
  double parts = done_;
  for (const auto& [position, unit] : units_) {
    if (unit.position != position) return "a unit is not at its position";
    if (!keep_order_ && !unit.covers.empty()) return "a unit has covers";
    for (const CoverBatch& covers : unit.covers) volume += covers.volume();
    if (unit.is_finished) continue;
    parts += unit.rest;
    working += idle_units_.count(const_cast<Unit*>(&unit)) == 0;
  }
  for (const Unit* const unit : idle_units_) {
    const auto it = units_.find(unit->position);
    if (it == units_.end() || &it->second != unit)
      return "an idle unit is gone";
    if (unit->is_finished || unit->is_superfluous) {
      return "an idle unit need not be searched";
    }
  }
  if (is_whole ? working != busy_units_ : working < busy_units_) {
    return absl::StrCat(working, " units are being worked on, but ",
                        busy_units_, " are busy");
  }
  if (parts > 1 + 1e-9 || (is_whole && parts < 1 - 1e-9)) {
    return absl::StrCat("the parts of the tree add up to ", parts);
  }
  if (volume != volume_) {
    return absl::StrCat("covers take ", volume, " and not ", volume_);
  }
  return "";
}

}  // namespace dlx::internal
