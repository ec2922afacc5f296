#include "tools/dlx/problem_file.h"

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdlib>
#include <mutex>

#include "absl/flags/declare.h"
#include "absl/flags/flag.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/base/threads.h"
#include "dlx/io/any_reader.h"
#include "dlx/problem.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/input_file.h"

ABSL_DECLARE_FLAG(cli::TimeoutFlag, timeout);

namespace dlx::tool {

namespace {

cli::ExitCode FailOfTime() {
  return cli::Fail(cli::ExitCode::kLimit,
                   "the time limit came while the problem was being read");
}

// --timeout while a problem is read: it ends the program, which has done
// nothing yet, and becomes shorter by that time. Small texts take none to speak
// of.
class ReadingTime {
 public:
  explicit ReadingTime(size_t bytes) {
    constexpr size_t kSmall = size_t{1} << 19;
    if (bytes < kSmall || limit_.value == absl::InfiniteDuration()) return;
    is_watched_ = watchman_.Start([this] { Watch(); });
  }

  // Ends the watch. Returns how much of the limit is left; none if it has come.
  absl::Duration End() {
    if (!is_watched_) return absl::InfiniteDuration();
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      is_over_ = true;
    }
    change_.notify_one();
    watchman_.Join();
    return std::max(limit_.value - (absl::Now() - start_),
                    absl::ZeroDuration());
  }

 private:
  void Watch() {
    std::unique_lock<std::mutex> lock(mutex_);
    const absl::Duration limit = std::min(limit_.value, absl::Hours(1000));
    const bool is_read = change_.wait_for(
        lock, absl::ToChronoNanoseconds(limit), [this] { return is_over_; });
    if (!is_read) std::_Exit(static_cast<int>(FailOfTime()));
  }

  const absl::Time start_ = absl::Now();
  const cli::TimeoutFlag limit_ = absl::GetFlag(FLAGS_timeout);
  bool is_watched_ = false;
  std::mutex mutex_;
  std::condition_variable change_;
  bool is_over_ = false;
  Threads watchman_;
};

}  // namespace

cli::ExitCode WithProblem(
    absl::string_view path,
    absl::FunctionRef<cli::ExitCode(const Problem&)> use) {
  absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) {
    return cli::Fail(cli::ExitCode::kNoInput, file.status().message());
  }
  ReadingTime time(file->text.size());
  const absl::StatusOr<Problem> problem =
      io::ReadAnyProblem(file->text, file->name);
  const absl::Duration left = time.End();
  if (!problem.ok()) {
    return cli::Fail(cli::ExitCode::kBadInput, problem.status().message());
  }
  if (left == absl::ZeroDuration()) return FailOfTime();
  if (left != absl::InfiniteDuration()) {
    absl::SetFlag(&FLAGS_timeout, cli::TimeoutFlag{left});
  }
  file->text = {};  // It may be large, and the search long.
  return use(*problem);
}

}  // namespace dlx::tool
