#ifndef DLX_ENGINE_TEAM_H_
#define DLX_ENGINE_TEAM_H_

// Threads for an engine that does parts of its work at the same time:
//
//   Team team(2);
//   team.Run([&](size_t i) { sums[i] = Sum(parts[i]); });  // For 0 and 1.
//
// The threads start once, and wait between two calls of Run(). If the system
// refuses some, the others do all the parts.

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>

#include "absl/functional/function_ref.h"
#include "dlx/base/threads.h"

namespace dlx::internal {

// One thread at a time may use it.
class Team {
 public:
  // REQUIRES: size >= 1.
  explicit Team(size_t size);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  size_t size() const { return size_; }

  // Calls part(0), ..., part(size() - 1), as many of them at a time as there
  // are threads, the calling one included. Returns when all have returned. If
  // one of them throws, Run() throws the same.
  void Run(absl::FunctionRef<void(size_t)> part);

 private:
  // The work of each of the other threads, until the team is dissolved.
  void Help();
  // Does one part after the other until all are taken.
  void DoParts(std::unique_lock<std::mutex>& lock);

  const size_t size_;

  std::mutex mutex_;
  std::condition_variable work_changed_;  // For the helping threads.
  std::condition_variable work_done_;     // For the one in Run().
  // Guarded by the mutex.
  const absl::FunctionRef<void(size_t)>* part_ = nullptr;
  size_t next_part_;  // size_ if there is none left to take.
  size_t parts_done_ = 0;
  bool is_dissolved_ = false;
  std::exception_ptr error_;

  Threads helpers_;
};

}  // namespace dlx::internal

#endif  // DLX_ENGINE_TEAM_H_
