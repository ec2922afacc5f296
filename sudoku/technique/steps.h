#ifndef SUDOKU_TECHNIQUE_STEPS_H_
#define SUDOKU_TECHNIQUE_STEPS_H_

// A Sudoku solved as people do it: one step after the other, each by the
// easiest technique that leads on, and how hard that makes the puzzle.
//
// Each technique is a shape of the deductions of dlx/ask/deduce.h: which items
// are its base and its cover, or the links of its chain. Only unique rectangles
// and the bivalue universal grave rest on something else, that there is one
// solution.
//
// Example:
//
//   const auto blank = *BlankBoard::Create(puzzle.geometry);
//   Board board = *Board::Create(blank, puzzle);
//   while (std::optional<Step> step = NextStep(board)) {
//     std::cout << StepText(board, *step) << "\n";
//     board.Apply(step->deduction);
//   }

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/time/time.h"
#include "dlx/ask/deduce.h"
#include "dlx/limits.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/rule.h"
#include "sudoku/technique/board.h"
#include "sudoku/technique/technique.h"

namespace sudoku {

struct Step {
  Technique technique = Technique::kFullHouse;
  // Ten times that of Sudoku Explainer, of chains by their length; see
  // TechniqueRow::rating.
  int rating = 0;
  dlx::Deduction deduction = {};
  const Rule* rule = nullptr;  // Of kRule: one of the puzzle's.
};

class StepMemory;

// Calls `visit` with each step of that technique, until it returns false; then
// it returns false. What only Sudoku Explainer has is not found. `memory` may
// be null.
using VisitStep = absl::FunctionRef<bool(Step step)>;
bool VisitSteps(const Board& board, Technique technique, VisitStep visit,
                StepMemory* memory = nullptr);

// What is remembered of a puzzle, so that the next steps come faster. One
// thread at a time may use it, for one puzzle.
[[nodiscard]] std::shared_ptr<StepMemory> NewStepMemory();

enum class StepOrder {
  // By the table, in which a rating of Sudoku Explainer's stands for each
  // technique. Rate() adds the ratings of kExplainer.
  kEasiest,
  kHodoku,  // By HoDoKu's level and score.
  // The steps of Sudoku Explainer, for boards with rows, columns and boxes
  // only, see explainer.h; for others, kEasiest.
  kExplainer
};

struct StepOptions {
  StepOrder order = StepOrder::kEasiest;
  // Without, no technique is used that rests on there being one solution.
  bool uses_uniqueness = true;
  // Those that are used; TechniqueRow::is_default says which, if there are
  // none.
  std::vector<Technique> techniques = {};
  // What techniques score, in place of HoDoKu's scores.
  std::vector<std::pair<Technique, int>> scores = {};
  // When to look for no more steps: looked at between techniques, and during
  // the longest ones.
  absl::Time deadline = absl::InfiniteFuture();
  const dlx::Interrupter* interrupter = nullptr;
  // The puzzle, if it has rules: what each says by itself is a step, too, and
  // comes after singles. Nothing rests on there being one solution then, and
  // kExplainer is kEasiest. It has to outlive the steps.
  const Puzzle* rules_of = nullptr;
  // What several calls for one puzzle share.
  std::shared_ptr<StepMemory> memory = nullptr;
};

// What a step of the technique scores.
[[nodiscard]] int ScoreOf(Technique technique, const StepOptions& options);

// A step of the easiest technique that has one. Nothing if none has, or if the
// board is solved, if a cell or a digit of a house has no place left, or if it
// is time to stop.
[[nodiscard]] std::optional<Step> NextStep(const Board& board,
                                           const StepOptions& options = {});

// Calls `visit` with all steps of all techniques that the options allow, the
// easiest technique first, until it returns false or it is time to stop; then
// it returns false. With kExplainer, with the next step alone.
bool VisitAllSteps(const Board& board, const StepOptions& options,
                   VisitStep visit);

// "X-Wing: 7 in rows 2 and 6, columns 4 and 8: not 7 in r1c4, r9c8".
[[nodiscard]] std::string StepText(const Board& board, const Step& step);
// The same without its end: "7 in rows 2 and 6, columns 4 and 8".
[[nodiscard]] std::string StepReason(const Board& board, const Step& step);
// Where to look, and not for what: "the 7s in rows 2 and 6", "row 3", "cells
// r1c1, r2c3 and r4c1", "what follows from the 7s in row 2".
[[nodiscard]] std::string StepPlace(const Board& board, const Step& step);
// "r1c2=7", or "not 7 in r1c4, r9c8".
[[nodiscard]] std::string StepEffect(const Board& board, const Step& step);

struct Ratings {
  bool is_solved = false;
  bool is_dead = false;     // A cell or a digit has no place left.
  bool is_stopped = false;  // The deadline came first, or an interruption.
  size_t steps = 0;
  // Ten times the rating of the hardest step; of the hardest step up to the
  // first digit; and of the first step. 0 where there is none. If
  // `is_explained`, these are of the steps of Sudoku Explainer, and they solve
  // the puzzle if `is_rated`.
  bool is_explained = false;
  bool is_rated = false;
  int hardest = 0;
  int to_first_digit = 0;
  int first = 0;
  // Whether these steps place a digit.
  bool has_digit = false;
  // The scores of the steps, summed.
  uint64_t score = 0;
  Level level = Level::kEasy;  // Of the hardest step.
  std::optional<Technique> hardest_technique;
  // How often each technique was used.
  std::vector<std::pair<Technique, uint64_t>> uses;
};

// Takes steps until there are no more. With default options, also those of
// Sudoku Explainer, if the geometry is for them.
[[nodiscard]] Ratings Rate(Board board, const StepOptions& options = {});

}  // namespace sudoku

#endif  // SUDOKU_TECHNIQUE_STEPS_H_
