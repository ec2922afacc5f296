#include "dlx/testing/oracle.h"

// The options are gone through in their order; each is either left out or
// taken. The colours with which the options taken so far use each item are
// kept in a list per item. Two plain observations cut the tree:
//
//   1. An option that an item cannot bear, given the list, is not taken.
//   2. Behind the last option that has an item, its list is final; then it must
//      be long enough.

#include <algorithm>
#include <cstddef>
#include <utility>

namespace dlx::testing {
namespace {

class Enumerator {
 public:
  explicit Enumerator(const Problem& problem)
      : problem_(problem),
        colors_(problem.item_count()),
        final_after_(problem.option_count() + 1) {
    // final_after_[k] are the items of which the first k options are all.
    for (uint32_t i = 0; i < problem.item_count(); ++i) {
      size_t k = problem.option_count();
      while (k > 0 && !Has(OptionId(k - 1), ItemId(i))) --k;
      final_after_[k].emplace_back(i);
    }
  }

  std::vector<Cover> Run() {
    Visit(0);
    std::sort(covers_.begin(), covers_.end());
    return std::move(covers_);
  }

 private:
  bool Has(OptionId option, ItemId item) const {
    for (const ItemUse& use : problem_.option(option)) {
      if (use.item == item) return true;
    }
    return false;
  }

  // The first k options have been decided.
  void Visit(uint32_t k) {
    for (ItemId item : final_after_[k]) {
      if (!problem_.is_primary(item)) continue;
      if (colors_[item.value()].size() < problem_.multiplicity(item).low) {
        return;
      }
    }
    if (k == problem_.option_count()) {
      covers_.push_back(taken_);
      return;
    }

    Visit(k + 1);
    if (!MayTake(OptionId(k))) return;
    taken_.emplace_back(k);
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      colors_[use.item.value()].push_back(use.color);
    }
    Visit(k + 1);
    for (const ItemUse& use : problem_.option(OptionId(k))) {
      colors_[use.item.value()].pop_back();
    }
    taken_.pop_back();
  }

  bool MayTake(OptionId option) const {
    for (const ItemUse& use : problem_.option(option)) {
      const std::vector<ColorId>& colors = colors_[use.item.value()];
      if (problem_.is_primary(use.item)) {
        if (colors.size() == problem_.multiplicity(use.item).high) return false;
      } else if (!colors.empty()) {
        if (use.color == kNoColor || use.color != colors.front()) return false;
      }
    }
    return true;
  }

  const Problem& problem_;
  // How the options in taken_ use each item.
  std::vector<std::vector<ColorId>> colors_;
  std::vector<std::vector<ItemId>> final_after_;
  Cover taken_;
  std::vector<Cover> covers_;
};

}  // namespace

std::vector<Cover> AllCovers(const Problem& problem) {
  return Enumerator(problem).Run();
}

std::vector<Cover> AllCovers(const Union& of_parts) {
  std::vector<Cover> covers = {{}};
  for (size_t i = 0; i < of_parts.parts.size(); ++i) {
    std::vector<Cover> longer;
    for (const Cover& more : AllCovers(of_parts.parts[i])) {
      for (const Cover& cover : covers) {
        longer.push_back(cover);
        for (const OptionId option : more) {
          longer.back().push_back(of_parts.ids[i][option.value()]);
        }
      }
    }
    covers = std::move(longer);
  }
  for (Cover& cover : covers) std::sort(cover.begin(), cover.end());
  std::sort(covers.begin(), covers.end());
  return covers;
}

std::vector<Cover> CoversWith(const std::vector<Cover>& covers,
                              absl::Span<const OptionId> givens) {
  Cover sorted(givens.begin(), givens.end());
  std::sort(sorted.begin(), sorted.end());
  std::vector<Cover> result;
  if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
    return result;
  }
  for (const Cover& cover : covers) {
    if (std::includes(cover.begin(), cover.end(), sorted.begin(),
                      sorted.end())) {
      result.push_back(cover);
    }
  }
  return result;
}

int64_t TotalCost(const Problem& problem, absl::Span<const OptionId> options) {
  int64_t cost = 0;
  for (OptionId option : options) cost += problem.cost(option);
  return cost;
}

}  // namespace dlx::testing
