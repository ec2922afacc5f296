#ifndef TOOLS_BENCHMARK_TABLE_H_
#define TOOLS_BENCHMARK_TABLE_H_

// A table as Markdown, which can be read as it is and pasted into a document.

#include <string>
#include <utility>
#include <vector>

namespace contest {

class Table {
 public:
  explicit Table(std::vector<std::string> header) {
    rows_.push_back(std::move(header));
  }

  // Cells that are not there are empty.
  void AddRow(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  // The first column is to the left, the others to the right.
  std::string ToMarkdown() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace contest

#endif  // TOOLS_BENCHMARK_TABLE_H_
