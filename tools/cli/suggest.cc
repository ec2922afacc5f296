#include "tools/cli/suggest.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace cli {

// The textbook table, three lines of it at a time: line[j] is the distance
// between the first i letters of `a` and the first j letters of `b`.
int EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<int> before_last(b.size() + 1);
  std::vector<int> last(b.size() + 1);
  std::vector<int> line(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) line[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(line);
    line[0] = static_cast<int>(i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const int replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      line[j] = std::min({replaced, last[j] + 1, line[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        line[j] = std::min(line[j], before_last[j - 2] + 1);
      }
    }
  }
  return line[b.size()];
}

std::string DidYouMean(absl::string_view word,
                       absl::Span<const absl::string_view> candidates) {
  absl::string_view best;
  // One mistake in three letters is forgiven.
  int best_distance = static_cast<int>(word.size() + 2) / 3 + 1;
  for (absl::string_view candidate : candidates) {
    int distance = EditDistance(word, candidate);
    if (word.size() >= 2 && absl::StartsWith(candidate, word)) distance = 1;
    if (distance < best_distance) {
      best = candidate;
      best_distance = distance;
    }
  }
  if (best.empty()) return "";
  return absl::StrCat("; did you mean \"", best, "\"?");
}

}  // namespace cli
