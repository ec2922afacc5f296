#include "dlx/proof/check/state.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"

namespace dlx::checker {
namespace {

// A row of so many bits, all of them set.
std::vector<uint64_t> AllOf(size_t bits) {
  std::vector<uint64_t> words(bits / 64, ~uint64_t{0});
  if (bits % 64 != 0) words.push_back((uint64_t{1} << bits % 64) - 1);
  return words;
}

// Adds a bit to a list that has those before it.
void Append(Bits bit, std::vector<Bits>& list) {
  if (list.empty() || list.back().place != bit.place) {
    list.push_back(bit);
  } else {
    list.back().bits |= bit.bits;
  }
}

}  // namespace

State::State(const Problem& problem)
    : problem_(problem),
      has_multiplicities_(problem.has_multiplicities()),
      open_bits_(problem.item_count(), Bits{0, 0}) {
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    if (!problem.is_primary(ItemId(i))) continue;
    const auto rank = static_cast<uint32_t>(primaries_.size());
    open_bits_[i] = {rank / 64, uint64_t{1} << rank % 64};
    primaries_.push_back(ItemId(i));
  }
  stack_ = AllOf(primaries_.size());
  open_words_ = static_cast<uint32_t>(stack_.size());
  const std::vector<uint64_t> fitting = AllOf(problem.option_count());
  stack_.insert(stack_.end(), fitting.begin(), fitting.end());
  fits_end_ = static_cast<uint32_t>(stack_.size());
  ListOptions();
  ListByColor();
  if (has_multiplicities()) LayOutMissing();
  size_ = stack_.size();
  words_ = stack_.data();
  const bool has_short_keys =
      !has_multiplicities() && problem.secondary_count() == 0;
  key_size_ = has_short_keys ? open_words_ : size_;
  is_stack_ = !has_multiplicities() &&
              (size_ <= kSmall ||
               (size_ <= kMostInStack &&
                size_ * problem.item_count() <= 2 * problem.use_count()));
  is_lazy_ = !is_stack_ && !has_multiplicities();
  if (is_stack_) {
    mask_of_.resize(problem.option_count());
    masks_.resize(1);
  }
}

void State::ListOptions() {
  const auto options = static_cast<uint32_t>(problem_.option_count());
  const size_t items = problem_.item_count();
  // By item: the last word that has one of its options.
  std::vector<uint32_t> last(items, ~uint32_t{0});
  list_starts_.assign(items + 1, 0);
  for (uint32_t k = 0; k < options; ++k) {
    uint64_t primaries = 0;
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      const uint32_t item = use.item.value();
      primaries += problem_.is_primary(use.item);
      list_starts_[item + 1] += last[item] != k / 64;
      last[item] = k / 64;
    }
    most_primaries_ = std::max(most_primaries_, primaries);
  }
  for (size_t i = 0; i < items; ++i) list_starts_[i + 1] += list_starts_[i];
  lists_.resize(list_starts_.back());
  std::vector<uint32_t> ends(list_starts_.begin(), list_starts_.end() - 1);
  for (uint32_t k = 0; k < options; ++k) {
    const auto [place, bits] = BitOf(k);
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      const uint32_t item = use.item.value();
      uint32_t& end = ends[item];
      if (end == list_starts_[item] || lists_[end - 1].place != place) {
        lists_[end++] = {place, 0};
      }
      lists_[end - 1].bits |= bits;
    }
  }
}

void State::ListByColor() {
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    for (const auto& [item, color] : problem_.option(OptionId(k))) {
      if (color != kNoColor) Append(BitOf(k), by_color_[{item, color}]);
    }
  }
}

void State::LayOutMissing() {
  uint32_t most = 0;
  for (const ItemId item : primaries_) {
    most = std::max(most, problem_.multiplicity(item).high);
  }
  missing_bits_ = std::max<uint32_t>(
      8, std::bit_ceil(static_cast<uint32_t>(std::bit_width(most))));
  missing_fields_.resize(problem_.item_count());
  uint32_t shift = 64;
  for (const ItemId item : primaries_) {
    if (shift == 64) {
      stack_.push_back(0);
      shift = 0;
    }
    missing_fields_[item.value()] = {static_cast<uint32_t>(stack_.size() - 1),
                                     shift};
    stack_.back() |= PackMissing(problem_.multiplicity(item)) << shift;
    shift += 2 * missing_bits_;
  }
}

template <typename Function>
void State::ForEachLoss(uint32_t option, Function remove) {
  // With multiplicities, its items may be open still.
  if (has_multiplicities()) remove(BitOf(option));
  for (const auto& [item, color] : problem_.option(OptionId(option))) {
    const bool is_primary = problem_.is_primary(item);
    if (is_primary && !has_multiplicities()) remove(OpenBit(item));
    if (is_primary && (has_multiplicities() || is_lazy_)) continue;
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
  if (masks_.size() > kMostInMasks) {
    masks_.resize(1);
    mask_of_.assign(mask_of_.size(), 0);
  }
  mask_of_[option] = masks_.size();
  masks_.resize(masks_.size() + size_, ~uint64_t{0});
  uint64_t* const mask = masks_.data() + mask_of_[option];
  ForEachLoss(option, [mask](Bits loss) { mask[loss.place] &= ~loss.bits; });
}

Multiplicity State::FieldOf(ItemId item) const {
  const auto [place, shift] = missing_fields_[item.value()];
  const uint64_t field = words_[place] >> shift;
  const uint64_t mask = (uint64_t{1} << missing_bits_) - 1;
  return {.low = static_cast<uint32_t>(field >> missing_bits_ & mask),
          .high = static_cast<uint32_t>(field & mask)};
}

void State::SetMissing(ItemId item, Multiplicity missing) {
  const auto [place, shift] = missing_fields_[item.value()];
  const uint64_t mask = PackMissing({.low = UINT32_MAX, .high = UINT32_MAX});
  Set(place, (words_[place] & ~(mask << shift)) | PackMissing(missing)
                                                      << shift);
}

void State::TakeInPlace(uint32_t option) {
  ForEachLoss(option, [this](Bits loss) { Remove(loss); });
  if (!has_multiplicities()) return;
  for (const ItemUse& use : problem_.option(OptionId(option))) {
    if (!problem_.is_primary(use.item)) continue;
    const auto [low, high] = Missing(use.item);
    if (high == 1) {
      CloseOne(use.item);
    } else {
      SetMissing(use.item, {.low = low > 0 ? low - 1 : 0, .high = high - 1});
    }
  }
}

void State::CloseOne(ItemId item) {
  Remove(OpenBit(item));
  if (!is_lazy_) {
    work_ += OptionsOf(item).size();
    for (const Bits& options : OptionsOf(item)) Remove(options);
  }
  if (has_multiplicities()) SetMissing(item, {.low = 0, .high = 0});
}

void State::Close(absl::Span<const ItemId> items) {
  Save();
  for (const ItemId item : items) CloseOne(item);
}

void State::Reopen(absl::Span<const ItemId> items,
                   absl::Span<const uint64_t> before) {
  Save();
  const auto restore = [&](Bits bits) {
    Set(bits.place,
        (words_[bits.place] & ~bits.bits) | (before[bits.place] & bits.bits));
  };
  for (const ItemId item : items) {
    restore(OpenBit(item));
    if (!is_lazy_) {
      for (const Bits& options : OptionsOf(item)) restore(options);
    }
    if (!has_multiplicities()) continue;
    const auto [place, shift] = missing_fields_[item.value()];
    restore(
        {place, PackMissing({.low = UINT32_MAX, .high = UINT32_MAX}) << shift});
  }
}

bool State::Limit(ItemId item, uint32_t most) {
  const auto [low, high] = Missing(item);
  if (low > most) return false;
  if (most == 0) {
    CloseOne(item);
  } else if (high > most) {
    SetMissing(item, {.low = low, .high = most});
  }
  return true;
}

bool State::IsInAllThatFit(ItemId item) const {
  absl::Span<const Bits> with_item = OptionsOf(item);
  for (uint32_t place = open_words_; place < fits_end_; ++place) {
    uint64_t without = words_[place];
    if (!with_item.empty() && with_item.front().place == place) {
      without &= ~with_item.front().bits;
      with_item.remove_prefix(1);
    }
    if (without != 0) return false;
  }
  return problem_.is_primary(item);
}

bool State::IsOutOfReach(ItemId item) const {
  uint64_t missing = 0;
  for (const ItemId other : primaries_) missing += Missing(other).low;
  return missing > most_primaries_ * Missing(item).high;
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

// They may differ in options that fit in neither.
bool State::HasSameChoices(absl::Span<const uint64_t> key) {
  for (uint32_t place = 0; place < key_size_; ++place) {
    uint64_t different = words_[place] ^ key[place];
    if (different == 0) continue;
    if (place < open_words_ || place >= fits_end_) return false;
    for (; different != 0; different &= different - 1) {
      const uint32_t option = OptionAt(place) + LowestBit(different);
      ++work_;
      if (Fits(option, words_) != Fits(option, key.data())) return false;
    }
  }
  return true;
}

std::vector<uint32_t> State::ClashingOf(ItemId item) const {
  std::vector<uint32_t> options;
  for (const auto [place, bits] : OptionsOf(item)) {
    for (uint64_t left = bits; left != 0; left &= left - 1) {
      const uint32_t option = OptionAt(place) + LowestBit(left);
      if (!Fits(option)) options.push_back(option);
    }
  }
  return options;
}

std::vector<uint32_t> State::ListFitting(const uint64_t* words) {
  std::vector<uint32_t> options;
  for (uint32_t place = open_words_; place < fits_end_; ++place) {
    for (uint64_t left = words[place]; left != 0; left &= left - 1) {
      options.push_back(OptionAt(place) + LowestBit(left));
    }
  }
  work_ += fits_end_ + options.size();
  return options;
}

std::vector<uint32_t> State::FittingIn(absl::Span<const uint64_t> key) {
  std::vector<uint64_t> words(key.begin(), key.end());
  if (has_short_keys()) {
    const std::vector<uint64_t> all = AllOf(problem_.option_count());
    words.insert(words.end(), all.begin(), all.end());
  }
  for (const ItemId item : primaries_) {
    if (const auto [place, bit] = OpenBit(item); (words[place] & bit) != 0) {
      continue;
    }
    work_ += OptionsOf(item).size();
    for (const auto [place, bits] : OptionsOf(item)) words[place] &= ~bits;
  }
  return ListFitting(words.data());
}

size_t State::CountOpenIn(absl::Span<const uint64_t> key) const {
  size_t open = 0;
  for (const uint64_t word : key.first(open_words_)) {
    open += static_cast<size_t>(std::popcount(word));
  }
  return open;
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

// Options that fit must have their primary items in one part. If those that
// share a secondary item are of several parts, no two of them clash if they all
// give it the same colour, and otherwise two of different parts do.
std::string State::Connection(absl::Span<const uint32_t> part_of) {
  struct Users {
    uint32_t part;  // Of the first one,
    ColorId color;  // and the colour that it gives the item.
    bool one_part = true;
    bool one_color = true;
  };
  work_ += problem_.use_count();
  std::vector<uint32_t> part_of_item(problem_.item_count());
  const std::vector<ItemId> open = OpenItems();
  for (size_t i = 0; i < open.size(); ++i) {
    part_of_item[open[i].value()] = part_of[i];
  }
  std::vector<std::optional<Users>> users_of(problem_.item_count());
  for (const uint32_t k : Fitting()) {
    std::optional<uint32_t> part;
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      if (!problem_.is_primary(use.item)) continue;
      const uint32_t its_part = part_of_item[use.item.value()];
      if (part.value_or(its_part) != its_part) {
        return absl::StrCat("option ", k, " (",
                            problem_.OptionToString(OptionId(k)), ")");
      }
      part = its_part;
    }
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      if (problem_.is_primary(use.item)) continue;
      std::optional<Users>& users = users_of[use.item.value()];
      if (!users.has_value()) users = Users{*part, use.color};
      users->one_part &= users->part == *part;
      users->one_color &= users->color == use.color && use.color != kNoColor;
      if (!users->one_part && !users->one_color) {
        return absl::StrCat("item \"", problem_.item_name(use.item), "\"");
      }
    }
  }
  return "";
}

}  // namespace dlx::checker
