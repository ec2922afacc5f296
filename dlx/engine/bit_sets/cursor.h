#ifndef DLX_ENGINE_BIT_SETS_CURSOR_H_
#define DLX_ENGINE_BIT_SETS_CURSOR_H_

// Where the walk of engine bit_sets stands in a stage.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/engine/bit_sets/cost_model.h"
#include "dlx/engine/bit_sets/memory.h"
#include "dlx/engine/bit_sets/stage.h"

namespace dlx::internal::bit_sets {

// The choices made in a stage, as a stack, and the node at hand. A choice is
// between the options of an item, at a node with certain sets of live options
// and open items. So each level has three sets:
//
//     level 0   live | untried | open     the choice made first
//     level 1   live | untried | open
//       ...
//     at hand   live |         | open     behind the last level there may be
//
// Invariants:
//   1. What is untried at a level is live there.
//   2. From one level to the next, and to the node at hand, options may stop
//      being live and items being open, but none begin. Items do stop.
//   3. A choice has as many branches as it had options at the start, and those
//      that are untried are not more.
//   4. Depths grow from level to level.
class Cursor {
 public:
  struct Choice {
    uint32_t depth;     // Options chosen before this one.
    uint32_t branches;  // Options there were to try at the start.
    Subtree subtree;    // For the cost model.
  };

  explicit Cursor(Budget* budget) : sets_(budget) {}

  // No walk makes more choices one after the other. Each covers items, and is
  // between two options at the least, which are out then. One more is for a
  // choice of which a part was left to another walk.
  static size_t MostLevels(size_t items, size_t options,
                           size_t items_per_option) {
    return std::min(items / std::max<size_t>(items_per_option, 1),
                    options / 2) +
           1;
  }

  // How many words the sets of `levels` choices take, if a set of options takes
  // `words` and one of items `item_words`.
  static size_t WordsFor(size_t levels, size_t words, size_t item_words) {
    return (levels + 1) * (2 * words + item_words) + item_words;
  }

  // Goes to the node at which all of the stage's options are live and all of
  // its items open. No more than `levels` choices will be made. Returns false
  // if the budget is too small.
  bool Start(const Stage& stage, size_t levels, uint32_t depth) {
    words_ = stage.words();
    item_words_ = stage.item_words();
    stride_ = 2 * words_ + item_words_;
    if (!sets_.Reserve(WordsFor(levels, words_, item_words_))) return false;
    at_hand_ = sets_.data() + levels * stride_;
    if (choices_.size() < levels) choices_.resize(levels);
    height_ = 0;
    is_at_node_ = true;
    depth_ = depth;
    FillBits(stage.options().size(), words_, live());
    FillBits(stage.items().size(), item_words_, open());
    return true;
  }

  size_t height() const { return height_; }
  const Choice& choice(size_t level) const { return choices_[level]; }
  uint64_t* live(size_t level) { return sets_.data() + level * stride_; }
  uint64_t* untried(size_t level) { return live(level) + words_; }
  uint64_t* open(size_t level) { return live(level) + 2 * words_; }
  const uint64_t* untried(size_t level) const {
    return sets_.data() + level * stride_ + words_;
  }

  // The caller fills the three sets of that level.
  void Push(const Choice& choice) { choices_[height_++] = choice; }
  void Pop() { --height_; }

  // How many options of a choice are untried.
  uint32_t CountUntried(size_t level) const {
    uint32_t count = 0;
    for (size_t w = 0; w < words_; ++w) {
      count += std::popcount(untried(level)[w]);
    }
    return count;
  }

  // True if the walk stands at the node at hand, and has yet to look at it;
  // otherwise, at the choice on top.
  bool is_at_node() const { return is_at_node_; }
  void StayAtNode(uint32_t depth) { is_at_node_ = true, depth_ = depth; }
  void LeaveNode() { is_at_node_ = false; }
  uint32_t depth() const { return depth_; }  // Of the node at hand.
  uint64_t* live() { return at_hand_; }
  uint64_t* open() { return at_hand_ + 2 * words_; }
  uint64_t* scratch_items() { return at_hand_ + stride_; }

  // Empty, or what does not hold.
  std::string CheckInvariants() const;

 private:
  static void FillBits(size_t count, size_t words, uint64_t* set) {
    std::fill_n(set, words, 0);
    std::fill_n(set, count / 64, ~uint64_t{0});
    if (count % 64 != 0) set[count / 64] = (uint64_t{1} << count % 64) - 1;
  }
  std::string CheckLevel(size_t level) const;

  size_t words_ = 0;
  size_t item_words_ = 0;
  size_t stride_ = 0;
  Words sets_;
  uint64_t* at_hand_ = nullptr;
  std::vector<Choice> choices_;
  size_t height_ = 0;
  bool is_at_node_ = false;
  uint32_t depth_ = 0;
};

inline std::string Cursor::CheckInvariants() const {
  for (size_t level = 0; level < height_; ++level) {
    const std::string error = CheckLevel(level);
    if (!error.empty()) return absl::StrCat("level ", level, ": ", error);
  }
  return "";
}

inline std::string Cursor::CheckLevel(size_t level) const {
  const uint64_t* const live = sets_.data() + level * stride_;
  const uint64_t* const untried = live + words_;
  const uint64_t* const open = live + 2 * words_;
  for (size_t w = 0; w < words_; ++w) {
    if ((untried[w] & ~live[w]) != 0) return "an untried option is not live";
  }
  if (CountUntried(level) > choices_[level].branches) {
    return "there are more untried options than branches";
  }
  const bool is_top = level + 1 == height_;
  if (is_top && !is_at_node_) return "";
  const uint64_t* const next = is_top ? at_hand_ : live + stride_;
  for (size_t w = 0; w < words_; ++w) {
    if ((next[w] & ~live[w]) != 0) return "an option has come to life below";
  }
  uint64_t covered = 0;
  for (size_t v = 0; v < item_words_; ++v) {
    if ((next[2 * words_ + v] & ~open[v]) != 0) return "an item opens below";
    covered |= open[v] & ~next[2 * words_ + v];
  }
  if (covered == 0) return "its option has covered nothing";
  const uint32_t next_depth = is_top ? depth_ : choices_[level + 1].depth;
  return choices_[level].depth < next_depth ? "" : "the next is not deeper";
}

}  // namespace dlx::internal::bit_sets

#endif  // DLX_ENGINE_BIT_SETS_CURSOR_H_
