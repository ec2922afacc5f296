#include "sudoku/making/solution_diagram.h"

#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/natural.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sudoku/enumeration.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

Puzzle Of(const Geometry& geometry, const std::string& line) {
  return Puzzle(geometry, *Grid::FromLine(line));
}

SolutionDiagram Build(const Puzzle& puzzle) {
  absl::StatusOr<SolutionDiagram> diagram = SolutionDiagram::Build(puzzle);
  EXPECT_TRUE(diagram.ok()) << diagram.status();
  return *std::move(diagram);
}

// Against all solutions, one by one.
void ExpectDescribes(const SolutionDiagram& diagram, const Puzzle& puzzle) {
  const int size = puzzle.geometry.size();
  std::vector<std::vector<dlx::Natural>> expected(
      static_cast<size_t>(size * size),
      std::vector<dlx::Natural>(static_cast<size_t>(size)));
  absl::StatusOr<Solver> solver = Solver::Create(puzzle.geometry);
  ASSERT_TRUE(solver.ok());
  dlx::Natural count = 0;
  const auto done = solver->EnumerateSolutions(
      puzzle, Order::kAny, [&](const Grid& solution) {
        ++count;
        for (size_t cell = 0; cell < expected.size(); ++cell) {
          ++expected[cell][solution[static_cast<int>(cell)] - 1u];
        }
        return true;
      });
  ASSERT_TRUE(done.ok()) << done.status();
  EXPECT_EQ(diagram.count(), count);
  EXPECT_EQ(diagram.CountByPlacement(), expected);
}

TEST(SolutionDiagramTest, CountsCandidates) {
  const Geometry small = *Geometry::FromSize(4);
  for (const char* line : {"................", "1..............2",
                           "1..4..1..2..3..2", "11.............."}) {
    SCOPED_TRACE(line);
    const Puzzle puzzle = Of(small, line);
    ExpectDescribes(Build(puzzle), puzzle);
  }
  // 25 clues of a 9x9 grid.
  // A puzzle, and the same without three of its clues.
  for (const char* line :
       {"..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4"
        "....3......97..",
        "..53.....8......2..7..1.5..4....53......7...6..32......6.5....9..4"
        "...........97.."}) {
    SCOPED_TRACE(line);
    const Puzzle puzzle = Of(Geometry::Standard(), line);
    ExpectDescribes(Build(puzzle), puzzle);
  }
}

TEST(SolutionDiagramTest, KnowsOtherGeometries) {
  const Puzzle puzzle =
      Of(*Geometry::Irregular("1122113244324433"), "1...............");
  ExpectDescribes(Build(puzzle), puzzle);
}

TEST(SolutionDiagramTest, SamplesAllSolutions) {
  const Puzzle puzzle = Of(*Geometry::FromSize(4), "12..............");
  const SolutionDiagram diagram = Build(puzzle);
  ASSERT_EQ(diagram.count(), 24);
  std::mt19937_64 random(1);
  std::map<std::string, int> frequencies;
  constexpr int kSamples = 24'000;
  for (int i = 0; i < kSamples; ++i) {
    ++frequencies[diagram.Sample(random).ToLine()];
  }
  EXPECT_EQ(frequencies.size(), 24);
  double chi_square = 0;
  for (const auto& [line, frequency] : frequencies) {
    const double off = frequency - kSamples / 24.0;
    chi_square += off * off / (kSamples / 24.0);
  }
  EXPECT_LT(chi_square, 49.7);  // 23 degrees of freedom: once in a thousand.
}

TEST(SolutionDiagramTest, SaysWhatIsTooLarge) {
  EXPECT_EQ(SolutionDiagram::Build(Puzzle(Geometry::Standard()),
                                   {.memory_limit = 1'000'000})
                .status()
                .code(),
            absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace sudoku
