#include "tools/sudoku/batch.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
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
// busy, so many that threads seldom meet, and no more than stay in a cache.
constexpr size_t kLargestChunk = 256;
constexpr absl::Duration kShortChunkTime = absl::Milliseconds(1);
constexpr absl::Duration kLongChunkTime = absl::Milliseconds(4);

struct Chunk {
  std::vector<Job> jobs;
  size_t count = 0;  // The jobs in use.
  bool is_done = false;
  absl::Duration time;  // That the work took.
};

class Batch {
 public:
  Batch(const cli::Arguments& arguments, const Settings& settings,
        const BatchOptions& options, ChunkWork work)
      : options_(options),
        work_(work),
        shard_(settings.shard),
        interrupter_(*options.solver.limits.interrupter),
        input_(arguments, settings),
        report_(settings, options.report, !input_.is_command_line_only()) {}

  cli::ExitCode Run() {
    dlx::Threads workers;
    for (int i = 0; i < options_.threads; ++i) {
      const std::lock_guard<std::mutex> writing(writing_);
      if (!workers.Start([this] { DoChunks(); })) break;
      ++working_;
    }
    if (workers.size() == 0) {
      ++working_;
      DoChunks();
    }
    Watch();
    workers.Join();
    if (has_stopped_reading_) report_.SetInterrupted();
    report_.SetShard(shard_, input_.bytes(), input_.digest());
    return report_.Finish();
  }

 private:
  // What each worker does.
  void DoChunks() {
    Worker worker(options_.solver);
    while (Chunk* const chunk = ReadChunk()) {
      const absl::Time start = absl::Now();
      const absl::Span<Job> jobs =
          absl::MakeSpan(chunk->jobs).first(chunk->count);
      work_(jobs, worker);
      for (Job& job : jobs) CheckStatedSolution(job);
      chunk->time = absl::Now() - start;
      HandIn(*chunk);
    }
    const std::lock_guard<std::mutex> writing(writing_);
    if (--working_ == 0) all_done_.notify_one();
  }

  // Looks up now and then as long as there are workers.
  void Watch() {
    std::unique_lock<std::mutex> writing(writing_);
    while (!all_done_.wait_for(writing, std::chrono::milliseconds(20),
                               [this] { return working_ == 0; })) {
      report_.Tick(fraction_done());
    }
  }

  // Returns a chunk of the next puzzles; null if the work is over. Waits for
  // puzzles, and as long as too many chunks are not written.
  Chunk* ReadChunk() {
    const std::lock_guard<std::mutex> reading(reading_);
    std::unique_ptr<Chunk> chunk = TakeFreeChunk();
    while (chunk != nullptr && !is_at_end_) {
      // Nothing more is read then; what was begun ends by itself, and soon.
      if (interrupter_.requested()) {
        is_at_end_ = has_stopped_reading_ = true;
        break;
      }
      Fill(*chunk);
      const std::lock_guard<std::mutex> writing(writing_);
      fraction_read_ = input_.fraction_read();
      if (chunk->count > 0) {
        jobs_read_ += chunk->count;
        in_flight_.push_back(std::move(chunk));
        return in_flight_.back().get();
      }
      report_.Tick(fraction_done());
      if (!report_.ok()) break;
    }
    return nullptr;
  }

  // A chunk with as many jobs as the next one is to have. Null if what is done
  // cannot be written.
  std::unique_ptr<Chunk> TakeFreeChunk() {
    std::unique_lock<std::mutex> writing(writing_);
    const size_t most = std::max(4 * options_.threads, 1);
    chunk_written_.wait(
        writing, [&] { return in_flight_.size() < most || !report_.ok(); });
    if (!report_.ok()) return nullptr;
    std::unique_ptr<Chunk> chunk;
    if (free_.empty()) {
      chunk = std::make_unique<Chunk>();
    } else {
      chunk = std::move(free_.back());
      free_.pop_back();
    }
    chunk->jobs.resize(std::max(chunk->jobs.size(), chunk_size_));
    wanted_jobs_ = chunk_size_;
    return chunk;
  }

  // Reads jobs, as many as there are without waiting for more than the first.
  void Fill(Chunk& chunk) {
    chunk.count = 0;
    chunk.is_done = false;
    while (chunk.count < wanted_jobs_) {
      Job& job = chunk.jobs[chunk.count];
      switch (input_.Next(/*may_wait=*/chunk.count == 0, &job)) {
        case PuzzleInput::Event::kJob:
          Prepare(job);
          ++chunk.count;
          break;
        case PuzzleInput::Event::kEnd:
          is_at_end_ = true;
          return;
        case PuzzleInput::Event::kNothing:
          return;
      }
    }
  }

  void Prepare(Job& job) {
    if (options_.before == nullptr || job.is_bad()) return;
    const std::lock_guard<std::mutex> writing(writing_);
    options_.before(job);
  }

  // Takes back a chunk that is done, and writes all that are next.
  void HandIn(Chunk& done) {
    const std::lock_guard<std::mutex> writing(writing_);
    done.is_done = true;
    while (!in_flight_.empty() && in_flight_.front()->is_done) {
      std::unique_ptr<Chunk> chunk = std::move(in_flight_.front());
      in_flight_.pop_front();
      AdaptChunkSize(*chunk);
      for (size_t i = 0; i < chunk->count && report_.ok(); ++i) {
        if (options_.after != nullptr) options_.after(chunk->jobs[i]);
        report_.Write(chunk->jobs[i]);
        ++jobs_written_;
      }
      report_.output().EndRecord();
      free_.push_back(std::move(chunk));
    }
    report_.Tick(fraction_done());
    chunk_written_.notify_one();
  }

  // Of the files; 0 if that is not known. A small file is read long before its
  // puzzles are done.
  double fraction_done() const {
    if (jobs_read_ == 0) return 0;
    return fraction_read_ * static_cast<double>(jobs_written_) /
           static_cast<double>(jobs_read_);
  }

  void AdaptChunkSize(const Chunk& chunk) {
    if (chunk.time > kLongChunkTime) {
      chunk_size_ = std::max<size_t>(chunk_size_ / 2, 1);
    } else if (chunk.time < kShortChunkTime && chunk.count >= chunk_size_) {
      chunk_size_ = std::min(chunk_size_ * 2, kLargestChunk);
    }
  }

  const BatchOptions options_;
  const ChunkWork work_;
  const cli::ShardFlag shard_;
  const dlx::Interrupter& interrupter_;

  // Held by the worker that reads, which may hold the other one, too.
  std::mutex reading_;
  PuzzleInput input_;
  size_t wanted_jobs_ = 0;
  bool is_at_end_ = false;
  bool has_stopped_reading_ = false;

  std::mutex writing_;
  Report report_;
  size_t chunk_size_ = 1;
  double fraction_read_ = 0;
  uint64_t jobs_read_ = 0;
  uint64_t jobs_written_ = 0;
  std::vector<std::unique_ptr<Chunk>> free_;
  std::deque<std::unique_ptr<Chunk>> in_flight_;  // In the order of the input.
  std::condition_variable chunk_written_;
  int working_ = 0;  // The workers that are not at their ends.
  std::condition_variable all_done_;
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
