#include "dlx/proof/check/state.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"

namespace dlx::checker {
namespace {

size_t WordsFor(size_t bits) { return (bits + 63) / 64; }

}  // namespace

State::State(const Problem& problem) : problem_(problem) {
  LayOut();
  for (uint32_t k = 0; k < problem.option_count(); ++k) AddOption(k);

  ListOptions();
  IndexOptions();
}

void State::ListOptions() {
  list_starts_.assign(problem_.item_count() + 1, 0);
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      ++list_starts_[use.item.value() + 1];
    }
  }
  for (size_t i = 0; i < problem_.item_count(); ++i) {
    list_starts_[i + 1] += list_starts_[i];
  }
  lists_.resize(problem_.use_count());
  std::vector<uint32_t> ends(list_starts_.begin(), list_starts_.end() - 1);
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      lists_[ends[use.item.value()]++] = Listed(k);
    }
  }
}

// With the word in which it needs most bits, not counting some of them.
ListedOption State::Listed(uint32_t option, Bits without) const {
  ListedOption most = {.bits = 0, .place = 0, .option = option};
  for (auto [place, bits] : Row(need_, need_starts_, option)) {
    if (place == without.place) bits &= ~without.bits;
    if (std::popcount(bits) <= std::popcount(most.bits)) continue;
    most.bits = bits;
    most.place = place;
  }
  return most;
}

// By secondary items that all options of a primary item have.
void State::IndexOptions() {
  std::vector<uint32_t> uses(problem_.item_count(), 0);
  for (uint32_t i = 0; i < problem_.item_count(); ++i) {
    const absl::Span<const ListedOption> options = OptionsOf(ItemId(i));
    if (!problem_.is_primary(ItemId(i)) ||
        options.size() < OptionIndex::kFewestOptions) {
      continue;
    }
    for (const ListedOption& listed : options) {
      for (const ItemUse& use : problem_.option(OptionId(listed.option))) {
        ++uses[use.item.value()];
      }
    }
    for (const ItemUse& use :
         problem_.option(OptionId(options.front().option))) {
      const size_t ways = colors_[use.item.value()].size();
      if (!problem_.is_primary(use.item) && ways > 1 &&
          ways <= options.size() && uses[use.item.value()] == options.size()) {
        Divide(ItemId(i), use.item);
      }
    }
    for (const ListedOption& listed : options) {
      for (const ItemUse& use : problem_.option(OptionId(listed.option))) {
        uses[use.item.value()] = 0;
      }
    }
  }
}

void State::Divide(ItemId item, ItemId by) {
  const BitRange range = {
      .first = first_bits_[by.value()],
      .count = static_cast<uint32_t>(colors_[by.value()].size())};
  std::vector<uint32_t> use_of;
  std::vector<ListedOption> listed;
  for (const ListedOption& one : OptionsOf(item)) {
    for (const ItemUse& use : problem_.option(OptionId(one.option))) {
      if (use.item != by) continue;
      const uint32_t bit = BitOf(use);
      use_of.push_back(bit - range.first);
      listed.push_back(Listed(
          one.option, {.place = bit / 64, .bits = uint64_t{1} << bit % 64}));
    }
  }
  index_.Add(item.value(), range, use_of, listed);
}

// Gives each item its bits, all of them set.
void State::LayOut() {
  const size_t items = problem_.item_count();
  colors_.assign(items, {kNoColor});
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    for (const auto& [item, color] : problem_.option(OptionId(k))) {
      colors_[item.value()].push_back(color);
    }
  }
  for (std::vector<ColorId>& colors : colors_) {
    std::sort(colors.begin(), colors.end());
    colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
  }

  first_bits_.resize(items);
  uint32_t bit = 0;
  const auto place = [&](uint32_t item) {
    first_bits_[item] = bit;
    for (size_t i = 0; i < colors_[item].size(); ++i, ++bit) {
      if (bit % 64 == 0) words_.push_back(0);
      words_.back() |= uint64_t{1} << bit % 64;
      items_of_bits_.resize(64 * words_.size());
      items_of_bits_[bit] = ItemId(item);
    }
  };
  for (uint32_t i = 0; i < items; ++i) {
    if (problem_.is_primary(ItemId(i))) place(i);
  }
  primary_words_ = words_.size();
  bit = static_cast<uint32_t>(64 * primary_words_);
  for (uint32_t i = 0; i < items; ++i) {
    if (!problem_.is_primary(ItemId(i))) place(i);
  }
  bit_words_ = words_.size();
  if (!problem_.has_multiplicities()) return;

  LayOutMissing();
  excluded_ = words_.size();
  words_.resize(excluded_ + WordsFor(problem_.option_count()), 0);
}

// To be covered once more than there are options is as bad, or as good, as a
// billion times: so small fields will do.
void State::LayOutMissing() {
  const uint32_t most = static_cast<uint32_t>(problem_.option_count()) + 1;
  missing_bits_ = std::max<uint32_t>(
      8, std::bit_ceil(static_cast<uint32_t>(std::bit_width(most))));
  missing_fields_.resize(problem_.item_count());
  uint32_t shift = 64;
  for (uint32_t i = 0; i < problem_.item_count(); ++i) {
    if (!problem_.is_primary(ItemId(i))) continue;
    if (shift == 64) {
      words_.push_back(0);
      shift = 0;
    }
    missing_fields_[i] = {static_cast<uint32_t>(words_.size() - 1), shift};
    shift += 2 * missing_bits_;
    const auto [low, high] = problem_.multiplicity(ItemId(i));
    words_.back() |=
        PackMissing({.low = std::min(low, most), .high = std::min(high, most)})
        << missing_fields_[i].shift;
  }
}

uint32_t State::BitOf(const ItemUse& use) const {
  const std::vector<ColorId>& colors = colors_[use.item.value()];
  const auto it = std::lower_bound(colors.begin(), colors.end(), use.color);
  return first_bits_[use.item.value()] +
         static_cast<uint32_t>(it - colors.begin());
}

void State::AddOption(uint32_t option) {
  const auto add = [](uint32_t bit, size_t start, std::vector<Bits>* to) {
    const uint32_t place = bit / 64;
    size_t i = start;
    while (i < to->size() && (*to)[i].place != place) ++i;
    if (i == to->size()) to->push_back({place, 0});
    (*to)[i].bits |= uint64_t{1} << bit % 64;
  };
  uint64_t primaries = 0;
  for (const ItemUse& use : problem_.option(OptionId(option))) {
    primaries += problem_.is_primary(use.item);
    const uint32_t needed = BitOf(use);
    add(needed, need_starts_.back(), &need_);
    // With multiplicities, a primary item may be open still.
    if (has_multiplicities() && problem_.is_primary(use.item)) continue;
    const size_t count = colors_[use.item.value()].size();
    for (size_t i = 0; i < count; ++i) {
      const uint32_t bit =
          first_bits_[use.item.value()] + static_cast<uint32_t>(i);
      if (bit == needed && use.color != kNoColor) continue;
      add(bit, loss_starts_.back(), &loss_);
    }
  }
  most_primaries_ = std::max(most_primaries_, primaries);
  need_starts_.push_back(static_cast<uint32_t>(need_.size()));
  loss_starts_.push_back(static_cast<uint32_t>(loss_.size()));
}

Multiplicity State::Missing(ItemId item) const {
  if (!has_multiplicities()) return {1, 1};
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

void State::Take(uint32_t option) {
  const absl::Span<const Bits> losses = LossOf(option);
  work_ += losses.size();
  for (const Bits& loss : losses) {
    Set(loss.place, words_[loss.place] & ~loss.bits);
  }
  if (!has_multiplicities()) return;
  for (const ItemUse& use : problem_.option(OptionId(option))) {
    if (!problem_.is_primary(use.item)) continue;
    auto [low, high] = Missing(use.item);
    if (high == 1) {
      Close(use.item);
      continue;
    }
    SetMissing(use.item, {.low = low > 0 ? low - 1 : 0, .high = high - 1});
  }
}

void State::Exclude(uint32_t option) {
  const size_t place = excluded_ + option / 64;
  Set(place, words_[place] | uint64_t{1} << option % 64);
}

void State::Close(ItemId item) {
  const uint32_t bit = first_bits_[item.value()];
  Set(bit / 64, words_[bit / 64] & ~(uint64_t{1} << bit % 64));
  if (has_multiplicities()) SetMissing(item, {.low = 0, .high = 0});
}

void State::Reopen(ItemId item, Multiplicity missing) {
  const uint32_t bit = first_bits_[item.value()];
  Set(bit / 64, words_[bit / 64] | uint64_t{1} << bit % 64);
  if (has_multiplicities()) SetMissing(item, missing);
}

bool State::Limit(ItemId item, uint32_t most) {
  const auto [low, high] = Missing(item);
  if (low > most) return false;
  if (most == 0) {
    Close(item);
  } else if (high > most) {
    SetMissing(item, {.low = low, .high = most});
  }
  return true;
}

bool State::IsInAllOptions(ItemId item) const {
  return problem_.is_primary(item) &&
         OptionsOf(item).size() == problem_.option_count();
}

bool State::IsOutOfReach(ItemId item) const {
  uint64_t missing = 0;
  for (uint32_t i = 0; i < problem_.item_count(); ++i) {
    if (problem_.is_primary(ItemId(i))) missing += Missing(ItemId(i)).low;
  }
  return missing > most_primaries_ * Missing(item).high;
}

bool State::IsLike(absl::Span<const uint64_t> other) {
  if (words() == other) return true;
  const auto fits_alike = [&](uint32_t option) {
    return Fits(option, words_) == Fits(option, other);
  };
  for (size_t i = 0; i < words_.size(); ++i) {
    uint64_t different = words_[i] ^ other[i];
    const bool is_excluded = has_multiplicities() && i >= excluded_;
    if (different == 0) continue;
    if (i < primary_words_ || (i >= bit_words_ && !is_excluded)) return false;
    for (; different != 0; different &= different - 1) {
      const size_t bit = 64 * i + LowestBit(different);
      if (is_excluded) {
        const size_t option = bit - 64 * excluded_;
        if (!fits_alike(static_cast<uint32_t>(option))) return false;
        continue;
      }
      const absl::Span<const ListedOption> users =
          OptionsOf(items_of_bits_[bit]);
      work_ += users.size();
      for (const ListedOption& listed : users) {
        if (!fits_alike(listed.option)) return false;
      }
    }
  }
  return true;
}

// Without branches, of which no processor can foresee where they go: first by
// the word in which an option needs most, then by all that it needs.
size_t State::ListFitting(absl::Span<const ListedOption> options,
                          uint32_t* to) {
  work_ += options.size();
  size_t count = 0;
  for (const ListedOption& one : options) {
    to[count] = one.option;
    count += (one.bits & ~words_[one.place]) == 0;
  }
  size_t fitting = 0;
  for (size_t i = 0; i < count; ++i) {
    to[fitting] = to[i];
    fitting += Fits(to[i]);
  }
  return fitting;
}

std::vector<uint32_t> State::FittingIn(absl::Span<const uint64_t> words) {
  work_ += problem_.option_count();
  std::vector<uint32_t> options;
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    if (Fits(k, words)) options.push_back(k);
  }
  return options;
}

size_t State::CountOpenIn(absl::Span<const uint64_t> words) const {
  size_t open = 0;
  for (const uint64_t word : words.first(primary_words_)) {
    open += static_cast<size_t>(std::popcount(word));
  }
  return open;
}

std::vector<ItemId> State::OpenItems() {
  work_ += problem_.item_count();
  std::vector<ItemId> items;
  for (uint32_t i = 0; i < problem_.item_count(); ++i) {
    const ItemId item(i);
    if (problem_.is_primary(item) && IsOpen(item)) items.push_back(item);
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
  for (uint32_t k = 0; k < problem_.option_count(); ++k) {
    if (!Fits(k)) continue;
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
