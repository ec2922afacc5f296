// The canonical form is built row by row. A *state* is a choice of orientation,
// of the rows so far, and of what these rows say about the order of columns;
// renaming follows from them, because the smallest grid names digits 1, 2, 3,
// ... in the order in which they first occur. For each row, all states are
// extended by all rows that may come next, and only those are kept whose new
// row is the smallest.
//
// There are 1296 orders of the columns of 9x9, but they are not gone through.
// At first the columns of a stack are *loose*: they can change places without
// any effect; and so are the stacks. Each row tells some of them apart. Where
// columns are loose, it is smallest with empty cells first, then digits that
// have names, in the order of these, and then new ones, in any order, for it
// gives them their names. Columns that have the same stay loose:
//
//     the row           .5. ... 7..
//     its smallest form ... ..1 ..2   (or with 5 and 7 the other way round)
//     what it tells     Stack 1 comes first, and its columns are loose. The
//                       last columns of the others are told; the other two of
//                       each are loose.
//
// So a puzzle most of whose cells are empty needs a few dozen states.
//
// Rows and bands with the same contents can change places without any effect,
// too, so only one of their orders is looked at.
//
// The states after the last row are all the ways to come to the canonical form,
// each of them once, if what is loose in them may be put in any order. So there
// are as many ways as the grid has automorphisms.

#include "sudoku/making/canonical.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace sudoku {

namespace {

constexpr int kLargestCanonical = 12;
constexpr size_t kMostStates = size_t{4} << 20;

using Line = std::array<uint8_t, kLargestCanonical>;

// Numbers things so that equal things have equal numbers.
template <typename T>
std::vector<int> Classes(const std::vector<T>& things) {
  std::vector<int> classes;
  for (const T& thing : things) {
    classes.push_back(static_cast<int>(
        std::find(things.begin(), things.end(), thing) - things.begin()));
  }
  return classes;
}

// Rows or columns, in groups: bands or stacks.
struct Lines {
  Lines(std::vector<Line> lines, int group_size)
      : lines(std::move(lines)), group_size(group_size) {
    std::vector<std::vector<Line>> groups;
    for (size_t i = 0; i < this->lines.size(); i += group_size) {
      groups.emplace_back(this->lines.begin() + i,
                          this->lines.begin() + i + group_size);
    }
    class_of_line = Classes(this->lines);
    class_of_group = Classes(groups);
  }

  int group_count() const { return static_cast<int>(class_of_group.size()); }

  std::vector<Line> lines;
  int group_size;
  std::vector<int> class_of_line;
  std::vector<int> class_of_group;
};

// Bit i: thing i and the next one can change places.
using Loose = uint16_t;

// Where the loose things end that thing number `first` is the first of.
int LooseEnd(Loose loose, int first) {
  return first + std::countr_one(static_cast<Loose>(loose >> first)) + 1;
}

void Tell(Loose& loose, int thing) {
  loose &= static_cast<Loose>(~(1u << thing));
}

absl::uint128 Factorial(int number) {
  absl::uint128 product = 1;
  for (int i = 2; i <= number; ++i) product *= i;
  return product;
}

// In how many orders `count` things can stand, some of which are loose.
absl::uint128 LooseOrders(Loose loose, int count) {
  absl::uint128 orders = 1;
  for (int first = 0; first < count;) {
    const int end = LooseEnd(loose, first);
    orders *= Factorial(end - first);
    first = end;
  }
  return orders;
}

// In how many orders the things of each class can stand.
absl::uint128 OrdersOfTwins(const std::vector<int>& classes, int begin,
                            int end) {
  absl::uint128 orders = 1;
  for (int i = begin; i < end; ++i) {
    // The first of a class has 1 place, the second one 2, ...
    orders *= std::count(classes.begin() + begin, classes.begin() + i + 1,
                         classes[i]);
  }
  return orders;
}

struct State {
  uint8_t orientation = 0;
  int8_t band = -1;  // The one whose rows are being placed.
  uint8_t names_used = 0;
  Loose loose_columns = 0;  // By their places. The last of a stack is not.
  Loose loose_stacks = 0;
  uint32_t used_rows = 0;  // A bit for each.
  Line order = {};         // Of the columns, by place.
  std::array<uint8_t, kLargestCanonical + 1> name_of = {};  // 0: none yet.
};

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

// One of the two ways to hold the grid.
struct Orientation {
  Lines rows;
  int stack_size;
};

class Canonizer {
 public:
  Canonizer(int size, std::vector<Orientation> orientations)
      : size_(size), orientations_(std::move(orientations)) {
    for (size_t o = 0; o < orientations_.size(); ++o) {
      State state;
      state.orientation = static_cast<uint8_t>(o);
      std::iota(state.order.begin(), state.order.end(), 0);
      const int stack_size = orientations_[o].stack_size;
      for (int i = 0; i < size_; ++i) {
        if ((i + 1) % stack_size != 0) state.loose_columns |= 1 << i;
      }
      state.loose_stacks =
          static_cast<Loose>((1 << (size_ / stack_size - 1)) - 1);
      states_.push_back(state);
    }
  }

  absl::StatusOr<CanonicalClass> Run() {
    absl::StatusOr<Grid> form = FindForm();
    if (!form.ok()) return form.status();
    absl::uint128 automorphisms = 0;
    for (const State& state : states_) automorphisms += WaysOf(state);
    return CanonicalClass{
        .form = *form,
        .automorphisms = automorphisms,
        .disguises = TransformationCount() / automorphisms,
        .disguise = DisguiseOf(states_.front(), *form),
    };
  }

 private:
  absl::StatusOr<Grid> FindForm() {
    Grid result(size_);
    for (int row = 0; row < size_; ++row) {
      best_.fill(0xFF);
      next_.clear();
      for (const State& state : states_) {
        Extend(state);
        if (next_.size() > kMostStates) {
          return absl::ResourceExhaustedError(
              "the grid is too symmetrical for its canonical form to be found");
        }
      }
      std::swap(states_, next_);
      for (int column = 0; column < size_; ++column) {
        result[row * size_ + column] = best_[column];
      }
    }
    return result;
  }

  // The way to the form that a state after the last row stands for. It does not
  // remember the rows: those that give the same are as good as each other.
  Disguise DisguiseOf(const State& state, const Grid& form) const {
    const Lines& rows = orientations_[state.orientation].rows;
    Disguise disguise;
    disguise.is_transposed = state.orientation != 0;
    disguise.columns.assign(state.order.begin(), state.order.begin() + size_);
    disguise.digits.assign(state.name_of.begin(),
                           state.name_of.begin() + size_ + 1);
    uint8_t name = state.names_used;
    for (int digit = 1; digit <= size_; ++digit) {
      if (disguise.digits[digit] == 0) disguise.digits[digit] = ++name;
    }
    const auto gives = [&](int from, int row) {
      for (int column = 0; column < size_; ++column) {
        if (disguise.digits[rows.lines[from][disguise.columns[column]]] !=
            form[row * size_ + column]) {
          return false;
        }
      }
      return true;
    };
    const auto is_taken = [&](int row) {
      return std::count(disguise.rows.begin(), disguise.rows.end(), row) > 0;
    };
    // Whole bands first: rows of one may be found in another one, too.
    for (int begin = 0; begin < size_; begin += rows.group_size) {
      for (int band = 0; band < size_; band += rows.group_size) {
        const size_t before = disguise.rows.size();
        for (int row = begin; row < begin + rows.group_size; ++row) {
          for (int from = band; from < band + rows.group_size; ++from) {
            if (is_taken(from) || !gives(from, row)) continue;
            disguise.rows.push_back(from);
            break;
          }
        }
        if (disguise.rows.size() == before + rows.group_size) break;
        disguise.rows.resize(before);
      }
    }
    assert(disguise.rows.size() == static_cast<size_t>(size_));
    return disguise;
  }

  // How many ways to hold the grid a state after the last row stands for.
  absl::uint128 WaysOf(const State& state) const {
    const Orientation& orientation = orientations_[state.orientation];
    const Lines& rows = orientation.rows;
    absl::uint128 ways =
        OrdersOfTwins(rows.class_of_group, 0, rows.group_count());
    for (int row = 0; row < size_; row += rows.group_size) {
      ways *= OrdersOfTwins(rows.class_of_line, row, row + rows.group_size);
    }
    return ways * LooseOrders(state.loose_columns, size_) *
           LooseOrders(state.loose_stacks, size_ / orientation.stack_size) *
           Factorial(size_ - state.names_used);
  }

  // All ways to rename digits, and to move rows and columns.
  absl::uint128 TransformationCount() const {
    const int band = orientations_.front().rows.group_size;
    const int stack = orientations_.front().stack_size;
    absl::uint128 count = Factorial(size_) * orientations_.size();
    for (const int group : {band, stack}) {
      count *= Factorial(size_ / group);
      for (int i = 0; i < size_ / group; ++i) count *= Factorial(group);
    }
    return count;
  }

  // Tries all rows that may come next.
  void Extend(const State& state) {
    const Lines& rows = orientations_[state.orientation].rows;
    if (state.band >= 0) {
      ExtendInBand(state, state.band);
      return;
    }
    for (int band = 0; band < rows.group_count(); ++band) {
      if (IsUsed(state, band * rows.group_size)) continue;
      if (HasEarlierTwin(state, rows.class_of_group, band, 0,
                         rows.group_size)) {
        continue;
      }
      ExtendInBand(state, band);
    }
  }

  static bool IsUsed(const State& state, int row) {
    return (state.used_rows >> row & 1) != 0;
  }

  // True if a thing before `index`, from `begin` on, is unused and of the same
  // class. Thing i stands for row i * rows_per_thing.
  static bool HasEarlierTwin(const State& state,
                             const std::vector<int>& classes, int index,
                             int begin, int rows_per_thing) {
    for (int i = begin; i < index; ++i) {
      if (classes[i] == classes[index] && !IsUsed(state, i * rows_per_thing)) {
        return true;
      }
    }
    return false;
  }

  void ExtendInBand(const State& state, int band) {
    const Lines& rows = orientations_[state.orientation].rows;
    const int begin = band * rows.group_size;
    for (int row = begin; row < begin + rows.group_size; ++row) {
      if (IsUsed(state, row)) continue;
      if (HasEarlierTwin(state, rows.class_of_line, row, begin, 1)) continue;
      ExtendByRow(state, band, row);
    }
  }

  void ExtendByRow(const State& state, int band, int row) {
    const Orientation& orientation = orientations_[state.orientation];
    State next = state;
    next.used_rows |= uint32_t{1} << row;
    const int group_size = orientation.rows.group_size;
    const uint32_t whole_band = ((uint32_t{1} << group_size) - 1)
                                << (band * group_size);
    next.band = (next.used_rows & whole_band) == whole_band
                    ? -1
                    : static_cast<int8_t>(band);
    RowLayouts(size_, orientation.stack_size, best_, next_)
        .Add(next, orientation.rows.lines[row]);
  }

  const int size_;
  const std::vector<Orientation> orientations_;
  std::vector<State> states_;  // After the rows so far.
  std::vector<State> next_;    // After one more.
  Line best_ = {};             // The smallest row found so far.
};

}  // namespace

absl::StatusOr<CanonicalClass> FindCanonicalClass(const Geometry& geometry,
                                                  const Grid& grid) {
  assert(grid.size() == geometry.size());
  if (!CheckHasDisguises(geometry).ok()) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is a canonical form for grids with boxes and "
                     "nothing else, not for ",
                     geometry.Description()));
  }
  const int size = geometry.size();
  if (size > kLargestCanonical) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is a canonical form for grids up to ",
                     kLargestCanonical, "x", kLargestCanonical));
  }
  std::vector<Line> rows(size, Line{});
  std::vector<Line> columns(size, Line{});
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    rows[cell / size][cell % size] = grid[cell];
    columns[cell % size][cell / size] = grid[cell];
  }
  const Lines as_rows(rows, geometry.box_rows());
  const Lines as_columns(columns, geometry.box_columns());
  std::vector<Orientation> orientations;
  orientations.push_back({as_rows, geometry.box_columns()});
  if (geometry.box_rows() == geometry.box_columns()) {
    orientations.push_back({as_columns, geometry.box_rows()});
  }
  return Canonizer(size, std::move(orientations)).Run();
}

absl::StatusOr<Grid> CanonicalForm(const Geometry& geometry, const Grid& grid) {
  absl::StatusOr<CanonicalClass> found = FindCanonicalClass(geometry, grid);
  if (!found.ok()) return found.status();
  return std::move(found->form);
}

}  // namespace sudoku
