#ifndef DLX_MAKE_MODEL_PROBLEM_H_
#define DLX_MAKE_MODEL_PROBLEM_H_

// Models whose covers are read by people.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/model/model.h"
#include "dlx/problem.h"

namespace dlx::make {

// The problem of a model. The option of a value has two items that say so:
// "r1c2" and, which is secondary, "r1c2=7". The constraints follow.
// REQUIRES: there is a name for each variable.
absl::StatusOr<Problem> NamedModelProblem(
    Model model, const std::vector<std::string>& names);

// "r2c3", of the cell with that number, counted row by row from 0.
std::string CellName(int cell, int columns);

// The cells of a board, each with one of the values: "r1c1", "r1c2", ...
class ModelBoard {
 public:
  ModelBoard(int rows, int columns) : rows_(rows), columns_(columns) {}

  // Adds the next cell, row by row.
  Variable AddCell(const std::vector<int>& values);
  Variable At(int row, int column) const {
    return static_cast<Variable>(row * columns_ + column);
  }
  std::vector<Variable> Row(int row) const;
  std::vector<Variable> Column(int column) const;
  int rows() const { return rows_; }
  int columns() const { return columns_; }

  Model& model() { return model_; }
  absl::StatusOr<Problem> Build() &&;

 private:
  int rows_;
  int columns_;
  Model model_;
  std::vector<std::string> names_;
};

}  // namespace dlx::make

#endif  // DLX_MAKE_MODEL_PROBLEM_H_
