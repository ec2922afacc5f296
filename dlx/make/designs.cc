#include "dlx/make/designs.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/make/generators.h"

namespace dlx::make {

absl::StatusOr<Problem> MakeSetPartitions(const SetPartitionsParams& params) {
  const int n = params.size;
  if (n < 1) {
    return absl::InvalidArgumentError(
        absl::StrCat("a set to be partitioned has size 1 or more, not ", n));
  }
  if (params.blocks.has_value() && *params.blocks < 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "the number of blocks must be 1 or more, not ", *params.blocks));
  }
  if (absl::Status status = CheckSize(
          absl::StrCat("the problem of all partitions of ", n, " things"),
          std::exp2(n) * n / 2);
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  std::vector<ItemUse> always;
  if (params.blocks.has_value()) {
    const auto k = static_cast<uint32_t>(*params.blocks);
    always.push_back(builder.AddPrimary("#", {k, k}));
  }
  std::vector<ItemId> things;
  for (int k = 0; k < n; ++k) {
    things.push_back(builder.AddPrimary(absl::StrCat("x", k)));
  }
  for (uint32_t subset = 1; subset < uint32_t{1} << n; ++subset) {
    std::vector<ItemUse> uses = always;
    for (int k = 0; k < n; ++k) {
      if ((subset >> k & 1) != 0) uses.push_back(things[k]);
    }
    builder.AddOption(uses);
  }
  return std::move(builder).Build();
}

namespace {

// The number of subsets of size k of n things, or anything above kMaxUses if it
// is above that.
double Binomial(int n, int k) {
  k = std::min(k, n - k);
  double product = 1;
  for (int i = 1; i <= k && product <= kMaxUses; ++i) {
    product *= double{1} * (n - k + i) / i;
  }
  return product;
}

// All subsets of that size, in lexicographic order.
std::vector<std::vector<int>> Subsets(const std::vector<int>& set, int size) {
  std::vector<std::vector<int>> subsets;
  std::vector<int> chosen;  // Positions in `set`.
  const int n = static_cast<int>(set.size());
  for (int next = 0;;) {
    const int missing = size - static_cast<int>(chosen.size());
    if (missing == 0) {
      std::vector<int>& subset = subsets.emplace_back();
      for (int position : chosen) subset.push_back(set[position]);
    } else if (missing <= n - next) {
      chosen.push_back(next++);
      continue;
    }
    if (chosen.empty()) return subsets;
    next = chosen.back() + 1;
    chosen.pop_back();
  }
}

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

// The secondary items of perfect factorizations: the sets of points within
// which at most one round may play.
class ClosedSets {
 public:
  ClosedSets(int points, ProblemBuilder& builder) : points_(points) {
    std::vector<int> all;
    for (int point = 0; point < points; ++point) all.push_back(point);
    for (int size = 4; 2 * size <= points; size += 2) {
      for (const std::vector<int>& set : Subsets(all, size)) {
        if (!IsCounted(set)) continue;
        items_[set] = builder.AddSecondary(IndexedName("c", set, points));
      }
    }
  }

  // How many uses they have in a round, and how many there are.
  static double UsesInRound(int points) {
    double uses = 0;
    for (int games = 2; 4 * games <= points; ++games) {
      uses += Binomial(points / 2, games);
    }
    return uses;
  }
  static double Count(int points) {
    double count = 0;
    for (int size = 4; 2 * size <= points; size += 2) {
      count += Binomial(points, size);
    }
    return count;
  }

  // Adds the items of the sets within which the round plays.
  void AddUses(const Round& round, std::vector<ItemUse>& uses) const {
    std::vector<int> numbers;
    for (int i = 0; i < static_cast<int>(round.size()); ++i) {
      numbers.push_back(i);
    }
    for (int games = 2; 4 * games <= points_; ++games) {
      for (const std::vector<int>& some : Subsets(numbers, games)) {
        std::vector<int> set;
        for (const int game : some) {
          set.push_back(round[game].first);
          set.push_back(round[game].second);
        }
        std::sort(set.begin(), set.end());
        if (IsCounted(set)) uses.push_back(items_.at(set));
      }
    }
  }

 private:
  // Of a half and the other one, only one counts.
  bool IsCounted(const std::vector<int>& set) const {
    return 2 * static_cast<int>(set.size()) < points_ || set[0] == 0;
  }

  int points_;
  absl::flat_hash_map<std::vector<int>, ItemId> items_;
};

}  // namespace

absl::StatusOr<Problem> MakeOneFactorizations(
    const OneFactorizationsParams& params) {
  const int n = params.size;
  if (n < 2) {
    return absl::InvalidArgumentError(
        absl::StrCat("a graph to be factorized has 2 or more points, not ", n));
  }
  const double uses_of_sets = params.perfect ? ClosedSets::UsesInRound(n) : 0;
  double uses = n % 2 == 0 ? n / 2.0 + uses_of_sets : 0.0;
  for (int k = n - 1; n % 2 == 0 && k > 1 && uses <= kMaxUses; k -= 2) {
    uses *= k;
  }
  if (params.perfect) uses += ClosedSets::Count(n);
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
  std::optional<ClosedSets> closed_sets;
  if (params.perfect) closed_sets.emplace(n, builder);
  if (n % 2 == 0) {
    Round round;
    ForEachRound(round, teams, [&](const Round& round) {
      if (params.fix_first && !FitsFirstRound(round)) return;
      std::vector<ItemUse> uses;
      for (const auto& [a, b] : round) uses.push_back(games[a][b]);
      if (closed_sets.has_value()) closed_sets->AddUses(round, uses);
      builder.AddOption(uses);
    });
  }
  return std::move(builder).Build();
}

namespace {

// Whether the block may stay if the blocks through the first t-1 points are
// fixed: if it is one of them, or does not contain those points.
bool FitsFirstBlocks(const std::vector<int>& block, int t, int hole) {
  const int k = static_cast<int>(block.size());
  for (int i = 0; i < t - 1; ++i) {
    if (block[i] != i) return true;
  }
  const int rest = k - (t - 1);
  if ((block[t - 1] - std::max(t - 1, hole)) % rest != 0) return false;
  return block[k - 1] - block[t - 1] == rest - 1;
}

// Whether so many points of it are in the hole, which are the first ones.
bool HasInHole(const std::vector<int>& points, int count, int hole) {
  return points[count - 1] < hole;
}

}  // namespace

absl::StatusOr<Problem> MakeSteinerSystems(const SteinerSystemsParams& params) {
  const int n = params.points;
  const int k = params.block_size;
  const int t = params.strength;
  if (t < 1 || k <= t || n < k) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "a Steiner system S(t, k, n) needs 1 <= t < k <= n; t = %d, k = %d, "
        "n = %d will not do",
        t, k, n));
  }
  if (params.hole < 0 || params.hole >= n) {
    return absl::InvalidArgumentError(
        absl::StrFormat("a hole in %d points has 0 to %d of them, not %d", n,
                        n - 1, params.hole));
  }
  const double subsets = Binomial(n, t);
  const double blocks = Binomial(n, k);
  if (absl::Status status = CheckSize(
          absl::StrFormat("the problem of Steiner systems S(%d, %d, %d)", t, k,
                          n),
          subsets * t + blocks * (k + Binomial(k, t)));
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  absl::flat_hash_map<std::vector<int>, ItemId> items;
  std::vector<int> points;
  for (int point = 0; point < n; ++point) points.push_back(point);
  for (const std::vector<int>& subset : Subsets(points, t)) {
    if (HasInHole(subset, t, params.hole)) continue;
    items[subset] = builder.AddPrimary(IndexedName("", subset, n));
  }
  for (const std::vector<int>& block : Subsets(points, k)) {
    if (HasInHole(block, t, params.hole)) continue;
    if (params.fix_first && !FitsFirstBlocks(block, t, params.hole)) continue;
    std::vector<ItemUse> uses;
    for (const std::vector<int>& subset : Subsets(block, t)) {
      uses.push_back(items[subset]);
    }
    builder.AddOption(uses);
  }
  return std::move(builder).Build();
}

namespace {

absl::StatusOr<Problem> SetPartitionsFrom(const Arguments& arguments) {
  SetPartitionsParams params = {.size = arguments.Number("n")};
  if (arguments.Has("blocks")) params.blocks = arguments.Number("blocks");
  return MakeSetPartitions(params);
}

}  // namespace

std::vector<Generator> DesignGenerators() {
  return {
      {.name = "one-factorizations",
       .summary = "Timetables of N teams, each against all others",
       .parameters = {Positional("n", "the number of teams"),
                      Flag("fix-first", "with the round 01 23 45 ..."),
                      Flag("perfect",
                           "any two rounds are one cycle through all teams")},
       .example = "one-factorizations 8",
       .make =
           [](const Arguments& arguments) {
             return MakeOneFactorizations(
                 {.size = arguments.Number("n"),
                  .fix_first = arguments.Flag("fix-first"),
                  .perfect = arguments.Flag("perfect")});
           }},
      {.name = "set-partitions",
       .summary = "Partitions of a set of N things",
       .parameters = {Positional("n", "the size of the set"),
                      Number("blocks", "only partitions into so many blocks")},
       .example = "set-partitions 10",
       .make = SetPartitionsFrom},
      {.name = "steiner-systems",
       .summary = "Blocks of points, every T points together in one block",
       .parameters =
           {Positional("n", "the number of points"),
            Number("block-size", "the number of points in a block", "3"),
            Number("strength", "the T above", "2"),
            Flag("fix-first", "with the blocks 012 034 056 ..."),
            Number("hole", "no block has T of the first so many points", "0")},
       .example = "steiner-systems 9",
       .make =
           [](const Arguments& arguments) {
             return MakeSteinerSystems(
                 {.points = arguments.Number("n"),
                  .block_size = arguments.Number("block-size"),
                  .strength = arguments.Number("strength"),
                  .fix_first = arguments.Flag("fix-first"),
                  .hole = arguments.Number("hole")});
           }},
  };
}

}  // namespace dlx::make
