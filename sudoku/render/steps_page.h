#ifndef SUDOKU_RENDER_STEPS_PAGE_H_
#define SUDOKU_RENDER_STEPS_PAGE_H_

// A page of HTML that goes through the steps of a puzzle, solved as people do
// it: to be opened in a browser, without a network, a server or other files.
// FILE#step=12 shows step 12.

#include <cstddef>
#include <optional>
#include <string>

#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "sudoku/rules/rule.h"
#include "sudoku/technique/board.h"
#include "sudoku/technique/steps.h"

namespace sudoku {

class StepsPage {
 public:
  // Adds a board alone, which is where the steps begin; then the board before
  // each step, and the step. `rules` are those of the puzzle.
  void Add(const Board& board, const std::optional<Step>& step,
           dlx::StringView text, absl::Span<const Rule> rules = {});

  // What the page says at its end.
  void set_end_text(dlx::StringView text) { end_text_ = std::string(text); }
  bool empty() const { return count_ == 0; }
  // REQUIRES: it is not empty.
  [[nodiscard]] std::string Page(dlx::StringView title,
                                 dlx::StringView subtitle) const;

 private:
  std::string frames_;  // In JSON.
  std::string colors_;  // All pictures, for their colours.
  std::string end_text_;
  size_t count_ = 0;
};

// Every page has this in it, near its beginning.
inline constexpr dlx::StringView kStepsPageMark = "<!-- sudoku explain -->";

}  // namespace sudoku

#endif  // SUDOKU_RENDER_STEPS_PAGE_H_
