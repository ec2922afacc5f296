// A band of 9x9 has 6 orders of rows, 6 of boxes and 6^3 of columns within
// boxes, 7,776 together, and renaming follows from the first row: all are
// tried.

#include "sudoku/making/bands.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

constexpr int kLargestInBand = 9;

using Orders = std::vector<std::vector<int>>;

Orders AllOrders(int count) {
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  Orders orders;
  do {
    orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

// The orders of all columns that keep boxes together.
Orders ColumnOrders(int boxes, int box_columns) {
  const Orders within = AllOrders(box_columns);
  Orders orders;
  for (const std::vector<int>& box_order : AllOrders(boxes)) {
    Orders beginnings = {{}};
    for (const int box : box_order) {
      Orders longer;
      for (const std::vector<int>& beginning : beginnings) {
        for (const std::vector<int>& inner : within) {
          longer.push_back(beginning);
          for (const int i : inner) {
            longer.back().push_back(box * box_columns + i);
          }
        }
      }
      beginnings = std::move(longer);
    }
    orders.insert(orders.end(), beginnings.begin(), beginnings.end());
  }
  return orders;
}

using BandRows = std::vector<std::vector<int>>;

std::string SmallestForm(const BandRows& rows, const Orders& row_orders,
                         const Orders& column_orders) {
  std::vector<int> best;
  std::vector<int> form;
  for (const std::vector<int>& columns : column_orders) {
    for (const std::vector<int>& order : row_orders) {
      // The first row names the digits 1, 2, 3, ...
      std::array<int, kLargestInBand + 1> name = {};
      for (size_t i = 0; i < columns.size(); ++i) {
        name[rows[order[0]][columns[i]]] = static_cast<int>(i) + 1;
      }
      form.clear();
      for (const int row : order) {
        for (const int column : columns)
          form.push_back(name[rows[row][column]]);
      }
      if (best.empty() || form < best) best = form;
    }
  }
  std::string line;
  for (const int digit : best) line.push_back(DigitToChar(digit));
  return line;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> BandForms(const Geometry& geometry,
                                                   const Grid& grid) {
  const int size = geometry.size();
  if (!geometry.has_boxes() || geometry.has_diagonals() ||
      geometry.has_extra_regions() || size > kLargestInBand) {
    return absl::InvalidArgumentError(
        "bands are compared in grids of boxes up to 9x9");
  }
  std::vector<std::string> forms;
  for (const bool is_stack : {false, true}) {
    const int height = is_stack ? geometry.box_columns() : geometry.box_rows();
    const int width = is_stack ? geometry.box_rows() : geometry.box_columns();
    const Orders row_orders = AllOrders(height);
    const Orders column_orders = ColumnOrders(size / width, width);
    for (int first = 0; first < size; first += height) {
      BandRows rows(height, std::vector<int>(size));
      for (int row = 0; row < height; ++row) {
        for (int column = 0; column < size; ++column) {
          rows[row][column] =
              grid[is_stack ? geometry.CellAt(column, first + row)
                            : geometry.CellAt(first + row, column)];
        }
      }
      forms.push_back(SmallestForm(rows, row_orders, column_orders));
    }
  }
  return forms;
}

}  // namespace sudoku
