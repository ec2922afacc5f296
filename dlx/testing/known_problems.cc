#include "dlx/testing/known_problems.h"

#include <cstdlib>
#include <iostream>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/testing/notation.h"

namespace dlx::testing {
namespace {

Problem BuildOrDie(ProblemBuilder builder) {
  absl::StatusOr<Problem> problem = std::move(builder).Build();
  if (!problem.ok()) {
    std::cerr << "KnownProblems: " << problem.status() << "\n";
    std::abort();
  }
  return *std::move(problem);
}

std::vector<ItemId> AddItems(ProblemBuilder& builder, const std::string& name,
                             int count, bool is_primary = true) {
  std::vector<ItemId> items;
  for (int i = 0; i < count; ++i) {
    const std::string full_name = absl::StrCat(name, i);
    items.push_back(is_primary ? builder.AddPrimary(full_name)
                               : builder.AddSecondary(full_name));
  }
  return items;
}

// All ways to divide n things into parts.
Problem PartitionProblem(int n) {
  ProblemBuilder builder;
  const std::vector<ItemId> things = AddItems(builder, "t", n);
  for (uint32_t set = 1; set < 1u << n; ++set) {
    std::vector<ItemUse> part;
    for (int i = 0; i < n; ++i) {
      if (set >> i & 1) part.emplace_back(things[i]);
    }
    builder.AddOption(part);
  }
  return BuildOrDie(std::move(builder));
}

// The numbers 1, 1, 2, 2, ..., n, n in a line, so that there are k numbers
// between the two k.
Problem LangfordProblem(int n) {
  ProblemBuilder builder;
  const std::vector<ItemId> numbers = AddItems(builder, "n", n);
  const std::vector<ItemId> places = AddItems(builder, "p", 2 * n);
  for (int k = 1; k <= n; ++k) {
    for (int i = 0; i + k + 1 < 2 * n; ++i) {
      builder.AddOption({numbers[k - 1], places[i], places[i + k + 1]});
    }
  }
  return BuildOrDie(std::move(builder));
}

// Strings of n + 1 zeros and ones without two ones next to each other. The
// colour of a secondary item is the digit in its place, and an option is two
// neighbouring digits: it is the colours that hold the string together.
Problem FibonacciProblem(int n) {
  ProblemBuilder builder;
  const std::vector<ItemId> pairs = AddItems(builder, "pair", n);
  const std::vector<ItemId> digits =
      AddItems(builder, "digit", n + 1, /*is_primary=*/false);
  const ColorId zero = builder.AddColor("0");
  const ColorId one = builder.AddColor("1");
  for (int i = 0; i < n; ++i) {
    const ItemId left = digits[i];
    const ItemId right = digits[i + 1];
    builder.AddOption({pairs[i], {left, zero}, {right, zero}});
    builder.AddOption({pairs[i], {left, zero}, {right, one}});
    builder.AddOption({pairs[i], {left, one}, {right, zero}});
  }
  return BuildOrDie(std::move(builder));
}

// Choices of low..high of n things.
Problem ChoiceProblem(int n, Multiplicity multiplicity) {
  ProblemBuilder builder;
  const ItemId item = builder.AddPrimary("choice", multiplicity);
  for (int i = 0; i < n; ++i) builder.AddOption({item});
  return BuildOrDie(std::move(builder));
}

// Matrices of n x n zeros and ones with k ones in each line, both ways.
Problem RegularMatrixProblem(int n, uint32_t k) {
  ProblemBuilder builder;
  std::vector<ItemId> across;
  std::vector<ItemId> down;
  for (int i = 0; i < n; ++i) {
    across.push_back(builder.AddPrimary(absl::StrCat("across", i), {k, k}));
    down.push_back(builder.AddPrimary(absl::StrCat("down", i), {k, k}));
  }
  for (ItemId a : across) {
    for (ItemId d : down) builder.AddOption({a, d});
  }
  return BuildOrDie(std::move(builder));
}

// Queens that dominate a board of n x n: each cell is attacked or occupied, by
// one queen or by several. There are exactly `queens` of them.
Problem DominationProblem(int n, uint32_t queens) {
  ProblemBuilder builder;
  const ItemId queen = builder.AddPrimary("queens", {queens, queens});
  std::vector<ItemId> cells;
  for (int i = 0; i < n * n; ++i) {
    cells.push_back(builder.AddPrimary(absl::StrCat("c", i), {1, queens}));
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      std::vector<ItemUse> uses = {queen};
      for (int k = 0; k < n; ++k) {
        for (int l = 0; l < n; ++l) {
          if (k == i || l == j || k - l == i - j || k + l == i + j) {
            uses.emplace_back(cells[k * n + l]);
          }
        }
      }
      builder.AddOption(uses);
    }
  }
  return BuildOrDie(std::move(builder));
}

}  // namespace

Problem SevenItems() {
  return ProblemFromNotation(
      "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n");
}

Problem QueensProblem(int n) {
  ProblemBuilder builder;
  const std::vector<ItemId> ranks = AddItems(builder, "r", n);
  const std::vector<ItemId> files = AddItems(builder, "f", n);
  const std::vector<ItemId> rising =
      AddItems(builder, "a", 2 * n - 1, /*is_primary=*/false);
  const std::vector<ItemId> falling =
      AddItems(builder, "b", 2 * n - 1, /*is_primary=*/false);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      builder.AddOption(
          {ranks[i], files[j], rising[i + j], falling[n - 1 + i - j]});
    }
  }
  return BuildOrDie(std::move(builder));
}

Problem PowerProblem(int items, int ways) {
  ProblemBuilder builder;
  for (const ItemId item : AddItems(builder, "i", items)) {
    for (int k = 0; k < ways; ++k) builder.AddOption({item});
  }
  return BuildOrDie(std::move(builder));
}

Problem SumOfPowers(int last, bool extra) {
  std::string text = "z";
  for (int i = 1; i <= last; ++i) absl::StrAppend(&text, " i", i);
  for (int k = extra ? -1 : 0; k <= last; ++k) {
    absl::StrAppend(&text, "\nz");
    for (int i = 1 + (k > 0 ? k : 0); i <= last; ++i) {
      absl::StrAppend(&text, " i", i);
    }
  }
  for (int i = 1; i <= last; ++i) absl::StrAppend(&text, "\ni", i, "\ni", i);
  return ProblemFromNotation(absl::StrCat(text, "\n"));
}

Problem DominoProblem(int rows, int columns) {
  ProblemBuilder builder;
  const std::vector<ItemId> cells = AddItems(builder, "c", rows * columns);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const int cell = i * columns + j;
      if (j + 1 < columns) builder.AddOption({cells[cell], cells[cell + 1]});
      if (i + 1 < rows) builder.AddOption({cells[cell], cells[cell + columns]});
    }
  }
  return BuildOrDie(std::move(builder));
}

Problem DigitSquare(int order, int box_rows) {
  ProblemBuilder builder;
  const int count = order * order;
  const std::vector<ItemId> cells = AddItems(builder, "cell", count);
  const std::vector<ItemId> rows = AddItems(builder, "row", count);
  const std::vector<ItemId> columns = AddItems(builder, "column", count);
  const std::vector<ItemId> boxes =
      AddItems(builder, "box", box_rows == 0 ? 0 : count);
  for (int i = 0; i < order; ++i) {
    for (int j = 0; j < order; ++j) {
      for (int d = 0; d < order; ++d) {
        std::vector<ItemUse> uses = {cells[order * i + j], rows[order * i + d],
                                     columns[order * j + d]};
        if (box_rows != 0) {
          const int box = i / box_rows * box_rows + j / (order / box_rows);
          uses.emplace_back(boxes[order * box + d]);
        }
        builder.AddOption(uses);
      }
    }
  }
  return BuildOrDie(std::move(builder));
}

Problem EndlessProblem() { return PowerProblem(64, 10); }

std::vector<KnownProblem> KnownProblems() {
  return {
      {"Knuth", SevenItems(), 1},
      {"Literature",
       ProblemFromNotation("1 2 3 4 5 6 7\n1 4 7\n1 4\n4 5 7\n3 5 6\n2 3 6 7\n"
                           "2 7\n"),
       1},
      {"Queens4", QueensProblem(4), 2},
      {"Queens7", QueensProblem(7), 40},
      {"Queens8", QueensProblem(8), 92},
      {"Dominoes4x4", DominoProblem(4, 4), 36},
      {"Dominoes3x5", DominoProblem(3, 5), 0},
      {"Dominoes6x6", DominoProblem(6, 6), 6728},
      {"Partitions8", PartitionProblem(8), 4140},
      {"Langford6", LangfordProblem(6), 0},
      {"Langford7", LangfordProblem(7), 2 * 26},
      {"Langford8", LangfordProblem(8), 2 * 150},
      {"Fibonacci15", FibonacciProblem(15), 2584},
      {"Choice12of5", ChoiceProblem(12, {5, 5}), 792},
      {"Choice12of0to12", ChoiceProblem(12, {0, 12}), 4096},
      {"Choice12of2to4", ChoiceProblem(12, {2, 4}), 66 + 220 + 495},
      {"Choice5of6", ChoiceProblem(5, {6, 7}), 0},
      {"RegularMatrices4by2", RegularMatrixProblem(4, 2), 90},
      {"RegularMatrices5by2", RegularMatrixProblem(5, 2), 2040},
      {"Permutations6", RegularMatrixProblem(6, 1), 720},
      {"Domination5by2", DominationProblem(5, 2), 0},
      {"Domination5by3", DominationProblem(5, 3), 186},
  };
}

}  // namespace dlx::testing
