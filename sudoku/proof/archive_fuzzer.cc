// The bytes are an archive for a few puzzles of every kind, 4x4, with a seal
// that is right. Whatever it says, what it is taken to prove must be so.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/format/reader.h"
#include "sudoku/proof/archive.h"
#include "sudoku/proof/check.h"
#include "sudoku/puzzle.h"

namespace {

struct Known {
  sudoku::Puzzle puzzle;
  uint64_t solutions;
};

std::vector<Known> ReadKnown() {
  sudoku::ReaderOptions options;
  options.takes_rules = true;
  sudoku::PuzzleReader reader(options);
  reader.Feed(
      "1..4..1..2..3..2\n"
      "11..............\n"
      "12..3412........\n"
      ".Shape~4x4.~R3C3_4~R3C2_1~R3C4_2~R2C3_1.Cage~4~R1C1~R1C2."
      "Thermo~R1C1~R2C1~R3C1\n");
  reader.Finish();
  std::vector<Known> known;
  for (const uint64_t solutions : {1, 0, 6, 1}) {
    sudoku::Puzzle puzzle(sudoku::Geometry::Standard());
    if (reader.Next(&puzzle) != sudoku::PuzzleReader::Result::kPuzzle) {
      std::abort();
    }
    known.push_back({puzzle, solutions});
  }
  return known;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto* const known = new std::vector<Known>(ReadKnown());
  static auto* const checker = new sudoku::ProofChecker();
  std::string archive(sudoku::kArchiveMagic);
  archive.append(data, data + size);
  dlx::internal::Digest seal;
  seal.Add(archive);
  dlx::internal::AppendWord(seal.value(), archive);

  sudoku::ArchiveReader reader(dlx::SourceOf(archive));
  for (const Known& one : *known) {
    const auto entry = reader.Next(1 << 20);
    if (!entry.ok() || !entry->has_value()) break;
    const auto proved =
        checker->Check(one.puzzle, **entry, {.memory = 1 << 24});
    if (!proved.ok()) continue;
    if (proved->is_exact ? proved->count != one.solutions
                         : proved->count > one.solutions) {
      std::cerr << one.puzzle.clues.ToLine() << " has " << one.solutions
                << " solutions, not " << proved->count.ToString() << "\n";
      std::abort();
    }
  }
  return 0;
}
