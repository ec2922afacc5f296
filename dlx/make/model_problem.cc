#include "dlx/make/model_problem.h"

#include <map>
#include <utility>

#include "absl/strings/str_cat.h"

namespace dlx::make {

absl::StatusOr<Problem> NamedModelProblem(
    Model model, const std::vector<std::string>& names) {
  if (!model.status().ok()) return model.status();
  model.Narrow();
  ProblemBuilder builder;
  std::vector<ItemId> items;
  for (const std::string& name : names) {
    items.push_back(builder.AddPrimary(name));
  }
  std::map<std::pair<Variable, int>, ItemId> values;
  for (size_t i = 0; i < names.size(); ++i) {
    const Variable variable = static_cast<Variable>(i);
    for (const int value : model.values(variable)) {
      values[{variable, value}] =
          builder.AddSecondary(absl::StrCat(names[i], "=", value));
    }
  }
  std::map<std::pair<Variable, int>, OptionId> options;
  for (const auto& [key, item] : values) {
    options[key] =
        builder.AddOption({items[static_cast<size_t>(key.first)], item});
  }
  const absl::Status status =
      model.AddTo(builder, [&](Variable variable, int value) {
        return options.at({variable, value});
      });
  if (!status.ok()) return status;
  return std::move(builder).Build();
}

std::string CellName(int cell, int columns) {
  return absl::StrCat("r", cell / columns + 1, "c", cell % columns + 1);
}

Variable ModelBoard::AddCell(const std::vector<int>& values) {
  const int cell = static_cast<int>(names_.size());
  names_.push_back(CellName(cell, columns_));
  return model_.AddVariable(names_.back(), values);
}

std::vector<Variable> ModelBoard::Row(int row) const {
  std::vector<Variable> cells;
  for (int i = 0; i < columns_; ++i) cells.push_back(At(row, i));
  return cells;
}

std::vector<Variable> ModelBoard::Column(int column) const {
  std::vector<Variable> cells;
  for (int i = 0; i < rows_; ++i) cells.push_back(At(i, column));
  return cells;
}

absl::StatusOr<Problem> ModelBoard::Build() && {
  return NamedModelProblem(std::move(model_), names_);
}

}  // namespace dlx::make
