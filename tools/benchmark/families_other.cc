// Families of problems about words and timetables, of sets without any
// structure, and composed of other problems.

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dlx/make/random_problem.h"
#include "tools/benchmark/families.h"

namespace contest {
namespace {

using dlx::ColorId;
using dlx::ItemId;
using dlx::ItemUse;
using dlx::OptionId;
using dlx::Problem;
using dlx::ProblemBuilder;

// --- Words.

// Words that look a little like those of a language: consonants and vowels in
// turns, mostly.
std::vector<std::string> MakeWords(int length, int count, Random& random) {
  static constexpr absl::string_view kConsonants = "bcdlmnrst";
  static constexpr absl::string_view kVowels = "aeio";
  std::set<std::string> words;
  for (int tries = 0; tries < 20 * count; ++tries) {
    if (static_cast<int>(words.size()) == count) break;
    std::string word;
    bool is_vowel = random.Chance(40);
    for (int i = 0; i < length; ++i) {
      const absl::string_view letters = is_vowel ? kVowels : kConsonants;
      word += letters[random.Below(static_cast<int>(letters.size()))];
      if (random.Chance(85)) is_vowel = !is_vowel;
    }
    words.insert(word);
  }
  return {words.begin(), words.end()};
}

// A slot for each row and each column of a rectangle; letters are colours of
// the cells. A word may be used once only, if they are to be different.
Problem WordRectangle(int rows, int columns, int words, bool all_different,
                      Random& random) {
  const std::vector<std::string> across = MakeWords(columns, words, random);
  const std::vector<std::string> down =
      rows == columns ? across : MakeWords(rows, words, random);
  ProblemBuilder builder;
  const std::vector<ItemId> a = AddPrimaries(builder, "a", rows);
  const std::vector<ItemId> d = AddPrimaries(builder, "d", columns);
  const std::vector<ItemId> cells =
      AddSecondaries(builder, "c", rows * columns);
  std::vector<ItemId> once;
  if (all_different) once = AddSecondaries(builder, "w", words);
  const auto letter = [&](char c) {
    return builder.AddColor(std::string(1, c));
  };
  for (size_t w = 0; w < across.size(); ++w) {
    for (int r = 0; r < rows; ++r) {
      std::vector<ItemUse> uses = {a[r]};
      for (int c = 0; c < columns; ++c) {
        uses.push_back({cells[r * columns + c], letter(across[w][c])});
      }
      if (all_different) uses.push_back(once[w]);
      builder.AddOption(uses);
    }
  }
  for (size_t w = 0; w < down.size(); ++w) {
    for (int c = 0; c < columns; ++c) {
      std::vector<ItemUse> uses = {d[c]};
      for (int r = 0; r < rows; ++r) {
        uses.push_back({cells[r * columns + c], letter(down[w][r])});
      }
      if (all_different) uses.push_back(once[w]);
      builder.AddOption(uses);
    }
  }
  return Finish(std::move(builder));
}

Problem Crosswords(int level, Random& random) {
  static constexpr int kWords[] = {30, 60, 100, 160, 250, 350};
  return WordRectangle(4, 5, kWords[level], /*all_different=*/true, random);
}

Problem WordSquares(int level, Random& random) {
  static constexpr int kWords[] = {30, 60, 100, 150, 250, 350};
  return WordRectangle(4, 4, kWords[level], /*all_different=*/false, random);
}

// A ring of tiles, whose neighbours' edges must have the same colour.
Problem EdgeMatching(int level, Random& random) {
  const int rows = 2 + level / 3;
  const int columns = 3 + level % 3;
  const int colours = 4 + level / 3;
  ProblemBuilder builder;
  const std::vector<ItemId> places = AddPrimaries(builder, "p", rows * columns);
  const std::vector<ItemId> tiles = AddPrimaries(builder, "t", rows * columns);
  const std::vector<ItemId> across =
      AddSecondaries(builder, "h", rows * (columns + 1));
  const std::vector<ItemId> down =
      AddSecondaries(builder, "v", (rows + 1) * columns);
  const auto random_colours = [&](size_t count) {
    std::vector<ColorId> edges;
    for (size_t i = 0; i < count; ++i) {
      edges.push_back(builder.AddColor(absl::StrCat(random.Below(colours))));
    }
    return edges;
  };
  // Tiles are cut from a board that fits.
  const std::vector<ColorId> h = random_colours(across.size());
  const std::vector<ColorId> v = random_colours(down.size());
  for (int tile = 0; tile < rows * columns; ++tile) {
    const int row = tile / columns;
    const int column = tile % columns;
    const int left = row * (columns + 1) + column;
    const std::array<ColorId, 4> edges = {h[left], v[tile], h[left + 1],
                                          v[tile + columns]};
    for (int place = 0; place < rows * columns; ++place) {
      const int west = place / columns * (columns + 1) + place % columns;
      for (int turn = 0; turn < 4; ++turn) {
        builder.AddOption({places[place],
                           tiles[tile],
                           {across[west], edges[turn]},
                           {down[place], edges[(turn + 1) % 4]},
                           {across[west + 1], edges[(turn + 2) % 4]},
                           {down[place + columns], edges[(turn + 3) % 4]}});
      }
    }
  }
  return Finish(std::move(builder));
}

// --- Timetables.

// Each lesson has a class and a teacher, and takes a time and a room.
Problem Timetables(int level, Random& random) {
  const int classes = 3 + level / 2;
  const int times = 4 + level / 3;
  const int teachers = classes + 1;
  const int rooms = classes;
  ProblemBuilder builder;
  std::vector<std::pair<int, int>> lessons;
  for (int c = 0; c < classes; ++c) {
    for (int k = 0; k < times - 1; ++k) {
      lessons.push_back({c, random.Below(teachers)});
    }
  }
  const std::vector<ItemId> items =
      AddPrimaries(builder, "lesson", static_cast<int>(lessons.size()));
  const std::vector<ItemId> class_at =
      AddSecondaries(builder, "class", classes * times);
  const std::vector<ItemId> teacher_at =
      AddSecondaries(builder, "teacher", teachers * times);
  const std::vector<ItemId> room_at =
      AddSecondaries(builder, "room", rooms * times);
  for (size_t i = 0; i < lessons.size(); ++i) {
    const auto [lesson_class, teacher] = lessons[i];
    for (int time = 0; time < times; ++time) {
      if (random.Chance(25)) continue;
      // In the room of the class, or in the laboratory.
      for (const int room : {lesson_class, (lesson_class + 1) % rooms}) {
        builder.AddOption({items[i], class_at[lesson_class * times + time],
                           teacher_at[teacher * times + time],
                           room_at[room * times + time]});
      }
    }
  }
  return Finish(std::move(builder));
}

// Flights are covered by crews' tours, in which they follow each other.
Problem Crews(int level, Random& random) {
  const int flights = 24 + 6 * level;
  ProblemBuilder builder;
  const std::vector<ItemId> items = AddPrimaries(builder, "f", flights);
  for (const ItemId flight : items) builder.AddOption({flight}, 90);
  for (int tour = 0; tour < 12 * flights; ++tour) {
    std::vector<ItemUse> uses;
    int flight = random.Below(flights);
    for (int k = 2 + random.Below(4); k > 0 && flight < flights; --k) {
      uses.push_back(items[flight]);
      flight += 1 + random.Below(5);
    }
    builder.AddOption(uses, 20 + random.Below(100));
  }
  return Finish(std::move(builder));
}

Problem Assignments(int level, Random& random) {
  const int n = 8 + 3 * level;
  ProblemBuilder builder;
  const std::vector<ItemId> people = AddPrimaries(builder, "p", n);
  const std::vector<ItemId> work = AddPrimaries(builder, "w", n);
  for (int p = 0; p < n; ++p) {
    for (int w = 0; w < n; ++w) {
      builder.AddOption({people[p], work[w]}, 1 + random.Below(100));
    }
  }
  return Finish(std::move(builder));
}

// --- Sets.

Problem RandomPart(int items, int options, int option_size, Random& random) {
  return Require(dlx::make::MakeRandomProblem({.items = items,
                                               .options = options,
                                               .option_size = option_size,
                                               .seed = random.Below(1000),
                                               .planted = true}));
}

// Triples, one of each of three kinds.
Problem ThreeDimensionalMatchings(int level, Random& random) {
  const int n = 18 + 4 * level;
  ProblemBuilder builder;
  std::array<std::vector<ItemId>, 3> items = {AddPrimaries(builder, "x", n),
                                              AddPrimaries(builder, "y", n),
                                              AddPrimaries(builder, "z", n)};
  for (int i = 0; i < n; ++i) {
    builder.AddOption({items[0][i], items[1][i], items[2][n - 1 - i]});
  }
  for (int i = 0; i < 6 * n; ++i) {
    builder.AddOption({items[0][random.Below(n)], items[1][random.Below(n)],
                       items[2][random.Below(n)]});
  }
  return Finish(std::move(builder));
}

Problem RandomSets(int level, Random& random) {
  static constexpr struct {
    int items, options, option_size;
  } kSizes[] = {{45, 180, 3}, {48, 200, 3}, {51, 200, 3}, {60, 300, 4},
                {64, 340, 4}, {75, 500, 5}, {60, 200, 3}};
  return RandomPart(kSizes[level].items, kSizes[level].options,
                    kSizes[level].option_size, random);
}

// Runs of neighbours on a circle.
Problem Intervals(int level, Random& random) {
  const int n = 60 + 20 * level;
  ProblemBuilder builder;
  const std::vector<ItemId> items = AddPrimaries(builder, "i", n);
  for (int start = 0; start < n; ++start) {
    for (int length = 1; length <= 9; ++length) {
      if (length > 1 && random.Chance(50)) continue;
      std::vector<ItemUse> uses;
      for (int k = 0; k < length; ++k) uses.push_back(items[(start + k) % n]);
      builder.AddOption(uses);
    }
  }
  return Finish(std::move(builder));
}

// Every item several times, by sets that may be chosen once each.
Problem SeveralTimes(int level, Random& random) {
  const int n = 9 + level;
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (int i = 0; i < n; ++i) {
    const uint32_t low = 1 + random.Below(2);
    items.push_back(builder.AddPrimary(absl::StrCat("i", i), {low, low + 1}));
  }
  for (int k = 0; k < 3 * n; ++k) {
    std::set<int> members;
    while (members.size() < 3) members.insert(random.Below(n));
    std::vector<ItemUse> uses;
    for (const int i : members) uses.push_back(items[i]);
    builder.AddOption(uses);
  }
  return Finish(std::move(builder));
}

// --- Composed problems.

// Copies of a problem, in one. Each has its own items; if they are chained, one
// more secondary item has a colour that two neighbours must agree on.
Problem Copies(const Problem& part, int copies, bool are_chained,
               Random& random) {
  ProblemBuilder builder;
  std::vector<std::vector<ItemId>> items(copies);
  for (const bool primary : {true, false}) {
    for (int copy = 0; copy < copies; ++copy) {
      items[copy].resize(part.item_count(), ItemId(0));
      for (uint32_t i = 0; i < part.item_count(); ++i) {
        const ItemId item(i);
        if (part.is_primary(item) != primary) continue;
        const std::string name = absl::StrCat(copy, "/", part.item_name(item));
        items[copy][i] =
            primary ? builder.AddPrimary(name) : builder.AddSecondary(name);
      }
    }
  }
  std::vector<ItemId> links;
  if (are_chained) links = AddSecondaries(builder, "link", copies + 1);
  const ColorId colours[] = {builder.AddColor("black"),
                             builder.AddColor("white")};
  for (int copy = 0; copy < copies; ++copy) {
    for (uint32_t o = 0; o < part.option_count(); ++o) {
      std::vector<ItemUse> uses;
      for (const ItemUse& use : part.option(OptionId(o))) {
        uses.push_back(items[copy][use.item.value()]);
      }
      if (are_chained && random.Chance(12)) {
        uses.push_back({links[copy], colours[random.Below(2)]});
        uses.push_back({links[copy + 1], colours[random.Below(2)]});
      }
      builder.AddOption(uses);
    }
  }
  return Finish(std::move(builder));
}

Problem CopiesOfQueens(int level, Random& random) {
  static constexpr int kSize[] = {6, 7, 8, 7, 8, 9};
  static constexpr int kCopies[] = {3, 3, 3, 6, 4, 4};
  return Copies(MakeWellKnown(absl::StrCat("queens ", kSize[level])),
                kCopies[level], /*are_chained=*/false, random);
}

Problem ChainsOfTilings(int level, Random& random) {
  static constexpr absl::string_view kBoards[] = {"4x4", "4x5", "4x6",
                                                  "4x4", "4x5", "4x6"};
  return Copies(MakeWellKnown(absl::StrCat("dominoes ", kBoards[level])),
                2 + level / 2, /*are_chained=*/true, random);
}

Problem CopiesOfSets(int level, Random& random) {
  const Problem part = RandomPart(15 + 3 * level, 60 + 15 * level, 3, random);
  return Copies(part, 2 + level / 3, /*are_chained=*/false, random);
}

// --- Well-known ones.

Problem SetPartitions(int level, Random&) {
  return MakeWellKnown(absl::StrCat("set-partitions ", 7 + level));
}

Problem Langford(int level, Random&) {
  static constexpr int kSize[] = {7, 8, 9, 10, 11, 12};
  return MakeWellKnown(absl::StrCat("langford ", kSize[level]));
}

Problem Designs(int level, Random&) {
  static constexpr absl::string_view kWords[] = {
      "one-factorizations 6", "steiner-systems 9", "one-factorizations 8",
      "latin-squares 5",      "de-bruijn 4",       "latin-squares 6 --reduced",
      "steiner-systems 13"};
  return MakeWellKnown(kWords[level]);
}

Problem BoardDomination(int level, Random&) {
  static constexpr absl::string_view kWords[] = {
      "domination 5 3",
      "domination 6 3",
      "domination 6 4",
      "domination 5 4 --piece=king",
      "domination 5 6 --piece=knight",
      "domination 7 4"};
  return MakeWellKnown(kWords[level]);
}

constexpr Family kOtherFamilies[] = {
    {.name = "crosswords", .levels = 6, .make = Crosswords},
    {.name = "word-squares",
     .levels = 6,
     .make = WordSquares,
     .is_kept_aside = true},
    {.name = "edge-matching", .levels = 6, .make = EdgeMatching},
    {.name = "timetables",
     .levels = 7,
     .make = Timetables,
     .is_kept_aside = true},
    {.name = "crews", .levels = 6, .make = Crews, .has_costs = true},
    {.name = "assignments",
     .levels = 5,
     .make = Assignments,
     .has_costs = true},
    {.name = "matchings-3d", .levels = 7, .make = ThreeDimensionalMatchings},
    {.name = "random-sets", .levels = 7, .make = RandomSets},
    {.name = "intervals",
     .levels = 6,
     .make = Intervals,
     .is_kept_aside = true},
    {.name = "several-times", .levels = 6, .make = SeveralTimes},
    {.name = "copies-queens", .levels = 6, .make = CopiesOfQueens},
    {.name = "copies-sets",
     .levels = 6,
     .make = CopiesOfSets,
     .is_kept_aside = true},
    {.name = "chains", .levels = 6, .make = ChainsOfTilings},
    {.name = "set-partitions", .levels = 6, .make = SetPartitions},
    {.name = "langford", .levels = 6, .make = Langford},
    {.name = "designs", .levels = 6, .make = Designs},
    {.name = "domination-boards", .levels = 6, .make = BoardDomination},
};

}  // namespace

absl::Span<const Family> OtherFamilies() { return kOtherFamilies; }

}  // namespace contest
