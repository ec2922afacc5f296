#ifndef TOOLS_BENCHMARK_RIVAL_H_
#define TOOLS_BENCHMARK_RIVAL_H_

// Another program that does the same work: any command line. Nothing is known
// about it but how to start it, and perhaps which words come before its answer.

#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "tools/benchmark/contest.h"

namespace contest {

struct Rival {
  std::string name;
  // A line for the shell, in which {} stands for a file.
  std::string command;
};

// From "NAME=COMMAND".
absl::StatusOr<Rival> ParseRival(absl::string_view text);

// Starts the command with a file. Its time is that of its process and of all
// that this one starts, from beginning to end. Its answer is the whole number
// that comes after the last `answer_after` in what it writes, to standard
// output or standard error; none if that is empty. A command that cannot
// be started, crashes, or takes longer than `time_limit`, has no time.
Attempt RunRival(const Rival& rival, const std::string& path,
                 const std::string& answer_after, absl::Duration time_limit);

// The number; see above.
std::optional<std::string> FindAnswer(absl::string_view output,
                                      absl::string_view answer_after);

}  // namespace contest

#endif  // TOOLS_BENCHMARK_RIVAL_H_
