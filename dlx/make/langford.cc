#include "dlx/make/langford.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/size_limit.h"

namespace dlx::make {

absl::StatusOr<Problem> MakeLangford(const LangfordParams& params) {
  const int n = params.size;
  const int copies = params.copies;
  if (n < 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Langford's problem needs the numbers up to 1 or more, not ", n));
  }
  if (copies < 2) {
    return absl::InvalidArgumentError(absl::StrCat(
        "Langford's problem needs 2 or more copies of each number, not ",
        copies));
  }
  if (absl::Status status =
          CheckSize(absl::StrCat("Langford's problem with ", copies,
                                 " copies of ", n, " numbers"),
                    double{1} * n * copies * n * (copies + 1));
      !status.ok()) {
    return status;
  }
  const int places = copies * n;

  ProblemBuilder builder;
  std::vector<ItemId> number_items, place_items;
  for (int k = 1; k <= n; ++k) {
    number_items.push_back(builder.AddPrimary(absl::StrCat(k)));
  }
  for (int s = 0; s < places; ++s) {
    place_items.push_back(builder.AddPrimary(absl::StrCat("s", s)));
  }

  // The first and the last k stand this far apart.
  const auto length = [copies](int k) { return (copies - 1) * (k + 1); };
  // Whether k has an option that is its own mirror image.
  const auto can_be_centred = [&](int k) {
    return (places - 1 - length(k)) % 2 == 0;
  };
  int halved = n;
  while (halved > 1 && can_be_centred(halved)) --halved;
  std::optional<ItemId> middle;
  if (can_be_centred(halved)) {
    halved = n;
    if (params.halve) middle = builder.AddSecondary("middle");
  }

  for (int k = 1; k <= n; ++k) {
    const int last_start = places - 1 - length(k);
    for (int start = 0; start <= last_start; ++start) {
      std::vector<ItemUse> uses = {number_items[k - 1]};
      for (int copy = 0; copy < copies; ++copy) {
        uses.push_back(place_items[start + copy * (k + 1)]);
      }
      const int mirrored_start = last_start - start;
      if (params.halve) {
        if (k == halved && start > mirrored_start) continue;
        if (middle.has_value() && ((k == n && start == mirrored_start) ||
                                   (k == n - 1 && start > mirrored_start))) {
          uses.push_back(*middle);
        }
      }
      builder.AddOption(uses);
    }
  }
  return std::move(builder).Build();
}

}  // namespace dlx::make
