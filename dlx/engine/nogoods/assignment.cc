#include "dlx/engine/nogoods/assignment.h"

#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "dlx/engine/nogoods/item_choice.h"

namespace dlx::internal::nogoods {

Assignment::Assignment(const MaskProblem& problem, size_t snapshot_memory)
    : problem_(problem),
      masks_(problem.item_count() + kItemChoicePadding),
      values_(problem.option_count(), kOpen),
      causes_(problem.option_count()),
      trail_(problem.option_count(), Literal::Chosen(0)),
      chosen_(problem.option_count()),
      last_slots_(problem.item_count()) {
  most_snapshots_ =
      std::min(snapshot_memory / (masks_.size() * sizeof(uint64_t)),
               trail_.size() / SnapshotInterval() + 1);
}

bool Assignment::Start(absl::Span<const OptionId> givens) {
  std::copy(problem_.root.begin(), problem_.root.end(), masks_.begin());
  std::fill(values_.begin(), values_.end(), kOpen);
  trail_size_ = 0;
  propagated_ = 0;
  chosen_size_ = 0;
  level_starts_.clear();
  snapshots_used_ = 0;
  std::fill(last_slots_.begin(), last_slots_.end(), 0);

  for (const OptionId given : givens) {
    if (!IsOpen(given.value())) return false;
    Choose(given.value(), {});
    RuleOutOthersAtStart(given.value());
  }
  propagated_ = trail_size_;
  for (uint32_t item = 0; item < problem_.primary_count; ++item) {
    const uint64_t mask = masks_[item];
    if ((mask & (mask - 1)) != 0) continue;
    if (mask == 0) return false;
    Choose(problem_.OptionAt(item, std::countr_zero(mask)), {});
  }
  return Propagate();
}

// Most options of a Sudoku go here. Their reasons are never needed, and they
// are never taken back, and items with one option left are looked for when all
// givens are chosen.
void Assignment::RuleOutOthersAtStart(uint32_t option) {
  for (const MaskPlace own : problem_.PlacesOf(option)) {
    const uint64_t others = masks_[own.item] & ~own.bit() & ~kCovered;
    for (uint64_t left = others; left != 0; left &= left - 1) {
      const uint32_t other =
          problem_.OptionAt(own.item, std::countr_zero(left));
      values_[other] = kRuledOut;
      causes_[other] = {};
      for (const MaskPlace place : problem_.PlacesOf(other)) {
        masks_[place.item] &= ~place.bit();
      }
    }
  }
}

void Assignment::Choose(uint32_t option, Cause cause) {
  values_[option] = kChosen;
  causes_[option] = cause;
  trail_[trail_size_++] = Literal::Chosen(option);
  chosen_[chosen_size_++] = option;
  for (const MaskPlace place : problem_.PlacesOf(option)) {
    masks_[place.item] |= kCovered;
  }
}

bool Assignment::RuleOut(uint32_t option, Cause cause) {
  values_[option] = kRuledOut;
  causes_[option] = cause;
  trail_[trail_size_++] = Literal::RuledOut(option);
  bool possible = true;
  for (const MaskPlace place : problem_.PlacesOf(option)) {
    const uint64_t mask = masks_[place.item] &= ~place.bit();
    if ((mask & (mask - 1)) == 0) {
      possible &= AssignLast(place.item, option);
    }
  }
  return possible;
}

bool Assignment::AssignLast(uint32_t item, uint32_t ruled_out) {
  const Reason reason(Reason::Kind::kItem, item);
  const uint64_t mask = masks_[item];
  if (mask == 0) {
    conflict_ = {ruled_out, reason};
    return false;
  }
  Choose(problem_.OptionAt(item, std::countr_zero(mask)), {level(), reason});
  return true;
}

bool Assignment::RuleOutOthers(uint32_t option) {
  const Reason reason(Reason::Kind::kOption, option);
  const Cause cause = {level(), reason};
  for (const MaskPlace own : problem_.PlacesOf(option)) {
    const uint64_t others = masks_[own.item] & ~own.bit() & ~kCovered;
    for (uint64_t left = others; left != 0; left &= left - 1) {
      const uint32_t other =
          problem_.OptionAt(own.item, std::countr_zero(left));
      if (!IsOpen(other)) {
        conflict_ = {other, reason};
        return false;
      }
      if (!RuleOut(other, cause)) return false;
    }
  }
  return true;
}

bool Assignment::Propagate() {
  while (propagated_ < trail_size_) {
    const Literal literal = trail_[propagated_++];
    if (literal.is_chosen() && !RuleOutOthers(literal.option())) {
      return false;
    }
  }
  return true;
}

void Assignment::TakeSnapshot() {
  if (snapshots_used_ == most_snapshots_) return;
  if (snapshots_.size() == snapshots_used_) snapshots_.emplace_back();
  Snapshot& snapshot = snapshots_[snapshots_used_++];
  snapshot.trail_size = trail_size_;
  snapshot.masks = masks_;
}

void Assignment::RestoreMasks() {
  const Snapshot& snapshot = snapshots_[snapshots_used_ - 1];
  std::copy(snapshot.masks.begin(), snapshot.masks.end(), masks_.begin());
  for (size_t i = snapshot.trail_size; i < trail_size_; ++i) {
    const Literal literal = trail_[i];
    for (const MaskPlace place : problem_.PlacesOf(literal.option())) {
      uint64_t& mask = masks_[place.item];
      mask = literal.is_chosen() ? mask | kCovered : mask & ~place.bit();
    }
  }
}

void Assignment::UndoTo(uint32_t level) {
  if (this->level() <= level) return;
  const size_t start = level_starts_[level];
  level_starts_.resize(level);
  while (snapshots_used_ > 0 &&
         snapshots_[snapshots_used_ - 1].trail_size > start) {
    --snapshots_used_;
  }
  // To copy the masks takes as long as to take back so many literals.
  const size_t copy = masks_.size() / 32;
  const bool restores =
      snapshots_used_ > 0 &&
      start - snapshots_[snapshots_used_ - 1].trail_size + copy <
          trail_size_ - start;
  while (trail_size_ > start) {
    const Literal literal = trail_[--trail_size_];
    values_[literal.option()] = kOpen;
    if (literal.is_chosen()) {
      --chosen_size_;
      for (const MaskPlace place : problem_.PlacesOf(literal.option())) {
        if (place.item < problem_.primary_count) {
          last_slots_[place.item] = place.slot;
          masks_[place.item] &= ~kCovered;
        }
      }
    } else if (!restores) {
      for (const MaskPlace place : problem_.PlacesOf(literal.option())) {
        masks_[place.item] |= place.bit();
      }
    }
  }
  if (restores) RestoreMasks();
  propagated_ = start;
}

std::string Assignment::CheckInvariants() const {
  for (uint32_t item = 0; item < problem_.item_count(); ++item) {
    const bool primary = item < problem_.primary_count;
    uint64_t mask = primary ? 0 : kCovered;
    int chosen = 0;
    for (size_t slot = 0; slot < problem_.OptionsOf(item).size(); ++slot) {
      const uint32_t option = problem_.OptionAt(item, slot);
      if (Holds(Literal::RuledOut(option))) continue;
      mask |= uint64_t{1} << slot;
      if (!Holds(Literal::Chosen(option))) continue;
      mask |= kCovered;
      ++chosen;
    }
    if (masks_[item] != mask) {
      return absl::StrCat("the mask of item ", item, " should be ",
                          absl::Hex(mask), " but is ", absl::Hex(masks_[item]));
    }
    const int left = std::popcount(mask & ~kCovered);
    if (primary && (left == 0 || (left == 1) != (chosen == 1))) {
      return absl::StrCat("the primary item ", item, " has ", left,
                          " options left, and ", chosen, " of them are chosen");
    }
    if (chosen > 1 || (chosen == 1 && left > 1)) {
      return absl::StrCat("an option of item ", item, " is chosen, and ",
                          left - 1, " others are not ruled out");
    }
  }
  uint32_t last_level = 0;
  for (size_t i = 0; i < trail_size_; ++i) {
    const uint32_t option = trail_[i].option();
    if (!Holds(trail_[i])) {
      return absl::StrCat("what the trail says of option ", option,
                          " does not hold");
    }
    const auto& [level, reason] = causes_[option];
    const bool is_fact = level == 0 && reason.kind() == Reason::Kind::kNone;
    if (is_fact) continue;
    if (level < last_level || level > this->level()) {
      return absl::StrCat("option ", option, " has level ", level,
                          " on the trail behind level ", last_level);
    }
    last_level = level;
  }
  return "";
}

}  // namespace dlx::internal::nogoods
