#ifndef DLX_ENGINE_LAYERS_SEATING_H_
#define DLX_ENGINE_LAYERS_SEATING_H_

// Assigns the bits that tell what is covered, if the primary items are covered
// in a fixed order.
//
// Say that all primary items before position p are covered, and the one at p is
// not. Then all that matters is what is covered of the items in the frontier:
// those that an option before p may have covered, and that an option from p on
// may still want. (An option belongs to the position of its first item: it can
// be chosen there, and nowhere else.) An item has a bit, its *seat*, for as
// long as it is in the frontier, and then leaves it to another one:
//
//   order      a  b  c  d  e  f      options   ab  ad  bc  be  cf  de  ef
//   seat of b  0  0                  at a: {b} = 01, {d} = 10
//   seat of d  1  1  1  1            at b: {c} = 01, {e} = 100
//   seat of c     0  0               at c: {f} = 01
//   seat of e     2  2  2  2         at d: {e} = 100
//   seat of f        0  0  0  0      at e: {f} = 01
//
// A primary item is in the frontier from the first option that has it to its
// own position. A secondary item need not be covered: it is in the frontier
// from the position of the first option that has it to that of the last one,
// and if these are the same it has no seat at all. If options give it colours,
// it has a seat for each colour, and one for "covered without a colour", of
// which at most one is taken: so an option that wants the colour c fits if all
// the item's other seats are free.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::layers {

// What givens cover: nothing, or each of some items without a colour or with
// one.
class GivenItems {
 public:
  explicit GivenItems(const Problem& problem) : taken_(problem.item_count()) {}
  GivenItems(const Problem& problem, absl::Span<const OptionId> givens);

  // Two givens want the same item.
  bool is_contradiction() const { return is_contradiction_; }
  bool covers(ItemId item) const { return taken_[item.value()] != kFree; }
  // Whether the use agrees with the givens.
  bool Allows(const ItemUse& use) const {
    const uint32_t taken = taken_[use.item.value()];
    return taken == kFree ||
           (use.color != kNoColor && taken == kTaken + use.color.value());
  }

 private:
  static constexpr uint32_t kFree = 0;
  static constexpr uint32_t kTaken = 1;  // Plus the colour, if any.

  std::vector<uint32_t> taken_;  // By item.
  bool is_contradiction_ = false;
};

class Seating {
 public:
  // Seats those of the `items` that the givens leave, in this order, for the
  // options that they allow. REQUIRES: `items` are all primary items of the
  // problem, each once; no item has a multiplicity.
  Seating(const Problem& problem, absl::Span<const uint32_t> items,
          const GivenItems& givens);

  // The number of positions.
  size_t size() const { return items_.size(); }
  ItemId item(size_t position) const { return ItemId(items_[position]); }
  // The options whose first item is there.
  absl::Span<const OptionId> options(size_t position) const {
    return options_at_[position];
  }
  // Some item has no options at all, or the givens contradict each other: there
  // is no cover.
  bool is_hopeless() const { return is_hopeless_; }

  // All seats of an item.
  absl::Span<const uint32_t> seats(ItemId item) const {
    return places_[item.value()].seats;
  }
  // The one that the use takes, among these. REQUIRES: there are some.
  uint32_t SeatOf(const ItemUse& use) const;
  // The secondary items that have seats, and whose last option is there.
  absl::Span<const ItemId> leaving(size_t position) const {
    return leaving_at_[position];
  }
  // Whether the item keeps its seats after the position.
  bool Stays(ItemId item, size_t position) const {
    return places_[item.value()].last > position;
  }

  // Nothing before the position has to do with what comes from there on.
  bool IsCut(size_t position) const { return is_cut_[position]; }

  // How many seats there are.
  size_t width() const { return width_; }
  // log2 of the number of states that there can be after each position; and of
  // their sum.
  absl::Span<const double> frontier() const { return frontier_; }
  double Log2States() const;

 private:
  struct Place {
    size_t first;  // The positions of the first and of the last option; for a
    size_t last;   // primary item, `last` is its own.
    std::vector<uint32_t> colors;  // Ascending; just 0 if there are none.
    std::vector<uint32_t> seats;   // One for each colour, or none at all.
  };

  // Hands out seats from position to position.
  class Usher;

  void PlaceOptions(const Problem& problem, const GivenItems& givens,
                    absl::Span<const uint32_t> position_of);

  std::vector<uint32_t> items_;
  std::vector<std::vector<OptionId>> options_at_;
  std::vector<std::vector<ItemId>> leaving_at_;
  std::vector<Place> places_;  // By item.
  std::vector<double> frontier_;
  std::vector<bool> is_cut_;  // By position.
  size_t width_ = 0;
  bool is_hopeless_ = false;
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_SEATING_H_
