#include "sudoku/format/line.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "sudoku/format/row.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/names.h"

namespace sudoku {

namespace {

// What a cell character means in a puzzle with at most nine digits: the digit,
// 0 for an empty mark, or this for a digit of larger puzzles.
constexpr uint8_t kLargerDigit = 0x80;

constexpr uint8_t CellOf(char c) {
  const uint8_t digit = static_cast<uint8_t>(c) - '0';
  return digit < 10 ? digit : IsEmptyMark(c) ? 0 : kLargerDigit;
}

bool IsSeparator(char c) {
  return c == ' ' || c == '\t' || c == ',' || c == ';';
}

TextPlace Right(TextPlace place, size_t characters) {
  place.column += static_cast<int>(characters);
  return place;
}

// The size that is most likely meant by `count` cells.
int NearestSize(size_t count) {
  int best = 9;
  for (int size = 4; size <= kMaxSize; ++size) {
    if (!IsBoxSize(size)) continue;
    const auto distance = [count](int n) {
      return std::abs(static_cast<long>(count) - n * n);
    };
    if (distance(size) < distance(best)) best = size;
  }
  return best;
}

std::string CellCount(size_t count) {
  return absl::StrCat(count, count == 1 ? " cell" : " cells");
}

ReadError StuckToPuzzle(char c, size_t cell_count, TextPlace place) {
  return {place, absl::StrCat(Quoted(c), " follows a puzzle of ", cell_count,
                              " cells without a space or a comma")};
}

std::optional<ReadError> WrongLength(absl::string_view text, size_t count,
                                     TextPlace place, int fixed_size) {
  if (count == 0 && (text.empty() || IsSeparator(text[0]))) {
    return ReadError{place, "the cells of a puzzle must stand here"};
  }
  // A character that cannot be a cell explains best why there are too few.
  if (count < text.size() && !IsSeparator(text[count]) && text[count] != '|' &&
      text[count] != '#') {
    return IsPuzzleLength(count, "", fixed_size)
               ? StuckToPuzzle(text[count], count, Right(place, count))
               : ReadError{
                     Right(place, count),
                     absl::StrCat(Quoted(text[count]),
                                  " is neither a digit nor an empty cell")};
  }
  const int square = SizeFromCellCount(count);
  if (fixed_size == 0 && square >= 5 && !IsBoxSize(square)) {
    return ReadError{
        place, absl::StrFormat("a puzzle of %d cells has no boxes, because %d "
                               "is prime; it needs a region map after '|'",
                               count, square)};
  }
  if ((fixed_size == 0 && count > 700 && count < 760) ||
      (fixed_size == 9 && count > 100)) {
    return ReadError{place, absl::StrCat("the candidates of a 9x9 puzzle are "
                                         "729 characters, but here are ",
                                         count)};
  }
  return WrongCellCount(place, count, fixed_size);
}

// True for the cells of a whole grid among which empty ones are blanks. The
// length must be exact: blanks at the end count.
bool IsDrawnWithBlanks(absl::string_view text, int fixed_size) {
  const int size = SizeFromCellCount(text.size());
  if (fixed_size > 0 ? size != fixed_size
                     : size != 9 && size != 16 && size != 25) {
    return false;
  }
  return absl::StrContains(text, ' ') &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return c == ' ' || IsCellCharacter(c); });
}

// True for cells and a bar, whether or not a region map of the right length
// follows.
bool HasRegions(size_t count, absl::string_view rest) {
  return SizeFromCellCount(count) >= 4 && absl::StartsWith(rest, "|");
}

// The region map that follows a puzzle's cells after a '|', and where it is.
struct RegionText {
  absl::string_view map;
  TextPlace place;
};

std::optional<RegionText> RegionsAfter(absl::string_view rest,
                                       TextPlace place) {
  if (rest.empty() || rest[0] != '|') return std::nullopt;
  size_t end = 1;
  while (end < rest.size() && !IsSeparator(rest[end])) ++end;
  return RegionText{rest.substr(1, end - 1), Right(place, 1)};
}

// Sets *geometry for a puzzle of `count` cells at `begin` whose line goes on
// with `rest`, and moves `rest` and `place` behind the region map if there is
// one.
std::optional<ReadError> FindGeometry(size_t count, TextPlace begin,
                                      absl::string_view* rest, TextPlace* place,
                                      GeometrySource* geometries,
                                      const Geometry** geometry) {
  absl::StatusOr<const Geometry*> found = nullptr;
  TextPlace blame = begin;
  if (const auto regions = RegionsAfter(*rest, *place)) {
    blame = regions->place;
    if (regions->map.size() != count) {
      return ReadError{
          blame, absl::StrFormat("the region map has %s, but the puzzle has "
                                 "%d",
                                 CellCount(regions->map.size()), count)};
    }
    found = geometries->ForRegions(regions->map);
    rest->remove_prefix(count + 1);
    *place = Right(*place, count + 1);
  } else {
    found = geometries->ForSize(SizeFromCellCount(count));
  }
  if (!found.ok()) {
    return ReadError{blame, std::string(found.status().message())};
  }
  *geometry = *found;
  return std::nullopt;
}

// Reads the solution and the note that may follow.
std::optional<ReadError> ReadTail(absl::string_view rest, TextPlace place,
                                  Puzzle* puzzle) {
  if (rest.empty()) return std::nullopt;
  if (!IsSeparator(rest[0]) && rest[0] != '#') {
    return StuckToPuzzle(rest[0], puzzle->geometry.cell_count(), place);
  }
  const auto skip = [&](size_t count) {
    rest.remove_prefix(count);
    place = Right(place, count);
  };
  const auto skip_separators = [&] {
    size_t count = 0;
    while (count < rest.size() && IsSeparator(rest[count])) ++count;
    skip(count);
  };
  skip_separators();
  const size_t cells = CountLeadingCells(rest);
  if (cells == static_cast<size_t>(puzzle->geometry.cell_count()) &&
      (cells == rest.size() || IsSeparator(rest[cells]))) {
    if (auto error = ReadSolution(rest.substr(0, cells), place, puzzle)) {
      return error;
    }
    skip(cells);
    skip_separators();
  }
  if (!rest.empty() && rest[0] == '#') rest.remove_prefix(1);
  const absl::string_view note = absl::StripAsciiWhitespace(rest);
  puzzle->note.assign(note.data(), note.size());
  return std::nullopt;
}

// Reads cells that have spaces or commas between them, or brackets around them.
std::optional<ReadError> ReadSpacedPuzzle(absl::string_view text,
                                          TextPlace place, int cell_count,
                                          GeometrySource* geometries,
                                          Puzzle* puzzle) {
  const auto geometry = geometries->ForSize(SizeFromCellCount(cell_count));
  if (!geometry.ok()) {
    return ReadError{place, std::string(geometry.status().message())};
  }
  ResetPuzzle(**geometry, puzzle);
  WrittenCells cells;
  if (auto error = ReadRow(text, place.line, {cell_count, false}, &cells)) {
    return error;
  }
  // What is drawn around cells is taken for none here, and was counted there.
  if (cells.count() != cell_count) {
    return WrongCellCount(place, cells.count(), (*geometry)->size());
  }
  return cells.Interpret(puzzle);
}

}  // namespace

ReadError WrongCellCount(TextPlace place, size_t count, int size) {
  if (size == 0) size = NearestSize(count);
  return {place, absl::StrFormat("a puzzle of %dx%d has %d cells, but here "
                                 "%s %d",
                                 size, size, size * size,
                                 count == 1 ? "is" : "are", count)};
}

bool IsWholePuzzle(absl::string_view text, int fixed_size, bool candidates) {
  const absl::string_view stripped = absl::StripAsciiWhitespace(text);
  const size_t cells = CountLeadingCells(stripped);
  const absl::string_view rest = stripped.substr(cells);
  // Also with a region map that is too long or too short, and of another size
  // than the user has asked for.
  return IsPuzzleLength(cells, rest, fixed_size) || HasRegions(cells, rest) ||
         SizeFromCandidateCount(cells, fixed_size, candidates) > 0 ||
         cells > static_cast<size_t>(kMaxSize) ||
         (fixed_size > 0 && cells > static_cast<size_t>(fixed_size) &&
          IsPuzzleLength(cells, rest, 0)) ||
         IsDrawnWithBlanks(text, fixed_size) ||
         CountSpacedPuzzle(text, fixed_size) > 0;
}

int CountPuzzleCells(absl::string_view text, int fixed_size) {
  if (IsDrawnWithBlanks(text, fixed_size)) return static_cast<int>(text.size());
  const absl::string_view stripped = absl::StripAsciiWhitespace(text);
  const size_t cells = CountLeadingCells(stripped);
  const absl::string_view rest = stripped.substr(cells);
  if (IsPuzzleLength(cells, rest, fixed_size) || HasRegions(cells, rest)) {
    return static_cast<int>(cells);
  }
  return CountSpacedPuzzle(stripped, fixed_size, /*smallest_size=*/4);
}

std::optional<ReadError> ReadWholePuzzle(absl::string_view text,
                                         int64_t line_number, bool candidates,
                                         GeometrySource* geometries,
                                         Puzzle* puzzle) {
  TextPlace place{line_number, 1};
  const int fixed_size = geometries->fixed_size();
  if (IsDrawnWithBlanks(text, fixed_size) &&
      !IsPuzzleLength(CountLeadingCells(text), "", fixed_size)) {
    const std::string marked = absl::StrReplaceAll(text, {{" ", "."}});
    return ReadLine(marked, marked.size(), place, geometries, puzzle);
  }
  const absl::string_view line = text;
  const size_t indent = text.find_first_not_of(" \t");
  if (indent != absl::string_view::npos) {
    text.remove_prefix(indent);
    place = Right(place, indent);
  }
  const size_t cells = CountLeadingCells(text);
  const absl::string_view rest = text.substr(cells);
  if (IsPuzzleLength(cells, rest, fixed_size) || HasRegions(cells, rest)) {
    return ReadLine(text, cells, place, geometries, puzzle);
  }
  if (const int size = SizeFromCandidateCount(cells, fixed_size, candidates)) {
    return ReadCandidateLine(text, place, size, geometries, puzzle);
  }
  const int spaced = CountSpacedPuzzle(text, fixed_size, /*smallest_size=*/4);
  // If this is no puzzle either, ReadLine() finds out why not.
  return spaced > 0 ? ReadSpacedPuzzle(line, place, spaced, geometries, puzzle)
                    : ReadLine(text, cells, place, geometries, puzzle);
}

size_t CountLeadingCells(absl::string_view line) {
  size_t count = 0;
  // As many characters at a time as the compiler has vectors for.
  constexpr size_t kBlock = 16;
  for (; line.size() - count >= kBlock; count += kBlock) {
    uint8_t are_cells = 1;
    for (const char c : line.substr(count, kBlock)) {
      are_cells = std::min<uint8_t>(are_cells, IsCellCharacter(c));
    }
    if (!are_cells) break;
  }
  while (count < line.size() && IsCellCharacter(line[count])) ++count;
  return count;
}

bool IsPuzzleLength(size_t count, absl::string_view rest, int fixed_size) {
  const int size = SizeFromCellCount(count);
  if (size == 0) return false;
  // 729 characters are more often candidates than a grid of 27x27.
  if (SizeFromCandidateCount(count, fixed_size, false) > 0) return false;
  if (!rest.empty() && rest[0] == '|') {
    // Regions make any size a puzzle; but a bar can also be a decoration.
    const size_t map = CountLeadingCells(rest.substr(1));
    return map == count && size >= 4;
  }
  if (!rest.empty() && !IsSeparator(rest[0]) && rest[0] != '#') return false;
  return fixed_size > 0 ? size == fixed_size : size >= 4 && IsBoxSize(size);
}

int SizeFromCandidateCount(size_t count, int fixed_size, bool any_size) {
  size_t size = 2;
  while (size < kMaxSize && size * size * size < count) ++size;
  if (size * size * size != count) return 0;
  const int result = static_cast<int>(size);
  if (fixed_size > 0) return result == fixed_size ? result : 0;
  return result == 9 || any_size ? result : 0;
}

void ResetPuzzle(const Geometry& geometry, Puzzle* puzzle) {
  puzzle->geometry = geometry;
  if (puzzle->clues.size() != geometry.size() ||
      puzzle->clues.least_digit() != geometry.least_digit() ||
      puzzle->clues.symbols() != geometry.symbols()) {
    puzzle->clues = geometry.EmptyGrid();
  } else {
    puzzle->clues.Clear();
  }
  puzzle->candidates.clear();
  puzzle->rules.clear();
  puzzle->unknown_rules.clear();
  puzzle->note.clear();
  puzzle->stated_solution.reset();
  puzzle->heading = {};
  puzzle->filled_in.reset();
  puzzle->drawings.clear();
  puzzle->web_json.clear();
}

std::optional<ReadError> BuildPuzzle(const WrittenCells& cells, TextPlace place,
                                     GeometrySource* geometries,
                                     Puzzle* puzzle) {
  const int size = SizeFromCellCount(cells.count());
  if (size == 0) return WrongCellCount(place, cells.count(), 0);
  const auto geometry = geometries->ForSize(size);
  if (!geometry.ok()) {
    return ReadError{place, std::string(geometry.status().message())};
  }
  ResetPuzzle(**geometry, puzzle);
  return cells.Interpret(puzzle);
}

std::optional<ReadError> ReadSolution(absl::string_view text, TextPlace place,
                                      Puzzle* puzzle) {
  const int size = puzzle->geometry.size();
  const int cell_count = puzzle->geometry.cell_count();
  if (static_cast<int>(CountLeadingCells(text)) < cell_count &&
      CountLeadingCells(text) < text.size()) {
    const size_t bad = CountLeadingCells(text);
    return ReadError{Right(place, bad),
                     absl::StrCat("the solution holds ", Quoted(text[bad]),
                                  ", which is not a digit")};
  }
  if (static_cast<int>(text.size()) != cell_count) {
    return ReadError{place,
                     absl::StrFormat("the solution has %s, but the "
                                     "puzzle has %d",
                                     CellCount(text.size()), cell_count)};
  }
  WrittenCells cells;
  for (int i = 0; i < cell_count; ++i) {
    cells.AddCharacter(text[i], Right(place, i));
  }
  Grid solution = puzzle->geometry.EmptyGrid();
  if (auto error = cells.Interpret(&solution)) return error;
  for (int i = 0; i < cell_count; ++i) {
    if (solution[i] == 0) {
      return ReadError{
          Right(place, i),
          absl::StrCat("the solution leaves ", CellName(i, size), " empty")};
    }
  }
  puzzle->stated_solution = std::move(solution);
  return std::nullopt;
}

std::optional<ReadError> ReadLine(absl::string_view text, size_t count,
                                  TextPlace place, GeometrySource* geometries,
                                  Puzzle* puzzle) {
  assert(count == CountLeadingCells(text));
  absl::string_view rest = text.substr(count);
  if (!IsPuzzleLength(count, rest, geometries->fixed_size()) &&
      (SizeFromCellCount(count) == 0 || rest.empty() || rest[0] != '|')) {
    return WrongLength(text, count, place, geometries->fixed_size());
  }
  TextPlace after = Right(place, count);
  const Geometry* geometry = nullptr;
  if (auto error =
          FindGeometry(count, place, &rest, &after, geometries, &geometry)) {
    return error;
  }
  ResetPuzzle(*geometry, puzzle);

  const int size = geometry->size();
  std::transform(text.begin(), text.begin() + count, puzzle->clues.begin(),
                 CellOf);
  uint8_t largest = 0;
  for (const uint8_t clue : puzzle->clues) largest = std::max(largest, clue);
  if (size > 9 || largest > size || geometry->least_digit() != 1 ||
      geometry->symbols() != nullptr) {
    WrittenCells cells;
    for (size_t i = 0; i < count; ++i) {
      cells.AddCharacter(text[i], Right(place, i));
    }
    if (auto error = cells.Interpret(&puzzle->clues)) return error;
  }
  return ReadTail(rest, after, puzzle);
}

std::optional<ReadError> ReadCandidateLine(absl::string_view text,
                                           TextPlace place, int size,
                                           GeometrySource* geometries,
                                           Puzzle* puzzle) {
  const size_t cell_count = static_cast<size_t>(size) * size;
  absl::string_view rest = text.substr(cell_count * size);
  TextPlace after = Right(place, cell_count * size);
  const Geometry* geometry = nullptr;
  if (auto error = FindGeometry(cell_count, place, &rest, &after, geometries,
                                &geometry)) {
    return error;
  }
  if (geometry->least_digit() != 1 || geometry->symbols() != nullptr) {
    return ReadError{place, "lines of candidates are for digits from 1 here"};
  }
  ResetPuzzle(*geometry, puzzle);
  puzzle->candidates.resize(cell_count);
  for (size_t cell = 0; cell < cell_count; ++cell) {
    DigitSet candidates = 0;
    for (int digit = 1; digit <= size; ++digit) {
      const size_t at = cell * size + digit - 1;
      const char c = text[at];
      if (CharToDigit(c, size) == digit) {
        candidates |= DigitBit(digit);
      } else if (!IsEmptyMark(c)) {
        return ReadError{
            Right(place, at),
            absl::StrFormat("the candidates of %s are written in order: %s "
                            "stands where %s or an empty mark belongs",
                            CellName(static_cast<int>(cell), size), Quoted(c),
                            Quoted(DigitToChar(digit)))};
      }
    }
    if (candidates == 0) {
      return ReadError{Right(place, cell * size),
                       absl::StrCat(CellName(static_cast<int>(cell), size),
                                    " has no candidate left")};
    }
    puzzle->candidates[cell] = candidates;
    if ((candidates & (candidates - 1)) == 0) {
      puzzle->clues[static_cast<int>(cell)] =
          static_cast<uint8_t>(__builtin_ctzll(candidates) + 1);
    }
  }
  return ReadTail(rest, after, puzzle);
}

}  // namespace sudoku
