#ifndef DLX_ENGINE_LAYERS_DECISION_PLAN_H_
#define DLX_ENGINE_LAYERS_DECISION_PLAN_H_

// Tallies in words of bits: what the walk through the layers asks if a layer is
// a decision about an option, so that it takes a few instructions each.
//
// All tallies of an option are added to and looked at together. The highest bit
// of each is always 0 in a key, so what is added to one never reaches the next
// one; and it tells the result of a comparison: to be less than n is that
// nothing arrives there when 2^(bits - 1) - n is added, to be at least n is
// that something does.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/layers/layer_table.h"
#include "dlx/engine/layers/tallies.h"
#include "dlx/id.h"

namespace dlx::internal::layers {

template <size_t kKeyWords>
class DecisionPlan {
 public:
  using Key = BitSet<kKeyWords>;

  // REQUIRES: the tallies have room in so many words.
  explicit DecisionPlan(const Tallies& tallies);

  // The number of positions.
  size_t size() const { return steps_.size(); }
  // The option that a choice takes: that of the position, or none.
  std::optional<OptionId> option(size_t position, size_t choice) const {
    if (choice != 0) return std::nullopt;
    return steps_[position].option;
  }
  bool is_hopeless() const { return is_hopeless_; }
  absl::Span<const double> frontier() const { return frontier_; }

  // The choices in a state.
  class Choices {
   public:
    Choices(const DecisionPlan& plan, size_t position, const Key& key)
        : plan_(plan), position_(position), key_(key) {}

    // One takes the option, the other leaves it.
    static constexpr size_t size() { return 2; }
    // Where the choice leads; false if nothing comes of it.
    bool Follow(size_t choice, size_t& position, Key& key) const {
      const Step& step = plan_.steps_[position_];
      key = key_;
      if (choice == 0) {
        if (!step.MayBeTaken(key)) return false;
        plan_.Take(step, key);
      } else {
        if (!step.MayBeLeft(key)) return false;
        key.Subtract(step.leaving);
      }
      // On to the next option that can be taken.
      for (position = position_ + 1; position < plan_.size(); ++position) {
        const Step& next = plan_.steps_[position];
        if (next.MayBeTaken(key)) break;
        if (!next.MayBeLeft(key)) return false;
        key.Subtract(next.leaving);
      }
      return true;
    }

   private:
    const DecisionPlan& plan_;
    const size_t position_;
    const Key& key_;
  };

 private:
  // See Decision.
  struct Step {
    OptionId option;
    Key obstacles;
    Key to_limits;  // What is added to see whether a limit is reached,
    Key limits;     // which is so if one of these bits is set.
    Key needed;
    Key to_least;  // What is added to see whether it is enough,
    Key least;     // which is so if all of these bits are set.
    Key leaving;
    Key effects;
    Key counted;
    bool must_be_taken = false;
    size_t counted_up_to_begin;
    size_t counted_up_to_end;

    bool MayBeTaken(Key key) const {
      if (key.Intersects(obstacles)) return false;
      key.Add(to_limits);
      return !key.Intersects(limits);
    }
    bool MayBeLeft(Key key) const {
      if (must_be_taken || !key.Contains(needed)) return false;
      key.Add(to_least);
      return key.Contains(least);
    }
  };

  void Take(const Step& step, Key& key) const {
    key.Subtract(step.leaving);
    key.Unite(step.effects);
    key.Add(step.counted);
    for (size_t i = step.counted_up_to_begin; i < step.counted_up_to_end; ++i) {
      const auto [first_bit, bits, number] = counted_up_to_[i];
      uint64_t& word = key.words[first_bit / 64];
      const uint64_t mask = (uint64_t{1} << bits) - 1;
      if ((word >> first_bit % 64 & mask) < number) {
        word += uint64_t{1} << first_bit % 64;
      }
    }
  }

  std::vector<Step> steps_;
  std::vector<Tally> counted_up_to_;
  bool is_hopeless_;
  std::vector<double> frontier_;
};

template <size_t kKeyWords>
DecisionPlan<kKeyWords>::DecisionPlan(const Tallies& tallies)
    : steps_(tallies.size()),
      is_hopeless_(tallies.is_hopeless()),
      frontier_(tallies.frontier().begin(), tallies.frontier().end()) {
  const auto add = [](Key& key, uint32_t bit, uint64_t number) {
    key.words[bit / 64] += number << bit % 64;
  };
  // What is added so that the highest bit tells whether a number is reached.
  const auto compare = [&add](absl::Span<const Tally> tallies, Key& added,
                              Key& is_reached) {
    for (const auto& [first_bit, bits, number] : tallies) {
      const uint32_t top = bits - 1;
      add(added, first_bit, (uint64_t{1} << top) - number);
      is_reached.Insert(first_bit + top);
    }
  };
  for (size_t position = 0; position < tallies.size(); ++position) {
    const Decision& decision = tallies.decision(position);
    Step& step = steps_[position];
    step.option = decision.option;
    for (const uint32_t bit : decision.obstacles) step.obstacles.Insert(bit);
    compare(decision.limits, step.to_limits, step.limits);
    for (const uint32_t bit : decision.needed) step.needed.Insert(bit);
    compare(decision.least, step.to_least, step.least);
    for (const uint32_t bit : decision.leaving) step.leaving.Insert(bit);
    for (const uint32_t bit : decision.effects) step.effects.Insert(bit);
    for (const Tally& tally : decision.counted) {
      add(step.counted, tally.first_bit, 1);
    }
    step.must_be_taken = decision.must_be_taken;
    step.counted_up_to_begin = counted_up_to_.size();
    counted_up_to_.insert(counted_up_to_.end(), decision.counted_up_to.begin(),
                          decision.counted_up_to.end());
    step.counted_up_to_end = counted_up_to_.size();
  }
}

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_DECISION_PLAN_H_
