#include "tools/sudoku/batch.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/output.h"
#include "tools/cli/progress_line.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/report.h"

namespace sudoku::tool {

namespace {

// A few geometries at a time: files of irregular puzzles have one for each.
constexpr size_t kMostSolvers = 4;

// The number of puzzles in a chunk adapts to the time that they take: so few
// that slow puzzles do not hold up the output of others and keep all threads
// busy, so many that threads seldom meet.
constexpr size_t kLargestChunk = 256;
constexpr absl::Duration kShortChunkTime = absl::Milliseconds(1);
constexpr absl::Duration kLongChunkTime = absl::Milliseconds(4);

constexpr absl::Duration kProgressInterval = absl::Milliseconds(200);

struct Chunk {
  std::vector<Job> jobs;
  size_t count = 0;  // The jobs in use.
  bool is_done = false;
  absl::Duration time;  // That the work took.
};

// The threads. With one thread there are none: the caller does the work.
class Workers {
 public:
  Workers(int threads, const SolverOptions& options, ChunkWork work)
      : options_(options), work_(work) {
    if (threads <= 1) {
      own_worker_.emplace(options);
      return;
    }
    for (int i = 0; i < threads; ++i) {
      threads_.emplace_back([this] { Loop(); });
    }
  }
  ~Workers() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_closed_ = true;
    }
    work_arrived_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  void Submit(Chunk* chunk) {
    chunk->is_done = false;
    if (threads_.empty()) {
      DoChunk(*chunk, *own_worker_);
      chunk->is_done = true;
      return;
    }
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      queue_.push_back(chunk);
    }
    work_arrived_.notify_one();
  }

  // Waits until the chunk is done, but not longer than that.
  bool IsDoneWithin(const Chunk* chunk, std::chrono::milliseconds time) {
    if (threads_.empty()) return true;
    std::unique_lock<std::mutex> lock(mutex_);
    return chunk_done_.wait_for(lock, time, [chunk] { return chunk->is_done; });
  }

 private:
  void DoChunk(Chunk& chunk, Worker& worker) {
    const absl::Time start = absl::Now();
    work_(absl::MakeSpan(chunk.jobs).first(chunk.count), worker);
    chunk.time = absl::Now() - start;
  }

  void Loop() {
    Worker worker(options_);
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      work_arrived_.wait(lock,
                         [this] { return is_closed_ || !queue_.empty(); });
      if (queue_.empty()) return;
      Chunk* const chunk = queue_.front();
      queue_.pop_front();
      lock.unlock();
      DoChunk(*chunk, worker);
      lock.lock();
      chunk->is_done = true;
      chunk_done_.notify_one();
    }
  }

  const SolverOptions options_;
  const ChunkWork work_;
  std::optional<Worker> own_worker_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable work_arrived_;
  std::condition_variable chunk_done_;
  std::deque<Chunk*> queue_;
  bool is_closed_ = false;
};

class Batch {
 public:
  Batch(const cli::Arguments& arguments, ReaderOptions reader_options,
        const BatchOptions& options, ChunkWork work)
      : options_(options),
        input_(arguments, std::move(reader_options)),
        progress_line_(WantsProgress()),
        start_(absl::Now()),
        next_progress_(start_ + absl::Seconds(1)),
        solver_options_(
            options.counts_solutions
                ? CountingOptionsFromFlags(options.threads_per_puzzle)
                : SolverOptionsFromFlags()),
        workers_(options.threads, solver_options_, work) {
    output_.set_before_writing([this] { progress_line_.Erase(); });
    output_.Write(options.header);
    const size_t chunks = options.threads <= 1 ? 1 : 4 * options.threads;
    for (size_t i = 0; i < chunks; ++i) {
      free_.push_back(std::make_unique<Chunk>());
      free_.back()->jobs.resize(kLargestChunk);
    }
  }

  cli::ExitCode Run() {
    const dlx::Interrupter& interrupter = *solver_options_.limits.interrupter;
    bool has_stopped_reading = false;
    while (!is_at_end_ || !in_flight_.empty()) {
      // Nothing more is read then; what was begun ends by itself, and soon.
      if (interrupter.requested() && !is_at_end_) {
        is_at_end_ = true;
        has_stopped_reading = true;
      }
      const bool has_read = !is_at_end_ && !free_.empty() && FillChunk();
      // Without anything to read, wait for results; otherwise just look.
      WriteDoneChunks(has_read);
      if (!output_.ok() || tally_.was_interrupted) break;
      output_.Tick();
      ShowProgress();
    }
    tally_.was_interrupted |= has_stopped_reading;
    NoteEmptyInput(tally_);
    return Finish();
  }

 private:
  // Reads puzzles into a free chunk and hands it over. False if there was
  // nothing to read.
  bool FillChunk() {
    std::unique_ptr<Chunk> chunk = std::move(free_.back());
    free_.pop_back();
    chunk->count = 0;
    bool is_waiting = false;
    while (chunk->count < chunk_size_ && !is_at_end_ && !is_waiting) {
      Job& job = chunk->jobs[chunk->count];
      job.Reset();
      // Wait only if there is nothing else to do.
      const bool may_wait = chunk->count == 0 && in_flight_.empty();
      switch (input_.Next(may_wait, &job.puzzle)) {
        case PuzzleInput::Event::kPuzzle:
          job.source.assign(input_.source().data(), input_.source().size());
          job.line = input_.line();
          job.is_argument = input_.is_argument();
          if (fills_in_) FillIn(job);
          ++chunk->count;
          break;
        case PuzzleInput::Event::kError:
          job.is_bad = true;
          job.warning = input_.error();
          ++chunk->count;
          break;
        case PuzzleInput::Event::kNoFile:
          job.is_bad = true;
          job.warning = input_.failure();
          tally_.is_file_missing = true;
          ++chunk->count;
          break;
        case PuzzleInput::Event::kWait:
          is_waiting = true;
          break;
        case PuzzleInput::Event::kEnd:
          is_at_end_ = true;
          break;
      }
    }
    if (chunk->count == 0) {
      free_.push_back(std::move(chunk));
      return false;
    }
    in_flight_.push_back(std::move(chunk));
    workers_.Submit(in_flight_.back().get());
    return true;
  }

  static void FillIn(Job& job) {
    const absl::Status status = FillInFromFlags(job.puzzle);
    if (status.ok()) return;
    job.is_bad = true;
    job.warning = std::string(status.message());
  }

  void WriteDoneChunks(bool has_read) {
    auto patience = std::chrono::milliseconds(has_read ? 0 : 20);
    while (!in_flight_.empty() &&
           workers_.IsDoneWithin(in_flight_.front().get(), patience)) {
      std::unique_ptr<Chunk> chunk = std::move(in_flight_.front());
      in_flight_.pop_front();
      AdaptChunkSize(*chunk);
      for (size_t i = 0; i < chunk->count && !tally_.was_interrupted; ++i) {
        WriteJob(chunk->jobs[i]);
      }
      output_.EndRecord();
      free_.push_back(std::move(chunk));
      if (!output_.ok() || tally_.was_interrupted) return;
      patience = std::chrono::milliseconds(0);
    }
  }

  void AdaptChunkSize(const Chunk& chunk) {
    if (chunk.time > kLongChunkTime) {
      chunk_size_ = std::max<size_t>(chunk_size_ / 2, 1);
    } else if (chunk.time < kShortChunkTime && chunk.count >= chunk_size_) {
      chunk_size_ = std::min(chunk_size_ * 2, kLargestChunk);
    }
  }

  void WriteJob(const Job& job) {
    if (job.was_interrupted) {
      tally_.was_interrupted = true;
      output_.Write(job.found_so_far);
      return;
    }
    if (!job.warning.empty()) {
      // In the order in which things stand in the input, as far as two streams
      // allow that.
      output_.Flush();
      progress_line_.Erase();
      // What the reader says has its place, but what the work says has not.
      cli::Note(job.line > 0 ? absl::StrCat(job.Place(), job.warning)
                             : job.warning);
    }
    if (job.is_bad) ++tally_.bad;
    if (job.is_refused) ++tally_.refused;
    if ((job.is_bad || job.is_refused) && job.output.empty()) return;
    output_.Write(job.output);
    AddToTally(job);
  }

  void AddToTally(const Job& job) {
    ++tally_.puzzles;
    tally_.unique += job.verdict == Verdict::kUnique;
    tally_.none += job.verdict == Verdict::kNone;
    tally_.multiple += job.verdict == Verdict::kMultiple;
    tally_.undecided += job.verdict == Verdict::kUndecided;
    tally_.no += job.is_no;
    tally_.limited += job.hit_limit;
    tally_.nodes += job.nodes;
    if (job.nodes > tally_.most_nodes) {
      tally_.most_nodes = job.nodes;
      tally_.hardest = job.puzzle.clues.ToLine();
      tally_.hardest_place = job.Place();
    }
  }

  void ShowProgress() {
    if (!progress_line_.enabled()) return;
    const absl::Time now = absl::Now();
    if (now < next_progress_) return;
    next_progress_ = now + kProgressInterval;
    progress_line_.Show(
        ProgressText(tally_, input_.fraction_read(), now - start_));
  }

  cli::ExitCode Finish() {
    progress_line_.Erase();
    tally_.time = absl::Now() - start_;
    const bool is_batch = !input_.is_command_line_only();
    if (WantedFormat() == OutputFormat::kJson && is_batch) {
      output_.Write(SummaryAsJson(tally_, options_.counts_verdicts));
    }
    const cli::ExitCode code = output_.Finish(tally_.exit_code());
    if (code == cli::ExitCode::kClosedPipe) return code;
    if (is_batch && WantedFormat() != OutputFormat::kJson &&
        (options_.always_summarizes || tally_.bad > 0 || tally_.limited > 0 ||
         tally_.was_interrupted)) {
      cli::Note(SummaryAsText(tally_, options_.counts_verdicts));
    }
    if (WantsStatistics()) cli::Note(StatisticsAsText(tally_));
    return code;
  }

  const BatchOptions options_;
  const bool fills_in_ = WantsToFillIn();
  PuzzleInput input_;
  cli::Output output_;
  cli::ProgressLine progress_line_;
  const absl::Time start_;
  absl::Time next_progress_;
  Tally tally_;
  bool is_at_end_ = false;
  size_t chunk_size_ = 1;
  std::vector<std::unique_ptr<Chunk>> free_;
  std::deque<std::unique_ptr<Chunk>> in_flight_;  // In the order of the input.
  const SolverOptions solver_options_;
  Workers workers_;  // Ends before the chunks do.
};

}  // namespace

void Job::Reset() {
  source.clear();
  line = 0;
  is_argument = false;
  output.clear();
  found_so_far.clear();
  warning.clear();
  is_bad = is_refused = is_no = hit_limit = was_interrupted = false;
  verdict = Verdict::kUndecided;
  nodes = 0;
}

std::string Job::Place() const {
  return is_argument ? "" : absl::StrCat(source, ":", line, ": ");
}

Solver* Worker::SolverFor(Job& job) {
  const Geometry& geometry = job.puzzle.geometry;
  for (size_t i = 0; i < solvers_.size(); ++i) {
    if (!(solvers_[i].geometry() == geometry)) continue;
    std::rotate(solvers_.begin(), solvers_.begin() + i,
                solvers_.begin() + i + 1);
    return &solvers_.front();
  }
  absl::StatusOr<Solver> solver = Solver::Create(geometry, options_);
  if (!solver.ok()) {
    job.is_refused = true;
    job.warning = std::string(solver.status().message());
    return nullptr;
  }
  if (solvers_.size() == kMostSolvers) solvers_.pop_back();
  solvers_.insert(solvers_.begin(), *std::move(solver));
  return &solvers_.front();
}

cli::ExitCode Tally::exit_code() const {
  if (was_interrupted) return cli::InterruptExitCode();
  if (refused > 0) return cli::ExitCode::kUsage;
  if (is_file_missing) return cli::ExitCode::kNoInput;
  if (bad > 0) return cli::ExitCode::kBadInput;
  if (limited > 0) return cli::ExitCode::kLimit;
  if (no > 0) return cli::ExitCode::kNo;
  return cli::ExitCode::kFinished;
}

cli::ExitCode RunBatch(const cli::Arguments& arguments,
                       const BatchOptions& options, Work work) {
  const auto do_one_by_one = [&](absl::Span<Job> jobs, Worker& worker) {
    for (Job& job : jobs) {
      if (job.is_bad) continue;
      if (worker.is_interrupted()) {
        job.was_interrupted = true;
        return;
      }
      work(job, worker);
    }
  };
  return RunChunkedBatch(arguments, options, do_one_by_one);
}

cli::ExitCode RunChunkedBatch(const cli::Arguments& arguments,
                              const BatchOptions& options, ChunkWork work) {
  absl::StatusOr<ReaderOptions> reader_options = ReaderOptionsFromFlags();
  if (!reader_options.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, reader_options.status().message());
  }
  return Batch(arguments, *std::move(reader_options), options, work).Run();
}

void NoteEmptyInput(Tally& tally) {
  if (tally.puzzles > 0 || tally.bad > 0 || tally.refused > 0 ||
      tally.was_interrupted) {
    return;
  }
  cli::Note("there is no puzzle in the input");
  ++tally.bad;
}

bool AreAllPuzzles(const cli::Arguments& arguments) {
  return PuzzleInput(arguments, {}).is_command_line_only();
}

}  // namespace sudoku::tool
