#ifndef DLX_ASK_DEDUCE_H_
#define DLX_ASK_DEDUCE_H_

// What follows in an exact cover problem without trying, with reasons.
//
// A state is the set of options that are still possible. Four ideas decide
// options, or rule them out:
//
//   * Forced. An item has one option left, which is taken.
//   * Base and cover. There are k base items, no two of which share an option,
//     and all of their options meet k cover items. Each cover item is covered
//     at most once, so the options of the base cover all of them: every other
//     option that meets a cover item is out. A few options of the base, the
//     fins, may meet no cover item: what is ruled out by the rest of the base
//     and by each fin is out. If there is one cover item less than base items,
//     some fin is taken: what disagrees with each fin is out.
//   * Chains. If none of these options of an item is taken, another one of it
//     is. That one rules out options of a second item, so that another one of
//     it is taken, and so on. Of the first options or the last, some are taken:
//     what disagrees with both is out. If the last rule out the first, the
//     chain is a loop, and what disagrees with both sides of any link is out.
//   * Forcing. What follows from an option that is taken contradicts itself, so
//     it is out; or all options of an item lead to the same.
//
// In Sudoku, forced options are singles; with k = 1 base and cover are locked
// candidates, with k = 2, 3, 4 naked and hidden subsets, X-wings, swordfish and
// jellyfish.
//
// Each deduction names the items that it rests on. CheckDeduction() sees that
// these cannot be covered otherwise, whatever the idea behind it was.
//
// Example:
//
//   absl::StatusOr<DeductionState> state = DeductionState::Create(problem);
//   while (std::optional<Deduction> step = NextDeduction(*state)) {
//     ... step->placed, step->removed, step->base ...
//     state->Apply(*step);
//   }

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/ask/deduce/option_set.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx {

// A part of a chain: if none of `off` is taken, one of `on` is, for these are
// all options of the item; or, with more items, two groups of an almost covered
// set.
struct ChainLink {
  ItemId item;
  std::vector<OptionId> off;
  std::vector<OptionId> on;
  std::vector<ItemId> more_items = {};
};

struct Deduction {
  enum class Kind { kForced, kBaseAndCover, kChain, kColours, kForcing };

  Kind kind = Kind::kForced;
  std::vector<OptionId> placed = {};
  // Those that a placed option disagrees with are not among them.
  std::vector<OptionId> removed = {};
  // The items that it rests on: they must be covered.
  std::vector<ItemId> base = {};
  // Of kBaseAndCover.
  std::vector<ItemId> cover = {};
  std::vector<OptionId> fins = {};
  // Of kChain, from the first link to the last.
  std::vector<ChainLink> links = {};
  bool is_loop = false;
  // Of kForcing, what is deduced on the way from what was ruled out until then.
  // `base` has their items, too.
  std::vector<Deduction> nested = {};
};

// "forced", "base and cover", "chain", "colours", "forcing".
[[nodiscard]] const char* KindName(Deduction::Kind kind);

// The options of a problem that are still possible. A copy shares what does not
// change. One thread at a time may use a state.
//
// REQUIRES, of all functions: ids are of the problem.
class DeductionState {
 public:
  // With all options possible. Fails if items have multiplicities, or if there
  // are more than kMostOptions.
  [[nodiscard]] static absl::StatusOr<DeductionState> Create(Problem problem);
  static constexpr size_t kMostOptions = 20'000;

  const Problem& problem() const { return tables_->problem; }
  const OptionSet& left() const { return left_; }
  absl::Span<const OptionId> taken() const { return taken_; }
  // True of primary items that no option that is taken covers.
  bool is_open(ItemId item) const { return is_open_[item.value()]; }
  bool is_solved() const { return open_count_ == 0; }
  // An open item without options, if there is one: then there is no cover.
  [[nodiscard]] std::optional<ItemId> DeadItem() const;

  // All options with that item, possible or not.
  const OptionSet& all_options_of(ItemId item) const {
    return tables_->options_of[item.value()];
  }
  // The possible ones.
  OptionSet options_of(ItemId item) const {
    return all_options_of(item) & left_;
  }
  // The options that cannot be in one cover with this one; not itself.
  const OptionSet& conflicts(OptionId option) const {
    return tables_->conflicts[option.value()];
  }
  // Those possible ones that conflict with each option of a set. REQUIRES: the
  // set is not empty.
  OptionSet CommonConflicts(const OptionSet& options) const;
  // True if no option gives the item a colour: it is covered at most once.
  bool is_plain(ItemId item) const { return tables_->is_plain[item.value()]; }

  // REQUIRES: the option is left.
  void Take(OptionId option);
  void Remove(OptionId option) { left_.Remove(option); }
  void KeepOnly(const OptionSet& options) { left_ &= options; }
  // REQUIRES: the deduction is of this state.
  void Apply(const Deduction& deduction);

 private:
  struct Tables {
    explicit Tables(Problem its_problem);

    Problem problem;
    std::vector<OptionSet> options_of;  // By item.
    std::vector<OptionSet> conflicts;   // By option.
    std::vector<bool> is_plain;         // By item.
  };

  explicit DeductionState(std::shared_ptr<const Tables> tables);

  std::shared_ptr<const Tables> tables_;
  OptionSet left_;  // Without those that are taken.
  std::vector<bool> is_open_;
  size_t open_count_ = 0;
  std::vector<OptionId> taken_;
};

// The functions below call `visit` with each deduction that they find, until it
// returns false; then they return false.
using VisitDeduction = absl::FunctionRef<bool(Deduction deduction)>;

bool VisitForced(const DeductionState& state, VisitDeduction visit);

struct BaseAndCover {
  // The items of which base and cover are chosen; all, if there are none. If
  // they are all, each base item after the first has to meet the cover.
  absl::Span<const ItemId> base = {};
  absl::Span<const ItemId> cover = {};
  size_t size = 1;
  size_t max_fins = 0;
  // Items of the base, or of the cover, may share options. An option that has
  // more base items than cover items is a fin; one that has more cover items
  // than base items is out if it disagrees with each fin. REQUIRES: there are
  // `base` and `cover`; they have up to 256 options left, or nothing is found.
  bool may_overlap = false;
  // Steps after which the search gives up.
  uint64_t effort = UINT64_MAX;
};
bool VisitBaseAndCover(const DeductionState& state, const BaseAndCover& which,
                       VisitDeduction visit);

// Base items that share no option, all of whose options fall into groups: those
// of one cover item each. There is one group more than base items, and at most
// one option of a group is taken. So if none of a group is taken, one of each
// other group is.
struct AlmostCovered {
  std::vector<ItemId> base;
  std::vector<ItemId> cover;      // One for each group.
  std::vector<OptionSet> groups;  // None is empty.
};
using VisitSet = absl::FunctionRef<bool(AlmostCovered set)>;
// Those sets of `size` items of `base`, with cover items of `cover`. Of each
// family no two items share an option, and each option of a base item has an
// item of `cover`. REQUIRES: `cover` has up to 64 items, all plain.
bool VisitAlmostCovered(const DeductionState& state,
                        absl::Span<const ItemId> base,
                        absl::Span<const ItemId> cover, size_t size,
                        VisitSet visit);

struct Chains {
  // The items of links; all, if there are none, unless there are sets.
  absl::Span<const ItemId> items = {};
  // Sets whose groups are linked, too, if max_group is above 1.
  absl::Span<const AlmostCovered> sets = {};
  size_t max_links = 12;
  // So many options of an item may stand on a side of a link.
  size_t max_group = 1;
  bool only_loops = false;
  uint64_t effort = UINT64_MAX;
};
// The shortest ones from each start. A chain has two links at least, or one
// that is a set.
bool VisitChains(const DeductionState& state, const Chains& which,
                 VisitDeduction visit);

// Several searches in one state, which share the links that they find.
class ChainSearch {
 public:
  // Copies the state. The sets of `which` have to live on.
  ChainSearch(DeductionState state, const Chains& which);
  ChainSearch(ChainSearch&&) noexcept;
  ChainSearch& operator=(ChainSearch&&) noexcept;
  ~ChainSearch();

  // As VisitChains() with this `max_links`.
  bool Visit(size_t max_links, VisitDeduction visit);
  // From within `visit`: longer chains are of no use any more.
  void Shorten(size_t max_links);
  // Whether the last search, which `visit` did not end, saw all that one
  // without a limit to the links would have: it had effort left, too.
  [[nodiscard]] bool saw_all() const;
  [[nodiscard]] bool has_effort() const;

  class Walk;  // Private.

 private:
  std::unique_ptr<Walk> walk_;
};

// Items of two options each make others depend on one: of two options, if one
// is taken, so is the other, or just if it is not. So options fall into pairs
// of colours: of each pair all options of one colour are taken, and none of the
// other. Two options of one colour that disagree rule out the colour, and
// options that disagree with both colours are out.
struct Colours {
  absl::Span<const ItemId> items = {};  // All, if there are none.
  // Look at two pairs: if a colour of one disagrees with a colour of the other,
  // one of the other two colours is taken.
  bool pairs = false;
};
// Those that rule out a colour have as fins what disagrees.
bool VisitColours(const DeductionState& state, const Colours& which,
                  VisitDeduction visit);

struct DeduceOptions {
  size_t max_size = 4;    // Of base and cover.
  size_t max_links = 12;  // Of chains.
  // Forcing is for states with so many options: it looks at what each leads to.
  size_t max_forcing = 3'000;
  // Steps for each idea and size; the same effort finds the same deduction.
  uint64_t effort = 200'000;
};

// The next deduction, the simplest idea first. Nothing if none is found within
// the options, if the state is solved, or if an item has no options left.
[[nodiscard]] std::optional<Deduction> NextDeduction(
    const DeductionState& state, const DeduceOptions& options = {});

// True if the deduction follows from exact cover alone: with any removed option
// taken, or a placed one left out, the items of `base` cannot all be covered by
// options that agree. Looks at these items only, and at nothing that the finder
// thought. Gives up, which is false, after 100,000 nodes for an option.
[[nodiscard]] bool CheckDeduction(const DeductionState& state,
                                  const Deduction& deduction);

}  // namespace dlx

#endif  // DLX_ASK_DEDUCE_H_
