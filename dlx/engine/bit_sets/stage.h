#ifndef DLX_ENGINE_BIT_SETS_STAGE_H_
#define DLX_ENGINE_BIT_SETS_STAGE_H_

// A stage of engine bit_sets: a subproblem as bits, of those options that can
// still be chosen at some node of the search and of the primary items that are
// not covered there. Both are numbered anew, in the same order, so that nothing
// is left of the others. See bit_sets.h for the idea; where the search stands
// in a stage is told by a Cursor.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/bit_sets/memory.h"
#include "dlx/engine/bit_sets/set_problem.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::bit_sets {

// Eight items are looked at together.
inline constexpr size_t kGroupItems = 8;

// Word w of the sets of options of eight items.
struct alignas(64) MaskGroup {
  uint64_t lanes[kGroupItems];
};

// The sets of a stage. They do not change while the search is in it, but for
// rows, which are computed when they are first needed.
//
// Invariants, with the words "k of i" for "option k has item i":
//   1. Bit k of the mask of item i is set just if k of i, and so is bit i of
//      the cover of option k.
//   2. Masks have no bits beyond the options, covers none beyond the items.
//   3. A row that is ready is what ComputeRow() says, and the rows take up no
//      more than half of what the budget had left for them.
class Stage {
 public:
  // All memory but that for rows comes from one budget, which may be null; that
  // for rows from the other.
  Stage(const SetProblem& problem, Budget* sets, Budget* rows)
      : problem_(problem), sets_(sets), rows_(rows) {}

  // The whole problem. REQUIRES: the budget for sets has no end.
  void BuildRoot();
  // The same as a root of the same problem, which must outlive this stage: all
  // that they do not share is rows.
  void ShareRoot(const Stage& root);

  // The options of the set `live` and the items of the set `open`, both of
  // `parent`. `numbers` is scratch memory, one number for each primary item of
  // the problem. Returns false if the budget is too small for it.
  bool Build(const Stage& parent, const uint64_t* live, const uint64_t* open,
             std::vector<uint32_t>& numbers);

  // Keeps rows from now on if there is memory for them; without, each is
  // computed when it is asked for. Half of what is left is for the stages
  // within this one, where most nodes are.
  void KeepRows();
  bool keeps_rows() const { return keeps_rows_; }
  void FreeRows();

  // How many words a stage with `options` options has: a number for which the
  // walk has code of its own, if there is one.
  static size_t WordsFor(size_t options) {
    return options <= 64 ? 1 : options <= 128 ? 2 : (options + 255) / 256 * 4;
  }

  // The words of a set of options and of a set of items, and the groups of
  // items.
  size_t words() const { return words_; }
  size_t item_words() const { return item_words_; }
  size_t groups() const { return groups_; }  // Of kGroupItems items.

  // Their numbers in the problem.
  absl::Span<const uint32_t> options() const { return options_; }
  absl::Span<const uint32_t> items() const { return items_; }

  // Word w of the set of options of item i is
  // masks()[i / 8 * words() + w].lanes[i % 8]:
  //
  //         item      0       1       2    ...    7
  //                +-------+-------+-------+---+-------+
  //     masks()[0] | word 0| word 0| word 0|...| word 0|
  //     masks()[1] | word 1| word 1| word 1|...| word 1|
  //       ...
  //         item      8       9      10    ...   15
  //     masks()[words()]  ...
  const MaskGroup* masks() const { return masks_; }
  uint64_t mask(size_t item, size_t word) const {
    return masks_[item / kGroupItems * words_ + word].lanes[item % kGroupItems];
  }

  // The items of an option.
  const uint64_t* cover(size_t option) const {
    return covers_ + option * item_words_;
  }

  // The options, of those that are live, that are not in conflict with `option`
  // are `live & row`. Valid until the next call.
  const uint64_t* Row(uint32_t option) {
    if (!keeps_rows_) {
      ComputeRow(option, 0, words_, scratch_row_);
      return scratch_row_;
    }
    uint64_t* const row = rows_.data() + option * words_;
    const uint64_t bit = uint64_t{1} << option % 64;
    if ((rows_ready_[option / 64] & bit) == 0) {
      rows_ready_[option / 64] |= bit;
      ComputeRow(option, 0, words_, row);
    }
    return row;
  }
  // The same, but only the words from `begin` to `end` are sure to be there.
  const uint64_t* PartOfRow(uint32_t option, size_t begin, size_t end) {
    if (keeps_rows_) return Row(option);
    ComputeRow(option, begin, end, scratch_row_);
    return scratch_row_;
  }

  // The item to branch on at a node where no item is forced, if `smallest` is
  // the first one with the fewest options.
  size_t ChooseItem(const uint64_t* live, const uint64_t* open,
                    size_t smallest) const;

  // Empty, or what does not hold.
  std::string CheckInvariants() const;

 private:
  bool Fill(const std::vector<uint32_t>& numbers);
  bool LayOut();
  void SetBits(const std::vector<uint32_t>& numbers);
  // The words from `begin` to `end` of the row.
  void ComputeRow(uint32_t option, size_t begin, size_t end,
                  uint64_t* row) const;

  const SetProblem& problem_;
  // Of this stage, or of the root that it shares.
  absl::Span<const uint32_t> options_;
  absl::Span<const uint32_t> items_;
  std::vector<uint32_t> own_options_;
  std::vector<uint32_t> own_items_;
  size_t words_ = 0;
  size_t item_words_ = 0;
  size_t groups_ = 0;

  // All in one piece, in this order, unless the first three are another root's;
  // of secondary items, and of secondary items with a colour, it is the sets of
  // options.
  Words sets_;
  MaskGroup* masks_ = nullptr;
  uint64_t* secondary_masks_ = nullptr;
  uint64_t* covers_ = nullptr;
  uint64_t* rows_ready_ = nullptr;
  uint64_t* scratch_row_ = nullptr;

  bool keeps_rows_ = false;
  Words rows_;
};

// A problem and its root stage, for all walks through it. Immutable.
class RootProblem {
 public:
  RootProblem(const Problem& problem, const SearchOptions& options,
              Task task = Task::kCount,
              OptionOrder order = OptionOrder::kBySeed)
      : sets_(problem, options, task, order), root_(sets_, nullptr, &no_rows_) {
    root_.BuildRoot();
  }

  const SetProblem& sets() const { return sets_; }
  const Stage& root() const { return root_; }

 private:
  const SetProblem sets_;
  Budget no_rows_{0};
  Stage root_;
};

}  // namespace dlx::internal::bit_sets

#endif  // DLX_ENGINE_BIT_SETS_STAGE_H_
