#ifndef TOOLS_SUDOKU_BATCH_H_
#define TOOLS_SUDOKU_BATCH_H_

// Does the same to every puzzle of an input, on several threads, and writes the
// results in the order of the input.
//
// Each worker reads a chunk of puzzles, does the work, and hands the chunk in;
// the one that hands in the next chunk of the input writes it, and those behind
// it that are done. So a puzzle stays with one thread, and in its cache. One
// worker reads at a time, and one writes; when too many chunks wait for one
// before them, reading waits. So an input of any length needs little memory,
// and puzzles that arrive slowly are answered as they arrive.
//
// A puzzle that cannot be read is reported on standard error, in its turn, and
// counted; the work goes on. An input without any puzzle is an error, too.

#include <functional>
#include <memory>
#include <optional>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "sudoku/geometry_cache.h"
#include "sudoku/solver.h"
#include "tools/cli/command.h"
#include "tools/cli/exit_code.h"
#include "tools/sudoku/job.h"
#include "tools/sudoku/report.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

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
  // engine that was asked for cannot do it, or a rule is too large, which the
  // job then says. For a puzzle with rules it is for this puzzle only.
  Solver* SolverFor(Job& job);

  // What else the work keeps for this thread: made when it is first asked for.
  // REQUIRES: T is the same in all calls.
  template <typename T>
  T& Own() {
    if (own_ == nullptr) own_ = std::make_shared<T>();
    return *static_cast<T*>(own_.get());
  }

 private:
  Solver* SolverForRules(Job& job);

  SolverOptions options_;
  GeometryCache<Solver> solvers_;
  std::optional<Solver> solver_for_rules_;
  std::shared_ptr<void> own_;
};

struct BatchOptions {
  ReportOptions report = {};
  // Of the workers' solvers. The interrupter need not be set.
  SolverOptions solver = {};
  int threads = 1;
  // If set, called with one job after the other, in the order of the input, and
  // never two at a time: with each that is not bad before its work, and with
  // each before it is written.
  std::function<void(Job&)> before = nullptr;
  std::function<void(Job&)> after = nullptr;
};

// Reads the puzzles that the arguments speak of, does the work, writes what it
// puts into the jobs, and reports at the end. The work is called from several
// threads at the same time, for jobs that are not bad. After Ctrl-C it is not
// called any more.
using Work = absl::FunctionRef<void(Job& job, Worker& worker)>;
cli::ExitCode RunBatch(const cli::Arguments& arguments,
                       const Settings& settings, const BatchOptions& options,
                       Work work);

// The same for work that takes several jobs at once. It has to leave those
// alone that are bad.
using ChunkWork = absl::FunctionRef<void(absl::Span<Job> jobs, Worker& worker)>;
cli::ExitCode RunChunkedBatch(const cli::Arguments& arguments,
                              const Settings& settings,
                              const BatchOptions& options, ChunkWork work);

// True if a batch with this exit code came to the end of its input, with an
// output for each job.
bool CameToItsEnd(cli::ExitCode code);

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_BATCH_H_
