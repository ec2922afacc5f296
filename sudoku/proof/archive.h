#ifndef SUDOKU_PROOF_ARCHIVE_H_
#define SUDOKU_PROOF_ARCHIVE_H_

// The certificates of any number of puzzles in one file, an *archive*: all that
// its writer and its checker have in common. docs/certificate.md describes it.
//
//     "sudcert1"  an entry for each puzzle ...  end, how many  seal

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/proof/format.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/houses.h"

namespace sudoku {

inline constexpr absl::string_view kArchiveMagic = "sudcert1";

// What is proved about a puzzle. An entry is a number, size << 2 | kind, and
// so many bytes.
struct ArchiveEntry {
  enum class Kind : uint8_t {
    kNothing = 0,      // Nothing, in no bytes.
    kRecords = 1,      // The digest, and records of what the clues leave of the
                       // problem that all puzzles of the geometry share.
    kCertificate = 2,  // A certificate of the puzzle's own problem.
    kCovers = 3,       // The digest, and two covers.
  };

  Kind kind = Kind::kNothing;
  std::string bytes;
};

// Where an entry would begin: one of nothing that has a byte.
inline constexpr int kEntryKindBits = 2;
inline constexpr uint64_t kArchiveEnd = uint64_t{1} << kEntryKindBits;

// What certificates are about, if that is not the puzzle as it is: it with
// houses for its rules, if these ask only that digits differ, and with small
// houses last.
inline std::optional<Puzzle> InHouses(const Puzzle& puzzle) {
  const Geometry& own = puzzle.geometry;
  if (!puzzle.has_rules() && !own.has_extra_regions()) return std::nullopt;
  std::optional<Geometry> geometry = WithHouses(own, puzzle.rules);
  if (!geometry.has_value()) return std::nullopt;
  geometry = geometry->WithSmallHousesLast();
  if (!puzzle.has_rules() && *geometry == own) return std::nullopt;
  Puzzle in_houses(*std::move(geometry), puzzle.clues);
  in_houses.candidates = puzzle.candidates;
  return in_houses;
}

// True if the puzzle's problem is that of its geometry, and its clues are
// given. Otherwise it has a problem of its own, Encoding::ForRules(), and
// nothing is given.
inline bool IsByClues(const Puzzle& puzzle) {
  return !puzzle.has_candidates() && !puzzle.has_rules();
}

// Of the question which covers of a problem with this digest have the givens.
inline uint64_t DigestOfQuestion(uint64_t problem,
                                 absl::Span<const dlx::OptionId> givens) {
  dlx::internal::Digest digest;
  digest.AddNumber(problem);
  for (const dlx::OptionId given : givens) digest.AddNumber(given.value());
  return digest.value();
}

}  // namespace sudoku

#endif  // SUDOKU_PROOF_ARCHIVE_H_
