#include "sudoku/making/no_solution.h"

#include <cassert>
#include <optional>

#include "absl/strings/str_cat.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"

namespace sudoku {
namespace {

std::string CellOf(const Encoding& encoding, const ItemMeaning& meaning) {
  return encoding.geometry().CellName(meaning.cell);
}

std::string HouseOf(const Encoding& encoding, const ItemMeaning& meaning) {
  return encoding.geometry().houses()[meaning.house].LongName();
}

// "a 7", "an 8".
std::string OneDigit(const Encoding& encoding, int digit) {
  const char name = encoding.geometry().DigitChar(digit);
  const bool sounds_like_a_vowel =
      name == '8' || name == 'A' || name == 'E' || name == 'F' || name == 'H' ||
      name == 'I' || name == 'L' || name == 'M' || name == 'N' || name == 'O' ||
      name == 'R' || name == 'S' || name == 'X';
  return absl::StrCat(sounds_like_a_vowel ? "an " : "a ", std::string(1, name));
}

}  // namespace

std::string DemandToString(const Encoding& encoding, dlx::ItemId item) {
  const ItemMeaning meaning = encoding.meaning(item);
  switch (meaning.kind) {
    case ItemMeaning::Kind::kCell:
      return absl::StrCat("a digit in ", CellOf(encoding, meaning));
    case ItemMeaning::Kind::kHouse:
      return absl::StrCat(OneDigit(encoding, meaning.digit), " in ",
                          HouseOf(encoding, meaning));
    case ItemMeaning::Kind::kRule:
      break;
  }
  return absl::StrCat("\"", encoding.problem().item_name(item), "\"");
}

std::string NoSolutionToString(const Encoding& encoding,
                               absl::Span<const dlx::ItemId> items) {
  assert(!items.empty());
  if (items.size() == 1) {
    const ItemMeaning meaning = encoding.meaning(items[0]);
    switch (meaning.kind) {
      case ItemMeaning::Kind::kCell:
        return absl::StrCat("no digit fits in ", CellOf(encoding, meaning));
      case ItemMeaning::Kind::kHouse:
        return absl::StrCat(HouseOf(encoding, meaning), " has no place for ",
                            OneDigit(encoding, meaning.digit));
      case ItemMeaning::Kind::kRule:
        return absl::StrCat(DemandToString(encoding, items[0]),
                            " cannot be had");
    }
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
