#ifndef SUDOKU_MAKING_RANDOM_GRID_H_
#define SUDOKU_MAKING_RANDOM_GRID_H_

// Full grids drawn at random, as puzzles are made of.
//
// Filling a grid digit by digit, and taking back what does not fit, draws some
// grids more often than others. Here all grids of a geometry have the same
// probability, or nearly:
//
// * 9x9 with boxes: exactly the same. A band of boxes is put together in three
//   steps: which digits stand in each column of the top band, which in each
//   column of the middle band (and what is left in the bottom band), and in
//   which order they stand there. In how many ways the last step can be done is
//   read from a table, and the first two are drawn again and again until they
//   are accepted with a probability in proportion to that. About 80 draws are
//   needed, some 10 microseconds. The sum of all these weights is the number of
//   grids that Felgenhauer and Jarvis have counted (see CountStandardGrids).
//
// * Geometries with at most 300 grids (4x4 has 288): exactly the same.
//   They are all enumerated, and one is drawn.
//
// * All others: nearly. From a grid that a search finds in a random order,
//   digits or houses chosen at random are cleared and filled in again, with one
//   of all the ways that there are, each with the same probability. Such a step
//   leaves the uniform distribution as it is, and steps enough lead towards it
//   (a Markov chain, "Gibbs sampling" by blocks). How far it comes, measured
//   for 9x9: in two rows of a band, two digits stand crosswise 5.84 times in a
//   grid on average; in those that the search finds 5.33 times, after 20 steps
//   5.64 times, after 60 steps 5.80 times (+- 0.05).
//
// Example:
//
//   absl::StatusOr<RandomGrids> grids = RandomGrids::Create(geometry);
//   Random random(42);
//   Grid grid = *grids->Draw(random);

#include <memory>

#include "absl/numeric/int128.h"
#include "absl/status/statusor.h"
#include "dlx/limits.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/random.h"

namespace sudoku {

// One thread at a time may use a RandomGrids.
//
// REQUIRES, of all functions: it has not been moved from. (Checked by an
// assertion, where these are on.)
class RandomGrids {
 public:
  // How many steps lead from the grid that is found to the one that is drawn,
  // for geometries that need them.
  static constexpr int kDefaultSteps = 60;

  // Fails if the geometry has no grid at all. The interrupter, if there is one,
  // must outlive this.
  static absl::StatusOr<RandomGrids> Create(
      const Geometry& geometry, const dlx::Interrupter* interrupter = nullptr);
  RandomGrids(RandomGrids&&) noexcept;
  RandomGrids& operator=(RandomGrids&&) noexcept;
  ~RandomGrids();

  // True if all grids have exactly the same probability.
  bool is_exact() const;

  // A grid that depends on nothing but the geometry and the random numbers.
  // Fails if the work was interrupted.
  absl::StatusOr<Grid> Draw(Random& random);

  // The same by steps, also where it could be done exactly: to measure how far
  // the steps are from that.
  absl::StatusOr<Grid> DrawBySteps(Random& random, int steps = kDefaultSteps);

  class Source;

 private:
  explicit RandomGrids(std::unique_ptr<Source> source);

  std::unique_ptr<Source> source_;
};

// The number of 9x9 grids, as the sum of the weights by which they are drawn:
// 6,670,903,752,021,072,936,960 (Felgenhauer and Jarvis, "Enumerating possible
// Sudoku grids", 2005). Takes some seconds.
absl::uint128 CountStandardGrids();

}  // namespace sudoku

#endif  // SUDOKU_MAKING_RANDOM_GRID_H_
