#ifndef DLX_ENGINE_BIT_SETS_SET_STAGE_H_
#define DLX_ENGINE_BIT_SETS_SET_STAGE_H_

// A subproblem of engine bit_sets, as bits: those options that can still be
// chosen at some node of the search, and the primary items that are not covered
// there. Both are numbered anew, in the same order, so that nothing is left of
// the others. See bit_sets.h for the idea.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/id.h"

namespace dlx::internal {

// Eight items are looked at together.
inline constexpr size_t kGroupItems = 8;

class SetStage {
 public:
  // A choice between the options of an item.
  struct Choice {
    uint32_t depth;     // Options chosen before this one.
    uint32_t branches;  // Options there were to try at the start.
    // For the cost model: see set_walk.cc.
    uint32_t size_class;
    uint64_t own_nodes;
  };

  // The whole problem.
  void BuildRoot(const SetProblem& problem);

  // The options of the set `live` and the items of the set `open`, both of
  // `parent`. `numbers` is scratch memory, one number for each primary item of
  // the problem.
  void Build(const SetProblem& problem, const SetStage& parent,
             const uint64_t* live, const uint64_t* open,
             std::vector<uint32_t>& numbers);

  // For the root: goes to its first node, with the givens chosen. False if they
  // contradict each other.
  bool Start(const SetProblem& problem, absl::Span<const OptionId> givens);

  // The item to branch on at a node where no item is forced, if `smallest` is
  // the first one with the fewest options.
  size_t ChooseItem(const SetProblem& problem, const uint64_t* live,
                    const uint64_t* open, size_t smallest) const;

  // How many words a stage with so many options has: a number for which the
  // walk has code of its own, if there is one.
  static size_t WordsFor(size_t options) {
    return options <= 64 ? 1 : options <= 128 ? 2 : (options + 255) / 256 * 4;
  }

  size_t option_count() const { return options.size(); }
  size_t item_count() const { return items.size(); }

  // The options, of those that are live, that are not in conflict with `option`
  // are `live & row`.
  const uint64_t* Row(const SetProblem& problem, uint32_t option) {
    if (keeps_rows) {
      uint64_t* const row = &rows[option * words];
      const uint64_t bit = uint64_t{1} << option % 64;
      if ((rows_ready[option / 64] & bit) == 0) {
        rows_ready[option / 64] |= bit;
        ComputeRow(problem, option, row);
      }
      return row;
    }
    ComputeRow(problem, option, rows.data());
    return rows.data();
  }

  uint64_t* choice_live(size_t level) { return &choice_sets[level * stride]; }
  uint64_t* choice_untried(size_t level) {
    return &choice_sets[level * stride + words];
  }
  uint64_t* choice_open(size_t level) {
    return &choice_sets[level * stride + 2 * words];
  }

  // Sets of options have so many words, sets of items so many.
  size_t words = 0;
  size_t item_words = 0;
  size_t groups = 0;  // Of kGroupItems items.

  std::vector<uint32_t> options;  // Their numbers in the problem.
  std::vector<uint32_t> items;

  // Word w of the set of options of item i is
  // masks[i / 8 * words + w].lanes[i % 8]:
  //
  //        item      0       1       2    ...    7
  //               +-------+-------+-------+---+-------+
  //     masks[0]  | word 0| word 0| word 0|...| word 0|
  //     masks[1]  | word 1| word 1| word 1|...| word 1|
  //       ...
  //        item      8       9      10    ...   15
  //     masks[words]  ...
  struct alignas(64) Group {
    uint64_t lanes[kGroupItems];
  };
  std::vector<Group> masks;
  uint64_t mask(size_t item, size_t word) const {
    return masks[item / kGroupItems * words + word].lanes[item % kGroupItems];
  }

  // The items of each option.
  std::vector<uint64_t> covers;

  // The choices made in this stage; of the memory for them, `height` levels are
  // in use.
  std::vector<Choice> choices;
  std::vector<uint64_t> choice_sets;
  size_t stride = 0;
  size_t height = 0;

  // The node at which it starts, if that has not been looked at yet; then, the
  // node at hand, for stages that do not fit into registers.
  bool entering = false;
  std::vector<uint64_t> live;
  std::vector<uint64_t> open;
  std::vector<uint64_t> forced_items;  // Scratch.
  uint32_t depth = 0;

  // For the cost model.
  uint32_t size_class = 0;
  uint64_t own_nodes = 0;
  uint64_t nodes_elsewhere = 0;

 private:
  void ComputeRow(const SetProblem& problem, uint32_t option,
                  uint64_t* row) const;
  void OpenAll();
  void Fill(const SetProblem& problem, const std::vector<uint32_t>& numbers);

  // The set of options of each secondary item, and of each secondary item with
  // a colour.
  std::vector<uint64_t> secondary_masks;
  // Computed when they are needed; only one is kept if they are too many.
  bool keeps_rows = false;
  std::vector<uint64_t> rows;
  std::vector<uint64_t> rows_ready;
};

}  // namespace dlx::internal

#endif  // DLX_ENGINE_BIT_SETS_SET_STAGE_H_
