#ifndef DLX_REDUCE_PARTIAL_COVER_H_
#define DLX_REDUCE_PARTIAL_COVER_H_

// The state of a search that wants to know more than the covers: some options
// chosen, and for all the others whether they can still be chosen, and if not,
// since when and because of which item. The engines are faster because they do
// not keep such records; dlx/ask/explain.h asks why an item ran out of options,
// and dlx/ask/estimate.h goes down at random and looks around on its way.
//
// An option is *left* if it is not chosen and agrees with all that are. What is
// kept for each item is how many of its options are left; an item that needs
// more than that is *dead*, and then there is no cover that contains the
// options chosen.
//
// In Knuth's example (problem.h), after option 3 (a d f) is chosen:
//
//     0: c e     left                      a, d, f  covered
//     1: a d g   out, because of item a    b        1 left (4)
//     2: b c f   out, because of item f    c, e     1 left (0)
//     3: a d f   chosen                    g        1 left (4)
//     4: b g     left
//     5: d e g   out, because of item d

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal {

// One thread at a time may use a PartialCover.
class PartialCover {
 public:
  // With nothing chosen.
  explicit PartialCover(Problem problem);

  const Problem& problem() const { return problem_; }
  absl::Span<const OptionId> chosen() const { return chosen_; }
  size_t depth() const { return chosen_.size(); }

  // All options that contain the item, left or not.
  absl::Span<const OptionId> options_of(ItemId item) const {
    const uint32_t begin = item_starts_[item.value()];
    const uint32_t end = item_starts_[item.value() + 1];
    return absl::MakeConstSpan(item_options_).subspan(begin, end - begin);
  }
  bool is_left(OptionId option) const {
    return states_[option.value()].depth == kLeft;
  }
  // How many options are left in all.
  size_t left() const { return left_; }
  // How many options that contain the item are left.
  uint32_t left(ItemId item) const { return items_[item.value()].left; }
  // The first of these. REQUIRES: there is one.
  OptionId first_left(ItemId item) const {
    const absl::Span<const OptionId> options = options_of(item);
    return *std::find_if(options.begin(), options.end(),
                         [this](OptionId option) { return is_left(option); });
  }
  // How many chosen options contain the item.
  uint32_t covered(ItemId item) const { return items_[item.value()].covered; }
  // How many more must be chosen that contain it.
  uint32_t missing(ItemId item) const {
    const Item& state = items_[item.value()];
    return state.covered < state.low ? state.low - state.covered : 0;
  }
  // How many ways there are to decide what covers the item next, one of which
  // is that nothing does if nothing must: an option, which then comes before
  // all others of the item that are still chosen. 0 if there is nothing to
  // decide. REQUIRES: the item is not dead.
  uint32_t ways(ItemId item) const {
    const uint32_t still_missing = missing(item);
    const uint32_t still_left = left(item);
    if (still_missing > 0) return still_left - still_missing + 1;
    return still_left > 0 ? still_left + 1 : 0;
  }
  // True if some item cannot be covered any more; dead_item() is one.
  bool is_dead() const { return is_dead_; }
  ItemId dead_item() const { return dead_item_; }
  // An item that was left with no more options than it needs. It is only a
  // guess that it still is: ask left() and missing().
  ItemId tight_item() const { return tight_item_; }

  // How often an option went out: a measure of time.
  uint64_t updates() const { return updates_; }

  // Why an option is not left: the item that it has in common with the options
  // chosen, and how many were chosen at that time.
  // REQUIRES: it is neither left nor chosen nor excluded.
  struct Reason {
    ItemId item;
    size_t depth;
  };
  Reason reason(OptionId option) const {
    const OptionState& state = states_[option.value()];
    return {state.reason, state.depth};
  }

  // Chooses an option. If that leaves an item dead, the records of options that
  // are out may be incomplete; all that one may do then is to undo.
  // REQUIRES: it is left, and nothing is dead.
  void Choose(OptionId option);

  // Decides not to choose an option. REQUIRES: it is left, and nothing is dead.
  void Exclude(OptionId option);

  // Whether the item must be covered as often as the problem says (at first, it
  // must), or need not be covered at all. is_dead() is wrong until FindDead()
  // is called. May be called for any number of items, and when some are dead.
  void SetRequired(ItemId item, bool required) {
    items_[item.value()].low = required ? problem_.multiplicity(item).low : 0;
  }
  void FindDead();

  // Takes back everything since mark() was called.
  struct Mark {
    size_t chosen;
    size_t out;
  };
  Mark mark() const { return {chosen_.size(), out_.size()}; }
  void UndoTo(Mark mark);

  // For tests: recomputes everything from the chosen and the excluded options,
  // and returns false if the records say something else.
  // REQUIRES: nothing is dead.
  bool CheckInvariants() const;

 private:
  static constexpr uint32_t kLeft = ~uint32_t{0};
  // Of options that are chosen or excluded.
  static constexpr ItemId kNoReason{~uint32_t{0}};

  struct OptionState {
    uint32_t depth = kLeft;  // How many were chosen when it went out.
    ItemId reason;
  };
  struct Item {
    uint32_t left = 0;
    uint32_t covered = 0;
    uint32_t low = 0;
    uint32_t high = 1;
  };
  struct Appearance {
    OptionId option;
    ColorId color;
  };

  void TakeOut(OptionId option, ItemId reason);
  // Takes out the options that contain the item, but for those that agree on
  // that colour.
  void TakeOutAll(ItemId item, ColorId color);

  Problem problem_;
  // The options of item i are item_options_[item_starts_[i]] up to
  // item_options_[item_starts_[i + 1]], and item_colors_ has their colours.
  std::vector<uint32_t> item_starts_;
  std::vector<OptionId> item_options_;
  std::vector<ColorId> item_colors_;  // Empty if there are no colours.

  std::vector<Item> items_;
  std::vector<OptionState> states_;
  size_t left_ = 0;
  bool is_dead_ = false;
  ItemId dead_item_;
  ItemId tight_item_;
  uint64_t updates_ = 0;
  std::vector<OptionId> chosen_;
  std::vector<OptionId> out_;  // Chosen ones included, in the order of events.
};

}  // namespace dlx::internal

#endif  // DLX_REDUCE_PARTIAL_COVER_H_
