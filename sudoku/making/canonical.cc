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
// In a full grid the first row leaves all columns in any order, for it only
// names its digits. There the first two rows are laid out together
// (first_two_rows.h).
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
#include "sudoku/making/canonical_state.h"
#include "sudoku/making/first_two_rows.h"
#include "sudoku/making/row_layouts.h"

namespace sudoku {

namespace {

using canonical::FirstTwoRows;
using canonical::kLargestCanonical;
using canonical::Line;
using canonical::Loose;
using canonical::LooseEnd;
using canonical::RowLayouts;
using canonical::State;

constexpr size_t kMostStates = size_t{4} << 20;

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

// One of the two ways to hold the grid.
struct Orientation {
  Lines rows;
  int stack_size;
};

class Canonizer {
 public:
  Canonizer(Grid empty, std::vector<Orientation> orientations)
      : empty_(std::move(empty)), orientations_(std::move(orientations)) {
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
    Grid result = empty_;
    int row = 0;
    if (IsFull()) {
      row = 2;
      for (int column = 0; column < size_; ++column) {
        result[column] = static_cast<uint8_t>(column + 1);
      }
      if (!Advance([&](const State& state) { ExtendByTwo(state); })) {
        return TooSymmetrical();
      }
      SetRow(1, result);
    }
    for (; row < size_; ++row) {
      if (!Advance([&](const State& state) { Extend(state); })) {
        return TooSymmetrical();
      }
      SetRow(row, result);
    }
    return result;
  }

  static absl::Status TooSymmetrical() {
    return absl::ResourceExhaustedError(
        "the grid is too symmetrical for its canonical form to be found");
  }

  // Extends all states. False if there are too many to hold.
  template <typename Function>
  bool Advance(const Function& extend) {
    best_.fill(0xFF);
    next_.clear();
    for (const State& state : states_) {
      extend(state);
      if (next_.size() > kMostStates) return false;
    }
    std::swap(states_, next_);
    return true;
  }

  void SetRow(int row, Grid& result) const {
    for (int column = 0; column < size_; ++column) {
      result[row * size_ + column] = best_[column];
    }
  }

  // All rows have all digits, however the grid is held.
  bool IsFull() const {
    for (const Orientation& orientation : orientations_) {
      for (const Line& line : orientation.rows.lines) {
        uint32_t digits = 0;
        for (int i = 0; i < size_; ++i) digits |= uint32_t{1} << line[i];
        if (digits != (uint32_t{2} << size_) - 2) return false;
      }
    }
    return size_ > 1;
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
    const Orientation& orientation = orientations_[state.orientation];
    RowLayouts layouts(size_, orientation.stack_size, best_, next_);
    ForEachNextRow(state, [&](const State& next, int row) {
      layouts.Add(next, orientation.rows.lines[row]);
    });
  }

  // Tries all pairs of rows that may come first.
  void ExtendByTwo(const State& state) {
    const Orientation& orientation = orientations_[state.orientation];
    const std::vector<Line>& lines = orientation.rows.lines;
    FirstTwoRows layouts(size_, orientation.stack_size, best_, next_);
    ForEachNextRow(state, [&](const State& one, int first) {
      ForEachNextRow(one, [&](const State& two, int second) {
        layouts.Add(two, lines[first], lines[second]);
      });
    });
  }

  // Calls the function with each row that may come next, and the state in which
  // it is used.
  template <typename Function>
  void ForEachNextRow(const State& state, const Function& function) const {
    const Lines& rows = orientations_[state.orientation].rows;
    if (state.band >= 0) {
      ForEachNextRowOf(state.band, state, function);
      return;
    }
    for (int band = 0; band < rows.group_count(); ++band) {
      if (IsUsed(state, band * rows.group_size)) continue;
      if (HasEarlierTwin(state, rows.class_of_group, band, 0,
                         rows.group_size)) {
        continue;
      }
      ForEachNextRowOf(band, state, function);
    }
  }

  template <typename Function>
  void ForEachNextRowOf(int band, const State& state,
                        const Function& function) const {
    const Lines& rows = orientations_[state.orientation].rows;
    const int begin = band * rows.group_size;
    const uint32_t whole_band = ((uint32_t{1} << rows.group_size) - 1) << begin;
    for (int row = begin; row < begin + rows.group_size; ++row) {
      if (IsUsed(state, row)) continue;
      if (HasEarlierTwin(state, rows.class_of_line, row, begin, 1)) continue;
      State next = state;
      next.used_rows |= uint32_t{1} << row;
      const bool is_whole = (next.used_rows & whole_band) == whole_band;
      next.band = is_whole ? -1 : static_cast<int8_t>(band);
      function(next, row);
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

  const Grid empty_;
  const int size_ = empty_.size();
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
  return Canonizer(geometry.EmptyGrid(), std::move(orientations)).Run();
}

absl::StatusOr<Grid> CanonicalForm(const Geometry& geometry, const Grid& grid) {
  absl::StatusOr<CanonicalClass> found = FindCanonicalClass(geometry, grid);
  if (!found.ok()) return found.status();
  return std::move(found->form);
}

}  // namespace sudoku
