#ifndef DLX_PROOF_CHECK_OPTION_INDEX_H_
#define DLX_PROOF_CHECK_OPTION_INDEX_H_

// The options of an item by how they use a secondary item that all of them
// have: when that has a colour, the others need not be looked at.
//
// In a square of words, an item is a row, its options are thousands of words,
// and the letters of its cells are colours. When the first letter is there, the
// options are the words that begin with it. Without the index, a branch would
// look at all words.
//
// The index takes no more memory than the options: there is an entry for each
// use of such a secondary item.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace dlx::checker {

// An option of an item, and some of the bits that it needs, all in one word:
// most options that do not fit lack one of these, so that is looked at first.
// A checker does little else than that.
struct ListedOption {
  uint64_t bits;
  uint32_t place;
  uint32_t option;
};

// Bits of a state that are neighbours.
struct BitRange {
  uint32_t first;
  uint32_t count;
};

class OptionIndex {
 public:
  // Shorter lists are not worth it.
  static constexpr size_t kFewestOptions = 32;

  // Adds a way to divide the options of an item that comes next or was added
  // last: option k of its list needs the bit range.first + use_of[k]. An option
  // that is taken leaves at most one bit of the range, and not the first one.
  // The options in `lists` are those of the item, in the same order.
  void Add(uint32_t item, BitRange range, absl::Span<const uint32_t> use_of,
           absl::Span<const ListedOption> listed);

  // The options of the item that may fit into a state, in their order: `all` of
  // them, or those of the shortest list that must have them.
  absl::Span<const ListedOption> Narrowest(
      uint32_t item, absl::Span<const ListedOption> all,
      absl::Span<const uint64_t> state) const;

 private:
  struct Division {
    BitRange range;
    size_t starts;  // In starts_: one for each bit, and the end.
  };

  // By item: its divisions are those from here up to where the next begin.
  std::vector<uint32_t> first_divisions_;
  std::vector<Division> divisions_;
  std::vector<uint32_t> starts_;
  std::vector<ListedOption> lists_;
};

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_OPTION_INDEX_H_
