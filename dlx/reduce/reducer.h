#ifndef DLX_REDUCE_REDUCER_H_
#define DLX_REDUCE_REDUCER_H_

// What is left of a problem, the *whole*, when some of its options are taken or
// excluded: a smaller problem, and the way back from its covers to those of the
// whole. Givens, units of work, questions and forced options all end here.
//
// A search can be given options in advance (see Search::Restart), which costs
// next to nothing. But it still carries along all that can no longer be chosen,
// and its engine is one that suits the whole. Where the work is not over in a
// moment, the smaller problem is the better one.
//
// Example (Knuth's, see problem.h):
//
//   Reducer reducer(problem);       // 0: c e     1: a d g   2: b c f
//   reducer.Take(OptionId(3));      // 3: a d f   4: b g     5: d e g
//   Reduction rest = reducer.Rest();
//   // rest.problem() has the items b, c, e, g and the options 0 and 4.
//   rest.Lift(cover_of_rest, cover);  // 3, and the options of the rest.
//
// What is left may fall into *parts*: no option has items of two of them, so
// each cover is made of one cover of each part, whichever. See Parts().

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/partial_cover.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// Immutable; any number of threads may use it at the same time.
class Reduction {
 public:
  // Its covers are those of the whole that agree with what was decided, without
  // the options taken. It has at least one item. Items and colours have the
  // names of the whole; options stand in their old order. Items that no option
  // is left for are not in it, nor are secondary items that have their colour.
  const Problem& problem() const { return problem_; }
  // What was decided leaves no cover; nor has the problem any.
  bool is_impossible() const { return is_impossible_; }

  // The options taken, in the order in which they were, and their cost.
  absl::Span<const OptionId> chosen() const { return chosen_; }
  int64_t cost() const { return cost_; }

  // The option of the whole. Nothing for one that is only there because a
  // problem must have an item.
  std::optional<OptionId> Original(OptionId option) const {
    if (option.value() >= original_.size()) return std::nullopt;
    return original_[option.value()];
  }
  // Of all options but such a one.
  absl::Span<const OptionId> original() const { return original_; }
  // REQUIRES: the item is of the whole.
  ItemId OriginalItem(ItemId item) const { return items_[item.value()]; }
  // Those that are to be covered, as items of the whole.
  std::vector<ItemId> OpenItems() const;

  // Appends the options of the whole.
  void AppendOriginals(absl::Span<const OptionId> options,
                       std::vector<OptionId>& to) const;
  // The cover of the whole: what was taken, then the cover of what is left.
  void Lift(absl::Span<const OptionId> cover, std::vector<OptionId>& to) const {
    to.assign(chosen_.begin(), chosen_.end());
    AppendOriginals(cover, to);
  }

  // What a caller wants of the whole, wanted of what is left.
  SearchOptions OptionsFrom(const SearchOptions& of_whole) const;

 private:
  friend class Reducer;
  friend class Extractor;
  explicit Reduction(Problem problem) : problem_(std::move(problem)) {}

  Problem problem_;
  bool is_impossible_ = false;
  std::vector<OptionId> chosen_;
  int64_t cost_ = 0;
  std::vector<OptionId> original_;
  std::vector<ItemId> items_;  // Of the whole, in the order of the problem's.
};

// One of the independent parts of a problem.
struct Part {
  Reduction rest;  // Nothing is chosen in it.
  // The first part that has the same problem, but for names: maybe this one.
  // They share it.
  size_t model;
};

// What becomes of an item that need not be covered any more, and may be once.
// Where each of its options has an item that must be covered, it is as good as
// a secondary one, and searches are faster with these; but certificates tell
// what is decided about each primary item of the whole.
enum class OptionalItems { kSecondary, kPrimary };

// Collects decisions. One thread at a time may use a Reducer.
class Reducer {
 public:
  // With nothing decided.
  explicit Reducer(Problem whole) : cover_(std::move(whole)) {}
  // With what is decided there.
  explicit Reducer(PartialCover cover) : cover_(std::move(cover)) {}

  // Takes an option. If that is no longer possible, or was done before, there
  // is no cover. Does nothing if there is none anyway.
  void Take(OptionId option);
  void TakeAll(absl::Span<const OptionId> options) {
    for (const OptionId option : options) Take(option);
  }
  // Does without an option; if it was taken, there is no cover.
  void Exclude(OptionId option);
  // Takes options that are in all covers, because some item has no other.
  // Mostly those are all that follow from each other, but what follows only
  // after many rounds may be missing.
  void TakeForced();
  // There is no cover for another reason.
  void GiveUp() { is_impossible_ = true; }

  // False if it is known that there is no cover.
  bool is_possible() const { return !is_impossible_ && !cover_.is_dead(); }
  // What was decided. Nothing about it is sure if there is no cover.
  const PartialCover& cover() const { return cover_; }
  PartialCover& cover() { return cover_; }

  Reduction Rest(OptionalItems optional = OptionalItems::kSecondary) const;
  // In the order of their first items. Nothing if what is left is connected.
  // REQUIRES: is_possible().
  std::vector<Part> Parts(
      OptionalItems optional = OptionalItems::kSecondary) const;

 private:
  PartialCover cover_;
  bool is_impossible_ = false;
};

// False if it is plain that a problem is connected, and nothing is forced.
// Takes one look at each option.
bool MayFallApart(const Problem& problem);

// The options that are in every cover with the givens because some item has no
// other: the givens first, in their order. Only the givens if there is no such
// cover.
//
// An engine comes upon them one by one, and looks at all items each time to
// find the next: where nearly all of a million items are forced, that is a
// million times a million looks. So large problems are relieved of them.
std::vector<OptionId> WithForcedOptions(const Problem& problem,
                                        absl::Span<const OptionId> givens);

}  // namespace dlx::internal

#endif  // DLX_REDUCE_REDUCER_H_
