#include "sudoku/format/cell_word.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/numbers.h"
#include "sudoku/format/decorations.h"
#include "sudoku/format/written_cells.h"

namespace sudoku {

std::optional<int> CellOfWord(absl::string_view word) {
  const bool is_mark =
      word.size() == 1 && (IsEmptyMark(word[0]) || word[0] == '-');
  if (word.empty() || is_mark || IsNothing(word)) return 0;
  const size_t point = std::min(word.find('.'), word.size());
  int number = 0;
  if (word.find_first_not_of(".0", point) != absl::string_view::npos ||
      !absl::SimpleAtoi(word.substr(0, point), &number) || number < 0) {
    return std::nullopt;
  }
  return number;
}

}  // namespace sudoku
