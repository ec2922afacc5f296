#include "dlx/make/steiner_systems.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/make/names.h"
#include "dlx/make/size_limit.h"

namespace dlx::make {
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

// Whether the block may stay if the blocks through the first t-1 points are
// fixed: if it is one of them, or does not contain those points.
bool FitsFirstBlocks(const std::vector<int>& block, int t) {
  const int k = static_cast<int>(block.size());
  for (int i = 0; i < t - 1; ++i) {
    if (block[i] != i) return true;
  }
  const int rest = k - (t - 1);
  if ((block[t - 1] - (t - 1)) % rest != 0) return false;
  return block[k - 1] - block[t - 1] == rest - 1;
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
    items[subset] = builder.AddPrimary(IndexedName("", subset, n));
  }
  for (const std::vector<int>& block : Subsets(points, k)) {
    if (params.fix_first && !FitsFirstBlocks(block, t)) continue;
    std::vector<ItemUse> uses;
    for (const std::vector<int>& subset : Subsets(block, t)) {
      uses.push_back(items[subset]);
    }
    builder.AddOption(uses);
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
