#include "dlx/reduce/reducer.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"

namespace dlx::internal {
namespace {

constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();

// One round finds all that follows in the order of the items, or from the item
// that is forced next; more than some rounds are hardly ever worth their time.
constexpr int kMaxRounds = 8;

// True if all options that the item has left must be chosen.
bool IsForced(const PartialCover& cover, ItemId item) {
  return cover.missing(item) > 0 && cover.left(item) == cover.missing(item);
}

// Whether what is left has an item: something about it is to be decided. What
// is left of a secondary item that is covered goes together with its colour.
bool IsOpen(const PartialCover& cover, ItemId item) {
  return cover.left(item) > 0 &&
         (cover.problem().is_primary(item) || cover.covered(item) == 0);
}

// Sets of items that become one when an option has items of both.
class ItemSets {
 public:
  explicit ItemSets(size_t item_count) : parents_(item_count) {
    absl::c_iota(parents_, 0);
  }

  // One of the items of the set; the same for all of them.
  uint32_t Of(ItemId item) {
    uint32_t i = item.value();
    while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
    return i;
  }

  void Unite(ItemId a, ItemId b) { parents_[Of(a)] = Of(b); }

 private:
  std::vector<uint32_t> parents_;
};

// The sets of the items that are open, by the options that are left.
ItemSets ConnectedItems(const PartialCover& cover) {
  ItemSets sets(cover.problem().item_count());
  for (uint32_t k = 0; k < cover.problem().option_count(); ++k) {
    if (!cover.is_left(OptionId(k))) continue;
    const ItemUse* first = nullptr;
    for (const ItemUse& use : cover.problem().option(OptionId(k))) {
      if (!IsOpen(cover, use.item)) continue;
      if (first == nullptr) first = &use;
      sets.Unite(use.item, first->item);
    }
  }
  return sets;
}

Problem ProblemWithoutCover() {
  ProblemBuilder builder;
  builder.AddPrimary("contradiction");
  return *std::move(builder).Build();
}

}  // namespace

// Takes what is left, or a part of it, out of the whole.
class Extractor {
 public:
  Extractor(const PartialCover& cover, OptionalItems optional)
      : cover_(cover),
        whole_(cover.problem()),
        numbers_(whole_.item_count()),
        colors_(whole_.color_count() + 1, kNoColor),
        must_stay_primary_(whole_.item_count(),
                           optional == OptionalItems::kPrimary) {
    for (uint32_t k = 0; k < whole_.option_count(); ++k) {
      if (!cover.is_left(OptionId(k))) continue;
      const absl::Span<const ItemUse> uses = whole_.option(OptionId(k));
      if (absl::c_any_of(uses, [&](const ItemUse& use) {
            return cover.missing(use.item) > 0;
          })) {
        continue;
      }
      for (const ItemUse& use : uses) {
        must_stay_primary_[use.item.value()] = true;
      }
    }
  }

  // REQUIRES: no option has one of the items and one that is left to others.
  Reduction Extract(std::vector<ItemId> items, std::vector<OptionId> options) {
    ProblemBuilder builder;
    for (const ItemId item : items) {
      numbers_[item.value()] = AddItem(item, builder);
    }
    std::vector<ColorId> used_colors;
    std::vector<ItemUse> uses;
    for (const OptionId option : options) {
      uses.clear();
      for (const ItemUse& use : whole_.option(option)) {
        if (!IsOpen(cover_, use.item)) continue;
        ColorId& color = colors_[use.color.value()];
        if (use.color != kNoColor && color == kNoColor) {
          color = builder.AddColor(whole_.color_name(use.color));
          used_colors.push_back(use.color);
        }
        uses.emplace_back(numbers_[use.item.value()], color);
      }
      builder.AddOption(uses, whole_.cost(option));
    }
    for (const ColorId color : used_colors) colors_[color.value()] = kNoColor;
    if (options.empty()) builder.AddOption({builder.AddPrimary("end")});
    Reduction rest(*std::move(builder).Build());
    rest.original_ = std::move(options);
    rest.items_ = std::move(items);
    return rest;
  }

  // The same with a problem that another part has, too.
  static Reduction Like(const Reduction& model, std::vector<ItemId> items,
                        std::vector<OptionId> options) {
    Reduction rest(model.problem());
    rest.original_ = std::move(options);
    rest.items_ = std::move(items);
    return rest;
  }

  // All that Extract() makes of them, but for names: as numbers.
  std::vector<uint64_t> Shape(absl::Span<const ItemId> items,
                              absl::Span<const OptionId> options) {
    std::vector<uint64_t> shape = {items.size()};
    for (uint32_t i = 0; i < items.size(); ++i) {
      const ItemId item = items[i];
      numbers_[item.value()] = ItemId(i);
      const bool is_sharp = whole_.item_name(item)[0] == '#';
      shape.push_back(is_sharp ? 1 : 0);
      shape.back() |= IsPrimary(item) ? 2 : 0;
      if (!IsPrimary(item)) continue;
      shape.push_back(cover_.missing(item));
      shape.push_back(room(item));
    }
    std::vector<ColorId> used_colors = {kNoColor};
    for (const OptionId option : options) {
      const size_t start = shape.size();
      shape.push_back(0);
      shape.push_back(static_cast<uint64_t>(whole_.cost(option)));
      for (const ItemUse& use : whole_.option(option)) {
        if (!IsOpen(cover_, use.item)) continue;
        ColorId& color = colors_[use.color.value()];
        if (use.color != kNoColor && color == kNoColor) {
          color = ColorId(static_cast<uint32_t>(used_colors.size()));
          used_colors.push_back(use.color);
        }
        shape.push_back(uint64_t{numbers_[use.item.value()].value()} << 32 |
                        color.value());
      }
      shape[start] = shape.size() - start;
    }
    for (const ColorId color : used_colors) colors_[color.value()] = kNoColor;
    return shape;
  }

 private:
  uint32_t room(ItemId item) const {
    return whole_.multiplicity(item).high - cover_.covered(item);
  }
  // What need not be covered, and may be once, is as good as secondary where
  // each of its options has an item that must be covered.
  bool IsPrimary(ItemId item) const {
    return whole_.is_primary(item) &&
           (cover_.missing(item) > 0 || room(item) > 1 ||
            must_stay_primary_[item.value()]);
  }
  ItemId AddItem(ItemId item, ProblemBuilder& builder) const {
    return IsPrimary(item)
               ? builder.AddPrimary(whole_.item_name(item),
                                    {cover_.missing(item), room(item)})
               : builder.AddSecondary(whole_.item_name(item));
  }

  const PartialCover& cover_;
  const Problem& whole_;
  std::vector<ItemId> numbers_;  // Of what is being extracted, by item.
  std::vector<ColorId> colors_;  // The same by colour; kNoColor between parts.
  std::vector<bool> must_stay_primary_;
};

std::vector<ItemId> Reduction::OpenItems() const {
  std::vector<ItemId> items;
  for (uint32_t i = 0; i < problem_.item_count(); ++i) {
    if (problem_.is_primary(ItemId(i))) items.push_back(items_[i]);
  }
  return items;
}

void Reduction::AppendOriginals(absl::Span<const OptionId> options,
                                std::vector<OptionId>& to) const {
  for (const OptionId option : options) {
    if (option.value() < original_.size()) {
      to.push_back(original_[option.value()]);
    }
  }
}

SearchOptions Reduction::OptionsFrom(const SearchOptions& of_whole) const {
  SearchOptions options = of_whole;
  options.givens.clear();
  options.item_order.clear();
  if (original_.empty()) return options;
  for (const ItemId item : of_whole.item_order) {
    const auto it = absl::c_lower_bound(
        items_, item, [](ItemId a, ItemId b) { return a.value() < b.value(); });
    if (it == items_.end() || *it != item) continue;
    const ItemId number(static_cast<uint32_t>(it - items_.begin()));
    if (problem_.is_primary(number)) options.item_order.push_back(number);
  }
  return options;
}

void Reducer::Take(OptionId option) {
  if (!is_possible()) return;
  if (cover_.is_left(option)) {
    cover_.Choose(option);
  } else {
    is_impossible_ = true;
  }
}

void Reducer::Exclude(OptionId option) {
  if (!is_possible()) return;
  if (cover_.is_left(option)) {
    cover_.Exclude(option);
  } else if (absl::c_linear_search(cover_.chosen(), option)) {
    is_impossible_ = true;
  }
}

void Reducer::TakeForced() {
  size_t chosen_before = cover_.depth();
  for (int round = 0; round < kMaxRounds && is_possible(); ++round) {
    for (uint32_t i = 0; i < cover_.problem().item_count(); ++i) {
      for (ItemId item(i); is_possible() && IsForced(cover_, item);
           item = cover_.tight_item()) {
        cover_.Choose(cover_.first_left(item));
      }
      if (!is_possible()) return;
    }
    if (cover_.depth() == chosen_before) return;
    chosen_before = cover_.depth();
  }
}

Reduction Reducer::Rest(OptionalItems optional) const {
  const absl::Span<const OptionId> chosen = cover_.chosen();
  const auto finish = [&](Reduction rest) {
    rest.chosen_.assign(chosen.begin(), chosen.end());
    rest.cost_ = cover_.problem().TotalCost(chosen);
    rest.is_impossible_ = !is_possible();
    return rest;
  };
  if (!is_possible()) return finish(Reduction(ProblemWithoutCover()));
  std::vector<ItemId> items;
  for (uint32_t i = 0; i < cover_.problem().item_count(); ++i) {
    if (IsOpen(cover_, ItemId(i))) items.emplace_back(i);
  }
  std::vector<OptionId> options;
  for (uint32_t k = 0; k < cover_.problem().option_count(); ++k) {
    if (cover_.is_left(OptionId(k))) options.emplace_back(k);
  }
  return finish(Extractor(cover_, optional)
                    .Extract(std::move(items), std::move(options)));
}

std::vector<Part> Reducer::Parts(OptionalItems optional) const {
  assert(is_possible());
  struct Members {
    std::vector<ItemId> items;
    std::vector<OptionId> options;
  };
  ItemSets sets = ConnectedItems(cover_);
  std::vector<Members> members;
  std::vector<uint32_t> numbers(cover_.problem().item_count(), kNone);
  for (uint32_t i = 0; i < cover_.problem().item_count(); ++i) {
    if (!IsOpen(cover_, ItemId(i))) continue;
    uint32_t& number = numbers[sets.Of(ItemId(i))];
    if (number == kNone) {
      number = static_cast<uint32_t>(members.size());
      members.emplace_back();
    }
    numbers[i] = number;
    members[number].items.emplace_back(i);
  }
  for (uint32_t k = 0; k < cover_.problem().option_count(); ++k) {
    if (!cover_.is_left(OptionId(k))) continue;
    for (const ItemUse& use : cover_.problem().option(OptionId(k))) {
      if (!IsOpen(cover_, use.item)) continue;
      members[numbers[use.item.value()]].options.emplace_back(k);
      break;
    }
  }

  if (members.size() < 2) return {};
  Extractor extractor(cover_, optional);
  absl::flat_hash_map<std::vector<uint64_t>, size_t> models;
  std::vector<Part> parts;
  for (Members& part : members) {
    const size_t model =
        models
            .try_emplace(extractor.Shape(part.items, part.options),
                         parts.size())
            .first->second;
    parts.push_back(
        {model == parts.size()
             ? extractor.Extract(std::move(part.items), std::move(part.options))
             : Extractor::Like(parts[model].rest, std::move(part.items),
                               std::move(part.options)),
         model});
  }
  return parts;
}

bool MayFallApart(const Problem& problem) {
  ItemSets sets(problem.item_count());
  std::vector<uint32_t> options_of(problem.item_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    for (const ItemUse& use : uses) {
      ++options_of[use.item.value()];
      sets.Unite(use.item, uses[0].item);
    }
  }
  uint32_t set = kNone;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (problem.is_primary(item) && problem.multiplicity(item).low > 0 &&
        options_of[i] <= problem.multiplicity(item).low) {
      return true;
    }
    if (options_of[i] == 0) continue;
    if (set != kNone && sets.Of(item) != set) return true;
    set = sets.Of(item);
  }
  return false;
}

std::vector<OptionId> WithForcedOptions(const Problem& problem,
                                        absl::Span<const OptionId> givens) {
  Reducer reducer(problem);
  reducer.TakeAll(givens);
  reducer.TakeForced();
  if (!reducer.is_possible()) return {givens.begin(), givens.end()};
  return {reducer.cover().chosen().begin(), reducer.cover().chosen().end()};
}

}  // namespace dlx::internal
