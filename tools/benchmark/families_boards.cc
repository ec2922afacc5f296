// Families of problems about boards that are packed, and squares that are
// filled in.

#include <algorithm>
#include <array>
#include <cstddef>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "tools/benchmark/families.h"

namespace contest {
namespace {

using dlx::ItemId;
using dlx::ItemUse;
using dlx::OptionId;
using dlx::Problem;
using dlx::ProblemBuilder;

using Cell = std::pair<int, int>;
using Shape = std::set<Cell>;

// All ways to turn a shape, moved into the corner.
std::set<Shape> Turns(const Shape& shape) {
  std::set<Shape> turns;
  for (int turn = 0; turn < 8; ++turn) {
    std::vector<Cell> cells;
    int top = 1000;
    int left = 1000;
    for (auto [r, c] : shape) {
      if (turn & 1) r = -r;
      if (turn & 2) c = -c;
      if (turn & 4) std::swap(r, c);
      cells.push_back({r, c});
      top = std::min(top, r);
      left = std::min(left, c);
    }
    Shape moved;
    for (const auto& [r, c] : cells) moved.insert({r - top, c - left});
    turns.insert(std::move(moved));
  }
  return turns;
}

// Calls place(cells) with all places of a shape on a board.
template <typename Function>
void ForEachPlace(const Shape& shape, const Shape& board, Function place) {
  const auto [last_row, last_column] = *board.rbegin();
  int columns = last_column;
  for (const auto& [r, c] : board) columns = std::max(columns, c);
  for (const Shape& turn : Turns(shape)) {
    for (int top = 0; top <= last_row; ++top) {
      for (int left = 0; left <= columns; ++left) {
        Shape moved;
        for (const auto& [r, c] : turn) moved.insert({r + top, c + left});
        if (absl::c_includes(board, moved)) place(moved);
      }
    }
  }
}

Shape Board(int rows, int columns) {
  Shape board;
  for (int r = 0; r < rows; ++r) {
    for (int c = 0; c < columns; ++c) board.insert({r, c});
  }
  return board;
}

// Cuts a board into pieces of about so many cells.
std::vector<Shape> CutUp(const Shape& board, int size, Random& random) {
  Shape rest = board;
  std::vector<Shape> pieces;
  while (!rest.empty()) {
    Shape piece = {*rest.begin()};
    rest.erase(rest.begin());
    while (static_cast<int>(piece.size()) < size) {
      std::vector<Cell> next;
      for (const auto& [r, c] : piece) {
        for (const Cell& cell :
             {Cell{r + 1, c}, Cell{r - 1, c}, Cell{r, c + 1}, Cell{r, c - 1}}) {
          if (rest.contains(cell)) next.push_back(cell);
        }
      }
      if (next.empty()) break;
      const Cell cell = next[random.Below(static_cast<int>(next.size()))];
      piece.insert(cell);
      rest.erase(cell);
    }
    pieces.push_back(std::move(piece));
  }
  return pieces;
}

struct Packing {
  Shape board;
  std::vector<Shape> pieces;
  bool pieces_are_optional = false;  // Each at most once.
  bool cells_are_optional = false;
  int dearest = 0;  // Costs are up to this, of an option.
};

Problem Pack(const Packing& packing, Random& random) {
  ProblemBuilder builder;
  const int count = static_cast<int>(packing.pieces.size());
  std::vector<ItemId> pieces;
  std::vector<std::pair<Cell, ItemId>> cells;
  if (!packing.pieces_are_optional) {
    pieces = AddPrimaries(builder, "p", count);
  }
  for (const Cell& cell : packing.board) {
    const std::string name = absl::StrCat("c", cell.first, ",", cell.second);
    cells.emplace_back(cell, packing.cells_are_optional
                                 ? builder.AddSecondary(name)
                                 : builder.AddPrimary(name));
  }
  if (packing.pieces_are_optional) {
    pieces = AddSecondaries(builder, "p", count);
  }
  for (int i = 0; i < count; ++i) {
    ForEachPlace(packing.pieces[i], packing.board, [&](const Shape& place) {
      std::vector<ItemUse> uses = {pieces[i]};
      for (const auto& [cell, item] : cells) {
        if (place.contains(cell)) uses.push_back(item);
      }
      builder.AddOption(
          uses, packing.dearest > 0 ? random.Below(packing.dearest) : 0);
    });
  }
  return Finish(std::move(builder));
}

// --- Boards.

Problem Tilings(absl::string_view pieces, absl::string_view board) {
  return MakeWellKnown(
      absl::StrCat("polyominoes ", board, " --pieces=", pieces, " --copies=*"));
}

Problem LTrominoes(int level, Random&) {
  static constexpr absl::string_view kBoards[] = {"6x9",   "9x12",  "6x30",
                                                  "10x12", "12x12", "12x15"};
  return Tilings("trominoes:V", kBoards[level]);
}

Problem TetrominoTilings(int level, Random&) {
  static constexpr absl::string_view kBoards[] = {"6x6",  "6x8",  "8x8",
                                                  "8x10", "8x12", "10x10"};
  return Tilings("tetrominoes:L+tetrominoes:T", kBoards[level]);
}

Problem OptionalPentominoes(int level, Random&) {
  static constexpr absl::string_view kBoards[] = {"3x5", "4x5",  "3x10",
                                                  "5x6", "4x10", "5x7"};
  return MakeWellKnown(
      absl::StrCat("polyominoes ", kBoards[level], " --copies=0:1"));
}

Problem AnyPentominoes(int level, Random& random) {
  static constexpr int kSides[][2] = {{4, 5}, {3, 10}, {5, 6},
                                      {5, 7}, {4, 10}, {5, 8}};
  const Shape board = Board(kSides[level][0], kSides[level][1]);
  std::vector<Shape> pieces;
  // All twelve: whatever five connected cells of a board look like.
  std::set<std::set<Shape>> seen;
  for (int tries = 0; tries < 2000 && pieces.size() < 12; ++tries) {
    const Shape piece = CutUp(Board(5, 5), 5, random)[0];
    if (piece.size() == 5 && seen.insert(Turns(piece)).second) {
      pieces.push_back(piece);
    }
  }
  return Pack({board, pieces, /*pieces_are_optional=*/true}, random);
}

Problem SolidPentominoes(int level, Random&) {
  static constexpr absl::string_view kWords[] = {
      "soma", "polycubes 2x2x5 --pieces=pentominoes --copies=0:1",
      "polycubes 2x3x5 --pieces=pentominoes --copies=0:1",
      "polycubes 2x3x10 --pieces=pentominoes",
      "polycubes 3x4x5 --pieces=pentominoes"};
  return MakeWellKnown(kWords[level]);
}

Problem JigsawPackings(int level, Random& random) {
  const Shape board = Board(4 + level / 3, 6 + level % 3);
  return Pack({board, CutUp(board, 5, random)}, random);
}

Problem LoosePackings(int level, Random& random) {
  Packing packing = {
      .board = Board(4, 4 + level), .pieces = {}, .cells_are_optional = true};
  packing.pieces = CutUp(Board(4, 3 + level), 4, random);
  return Pack(packing, random);
}

Problem HoleyDominoes(int level, Random& random) {
  Shape board;
  const int rows = 8 + 2 * level;
  for (const Cell& cell : Board(rows, rows + 1)) {
    if (!random.Chance(6)) board.insert(cell);
  }
  ProblemBuilder builder;
  std::vector<std::pair<Cell, ItemId>> cells;
  for (const Cell& cell : board) {
    cells.emplace_back(cell, builder.AddPrimary(absl::StrCat(
                                 "c", cell.first, ",", cell.second)));
  }
  // A single cell may stay free, if it is on the diagonal.
  for (const auto& [cell, item] : cells) {
    if (cell.first == cell.second) builder.AddOption({item});
    for (const auto& [other, other_item] : cells) {
      const bool right = other == Cell{cell.first, cell.second + 1};
      const bool below = other == Cell{cell.first + 1, cell.second};
      if (right || below) builder.AddOption({item, other_item});
    }
  }
  return Finish(std::move(builder));
}

Problem DearPackings(int level, Random& random) {
  const Shape board = Board(4 + level / 3, 5 + level % 3);
  return Pack(
      {.board = board, .pieces = CutUp(board, 4, random), .dearest = 20},
      random);
}

// --- Squares.

using Square = std::vector<std::vector<int>>;

// A Latin square, by shuffling the table of sums modulo n.
Square LatinSquare(int n, Random& random) {
  std::array<std::vector<int>, 3> order;
  for (std::vector<int>& values : order) {
    for (int i = 0; i < n; ++i) values.push_back(i);
    random.Shuffle(values);
  }
  Square square(n, std::vector<int>(n));
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      square[r][c] = order[2][(order[0][r] + order[1][c]) % n];
    }
  }
  return square;
}

// Cells with -1 are to be filled in, each symbol once in each row, each column
// and, if box > 0, each box of so many rows and columns.
Problem FillIn(const Square& square, int box = 0) {
  const int n = static_cast<int>(square.size());
  ProblemBuilder builder;
  enum { kCell, kRow, kColumn, kBox, kKinds };
  static constexpr absl::string_view kPrefixes[] = {"cell", "row", "column",
                                                    "box"};
  const auto keys = [&](int r, int c, int symbol) {
    const int b = box > 0 ? r / box * box + c / box : 0;
    return std::array<int, kKinds>{r * n + c, r * n + symbol, c * n + symbol,
                                   b * n + symbol};
  };
  const int kinds = box > 0 ? kKinds : kBox;
  std::vector<bool> is_used[kKinds];
  for (std::vector<bool>& used : is_used) used.resize(n * n);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      if (square[r][c] < 0) continue;
      for (int k = 0; k < kinds; ++k) {
        is_used[k][keys(r, c, square[r][c])[k]] = true;
      }
    }
  }
  std::vector<ItemId> items[kKinds];
  for (int k = 0; k < kinds; ++k) {
    for (int i = 0; i < n * n; ++i) {
      items[k].push_back(
          is_used[k][i] ? ItemId(0)
                        : builder.AddPrimary(absl::StrCat(kPrefixes[k], i)));
    }
  }
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      for (int symbol = 0; symbol < n; ++symbol) {
        const std::array<int, kKinds> key = keys(r, c, symbol);
        bool is_free = true;
        std::vector<ItemUse> uses;
        for (int k = 0; k < kinds; ++k) {
          if (is_used[k][key[k]]) {
            is_free = false;
            break;
          }
          uses.push_back(items[k][key[k]]);
        }
        if (is_free) builder.AddOption(uses);
      }
    }
  }
  return Finish(std::move(builder));
}

void MakeHoles(Square& square, int percent, Random& random) {
  for (std::vector<int>& row : square) {
    for (int& cell : row) {
      if (random.Chance(percent)) cell = -1;
    }
  }
  square[0][0] = -1;
}

Problem QuasigroupsWithHoles(int level, Random& random) {
  static constexpr int kOrder[] = {7, 8, 9, 10, 12, 16, 20};
  static constexpr int kHoles[] = {65, 58, 56, 51, 46, 41, 40};
  Square square = LatinSquare(kOrder[level], random);
  MakeHoles(square, kHoles[level], random);
  return FillIn(square);
}

// Most cells are free: a cover is easy to find for a search that does not go
// astray.
Problem WideQuasigroups(int level, Random& random) {
  static constexpr int kOrder[] = {5, 10, 20, 30, 40, 60};
  static constexpr int kHoles[] = {80, 58, 50, 46, 44, 42};
  Square square = LatinSquare(kOrder[level], random);
  MakeHoles(square, kHoles[level], random);
  return FillIn(square);
}

// Cells filled in at random, as long as no two contradict each other.
Problem QuasigroupCompletion(int level, Random& random) {
  static constexpr int kOrder[] = {6, 8, 10, 12, 15, 18};
  const int n = kOrder[level];
  Square square(n, std::vector<int>(n, -1));
  for (int tries = 0; tries < n * n * 5 / 4; ++tries) {
    const int r = random.Below(n);
    const int c = random.Below(n);
    const int symbol = random.Below(n);
    bool fits = square[r][c] < 0;
    for (int i = 0; i < n; ++i) {
      fits = fits && square[r][i] != symbol && square[i][c] != symbol;
    }
    if (fits) square[r][c] = symbol;
  }
  return FillIn(square);
}

Problem SudokuWithHoles(int level, Random& random) {
  static constexpr int kBox[] = {3, 3, 3, 4, 4, 4, 5};
  static constexpr int kHoles[] = {64, 67, 69, 54, 56, 57, 45};
  const int box = kBox[level];
  const int n = box * box;
  std::vector<int> symbols(n);
  for (int i = 0; i < n; ++i) symbols[i] = i;
  random.Shuffle(symbols);
  Square square(n, std::vector<int>(n));
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      square[r][c] = symbols[(r / box + r % box * box + c) % n];
    }
  }
  MakeHoles(square, kHoles[level], random);
  return FillIn(square, box);
}

Problem Rooks(int level, Random& random) {
  const int n = 8 + level;
  ProblemBuilder builder;
  const std::vector<ItemId> rows = AddPrimaries(builder, "r", n);
  const std::vector<ItemId> columns = AddPrimaries(builder, "c", n);
  const std::vector<ItemId> diagonals = AddSecondaries(builder, "d", 2 * n);
  for (int r = 0; r < n; ++r) {
    for (int c = 0; c < n; ++c) {
      if (random.Chance(15)) continue;
      builder.AddOption({rows[r], columns[c], diagonals[r + c]});
    }
  }
  return Finish(std::move(builder));
}

Problem Queens(int level, Random&) {
  return MakeWellKnown(absl::StrCat("queens ", 8 + level));
}

Problem DearQueens(int level, Random& random) {
  const Problem queens = MakeWellKnown(absl::StrCat("queens ", 7 + level));
  ProblemBuilder builder;
  for (uint32_t i = 0; i < queens.item_count(); ++i) {
    const ItemId item(i);
    if (queens.is_primary(item)) {
      builder.AddPrimary(queens.item_name(item));
    } else {
      builder.AddSecondary(queens.item_name(item));
    }
  }
  for (uint32_t o = 0; o < queens.option_count(); ++o) {
    builder.AddOption(queens.option(OptionId(o)), 1 + random.Below(50));
  }
  return Finish(std::move(builder));
}

constexpr Family kBoardFamilies[] = {
    {.name = "trominoes", .levels = 6, .make = LTrominoes},
    {.name = "tetrominoes", .levels = 6, .make = TetrominoTilings},
    {.name = "pent-choice", .levels = 6, .make = OptionalPentominoes},
    {.name = "pent-any", .levels = 6, .make = AnyPentominoes},
    {.name = "pent-solid", .levels = 5, .make = SolidPentominoes},
    {.name = "jigsaw",
     .levels = 8,
     .make = JigsawPackings,
     .is_kept_aside = true},
    {.name = "packing-loose", .levels = 5, .make = LoosePackings},
    {.name = "dominoes-holes",
     .levels = 7,
     .make = HoleyDominoes,
     .is_kept_aside = true},
    {.name = "packing-costs",
     .levels = 6,
     .make = DearPackings,
     .has_costs = true},
    {.name = "quasigroup-holes", .levels = 7, .make = QuasigroupsWithHoles},
    {.name = "quasigroup-wide",
     .levels = 6,
     .make = WideQuasigroups,
     .has_too_many = true},
    {.name = "quasigroup-random",
     .levels = 6,
     .make = QuasigroupCompletion,
     .is_kept_aside = true},
    {.name = "sudoku-holes", .levels = 7, .make = SudokuWithHoles},
    {.name = "rooks", .levels = 6, .make = Rooks, .is_kept_aside = true},
    {.name = "queens", .levels = 7, .make = Queens},
    {.name = "queens-costs",
     .levels = 5,
     .make = DearQueens,
     .has_costs = true},
};

}  // namespace

absl::Span<const Family> BoardFamilies() { return kBoardFamilies; }

}  // namespace contest
