#include "dlx/schedule/limit_watch.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace dlx {

absl::Duration SteadyNow() {
  return absl::FromChrono(std::chrono::steady_clock::now().time_since_epoch());
}

LimitWatch::LimitWatch(const Limits& limits, Clock clock)
    : limits_(limits), clock_(clock) {
  Start();
}

void LimitWatch::Start() {
  if (has_deadline()) deadline_ = clock_() + limits_.time;
}

bool LimitWatch::MustStop() const {
  if (IsInterrupted(limits_.interrupter)) {
    return true;
  }
  return has_deadline() && clock_() >= deadline_;
}

void Pacer::Look(absl::Duration now) {
  if (std::exchange(has_looked_, true)) Took(now - last_look_);
  last_look_ = now;
}

void Pacer::Took(absl::Duration time) {
  constexpr uint64_t kLongestStride = uint64_t{1} << 40;
  if (time < interval_ / 2) {
    stride_ = std::min(2 * stride_, kLongestStride);
  } else if (time > interval_ * 2) {
    const double part = absl::FDivDuration(interval_, time);
    stride_ = std::max<uint64_t>(
        static_cast<uint64_t>(static_cast<double>(stride_) * part), 1);
  }
}

ProgressReporter::ProgressReporter(const SearchOptions& options, Clock clock)
    : on_progress_(options.on_progress),
      interval_(options.progress_interval),
      clock_(clock) {
  Start();
}

void ProgressReporter::Start() {
  if (!is_wanted()) return;
  next_report_ = clock_() + interval_;
  last_ = {};
}

void ProgressReporter::MayReport(absl::FunctionRef<Progress()> progress) {
  if (!is_wanted()) return;
  const absl::Duration now = clock_();
  if (now < next_report_) return;
  Progress next = progress();
  next.fraction_done = std::max(next.fraction_done, last_.fraction_done);
  next.nodes = std::max(next.nodes, last_.nodes);
  next.solutions = std::max(next.solutions, last_.solutions);
  last_ = std::move(next);
  on_progress_(last_);
  next_report_ = now + interval_;
}

}  // namespace dlx
