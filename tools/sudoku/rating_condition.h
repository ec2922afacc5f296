#ifndef TOOLS_SUDOKU_RATING_CONDITION_H_
#define TOOLS_SUDOKU_RATING_CONDITION_H_

// What rate chooses puzzles by and sorts them by.

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "sudoku/technique/steps.h"
#include "tools/cli/named_values.h"

namespace sudoku::tool {

// What is measured of a puzzle.
enum class Measure { kEr, kEp, kEd, kScore, kClues };

struct MeasureNames {
  static std::vector<cli::NamedValue<Measure>> Table();
};

// Nothing if the steps do not tell, because they end too early: then it is
// greater than they say, and counts as greater than all numbers.
std::optional<double> MeasureOf(Measure measure, const Ratings& ratings,
                                int clues);

// --where: "er>=7.1 && clues<=24".
struct RatingCondition {
  enum class Sign { kLess, kAtMost, kEqual, kNotEqual, kAtLeast, kGreater };
  struct Term {
    Measure measure;
    Sign sign;
    double number;
  };

  std::vector<Term> terms = {};
  std::string text = "";

  // Whether all terms hold.
  bool Holds(const Ratings& ratings, int clues) const;
};
bool AbslParseFlag(absl::string_view text, RatingCondition* condition,
                   std::string* error);
std::string AbslUnparseFlag(const RatingCondition& condition);

// --sort: "er", or "-er" for the greatest first.
struct RatingOrder {
  std::optional<Measure> measure = std::nullopt;
  bool is_falling = false;
};
bool AbslParseFlag(absl::string_view text, RatingOrder* order,
                   std::string* error);
std::string AbslUnparseFlag(const RatingOrder& order);
// What --sort may say.
std::vector<std::string> RatingOrders();

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_RATING_CONDITION_H_
