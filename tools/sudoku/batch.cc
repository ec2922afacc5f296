#include "tools/sudoku/batch.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/time/clock.h"
#include "dlx/base/threads.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/terminal.h"
#include "tools/sudoku/input.h"

namespace sudoku::tool {

namespace {

// The number of puzzles in a chunk adapts to the time that they take: so few
// that slow puzzles do not hold up the output of others and keep all threads
// busy, so many that threads seldom meet. A thread of its own does without
// meeting, and better with what stays in its cache.
constexpr size_t kLargestOwnChunk = 256;
constexpr size_t kLargestChunk = 2048;
constexpr absl::Duration kShortChunkTime = absl::Milliseconds(1);
constexpr absl::Duration kLongChunkTime = absl::Milliseconds(4);

struct Chunk {
  std::vector<Job> jobs;
  size_t count = 0;  // The jobs in use.
  bool is_done = false;
  absl::Duration time;  // That the work took.
};

// The threads, as many as can be had. There may be none: then the caller does
// the work.
class Workers {
 public:
  Workers(int threads, const SolverOptions& options, ChunkWork work)
      : options_(options), work_(work) {
    for (int i = 0; i < threads && threads_.Start([this] { Loop(); }); ++i) {
    }
    if (threads_.size() == 0) own_worker_.emplace(options);
  }
  ~Workers() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_closed_ = true;
    }
    work_arrived_.notify_all();
    threads_.Join();
  }

  void Submit(Chunk* chunk) {
    chunk->is_done = false;
    if (own_worker_.has_value()) {
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
    if (own_worker_.has_value()) return true;
    std::unique_lock<std::mutex> lock(mutex_);
    return chunk_done_.wait_for(lock, time, [chunk] { return chunk->is_done; });
  }

 private:
  void DoChunk(Chunk& chunk, Worker& worker) {
    const absl::Time start = absl::Now();
    const absl::Span<Job> jobs = absl::MakeSpan(chunk.jobs).first(chunk.count);
    work_(jobs, worker);
    for (Job& job : jobs) CheckStatedSolution(job);
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
  dlx::Threads threads_;
  std::mutex mutex_;
  std::condition_variable work_arrived_;
  std::condition_variable chunk_done_;
  std::deque<Chunk*> queue_;
  bool is_closed_ = false;
};

class Batch {
 public:
  Batch(const cli::Arguments& arguments, const Settings& settings,
        const BatchOptions& options, ChunkWork work)
      : input_(arguments, settings),
        report_(settings, options.report, !input_.is_command_line_only()),
        largest_chunk_(options.threads == 0 ? kLargestOwnChunk : kLargestChunk),
        workers_(options.threads, options.solver, work),
        before_(options.before),
        after_(options.after),
        shard_(settings.shard),
        interrupter_(*options.solver.limits.interrupter) {
    const size_t chunks = options.threads == 0 ? 1 : 4 * options.threads;
    for (size_t i = 0; i < chunks; ++i) {
      free_.push_back(std::make_unique<Chunk>());
    }
  }

  cli::ExitCode Run() {
    bool has_stopped_reading = false;
    while (!is_at_end_ || !in_flight_.empty()) {
      // Nothing more is read then; what was begun ends by itself, and soon.
      if (interrupter_.requested() && !is_at_end_) {
        is_at_end_ = true;
        has_stopped_reading = true;
      }
      const bool has_read = !is_at_end_ && !free_.empty() && FillChunk();
      // Without anything to read, wait for results; otherwise just look.
      WriteDoneChunks(has_read);
      if (!report_.ok()) break;
      report_.Tick(fraction_done());
    }
    if (has_stopped_reading) report_.SetInterrupted();
    report_.SetShard(shard_, input_.bytes(), input_.digest());
    return report_.Finish();
  }

 private:
  void Prepare(Job& job) const {
    if (before_ != nullptr && !job.is_bad()) before_(job);
  }

  // Reads jobs into a free chunk and hands it over. False if there was nothing
  // to read.
  bool FillChunk() {
    std::unique_ptr<Chunk> chunk = std::move(free_.back());
    free_.pop_back();
    chunk->count = 0;
    if (chunk->jobs.size() < chunk_size_) chunk->jobs.resize(chunk_size_);
    bool is_waiting = false;
    while (chunk->count < chunk_size_ && !is_at_end_ && !is_waiting) {
      // Wait only if there is nothing else to do.
      const bool may_wait = chunk->count == 0 && in_flight_.empty();
      switch (input_.Next(may_wait, &chunk->jobs[chunk->count])) {
        case PuzzleInput::Event::kJob:
          Prepare(chunk->jobs[chunk->count]);
          ++chunk->count;
          ++jobs_read_;
          break;
        case PuzzleInput::Event::kNothing:
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

  void WriteDoneChunks(bool has_read) {
    auto patience = std::chrono::milliseconds(has_read ? 0 : 20);
    while (!in_flight_.empty() &&
           workers_.IsDoneWithin(in_flight_.front().get(), patience)) {
      std::unique_ptr<Chunk> chunk = std::move(in_flight_.front());
      in_flight_.pop_front();
      AdaptChunkSize(*chunk);
      for (size_t i = 0; i < chunk->count && report_.ok(); ++i) {
        if (after_ != nullptr) after_(chunk->jobs[i]);
        report_.Write(chunk->jobs[i]);
        ++jobs_written_;
      }
      report_.output().EndRecord();
      free_.push_back(std::move(chunk));
      if (!report_.ok()) return;
      patience = std::chrono::milliseconds(0);
    }
  }

  // Of the files; 0 if that is not known. A small file is read long before its
  // puzzles are done.
  double fraction_done() const {
    if (jobs_read_ == 0) return 0;
    return input_.fraction_read() * static_cast<double>(jobs_written_) /
           static_cast<double>(jobs_read_);
  }

  void AdaptChunkSize(const Chunk& chunk) {
    if (chunk.time > kLongChunkTime) {
      chunk_size_ = std::max<size_t>(chunk_size_ / 2, 1);
    } else if (chunk.time < kShortChunkTime && chunk.count >= chunk_size_) {
      chunk_size_ = std::min(chunk_size_ * 2, largest_chunk_);
    }
  }

  PuzzleInput input_;
  Report report_;
  bool is_at_end_ = false;
  const size_t largest_chunk_;
  size_t chunk_size_ = 1;
  uint64_t jobs_read_ = 0;
  uint64_t jobs_written_ = 0;
  std::vector<std::unique_ptr<Chunk>> free_;
  std::deque<std::unique_ptr<Chunk>> in_flight_;  // In the order of the input.
  Workers workers_;                               // Ends before the chunks do.
  const std::function<void(Job&)> before_, after_;
  const cli::ShardFlag shard_;
  const dlx::Interrupter& interrupter_;
};

}  // namespace

Solver* Worker::SolverForRules(Job& job) {
  absl::StatusOr<Solver> solver = Solver::ForRules(job.puzzle, options_);
  if (!solver.ok()) {
    job.Fail(Fate::kRefused, solver.status().message());
    return nullptr;
  }
  return &solver_for_rules_.emplace(*std::move(solver));
}

Solver* Worker::SolverFor(Job& job) {
  if (job.puzzle.has_rules()) return SolverForRules(job);
  const Geometry& geometry = job.puzzle.geometry;
  if (Solver* const solver = solvers_.Find(geometry)) return solver;
  absl::StatusOr<Solver> solver = Solver::Create(geometry, options_);
  if (!solver.ok()) {
    job.Fail(Fate::kRefused, solver.status().message());
    return nullptr;
  }
  return solvers_.Add(geometry, *std::move(solver));
}

cli::ExitCode RunBatch(const cli::Arguments& arguments,
                       const Settings& settings, const BatchOptions& options,
                       Work work) {
  const auto do_one_by_one = [&](absl::Span<Job> jobs, Worker& worker) {
    for (Job& job : jobs) {
      if (job.is_bad()) continue;
      if (worker.is_interrupted()) {
        job.fate = Fate::kInterrupted;
        return;
      }
      work(job, worker);
    }
  };
  return RunChunkedBatch(arguments, settings, options, do_one_by_one);
}

bool CameToItsEnd(cli::ExitCode code) {
  return code != cli::ExitCode::kOutputError &&
         code != cli::ExitCode::kClosedPipe &&
         code != cli::ExitCode::kInterrupted &&
         code != cli::ExitCode::kTerminated;
}

cli::ExitCode RunChunkedBatch(const cli::Arguments& arguments,
                              const Settings& settings,
                              const BatchOptions& options, ChunkWork work) {
  BatchOptions all = options;
  all.solver.limits.interrupter = &cli::CatchInterrupts();
  // A single thread is our own, unless progress is shown: only an idle thread
  // can look up now and then.
  const bool is_watched = settings.progress && cli::IsTerminal(STDERR_FILENO);
  if (all.threads == 1 && !is_watched) all.threads = 0;
  return Batch(arguments, settings, all, work).Run();
}

}  // namespace sudoku::tool
