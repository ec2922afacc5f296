#ifndef SUDOKU_ENCODING_H_
#define SUDOKU_ENCODING_H_

// A Sudoku as an exact cover problem.
//
// An option says that a cell holds a digit: "r1c2=7". It covers four items:
//
//   r1c2   cell r1c2 has its digit       r1#7   row 1 has its 7
//   c2#7   column 2 has its 7            b1#7   box 1 has its 7
//
// A solved grid is a set of options that covers every item exactly once, and
// every such set is a solved grid. For the 9x9 grid that makes 9 * 9 * 9 = 729
// options and 4 * 81 = 324 items, the "729 x 324 matrix" of the literature (a
// row for each option, a column for each item, a 1 where the option has the
// item):
//
//              r1c1 r1c2 .. r9c9 | r1#1 r1#2 .. r9#9 | c1#1 ..  | b1#1 ..
//    r1c1=1      1               |   1               |   1      |   1
//    r1c1=2      1               |        1          |      1   |      1
//    ...
//    r9c9=9                  1   |                1  |        1 |        1
//
// A clue is an option chosen in advance, so that one matrix serves every
// puzzle of a geometry. Diagonals and extra regions add an item for each digit
// ("d1#7", "x1#7"); for a region with fewer cells than there are digits these
// are secondary items, covered at most once.
//
// Example:
//
//   Encoding encoding = Encoding::ForGeometry(Geometry::Standard());
//   absl::StatusOr<dlx::Search> search =
//       dlx::Search::Create(encoding.problem());
//   std::vector<dlx::OptionId> givens;
//   encoding.AppendGivens(puzzle.clues, givens);
//   absl::Status status = search->Restart(givens);
//   while (search->Next()) {
//     encoding.Decode(search->solution().options, grid);
//   }
//
// A Sudoku with further rules is the encoding and more items and options; see
// WithRules().

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// A digit in a cell.
struct Placement {
  uint16_t cell = 0;
  uint8_t digit = 1;

  friend bool operator==(const Placement&, const Placement&) = default;
};

// What it means that an item is covered.
struct ItemMeaning {
  enum class Kind {
    kCell,   // A cell has its digit.
    kHouse,  // A house has one of its digits.
    kRule,   // Something that only a further rule knows.
  };

  Kind kind = Kind::kRule;
  int cell = 0;   // Of kCell.
  int house = 0;  // Of kHouse: an index into Geometry::houses(),
  int digit = 0;  // and the digit.

  friend bool operator==(const ItemMeaning&, const ItemMeaning&) = default;
};

// Immutable. Any number of threads may use one Encoding at the same time.
//
// REQUIRES, of all functions: options and items are of its problem, and it has
// not been moved from. (That, and what is required below, is checked by
// assertions, where these are on.)
class Encoding {
 public:
  // All the options of a geometry. Option (cell * size + digit - 1) puts a
  // digit into a cell.
  [[nodiscard]] static Encoding ForGeometry(const Geometry& geometry);

  // Only the options that a puzzle leaves: for each cell its clue or its
  // Candidates(), cell by cell and digit by digit. The covers are the puzzle's
  // solutions, without any givens. The items are those of the geometry; if the
  // clues contradict each other, some item is left without options.
  // REQUIRES: the puzzle has no rules.
  [[nodiscard]] static Encoding ForPuzzle(const Puzzle& puzzle);

  // The same for a puzzle that may have rules, with these as further items and
  // options (see sudoku/rules/rule_model.h). Each solution is one cover. Fails
  // if a rule is too large.
  [[nodiscard]] static absl::StatusOr<Encoding> ForRules(const Puzzle& puzzle);

  // The same of this encoding: only the options that the puzzle leaves of it.
  // REQUIRES: the puzzle has the geometry of the encoding.
  [[nodiscard]] Encoding LeftBy(const Puzzle& puzzle) const;

  // The same with further rules. `problem` is this encoding's problem with more
  // items, more options, and more items in the options that there were:
  //
  //   dlx::ProblemBuilder builder(encoding.problem());
  //   ...
  //   absl::StatusOr<dlx::Problem> problem = std::move(builder).Build();
  //   absl::StatusOr<Encoding> with_rules = encoding.WithRules(*problem);
  //   absl::StatusOr<Solver> solver = Solver::Create(*with_rules);
  //
  // A solution is a cover. If further options can be chosen in several ways for
  // the same grid, these are as many solutions. Fails if `problem` does not
  // begin with the items and options of this one.
  [[nodiscard]] absl::StatusOr<Encoding> WithRules(dlx::Problem problem) const;

  const Geometry& geometry() const { return geometry_; }
  const dlx::Problem& problem() const { return problem_; }

  // True of the encoding's own options, false of those that came with further
  // rules, which follow the others.
  bool is_placement(dlx::OptionId option) const {
    return option.value() < placements_.size();
  }
  // REQUIRES: is_placement(option).
  Placement placement(dlx::OptionId option) const {
    assert(is_placement(option));
    return placements_[option.value()];
  }
  // True if there is an option for each digit in each cell.
  bool has_every_placement() const {
    return static_cast<int>(placements_.size()) ==
           geometry_.cell_count() * geometry_.size();
  }
  // True if there are items that came with further rules.
  bool has_further_items() const;
  ItemMeaning meaning(dlx::ItemId item) const;
  // The option that puts a digit into a cell, if this encoding has it.
  [[nodiscard]] std::optional<dlx::OptionId> FindOption(
      Placement placement) const;
  // "r1c2=7". REQUIRES: is_placement(option).
  [[nodiscard]] std::string OptionName(dlx::OptionId option) const;

  // Appends the options that the clues stand for to `givens`.
  // REQUIRES: has_every_placement().
  void AppendGivens(const Grid& clues,
                    std::vector<dlx::OptionId>& givens) const;

  // Appends the options that the puzzle's clues and candidates leave no room
  // for to `ruled_out`. REQUIRES: the puzzle has the geometry of the encoding.
  void AppendRuledOut(const Puzzle& puzzle,
                      std::vector<dlx::OptionId>& ruled_out) const;

  // Writes the digits that the options stand for into `grid`. Options that came
  // with further rules stand for none.
  // REQUIRES: grid.size() == geometry().size().
  void Decode(absl::Span<const dlx::OptionId> options, Grid& grid) const;

 private:
  Encoding(const Geometry& geometry, absl::Span<const DigitSet> candidates);
  Encoding(const Geometry& geometry, std::vector<Placement> placements,
           dlx::Problem problem);

  Geometry geometry_;
  std::vector<Placement> placements_;  // One for each option.
  dlx::Problem problem_;
};

}  // namespace sudoku

#endif  // SUDOKU_ENCODING_H_
