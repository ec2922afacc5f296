#ifndef SUDOKU_MAKING_SOLUTION_DIAGRAM_H_
#define SUDOKU_MAKING_SOLUTION_DIAGRAM_H_

// All solutions of a puzzle that may have very many, as a diagram (see
// dlx/ask/diagram.h): in how many of them each candidate is, and solutions at
// random, each as likely as any other.
//
// Example:
//
//   absl::StatusOr<SolutionDiagram> diagram = SolutionDiagram::Build(puzzle);
//   if (!diagram.ok()) return diagram.status();
//   absl::BitGen random;
//   if (diagram->count() > 0) std::cout << diagram->Sample(random).ToLine();

#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/ask/diagram.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/search_options.h"
#include "sudoku/encoding.h"
#include "sudoku/grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {

// Immutable: any number of threads may use one at the same time.
class SolutionDiagram {
 public:
  // Of the options, those have a say that dlx::Diagram::Build names. Fails if
  // the diagram needs more memory than it may, or if it is interrupted or out
  // of time: a grid with few clues has too many solutions that have too little
  // in common.
  [[nodiscard]] static absl::StatusOr<SolutionDiagram> Build(
      const Puzzle& puzzle, const dlx::SearchOptions& options = {});

  // The number of solutions.
  const dlx::Natural& count() const { return diagram_.count(); }

  // For each cell, how many solutions have the digits 1, 2, ... there.
  [[nodiscard]] std::vector<std::vector<dlx::Natural>> CountByPlacement() const;

  // A solution at random. REQUIRES: there is one; `random` yields 64-bit words.
  template <typename BitGen>
  [[nodiscard]] Grid Sample(BitGen& random) const {
    return ToGrid(diagram_.Sample(random));
  }

  // What it takes.
  size_t node_count() const { return diagram_.node_count(); }

 private:
  SolutionDiagram(Encoding encoding, dlx::Diagram diagram)
      : encoding_(std::move(encoding)), diagram_(std::move(diagram)) {}

  Grid ToGrid(absl::Span<const dlx::OptionId> options) const;

  Encoding encoding_;
  dlx::Diagram diagram_;
};

}  // namespace sudoku

#endif  // SUDOKU_MAKING_SOLUTION_DIAGRAM_H_
