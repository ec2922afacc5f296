// Reads any bytes as puzzles. The first byte chooses the format and the size
// that the user might have asked for; the rest is the text.
//
// Whatever the text, the results must not depend on the pieces in which it
// arrives, and a puzzle that was read must be a sound one, which comes back
// from the address that f-puzzles would give it. So must the text from its
// compression.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/format/lz_string.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/reading.h"
#include "sudoku/format/web_puzzle.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"

namespace {

using ::sudoku::FpuzzlesJson;
using ::sudoku::Geometry;
using ::sudoku::GeometrySource;
using ::sudoku::InputFormatNames;
using ::sudoku::LzCompressToBase64;
using ::sudoku::LzDecompressFromBase64;
using ::sudoku::Puzzle;
using ::sudoku::PuzzleReader;
using ::sudoku::ReaderOptions;

void Check(bool condition, const char* what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what);
  std::abort();
}

ReaderOptions OptionsFrom(uint8_t byte) {
  constexpr int kSizes[] = {0, 0, 4, 6, 9, 16};
  ReaderOptions options;
  options.format = InputFormatNames()[byte % InputFormatNames().size()].format;
  const int size = kSizes[byte / InputFormatNames().size() % 6];
  if (size > 0) options.geometries = GeometrySource(*Geometry::FromSize(size));
  return options;
}

void CheckPuzzle(const Puzzle& puzzle, int fixed_size) {
  const int size = puzzle.geometry.size();
  const int cell_count = puzzle.geometry.cell_count();
  Check(puzzle.clues.size() == size, "The clues have another size.");
  Check(fixed_size == 0 || !puzzle.geometry.has_boxes() || size == fixed_size,
        "The puzzle has not the size that was asked for.");
  Check(puzzle.candidates.empty() ||
            static_cast<int>(puzzle.candidates.size()) == cell_count,
        "The candidates have another size.");
  for (int cell = 0; cell < cell_count; ++cell) {
    Check(puzzle.clues[cell] <= size, "A clue is too large.");
    if (puzzle.candidates.empty()) continue;
    Check(puzzle.candidates[cell] != 0, "A cell has no candidates.");
    Check((puzzle.candidates[cell] & ~sudoku::AllDigits(size)) == 0,
          "A candidate is too large.");
  }
  if (puzzle.stated_solution.has_value()) {
    Check(puzzle.stated_solution->size() == size &&
              puzzle.stated_solution->is_full(),
          "The solution has an empty cell.");
  }
}

void CheckAddress(const Puzzle& puzzle) {
  PuzzleReader reader;
  reader.Feed(absl::StrCat("https://f-puzzles.com/?load=",
                           LzCompressToBase64(FpuzzlesJson(puzzle))));
  reader.Finish();
  Puzzle again(Geometry::Standard());
  Check(reader.Next(&again) == PuzzleReader::Result::kPuzzle,
        "An address cannot be read.");
  Check(again.clues == puzzle.clues && again.geometry == puzzle.geometry &&
            again.candidates == puzzle.candidates,
        "An address holds another puzzle.");
}

void CheckCompression(absl::string_view text) {
  const auto once = LzDecompressFromBase64(LzCompressToBase64(text));
  Check(once.ok(), "A compressed text cannot be read.");
  // What is no UTF-8 has become so.
  const auto twice = LzDecompressFromBase64(LzCompressToBase64(*once));
  Check(twice.ok() && *twice == *once, "A compressed text is another one.");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const uint8_t choice = size > 0 ? data[0] : 0;
  const absl::string_view text =
      size > 0
          ? absl::string_view(reinterpret_cast<const char*>(data) + 1, size - 1)
          : absl::string_view();
  const ReaderOptions options = OptionsFrom(choice);

  PuzzleReader reader(options);
  reader.Feed(text);
  reader.Finish();
  Puzzle puzzle(Geometry::Standard());
  while (true) {
    const PuzzleReader::Result result = reader.Next(&puzzle);
    if (result == PuzzleReader::Result::kEnd) break;
    Check(result != PuzzleReader::Result::kNeedText,
          "A finished reader asks for text.");
    if (result == PuzzleReader::Result::kPuzzle) {
      Check(reader.line() >= 1, "A puzzle has no line.");
      GeometrySource geometries = options.geometries;
      CheckPuzzle(puzzle, geometries.fixed_size());
      if (puzzle.candidates.empty()) CheckAddress(puzzle);
    } else {
      Check(reader.error().place.line >= 1, "An error has no line.");
      Check(!reader.error().sentence.empty(), "An error has no sentence.");
    }
  }

  CheckCompression(text);
  Check(sudoku::testing::ReadAll(text, options) ==
            sudoku::testing::ReadAll(text, options, 1 + choice % 7),
        "The pieces matter.");
  return 0;
}
