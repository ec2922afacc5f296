#ifndef DLX_SCHEDULE_LIMIT_WATCH_H_
#define DLX_SCHEDULE_LIMIT_WATCH_H_

// A search has to look up from time to time: is a limit reached, is it
// interrupted, is it time to report progress? Looking too often costs time,
// looking seldom makes it deaf. Three classes do so, for the engines and for
// anything else that goes on step by step:
//
//     LimitWatch        says whether to stop, and why.
//     Pacer             says how many steps to take until the next look.
//     ProgressReporter  calls back now and then.
//
//   LimitWatch watch(limits);
//   Pacer pacer(absl::Milliseconds(5));
//   for (uint64_t steps = 0; !done;) {
//     outcome = watch.Check(steps, solutions);
//     if (outcome != Outcome::kRunning) break;
//     pacer.Look(watch.Now());
//     ... go on until `steps` is pacer.NextLook(steps)
//   }

#include <cassert>
#include <cstdint>
#include <functional>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx {

// Tells the time since some moment that does not matter. Tests bring their own.
using Clock = absl::Duration (*)();

// By a clock that is never set, unlike that of absl::Now().
[[nodiscard]] absl::Duration SteadyNow();

// Whether to stop. After Start(), any thread may call the others at any time.
class LimitWatch {
 public:
  // A time limit counts from now on. The limits are copied.
  explicit LimitWatch(const Limits& limits, Clock clock = SteadyNow);

  // It counts from now on.
  void Start();

  // Why to stop after that many nodes (or steps of another kind) and solutions;
  // kRunning if there is no reason. Looks at the clock only if there is a time
  // limit.
  [[nodiscard]] Outcome Check(uint64_t nodes, uint64_t solutions = 0) const {
    if (IsInterrupted(limits_.interrupter)) {
      return Outcome::kInterrupted;
    }
    if (solutions >= limits_.solutions) return Outcome::kSolutionLimit;
    if (nodes >= limits_.nodes) return Outcome::kNodeLimit;
    if (has_deadline() && clock_() >= deadline_) return Outcome::kTimeLimit;
    return Outcome::kRunning;
  }

  // The same in the middle of something, where only interruption and time
  // matter.
  [[nodiscard]] bool MustStop() const;

  const Limits& limits() const { return limits_; }
  void SetNodeLimit(uint64_t nodes) { limits_.nodes = nodes; }
  bool has_deadline() const { return limits_.time != absl::InfiniteDuration(); }
  [[nodiscard]] absl::Duration Now() const { return clock_(); }
  Clock clock() const { return clock_; }

 private:
  Limits limits_;
  Clock clock_;
  absl::Duration deadline_;
};

// How many steps to take until the next look. Steps of one problem take a
// thousand times as long as those of another, and those near the root a
// thousand times as long as others: so it begins with few, doubles the number
// as long as that takes little time, and is quick to take it back.
class Pacer {
 public:
  // Looks are to come about so far apart. REQUIRES: first_stride > 0.
  explicit Pacer(absl::Duration interval, uint64_t first_stride = 1)
      : interval_(interval), first_stride_(first_stride) {
    assert(first_stride > 0);
    Restart();
  }

  void Restart() {
    stride_ = first_stride_;
    has_looked_ = false;
  }

  // Notes that this is the time of a look, stride() steps after the last one.
  void Look(absl::Duration now);
  // The same, if it is known how long those steps took.
  void Took(absl::Duration time);

  uint64_t stride() const { return stride_; }
  // The step of the next look, if this is the step of the last one.
  [[nodiscard]] uint64_t NextLook(uint64_t step) const {
    return step > kUnlimited - stride_ ? kUnlimited : step + stride_;
  }

 private:
  absl::Duration interval_;
  uint64_t first_stride_;
  uint64_t stride_;
  bool has_looked_;
  absl::Duration last_look_;
};

// Calls on_progress of the options, if there is one, when it is time to.
class ProgressReporter {
 public:
  explicit ProgressReporter(const SearchOptions& options,
                            Clock clock = SteadyNow);

  // The first interval begins now, and what has been said is forgotten.
  void Start();

  bool is_wanted() const { return on_progress_ != nullptr; }
  // The moment of the next report; infinitely late if none is wanted.
  absl::Duration next_report() const { return next_report_; }

  // Reports if it is time to. Progress may come from several engines in turns,
  // or be a sum with rounding errors: what is said never goes back.
  void MayReport(absl::FunctionRef<Progress()> progress);

 private:
  std::function<void(const Progress&)> on_progress_;
  absl::Duration interval_;
  Clock clock_;
  absl::Duration next_report_ = absl::InfiniteDuration();
  Progress last_;
};

}  // namespace dlx

#endif  // DLX_SCHEDULE_LIMIT_WATCH_H_
