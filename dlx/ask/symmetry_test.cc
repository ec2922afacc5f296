#include "dlx/ask/symmetry.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/types/span.h"
#include "dlx/limits.h"
#include "dlx/make/registry.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using testing::AllCovers;
using testing::Cover;
using testing::CoversWith;
using testing::Dice;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::ProblemFromNotation;
using testing::ProblemShape;
using testing::QueensProblem;
using testing::RandomProblem;
using testing::StatusIs;
using testing::ToNotation;

// The symmetries of a tiny problem, by trying all ways to permute its items and
// their colours. Shares nothing with what it is a check of.
class BruteForce {
 public:
  BruteForce(const Problem& problem, const std::vector<OptionId>& givens)
      : problem_(problem), colors_(problem.item_count()) {
    for (uint32_t i = 0; i < problem.option_count(); ++i) {
      for (const ItemUse& use : problem.option(OptionId(i))) {
        if (use.color == kNoColor) continue;
        auto& colors = colors_[use.item.value()];
        if (!absl::c_linear_search(colors, use.color.value())) {
          colors.push_back(use.color.value());
        }
      }
    }
    for (uint32_t i = 0; i < problem.option_count(); ++i) {
      const OptionId option(i);
      Key key = {
          {}, problem.cost(option), absl::c_linear_search(givens, option)};
      for (const ItemUse& use : problem.option(option)) {
        key.uses.insert({use.item.value(), use.color.value()});
      }
      const size_t kind = kinds_.try_emplace(key, kinds_.size()).first->second;
      kind_of_.push_back(kind);
      copies_.resize(kinds_.size());
      ++copies_[kind];
    }
    TryAll();
  }

  // As permutations of the kinds of options.
  const std::set<std::vector<size_t>>& symmetries() const {
    return symmetries_;
  }

  // Whether a cover can have two equal options.
  bool CanHaveEqualOptions() const {
    return absl::c_any_of(kinds_, [this](const auto& entry) {
      const auto& [key, kind] = entry;
      return copies_[kind] > 1 && absl::c_all_of(key.uses, [&](auto use) {
               const ItemId item(use.first);
               return problem_.is_primary(item)
                          ? problem_.multiplicity(item).high > 1
                          : use.second != 0;
             });
    });
  }

  size_t Classes(const std::vector<Cover>& covers) const {
    std::set<std::set<size_t>> left;
    for (const Cover& cover : covers) {
      std::set<size_t> kinds;
      for (const OptionId option : cover)
        kinds.insert(kind_of_[option.value()]);
      left.insert(kinds);
    }
    size_t classes = 0;
    for (; !left.empty(); ++classes) {
      const std::set<size_t> first = *left.begin();
      for (const std::vector<size_t>& symmetry : symmetries_) {
        std::set<size_t> image;
        for (const size_t kind : first) image.insert(symmetry[kind]);
        left.erase(image);
      }
    }
    return classes;
  }

 private:
  struct Key {
    std::set<std::pair<uint32_t, uint32_t>> uses;
    int64_t cost;
    bool given;
    bool operator<(const Key& other) const {
      return std::tie(uses, cost, given) <
             std::tie(other.uses, other.cost, other.given);
    }
  };

  bool MayGo(uint32_t from, uint32_t to) const {
    return problem_.is_primary(ItemId(from)) ==
               problem_.is_primary(ItemId(to)) &&
           problem_.multiplicity(ItemId(from)) ==
               problem_.multiplicity(ItemId(to)) &&
           colors_[from].size() == colors_[to].size();
  }

  void TryAll() {
    std::vector<uint32_t> items(problem_.item_count());
    std::iota(items.begin(), items.end(), 0);
    do {
      bool may = true;
      for (uint32_t i = 0; i < items.size(); ++i) {
        may = may && MayGo(i, items[i]);
      }
      if (may) TryColors(items, 0, {});
    } while (absl::c_next_permutation(items));
  }

  void TryColors(const std::vector<uint32_t>& items, uint32_t item,
                 std::map<std::pair<uint32_t, uint32_t>, uint32_t> images) {
    if (item == items.size()) return Try(items, images);
    std::vector<uint32_t> to = colors_[items[item]];
    absl::c_sort(to);
    do {
      for (size_t k = 0; k < to.size(); ++k) {
        images[{item, colors_[item][k]}] = to[k];
      }
      TryColors(items, item + 1, images);
    } while (absl::c_next_permutation(to));
  }

  void Try(const std::vector<uint32_t>& items,
           const std::map<std::pair<uint32_t, uint32_t>, uint32_t>& colors) {
    std::vector<size_t> symmetry(kinds_.size());
    for (const auto& [key, kind] : kinds_) {
      Key image = {{}, key.cost, key.given};
      for (const auto& use : key.uses) {
        image.uses.insert(
            {items[use.first], use.second == 0 ? 0 : colors.at(use)});
      }
      const auto found = kinds_.find(image);
      if (found == kinds_.end()) return;
      if (copies_[kind] != copies_[found->second]) return;
      symmetry[kind] = found->second;
    }
    symmetries_.insert(symmetry);
  }

  const Problem& problem_;
  std::vector<std::vector<uint32_t>> colors_;
  std::map<Key, size_t> kinds_;
  std::vector<size_t> kind_of_;
  std::vector<size_t> copies_;
  std::set<std::vector<size_t>> symmetries_;
};

// A generator is a symmetry: item by item, use by use.
void ExpectSymmetry(const Problem& problem, const Symmetry& symmetry) {
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    const OptionId option(i);
    const OptionId image = symmetry.options[i];
    EXPECT_EQ(problem.cost(option), problem.cost(image));
    std::set<std::pair<uint32_t, uint32_t>> uses;
    std::set<std::pair<uint32_t, uint32_t>> expected;
    for (const ItemUse& use : problem.option(image)) {
      uses.insert({use.item.value(), use.color.value()});
    }
    for (const ItemUse& use : problem.option(option)) {
      ItemUse to(symmetry.items[use.item.value()], use.color);
      for (const auto& [a, b] : symmetry.colors) {
        if (a == use) to = b;
      }
      expected.insert({to.item.value(), to.color.value()});
    }
    EXPECT_EQ(uses, expected);
  }
}

// Returns whether there is a symmetry, and a cover.
bool ExpectSameAsBruteForce(const Problem& problem,
                            const std::vector<OptionId>& givens = {}) {
  SCOPED_TRACE(ToNotation(problem));
  const BruteForce expected(problem, givens);
  const auto group = FindSymmetries(problem, {.givens = givens});
  EXPECT_THAT(group, IsOk());
  EXPECT_EQ(group->order(), expected.symmetries().size());
  std::vector<ItemMap> maps;
  for (const Symmetry& symmetry : group->generators()) {
    ExpectSymmetry(problem, symmetry);
    maps.push_back({symmetry.items, symmetry.colors});
  }
  // The generators are enough, and can be told by items and colours.
  const auto again = GenerateSymmetries(problem, maps, {.givens = givens});
  EXPECT_THAT(again, IsOk());
  if (again.ok()) {
    EXPECT_EQ(again->order(), group->order());
  }
  const auto count = CountUpToSymmetry(*group, {.givens = givens});
  if (expected.CanHaveEqualOptions()) {
    EXPECT_THAT(count, StatusIs(absl::StatusCode::kUnimplemented,
                                HasSubstr("are equal")));
    return false;
  }
  EXPECT_THAT(count, IsOk());
  const std::vector<Cover> covers = CoversWith(AllCovers(problem), givens);
  const auto representatives = ClassRepresentatives::Create(*group);
  EXPECT_THAT(representatives, IsOk());
  if (count.ok() && representatives.ok()) {
    EXPECT_EQ(count->classes, expected.Classes(covers));
    size_t classes = 0;
    uint64_t length = 0;
    for (const Cover& cover : covers) {
      const uint64_t here = representatives->LengthIfFirst(cover);
      if (here > 0) ++classes;
      length += here;
    }
    EXPECT_EQ(count->classes, classes);
    EXPECT_EQ(count->covers, length);
  }
  return group->order() > 1 && !covers.empty();
}

TEST(SymmetryTest, TinyProblems) {
  size_t visited = 0;
  size_t interesting = 0;
  for (const testing::TinyFamily& family : testing::TinyFamilies()) {
    testing::ForEachProblem(family, [&](const Problem& problem) {
      if (++visited % 7 != 0) return;
      if (ExpectSameAsBruteForce(problem)) ++interesting;
    });
  }
  EXPECT_GT(interesting, 50);
}

TEST(SymmetryTest, RandomProblems) {
  Dice dice(35);
  size_t interesting = 0;
  for (int i = 0; i < 2000; ++i) {
    ProblemShape shape = testing::RandomShape(dice, 7);
    shape.primary = std::min<uint32_t>(shape.primary, 4);
    shape.secondary = std::min<uint32_t>(shape.secondary, 2);
    shape.colors = std::min<uint32_t>(shape.colors, 3);
    const Problem problem = RandomProblem(shape, dice);
    std::vector<OptionId> givens;
    if (i % 4 == 0 && problem.option_count() > 0) {
      givens.emplace_back(dice(static_cast<uint32_t>(problem.option_count())));
    }
    if (ExpectSameAsBruteForce(problem, givens)) ++interesting;
  }
  EXPECT_GT(interesting, 60);
}

// Several copies of a problem, each with all permutations of the copies: so
// that orbits use items with multiplicities several times.
Problem WithPlantedSymmetry(Dice& dice) {
  const uint32_t copies = 2 + dice(2);
  ProblemBuilder builder;
  // These all copies have in common; the others are for each copy.
  const uint32_t high = 1 + dice(3);
  const ItemId common = builder.AddPrimary("common", {dice(high + 1), high});
  const ItemId shade = builder.AddSecondary("shade");
  const ColorId colors[] = {kNoColor, builder.AddColor("red"),
                            builder.AddColor("blue")};
  std::vector<ItemId> items;
  const Multiplicity times =
      dice(2) == 0 ? Multiplicity{1, 1} : Multiplicity{dice(2), 2};
  for (uint32_t k = 0; k < copies; ++k) {
    items.push_back(builder.AddPrimary(absl::StrCat("own", k), times));
  }
  for (uint32_t i = 0; i < 3; ++i) {
    const bool uses_common = dice(2) == 0;
    const bool uses_shade = dice(2) == 0;
    const ColorId color = colors[dice(3)];
    const uint32_t other = dice(copies);
    for (uint32_t k = 0; k < copies; ++k) {
      std::vector<ItemUse> uses = {items[k]};
      if (uses_common) uses.emplace_back(common);
      if (uses_shade) uses.emplace_back(shade, color);
      if (other > 0) uses.emplace_back(items[(k + other) % copies]);
      builder.AddOption(uses);
    }
  }
  return *std::move(builder).Build();
}

TEST(SymmetryTest, PlantedSymmetry) {
  Dice dice(7);
  size_t interesting = 0;
  for (int i = 0; i < 600; ++i) {
    if (ExpectSameAsBruteForce(WithPlantedSymmetry(dice))) ++interesting;
  }
  EXPECT_GT(interesting, 150);
}

// So many equal things, in so many groups, that the symmetries are more than
// are looked at one by one: they are found as a product of symmetric groups.
Problem WithEqualThings(Dice& dice) {
  const uint32_t groups = 1 + 2 * dice(2);
  const uint32_t things = groups == 1 ? 9 : 4;
  ProblemBuilder builder;
  const uint32_t high = 1 + dice(2);
  const ItemId common = builder.AddPrimary("common", {dice(high + 1), high});
  const ItemId shade = builder.AddSecondary("shade");
  const ColorId colors[] = {builder.AddColor("red"), builder.AddColor("blue")};
  std::vector<ItemId> of_group;
  for (uint32_t g = 0; g < groups; ++g) {
    of_group.push_back(builder.AddPrimary(absl::StrCat("group", g), {0, 1}));
  }
  std::vector<ItemId> own;
  for (uint32_t g = 0; g < groups; ++g) {
    for (uint32_t i = 0; i < things; ++i) {
      own.push_back(builder.AddPrimary(absl::StrCat("own", g, ".", i)));
      builder.AddOption({own.back()});
      builder.AddOption({own.back(), of_group[g]});
    }
  }
  // More kinds of options for each thing, all of a kind alike.
  for (int kind = 0; kind < 2; ++kind) {
    // They differ, and none is there without a common item.
    const bool uses_common = kind == 0 || groups == 3 || dice(2) == 0;
    const bool uses_shade = kind == 1;
    const ColorId color = colors[dice(2)];
    const bool uses_group = dice(2) == 0;
    for (uint32_t g = 0; g < groups; ++g) {
      for (uint32_t i = 0; i < things; ++i) {
        std::vector<ItemUse> uses = {own[g * things + i]};
        if (uses_common) uses.emplace_back(common);
        if (uses_shade) uses.emplace_back(shade, color);
        if (uses_group) uses.emplace_back(of_group[g]);
        builder.AddOption(uses);
      }
    }
  }
  return *std::move(builder).Build();
}

// What generators take to each other, cover by cover.
size_t OrbitsOfCovers(const std::vector<Symmetry>& generators,
                      const std::vector<Cover>& covers) {
  std::set<Cover> left;
  for (Cover cover : covers) {
    absl::c_sort(cover);
    left.insert(cover);
  }
  size_t orbits = 0;
  for (; !left.empty(); ++orbits) {
    std::vector<Cover> to_do = {*left.begin()};
    left.erase(left.begin());
    while (!to_do.empty()) {
      const Cover cover = to_do.back();
      to_do.pop_back();
      for (const Symmetry& symmetry : generators) {
        Cover image;
        for (const OptionId option : cover) {
          image.push_back(symmetry.options[option.value()]);
        }
        absl::c_sort(image);
        if (left.erase(image) > 0) to_do.push_back(image);
      }
    }
  }
  return orbits;
}

TEST(SymmetryTest, EqualThings) {
  Dice dice(11);
  size_t interesting = 0;
  for (int i = 0; i < 12; ++i) {
    const Problem problem = WithEqualThings(dice);
    SCOPED_TRACE(ToNotation(problem));
    const auto group = FindSymmetries(problem);
    ASSERT_THAT(group, IsOk());
    EXPECT_GT(group->order(), 80'000);
    const auto count = CountUpToSymmetry(*group);
    ASSERT_THAT(count, IsOk());
    const std::vector<Cover> covers = AllCovers(problem);
    EXPECT_EQ(count->covers, covers.size());
    EXPECT_EQ(count->classes, OrbitsOfCovers(group->generators(), covers));
    if (count->classes > 5) ++interesting;
  }
  EXPECT_GT(interesting, 4);
}

TEST(SymmetryTest, ItemsOfOneNumber) {
  // Four things in pairs: any way to permute them; the pairs stay, the things
  // stay, the first thing stays.
  const Problem problem =
      ProblemFromNotation("a b c d\na b\nc d\na c\nb d\na d\nb c");
  const auto order = [&problem](std::vector<uint32_t> numbers) {
    const auto group =
        FindSymmetries(problem, {.item_numbers = std::move(numbers)});
    return group.ok() ? group->order().ToString()
                      : std::string(group.status().message());
  };
  EXPECT_EQ(order({}), "24");
  EXPECT_EQ(order({7, 7, 7, 7}), "24");
  EXPECT_EQ(order({0, 0, 1, 1}), "4");
  EXPECT_EQ(order({0, 1, 1, 1}), "6");
  EXPECT_EQ(order({0, 1, 2, 3}), "1");
  EXPECT_EQ(order({0, 1}), "there must be a number for each item, or for none");
  EXPECT_EQ(StructureOf(*FindSymmetries(problem)).value_or("?"), "S4");
}

Problem Made(absl::string_view words) {
  const std::vector<std::string> all = absl::StrSplit(words, ' ');
  std::vector<StringView> rest(all.begin() + 1, all.end());
  return *make::Make(*make::FindGenerator(all[0]), rest, [](StringView) {
    return absl::StatusOr<std::string>(absl::NotFoundError(""));
  });
}

struct KnownOrbits {
  std::string problem;
  std::string order;
  std::string classes;
};

// docs/symmetry.md has their sources.
TEST(SymmetryTest, KnownNumbers) {
  const KnownOrbits kKnown[] = {
      {"queens 4", "8", "1"},
      {"queens 5", "8", "2"},
      {"queens 6", "8", "1"},
      {"queens 7", "8", "6"},
      {"queens 8", "8", "12"},
      {"queens 9", "8", "46"},
      {"queens 10", "8", "92"},
      {"queens 11", "8", "341"},
      {"queens 12", "8", "1787"},
      {"dominoes 4x4", "8", "9"},
      {"dominoes 6x6", "8", "930"},
      {"dominoes 8x8", "8", "1629189"},
      {"dominoes 12x12", "8", "6632560613086062"},
      {"dominoes 16x16", "8", "305611096281378760240051639364"},
      {"pentominoes 3x20", "4", "2"},
      {"soma", "48", "240"},
      {"langford 7", "2", "26"},
      {"langford 8", "2", "150"},
      {"latin-squares 4", "82944", "2"},
      {"latin-squares 5", "10368000", "2"},
      {"latin-squares 6", "2239488000", "12"},
      {"steiner-systems 7", "5040", "1"},
      {"steiner-systems 9", "362880", "1"},
      {"one-factorizations 8", "40320", "6"},
      {"set-partitions 5", "120", "7"},
      {"set-partitions 11", "39916800", "56"},
  };
  for (const KnownOrbits& known : kKnown) {
    SCOPED_TRACE(known.problem);
    const auto group = FindSymmetries(Made(known.problem));
    ASSERT_THAT(group, IsOk());
    EXPECT_EQ(group->order().ToString(), known.order);
    const auto count = CountUpToSymmetry(*group);
    ASSERT_THAT(count, IsOk());
    EXPECT_EQ(count->classes.ToString(), known.classes);
  }
}

TEST(SymmetryTest, Limits) {
  const Problem queens = QueensProblem(8);
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_THAT(
      FindSymmetries(queens, {.limits = {.nodes = 1}}),
      StatusIs(absl::StatusCode::kDeadlineExceeded, HasSubstr("a limit came")));
  EXPECT_THAT(FindSymmetries(queens, {.limits = {.interrupter = &interrupter}}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("interrupted")));
  EXPECT_THAT(
      FindSymmetries(queens, {.memory_limit = 1000}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory")));
  const auto group = FindSymmetries(queens);
  ASSERT_THAT(group, IsOk());
  // What was counted is no more than what there is.
  Natural last = 0;
  for (const uint64_t nodes : {1, 100, 1000, 1'000'000}) {
    const auto count = CountUpToSymmetry(
        *group,
        {.limits = {.nodes = nodes}, .engine = EngineKind::kDancingLinks});
    ASSERT_THAT(count, IsOk());
    EXPECT_LE(last, count->classes);
    last = count->classes;
    EXPECT_EQ(count->summary.outcome,
              nodes < 1'000'000 ? Outcome::kNodeLimit : Outcome::kExhausted);
  }
  EXPECT_EQ(last, 12);
}

// A path whose ends differ: all vertices are told apart before the first of
// them is singled out.
TEST(SymmetryTest, LimitsHoldWhileExchangesAreCounted) {
  std::string text = "a\n";
  for (int i = 0; i < 2000; ++i) text += "a\n";
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_THAT(GenerateSymmetries(testing::ProblemFromNotation(text), {},
                                 {.limits = {.interrupter = &interrupter}}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("interrupted")));
}

TEST(SymmetryTest, LimitsHoldWhilePartitionsAreRefined) {
  std::string text = "i0";
  for (int i = 1; i < 20'000; ++i) absl::StrAppend(&text, " i", i);
  absl::StrAppend(&text, "\ni0\n");
  for (int i = 1; i < 20'000; ++i) {
    absl::StrAppend(&text, "i", i - 1, " i", i, "\n");
  }
  const Problem path = testing::ProblemFromNotation(text);
  Interrupter interrupter;
  interrupter.Request();
  EXPECT_THAT(FindSymmetries(path, {.limits = {.interrupter = &interrupter}}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("interrupted")));
  const auto all = FindSymmetries(path);
  ASSERT_THAT(all, IsOk());
  EXPECT_EQ(all->order(), 1);
  // What the graph of the problem takes counts, too.
  const auto too_large =
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory"));
  EXPECT_THAT(FindSymmetries(path, {.memory_limit = 1'000'000}), too_large);
  EXPECT_THAT(GenerateSymmetries(path, {}, {.memory_limit = 1'000'000}),
              too_large);
}

TEST(SymmetryTest, WhatCannotBe) {
  const Problem queens = QueensProblem(4);
  const auto invalid = [](absl::string_view text) {
    return StatusIs(absl::StatusCode::kInvalidArgument,
                    HasSubstr(std::string(text)));
  };
  EXPECT_THAT(FindSymmetries(queens, {.givens = {OptionId(16)}}),
              invalid("there is no option 16"));
  const auto group = FindSymmetries(queens);
  ASSERT_THAT(group, IsOk());
  EXPECT_THAT(CountUpToSymmetry(*group, {.givens = {OptionId(1)}}),
              invalid("other givens"));
  EXPECT_THAT(CountUpToSymmetry(*group, {.limits = {.solutions = 5}}),
              invalid("without a limit"));
  EXPECT_THAT(GenerateSymmetries(queens, {ItemMap()}),
              invalid("number 1 is no symmetry"));
}

TEST(SymmetryTest, ProgressOfAllCountsTogether) {
  const auto group = FindSymmetries(QueensProblem(10));
  ASSERT_THAT(group, IsOk());
  double last = 0;
  size_t calls = 0;
  SearchOptions options = {.engine = EngineKind::kDancingLinks};
  options.progress_interval = absl::ZeroDuration();
  options.on_progress = [&](const Progress& progress) {
    EXPECT_GE(progress.fraction_done, last);
    EXPECT_LE(progress.fraction_done, 1 + 1e-9);
    last = progress.fraction_done;
    ++calls;
  };
  EXPECT_THAT(CountUpToSymmetry(*group, options), IsOk());
  EXPECT_GT(calls, 0);
}

TEST(SymmetryTest, Orbits) {
  const Problem problem =
      ProblemFromNotation("a b c\na b\nb c\na\nb\nc\na\nc\n");
  const auto group = FindSymmetries(problem);
  ASSERT_THAT(group, IsOk());
  EXPECT_EQ(group->order(), 2);
  EXPECT_EQ(group->exchanges(), 4);
  EXPECT_THAT(
      group->ItemOrbits(),
      ElementsAre(ElementsAre(ItemId(0), ItemId(2)), ElementsAre(ItemId(1))));
  EXPECT_THAT(group->OptionOrbits(),
              ElementsAre(ElementsAre(OptionId(0), OptionId(1)),
                          ElementsAre(OptionId(2), OptionId(4), OptionId(5),
                                      OptionId(6)),
                          ElementsAre(OptionId(3))));
}

}  // namespace
}  // namespace dlx
