#include "dlx/problem.h"

#include <limits>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace dlx {
namespace {

// Engines give every use, every item and every option a node and number the
// nodes with 31 bits (they need the sign).
constexpr size_t kMaxNodes = std::numeric_limits<int32_t>::max() - 1;

// Engines keep two flags above the length of an item's list, which no item can
// exceed that is in each option at most once.
constexpr size_t kMaxOptions = (size_t{1} << 29) - 1;

// The sum of the costs of any set of options must fit into 64 bits.
constexpr int64_t kMaxCost = int64_t{1} << 32;

}  // namespace

Multiplicity Problem::multiplicity(ItemId item) const {
  if (!is_primary(item)) return {0, 1};
  return has_multiplicities() ? data_->multiplicities[item.value()]
                              : Multiplicity{1, 1};
}

std::optional<ItemId> Problem::FindItem(absl::string_view name) const {
  const auto it = data_->items_by_name.find(name);
  if (it == data_->items_by_name.end()) return std::nullopt;
  return it->second;
}

std::optional<ColorId> Problem::FindColor(absl::string_view name) const {
  const auto it = data_->colors_by_name.find(name);
  if (it == data_->colors_by_name.end()) return std::nullopt;
  return it->second;
}

int64_t Problem::TotalCost(absl::Span<const OptionId> options) const {
  int64_t sum = 0;
  if (!has_costs()) return sum;
  for (const OptionId option : options) sum += cost(option);
  return sum;
}

std::string Problem::OptionToString(OptionId option) const {
  return absl::StrJoin(this->option(option), " ",
                       [this](std::string* out, const ItemUse& use) {
                         absl::StrAppend(out, item_name(use.item));
                         if (use.color != kNoColor) {
                           absl::StrAppend(out, ":", color_name(use.color));
                         }
                       });
}

ProblemBuilder::ProblemBuilder() : data_(std::make_unique<Problem::Data>()) {}

ItemId ProblemBuilder::AddPrimary(absl::string_view name,
                                  Multiplicity multiplicity) {
  return AddItem(name, /*is_primary=*/true, multiplicity);
}

ItemId ProblemBuilder::AddSecondary(absl::string_view name) {
  return AddItem(name, /*is_primary=*/false, {0, 1});
}

ItemId ProblemBuilder::AddItem(absl::string_view name, bool is_primary,
                               Multiplicity multiplicity) {
  if (!status_.ok()) return ItemId();
  const ItemId item(static_cast<uint32_t>(data_->item_names.size()));
  if (name.empty()) {
    status_ = absl::InvalidArgumentError("an item has an empty name");
  } else if (multiplicity.low > multiplicity.high || multiplicity.high == 0) {
    status_ = absl::InvalidArgumentError(absl::StrCat(
        "item \"", name, "\" has the impossible multiplicity ",
        multiplicity.low, "..", multiplicity.high,
        multiplicity.high == 0 ? " (it could never be covered)"
                               : " (the low end is above the high end)"));
  } else if (data_->uses.size() + data_->item_names.size() >= kMaxNodes) {
    status_ = absl::ResourceExhaustedError(
        absl::StrCat("the problem needs more than ", kMaxNodes, " nodes"));
  } else if (!data_->items_by_name.try_emplace(name, item).second) {
    status_ = absl::AlreadyExistsError(
        absl::StrCat("item \"", name, "\" is named twice"));
  }
  if (!status_.ok()) return ItemId();

  data_->item_names.emplace_back(name);
  data_->is_primary.push_back(is_primary);
  data_->primary_count += is_primary;
  last_seen_.push_back(0);
  if (is_primary && multiplicity != Multiplicity{} &&
      !data_->multiplicities.empty()) {
    data_->multiplicities.push_back(multiplicity);
  } else if (is_primary && multiplicity != Multiplicity{}) {
    // The first item whose multiplicity is not 1..1: now each item needs one.
    data_->multiplicities.resize(data_->item_names.size());
    data_->multiplicities.back() = multiplicity;
  } else if (!data_->multiplicities.empty()) {
    data_->multiplicities.emplace_back();
  }
  return item;
}

ColorId ProblemBuilder::AddColor(absl::string_view name) {
  if (!status_.ok()) return kNoColor;
  if (name.empty()) {
    status_ = absl::InvalidArgumentError("a colour has an empty name");
    return kNoColor;
  }
  const ColorId next(static_cast<uint32_t>(data_->color_names.size()));
  const auto [it, is_new] = data_->colors_by_name.try_emplace(name, next);
  if (is_new) data_->color_names.emplace_back(name);
  return it->second;
}

absl::Status ProblemBuilder::CheckOption(absl::Span<const ItemUse> uses,
                                         int64_t cost) {
  const uint32_t number = static_cast<uint32_t>(data_->option_starts.size());
  const auto where = [&] { return absl::StrCat("option ", number - 1); };
  if (uses.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(where(), " is empty"));
  }
  if (cost > kMaxCost || cost < -kMaxCost) {
    return absl::OutOfRangeError(absl::StrCat(where(), " has the cost ", cost,
                                              "; costs may be from -", kMaxCost,
                                              " to ", kMaxCost));
  }
  if (number > kMaxOptions) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the problem has more than ", kMaxOptions, " options"));
  }
  if (data_->uses.size() + data_->option_starts.size() +
          data_->item_names.size() + uses.size() >=
      kMaxNodes) {
    return absl::ResourceExhaustedError(
        absl::StrCat("the problem needs more than ", kMaxNodes, " nodes"));
  }
  bool has_primary = false;
  for (const ItemUse& use : uses) {
    const uint32_t item = use.item.value();
    if (item >= data_->item_names.size()) {
      return absl::InvalidArgumentError(absl::StrCat(
          where(), " uses item number ", item, ", but there are only ",
          data_->item_names.size(), " items"));
    }
    const std::string& name = data_->item_names[item];
    if (use.color.value() >= data_->color_names.size()) {
      return absl::InvalidArgumentError(
          absl::StrCat(where(), " gives item \"", name, "\" colour number ",
                       use.color.value(), ", but there are only ",
                       data_->color_names.size() - 1, " colours"));
    }
    if (last_seen_[item] == number) {
      return absl::InvalidArgumentError(
          absl::StrCat(where(), " has item \"", name, "\" twice"));
    }
    last_seen_[item] = number;
    if (!data_->is_primary[item]) continue;
    has_primary = true;
    if (use.color != kNoColor) {
      return absl::InvalidArgumentError(
          absl::StrCat(where(), " gives the primary item \"", name,
                       "\" a colour; only secondary items may have colours"));
    }
  }
  if (!has_primary) {
    return absl::InvalidArgumentError(absl::StrCat(
        where(), " has no primary item, so that any cover could have it or ",
        "not"));
  }
  return absl::OkStatus();
}

OptionId ProblemBuilder::AddOption(absl::Span<const ItemUse> uses,
                                   int64_t cost) {
  if (!status_.ok()) return OptionId();
  status_ = CheckOption(uses, cost);
  if (!status_.ok()) return OptionId();

  const OptionId option(static_cast<uint32_t>(data_->option_starts.size() - 1));
  for (const ItemUse& use : uses) {
    data_->uses.push_back(use);
    data_->has_colors |= use.color != kNoColor;
  }
  data_->option_starts.push_back(static_cast<uint32_t>(data_->uses.size()));
  if (cost != 0 || !data_->costs.empty()) {
    // The first cost that is not 0 gives all options before it the cost 0.
    data_->costs.resize(option.value());
    data_->costs.push_back(cost);
  }
  return option;
}

OptionId ProblemBuilder::AddOption(std::initializer_list<ItemUse> uses,
                                   int64_t cost) {
  return AddOption(absl::MakeConstSpan(uses.begin(), uses.size()), cost);
}

std::optional<ItemId> ProblemBuilder::FindItem(absl::string_view name) const {
  if (data_ == nullptr) return std::nullopt;  // The builder is used up.
  const auto it = data_->items_by_name.find(name);
  if (it == data_->items_by_name.end()) return std::nullopt;
  return it->second;
}

absl::StatusOr<Problem> ProblemBuilder::Build() && {
  if (!status_.ok()) return status_;
  if (data_->primary_count == 0) {
    return absl::InvalidArgumentError("the problem has no primary item");
  }
  status_ = absl::FailedPreconditionError("the builder is used up");
  return Problem(std::move(data_));
}

}  // namespace dlx
