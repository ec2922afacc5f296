#ifndef TOOLS_BENCHMARK_CONTEST_H_
#define TOOLS_BENCHMARK_CONTEST_H_

// Several contestants do the same work in turns, and the shortest time of each
// counts. In turns, because a computer that is busy, or hot, is so for all of
// them then; the shortest, because everything that disturbs adds time.

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace contest {

// What came of one run, or of the best of several.
struct Attempt {
  // Of the CPU. Nothing if the contestant cannot do it, or not in time.
  std::optional<absl::Duration> time = std::nullopt;
  // What it found, such as a number of covers; nothing if it does not say.
  std::optional<std::string> answer = std::nullopt;
  // The bytes that it needed at most, if that is known.
  std::optional<size_t> memory = std::nullopt;
};

struct Contestant {
  std::string name;
  std::function<Attempt()> run;
};

// The best run of each contestant, out of `rounds`.
std::vector<Attempt> Compete(const std::vector<Contestant>& contestants,
                             int rounds);

// What all who gave an answer say; nothing if they contradict each other, and
// "" if none gave one.
std::optional<std::string> CommonAnswer(const std::vector<Attempt>& runs);

// The quotients of two contestants' times, of which the mean is of interest.
class Ratios {
 public:
  void Add(double ratio);
  // "0.37 (12)": the geometric mean, and of how many; or nothing.
  std::string Mean() const;
  std::string Worst() const;

 private:
  double log_sum_ = 0;
  double worst_ = 0;
  int count_ = 0;
};

// "12.3 ms", "4.56 s".
std::string TimeText(absl::Duration time);
std::string RatioText(double ratio);

}  // namespace contest

#endif  // TOOLS_BENCHMARK_CONTEST_H_
