#include "sudoku/lab/recording.h"

#include "absl/strings/str_cat.h"

namespace sudoku {

Recording Record(const Method& method, const Puzzle& puzzle,
                 const MethodOptions& options, size_t most_events) {
  Recording recording;
  MethodOptions recorded = options;
  recorded.on_event = [&](const Event& event) {
    if (recording.events.size() == most_events) {
      recording.is_cut = true;
      return false;
    }
    recording.events.push_back(event);
    return options.on_event == nullptr || options.on_event(event);
  };
  recording.result = method.solve(puzzle, recorded);
  return recording;
}

std::string EndText(const Recording& recording) {
  const MethodResult& result = recording.result;
  if (recording.is_cut) {
    return absl::StrCat("The recording ends here, after ",
                        recording.events.size(),
                        " steps; the search would go on.");
  }
  const std::string why =
      result.remark.empty() ? "" : absl::StrCat(" (", result.remark, ")");
  switch (result.verdict) {
    case MethodVerdict::kUnique:
      return "This is the only solution.";
    case MethodVerdict::kMultiple:
      return "This puzzle has more than one solution.";
    case MethodVerdict::kNone:
      return absl::StrCat("This puzzle has no solution", why, ".");
    case MethodVerdict::kSolved:
      return absl::StrCat("Solved", why, ".");
    case MethodVerdict::kGaveUp:
      return absl::StrCat("The method gave up", why, ".");
  }
  return "";
}

}  // namespace sudoku
