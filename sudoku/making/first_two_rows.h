#ifndef SUDOKU_MAKING_FIRST_TWO_ROWS_H_
#define SUDOKU_MAKING_FIRST_TWO_ROWS_H_

// The first two rows of the canonical form of a full grid, laid out together.
//
// The first row of a full grid tells nothing: 1 2 3 ..., whatever the order of
// the columns. So that order is left open and found with the second row. What
// this has at a place is where its digit stands in the first row; and if that
// column, the *source*, has no place yet, it gets the first one that it may
// have, as that is the smallest that can be had:
//
//     row 1   a b c  d e f  g h i     Column a comes first. Below it is e: so e
//     row 2   e d h  i g a  b f c     gets place 4, its stack comes second, and
//                                     the row begins with 4. If b is next, its
//                                     source d gets place 5; if c is, h gets 7.
//
// So there is a choice at the few places that have no column when it is their
// turn, for the most part those of the first stack: for 9x9 that makes 18
// layouts for two rows instead of 1296.

#include <array>
#include <cstdint>
#include <vector>

#include "sudoku/making/canonical_state.h"

namespace sudoku::canonical {

class FirstTwoRows {
 public:
  // A second row that is smaller than `best` replaces it, and the state that it
  // leads to replaces all `states`; one that is the same adds its state.
  FirstTwoRows(int size, int stack_size, Line& best, std::vector<State>& states)
      : size_(size), stack_size_(stack_size), best_(best), states_(states) {}

  // Adds the states that follow from `state`, which says what rows are used.
  // REQUIRES: both rows have all digits.
  void Add(const State& state, const Line& first, const Line& second) {
    state_ = state;
    first_ = &first;
    Line column_of = {};
    for (int column = 0; column < size_; ++column) {
      column_of[first[column] - 1] = static_cast<uint8_t>(column);
    }
    for (int column = 0; column < size_; ++column) {
      source_[column] = column_of[second[column] - 1];
    }
    place_of_.fill(kNone);
    start_of_.fill(kNone);
    filled_ = {};
    stacks_placed_ = 0;
    Fill(0, /*is_smaller=*/false);
  }

 private:
  static constexpr uint8_t kNone = 0xFF;

  // Fills the places from `place` on, all before which have been filled, with
  // what is smaller than the best row if `is_smaller`, and else the same.
  void Fill(int place, bool is_smaller) {
    if (place == size_) return Finish();
    const int start = place - place % stack_size_;
    if (place < start + filled_[start]) return LookAt(place, is_smaller);
    const bool is_in_stack = place > start;
    const int begin =
        is_in_stack ? state_.order[start] / stack_size_ * stack_size_ : 0;
    const int end = is_in_stack ? begin + stack_size_ : size_;
    for (int column = begin; column < end; ++column) {
      // A stack that has columns elsewhere does not come next.
      const int thing = is_in_stack ? column : column / stack_size_;
      if ((is_in_stack ? place_of_ : start_of_)[thing] != kNone) continue;
      Put(column);
      LookAt(place, is_smaller);
      TakeBack(column);
    }
  }

  // Goes on behind a place that has a column, unless the row gets too large.
  void LookAt(int place, bool is_smaller) {
    const uint8_t source = source_[state_.order[place]];
    const bool is_open = place_of_[source] == kNone;
    if (is_open) Put(source);
    line_[place] = place_of_[source] + 1;
    if (is_smaller || line_[place] <= best_[place]) {
      Fill(place + 1, is_smaller || line_[place] < best_[place]);
    }
    if (is_open) TakeBack(source);
  }

  // Gives a column the first place that is left in its stack, which comes next
  // if it had no place.
  void Put(int column) {
    uint8_t& start = start_of_[column / stack_size_];
    if (start == kNone) {
      start = static_cast<uint8_t>(stacks_placed_++ * stack_size_);
    }
    place_of_[column] = start + filled_[start]++;
    state_.order[place_of_[column]] = static_cast<uint8_t>(column);
  }

  // REQUIRES: it was the last one that was put.
  void TakeBack(int column) {
    uint8_t& start = start_of_[column / stack_size_];
    place_of_[column] = kNone;
    if (--filled_[start] > 0) return;
    start = kNone;
    --stacks_placed_;
  }

  void Finish() {
    // The best row may be a new one since the places before were filled.
    if (line_ > best_) return;
    if (line_ < best_) {
      best_ = line_;
      states_.clear();
    }
    State& added = states_.emplace_back(state_);
    added.names_used = static_cast<uint8_t>(size_);
    added.loose_columns = added.loose_stacks = 0;
    for (int place = 0; place < size_; ++place) {
      added.name_of[(*first_)[added.order[place]]] =
          static_cast<uint8_t>(place + 1);
    }
  }

  const int size_;
  const int stack_size_;
  Line& best_;
  std::vector<State>& states_;
  const Line* first_ = nullptr;
  State state_;                // Its order is that of the columns so far.
  Line line_ = {};             // The second row so far.
  Line source_ = {};           // By column.
  Line place_of_ = {};         // By column; kNone if it has none.
  Line start_of_ = {};         // Of a stack: its first place, or kNone.
  Line filled_ = {};           // Of the stack that starts there: its columns.
  uint8_t stacks_placed_ = 0;  // That have columns with places.
};

}  // namespace sudoku::canonical

#endif  // SUDOKU_MAKING_FIRST_TWO_ROWS_H_
