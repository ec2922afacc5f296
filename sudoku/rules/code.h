#ifndef SUDOKU_RULES_CODE_H_
#define SUDOKU_RULES_CODE_H_

// Rules of a setter's own, in the letters of the interactive solver: A to Z, a
// to z, 0 to 9, '-' and '_' are six bits each.
//
// Which pairs of digits are right: a bit for each pair, 1 1 first, then 1 2,
// and so on; of a letter, the lowest bit comes first. Zeros at the end are left
// out.
//
// An automaton, which may have several states at once: the letters are bytes,
// and the first bit of a byte is the highest. It begins with
//   2 bits   0: lists of transitions, 1: a bit for each symbol
//   4 bits   how many bits a state has, less 1
//   4 bits   how many symbols there are, less 1
//   a state  how many states it begins in: 0, 1, ...
//   a state  how many others accept; these come next
//   a bit for each state that it begins in, the last one first: it accepts
//   4 bits   only with lists: how many bits the length of a list has
// and goes on with the states, in their order: the length, and for each
// transition the symbol and the next state; or a bit for each symbol, the last
// one first, and for each bit that is set the next state.

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"

namespace sudoku {

// For digits from 1 on; 0 is none.
using PairTable = std::vector<std::vector<bool>>;

// Fails, with a part of a sentence, if a letter is none of these, or there are
// more than the pairs need.
absl::StatusOr<PairTable> DecodePairs(dlx::StringView letters, int size);

// A set: a bit for each number from 0 on, as for pairs.
absl::StatusOr<std::vector<bool>> DecodeSet(dlx::StringView letters);

struct CodedAutomaton {
  int starts = 0;  // The first states.
  std::vector<bool> accepts;
  // For each state and symbol, from 0, the next states. Symbol 0 is digit 1.
  std::vector<std::vector<std::vector<int>>> next;
};

// The bytes that letters stand for. Fails as DecodeSet().
absl::StatusOr<std::string> DecodeBytes(dlx::StringView letters);

// Fails, with a part of a sentence, if the text is not one.
absl::StatusOr<CodedAutomaton> DecodeAutomaton(dlx::StringView letters);

// The letters of an older form of the key of pairs, in which '-' and '_' were
// exchanged; the same the other way round.
std::string WithOtherDashes(dlx::StringView letters);

}  // namespace sudoku

#endif  // SUDOKU_RULES_CODE_H_
