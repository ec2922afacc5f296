#include "sudoku/no_solution.h"

#include <cassert>
#include <optional>

#include "absl/strings/str_cat.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"

namespace sudoku {
namespace {

// An item, taken apart: a cell, or a digit in a house.
struct Demand {
  int cell = 0;
  const House* house = nullptr;
  int digit = 0;
};

Demand MakeDemand(const Encoding& encoding, dlx::ItemId item) {
  const Geometry& geometry = encoding.geometry();
  const int number = static_cast<int>(item.value());
  if (number < geometry.cell_count()) return {.cell = number};
  const int rest = number - geometry.cell_count();
  return {.house = &geometry.houses()[rest / geometry.size()],
          .digit = rest % geometry.size() + 1};
}

// "a 7", "an 8".
std::string OneDigit(int digit) {
  const char name = DigitToChar(digit);
  const bool sounds_like_a_vowel =
      name == '8' || name == 'A' || name == 'E' || name == 'F' || name == 'H' ||
      name == 'I' || name == 'L' || name == 'M' || name == 'N' || name == 'O' ||
      name == 'R' || name == 'S' || name == 'X';
  return absl::StrCat(sounds_like_a_vowel ? "an " : "a ", std::string(1, name));
}

}  // namespace

std::string DemandToString(const Encoding& encoding, dlx::ItemId item) {
  const Demand demand = MakeDemand(encoding, item);
  if (demand.house == nullptr) {
    return absl::StrCat("a digit in ",
                        CellName(demand.cell, encoding.geometry().size()));
  }
  return absl::StrCat(OneDigit(demand.digit), " in ", demand.house->LongName());
}

std::string NoSolutionToString(const Encoding& encoding,
                               absl::Span<const dlx::ItemId> items) {
  assert(!items.empty());
  if (items.size() == 1) {
    const Demand demand = MakeDemand(encoding, items[0]);
    if (demand.house == nullptr) {
      return absl::StrCat("no digit fits in ",
                          CellName(demand.cell, encoding.geometry().size()));
    }
    return absl::StrCat(demand.house->LongName(), " has no place for ",
                        OneDigit(demand.digit));
  }
  std::string text = "these cannot all be had: ";
  for (size_t i = 0; i < items.size(); ++i) {
    const bool is_last = i + 1 == items.size();
    absl::StrAppend(&text, i == 0 ? "" : (is_last ? " and " : ", "),
                    DemandToString(encoding, items[i]));
  }
  return text;
}

}  // namespace sudoku
