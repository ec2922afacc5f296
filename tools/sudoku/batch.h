#ifndef TOOLS_SUDOKU_BATCH_H_
#define TOOLS_SUDOKU_BATCH_H_

// Does the same to every puzzle of an input, on several threads, and writes the
// results in the order of the input.
//
// The calling thread reads puzzles into chunks and writes out chunks that are
// done; worker threads take chunks from a queue. There are only so many chunks:
// when all are in use, reading waits. So an input of any length needs little
// memory, and puzzles that arrive slowly are answered as they arrive.
//
// A puzzle that cannot be read is reported on standard error, in its turn, and
// counted; the work goes on. An input without any puzzle is an error, too.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "sudoku/geometry.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"
#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"
#include "tools/sudoku/flags.h"

namespace sudoku::tool {

// A puzzle and what has become of it.
struct Job {
  Puzzle puzzle{Geometry::Standard()};
  std::string source;  // A file's name; "argument" for the command line.
  int64_t line = 0;
  bool is_argument = false;  // It stands on the command line.

  // "puzzles.txt:3: ", or nothing for the command line: to be put before what
  // is said about the puzzle.
  std::string Place() const;

  // What the work fills in.
  std::string output;  // For standard output.
  // What is printed instead if the work was interrupted.
  std::string found_so_far;
  std::string warning;  // A sentence for standard error, or nothing.
  bool is_bad = false;  // The input is wrong.
  // The flags ask for an engine that cannot do this.
  bool is_refused = false;
  bool is_no = false;  // The answer of a check is no.
  bool hit_limit = false;
  bool was_interrupted = false;
  Verdict verdict = Verdict::kUndecided;
  uint64_t nodes = 0;

  // Sets all of these to nothing.
  void Reset();
};

// What a thread needs for its work: a solver for each geometry that it has met
// lately. One thread at a time may use a Worker.
class Worker {
 public:
  // REQUIRES: the options have an interrupter.
  explicit Worker(SolverOptions options) : options_(options) {}

  // True if the work is to stop.
  bool is_interrupted() const {
    return options_.limits.interrupter->requested();
  }

  // A solver for the job's puzzle, valid until the next call; null if the
  // engine that the flags name cannot do it, which the job then says.
  Solver* SolverFor(Job& job);

 private:
  SolverOptions options_;
  std::vector<Solver> solvers_;  // The one used last comes first.
};

// Counts for the summary.
struct Tally {
  uint64_t puzzles = 0;
  uint64_t unique = 0;
  uint64_t none = 0;
  uint64_t multiple = 0;
  uint64_t undecided = 0;
  uint64_t bad = 0;  // Pieces of input that are wrong.
  uint64_t refused = 0;
  uint64_t no = 0;  // Checks whose answer is no.
  uint64_t limited = 0;
  bool was_interrupted = false;
  bool is_file_missing = false;
  uint64_t nodes = 0;
  uint64_t most_nodes = 0;
  std::string hardest;        // The puzzle with the most nodes.
  std::string hardest_place;  // Its Place().
  absl::Duration time = absl::ZeroDuration();

  cli::ExitCode exit_code() const;
};

struct BatchOptions {
  // Whether the summary has the verdicts.
  bool counts_verdicts = true;
  // Whether the work is to count solutions, and on how many threads each
  // puzzle.
  bool counts_solutions = false;
  int threads_per_puzzle = 1;
  // Whether a batch always ends with a summary, or only if something is wrong.
  bool always_summarizes = false;
  // Before the first record, such as the header of a CSV file.
  std::string header = "";
  int threads = 1;
};

// Reads the puzzles that the arguments speak of, does the work, writes what it
// puts into the jobs, and reports at the end. The work is called from several
// threads at the same time.
using Work = absl::FunctionRef<void(Job& job, Worker& worker)>;
cli::ExitCode RunBatch(const cli::Arguments& arguments,
                       const BatchOptions& options, Work work);

// The same for work that takes several jobs at once. It has to leave those
// alone that are bad.
using ChunkWork = absl::FunctionRef<void(absl::Span<Job> jobs, Worker& worker)>;
cli::ExitCode RunChunkedBatch(const cli::Arguments& arguments,
                              const BatchOptions& options, ChunkWork work);

// If there was nothing to do, that is wrong, too: says so and counts it.
void NoteEmptyInput(Tally& tally);

// True if all arguments are puzzles rather than files.
bool AreAllPuzzles(const cli::Arguments& arguments);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_BATCH_H_
