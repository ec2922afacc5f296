#ifndef DLX_ENGINE_LAYERS_LAYER_PLAN_H_
#define DLX_ENGINE_LAYERS_LAYER_PLAN_H_

// A seating in words of bits, so that each state and each option takes the walk
// through the layers a few instructions.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/layers/layer_table.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::layers {

template <size_t kKeyWords>
class LayerPlan {
 public:
  using Key = BitSet<kKeyWords>;

  // REQUIRES: there are at most 64 * kKeyWords seats.
  LayerPlan(const Problem& problem, const Seating& seating);

  // The number of positions.
  size_t size() const { return option_starts_.size() - 1; }

  // Option i of those whose first item is at the position.
  OptionId option(size_t position, size_t i) const {
    return ids_[option_starts_[position] + i];
  }
  // Seating::is_hopeless().
  bool is_hopeless() const { return is_hopeless_; }

  // Seating::frontier().
  absl::Span<const double> frontier() const { return frontier_; }

  // The choices in a state: the options at its position.
  class Choices {
   public:
    Choices(const LayerPlan& plan, size_t position, const Key& key)
        : plan_(plan),
          position_(position),
          key_(key),
          rest_(plan.Rest(position, key)),
          obstacles_(plan.obstacles(position)),
          effects_(plan.effects_.data() + plan.option_starts_[position]) {}

    size_t size() const { return obstacles_.size(); }
    // Where the choice leads; false if the option does not fit.
    bool Follow(size_t choice, size_t& position, Key& key) const {
      if (obstacles_[choice].Intersects(key_)) return false;
      key = rest_;
      key.Unite(effects_[choice]);
      position = plan_.SkipCovered(position_ + 1, key);
      return true;
    }

   private:
    const LayerPlan& plan_;
    const size_t position_;
    const Key& key_;
    const Key rest_;
    const absl::Span<const Key> obstacles_;
    const Key* const effects_;  // As many as there are obstacles.
  };

 private:
  // The key without what does not matter any more after the position.
  Key Rest(size_t position, Key key) const {
    key.Subtract(leaving_[position]);
    return key;
  }
  // The next position, from `position` on, whose item is not in the key; what
  // was before it goes out of the key. size() if all are covered.
  size_t SkipCovered(size_t position, Key& key) const {
    while (key.Intersects(seats_[position])) {
      key.Subtract(leaving_[position]);
      ++position;
    }
    return position;
  }

  absl::Span<const Key> obstacles(size_t position) const {
    const size_t begin = option_starts_[position];
    return absl::MakeConstSpan(obstacles_)
        .subspan(begin, option_starts_[position + 1] - begin);
  }

  void AddOption(const Problem& problem, const Seating& seating,
                 size_t position, OptionId option);

  std::vector<OptionId> ids_;
  // An option fits a key that has nothing in common with what is against it.
  std::vector<Key> obstacles_;
  // What an option covers that still matters after its position.
  std::vector<Key> effects_;
  std::vector<size_t> option_starts_;
  // The seat of the item at each position; none if nothing comes before it, and
  // at the end.
  std::vector<Key> seats_;
  // That seat, and those of what matters no more after the position.
  std::vector<Key> leaving_;
  bool is_hopeless_;
  std::vector<double> frontier_;
};

template <size_t kKeyWords>
LayerPlan<kKeyWords>::LayerPlan(const Problem& problem, const Seating& seating)
    : seats_(seating.size() + 1),
      leaving_(seating.size() + 1),
      is_hopeless_(seating.is_hopeless()),
      frontier_(seating.frontier().begin(), seating.frontier().end()) {
  option_starts_.push_back(0);
  for (size_t position = 0; position < seating.size(); ++position) {
    for (const uint32_t seat : seating.seats(seating.item(position))) {
      seats_[position].Insert(seat);
    }
    leaving_[position] = seats_[position];
    for (const ItemId item : seating.leaving(position)) {
      for (const uint32_t seat : seating.seats(item)) {
        leaving_[position].Insert(seat);
      }
    }
    for (const OptionId option : seating.options(position)) {
      AddOption(problem, seating, position, option);
    }
    option_starts_.push_back(ids_.size());
  }
}

template <size_t kKeyWords>
void LayerPlan<kKeyWords>::AddOption(const Problem& problem,
                                     const Seating& seating, size_t position,
                                     OptionId option) {
  ids_.push_back(option);
  Key& obstacles = obstacles_.emplace_back();
  Key& effect = effects_.emplace_back();
  for (const ItemUse& use : problem.option(option)) {
    const absl::Span<const uint32_t> seats = seating.seats(use.item);
    if (use.item == seating.item(position) || seats.empty()) continue;
    const uint32_t seat = seating.SeatOf(use);
    for (const uint32_t other : seats) {
      if (other != seat || use.color == kNoColor) obstacles.Insert(other);
    }
    if (seating.Stays(use.item, position)) effect.Insert(seat);
  }
}

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_LAYER_PLAN_H_
