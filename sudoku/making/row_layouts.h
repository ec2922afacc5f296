#ifndef SUDOKU_MAKING_ROW_LAYOUTS_H_
#define SUDOKU_MAKING_ROW_LAYOUTS_H_

// One row of the canonical form, in all ways that could be the smallest.
// canonical.cc tells the idea.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "sudoku/making/canonical_state.h"

namespace sudoku::canonical {

// Lays out one row in all ways that could be the smallest.
class RowLayouts {
 public:
  // A layout that is smaller than `best` replaces it, and the state that it
  // leads to replaces all `states`; one that is the same adds its state.
  RowLayouts(int size, int stack_size, Line& best, std::vector<State>& states)
      : size_(size), stack_size_(stack_size), best_(best), states_(states) {}

  // `state` is to be told apart by the cells of a row.
  void Add(const State& state, const Line& cells) {
    cells_ = &cells;
    state_ = state;
    PlaceStacks(0);
  }

 private:
  uint8_t DigitAt(int place) const { return (*cells_)[state_.order[place]]; }
  uint8_t NameAt(int place) const { return state_.name_of[DigitAt(place)]; }
  bool IsNewAt(int place) const {
    return DigitAt(place) != 0 && NameAt(place) == 0;
  }
  bool HasNew(int stack) const {
    for (int i = 0; i < stack_size_; ++i) {
      if (IsNewAt(stack * stack_size_ + i)) return true;
    }
    return false;
  }

  // The places up to `end` do not rule out that the row is the smallest.
  // REQUIRES: those up to `begin` do not.
  bool IsPromising(int begin, int end) const {
    for (int i = begin; i < end; ++i) {
      if (line_[i] != best_[i]) {
        return line_[i] < best_[i] ||
               !std::equal(line_.begin(), line_.begin() + begin, best_.begin());
      }
    }
    return true;
  }

  // Orders the stacks from number `first` on, and their columns.
  void PlaceStacks(int first) {
    const int place = first * stack_size_;
    if (place == size_) return Finish();
    const int end = LooseEnd(state_.loose_stacks, first);
    if (end == first + 1) return PlaceColumns(place);
    // Either one without new digits comes next,
    const State start = state_;
    int settled = first;
    for (int stack = first; stack < end; ++stack) {
      if (!HasNew(stack)) SwapStacks(settled++, stack);
    }
    if (settled > first) PlaceSmallest(first, settled, end);
    // or any of those with new ones.
    for (int stack = first; stack < end; ++stack) {
      state_ = start;
      if (!HasNew(stack)) continue;
      SwapStacks(first, stack);
      Tell(state_.loose_stacks, first);
      PlaceColumns(place);
    }
  }

  // Stacks that are loose have had the same in each row so far. So their
  // columns are loose in the same way.
  void SwapStacks(int a, int b) {
    for (int i = 0; a != b && i < stack_size_; ++i) {
      std::swap(state_.order[a * stack_size_ + i],
                state_.order[b * stack_size_ + i]);
    }
  }

  // Goes on with the smallest of the stacks from `first` to `settled`, which
  // have no new digits. If there are several, they stay loose.
  void PlaceSmallest(int first, int settled, int end) {
    Line smallest = FormOf(first);
    int next = first + 1;
    for (int stack = first + 1; stack < settled; ++stack) {
      const Line form = FormOf(stack);
      if (form > smallest) continue;
      if (form < smallest) {
        smallest = form;
        next = first;
      }
      SwapStacks(next++, stack);
    }
    if (next < end) Tell(state_.loose_stacks, next - 1);
    for (int place = first * stack_size_; place < next * stack_size_;) {
      const int columns_end = LooseEnd(state_.loose_columns, place);
      SortKnown(place, columns_end);
      place = columns_end;
    }
    if (IsPromising(first * stack_size_, next * stack_size_)) PlaceStacks(next);
  }

  // What a stack without new digits looks like at its smallest.
  Line FormOf(int stack) const {
    Line form = {};
    for (int i = 0; i < stack_size_;) {
      const int place = stack * stack_size_;
      const int end = LooseEnd(state_.loose_columns, place + i) - place;
      for (const int begin = i; i < end; ++i) {
        const uint8_t name = NameAt(place + i);
        int to = i;
        for (; to > begin && form[to - 1] > name; --to) form[to] = form[to - 1];
        form[to] = name;
      }
    }
    return form;
  }

  // Orders the columns from `place` on, up to the end of the stack, and then
  // the stacks behind it.
  void PlaceColumns(int place) {
    const int end = LooseEnd(state_.loose_columns, place);
    const int first_new = SortKnown(place, end);
    if (IsPromising(place, first_new)) PlaceNew(first_new, end);
  }

  // Orders loose columns: empty cells and known digits come first. Returns
  // where new ones begin.
  int SortKnown(int begin, int end) {
    constexpr uint8_t kNew = 0xFF;
    for (int i = begin; i < end; ++i) {
      const uint8_t column = state_.order[i];
      const uint8_t name = IsNewAt(i) ? kNew : NameAt(i);
      int to = i;
      for (; to > begin && line_[to - 1] > name; --to) {
        line_[to] = line_[to - 1];
        state_.order[to] = state_.order[to - 1];
      }
      line_[to] = name;
      state_.order[to] = column;
    }
    int first_new = begin;
    while (first_new < end && line_[first_new] != kNew) ++first_new;
    for (int i = begin; i + 1 < end && i < first_new; ++i) {
      if (line_[i] != line_[i + 1]) Tell(state_.loose_columns, i);
    }
    return first_new;
  }

  // Orders loose columns that have new digits, in all ways, and then what is
  // behind them. (The same digit twice breaks the rules, but is no trouble.)
  void PlaceNew(int first, int end) {
    if (first == end) {
      if (end % stack_size_ != 0) return PlaceColumns(end);
      return PlaceStacks(end / stack_size_);
    }
    if (first + 1 == end) {  // Nothing to choose.
      NameNew(first, end);
      if (IsPromising(first, end)) PlaceNew(end, end);
      return;
    }
    const State start = state_;
    for (int i = first; i < end; ++i) {
      if (i > first) state_ = start;
      const uint8_t digit = DigitAt(i);
      bool is_done = false;
      for (int k = first; k < i; ++k) is_done |= DigitAt(k) == digit;
      if (is_done) continue;
      std::swap(state_.order[first], state_.order[i]);
      const int next = NameNew(first, end);
      if (IsPromising(first, next)) PlaceNew(next, end);
    }
  }

  // Gives the digit at place `first` a name, brings loose columns that have it,
  // too, next to that place, and returns where others begin.
  int NameNew(int first, int end) {
    const uint8_t digit = DigitAt(first);
    const uint8_t name = ++state_.names_used;
    state_.name_of[digit] = name;
    line_[first] = name;
    int next = first + 1;
    for (int i = next; i < end; ++i) {
      if (DigitAt(i) != digit) continue;
      std::swap(state_.order[i], state_.order[next]);
      line_[next++] = name;
    }
    if (next < end) Tell(state_.loose_columns, next - 1);
    return next;
  }

  void Finish() {
    if (line_ != best_) {
      best_ = line_;
      states_.clear();
    }
    states_.push_back(state_);
  }

  const int size_;
  const int stack_size_;
  Line& best_;
  std::vector<State>& states_;
  const Line* cells_ = nullptr;  // Of the row, in the grid's order.
  State state_;                  // What the layout so far leads to.
  Line line_ = {};               // The layout.
};

}  // namespace sudoku::canonical

#endif  // SUDOKU_MAKING_ROW_LAYOUTS_H_
