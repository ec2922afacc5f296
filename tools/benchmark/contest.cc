#include "tools/benchmark/contest.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace contest {
std::vector<Attempt> Compete(const std::vector<Contestant>& contestants,
                             int rounds) {
  std::vector<Attempt> best(contestants.size());
  std::vector<bool> has_given_up(contestants.size());
  for (int round = 0; round < rounds; ++round) {
    for (size_t k = 0; k < contestants.size(); ++k) {
      // There and back, so that none always comes after the same one.
      const size_t i = round % 2 == 0 ? k : contestants.size() - 1 - k;
      if (has_given_up[i]) continue;
      const Attempt run = contestants[i].run();
      has_given_up[i] = !run.time.has_value();
      if (round == 0) {
        best[i] = run;
      } else if (run.time.has_value()) {
        best[i].time = std::min(*best[i].time, *run.time);
      }
    }
  }
  return best;
}

std::optional<std::string> CommonAnswer(const std::vector<Attempt>& runs) {
  std::string answer;
  for (const Attempt& run : runs) {
    if (!run.answer.has_value()) continue;
    if (!answer.empty() && answer != *run.answer) return std::nullopt;
    answer = *run.answer;
  }
  return answer;
}

void Ratios::Add(double ratio) {
  log_sum_ += std::log(ratio);
  worst_ = std::max(worst_, ratio);
  ++count_;
}

std::string Ratios::Mean() const {
  if (count_ == 0) return "";
  return absl::StrCat(RatioText(std::exp(log_sum_ / count_)), " (", count_,
                      ")");
}

std::string Ratios::Worst() const {
  return count_ == 0 ? "" : RatioText(worst_);
}

std::string TimeText(absl::Duration time) {
  const double seconds = absl::ToDoubleSeconds(time);
  if (seconds >= 1) return absl::StrFormat("%.2f s", seconds);
  return absl::StrFormat("%.*f ms", seconds >= 0.01 ? 1 : 2, seconds * 1000);
}

std::string RatioText(double ratio) {
  return absl::StrFormat("%.*f", ratio < 0.1 ? 3 : 2, ratio);
}

}  // namespace contest
