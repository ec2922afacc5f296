#include "dlx/engine/team.h"

#include <utility>

namespace dlx::internal {

Team::Team(size_t size) : size_(size), next_part_(size) {
  while (helpers_.size() + 1 < size_ && helpers_.Start([this] { Help(); })) {
  }
}

Team::~Team() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_dissolved_ = true;
  }
  work_changed_.notify_all();
  helpers_.Join();
}

void Team::Help() {
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    work_changed_.wait(lock,
                       [this] { return is_dissolved_ || next_part_ < size_; });
    if (is_dissolved_) return;
    DoParts(lock);
  }
}

void Team::DoParts(std::unique_lock<std::mutex>& lock) {
  while (next_part_ < size_) {
    const size_t i = next_part_++;
    std::exception_ptr error;
    lock.unlock();
    try {
      (*part_)(i);
    } catch (...) {
      error = std::current_exception();
    }
    lock.lock();
    if (error != nullptr) error_ = error;
    if (++parts_done_ == size_) work_done_.notify_one();
  }
}

void Team::Run(absl::FunctionRef<void(size_t)> part) {
  std::unique_lock<std::mutex> lock(mutex_);
  part_ = &part;
  next_part_ = parts_done_ = 0;
  work_changed_.notify_all();
  DoParts(lock);
  work_done_.wait(lock, [this] { return parts_done_ == size_; });
  part_ = nullptr;
  if (std::exception_ptr error = std::exchange(error_, nullptr)) {
    std::rethrow_exception(error);
  }
}

}  // namespace dlx::internal
