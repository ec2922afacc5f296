#ifndef SUDOKU_PROOF_WRITE_H_
#define SUDOKU_PROOF_WRITE_H_

// Writes archives of certificates: why puzzles have no more solutions.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/limits.h"
#include "dlx/proof/write/record_writer.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry_cache.h"
#include "sudoku/proof/archive.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {

// Proves what a solver says, puzzle by puzzle. One thread at a time may use it.
class ProofWriter {
 public:
  // The entry of a puzzle: that it has the one solution, or none, or these two.
  // Nothing if the answer is undecided, or a limit comes before the proof is
  // complete. Fails if the puzzle has no problem, or, which should never happen
  // (Internal), if the proof shows another number of solutions.
  absl::StatusOr<ArchiveEntry> Write(const Puzzle& puzzle, const Answer& answer,
                                     const dlx::Limits& limits);

 private:
  struct Board {
    Encoding encoding;
    uint64_t digest;
    std::unique_ptr<dlx::RecordWriter> writer;  // Null for large boards.
  };
  using Entry = absl::StatusOr<ArchiveEntry>;

  const Board& BoardOf(const Geometry& geometry);
  Entry WriteByClues(const Puzzle& puzzle, const Answer& answer,
                     const dlx::Limits& limits);
  Entry WriteOwn(const Puzzle& puzzle, const Answer& answer,
                 const dlx::Limits& limits);

  GeometryCache<Board> boards_;
};

// Writes an archive to a sink, which says whether it could take the bytes.
class ArchiveWriter {
 public:
  using Sink = std::function<bool(dlx::StringView bytes)>;

  explicit ArchiveWriter(Sink sink);

  // The entry of the next puzzle. False if the sink has failed.
  bool Add(const ArchiveEntry& entry);
  // After the last one.
  bool Finish();

 private:
  dlx::internal::SealedSink out_;
  uint64_t entries_ = 0;
};

}  // namespace sudoku

#endif  // SUDOKU_PROOF_WRITE_H_
