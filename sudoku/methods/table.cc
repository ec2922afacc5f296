#include "sudoku/methods/table.h"

#include "sudoku/methods/rows.h"

namespace sudoku {

absl::Span<const Method> AllMethods() {
  static const Method kMethods[] = {
      kBruteForce,   kBacktracking, kMoler,     kNorvig,    kAlgorithmX,
      kDancingLinks, kBitSets,      kBitPlanes, kAnnealing, kRoot,
  };
  return kMethods;
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
