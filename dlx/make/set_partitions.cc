#include "dlx/make/set_partitions.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/size_limit.h"

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

}  // namespace dlx::make
