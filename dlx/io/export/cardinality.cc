#include "dlx/io/export/cardinality.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <vector>

#include "absl/strings/str_cat.h"

namespace dlx::io {
namespace {

// Up to here, n(n-1)/2 is not more than 4n - 7.
constexpr uint64_t kMaxPairwise = 7;

// How far a counter must count for these bounds.
uint64_t CounterWidth(uint64_t literals, uint64_t low, uint64_t high) {
  return std::max(low, high < literals ? high : 0);
}

struct Bounds {
  uint64_t low;
  uint64_t high;
  bool negated;  // They are those of the negated literals.
};

// Between low and high of n literals are true if and only if between n - high
// and n - low of them are false. Chooses what needs the narrower counter.
Bounds NarrowerBounds(uint64_t literals, uint64_t low, uint64_t high) {
  high = std::min(high, literals);
  const Bounds negated = {literals - high, literals - low, true};
  if (CounterWidth(literals, negated.low, negated.high) <
      CounterWidth(literals, low, high)) {
    return negated;
  }
  return {low, high, false};
}

bool UsesPairs(uint64_t literals, uint64_t high, AtMostOne at_most_one) {
  if (high != 1 || at_most_one == AtMostOne::kSequential) return false;
  return at_most_one == AtMostOne::kPairwise || literals <= kMaxPairwise;
}

void AddPairs(absl::Span<const Literal> literals, ClauseWriter& clauses) {
  for (size_t i = 0; i < literals.size(); ++i) {
    for (size_t j = i + 1; j < literals.size(); ++j) {
      clauses.Add({-literals[i], -literals[j]});
    }
  }
}

// The counter of the header's comment. `low` is at most the number of literals.
void AddCounter(absl::Span<const Literal> literals, size_t low, size_t high,
                ClauseWriter& clauses) {
  const bool has_high = high < literals.size();
  const size_t width = CounterWidth(literals.size(), low, high);
  // reached[j] is s(i,j), for the i literals before this one.
  std::vector<Literal> reached(width + 1, ClauseWriter::kFalse);
  reached[0] = ClauseWriter::kTrue;
  for (size_t i = 0; i < literals.size(); ++i) {
    const Literal literal = literals[i];
    if (has_high) clauses.Add({-literal, -reached[high]});
    if (i + 1 == literals.size()) break;
    // Downwards, because s(i,j) needs the old s(i-1,j-1).
    for (size_t j = std::min(width, i + 1); j > 0; --j) {
      const Literal before = reached[j];
      const Literal less_one = reached[j - 1];
      if (i == 0) {
        reached[j] = literal;  // j is 1.
        continue;
      }
      const Literal now = clauses.NewVariable();
      clauses.Add({-before, now});
      clauses.Add({-literal, -less_one, now});
      clauses.Add({-now, before, literal});
      clauses.Add({-now, less_one});
      reached[j] = now;
    }
  }
  if (low == 0) return;
  // All but the last literal reach `low`, or the last one makes up for it.
  clauses.Add({reached[low], literals.back()});
  clauses.Add({reached[low - 1]});
}

}  // namespace

void ClauseWriter::Add(absl::Span<const Literal> clause) {
  for (const Literal literal : clause) {
    assert(literal == kTrue || literal == kFalse ||
           (literal != 0 && std::abs(literal) <= variables_));
    if (literal == kTrue) return;
  }
  for (const Literal literal : clause) {
    if (literal != kFalse) absl::StrAppend(&text_, literal, " ");
  }
  absl::StrAppend(&text_, "0\n");
  ++clauses_;
}

uint64_t CountCost(uint64_t literals, uint64_t low, uint64_t high,
                   AtMostOne at_most_one) {
  if (low > literals) return 1;
  const Bounds bounds = NarrowerBounds(literals, low, high);
  if (UsesPairs(literals, bounds.high, at_most_one)) {
    return literals * (literals - 1) / 2 + 1;
  }
  return literals *
         std::max<uint64_t>(CounterWidth(literals, bounds.low, bounds.high), 1);
}

void AddCount(absl::Span<const Literal> literals, uint32_t low, uint32_t high,
              AtMostOne at_most_one, ClauseWriter& clauses) {
  if (low > literals.size()) {
    clauses.Add({});
    return;
  }
  const Bounds bounds = NarrowerBounds(literals.size(), low, high);
  std::vector<Literal> counted(literals.begin(), literals.end());
  if (bounds.negated) {
    for (Literal& literal : counted) literal = -literal;
  }
  const bool has_high = bounds.high < counted.size();
  const bool by_pairs =
      UsesPairs(counted.size(), bounds.high, at_most_one) || !has_high;
  if (bounds.low <= 1 && by_pairs) {
    if (bounds.low == 1) clauses.Add(counted);
    if (has_high) AddPairs(counted, clauses);
    return;
  }
  AddCounter(counted, bounds.low, bounds.high, clauses);
}

}  // namespace dlx::io
