#include "sudoku/lab/table.h"

#include <vector>

#include "sudoku/lab/rows.h"

namespace sudoku {

absl::Span<const Method> AllMethods() {
  static const auto& methods = *[] {
    auto* all = new std::vector<Method>{kBruteForce,
                                        kBacktracking,
                                        kMoler,
                                        kNorvig,
                                        kColoring,
                                        kPeople,
                                        kForwardChecking,
                                        kBounds,
                                        kAllDifferent,
                                        kShaving,
                                        kAlgorithmX,
                                        kDancingLinks,
                                        kBitSets,
                                        kBitPlanes,
                                        kNogoods,
                                        kAnnealing,
                                        kTabu,
                                        kGenetic,
                                        kRoot};
    const std::vector<Method> external = ExternalMethods();
    all->insert(all->end(), external.begin(), external.end());
    return all;
  }();
  return methods;
}

const Method* FindMethod(absl::string_view name) {
  for (const Method& method : AllMethods()) {
    if (method.name == name) return &method;
  }
  return nullptr;
}

absl::string_view MethodVerdictName(MethodVerdict verdict) {
  switch (verdict) {
    case MethodVerdict::kUnique:
      return "unique";
    case MethodVerdict::kMultiple:
      return "multiple solutions";
    case MethodVerdict::kNone:
      return "no solution";
    case MethodVerdict::kSolved:
      return "solved";
    case MethodVerdict::kGaveUp:
      return "gave up";
  }
  return "";
}

}  // namespace sudoku
