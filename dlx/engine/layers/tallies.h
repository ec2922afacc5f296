#ifndef DLX_ENGINE_LAYERS_TALLIES_H_
#define DLX_ENGINE_LAYERS_TALLIES_H_

// Which bits tell how often items are covered, if it is decided of one option
// after the other, in a fixed order, whether it is taken. This is for problems
// with multiplicities: there a cover may have any number of an item's options.
//
// Once the options before position p are decided, all that matters is how often
// the items of the frontier are covered: those that have an option before p and
// one from p on. An item has some bits, its *tally*, for as long as it is in
// the frontier, and then leaves them to others:
//
//   may be covered less often than it has options     counts up to `high`
//   must be covered, but there is no limit to mind    counts up to `low`
//   neither                                           no tally
//
// So of a cell that queens must attack at least once it is remembered whether
// one does, and not how many. A tally that counts beyond 1 is a number, with a
// bit more for what is added to it to tell whether it is too large or too
// small. Colours of secondary items are as in seating.h: a bit for each.
//
// An option can be left only if each of its items can still be covered often
// enough by the options to come; so nothing is left to be said at the end.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::layers {

// Bits that are a number. The highest of them is always 0.
struct Tally {
  uint32_t first_bit;
  uint32_t bits;
  // What it counts up to, or must have reached.
  uint32_t number;
};

// The decision at a position.
struct Decision {
  OptionId option;

  // To take the option, these bits must be 0, and these tallies less than their
  // numbers.
  std::vector<uint32_t> obstacles;
  std::vector<Tally> limits;
  // Then these bits are set, and 1 is added to these tallies; to the last ones
  // only where they are less than their numbers.
  std::vector<uint32_t> effects;
  std::vector<Tally> counted;
  std::vector<Tally> counted_up_to;

  // To leave it, these bits must be 1, and these tallies at least their
  // numbers.
  bool must_be_taken = false;
  std::vector<uint32_t> needed;
  std::vector<Tally> least;

  // Afterwards these bits do not matter any more.
  std::vector<uint32_t> leaving;
};

class Tallies {
 public:
  // REQUIRES: `order` are all options of the problem, each once.
  Tallies(const Problem& problem, absl::Span<const OptionId> order);
  // With givens, an item's tally is where it is without them, in `whole`; so
  // there is room for it. If givens contradict each other, or one is there
  // twice, there is nothing to decide.
  Tallies(const Problem& problem, absl::Span<const OptionId> order,
          absl::Span<const OptionId> givens, const Tallies& whole);

  // What can be seen at once, such as givens that contradict each other, or one
  // that is there twice.
  bool is_hopeless() const { return is_hopeless_; }

  // What there is to decide, besides the givens and what they rule out.
  size_t size() const { return decisions_.size(); }
  const Decision& decision(size_t position) const {
    return decisions_[position];
  }

  // The words of 64 bits in which the tallies have room; none of them lies
  // across a border.
  size_t words() const { return words_; }
  // log2 of the number of states that there can be after each position; of
  // their sum; and of the most, rounded up.
  absl::Span<const double> frontier() const { return frontier_; }
  double Log2States() const;
  size_t WidestFrontier() const;

 private:
  class Clerk;
  // The bits of each item, if it has some.
  using Places = std::vector<std::vector<uint32_t>>;

  Tallies(const Problem& problem, absl::Span<const OptionId> order,
          absl::Span<const OptionId> givens, const Places* places);

  Places places_;
  std::vector<Decision> decisions_;
  std::vector<double> frontier_;
  size_t words_ = 0;
  bool is_hopeless_ = false;
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_TALLIES_H_
