#include "dlx/make/langford.h"

#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

absl::Status CheckParams(const LangfordParams& params) {
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
  return CheckSize(absl::StrCat("Langford's problem with ", copies,
                                " copies of ", n, " numbers"),
                   double{1} * n * copies * n * (copies + 1));
}

// The last place where the first k can stand. Its mirror image stands in front.
int LastStart(const LangfordParams& params, int k) {
  return params.copies * params.size - 1 - (params.copies - 1) * (k + 1);
}

// The number whose options are halved: the largest that has none that is its
// own mirror image; if each has one, the largest of all.
struct Halved {
  int number;
  bool can_be_centred;
};

Halved ChooseHalved(const LangfordParams& params) {
  for (int k = params.size; k >= 1; --k) {
    if (LastStart(params, k) % 2 != 0) return {k, false};
  }
  return {params.size, true};
}

}  // namespace

absl::StatusOr<Problem> MakeLangford(const LangfordParams& params) {
  if (absl::Status status = CheckParams(params); !status.ok()) return status;
  const int n = params.size;
  ProblemBuilder builder;
  std::vector<ItemId> number_items, place_items;
  for (int k = 1; k <= n; ++k) {
    number_items.push_back(builder.AddPrimary(absl::StrCat(k)));
  }
  for (int s = 0; s < params.copies * n; ++s) {
    place_items.push_back(builder.AddPrimary(absl::StrCat("s", s)));
  }
  const Halved halved = ChooseHalved(params);
  std::optional<ItemId> middle;
  if (params.halve && halved.can_be_centred) {
    middle = builder.AddSecondary("middle");
  }

  for (int k = 1; k <= n; ++k) {
    const int last_start = LastStart(params, k);
    for (int start = 0; start <= last_start; ++start) {
      const int mirrored_start = last_start - start;
      if (params.halve && k == halved.number && start > mirrored_start) {
        continue;
      }
      std::vector<ItemUse> uses = {number_items[k - 1]};
      for (int copy = 0; copy < params.copies; ++copy) {
        uses.push_back(place_items[start + copy * (k + 1)]);
      }
      if (middle.has_value() && ((k == n && start == mirrored_start) ||
                                 (k == n - 1 && start > mirrored_start))) {
        uses.push_back(*middle);
      }
      builder.AddOption(uses);
    }
  }
  return std::move(builder).Build();
}

std::vector<Generator> LangfordGenerators() {
  return {
      {.name = "langford",
       .summary = "Numbers 1..N in a row, the two Ks with K places in between",
       .parameters = {Positional("n", "the largest number"),
                      Number("copies", "of each number", "2"),
                      Flag("halve", "only one of two mirror images")},
       .example = "langford 8 --halve",
       .make =
           [](const Arguments& arguments) {
             return MakeLangford({.size = arguments.Number("n"),
                                  .copies = arguments.Number("copies"),
                                  .halve = arguments.Flag("halve")});
           }},
  };
}

}  // namespace dlx::make
