#include "sudoku/rules/forty_five.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "sudoku/rules/kind.h"

namespace sudoku {
namespace {

using Cells = std::vector<int>;  // Ascending.

// A sum of more cells than that says little, and is expensive if they may be
// equal.
constexpr size_t kMostCells = 6;
constexpr size_t kMostDifferentCells = 8;
constexpr size_t kMostCellsOfDifference = 5;

struct KnownSum {
  Cells cells;
  int sum;
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
      : model_(model), cages_(CagesOf(model)) {}

  void Find() {
    if (cages_.empty()) return;
    const std::vector<KnownSum> sums = SumsOfHouses(model_);
    // The houses themselves say these.
    for (const KnownSum& houses : sums) known_.insert(houses.cells);
    for (const KnownSum& houses : sums) {
      AddInside(houses);
      AddOutside(houses);
      AddDifference(houses);
    }
  }

 private:
  // What the cages inside leave of the houses.
  void AddInside(const KnownSum& houses) {
    KnownSum left = houses;
    for (const KnownSum& cage : cages_) {
      if (!absl::c_includes(houses.cells, cage.cells)) continue;
      left.cells = Without(left.cells, cage.cells);
      left.sum -= cage.sum;
    }
    Add(left);
  }

  // What juts out of the houses, of cages that cover them.
  void AddOutside(const KnownSum& houses) {
    KnownSum covered = {{}, 0};
    for (const KnownSum& cage : cages_) {
      if (!Overlap(cage.cells, houses.cells)) continue;
      covered.cells = Together(covered.cells, cage.cells);
      covered.sum += cage.sum;
    }
    if (!absl::c_includes(covered.cells, houses.cells)) return;
    Add({Without(covered.cells, houses.cells), covered.sum - houses.sum});
  }

  // What is left of the houses, minus what juts out, where the cages that lie
  // mostly in the houses are taken away.
  void AddDifference(const KnownSum& houses) {
    KnownSum inside = {{}, 0};
    for (const KnownSum& cage : cages_) {
      if (2 * Without(cage.cells, houses.cells).size() > cage.cells.size()) {
        continue;
      }
      inside.cells = Together(inside.cells, cage.cells);
      inside.sum += cage.sum;
    }
    Cells cells = Without(houses.cells, inside.cells);
    std::vector<int> factors(cells.size(), 1);
    const Cells out = Without(inside.cells, houses.cells);
    if (cells.empty() || out.empty()) return;
    if (cells.size() + out.size() > kMostCellsOfDifference) return;
    absl::c_copy(out, std::back_inserter(cells));
    factors.resize(cells.size(), -1);
    if (!known_.insert(cells).second) return;
    model_.Sum(cells, houses.sum - inside.sum, factors);
  }

  void Add(const KnownSum& sum) {
    if (sum.cells.empty()) return;
    const bool are_different = model_.AreDifferent(sum.cells);
    if (sum.cells.size() > (are_different ? kMostDifferentCells : kMostCells)) {
      return;
    }
    if (!known_.insert(sum.cells).second) return;
    model_.Sum(sum.cells, sum.sum);
  }

  RuleModel& model_;
  const std::vector<KnownSum> cages_;
  std::set<Cells> known_;
};

}  // namespace

void AddSumsOfHouses(RuleModel& model) { SumFinder(model).Find(); }

}  // namespace sudoku
