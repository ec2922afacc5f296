// The canonical form is built row by row. A *state* is a choice of orientation,
// of the order of columns, and of the rows so far; renaming follows from them,
// because the smallest grid names digits 1, 2, 3, ... in the order in which
// they first occur. For each row, all states are extended by all rows that may
// come next, and only those are kept whose new row is the smallest. The orders
// of columns are 2 * 1296 for 9x9; after a row or two few states are left.
//
// Rows, columns, bands and stacks with the same contents can change places
// without any effect, so only one of their orders is looked at. Without this,
// grids with many empty rows and columns would have millions of equal states.

#include "sudoku/canonical.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace sudoku {

namespace {

constexpr int kLargest = 12;
constexpr size_t kMostStates = size_t{4} << 20;

using Line = std::array<uint8_t, kLargest>;

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

// All the different orders of things of these classes: each order is a list of
// indices, in which equal things stand in ascending order.
std::vector<std::vector<int>> Orders(const std::vector<int>& classes) {
  std::vector<int> pattern = classes;
  std::sort(pattern.begin(), pattern.end());
  std::vector<std::vector<int>> orders;
  do {
    std::vector<int> order;
    std::vector<bool> is_used(classes.size(), false);
    for (const int wanted : pattern) {
      for (size_t i = 0; i < classes.size(); ++i) {
        if (is_used[i] || classes[i] != wanted) continue;
        is_used[i] = true;
        order.push_back(static_cast<int>(i));
        break;
      }
    }
    orders.push_back(std::move(order));
  } while (std::next_permutation(pattern.begin(), pattern.end()));
  return orders;
}

// All the different orders of the columns.
std::vector<Line> ColumnOrders(const Lines& columns) {
  std::vector<std::vector<std::vector<int>>> orders_in_stack;
  for (int stack = 0; stack < columns.group_count(); ++stack) {
    const auto begin =
        columns.class_of_line.begin() + stack * columns.group_size;
    orders_in_stack.push_back(
        Orders(std::vector<int>(begin, begin + columns.group_size)));
  }
  std::vector<Line> result;
  for (const std::vector<int>& stacks : Orders(columns.class_of_group)) {
    std::vector<Line> partial = {Line{}};
    int at = 0;
    for (const int stack : stacks) {
      std::vector<Line> longer;
      for (const Line& line : partial) {
        for (const std::vector<int>& order : orders_in_stack[stack]) {
          Line next = line;
          for (int i = 0; i < columns.group_size; ++i) {
            next[at + i] =
                static_cast<uint8_t>(stack * columns.group_size + order[i]);
          }
          longer.push_back(next);
        }
      }
      partial = std::move(longer);
      at += columns.group_size;
    }
    result.insert(result.end(), partial.begin(), partial.end());
  }
  return result;
}

// One of the two ways to hold the grid.
struct Orientation {
  Lines rows;
  std::vector<Line> column_orders;
};

struct State {
  uint8_t orientation = 0;
  int8_t band = -1;  // The one whose rows are being placed.
  uint8_t names_used = 0;
  uint32_t column_order = 0;
  uint32_t used_rows = 0;                          // A bit for each.
  std::array<uint8_t, kLargest + 1> name_of = {};  // 0: none yet.
};

class Canonizer {
 public:
  Canonizer(int size, std::vector<Orientation> orientations)
      : size_(size), orientations_(std::move(orientations)) {
    for (size_t o = 0; o < orientations_.size(); ++o) {
      for (size_t c = 0; c < orientations_[o].column_orders.size(); ++c) {
        State state;
        state.orientation = static_cast<uint8_t>(o);
        state.column_order = static_cast<uint32_t>(c);
        states_.push_back(state);
      }
    }
  }

  absl::StatusOr<Grid> Run() {
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

 private:
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
    const Line& cells = orientation.rows.lines[row];
    const Line& order = orientation.column_orders[state.column_order];
    State next = state;
    Line line;
    bool is_smaller = false;
    for (int i = 0; i < size_; ++i) {
      const uint8_t digit = cells[order[i]];
      uint8_t name = 0;
      if (digit != 0) {
        uint8_t& known = next.name_of[digit];
        if (known == 0) known = ++next.names_used;
        name = known;
      }
      line[i] = name;
      if (!is_smaller && name != best_[i]) {
        if (name > best_[i]) return;
        is_smaller = true;
      }
    }
    if (is_smaller) {
      best_ = line;
      next_.clear();
    }
    next.used_rows |= uint32_t{1} << row;
    const int group_size = orientation.rows.group_size;
    const uint32_t whole_band = ((uint32_t{1} << group_size) - 1)
                                << (band * group_size);
    next.band = (next.used_rows & whole_band) == whole_band
                    ? -1
                    : static_cast<int8_t>(band);
    next_.push_back(next);
  }

  const int size_;
  const std::vector<Orientation> orientations_;
  std::vector<State> states_;
  std::vector<State> next_;
  Line best_ = {};  // The smallest row found so far.
};

}  // namespace

absl::StatusOr<Grid> CanonicalForm(const Geometry& geometry, const Grid& grid) {
  if (!geometry.has_boxes() || geometry.has_diagonals() ||
      geometry.has_extra_regions()) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is a canonical form for grids with boxes and "
                     "nothing else, not for ",
                     geometry.Description()));
  }
  const int size = geometry.size();
  if (size > kLargest) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there is a canonical form for grids up to ", kLargest, "x", kLargest));
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
  orientations.push_back({as_rows, ColumnOrders(as_columns)});
  if (geometry.box_rows() == geometry.box_columns()) {
    orientations.push_back({as_columns, ColumnOrders(as_rows)});
  }
  return Canonizer(size, std::move(orientations)).Run();
}

}  // namespace sudoku
