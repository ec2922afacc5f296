#ifndef SUDOKU_PROOF_CHECK_H_
#define SUDOKU_PROOF_CHECK_H_

// Checks archives of certificates without a search. The puzzle is read anew,
// and its problem is made of it here: that it is the right one does not rest on
// what wrote the archive. Beside dlx/proof/check that is all to be trusted:
// Encoding, VerifyCover() for two solutions, and the readers of puzzles.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/natural.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/check/reader.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry_cache.h"
#include "sudoku/proof/archive.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// How many solutions a puzzle has; if not is_exact, it has more, or as many.
struct ProvedSolutions {
  dlx::Natural count = 0;
  bool is_exact = true;
};

// One thread at a time may use it.
class ProofChecker {
 public:
  // What the entry proves about the puzzle. Otherwise the error says what is
  // wrong; it is kResourceExhausted or kCancelled if a limit was reached.
  absl::StatusOr<ProvedSolutions> Check(const Puzzle& puzzle,
                                        const ArchiveEntry& entry,
                                        const dlx::CheckLimits& limits);

 private:
  struct Board {
    Encoding encoding;
    uint64_t digest;
    dlx::RecordChecker checker;
  };
  // The problem and the options that are given.
  struct Question {
    dlx::Problem problem;
    std::vector<dlx::OptionId> givens;
    uint64_t digest;
  };
  using Proved = absl::StatusOr<ProvedSolutions>;

  Board& BoardOf(const Geometry& geometry);
  absl::StatusOr<Question> QuestionOf(const Puzzle& puzzle);
  Proved CheckAsItIs(const Puzzle& puzzle, const ArchiveEntry& entry,
                     const dlx::CheckLimits& limits);

  GeometryCache<Board> boards_;
};

// Reads an archive, entry by entry, in one pass.
class ArchiveReader {
 public:
  explicit ArchiveReader(dlx::CertificateSource source);
  ArchiveReader(const ArchiveReader&) = delete;
  ArchiveReader& operator=(const ArchiveReader&) = delete;

  // What is wrong so far.
  const absl::Status& status() const { return status_; }

  // The next entry; nothing after the last one. Fails if the archive is damaged
  // or ends too early (kDataLoss), or if the entry is longer than `most` bytes
  // (kResourceExhausted); then it fails from now on.
  absl::StatusOr<std::optional<ArchiveEntry>> Next(size_t most);

 private:
  using Entry = absl::StatusOr<std::optional<ArchiveEntry>>;

  absl::Status Fail(absl::Status status);
  absl::Status Damaged();
  Entry ReadEnd();

  const dlx::CertificateSource source_;
  dlx::checker::Reader reader_;
  uint64_t entries_ = 0;
  bool is_at_end_ = false;
  absl::Status status_;
};

}  // namespace sudoku

#endif  // SUDOKU_PROOF_CHECK_H_
