#ifndef DLX_TESTING_CORPUS_H_
#define DLX_TESTING_CORPUS_H_

// The problems of testdata/dlx, and how many covers they have. A test that
// reads them has //testdata/dlx:problems among its data.
//
// What is not as it should be ends the program.

#include <ostream>
#include <string>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/strings/string_view.h"
#include "dlx/problem.h"

namespace dlx::testing {

// A row of the table EXPECTED.tsv.
struct CorpusEntry {
  std::string problem;
  absl::uint128 covers;
  // What it takes to count them: "quick", "long" or "memo".
  std::string effort;

  friend std::ostream& operator<<(std::ostream& out, const CorpusEntry& entry) {
    return out << entry.problem;
  }
};

std::vector<CorpusEntry> ReadCorpus();

// The problem of that name in the table.
Problem ReadCorpusProblem(absl::string_view name);

}  // namespace dlx::testing

#endif  // DLX_TESTING_CORPUS_H_
