#include "sudoku/rules/houses.h"

#include <iterator>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "sudoku/rules/functions.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/rule_places.h"

namespace sudoku {
namespace rules {
namespace {

CellLists PairsApart(const Geometry& geometry, int rows, int columns) {
  CellLists pairs;
  ForEachApart(geometry.size(), rows, columns, [&](int one, int other) {
    pairs.push_back({one, other});
  });
  return pairs;
}

}  // namespace

CellLists KingsApart(const Rule&, const Geometry& geometry) {
  return PairsApart(geometry, 1, 1);
}

CellLists KnightsApart(const Rule&, const Geometry& geometry) {
  return PairsApart(geometry, 1, 2);
}

CellLists ItsCells(const Rule& rule, const Geometry&) { return {rule.cells()}; }

// The one that rises if its number is 1, otherwise the one that falls.
CellLists ItsDiagonal(const Rule& rule, const Geometry& geometry) {
  std::vector<int> cells;
  for (int i = 0; i < geometry.size(); ++i) {
    const int column = rule.numbers[0] == 1 ? geometry.size() - 1 - i : i;
    cells.push_back(geometry.CellAt(i, column));
  }
  return {cells};
}

// The cells in the same place of their boxes.
CellLists SamePlaces(const Rule&, const Geometry& geometry) {
  CellLists in_region(geometry.size());
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    in_region[geometry.RegionOf(cell)].push_back(cell);
  }
  CellLists lists(geometry.size());
  for (int place = 0; place < geometry.size(); ++place) {
    for (const auto& region : in_region) lists[place].push_back(region[place]);
  }
  return lists;
}

CellLists Windows(const Rule&, const Geometry& geometry) {
  const absl::StatusOr<Geometry> windows =
      Geometry::FromSize(geometry.size())->WithWindows();
  CellLists lists;
  for (const House& house : windows->houses()) {
    if (house.kind == House::Kind::kExtra) lists.push_back(house.cells);
  }
  return lists;
}

void EachListDiffers(const Rule& rule, RuleModel& model) {
  for (const auto& cells : rule.kind->differing(rule, model.geometry())) {
    model.Different(cells);
  }
}

void EachPairDiffers(const Rule& rule, RuleModel& model) {
  for (const auto& pair : rule.kind->differing(rule, model.geometry())) {
    if (model.AreDifferent(pair)) continue;
    model.Pair(pair[0], pair[1], [](int a, int b) { return a != b; });
  }
}

}  // namespace rules

std::optional<Geometry> WithHouses(const Geometry& geometry,
                                   absl::Span<const Rule> rules) {
  const auto has_diagonal = [&](int number) {
    return absl::c_any_of(rules, [number](const Rule& rule) {
      return rule.kind->name == "Diagonal" && rule.numbers[0] == number;
    });
  };
  const bool has_both = has_diagonal(1) && has_diagonal(-1);
  absl::StatusOr<Geometry> result = geometry;
  rules::CellLists last;
  for (const Rule& rule : rules) {
    if (rule.kind->differing == nullptr) return std::nullopt;
    if (has_both && rule.kind->name == "Diagonal") {
      result = result->WithDiagonals();
      continue;
    }
    rules::CellLists lists = rule.kind->differing(rule, geometry);
    if (rule.kind->name == "AllDifferent") {
      absl::c_move(lists, std::back_inserter(last));
    } else {
      result = result->WithExtraRegions(lists);
    }
    if (!result.ok()) return std::nullopt;
  }
  result = result->WithExtraRegions(last);
  return result.ok() ? std::optional<Geometry>(*result) : std::nullopt;
}

}  // namespace sudoku
