#ifndef TOOLS_BENCHMARK_CHOICE_REPORT_H_
#define TOOLS_BENCHMARK_CHOICE_REPORT_H_

// How good the automatic choice of an engine was: tables, and a plot of the
// ratios.
//
// What is promised is at most twice the time of the best single engine and
// setting, plus 20 ms, and at most four times its memory, plus 16 MB.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"

namespace contest {

// One task on one problem.
struct ChoiceResult {
  std::string family;
  std::string problem;
  std::string task;
  bool is_kept_aside = false;
  // What the automatic choice took. If it was not done in time, that time: it
  // takes at least as long.
  absl::Duration automatic;
  bool is_done = true;
  // The best single setting; none if all were slower than the automatic choice.
  std::optional<absl::Duration> best = std::nullopt;
  std::string best_setting;
  // In bytes; nothing if it is not known.
  std::optional<size_t> automatic_memory = std::nullopt;
  std::optional<size_t> best_memory = std::nullopt;

  // Times of less than a millisecond say nothing.
  double ratio() const;
  // Whether time and memory are as promised.
  bool keeps_promise() const;
  bool keeps_memory() const;
};

// A row for each family, one for all tuned on, one for all kept aside.
std::string ChoiceTable(const std::vector<ChoiceResult>& results);
// A row for each result that breaks a promise, or for each at all.
std::string ChoiceDetails(const std::vector<ChoiceResult>& results,
                          bool only_broken);
// All ratios from the least to the greatest.
std::string ChoicePlot(const std::vector<ChoiceResult>& results);

}  // namespace contest

#endif  // TOOLS_BENCHMARK_CHOICE_REPORT_H_
