#ifndef DLX_PROBLEM_H_
#define DLX_PROBLEM_H_

// What an exact cover problem is.
//
// There are *items* and *options*; an option is a set of items. An exact cover
// is a set of options in which every item appears exactly once. In Knuth's
// example the items are a..g and the options
//
//     0: c e     1: a d g     2: b c f     3: a d f     4: b g     5: d e g
//
// and the only exact cover is {0, 3, 4}. Four refinements of the idea, all of
// which a Problem can state (any mixture of them, in one problem):
//
//   * A *secondary* item appears at most once, rather than exactly once: the
//     diagonals of the queens problem.
//   * An option may give a secondary item a *colour*. Then the item may appear
//     any number of times, as long as it has the same colour every time: the
//     letters of a crossword. (A use without a colour agrees with no other.)
//   * A primary item may have a *multiplicity* low..high: it appears at least
//     `low` and at most `high` times.
//   * An option may have a *cost*; a search can find the covers of least cost.
//
// Example:
//
//   dlx::ProblemBuilder builder;
//   dlx::ItemId a = builder.AddPrimary("a");
//   dlx::ItemId b = builder.AddPrimary("b");
//   dlx::ItemId x = builder.AddSecondary("x");
//   dlx::ColorId red = builder.AddColor("red");
//   builder.AddOption({a, {x, red}});
//   builder.AddOption({b, {x, red}});
//   builder.AddOption({a, b, x}, /*cost=*/5);
//   absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
//
// A problem can be extended: a builder that starts from one has all that is in
// it, under the same ids.
//
//   dlx::ProblemBuilder more(*problem);
//   more.AddToOption(dlx::OptionId(0), {more.AddSecondary("y")});
//   more.AddOption({more.AddPrimary("c"), x});

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/base/name_list.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"

namespace dlx {

// One item in one option, with its colour there.
struct ItemUse {
  ItemId item;
  ColorId color = kNoColor;

  ItemUse() = default;
  // Implicit, so that an option can be written {a, b, {x, red}}.
  ItemUse(ItemId used, ColorId its_color = kNoColor)
      : item(used), color(its_color) {}

  friend bool operator==(const ItemUse&, const ItemUse&) = default;
};

// How often a primary item must and may be covered.
struct Multiplicity {
  uint32_t low = 1;
  uint32_t high = 1;

  friend bool operator==(const Multiplicity&, const Multiplicity&) = default;
};

// An exact cover problem. Immutable; a copy shares the original's data and
// costs next to nothing. Any number of threads may use one Problem, or copies
// of it, at the same time.
//
// REQUIRES, of all functions: ids are of this problem, and it has not been
// moved from. (Checked by assertions, where these are on.)
class Problem {
 public:
  size_t item_count() const { return data().item_names.size(); }
  size_t primary_count() const { return data().primary_count; }
  size_t secondary_count() const { return item_count() - primary_count(); }
  size_t option_count() const { return data().option_starts.size() - 1; }
  // The sum of the options' sizes.
  size_t use_count() const { return data().uses.size(); }
  // The number of different colours. Their ids are 1..color_count().
  size_t color_count() const { return data().color_names.size() - 1; }

  // True if some option gives a colour to an item.
  bool has_colors() const { return data().has_colors; }
  // True if some primary item's multiplicity is not 1..1.
  bool has_multiplicities() const { return !data().multiplicities.empty(); }
  // True if some option's cost is not 0.
  bool has_costs() const { return !data().costs.empty(); }

  bool is_primary(ItemId item) const {
    assert(item.value() < item_count());
    assert(data().marks.Has(item.mark()));
    return data().is_primary[item.value()];
  }
  // 1..1 for an item to be covered exactly once, 0..1 for a secondary item.
  [[nodiscard]] Multiplicity multiplicity(ItemId item) const;
  // Names live as long as some copy of the problem.
  const std::string& item_name(ItemId item) const {
    assert(item.value() < item_count());
    assert(data().marks.Has(item.mark()));
    return data().item_names[item.value()];
  }
  // REQUIRES: color is not kNoColor.
  const std::string& color_name(ColorId color) const {
    assert(color != kNoColor && color.value() <= color_count());
    assert(data().marks.Has(color.mark()));
    return data().color_names[color.value()];
  }
  [[nodiscard]] std::optional<ItemId> FindItem(StringView name) const;
  [[nodiscard]] std::optional<ColorId> FindColor(StringView name) const;

  // The items of an option, in the order in which the builder was given them.
  absl::Span<const ItemUse> option(OptionId option) const {
    assert(option.value() < option_count());
    const uint32_t begin = data().option_starts[option.value()];
    const uint32_t end = data().option_starts[option.value() + 1];
    return absl::MakeConstSpan(data().uses).subspan(begin, end - begin);
  }
  int64_t cost(OptionId option) const {
    assert(option.value() < option_count());
    return has_costs() ? data().costs[option.value()] : 0;
  }
  // The sum of their costs.
  [[nodiscard]] int64_t TotalCost(absl::Span<const OptionId> options) const;
  // The option in Knuth's notation, such as "a b x:red".
  [[nodiscard]] std::string OptionToString(OptionId option) const;

 private:
  friend class ProblemBuilder;

  // The marks of the builders whose ids are known here: of the one that built
  // the problem, and of those of the problems that it started from.
  class Marks {
   public:
    bool Has(uint32_t mark) const { return (bits_ >> mark & 1) != 0; }
    void Add(uint32_t mark) { bits_ |= uint32_t{1} << mark; }
    void Add(const Marks& others) { bits_ |= others.bits_; }

   private:
    uint32_t bits_ = 1;  // Ids without a mark fit everywhere.
  };

  struct Data {
    Marks marks;
    internal::NameList item_names;
    std::vector<bool> is_primary;
    size_t primary_count = 0;
    bool has_colors = false;
    internal::NameList color_names;  // color_names[0] is unused.
    // Empty if every item has multiplicity 1..1; else one for each item.
    std::vector<Multiplicity> multiplicities;
    // Option k is uses[option_starts[k]] up to uses[option_starts[k + 1]].
    std::vector<ItemUse> uses;
    std::vector<uint32_t> option_starts = {0};
    // Empty if every cost is 0; else one for each option.
    std::vector<int64_t> costs;
  };

  explicit Problem(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

  const Data& data() const {
    assert(data_ != nullptr);  // Otherwise the problem has been moved from.
    return *data_;
  }

  std::shared_ptr<const Data> data_;
};

// Collects the items and options of a problem.
//
// Nothing is reported until the end: after the first mistake the builder
// ignores what it is given, and Build() returns the sentence that describes
// the mistake. A caller who wants to know at once, such as a file reader that
// must name a line, looks at status() after each call.
//
// One thread at a time may use a ProblemBuilder.
//
// REQUIRES, of all ids: this builder has returned them, or they are of the
// problem that it started from. (An id that does not exist, and an item or
// colour of another builder, are mistakes like any other. But there are seven
// marks, so builders seven apart have the same one; and options have none, nor
// have ids that were made of a number: there only the number counts.) And of
// all functions: the builder has neither been moved from nor used up by
// Build(). (That is a mistake like any other, too.)
class ProblemBuilder {
 public:
  ProblemBuilder();
  // Starts with all that is in a problem; ids stay what they are.
  explicit ProblemBuilder(const Problem& problem);
  // Starts with its items and colours only; their ids stay what they are.
  static ProblemBuilder WithItemsOf(const Problem& problem);
  ProblemBuilder(ProblemBuilder&&) = default;
  ProblemBuilder& operator=(ProblemBuilder&&) = default;

  // Item names are arbitrary non-empty strings, each used once. Items may be
  // added at any time before the first option that uses them.
  // REQUIRES (or else an error): 0 <= low <= high, 1 <= high.
  ItemId AddPrimary(StringView name, Multiplicity multiplicity = {});
  ItemId AddSecondary(StringView name);

  // The colour of that name; the same name gives the same colour.
  ColorId AddColor(StringView name);

  // Options may be equal to each other: they are different options all the
  // same, and yield different covers. An option must have a primary item (or
  // else it could be added to any cover, or not: there would be no telling how
  // many covers there are) and no item twice, and only secondary items may
  // have colours.
  OptionId AddOption(absl::Span<const ItemUse> uses, int64_t cost = 0);
  OptionId AddOption(std::initializer_list<ItemUse> uses, int64_t cost = 0);

  // Adds more items to an option, behind those that it has.
  void AddToOption(OptionId option, absl::Span<const ItemUse> uses);
  void AddToOption(OptionId option, std::initializer_list<ItemUse> uses);

  [[nodiscard]] std::optional<ItemId> FindItem(StringView name) const;

  // OK, or a sentence about the first bad call.
  const absl::Status& status() const { return status_; }

  // The problem; the builder is used up. A problem without primary items is an
  // error. A primary item without options is not: the problem then has no
  // covers, which is a fair question to ask.
  [[nodiscard]] absl::StatusOr<Problem> Build() &&;

 private:
  ItemId AddItem(StringView name, bool is_primary, Multiplicity multiplicity);
  // OK, or what is wrong with a new option, or with more items for an option.
  absl::Status CheckOption(absl::Span<const ItemUse> uses, int64_t cost);
  absl::Status CheckAddition(OptionId option, absl::Span<const ItemUse> uses);
  // Whether an option may have this use, and what is wrong if it may not.
  bool IsGood(const ItemUse& use) const;
  absl::Status BadUse(uint32_t option, const ItemUse& use) const;
  absl::Status ItemTwice(uint32_t option, ItemId item) const;
  // True if so many more uses fit.
  bool HasRoomFor(size_t uses) const;
  // What AddToOption() collected for an option.
  absl::Span<const ItemUse> Additions(uint32_t option) const;
  // Puts that into its place.
  void MergeAdditions();

  absl::Status status_;
  // The mark of the ids that it returns.
  uint32_t mark_;
  std::unique_ptr<Problem::Data> data_;
  // The last option in which each item was seen, plus 1.
  std::vector<uint32_t> last_seen_;
  // The uses to add to each option in Build(); to those behind them, none.
  std::vector<std::vector<ItemUse>> additions_;
  size_t addition_count_ = 0;
};

}  // namespace dlx

#endif  // DLX_PROBLEM_H_
