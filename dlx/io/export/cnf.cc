#include "dlx/io/export/cnf.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/io/export/legend.h"
#include "dlx/io/export/zero_one_form.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

// Some gigabytes of text.
constexpr uint64_t kMaxClauses = 100'000'000;

Literal LiteralOf(uint32_t variable) {
  return static_cast<Literal>(variable) + 1;
}

absl::Status CheckSize(const Problem& problem, const ZeroOneForm& form,
                       AtMostOne at_most_one) {
  uint64_t total = form.variable_count + problem.use_count();
  uint64_t most = 0;
  const ItemCount* longest = nullptr;
  for (const ItemCount& count : form.counts) {
    const uint64_t cost =
        CountCost(count.variables.size(), count.low, count.high, at_most_one);
    total += cost;
    if (cost <= most) continue;
    most = cost;
    longest = &count;
  }
  if (total <= kMaxClauses) return absl::OkStatus();
  const bool is_pairwise =
      at_most_one == AtMostOne::kPairwise && longest->high == 1;
  return absl::ResourceExhaustedError(absl::StrCat(
      "CNF would need more than ", kMaxClauses, " clauses, of which about ",
      most, is_pairwise ? " for the pairs" : " to count those", " of the ",
      longest->variables.size(), " options of item ",
      Quoted(problem.item_name(longest->item)), " that are chosen; ",
      is_pairwise ? "a sequential counter" : "opb", " needs fewer"));
}

void AddColor(const ColorVariable& color, ClauseWriter& clauses) {
  const Literal literal = LiteralOf(color.variable);
  std::vector<Literal> has_an_option = {-literal};
  for (const OptionId option : color.options) {
    clauses.Add({-LiteralOf(option.value()), literal});
    has_an_option.push_back(LiteralOf(option.value()));
  }
  clauses.Add(has_an_option);
}

// Some solvers (z3) give values only to variables that they have met; an option
// that nothing restricts stands in a clause that always holds.
void MentionUnrestrictedOptions(const std::vector<bool>& is_restricted,
                                ClauseWriter& clauses) {
  for (uint32_t i = 0; i < is_restricted.size(); ++i) {
    if (!is_restricted[i]) clauses.Add({LiteralOf(i), -LiteralOf(i)});
  }
}

}  // namespace

absl::StatusOr<std::string> WriteCnf(const Problem& problem,
                                     const CnfOptions& options) {
  if (problem.has_costs()) {
    return absl::InvalidArgumentError(
        "CNF cannot express costs; opb, lp, mps, asp and minizinc can");
  }
  const ZeroOneForm form = MakeZeroOneForm(problem);
  if (absl::Status status = CheckSize(problem, form, options.at_most_one);
      !status.ok()) {
    return status;
  }

  ClauseWriter clauses(static_cast<Literal>(form.variable_count));
  std::vector<bool> is_restricted(problem.option_count());
  std::vector<Literal> literals;
  for (const ItemCount& count : form.counts) {
    const auto clauses_before = clauses.clauses();
    literals.clear();
    for (const uint32_t variable : count.variables) {
      literals.push_back(LiteralOf(variable));
    }
    AddCount(literals, count.low, count.high, options.at_most_one, clauses);
    if (clauses.clauses() == clauses_before) continue;
    for (const uint32_t variable : count.variables) {
      if (variable < is_restricted.size()) is_restricted[variable] = true;
    }
  }
  for (const ColorVariable& color : form.colors) {
    AddColor(color, clauses);
    for (const OptionId option : color.options) {
      is_restricted[option.value()] = true;
    }
  }
  MentionUnrestrictedOptions(is_restricted, clauses);

  std::string text;
  AppendLegend(
      problem, form, "c ",
      [](uint32_t variable) { return absl::StrCat(LiteralOf(variable)); },
      text);
  const Literal first_counter = LiteralOf(form.variable_count);
  if (clauses.variables() >= first_counter) {
    absl::StrAppend(&text, "c ", first_counter, " to ", clauses.variables(),
                    " count\n");
  }
  absl::StrAppend(&text, "p cnf ", clauses.variables(), " ", clauses.clauses(),
                  "\n", clauses.text());
  return text;
}

}  // namespace dlx::io
