#ifndef DLX_ENGINE_BIT_SETS_COST_MODEL_H_
#define DLX_ENGINE_BIT_SETS_COST_MODEL_H_

// When engine bit_sets should go on in a smaller stage.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/algorithm/container.h"

namespace dlx::internal::bit_sets {

// A subtree whose nodes are counted.
struct Subtree {
  uint32_t size_class;
  uint64_t start;
};

// Counts the nodes of subtrees that are visited in a stage itself, not in
// stages within it. What it is told as `visited` is the number of nodes that
// the whole walk has visited so far.
class SubtreeMeter {
 public:
  // The stage begins.
  void Start(uint32_t size_class, uint64_t visited) {
    elsewhere_ = 0;
    whole_ = {size_class, visited};
  }
  Subtree Begin(uint32_t size_class, uint64_t visited) const {
    return {size_class, visited - elsewhere_};
  }
  uint64_t NodesOf(const Subtree& subtree, uint64_t visited) const {
    return visited - elsewhere_ - subtree.start;
  }

  // The subtree of the stage, and all of its nodes.
  const Subtree& whole() const { return whole_; }
  uint64_t AllNodes(uint64_t visited) const { return visited - whole_.start; }
  // Notes that `nodes` nodes were visited in a stage within this one.
  void AddElsewhere(uint64_t nodes) { elsewhere_ += nodes; }

 private:
  uint64_t elsewhere_ = 0;
  Subtree whole_ = {0, 0};
};

// A smaller stage costs something to build, and then each node takes less time.
// So it depends on how many nodes there will be, which cannot be known. But
// much the same question has been asked before: the walk reports for each
// subtree how many nodes it had that were visited in stages of one size (those
// of stages within these do not count: they would be as cheap without the stage
// in between), and the mean over subtrees of a similar number of live options
// is a good guess.
//
// This is about time only: the walk visits the same nodes either way.
class CostModel {
 public:
  // No stage will have more than `most_words` words.
  CostModel(double uses_per_option, size_t most_words)
      : uses_per_option_(uses_per_option),
        means_(std::bit_width(most_words) + 1) {}

  // Forgets what was reported.
  void Reset() { absl::c_fill(means_, Means()); }

  // Notes that a subtree of the size class had `nodes` nodes in stages of one
  // size.
  void Report(size_t words, uint32_t size_class, uint64_t nodes) {
    Mean& mean = means_[std::bit_width(words)][size_class];
    if (mean.weight < kMaxWeight) ++mean.weight;
    mean.nodes += (static_cast<double>(nodes) - mean.nodes) / mean.weight;
  }

  // Whether it pays to go from a stage of `words` words and `groups` groups to
  // a smaller one for `options` options.
  bool IsWorthwhile(size_t words, size_t groups, size_t options,
                    size_t new_words, size_t new_groups) const {
    const Mean& mean = means_[std::bit_width(words)][SizeClass(options)];
    const double saved = kLook * (static_cast<double>(words * groups) -
                                  static_cast<double>(new_words * new_groups));
    return mean.nodes * saved >
           kBuild + kUse * uses_per_option_ * static_cast<double>(options);
  }

  // Four classes for each doubling.
  static uint32_t SizeClass(size_t options) {
    const int width = std::bit_width(options);
    const size_t next_bits = (width > 2 ? options >> (width - 3) : options) & 3;
    return static_cast<uint32_t>(4 * width + next_bits);
  }

 private:
  struct Mean {
    double nodes = 0;
    double weight = 0;
  };
  using Means = std::array<Mean, 4 * 33>;  // By size class.
  static constexpr double kMaxWeight = 64;

  // Costs in cycles, roughly: of a look at a word of a group of items; of
  // building a stage; and of each use of an item in one of its options.
  static constexpr double kLook = 1.6;
  static constexpr double kBuild = 1500;
  static constexpr double kUse = 4;

  const double uses_per_option_;
  std::vector<Means> means_;  // By the width of the number of words.
};

}  // namespace dlx::internal::bit_sets

#endif  // DLX_ENGINE_BIT_SETS_COST_MODEL_H_
