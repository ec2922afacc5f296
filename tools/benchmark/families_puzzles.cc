// Families of puzzles and labellings whose options are long, or have colours.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tools/benchmark/families.h"

namespace contest {
namespace {

using dlx::ColorId;
using dlx::ItemId;
using dlx::ItemUse;
using dlx::Problem;
using dlx::ProblemBuilder;

std::vector<ColorId> AddColors(ProblemBuilder& builder, int count) {
  std::vector<ColorId> colors;
  for (int i = 0; i < count; ++i) {
    colors.push_back(builder.AddColor(absl::StrCat("color", i)));
  }
  return colors;
}

// Any number of each of some square tiles that must not be turned; edges that
// meet have the same colour.
Problem WangTiles(int level, Random& random) {
  const int n = 4 + 2 * level;
  constexpr int kColors = 3;
  constexpr int kTiles = 7;
  ProblemBuilder builder;
  const std::vector<ItemId> cells = AddPrimaries(builder, "c", n * n);
  const std::vector<ItemId> across = AddSecondaries(builder, "h", n * (n + 1));
  const std::vector<ItemId> down = AddSecondaries(builder, "v", n * (n + 1));
  const std::vector<ColorId> colors = AddColors(builder, kColors);
  std::set<std::array<int, 4>> tiles;
  // With these two there is a tiling of stripes.
  tiles.insert({0, 0, 0, 1});
  tiles.insert({0, 1, 0, 0});
  while (tiles.size() < kTiles) {
    tiles.insert({random.Below(kColors), random.Below(kColors),
                  random.Below(kColors), random.Below(kColors)});
  }
  for (int cell = 0; cell < n * n; ++cell) {
    const int left = cell / n * (n + 1) + cell % n;
    for (const auto& [west, north, east, south] : tiles) {
      builder.AddOption({cells[cell],
                         {across[left], colors[west]},
                         {down[cell], colors[north]},
                         {across[left + 1], colors[east]},
                         {down[cell + n], colors[south]}});
    }
  }
  return Finish(std::move(builder));
}

// All ways to put the runs into a line from `begin` on, as texts of 0 and 1.
void ForEachLine(const std::vector<int>& runs, size_t run, int length,
                 std::string& line,
                 const std::function<void(const std::string&)>& visit) {
  if (run == runs.size()) {
    std::string full = line;
    full.resize(length, '0');
    visit(full);
    return;
  }
  int rest = -1;
  for (size_t i = run; i < runs.size(); ++i) rest += runs[i] + 1;
  const std::string before = line;
  const int gap = run == 0 ? 0 : 1;
  for (int skip = gap; static_cast<int>(before.size()) + skip + rest <= length;
       ++skip) {
    line = before + std::string(skip, '0') + std::string(runs[run], '1');
    ForEachLine(runs, run + 1, length, line, visit);
  }
  line = before;
}

std::vector<int> RunsOf(const std::string& line) {
  std::vector<int> runs;
  char last = '0';
  for (const char cell : line) {
    if (cell == '1' && last == '0') runs.push_back(0);
    if (cell == '1') ++runs.back();
    last = cell;
  }
  return runs;
}

// A picture of black and white cells, by the runs of black ones in each row and
// column. An option is a way to fill in a line.
Problem Nonograms(int level, Random& random) {
  const int n = 8 + 2 * level;
  std::vector<std::string> picture(n, std::string(n, '0'));
  for (std::string& row : picture) {
    for (char& cell : row) cell = random.Chance(52) ? '1' : '0';
  }
  ProblemBuilder builder;
  const std::vector<ItemId> rows = AddPrimaries(builder, "r", n);
  const std::vector<ItemId> columns = AddPrimaries(builder, "c", n);
  const std::vector<ItemId> cells = AddSecondaries(builder, "x", n * n);
  const std::vector<ColorId> colors = AddColors(builder, 2);
  for (const bool is_row : {true, false}) {
    for (int i = 0; i < n; ++i) {
      std::string line;
      for (int k = 0; k < n; ++k) {
        line += is_row ? picture[i][k] : picture[k][i];
      }
      const std::vector<int> runs = RunsOf(line);
      std::string begin;
      ForEachLine(runs, 0, n, begin, [&](const std::string& filled) {
        std::vector<ItemUse> uses = {is_row ? rows[i] : columns[i]};
        for (int k = 0; k < n; ++k) {
          uses.push_back(
              {cells[is_row ? i * n + k : k * n + i], colors[filled[k] - '0']});
        }
        builder.AddOption(uses);
      });
    }
  }
  return Finish(std::move(builder));
}

// A rectangle is cut into rectangles no two of which have the same sides.
Problem Mondrian(int level, Random&) {
  static constexpr int kSides[][2] = {{4, 5}, {5, 5}, {5, 6},
                                      {5, 7}, {6, 6}, {6, 7}};
  const auto [rows, columns] = kSides[level];
  ProblemBuilder builder;
  const std::vector<ItemId> cells = AddPrimaries(builder, "c", rows * columns);
  const int sides = std::max(rows, columns) + 1;
  const std::vector<ItemId> shapes =
      AddSecondaries(builder, "s", sides * sides);
  for (int height = 1; height <= rows; ++height) {
    for (int width = 1; width <= columns; ++width) {
      if (height == rows && width == columns) continue;
      for (int top = 0; top + height <= rows; ++top) {
        for (int left = 0; left + width <= columns; ++left) {
          std::vector<ItemUse> uses = {shapes[std::min(height, width) * sides +
                                              std::max(height, width)]};
          for (int i = 0; i < height * width; ++i) {
            uses.push_back(
                cells[(top + i / width) * columns + left + i % width]);
          }
          builder.AddOption(uses);
        }
      }
    }
  }
  return Finish(std::move(builder));
}

// A wheel's vertices have different numbers of 0 to the number of edges, so
// that the differences along the edges are all different.
Problem GracefulWheels(int level, Random&) {
  const int rim = 3 + level;
  const int edges = 2 * rim;
  ProblemBuilder builder;
  const std::vector<ItemId> differences = AddPrimaries(builder, "d", edges + 1);
  const std::vector<ItemId> edge = AddPrimaries(builder, "e", edges);
  const std::vector<ItemId> vertices = AddSecondaries(builder, "v", rim + 1);
  const std::vector<ItemId> labels = AddSecondaries(builder, "l", edges + 1);
  const std::vector<ColorId> colors =
      AddColors(builder, std::max(edges, rim) + 1);
  builder.AddOption({differences[0]});
  for (int e = 0; e < edges; ++e) {
    const int u = e < rim ? rim : e - rim;  // The hub has the last number.
    const int v = e < rim ? e : (e - rim + 1) % rim;
    for (int a = 0; a <= edges; ++a) {
      for (int b = 0; b <= edges; ++b) {
        if (a == b) continue;
        builder.AddOption({differences[std::abs(a - b)],
                           edge[e],
                           {vertices[u], colors[a]},
                           {vertices[v], colors[b]},
                           {labels[a], colors[u]},
                           {labels[b], colors[v]}});
      }
    }
  }
  return Finish(std::move(builder));
}

// Random sets that also have items that may be left over.
Problem SetsWithSecondaryItems(int level, Random& random) {
  const int primary = 20 + 3 * level;
  const int secondary = 16 + 2 * level;
  ProblemBuilder builder;
  const std::vector<ItemId> items = AddPrimaries(builder, "p", primary);
  const std::vector<ItemId> extra = AddSecondaries(builder, "s", secondary);
  const auto some = [&](const std::vector<ItemId>& from, int count,
                        std::vector<ItemUse>& uses) {
    std::set<int> chosen;
    while (static_cast<int>(chosen.size()) < count) {
      chosen.insert(random.Below(static_cast<int>(from.size())));
    }
    for (const int i : chosen) uses.push_back(from[i]);
  };
  for (int k = 0; k < 14 * primary; ++k) {
    std::vector<ItemUse> uses;
    some(items, 2 + random.Below(3), uses);
    some(extra, random.Below(3), uses);
    builder.AddOption(uses);
  }
  return Finish(std::move(builder));
}

// Sudoku whose cells are cut into cages with given sums; an option fills in a
// cage. The greater the level, the more cages have any sum.
Problem KillerCages(int level, Random& random) {
  constexpr int kBox = 3;
  constexpr int kSize = kBox * kBox;
  std::vector<int> digits(kSize);
  for (int i = 0; i < kSize; ++i) digits[i] = i;
  random.Shuffle(digits);
  std::vector<int> square(kSize * kSize);
  std::vector<int> cage_of(kSize * kSize, -1);
  for (int cell = 0; cell < kSize * kSize; ++cell) {
    const int r = cell / kSize;
    const int c = cell % kSize;
    square[cell] = digits[(r / kBox + r % kBox * kBox + c) % kSize];
  }
  std::vector<std::vector<int>> cages;
  for (int cell = 0; cell < kSize * kSize; ++cell) {
    if (cage_of[cell] >= 0) continue;
    std::vector<int> cage = {cell};
    cage_of[cell] = static_cast<int>(cages.size());
    const size_t size = 2 + random.Below(2);
    for (int next = cell; cage.size() < size;) {
      const int step = random.Chance(50) ? 1 : kSize;
      const bool is_inside =
          step == 1 ? next % kSize + 1 < kSize : next + kSize < kSize * kSize;
      if (!is_inside || cage_of[next + step] >= 0) break;
      next += step;
      cage.push_back(next);
      cage_of[next] = cage_of[cell];
    }
    cages.push_back(std::move(cage));
  }
  ProblemBuilder builder;
  const std::vector<ItemId> cage_items =
      AddPrimaries(builder, "cage", static_cast<int>(cages.size()));
  const std::vector<ItemId> in_row = AddPrimaries(builder, "r", kSize * kSize);
  const std::vector<ItemId> in_column =
      AddPrimaries(builder, "c", kSize * kSize);
  const std::vector<ItemId> in_box = AddPrimaries(builder, "b", kSize * kSize);
  for (size_t k = 0; k < cages.size(); ++k) {
    const std::vector<int>& cage = cages[k];
    int sum = 0;
    for (const int cell : cage) sum += square[cell];
    const bool has_sum = !random.Chance(8 * level);
    int ways = 1;
    for (size_t i = 0; i < cage.size(); ++i) ways *= kSize;
    for (int way = 0; way < ways; ++way) {
      std::set<ItemId> used;
      std::vector<ItemUse> uses = {cage_items[k]};
      int rest = way;
      int total = 0;
      std::set<int> all;
      for (const int cell : cage) {
        const int digit = rest % kSize;
        rest /= kSize;
        total += digit;
        all.insert(digit);
        const int r = cell / kSize;
        const int c = cell % kSize;
        uses.push_back(in_row[r * kSize + digit]);
        uses.push_back(in_column[c * kSize + digit]);
        uses.push_back(in_box[(r / kBox * kBox + c / kBox) * kSize + digit]);
      }
      if (all.size() < cage.size() || (has_sum && total != sum)) continue;
      builder.AddOption(uses);
    }
  }
  return Finish(std::move(builder));
}

Problem Pentominoes(int level, Random&) {
  static constexpr absl::string_view kBoards[] = {"3x20", "4x15", "5x12",
                                                  "6x10"};
  return MakeWellKnown(absl::StrCat("polyominoes ", kBoards[level]));
}

// Queens that also move like knights.
Problem SuperQueens(int level, Random&) {
  const int n = 9 + level;
  ProblemBuilder builder;
  const std::vector<ItemId> rows = AddPrimaries(builder, "r", n);
  const std::vector<ItemId> columns = AddPrimaries(builder, "c", n);
  const std::vector<ItemId> up = AddSecondaries(builder, "a", 2 * n);
  const std::vector<ItemId> down = AddSecondaries(builder, "b", 2 * n);
  // One for each pair of cells that are a knight's move apart.
  constexpr int kMoves[][2] = {{1, 2}, {2, 1}, {1, -2}, {2, -1}};
  std::vector<std::vector<ItemUse>> options(n * n);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      std::vector<ItemUse>& uses = options[r * n + c];
      uses.insert(uses.begin(),
                  {rows[r], columns[c], up[r + c], down[r - c + n]});
      for (const auto& [dr, dc] : kMoves) {
        if (r + dr >= n || c + dc < 0 || c + dc >= n) continue;
        const ItemId pair =
            builder.AddSecondary(absl::StrCat("k", r, ",", c, ",", dr, dc));
        uses.push_back(pair);
        options[(r + dr) * n + c + dc].push_back(pair);
      }
    }
  }
  for (const std::vector<ItemUse>& uses : options) builder.AddOption(uses);
  return Finish(std::move(builder));
}

// Clauses of three variables each: an option is a way to make one true, and a
// variable a secondary item with two colours. The larger ones have few covers
// or none.
Problem Clauses(int level, Random& random) {
  static constexpr struct {
    int variables;
    int clauses;
  } kSizes[] = {{24, 60},  {40, 170}, {50, 215},
                {60, 260}, {70, 300}, {80, 340}};
  const auto& [variables, clauses] = kSizes[level];
  ProblemBuilder builder;
  const std::vector<ItemId> primaries = AddPrimaries(builder, "c", clauses);
  const std::vector<ItemId> items = AddSecondaries(builder, "v", variables);
  const std::vector<ColorId> values = AddColors(builder, 2);
  for (const ItemId clause : primaries) {
    std::set<int> chosen;
    while (chosen.size() < 3) chosen.insert(random.Below(variables));
    const int excluded = random.Below(8);
    for (int ways = 0; ways < 8; ++ways) {
      if (ways == excluded) continue;
      std::vector<ItemUse> uses = {clause};
      int bit = 0;
      for (const int variable : chosen) {
        uses.push_back({items[variable], values[ways >> bit++ & 1]});
      }
      builder.AddOption(uses);
    }
  }
  return Finish(std::move(builder));
}

// Two armies of queens, none of which attacks one of the other: an item that is
// covered several times for each army, and a colour for each line.
Problem Armies(int level, Random&) {
  static constexpr struct {
    int side;
    uint32_t queens;
  } kSizes[] = {{4, 2}, {5, 3}, {5, 4}, {6, 4}, {6, 5}};
  const auto& [n, queens] = kSizes[level];
  ProblemBuilder builder;
  const ItemId armies[] = {builder.AddPrimary("white", {queens, queens}),
                           builder.AddPrimary("black", {queens, queens})};
  const std::vector<ItemId> cells = AddPrimaries(builder, "s", n * n);
  const std::vector<ItemId> rows = AddSecondaries(builder, "r", n);
  const std::vector<ItemId> columns = AddSecondaries(builder, "c", n);
  const std::vector<ItemId> up = AddSecondaries(builder, "a", 2 * n);
  const std::vector<ItemId> down = AddSecondaries(builder, "b", 2 * n);
  const std::vector<ColorId> colors = AddColors(builder, 2);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      const ItemId cell = cells[r * n + c];
      builder.AddOption({cell});
      for (int k = 0; k < 2; ++k) {
        builder.AddOption({cell,
                           armies[k],
                           {rows[r], colors[k]},
                           {columns[c], colors[k]},
                           {up[r + c], colors[k]},
                           {down[r - c + n], colors[k]}});
      }
    }
  }
  return Finish(std::move(builder));
}

// Latin squares with signs between neighbours, of which one is the greater. A
// sign has a secondary item for each symbol s: taken by the smaller one if it
// is s or more, by the greater one if it is s or less.
Problem Inequalities(int level, Random& random) {
  static constexpr struct {
    int order;
    int signs;
  } kSizes[] = {{5, 6}, {5, 10}, {6, 18}, {6, 22}, {7, 36}, {7, 40}};
  const auto& [n, signs] = kSizes[level];
  std::vector<int> shifts(n);
  for (int i = 0; i < n; ++i) shifts[i] = i;
  random.Shuffle(shifts);
  // Neighbours in rows, then in columns.
  std::vector<std::pair<int, int>> pairs;
  for (int cell = 0; cell < n * n; ++cell) {
    if (cell % n + 1 < n) pairs.emplace_back(cell, cell + 1);
    if (cell + n < n * n) pairs.emplace_back(cell, cell + n);
  }
  random.Shuffle(pairs);
  pairs.resize(signs);
  ProblemBuilder builder;
  const std::vector<ItemId> cells = AddPrimaries(builder, "s", n * n);
  const std::vector<ItemId> rows = AddPrimaries(builder, "r", n * n);
  const std::vector<ItemId> columns = AddPrimaries(builder, "c", n * n);
  const std::vector<ItemId> items = AddSecondaries(builder, "q", signs * n);
  const auto symbol = [&](int cell) {
    return (shifts[cell / n] + shifts[cell % n]) % n;
  };
  for (int cell = 0; cell < n * n; ++cell) {
    for (int s = 0; s < n; ++s) {
      std::vector<ItemUse> uses = {cells[cell], rows[cell / n * n + s],
                                   columns[cell % n * n + s]};
      for (int k = 0; k < signs; ++k) {
        const auto& [a, b] = pairs[k];
        if (cell != a && cell != b) continue;
        const bool is_smaller = (symbol(a) < symbol(b)) == (cell == a);
        for (int t = is_smaller ? 0 : s; t < (is_smaller ? s + 1 : n); ++t) {
          uses.push_back(items[k * n + t]);
        }
      }
      builder.AddOption(uses);
    }
  }
  return Finish(std::move(builder));
}

constexpr Family kPuzzleFamilies[] = {
    {.name = "wang-tiles", .levels = 6, .make = WangTiles},
    {.name = "nonograms", .levels = 5, .make = Nonograms},
    {.name = "mondrian", .levels = 6, .make = Mondrian},
    {.name = "graceful-wheels", .levels = 4, .make = GracefulWheels},
    {.name = "sets-secondary", .levels = 6, .make = SetsWithSecondaryItems},
    {.name = "killer", .levels = 6, .make = KillerCages},
    {.name = "pentominoes", .levels = 4, .make = Pentominoes},
    {.name = "superqueens", .levels = 5, .make = SuperQueens},
    {.name = "clauses", .levels = 6, .make = Clauses},
    {.name = "armies", .levels = 5, .make = Armies},
    {.name = "inequalities", .levels = 6, .make = Inequalities},
};

}  // namespace

absl::Span<const Family> PuzzleFamilies() { return kPuzzleFamilies; }

}  // namespace contest
