#include "sudoku/format/written_cells.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

std::string SizeName(int size) {
  return absl::StrCat(size == 8 || size == 18 ? "an " : "a ", size, "x", size);
}

// "1 to 6", "1 to 9 and A to G", "A to P".
std::string TheDigits(int size, int least, bool from_a) {
  return from_a ? absl::StrFormat("A to %c", 'A' + size - 1)
                : DigitRange(size, least);
}

ReadError WrongCell(int cell, const Grid& grid, TextPlace place,
                    absl::string_view what, bool from_a = false) {
  const int size = grid.size();
  const std::string digits =
      grid.symbols() != nullptr
          ? std::string(grid.symbols(), static_cast<size_t>(size))
          : TheDigits(size, grid.least_digit(), from_a);
  return {place,
          absl::StrFormat("%s holds %s, but the digits of %s puzzle are %s",
                          CellName(cell, size), what, SizeName(size), digits)};
}

// 0 for an empty cell; nothing for what is no symbol.
std::optional<int> DigitOfSymbol(char c, const Grid& grid) {
  if (const auto digit = SymbolToDigit(c, grid.size(), grid.symbols())) {
    return digit;
  }
  if (IsEmptyMark(c) && !absl::StrContains(grid.symbols(), c)) return 0;
  return std::nullopt;
}

constexpr std::array<bool, kMaxSize + 1> BoxSizes() {
  std::array<bool, kMaxSize + 1> is_box_size = {};
  for (int rows = 2; rows * rows <= kMaxSize; ++rows) {
    for (int columns = rows; rows * columns <= kMaxSize; ++columns) {
      is_box_size[rows * columns] = true;
    }
  }
  return is_box_size;
}

constexpr std::array<uint8_t, kMaxSize * kMaxSize + 1> SizesByCellCount() {
  std::array<uint8_t, kMaxSize* kMaxSize + 1> sizes = {};
  for (int size = 2; size <= kMaxSize; ++size) sizes[size * size] = size;
  return sizes;
}

}  // namespace

bool IsBoxSize(int size) {
  static constexpr std::array<bool, kMaxSize + 1> kIsBoxSize = BoxSizes();
  return size >= 0 && size <= kMaxSize && kIsBoxSize[size];
}

int SizeFromCellCount(size_t count) {
  static constexpr auto kSizes = SizesByCellCount();
  return count < kSizes.size() ? kSizes[count] : 0;
}

std::string Quoted(char c) {
  const absl::string_view text(&c, 1);
  return absl::StrCat("'",
                      absl::ascii_isprint(static_cast<unsigned char>(c))
                          ? std::string(text)
                          : absl::CHexEscape(text),
                      "'");
}

std::string QuotedText(absl::string_view text) {
  return absl::StrCat("\"", absl::CHexEscape(text), "\"");
}

void WrittenCells::AddCharacter(char c, TextPlace place) {
  cells_.push_back({Cell::Kind::kCharacter, c, c, 0, 0, place});
}

void WrittenCells::AddNumber(int number, TextPlace place) {
  const char digit = 0 < number && number < 10 ? '0' + number : '\0';
  cells_.push_back({Cell::Kind::kNumber, 0, digit, number, 0, place});
}

void WrittenCells::AddWord(int number, absl::string_view word,
                           TextPlace place) {
  if (number != 0) {
    AddNumber(number, place);
  } else {
    AddCharacter(absl::StrContains(word, '0') ? '0' : '.', place);
    if (word.size() == 1) cells_.back().written = word[0];
  }
}

void WrittenCells::AddCandidates(DigitSet candidates, TextPlace place) {
  cells_.push_back({Cell::Kind::kCandidates, 0, 0, 0, candidates, place});
}

bool WrittenCells::CountsFromLetterA(int size) const {
  uint32_t letters = 0;  // A bit for each of those that occur.
  for (const Cell& cell : cells_) {
    if (cell.kind != Cell::Kind::kCharacter) return false;
    if (IsEmptyMark(cell.character)) continue;
    const auto c = static_cast<unsigned char>(cell.character);
    if (!absl::ascii_isalpha(c)) return false;
    letters |= uint32_t{1} << (absl::ascii_toupper(c) - 'A');
  }
  if (size > 9) return letters != 0;
  // Digits suffice for a small puzzle, so that a single letter is a mistake.
  // But without half of its letters, no puzzle has only one solution.
  return letters < uint32_t{1} << size &&
         2 * __builtin_popcount(letters) > size;
}

std::optional<ReadError> WrittenCells::Interpret(Grid* grid) const {
  assert(count() == grid->cell_count());
  const int size = grid->size();
  const int least = grid->least_digit();
  const bool has_symbols = grid->symbols() != nullptr;
  const bool from_a = !has_symbols && CountsFromLetterA(size);
  for (int i = 0; i < count(); ++i) {
    const Cell& cell = cells_[i];
    // A number of 0 is an empty cell, and candidates begin at 1.
    if (least != 1 &&
        (cell.kind == Cell::Kind::kCandidates ||
         (cell.kind == Cell::Kind::kNumber && cell.number == 0))) {
      return ReadError{cell.place,
                       "where 0 is a digit, a cell is one character here"};
    }
    if (has_symbols) {
      if (cell.kind == Cell::Kind::kCandidates) {
        return ReadError{cell.place,
                         "where digits have symbols, a cell is one of them"};
      }
      const bool is_empty =
          cell.kind == Cell::Kind::kNumber && cell.number == 0;
      const std::optional<int> own =
          is_empty ? 0 : DigitOfSymbol(cell.written, *grid);
      if (!own.has_value()) {
        return WrongCell(i, *grid, cell.place,
                         cell.written != '\0' ? Quoted(cell.written)
                                              : absl::StrCat(cell.number));
      }
      (*grid)[i] = static_cast<uint8_t>(*own);
      continue;
    }
    if (cell.kind == Cell::Kind::kNumber) {
      const int digit = cell.number == 0 ? 0 : cell.number + 1 - least;
      if (digit > size) {
        return WrongCell(i, *grid, cell.place, absl::StrCat(cell.number));
      }
      (*grid)[i] = static_cast<uint8_t>(digit);
      continue;
    }
    if (cell.kind == Cell::Kind::kCandidates) {
      const bool single = cell.candidates != 0 &&
                          (cell.candidates & (cell.candidates - 1)) == 0;
      (*grid)[i] = single ? __builtin_ctzll(cell.candidates) + 1 : 0;
      continue;
    }
    const char c = cell.character;
    int digit = 0;
    if (c == 'x') {
      // Always an empty cell.
    } else if (from_a && absl::ascii_isalpha(static_cast<unsigned char>(c))) {
      digit = absl::ascii_toupper(static_cast<unsigned char>(c)) - 'A' + 1;
      if (digit > size) digit = 0;
    } else {
      digit = CharToDigit(c, size, least).value_or(0);
    }
    if (digit == 0 && !IsEmptyMark(c)) {
      return WrongCell(i, *grid, cell.place, Quoted(c), from_a);
    }
    (*grid)[i] = static_cast<uint8_t>(digit);
  }
  return std::nullopt;
}

std::optional<ReadError> WrittenCells::Interpret(Puzzle* puzzle) const {
  assert(count() == puzzle->geometry.cell_count());
  if (std::optional<ReadError> error = Interpret(&puzzle->clues)) return error;
  puzzle->candidates.clear();
  const bool has_candidates = std::any_of(
      cells_.begin(), cells_.end(),
      [](const Cell& cell) { return cell.kind == Cell::Kind::kCandidates; });
  if (!has_candidates) return std::nullopt;

  const int size = puzzle->geometry.size();
  const DigitSet all = AllDigits(size);
  puzzle->candidates.resize(cells_.size());
  for (int i = 0; i < count(); ++i) {
    const Cell& cell = cells_[i];
    DigitSet& candidates = puzzle->candidates[i];
    if (cell.kind != Cell::Kind::kCandidates) {
      const int digit = puzzle->clues[i];
      candidates = digit == 0 ? all : DigitBit(digit);
      continue;
    }
    candidates = cell.candidates;
    if (candidates == 0) {
      return ReadError{cell.place, absl::StrCat(puzzle->geometry.CellName(i),
                                                " has no candidate left")};
    }
    if ((candidates & ~all) != 0) {
      const int digit = 64 - __builtin_clzll(candidates);
      return WrongCell(i, puzzle->clues, cell.place, absl::StrCat(digit));
    }
  }
  return std::nullopt;
}

}  // namespace sudoku
