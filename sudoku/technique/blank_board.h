#ifndef SUDOKU_TECHNIQUE_BLANK_BOARD_H_
#define SUDOKU_TECHNIQUE_BLANK_BOARD_H_

// What is the same for all puzzles of a geometry: their exact cover problem,
// what its items mean, and tables of houses and cells.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/ask/deduce.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry.h"

namespace sudoku {

// 0 for rows, 1 for columns, 2 for all other houses.
inline size_t KindIndexOf(const House& house) {
  return house.kind == House::Kind::kRow      ? 0
         : house.kind == House::Kind::kColumn ? 1
                                              : 2;
}

// Immutable; any number of threads may use one.
struct BlankBoard {
  static constexpr int kLargestSize = 16;
  // Fails for a geometry that is larger.
  static absl::StatusOr<std::shared_ptr<const BlankBoard>> Create(
      const Geometry& geometry);

  Encoding encoding;
  dlx::DeductionState state;
  std::vector<dlx::ItemId> cells = {};  // The items of cells.
  // By house, and by digit - 1.
  std::vector<std::vector<dlx::ItemId>> houses = {};
  // The options of the digit, by digit - 1.
  std::vector<dlx::OptionSet> of_digit = {};
  // The houses, by the index of their kind.
  std::array<std::vector<int>, 3> kinds = {};
  // By house and cell: the cell's index in the house, if it is there.
  std::vector<uint8_t> index = {};
  // By house and another: the cells of the first that are in both, as bits, by
  // their index in it.
  std::vector<uint32_t> shared = {};
  // By cell and another: whether some house has both.
  std::vector<bool> sees = {};
};

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_BLANK_BOARD_H_
