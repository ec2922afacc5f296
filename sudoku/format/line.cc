#include "sudoku/format/line.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
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

// The size that somebody most probably had in mind who wrote `count` cells.
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
  const int size = fixed_size > 0 ? fixed_size : NearestSize(count);
  if ((fixed_size == 0 && count > 700 && count < 760) ||
      (fixed_size == 9 && count > 100)) {
    return ReadError{place, absl::StrCat("the candidates of a 9x9 puzzle are "
                                         "729 characters, but here are ",
                                         count)};
  }
  return ReadError{
      place, absl::StrFormat("a puzzle of %dx%d has %d cells, but here "
                             "%s %d",
                             size, size, size * size, count == 1 ? "is" : "are",
                             count)};
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

}  // namespace

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
  if (puzzle->clues.size() != geometry.size()) {
    puzzle->clues = Grid(geometry.size());
  } else {
    puzzle->clues.Clear();
  }
  puzzle->candidates.clear();
  puzzle->note.clear();
  puzzle->stated_solution.reset();
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
  Grid solution(size);
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
  if (size > 9 || largest > size) {
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
