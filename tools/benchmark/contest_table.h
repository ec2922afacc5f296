#ifndef TOOLS_BENCHMARK_CONTEST_TABLE_H_
#define TOOLS_BENCHMARK_CONTEST_TABLE_H_

// The results of contests, one in each row: what the first contestant took, and
// for each other one what it took and how the first one's time relates to that.

#include <functional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "tools/benchmark/contest.h"
#include "tools/benchmark/table.h"

namespace contest {

class ContestTable {
 public:
  // `title` and `count_title` are about the first two columns. Contests in
  // which both take less than `least` do not count for the means.
  ContestTable(std::string title, std::string count_title,
               std::vector<std::string> names, absl::Duration least);

  // What is shown for a time is up to `text`.
  void AddRow(std::string name, std::string count,
              const std::vector<Attempt>& runs,
              const std::function<std::string(absl::Duration)>& text);

  // With the geometric means and the worst ratios at the end.
  std::string ToMarkdown() const;

 private:
  absl::Duration least_;
  Table table_;
  std::vector<Ratios> ratios_;
};

}  // namespace contest

#endif  // TOOLS_BENCHMARK_CONTEST_TABLE_H_
