#ifndef SUDOKU_PROOF_ARCHIVE_H_
#define SUDOKU_PROOF_ARCHIVE_H_

// The certificates of any number of puzzles in one file, an *archive*: all that
// its writer and its checker have in common. docs/certificate.md describes it.
//
//     "sudcert1"  an entry for each puzzle ...  end, how many  seal

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/proof/format.h"
#include "sudoku/puzzle.h"

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
