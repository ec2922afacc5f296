#include "dlx/make/random_problem.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

using Random = std::mt19937_64;  // The standard fixes its numbers.

// Moves a random choice of `count` values to the front, in random order.
// Written out, because the standard does not fix what std::shuffle does.
template <typename T>
void ShuffleFront(size_t count, Random& random, std::vector<T>& values) {
  for (size_t i = 0; i < count; ++i) {
    std::swap(values[i], values[i + random() % (values.size() - i)]);
  }
}

}  // namespace

absl::StatusOr<Problem> MakeRandomProblem(const RandomProblemParams& params) {
  const int n = params.items;
  const int k = params.option_size;
  if (k < 1 || n < k || params.options < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("a random problem cannot have ", params.options,
                     " options of ", k, " out of ", n, " items"));
  }
  const int planted = params.planted ? n / k : 0;
  if (params.planted && (n % k != 0 || planted > params.options)) {
    return absl::InvalidArgumentError(
        absl::StrCat("no cover of ", n, " items consists of at most ",
                     params.options, " options of ", k));
  }
  if (absl::Status status =
          CheckSize("the random problem", double{1} * params.options * k + n);
      !status.ok()) {
    return status;
  }

  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < n; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat("i", i)));
  }
  Random random(static_cast<uint64_t>(params.seed));
  std::vector<std::vector<ItemUse>> options;
  if (params.planted) ShuffleFront(n, random, items);
  for (int option = 0; option < params.options; ++option) {
    const bool is_planted = option < planted;
    if (!is_planted) ShuffleFront(k, random, items);
    const auto begin = items.begin() + (is_planted ? option * k : 0);
    std::vector<ItemUse>& uses = options.emplace_back(begin, begin + k);
    std::sort(uses.begin(), uses.end(), [](const ItemUse& a, const ItemUse& b) {
      return a.item < b.item;
    });
  }
  ShuffleFront(options.size(), random, options);
  for (const std::vector<ItemUse>& uses : options) builder.AddOption(uses);
  return std::move(builder).Build();
}

std::vector<Generator> RandomProblemGenerators() {
  return {
      {.name = "random",
       .summary = "Options of equal size, chosen at random",
       .parameters = {Positional("items", "their number", "60"),
                      Positional("options", "their number", "300"),
                      Positional("size", "of the options", "4"),
                      Number("seed", "another one, another problem", "0"),
                      Flag("planted", "there is a cover")},
       .example = "random 60 300 4 --seed=7 --planted",
       .make =
           [](const Arguments& arguments) {
             return MakeRandomProblem({.items = arguments.Number("items"),
                                       .options = arguments.Number("options"),
                                       .option_size = arguments.Number("size"),
                                       .seed = arguments.Number("seed"),
                                       .planted = arguments.Flag("planted")});
           }},
  };
}

}  // namespace dlx::make
