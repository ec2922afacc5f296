#include "dlx/proof/check/state.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace dlx::checker {
namespace {

// Appends a row of so many bits, all of them set.
void AppendAll(size_t bits, std::vector<uint64_t>& words) {
  words.resize(words.size() + bits / 64, ~uint64_t{0});
  if (bits % 64 != 0) words.push_back((uint64_t{1} << bits % 64) - 1);
}

}  // namespace

State::State(const Problem& problem)
    : problem_(problem),
      has_multiplicities_(problem.has_multiplicities()),
      items_(problem.item_count() + 1) {
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (!problem.is_primary(ItemId(i))) continue;
    const auto rank = static_cast<uint32_t>(primaries_.size());
    items_[i].open = {rank / 64, uint64_t{1} << rank % 64};
    primaries_.push_back(ItemId(i));
  }
  AppendAll(primaries_.size(), stack_);
  if (stack_.empty()) stack_.push_back(0);
  open_words_ = static_cast<uint32_t>(stack_.size());
  AppendAll(problem.option_count(), stack_);
  fits_end_ = static_cast<uint32_t>(stack_.size());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    uint64_t primaries = 0;
    for (const auto& [item, color] : problem.option(OptionId(k))) {
      Append(BitOf(k), items_[item.value()].options);
      if (color != kNoColor) Append(BitOf(k), by_color_[{item, color}]);
      primaries += problem.is_primary(item);
    }
    most_primaries_ = std::max(most_primaries_, primaries);
  }
  for (const ItemId item : primaries_) {
    const Multiplicity bounds = problem.multiplicity(item);
    if (bounds == Multiplicity{1, 1}) continue;
    items_[item.value()].field = static_cast<uint32_t>(stack_.size());
    stack_.push_back(uint64_t{bounds.low} << 32 | bounds.high);
  }
  size_ = stack_.size();
  stride_ = (size_ + kBlock - 1) / kBlock * kBlock;
  stack_.resize(stride_);
  words_ = stack_.data();
  nothing_.resize(size_);
  key_size_ = has_multiplicities_ || problem.secondary_count() > 0
                  ? size_
                  : open_words_;
  is_large_ = size_ > kMostInStack ||
              (size_ > kSmall &&
               size_ * problem.item_count() > 2 * problem.use_count());
  masks_.resize(is_large_ ? 0 : problem.option_count());
}

template <typename Function>
void State::ForEachLoss(uint32_t option, Function remove) {
  // With multiplicities, its items may be open still.
  if (has_multiplicities_) remove(BitOf(option));
  for (const auto& [item, color] : problem_.option(OptionId(option))) {
    if (items_[item.value()].field != 0) continue;
    if (problem_.is_primary(item)) {
      remove(OpenBit(item));
      if (is_large_) continue;
    }
    absl::Span<const Bits> alike;
    if (color != kNoColor) alike = by_color_.at({item, color});
    work_ += OptionsOf(item).size();
    for (auto [place, bits] : OptionsOf(item)) {
      if (!alike.empty() && alike.front().place == place) {
        bits &= ~alike.front().bits;
        alike.remove_prefix(1);
      }
      remove({place, bits});
    }
  }
}

void State::MakeMask(uint32_t option) {
  words_in_masks_ += size_;
  if (words_in_masks_ > kMostInMasks) {
    masks_.assign(masks_.size(), {});
    words_in_masks_ = size_;
  }
  masks_[option].assign(stride_, ~uint64_t{0});
  uint64_t* const mask = masks_[option].data();
  ForEachLoss(option, [mask](Bits loss) { mask[loss.place] &= ~loss.bits; });
}

void State::TakeInPlace(uint32_t option) {
  ForEachLoss(option, [this](Bits loss) { Remove(loss); });
}

void State::GrowStack() {
  const size_t at = mark();
  stack_.resize(2 * (stack_.size() + stride_));
  words_ = stack_.data() + at;
}

void State::CountDown(uint32_t option) {
  for (const ItemUse& use : problem_.option(OptionId(option))) {
    if (items_[use.item.value()].field == 0) continue;
    const auto [low, high] = Missing(use.item);
    if (high == 1) {
      Close(use.item);
    } else {
      SetMissing(use.item, {.low = low - (low > 0), .high = high - 1});
    }
  }
}

void State::Reopen(ItemId item, absl::Span<const uint64_t> before) {
  const auto restore = [&](Bits bits) {
    Set(bits.place,
        (words_[bits.place] & ~bits.bits) | (before[bits.place] & bits.bits));
  };
  restore(OpenBit(item));
  const uint32_t field = items_[item.value()].field;
  if (field != 0) Set(field, before[field]);
  if (is_large_) return;
  work_ += OptionsOf(item).size();
  for (const Bits& options : OptionsOf(item)) restore(options);
}

// Where it may be more.
bool State::Lower(ItemId item, uint32_t most) {
  const uint32_t low = Missing(item).low;
  if (low > most) return false;
  if (most == 0) {
    Close(item);
  } else {
    SetMissing(item, {.low = low, .high = most});
  }
  return true;
}

bool State::HasItems(uint32_t option, const uint64_t* words) const {
  for (const ItemUse& use : problem_.option(OptionId(option))) {
    const auto [place, bit] = OpenBit(use.item);
    if ((bit & ~words[place]) != 0) return false;
  }
  return true;
}

uint64_t State::OnlyFitting(uint32_t first, uint64_t bits) {
  for (uint64_t left = bits; left != 0; left &= left - 1) {
    ++work_;
    if (!HasItems(first + LowestBit(left), words_)) bits ^= left & -left;
  }
  return bits;
}

std::vector<uint32_t> State::FittingIn(absl::Span<const uint64_t> key) {
  work_ += problem_.use_count();
  std::vector<uint32_t> options;
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    if ((has_short_keys() || Has(key.data(), BitOf(k))) &&
        HasItems(k, key.data())) {
      options.push_back(k);
    }
  }
  return options;
}

// They may differ in options that fit in neither.
bool State::HasSameChoices(absl::Span<const uint64_t> key) {
  for (uint32_t place = 0; place < key_size_; ++place) {
    uint64_t different = words_[place] ^ key[place];
    if (different == 0) continue;
    if (place < open_words_ || place >= fits_end_) return false;
    // Each of these has its bit in one of the two.
    for (; different != 0; different &= different - 1) {
      ++work_;
      if (HasItems(OptionAt(place) + LowestBit(different), words_)) {
        return false;
      }
    }
  }
  return true;
}

bool State::IsInAllThatFit(ItemId item) {
  absl::Span<const Bits> with_item = OptionsOf(item);
  for (uint32_t place = open_words_; place < fits_end_; ++place) {
    uint64_t without = words_[place];
    if (!with_item.empty() && with_item.front().place == place) {
      without &= ~with_item.front().bits;
      with_item.remove_prefix(1);
    }
    if (is_large_) without = OnlyFitting(OptionAt(place), without);
    if (without != 0) return false;
  }
  return problem_.is_primary(item);
}

bool State::IsOutOfReach(ItemId item) const {
  uint64_t missing = 0;
  for (const ItemId other : primaries_) missing += Missing(other).low;
  return missing > most_primaries_ * Missing(item).high;
}

std::vector<ItemId> State::OpenItems() {
  work_ += open_words_;
  std::vector<ItemId> items;
  for (uint32_t place = 0; place < open_words_; ++place) {
    for (uint64_t left = words_[place]; left != 0; left &= left - 1) {
      items.push_back(primaries_[64 * place + LowestBit(left)]);
    }
  }
  return items;
}

}  // namespace dlx::checker
