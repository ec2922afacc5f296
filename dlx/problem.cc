#include "dlx/problem.h"

#include <atomic>
#include <limits>
#include <utility>

#include "absl/algorithm/container.h"
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

// Another mark than that of the builders before, as far as there are others.
uint32_t NextMark() {
  static std::atomic<uint32_t> builders = 0;
  return 1 + builders.fetch_add(1, std::memory_order_relaxed) % ItemId::kMarks;
}

// Problems keep ids without marks: they are theirs, and fit everywhere.
template <typename MarkedId>
MarkedId WithoutMark(MarkedId id) {
  return MarkedId(id.value());
}

absl::Status TooManyNodes() {
  return absl::ResourceExhaustedError(
      absl::StrCat("the problem needs more than ", kMaxNodes, " nodes"));
}

}  // namespace

Multiplicity Problem::multiplicity(ItemId item) const {
  if (!is_primary(item)) return {0, 1};
  return has_multiplicities() ? data().multiplicities[item.value()]
                              : Multiplicity{1, 1};
}

std::optional<ItemId> Problem::FindItem(StringView name) const {
  const std::optional<uint32_t> item = data().item_names.Find(name);
  if (!item.has_value()) return std::nullopt;
  return ItemId(*item);
}

std::optional<ColorId> Problem::FindColor(StringView name) const {
  const uint32_t color = data().color_names.Find(name).value_or(0);
  if (color == kNoColor.value()) return std::nullopt;
  return ColorId(color);
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

ProblemBuilder::ProblemBuilder()
    : mark_(NextMark()), data_(std::make_unique<Problem::Data>()) {
  data_->color_names.Add("");  // kNoColor.
  data_->marks.Add(mark_);
}

ProblemBuilder::ProblemBuilder(const Problem& problem)
    : mark_(NextMark()),
      data_(std::make_unique<Problem::Data>(problem.data())),
      last_seen_(problem.item_count(), 0) {
  data_->marks.Add(mark_);
}

ProblemBuilder ProblemBuilder::WithItemsOf(const Problem& problem) {
  ProblemBuilder builder;
  builder.data_->marks.Add(problem.data().marks);
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (problem.is_primary(item)) {
      builder.AddPrimary(problem.item_name(item), problem.multiplicity(item));
    } else {
      builder.AddSecondary(problem.item_name(item));
    }
  }
  for (uint32_t color = 1; color <= problem.color_count(); ++color) {
    builder.AddColor(problem.color_name(ColorId(color)));
  }
  return builder;
}

ItemId ProblemBuilder::AddPrimary(StringView name, Multiplicity multiplicity) {
  return AddItem(name, /*is_primary=*/true, multiplicity);
}

ItemId ProblemBuilder::AddSecondary(StringView name) {
  return AddItem(name, /*is_primary=*/false, {0, 1});
}

ItemId ProblemBuilder::AddItem(StringView name, bool is_primary,
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
  } else if (!HasRoomFor(0)) {
    status_ = TooManyNodes();
  } else if (data_->item_names.size() >= ItemId::kNone) {
    status_ = absl::ResourceExhaustedError(
        absl::StrCat("the problem has more than ", ItemId::kNone, " items"));
  } else if (data_->item_names.Add(name) != item.value()) {
    status_ = absl::AlreadyExistsError(
        absl::StrCat("item \"", name, "\" is named twice"));
  }
  if (!status_.ok()) return ItemId();

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
  return ItemId(item.value(), mark_);
}

ColorId ProblemBuilder::AddColor(StringView name) {
  if (!status_.ok()) return kNoColor;
  if (name.empty()) {
    status_ = absl::InvalidArgumentError("a colour has an empty name");
    return kNoColor;
  }
  if (data_->color_names.size() >= ColorId::kNone) {
    status_ = absl::ResourceExhaustedError(absl::StrCat(
        "the problem has more than ", ColorId::kNone - 1, " colours"));
    return kNoColor;
  }
  return ColorId(data_->color_names.Add(name), mark_);
}

bool ProblemBuilder::HasRoomFor(size_t uses) const {
  return data_->uses.size() + addition_count_ + data_->option_starts.size() +
             data_->item_names.size() + uses <
         kMaxNodes;
}

inline bool ProblemBuilder::IsGood(const ItemUse& use) const {
  const Problem::Data& data = *data_;
  return data.marks.Has(use.item.mark()) && data.marks.Has(use.color.mark()) &&
         use.item.value() < data.item_names.size() &&
         (use.color == kNoColor ||
          (use.color.value() < data.color_names.size() &&
           !data.is_primary[use.item.value()]));
}

absl::Status ProblemBuilder::BadUse(uint32_t option, const ItemUse& use) const {
  const uint32_t item = use.item.value();
  if (!data_->marks.Has(use.item.mark())) {
    return absl::InvalidArgumentError(
        absl::StrCat("option ", option, " uses item number ", item,
                     " of another problem's builder"));
  }
  if (item >= data_->item_names.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "option ", option, " uses item number ", item,
        item == ItemId::kNone ? " or above" : "", ", but there are only ",
        data_->item_names.size(), " items"));
  }
  const std::string& name = data_->item_names[item];
  if (!data_->marks.Has(use.color.mark())) {
    return absl::InvalidArgumentError(absl::StrCat(
        "option ", option, " gives item \"", name, "\" colour number ",
        use.color.value(), " of another problem's builder"));
  }
  if (use.color.value() >= data_->color_names.size()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "option ", option, " gives item \"", name, "\" colour number ",
        use.color.value(), ", but there are only ",
        data_->color_names.size() - 1, " colours"));
  }
  return absl::InvalidArgumentError(
      absl::StrCat("option ", option, " gives the primary item \"", name,
                   "\" a colour; only secondary items may have colours"));
}

absl::Status ProblemBuilder::ItemTwice(uint32_t option, ItemId item) const {
  return absl::InvalidArgumentError(
      absl::StrCat("option ", option, " has item \"",
                   data_->item_names[item.value()], "\" twice"));
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
  if (!HasRoomFor(uses.size())) return TooManyNodes();
  bool has_primary = false;
  for (const ItemUse& use : uses) {
    if (!IsGood(use)) return BadUse(number - 1, use);
    uint32_t& last_seen = last_seen_[use.item.value()];
    if (last_seen == number) return ItemTwice(number - 1, use.item);
    last_seen = number;
    has_primary |= data_->is_primary[use.item.value()];
  }
  if (!has_primary) {
    return absl::InvalidArgumentError(absl::StrCat(
        where(), " has no primary item, so that any cover could have it or ",
        "not"));
  }
  return absl::OkStatus();
}

absl::Status ProblemBuilder::CheckAddition(OptionId option,
                                           absl::Span<const ItemUse> uses) {
  const size_t option_count = data_->option_starts.size() - 1;
  if (option.value() >= option_count) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no option ", option.value(),
                     " to add to; there are only ", option_count, " options"));
  }
  if (!HasRoomFor(uses.size())) return TooManyNodes();
  const uint32_t begin = data_->option_starts[option.value()];
  const uint32_t end = data_->option_starts[option.value() + 1];
  const absl::Span<const ItemUse> before(data_->uses.data() + begin,
                                         end - begin);
  const absl::Span<const ItemUse> added = Additions(option.value());
  for (size_t i = 0; i < uses.size(); ++i) {
    if (!IsGood(uses[i])) return BadUse(option.value(), uses[i]);
    // Most calls add one item, so a look at all of them is cheaper than a set.
    const auto is_same = [&](const ItemUse& use) {
      return WithoutMark(use.item) == WithoutMark(uses[i].item);
    };
    if (absl::c_any_of(before, is_same) || absl::c_any_of(added, is_same) ||
        absl::c_any_of(uses.first(i), is_same)) {
      return ItemTwice(option.value(), uses[i].item);
    }
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
    data_->uses.push_back({WithoutMark(use.item), WithoutMark(use.color)});
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

void ProblemBuilder::AddToOption(OptionId option,
                                 absl::Span<const ItemUse> uses) {
  if (!status_.ok()) return;
  status_ = CheckAddition(option, uses);
  if (!status_.ok()) return;
  if (additions_.size() <= option.value()) {
    additions_.resize(option.value() + 1);
  }
  std::vector<ItemUse>& addition = additions_[option.value()];
  for (const ItemUse& use : uses) {
    addition.push_back({WithoutMark(use.item), WithoutMark(use.color)});
    data_->has_colors |= use.color != kNoColor;
  }
  addition_count_ += uses.size();
}

void ProblemBuilder::AddToOption(OptionId option,
                                 std::initializer_list<ItemUse> uses) {
  AddToOption(option, absl::MakeConstSpan(uses.begin(), uses.size()));
}

absl::Span<const ItemUse> ProblemBuilder::Additions(uint32_t option) const {
  if (option >= additions_.size()) return {};
  return additions_[option];
}

void ProblemBuilder::MergeAdditions() {
  if (additions_.empty()) return;
  std::vector<ItemUse> uses;
  uses.reserve(data_->uses.size() + addition_count_);
  std::vector<uint32_t>& starts = data_->option_starts;
  for (uint32_t k = 0; k + 1 < starts.size(); ++k) {
    const auto begin = data_->uses.begin();
    const size_t new_start = uses.size();
    uses.insert(uses.end(), begin + starts[k], begin + starts[k + 1]);
    const absl::Span<const ItemUse> added = Additions(k);
    uses.insert(uses.end(), added.begin(), added.end());
    starts[k] = static_cast<uint32_t>(new_start);
  }
  starts.back() = static_cast<uint32_t>(uses.size());
  data_->uses = std::move(uses);
  additions_.clear();
  addition_count_ = 0;
}

std::optional<ItemId> ProblemBuilder::FindItem(StringView name) const {
  if (data_ == nullptr) return std::nullopt;  // The builder is used up.
  const std::optional<uint32_t> item = data_->item_names.Find(name);
  if (!item.has_value()) return std::nullopt;
  return ItemId(*item, mark_);
}

absl::StatusOr<Problem> ProblemBuilder::Build() && {
  if (!status_.ok()) return status_;
  if (data_->primary_count == 0) {
    return absl::InvalidArgumentError("the problem has no primary item");
  }
  MergeAdditions();
  status_ = absl::FailedPreconditionError("the builder is used up");
  return Problem(std::move(data_));
}

}  // namespace dlx
