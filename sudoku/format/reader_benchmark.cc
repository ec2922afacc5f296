// How fast puzzles are read: characters per second, without solving anything.

#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "benchmark/benchmark.h"
#include "sudoku/format/reader.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

constexpr absl::string_view kCells =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.."
    "..8.."
    "79";
constexpr absl::string_view kSolution =
    "53467891267219534819834256785976142342685379171392485696153728428741963534"
    "52861"
    "79";
constexpr int kPuzzles = 1000;

std::string Rows() {
  std::string text;
  for (int row = 0; row < 9; ++row) {
    absl::StrAppend(&text, kCells.substr(9 * row, 9), "\n");
  }
  return text;
}

void Read(benchmark::State& state, absl::string_view first,
          absl::string_view piece) {
  std::string text(first);
  for (int i = 0; i < kPuzzles; ++i) absl::StrAppend(&text, piece);
  Puzzle puzzle(Geometry::Standard());
  for (auto _ : state) {
    PuzzleReader reader;
    reader.Feed(text);
    reader.Finish();
    int puzzles = 0;
    while (reader.Next(&puzzle) == PuzzleReader::Result::kPuzzle) ++puzzles;
    if (puzzles != kPuzzles) state.SkipWithError("a puzzle was not read");
  }
  state.SetItemsProcessed(state.iterations() * kPuzzles);
  state.SetBytesProcessed(state.iterations() *
                          static_cast<int64_t>(text.size()));
}

BENCHMARK_CAPTURE(Read, Lines, "", absl::StrCat(kCells, "\n"));
BENCHMARK_CAPTURE(Read, LinesWithNotes, "",
                  absl::StrCat(kCells, " Monday, easy\n"));
BENCHMARK_CAPTURE(Read, LinesWithSolutions, "",
                  absl::StrCat(kCells, ",", kSolution, "\n"));
BENCHMARK_CAPTURE(Read, Csv, "puzzle,solution\n",
                  absl::StrCat(kCells, ",", kSolution, "\n"));
BENCHMARK_CAPTURE(Read, Json, "",
                  absl::StrCat("{\"puzzle\":\"", kCells, "\"}\n"));
BENCHMARK_CAPTURE(Read, Grids, "", Rows());

}  // namespace
}  // namespace sudoku
