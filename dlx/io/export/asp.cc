#include "dlx/io/export/asp.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

constexpr absl::string_view kRules = R"(
% Choose some of the options,
{ chosen(K) } :- option(K).
% so that every primary item is in as many of them as it should be,
:- primary(I,Low,High), not Low { chosen(K) : use(K,I) } High.
% and a secondary item has at most one colour, or one option without a colour.
colored(I,C) :- chosen(K), use(K,I,C).
:- secondary(I), 2 { chosen(K) : use(K,I); colored(I,C) : color(I,C) }.
color(I,C) :- use(_,I,C).
)";

constexpr absl::string_view kMinimize =
    "% Let it cost little.\n#minimize { C,K : chosen(K), cost(K,C) }.\n";

// Facts that there may be none of, which gringo should not wonder about.
constexpr absl::string_view kDefined =
    "#defined option/1. #defined secondary/1. #defined use/2.\n"
    "#defined use/3. #show chosen/1.\n";

// A number that means no bound, or a bound that cannot be reached, is as good
// as the number of options and one more.
uint64_t Bounded(uint32_t bound, const Problem& problem) {
  return std::min<uint64_t>(bound, problem.option_count() + 1);
}

std::string QuotedName(absl::string_view name) {
  return absl::StrCat(
      "\"",
      absl::StrReplaceAll(name,
                          {{"\\", "\\\\"}, {"\"", "\\\""}, {"\n", "\\n"}}),
      "\"");
}

absl::Status CheckAspName(absl::string_view name) {
  // Strings have no escape for it, and end there.
  if (name.find('\0') == name.npos) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat(
      "ASP cannot write the name ", Quoted(name), ": it contains a NUL"));
}

absl::Status AppendItem(const Problem& problem, ItemId item,
                        std::string& text) {
  const absl::string_view name = problem.item_name(item);
  if (problem.is_primary(item)) {
    const Multiplicity multiplicity = problem.multiplicity(item);
    absl::StrAppend(&text, "primary(", QuotedName(name), ",",
                    Bounded(multiplicity.low, problem), ",",
                    Bounded(multiplicity.high, problem), ").\n");
  } else {
    absl::StrAppend(&text, "secondary(", QuotedName(name), ").\n");
  }
  return CheckAspName(name);
}

absl::Status AppendAspOption(const Problem& problem, OptionId option,
                             std::string& text) {
  const uint32_t number = option.value();
  absl::StrAppend(&text, "option(", number, ").");
  for (const ItemUse& use : problem.option(option)) {
    absl::StrAppend(&text, " use(", number, ",",
                    QuotedName(problem.item_name(use.item)));
    if (use.color != kNoColor) {
      const absl::string_view color = problem.color_name(use.color);
      if (absl::Status status = CheckAspName(color); !status.ok())
        return status;
      absl::StrAppend(&text, ",", QuotedName(color));
    }
    absl::StrAppend(&text, ").");
  }
  const int64_t cost = problem.cost(option);
  constexpr int64_t kMax = std::numeric_limits<int32_t>::max();
  if (cost > kMax || cost < -kMax) {
    return absl::InvalidArgumentError(
        absl::StrCat("ASP cannot express that option ", number, " costs ", cost,
                     ": its numbers have 32 bits"));
  }
  if (cost != 0) absl::StrAppend(&text, " cost(", number, ",", cost, ").");
  text.push_back('\n');
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::string> WriteAsp(const Problem& problem) {
  std::string text;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    absl::Status status = AppendItem(problem, ItemId(i), text);
    if (!status.ok()) return status;
  }
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    absl::Status status = AppendAspOption(problem, OptionId(i), text);
    if (!status.ok()) return status;
  }
  return absl::StrCat(text, kRules, problem.has_costs() ? kMinimize : "",
                      kDefined);
}

}  // namespace dlx::io
