#ifndef TOOLS_SUDOKU_JOB_H_
#define TOOLS_SUDOKU_JOB_H_

// A puzzle of the input, and what has become of it.

#include <cstdint>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "sudoku/geometry.h"
#include "sudoku/proof/archive.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku::tool {

enum class Fate {
  kDone,         // All that was asked for is known.
  kNo,           // It is known, and the answer of a check is no.
  kLimited,      // A limit came first.
  kNoMemory,     // The same: that of the memory.
  kWrong,        // The input is wrong.
  kUnreadable,   // The same: a file of the input cannot be read.
  kRefused,      // The command cannot do this, or not with these flags.
  kInterrupted,  // Ctrl-C came first.
};

struct Job {
  Puzzle puzzle{Geometry::Standard()};
  std::string source;  // A file's name; "argument" for the command line.
  int64_t line = 0;
  bool is_argument = false;  // It stands on the command line.

  // What the reader fills in if there is no puzzle, and the work otherwise.
  Fate fate = Fate::kDone;
  // For standard output; of a job that was interrupted, what is known all the
  // same. A puzzle whose input is wrong may have some, too.
  std::string output;
  std::string warning;  // A sentence for standard error, or nothing.
  Verdict verdict = Verdict::kUndecided;
  uint64_t nodes = 0;
  // What an archive of certificates has of it, where there is one.
  std::optional<ArchiveEntry> entry = std::nullopt;

  // "puzzles.txt:3: ", or nothing for the command line: to be put before what
  // is said about the puzzle.
  std::string Place() const;

  // There is no puzzle, or nothing to be done about it.
  bool is_bad() const {
    return fate == Fate::kWrong || fate == Fate::kUnreadable;
  }

  void Fail(Fate new_fate, absl::string_view sentence);
  // Of what a solver says: an engine that cannot do it is refused; whatever
  // else it says is about the puzzle.
  void Fail(const absl::Status& status);

  // Forgets everything but the memory that strings have.
  void Reset();
};

// The solution that came with a puzzle is part of the input, whatever a command
// does with the puzzle. If it cannot be right, the job gets that fate and says
// so. To be called after the work.
void CheckStatedSolution(Job& job);

// What is wrong with the solution that came with the puzzle, if it has one and
// something is. (This needs no solver: a grid that agrees with the clues and
// breaks no rule is a solution.)
std::optional<std::string> StatedSolutionError(const Puzzle& puzzle);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_JOB_H_
