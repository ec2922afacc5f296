#include "dlx/io/export/model_counter.h"

#include <cstddef>
#include <cstdlib>
#include <iostream>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"

namespace dlx::io {
namespace {

enum Value : char { kFree, kTrue, kFalse };

// Indexed by the number of a variable.
using Assignment = std::vector<Value>;

Value ValueOf(const Assignment& assignment, int literal) {
  const Value value = assignment[static_cast<size_t>(std::abs(literal))];
  if (value == kFree || literal > 0) return value;
  return value == kTrue ? kFalse : kTrue;
}

void MakeTrue(Assignment& assignment, int literal) {
  assignment[static_cast<size_t>(std::abs(literal))] =
      literal > 0 ? kTrue : kFalse;
}

// Assigns what single literals force. False if a clause is violated.
bool Propagate(const Formula& formula, Assignment& assignment) {
  for (bool again = true; again;) {
    again = false;
    for (const std::vector<int>& clause : formula.clauses) {
      int free_literals = 0, last_free = 0;
      bool is_satisfied = false;
      for (const int literal : clause) {
        const Value value = ValueOf(assignment, literal);
        is_satisfied |= value == kTrue;
        if (value != kFree) continue;
        ++free_literals;
        last_free = literal;
      }
      if (is_satisfied || free_literals > 1) continue;
      if (free_literals == 0) return false;
      MakeTrue(assignment, last_free);
      again = true;
    }
  }
  return true;
}

uint64_t Count(const Formula& formula, Assignment assignment) {
  if (!Propagate(formula, assignment)) return 0;
  for (int variable = 1; variable <= formula.variables; ++variable) {
    if (ValueOf(assignment, variable) != kFree) continue;
    uint64_t count = 0;
    for (const int literal : {variable, -variable}) {
      Assignment child = assignment;
      MakeTrue(child, literal);
      count += Count(formula, child);
    }
    return count;
  }
  return 1;
}

void Require(bool condition, absl::string_view line) {
  if (condition) return;
  std::cerr << "this is not DIMACS: " << line << "\n";
  std::abort();
}

}  // namespace

Formula ParseDimacs(absl::string_view text) {
  Formula formula;
  size_t clauses = 0;
  bool has_header = false;
  for (const absl::string_view line :
       absl::StrSplit(text, '\n', absl::SkipEmpty())) {
    if (absl::StartsWith(line, "c ")) continue;
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
    if (!has_header) {
      has_header = words.size() == 4 && words[0] == "p" && words[1] == "cnf" &&
                   absl::SimpleAtoi(words[2], &formula.variables) &&
                   absl::SimpleAtoi(words[3], &clauses);
      Require(has_header, line);
      continue;
    }
    Require(words.back() == "0", line);
    std::vector<int> clause(words.size() - 1);
    for (size_t i = 0; i < clause.size(); ++i) {
      Require(absl::SimpleAtoi(words[i], &clause[i]) && clause[i] != 0 &&
                  std::abs(clause[i]) <= formula.variables,
              line);
    }
    formula.clauses.push_back(clause);
  }
  Require(formula.clauses.size() == clauses, "the number of clauses");
  return formula;
}

uint64_t CountModels(const Formula& formula) {
  return Count(formula,
               Assignment(static_cast<size_t>(formula.variables) + 1, kFree));
}

}  // namespace dlx::io
