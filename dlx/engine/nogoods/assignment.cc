#include "dlx/engine/nogoods/assignment.h"

#include <algorithm>
#include <bit>

#include "dlx/engine/nogoods/item_choice.h"

namespace dlx::internal {

Assignment::Assignment(const MaskProblem& problem)
    : problem_(problem),
      masks_(problem.item_count() + kItemChoicePadding),
      values_(problem.option_count(), kOpen),
      causes_(problem.option_count()),
      trail_(problem.option_count(), Statement::Chosen(0)),
      chosen_(problem.option_count()) {}

bool Assignment::Start(absl::Span<const OptionId> givens) {
  std::copy(problem_.root.begin(), problem_.root.end(), masks_.begin());
  std::fill(values_.begin(), values_.end(), kOpen);
  trail_size_ = 0;
  propagated_ = 0;
  chosen_size_ = 0;
  level_starts_.clear();

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

// Most options of a Sudoku go here. Nobody will ask why or take them back, and
// items with one option left are looked for when all givens are chosen.
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
  trail_[trail_size_++] = Statement::Chosen(option);
  chosen_[chosen_size_++] = option;
  for (const MaskPlace place : problem_.PlacesOf(option)) {
    masks_[place.item] |= kCovered;
  }
}

bool Assignment::RuleOut(uint32_t option, Cause cause) {
  values_[option] = kRuledOut;
  causes_[option] = cause;
  trail_[trail_size_++] = Statement::RuledOut(option);
  bool possible = true;
  for (const MaskPlace place : problem_.PlacesOf(option)) {
    const uint64_t mask = masks_[place.item] &= ~place.bit();
    if ((mask & (mask - 1)) == 0) {
      possible &= NoteNarrow(place.item, option);
    }
  }
  return possible;
}

bool Assignment::NoteNarrow(uint32_t item, uint32_t ruled_out) {
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
    const Statement statement = trail_[propagated_++];
    if (statement.is_chosen() && !RuleOutOthers(statement.option())) {
      return false;
    }
  }
  return true;
}

void Assignment::UndoTo(uint32_t level) {
  if (this->level() <= level) return;
  const size_t start = level_starts_[level];
  level_starts_.resize(level);
  while (trail_size_ > start) {
    const Statement statement = trail_[--trail_size_];
    values_[statement.option()] = kOpen;
    if (statement.is_chosen()) {
      --chosen_size_;
      for (const MaskPlace place : problem_.PlacesOf(statement.option())) {
        if (place.item < problem_.primary_count) {
          masks_[place.item] &= ~kCovered;
        }
      }
    } else {
      for (const MaskPlace place : problem_.PlacesOf(statement.option())) {
        masks_[place.item] |= place.bit();
      }
    }
  }
  propagated_ = start;
}

}  // namespace dlx::internal
