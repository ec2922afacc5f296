#include "dlx/make/one_factorizations.h"

#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/names.h"
#include "dlx/make/size_limit.h"

namespace dlx::make {
namespace {

using Game = std::pair<int, int>;
using Round = std::vector<Game>;

// Calls `visit` with all ways to complete `round`, in lexicographic order.
// `free` has the teams that do not play yet, in increasing order.
void ForEachRound(Round& round, const std::vector<int>& free,
                  absl::FunctionRef<void(const Round&)> visit) {
  if (free.empty()) return visit(round);
  for (size_t k = 1; k < free.size(); ++k) {
    std::vector<int> rest(free.begin() + 1, free.end());
    rest.erase(rest.begin() + (k - 1));
    round.emplace_back(free[0], free[k]);
    ForEachRound(round, rest, visit);
    round.pop_back();
  }
}

// Whether the round is {01, 23, 45, ...}, or else has no game of that one.
bool FitsFirstRound(const Round& round) {
  size_t shared = 0;
  for (const auto& [a, b] : round) shared += (a % 2 == 0 && b == a + 1);
  return shared == 0 || shared == round.size();
}

}  // namespace

absl::StatusOr<Problem> MakeOneFactorizations(
    const OneFactorizationsParams& params) {
  const int n = params.size;
  if (n < 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("a graph to be factorized has 2 or more points, not ", n));
  }
  double uses = n % 2 == 0 ? n / 2.0 : 0.0;
  for (int k = n - 1; n % 2 == 0 && k > 1 && uses <= kMaxUses; k -= 2) {
    uses *= k;
  }
  if (absl::Status status = CheckSize(
          absl::StrCat("the problem of factorizing a graph of ", n, " points"),
          uses + 0.5 * n * n);
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  std::vector<std::vector<ItemId>> games(n, std::vector<ItemId>(n));
  std::vector<int> teams;
  for (int a = 0; a < n; ++a) {
    teams.push_back(a);
    for (int b = a + 1; b < n; ++b) {
      games[a][b] = builder.AddPrimary(IndexedName("", {a, b}, n));
    }
  }
  if (n % 2 == 0) {
    Round round;
    ForEachRound(round, teams, [&](const Round& round) {
      if (params.fix_first && !FitsFirstRound(round)) return;
      std::vector<ItemUse> uses;
      for (const auto& [a, b] : round) uses.push_back(games[a][b]);
      builder.AddOption(uses);
    });
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
