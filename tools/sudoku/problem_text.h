#ifndef TOOLS_SUDOKU_PROBLEM_TEXT_H_
#define TOOLS_SUDOKU_PROBLEM_TEXT_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/io/problem_writer.h"
#include "sudoku/encoding.h"
#include "sudoku/puzzle.h"

namespace sudoku::tool {

// The exact cover problem of a puzzle in the format of dlx, with the puzzle in
// a comment at its head.
inline absl::StatusOr<std::string> ProblemText(const Puzzle& puzzle,
                                               const Encoding& encoding) {
  absl::StatusOr<std::string> text = dlx::io::WriteProblem(encoding.problem());
  if (!text.ok()) return text.status();
  return absl::StrCat("| Sudoku ", puzzle.clues.ToLine(), "\n", *text);
}

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_PROBLEM_TEXT_H_
