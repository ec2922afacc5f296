#ifndef DLX_ENGINE_LAYERS_LAYER_PLAN_H_
#define DLX_ENGINE_LAYERS_LAYER_PLAN_H_

// A problem whose items are covered in a fixed order, told in bits.
//
// Say that all items before position p are covered, and the one at p is not.
// Then all that matters is which of the items after p are covered: these are in
// the frontier (see static_order.h), so a few bits are enough to tell. An item
// has a bit, its *seat*, from the position where the frontier gets to it up to
// its own, and then leaves it to another one:
//
//   order      a  b  c  d  e  f      options   ab  ad  bc  be  cf  de  ef
//   seat of b  0  0                  at a: {b} = 01, {d} = 10
//   seat of d  1  1  1  1            at b: {c} = 01, {e} = 100
//   seat of c     0  0               at c: {f} = 01
//   seat of e     2  2  2  2         at d: {e} = 100
//   seat of f        0  0  0  0      at e: {f} = 01
//
// Only the options whose first item is at p can cover it then, and one of them
// can be chosen if its other items' seats are free.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/layers/layer_table.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::layers {

template <size_t kKeyWords>
class LayerPlan {
 public:
  using Key = BitSet<kKeyWords>;

  // The plan to cover those of the `items` that are not in `covered`, in this
  // order, by options that have no item in `covered`. REQUIRES: the widest
  // frontier of the order has at most 64 * kKeyWords items.
  LayerPlan(const Problem& problem, absl::Span<const uint32_t> items,
            const std::vector<bool>& covered);

  // The number of positions.
  size_t size() const { return option_starts_.size() - 1; }

  // What the options whose first item is at the position cover after it.
  absl::Span<const Key> options(size_t position) const {
    const size_t begin = option_starts_[position];
    return absl::MakeConstSpan(options_).subspan(
        begin, option_starts_[position + 1] - begin);
  }
  // Some item has no options at all, so there is no cover.
  bool is_hopeless() const { return is_hopeless_; }

  // The next position, from `position` on, whose item is not in the key; what
  // was before it goes out of the key. size() if all are covered.
  size_t SkipCovered(size_t position, Key& key) const {
    while (key.Intersects(seats_[position])) {
      key.Subtract(seats_[position]);
      ++position;
    }
    return position;
  }

  // How much of the work is likely to be before the position: the widths of
  // frontiers tell which layers are large.
  double WorkBefore(size_t position) const { return work_before_[position]; }

 private:
  // No order is as bad as its frontiers are wide: a layer seems to have some
  // 2^(f/2) states, rather than 2^f.
  static double LikelyStates(size_t frontier);

  std::vector<Key> options_;
  std::vector<size_t> option_starts_;
  // The seat of the item at each position; none if nothing comes before it, and
  // at the end.
  std::vector<Key> seats_;
  bool is_hopeless_ = false;
  std::vector<double> work_before_;
};

template <size_t kKeyWords>
double LayerPlan<kKeyWords>::LikelyStates(size_t frontier) {
  return std::ldexp(1.0, static_cast<int>(frontier / 2));
}

template <size_t kKeyWords>
LayerPlan<kKeyWords>::LayerPlan(const Problem& problem,
                                absl::Span<const uint32_t> items,
                                const std::vector<bool>& covered) {
  constexpr uint32_t kNone = std::numeric_limits<uint32_t>::max();
  std::vector<uint32_t> position_of(problem.item_count(), kNone);
  uint32_t size = 0;
  for (const uint32_t item : items) {
    if (!covered[item]) position_of[item] = size++;
  }

  std::vector<std::vector<OptionId>> options_at(size);
  std::vector<bool> has_options(size);
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    uint32_t first = kNone;
    bool fits = true;
    for (const ItemUse& use : problem.option(OptionId(k))) {
      const uint32_t position = position_of[use.item.value()];
      fits &= position != kNone;
      first = std::min(first, position);
    }
    if (!fits) continue;
    options_at[first].push_back(OptionId(k));
    for (const ItemUse& use : problem.option(OptionId(k))) {
      has_options[position_of[use.item.value()]] = true;
    }
  }
  is_hopeless_ = std::find(has_options.begin(), has_options.end(), false) !=
                 has_options.end();

  seats_.resize(size + 1);
  option_starts_.push_back(0);
  work_before_.push_back(0);
  std::vector<uint32_t> seat_of(size, kNone);
  std::vector<uint32_t> free_seats;
  uint32_t seat_count = 0;
  for (uint32_t position = 0; position < size; ++position) {
    if (seat_of[position] != kNone) {
      seats_[position].Insert(seat_of[position]);
      free_seats.push_back(seat_of[position]);
    }
    for (const OptionId option : options_at[position]) {
      Key& key = options_.emplace_back();
      for (const ItemUse& use : problem.option(option)) {
        const uint32_t other = position_of[use.item.value()];
        if (other == position) continue;
        if (seat_of[other] == kNone) {
          if (free_seats.empty()) free_seats.push_back(seat_count++);
          seat_of[other] = free_seats.back();
          free_seats.pop_back();
        }
        key.Insert(seat_of[other]);
      }
    }
    option_starts_.push_back(options_.size());
    work_before_.push_back(work_before_.back() +
                           LikelyStates(seat_count - free_seats.size()));
  }
}

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_LAYER_PLAN_H_
