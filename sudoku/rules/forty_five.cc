#include "sudoku/rules/forty_five.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "sudoku/rules/kind.h"

namespace sudoku {
namespace {

using Cells = std::vector<int>;  // Ascending.

// A sum of more cells than that says little for its many options, if digits may
// be equal. Where cages are few, as large ones are, there are few sums, and
// longer ones are worth it.
constexpr size_t kMostCells = 4;
constexpr size_t kMostCellsOfFewCages = 5;
constexpr size_t kLargeCage = 4;

struct KnownSum {
  Cells cells;
  int sum;
};

// The sum of some cells, minus that of others.
struct Difference {
  Cells cells;
  Cells others;
  int sum;

  size_t size() const { return cells.size() + others.size(); }
};

Cells Without(const Cells& cells, const Cells& others) {
  Cells rest;
  absl::c_set_difference(cells, others, std::back_inserter(rest));
  return rest;
}

Cells Together(const Cells& a, const Cells& b) {
  Cells all;
  absl::c_set_union(a, b, std::back_inserter(all));
  return all;
}

bool Overlap(const Cells& a, const Cells& b) {
  return absl::c_any_of(
      a, [&](int cell) { return absl::c_binary_search(b, cell); });
}

std::vector<KnownSum> CagesOf(const RuleModel& model) {
  std::vector<KnownSum> cages;
  for (const Rule& rule : model.rules()) {
    if (!rule.kind->is_sum || rule.numbers.size() != 1) continue;
    if (rule.numbers[0] == 0) continue;
    Cells cells = rule.cells();
    absl::c_sort(cells);
    if (absl::c_adjacent_find(cells) != cells.end()) continue;
    if (absl::c_any_of(cages, [&](const KnownSum& cage) {
          return Overlap(cage.cells, cells);
        })) {
      continue;
    }
    cages.push_back({std::move(cells), rule.numbers[0]});
  }
  return cages;
}

// Houses of all digits, and such as lie side by side taken together.
std::vector<KnownSum> SumsOfHouses(const RuleModel& model) {
  const Geometry& geometry = model.geometry();
  const int size = geometry.size();
  const int sum = model.sum_of_all();
  std::vector<KnownSum> sums;
  const auto houses = geometry.houses();
  for (size_t first = 0; first < houses.size(); ++first) {
    KnownSum all = {{}, 0};
    for (size_t i = first; i < houses.size(); ++i) {
      if (houses[i].kind != houses[first].kind) break;
      if (static_cast<int>(houses[i].cells.size()) != size) break;
      if (Overlap(houses[i].cells, all.cells)) break;
      all.cells = Together(all.cells, houses[i].cells);
      all.sum += sum;
      sums.push_back(all);
    }
  }
  return sums;
}

class SumFinder {
 public:
  explicit SumFinder(RuleModel& model)
      : model_(model),
        cages_(CagesOf(model)),
        cage_of_(model.geometry().cell_count(), kNoCage) {
    for (size_t i = 0; i < cages_.size(); ++i) {
      for (const int cell : cages_[i].cells) cage_of_[cell] = i;
    }
    most_cells_ = kLargeCage * cages_.size() > cage_of_.size()
                      ? kMostCells
                      : kMostCellsOfFewCages;
  }

  void Find() {
    if (cages_.empty()) return;
    // Cages say themselves what they leave of a house.
    for (const KnownSum& cage : cages_) Note({cage.cells, {}});
    for (const KnownSum& houses : SumsOfHouses(model_)) {
      // What the cages inside leave of the houses.
      Keep(Left(houses, [](size_t own, size_t size) { return own == size; }));
      // What is left, and juts out, of those that lie mostly in them.
      Keep(Left(houses,
                [](size_t own, size_t size) { return 2 * own >= size; }));
      // What juts out of cages that cover them.
      Difference out = Left(houses, [](size_t own, size_t) { return own > 0; });
      if (out.cells.empty()) Keep(std::move(out));
    }
    absl::c_stable_sort(found_, [](const Difference& a, const Difference& b) {
      return a.size() < b.size();
    });
    for (Difference& difference : found_) Add(std::move(difference));
  }

 private:
  static constexpr size_t kNoCage = SIZE_MAX;
  using Sides = std::pair<Cells, Cells>;

  // The houses without the cages of which `is_taken` says so, by the number of
  // their cells in the houses and of all.
  Difference Left(
      const KnownSum& houses,
      absl::FunctionRef<bool(size_t own, size_t size)> is_taken) const {
    std::vector<size_t> own(cages_.size(), 0);
    for (const int cell : houses.cells) {
      if (cage_of_[cell] != kNoCage) ++own[cage_of_[cell]];
    }
    Difference left = {{}, {}, houses.sum};
    for (size_t i = 0; i < cages_.size(); ++i) {
      const KnownSum& cage = cages_[i];
      if (!is_taken(own[i], cage.cells.size())) {
        own[i] = 0;
        continue;
      }
      left.sum -= cage.sum;
      if (own[i] == cage.cells.size()) continue;
      absl::c_set_difference(cage.cells, houses.cells,
                             std::back_inserter(left.others));
    }
    for (const int cell : houses.cells) {
      if (cage_of_[cell] == kNoCage || own[cage_of_[cell]] == 0) {
        left.cells.push_back(cell);
      }
    }
    absl::c_sort(left.others);
    return left;
  }

  void Keep(Difference found) {
    if (found.size() > static_cast<size_t>(model_.size())) return;
    found_.push_back(std::move(found));
  }

  // What the sums before it leave of it.
  void Add(Difference difference) {
    auto& [cells, others, sum] = difference;
    for (const KnownSum& known : sums_) {
      if (absl::c_includes(cells, known.cells)) {
        cells = Without(cells, known.cells);
        sum -= known.sum;
      }
      if (absl::c_includes(others, known.cells)) {
        others = Without(others, known.cells);
        sum += known.sum;
      }
    }
    if (!others.empty() && (cells.empty() || others < cells)) {
      cells.swap(others);
      sum = -sum;
    }
    if (cells.empty() || !IsShort(difference)) return;
    if (known_.contains({cells, others})) return;
    Note({cells, others});
    if (others.empty()) {
      model_.Sum(cells, sum);
      sums_.push_back({std::move(cells), sum});
      return;
    }
    std::vector<int> factors(cells.size(), 1);
    absl::c_copy(others, std::back_inserter(cells));
    factors.resize(cells.size(), -1);
    model_.Sum(cells, sum, factors);
  }

  // Or of different digits, if it is said by sets of them, but not of all of a
  // house, which says that itself.
  bool IsShort(const Difference& difference) const {
    const bool is_short = difference.size() <= most_cells_;
    if (!difference.others.empty() || !model_.AreDifferent(difference.cells)) {
      return is_short;
    }
    return difference.size() < static_cast<size_t>(model_.size()) &&
           (is_short || model_.size() <= RuleModel::kLargestSizeForSets);
  }

  // What these cells leave of a house has a sum that is known then, too.
  void Note(const Sides& sides) {
    known_.insert(sides);
    if (!sides.second.empty()) return;
    for (const House& house : model_.geometry().houses()) {
      if (static_cast<int>(house.cells.size()) == model_.size() &&
          absl::c_includes(house.cells, sides.first)) {
        known_.insert({Without(house.cells, sides.first), {}});
      }
    }
  }

  RuleModel& model_;
  const std::vector<KnownSum> cages_;
  std::vector<size_t> cage_of_;  // By cells.
  size_t most_cells_;
  std::vector<Difference> found_;
  std::set<Sides> known_;
  std::vector<KnownSum> sums_;  // That were added.
};

}  // namespace

void AddSumsOfHouses(RuleModel& model) { SumFinder(model).Find(); }

}  // namespace sudoku
