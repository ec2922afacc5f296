#include "tools/benchmark/families.h"

#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/base/fnv.h"
#include "dlx/base/string_view.h"
#include "dlx/make/registry.h"

namespace contest {
namespace {

// The same on every computer.
uint64_t Hash(absl::string_view text) {
  dlx::internal::Fnv1a<uint64_t> hash;
  hash.Add(text);
  return hash.value();
}

}  // namespace

std::vector<Family> AllFamilies() {
  std::vector<Family> all;
  for (const auto families :
       {GraphFamilies(), BoardFamilies(), PuzzleFamilies(), OtherFamilies()}) {
    all.insert(all.end(), families.begin(), families.end());
  }
  return all;
}

dlx::Problem MakeProblem(const Family& family, int level, uint64_t seed) {
  Random random(Hash(absl::StrCat(family.name, " ", level, " ", seed)));
  return family.make(level, random);
}

std::vector<dlx::ItemId> AddPrimaries(dlx::ProblemBuilder& builder,
                                      absl::string_view prefix, int count) {
  std::vector<dlx::ItemId> items;
  for (int i = 0; i < count; ++i) {
    items.push_back(builder.AddPrimary(absl::StrCat(prefix, i)));
  }
  return items;
}

std::vector<dlx::ItemId> AddSecondaries(dlx::ProblemBuilder& builder,
                                        absl::string_view prefix, int count) {
  std::vector<dlx::ItemId> items;
  for (int i = 0; i < count; ++i) {
    items.push_back(builder.AddSecondary(absl::StrCat(prefix, i)));
  }
  return items;
}

dlx::Problem Require(absl::StatusOr<dlx::Problem> problem) {
  if (!problem.ok()) {
    std::fprintf(stderr, "benchmark: %s\n",
                 problem.status().ToString().c_str());
    std::abort();
  }
  return *std::move(problem);
}

dlx::Problem Finish(dlx::ProblemBuilder builder) {
  return Require(std::move(builder).Build());
}

dlx::Problem MakeWellKnown(absl::string_view words) {
  const std::vector<dlx::StringView> all = absl::StrSplit(words, ' ');
  const dlx::make::Generator* generator = dlx::make::FindGenerator(all[0]);
  if (generator == nullptr) {
    return Require(absl::NotFoundError(absl::StrCat("no problem ", all[0])));
  }
  return Require(
      dlx::make::Make(*generator, absl::MakeConstSpan(all).subspan(1),
                      [](absl::string_view) -> absl::StatusOr<std::string> {
                        return absl::UnimplementedError("no files here");
                      }));
}

}  // namespace contest
