#include "sudoku/format/reading.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "sudoku/candidates.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace testing {

namespace {

std::string Describe(const Puzzle& puzzle, int64_t line) {
  std::string text = absl::StrCat(line, ": ");
  if (puzzle.has_candidates()) {
    for (const DigitSet set : puzzle.candidates) {
      absl::StrAppend(&text, "{", DigitSetToString(set), "}");
    }
  } else {
    absl::StrAppend(&text, puzzle.clues.ToLine());
  }
  if (!puzzle.geometry.has_boxes()) {
    absl::StrAppend(&text, "|", puzzle.geometry.RegionLine());
  }
  if (puzzle.stated_solution.has_value()) {
    absl::StrAppend(&text, " =", puzzle.stated_solution->ToLine());
  }
  if (!puzzle.note.empty()) absl::StrAppend(&text, " (", puzzle.note, ")");
  return text;
}

std::string Describe(const ReadError& error) {
  const TextPlace place = error.place;
  return place.column > 0
             ? absl::StrCat(place.line, ":", place.column, ": ", error.sentence)
             : absl::StrCat(place.line, ": error: ", error.sentence);
}

}  // namespace

std::vector<std::string> ReadAll(absl::string_view text, ReaderOptions options,
                                 size_t piece_size) {
  PuzzleReader reader(std::move(options));
  std::vector<std::string> results;
  Puzzle puzzle(Geometry::Standard());
  while (true) {
    switch (reader.Next(&puzzle)) {
      case PuzzleReader::Result::kPuzzle:
        results.push_back(Describe(puzzle, reader.line()));
        break;
      case PuzzleReader::Result::kError:
        results.push_back(Describe(reader.error()));
        break;
      case PuzzleReader::Result::kNeedText:
        if (text.empty()) {
          reader.Finish();
          break;
        }
        reader.Feed(text.substr(0, piece_size));
        text.remove_prefix(std::min(piece_size, text.size()));
        break;
      case PuzzleReader::Result::kEnd:
        return results;
    }
  }
}

}  // namespace testing
}  // namespace sudoku
