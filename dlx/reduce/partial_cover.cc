#include "dlx/reduce/partial_cover.h"

#include <utility>

namespace dlx::internal {

PartialCover::PartialCover(Problem problem) : problem_(std::move(problem)) {
  const size_t item_count = problem_.item_count();
  item_starts_.assign(item_count + 1, 0);
  for (uint32_t o = 0; o < problem_.option_count(); ++o) {
    for (const ItemUse& use : problem_.option(OptionId(o))) {
      ++item_starts_[use.item.value() + 1];
    }
  }
  for (size_t i = 0; i < item_count; ++i) {
    item_starts_[i + 1] += item_starts_[i];
  }
  item_options_.resize(item_starts_.back());
  if (problem_.has_colors()) item_colors_.resize(item_starts_.back());
  std::vector<uint32_t> next(item_starts_.begin(), item_starts_.end() - 1);
  for (uint32_t o = 0; o < problem_.option_count(); ++o) {
    for (const ItemUse& use : problem_.option(OptionId(o))) {
      const uint32_t place = next[use.item.value()]++;
      item_options_[place] = OptionId(o);
      if (problem_.has_colors()) item_colors_[place] = use.color;
    }
  }

  items_.resize(item_count);
  for (uint32_t i = 0; i < item_count; ++i) {
    const Multiplicity multiplicity = problem_.multiplicity(ItemId(i));
    items_[i] = {.left = item_starts_[i + 1] - item_starts_[i],
                 .low = multiplicity.low,
                 .high = multiplicity.high};
  }
  FindDead();
  left_ = problem_.option_count();
  states_.resize(left_);
}

void PartialCover::FindDead() {
  is_dead_ = false;
  for (uint32_t i = 0; i < items_.size() && !is_dead_; ++i) {
    is_dead_ = items_[i].left + items_[i].covered < items_[i].low;
    dead_item_ = ItemId(i);
  }
}

void PartialCover::TakeOut(OptionId option, ItemId reason) {
  states_[option.value()] = {static_cast<uint32_t>(chosen_.size()), reason};
  out_.push_back(option);
  --left_;
  ++updates_;
  for (const ItemUse& use : problem_.option(option)) {
    Item& item = items_[use.item.value()];
    --item.left;
    if (item.left + item.covered > item.low) continue;
    if (item.left + item.covered < item.low) {
      is_dead_ = true;
      dead_item_ = use.item;
    } else if (item.covered < item.low) {
      tight_item_ = use.item;
    }
  }
}

void PartialCover::TakeOutAll(ItemId item, ColorId color) {
  if (items_[item.value()].left == 0) return;
  const uint32_t end = item_starts_[item.value() + 1];
  for (uint32_t i = item_starts_[item.value()]; i < end && !is_dead_; ++i) {
    if (!is_left(item_options_[i])) continue;
    if (color != kNoColor && item_colors_[i] == color) continue;
    TakeOut(item_options_[i], item);
  }
}

void PartialCover::Choose(OptionId option) {
  chosen_.push_back(option);
  // First every item is covered, so that none seems to have died of losing this
  // option, and so that taking back need not know where this stopped.
  for (const ItemUse& use : problem_.option(option)) {
    ++items_[use.item.value()].covered;
  }
  TakeOut(option, kNoReason);
  for (const ItemUse& use : problem_.option(option)) {
    const Item& item = items_[use.item.value()];
    if (use.color != kNoColor) {
      if (item.covered == 1) TakeOutAll(use.item, use.color);
    } else if (item.covered == item.high) {
      TakeOutAll(use.item, kNoColor);
    }
    if (is_dead_) return;
  }
}

void PartialCover::Exclude(OptionId option) { TakeOut(option, kNoReason); }

void PartialCover::UndoTo(Mark mark) {
  while (out_.size() > mark.out) {
    const OptionId option = out_.back();
    out_.pop_back();
    states_[option.value()].depth = kLeft;
    ++left_;
    for (const ItemUse& use : problem_.option(option)) {
      ++items_[use.item.value()].left;
    }
    is_dead_ = false;
  }
  while (chosen_.size() > mark.chosen) {
    for (const ItemUse& use : problem_.option(chosen_.back())) {
      --items_[use.item.value()].covered;
    }
    chosen_.pop_back();
  }
}

bool PartialCover::CheckInvariants() const {
  std::vector<bool> is_chosen(states_.size(), false);
  for (const OptionId option : chosen_) is_chosen[option.value()] = true;

  // Every chosen option is out, and all others that clash with one.
  std::vector<uint32_t> covered(items_.size(), 0);
  std::vector<ColorId> colors(items_.size());
  for (const OptionId option : chosen_) {
    if (is_left(option)) return false;
    for (const ItemUse& use : problem_.option(option)) {
      ++covered[use.item.value()];
      colors[use.item.value()] = use.color;
    }
  }
  std::vector<uint32_t> left(items_.size(), 0);
  size_t left_in_all = 0;
  for (uint32_t o = 0; o < states_.size(); ++o) {
    const OptionId option(o);
    bool clashes = false;
    for (const ItemUse& use : problem_.option(option)) {
      const uint32_t i = use.item.value();
      const bool agrees = use.color != kNoColor && use.color == colors[i];
      const bool is_full = problem_.is_primary(use.item)
                               ? covered[i] == items_[i].high
                               : covered[i] > 0 && !agrees;
      clashes |= is_full;
      left[i] += is_left(option);
    }
    left_in_all += is_left(option);
    if (clashes && is_left(option)) return false;
    if (is_left(option) || is_chosen[o]) continue;
    const Reason told = reason(option);
    if (told.item == kNoReason) continue;  // Excluded.
    if (!clashes) return false;
    if (covered[told.item.value()] == 0 || told.depth > depth()) return false;
  }
  if (left_in_all != left_) return false;
  for (uint32_t i = 0; i < items_.size(); ++i) {
    if (items_[i].covered != covered[i] || items_[i].left != left[i] ||
        left[i] + covered[i] < items_[i].low) {
      return false;
    }
  }
  return true;
}

}  // namespace dlx::internal
