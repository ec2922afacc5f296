#include "dlx/testing/random_problem.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/testing/known_problems.h"

namespace dlx::testing {
namespace {

bool Chance(Pick pick, uint32_t percent) { return pick(100) < percent; }

template <typename T>
void Shuffle(std::vector<T>& values, Pick pick) {
  for (size_t i = values.size(); i > 1; --i) {
    std::swap(values[i - 1], values[pick(static_cast<uint32_t>(i))]);
  }
}

class Generator {
 public:
  Generator(const ProblemShape& shape, Pick pick)
      : shape_(shape), pick_(pick) {}

  Problem Run() {
    AddItems();
    for (uint32_t c = 0; c < shape_.colors; ++c) {
      colors_.push_back(builder_.AddColor(absl::StrCat("c", c)));
    }
    // The hidden cover uses each secondary item in one colour only.
    for (size_t i = 0; i < secondary_.size(); ++i) {
      planted_colors_.push_back(AnyColor());
    }
    for (uint32_t k = 0; k < shape_.options; ++k) {
      options_.push_back(AnyOption());
      builder_.AddOption(options_.back(), AnyCost());
    }
    absl::StatusOr<Problem> problem = std::move(builder_).Build();
    if (!problem.ok()) {
      std::cerr << "RandomProblem: " << problem.status() << "\n";
      std::abort();
    }
    return *std::move(problem);
  }

 private:
  void AddItems() {
    enum class Kind { kPrimary, kSecondary };
    std::vector<Kind> kinds(shape_.primary, Kind::kPrimary);
    kinds.resize(shape_.primary + shape_.secondary, Kind::kSecondary);
    Shuffle(kinds, pick_);
    for (Kind kind : kinds) {
      if (kind == Kind::kPrimary) {
        primary_.push_back(
            builder_.AddPrimary(PrimaryName(), AnyMultiplicity()));
      } else {
        secondary_.push_back(
            builder_.AddSecondary(absl::StrCat("~", secondary_.size())));
      }
    }
  }

  std::string PrimaryName() const {
    const size_t number = primary_.size();
    const std::string letter(1, static_cast<char>('a' + number % 26));
    const std::string suffix = number < 26 ? "" : absl::StrCat(number / 26);
    return absl::StrCat(number % 3 == 2 ? "#" : "", letter, suffix);
  }

  Multiplicity AnyMultiplicity() {
    if (!Chance(pick_, shape_.multiplicities)) return {1, 1};
    const uint32_t high = 1 + pick_(shape_.max_multiplicity);
    const uint32_t low =
        Chance(pick_, shape_.optional_items) ? 0 : 1 + pick_(high);
    return {low, high};
  }

  ColorId AnyColor() {
    const uint32_t color = pick_(shape_.colors + 1);
    return color == 0 ? kNoColor : colors_[color - 1];
  }

  int64_t AnyCost() {
    if (!Chance(pick_, shape_.costs)) return 0;
    return shape_.cost_unit * (int64_t{pick_(12)} - 4);
  }

  std::vector<ItemUse> AnyOption() {
    if (!options_.empty() && Chance(pick_, shape_.duplicates)) {
      return options_[pick_(static_cast<uint32_t>(options_.size()))];
    }
    const bool planted = Chance(pick_, shape_.planted);
    std::vector<ItemUse> uses;
    for (ItemId item : planted ? NextPart() : AnyPrimaryItems()) {
      uses.emplace_back(item);
    }
    AddSecondaryUses(planted, uses);
    Shuffle(uses, pick_);
    return uses;
  }

  std::vector<ItemId> AnyPrimaryItems() {
    std::vector<ItemId> items = primary_;
    Shuffle(items, pick_);
    const uint32_t most = std::min(shape_.max_option_size, shape_.primary);
    items.resize(1 + pick_(std::max(most, 1u)));
    return items;
  }

  // The next part of a partition of the primary items; then of another one.
  std::vector<ItemId> NextPart() {
    if (partition_.empty()) {
      partition_ = primary_;
      Shuffle(partition_, pick_);
    }
    const uint32_t most = std::min(shape_.max_option_size,
                                   static_cast<uint32_t>(partition_.size()));
    const uint32_t size = 1 + pick_(std::max(most, 1u));
    const std::vector<ItemId> part(partition_.end() - size, partition_.end());
    partition_.resize(partition_.size() - size);
    return part;
  }

  void AddSecondaryUses(bool planted, std::vector<ItemUse>& uses) {
    uint32_t count = 0;
    for (size_t i = 0; i < secondary_.size(); ++i) {
      if (count == shape_.max_option_size || pick_(2) == 0) continue;
      const ColorId color = planted ? planted_colors_[i] : AnyColor();
      // Two options of the hidden cover must not share an item without colour.
      if (planted && color == kNoColor) continue;
      uses.emplace_back(secondary_[i], color);
      ++count;
    }
  }

  const ProblemShape shape_;
  const Pick pick_;
  ProblemBuilder builder_;
  std::vector<ItemId> primary_;
  std::vector<ItemId> secondary_;
  std::vector<ColorId> colors_;
  std::vector<ColorId> planted_colors_;
  std::vector<ItemId> partition_;
  std::vector<std::vector<ItemUse>> options_;
};

}  // namespace

ProblemShape RandomShape(Pick pick, uint32_t max_options) {
  constexpr uint32_t kPercent[] = {0, 0, 20, 50, 100};
  const auto percent = [&] { return kPercent[pick(std::size(kPercent))]; };
  ProblemShape shape;
  shape.primary = 1 + pick(6);
  shape.secondary = pick(2) * pick(4);
  shape.options = pick(max_options + 1);
  shape.max_option_size = 1 + pick(4);
  shape.colors = pick(4);
  shape.multiplicities = percent();
  shape.optional_items = percent();
  shape.duplicates = pick(2) * percent() / 2;
  shape.planted = percent();
  shape.costs = percent();
  shape.max_multiplicity = 1 + pick(4);
  constexpr int64_t kCostUnits[] = {1, 1, -3, 1000, (int64_t{1} << 32) / 7};
  shape.cost_unit = kCostUnits[pick(std::size(kCostUnits))];
  return shape;
}

Problem RandomProblem(const ProblemShape& shape, Pick pick) {
  return Generator(shape, pick).Run();
}

Union ShuffledUnion(std::vector<Problem> parts, Pick pick) {
  struct Place {
    size_t part;
    uint32_t number;
  };
  const auto shuffled = [&](size_t (Problem::*count)() const) {
    std::vector<Place> places;
    for (size_t i = 0; i < parts.size(); ++i) {
      for (uint32_t k = 0; k < (parts[i].*count)(); ++k) {
        places.push_back({i, k});
      }
    }
    Shuffle(places, pick);
    return places;
  };
  ProblemBuilder builder;
  std::vector<std::vector<ItemId>> items;
  std::vector<std::vector<OptionId>> ids;
  for (const Problem& part : parts) {
    items.emplace_back(part.item_count());
    ids.emplace_back(part.option_count());
  }
  for (const auto& [i, number] : shuffled(&Problem::item_count)) {
    const ItemId item(number);
    const std::string name = absl::StrCat(parts[i].item_name(item), ".", i);
    items[i][number] =
        parts[i].is_primary(item)
            ? builder.AddPrimary(name, parts[i].multiplicity(item))
            : builder.AddSecondary(name);
  }
  std::vector<ItemUse> uses;
  for (const auto& [i, number] : shuffled(&Problem::option_count)) {
    const OptionId option(number);
    uses.clear();
    for (const ItemUse& use : parts[i].option(option)) {
      uses.emplace_back(items[i][use.item.value()],
                        use.color == kNoColor
                            ? kNoColor
                            : builder.AddColor(parts[i].color_name(use.color)));
    }
    ids[i][number] = builder.AddOption(uses, parts[i].cost(option));
  }
  return {*std::move(builder).Build(), std::move(parts), std::move(ids)};
}

Union RandomUnion(Pick pick) {
  std::vector<Problem> parts = {PowerProblem(64, 1)};
  const uint32_t count = 2 + pick(3);
  for (uint32_t i = 0; i < count; ++i) {
    if (i > 0 && pick(4) == 0) {
      parts.push_back(parts.back());
      continue;
    }
    ProblemShape shape = RandomShape(pick, 8);
    shape.planted = std::max<uint32_t>(shape.planted, 50);
    shape.costs = 50;
    parts.push_back(RandomProblem(shape, pick));
  }
  return ShuffledUnion(std::move(parts), pick);
}

}  // namespace dlx::testing
