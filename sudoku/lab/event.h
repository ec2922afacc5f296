#ifndef SUDOKU_LAB_EVENT_H_
#define SUDOKU_LAB_EVENT_H_

// What happens while a method solves a puzzle, told in a language that all
// methods share. An observer (a terminal, a series of pictures) needs to know
// nothing about the method; see sudoku/lab/replay.h.
//
// A search is a sequence of events. What follows a kTry belongs to it, until
// the kUndo that takes it back:
//
//   kTry r1c1=2          a guess
//     kPlace r1c5=7      follows from it
//     kRuleOut r2c1=7    follows from it
//     kTry r2c2=4        a guess on top of the guess
//     kUndo              r2c2 is empty again
//   kUndo                everything is as before the first line
//
// Methods that throw dice never undo: they kTry a digit in every cell, because
// none of them follows from anything, then kSwap, and after a kRestart begin
// again.

#include <cstdint>

#include "dlx/base/cxx20.h"

namespace sudoku {

struct Event {
  enum class Kind : uint8_t {
    kTry,       // `cell` gets `digit` for the time being.
    kPlace,     // `cell` gets `digit`, which follows from what is there.
    kRuleOut,   // `cell` cannot have `digit`, which follows from what is there.
    kUndo,      // The last kTry not yet undone is, and all since then.
    kDeadEnd,   // Nothing can follow: `cell`, or if that is -1 some house,
                // has no possible digit left.
    kSolution,  // The grid is full and right.
    kSwap,      // The digits of `cell` and `other_cell` change places.
    kRestart,   // Everything but the clues is as at the start.
  };

  Kind kind = Kind::kTry;
  uint8_t digit = 0;
  int16_t cell = -1;
  int16_t other_cell = -1;

  friend bool operator==(const Event&, const Event&) = default;
};

}  // namespace sudoku

#endif  // SUDOKU_LAB_EVENT_H_
