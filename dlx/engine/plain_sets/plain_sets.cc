#include "dlx/engine/plain_sets/plain_sets.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/statistics.h"

namespace dlx::internal {
namespace plain_sets {
namespace {

// Items and options have numbers in the order in which the search is to look at
// them (see dlx/engine/order.h); the primary items come first.
using Item = size_t;
using Option = size_t;

// The items that are not covered, each with the options left for it.
using Sets = std::map<Item, std::set<Option>>;

class PlainSets final : public Engine {
 public:
  PlainSets(const Problem& problem, const SearchOptions& options);

  void Restart(absl::Span<const OptionId> givens) override;
  Step FindNext(uint64_t pause_at) override;
  absl::Span<const OptionId> solution() const override { return solution_; }
  void SetCostCeiling(int64_t) override {}  // Not for Task::kBest.
  double FractionDone() const override;
  std::vector<PathStep> Path() const override;

 private:
  // A choice between the options of an item. (A recursive function would have
  // it in its local variables, but could not pause.)
  struct Level {
    std::vector<Option> branches;
    size_t tried = 0;  // The last one of these may be chosen now;
    std::vector<Sets::node_type> removed = {};  // what went with it is here.

    bool has_choice() const { return !removed.empty(); }
  };

  Item ChooseItem() const;
  std::vector<Sets::node_type> Choose(Option option);
  void PutBack(std::vector<Sets::node_type>& removed);
  bool ChooseGiven(Option option);
  void SaveSolution();

  // All primary items are covered.
  bool complete() const {
    return sets_.empty() || sets_.begin()->first >= primary_count_;
  }

  std::vector<OptionId> option_ids_;         // By option.
  std::vector<Option> options_;              // By OptionId: the inverse.
  std::vector<std::vector<Item>> items_of_;  // By option.
  size_t primary_count_;
  size_t preferred_count_;
  Branching branching_;
  Sets all_sets_;  // When nothing is chosen.

  Sets sets_;
  std::vector<OptionId> givens_;
  std::vector<Level> levels_;
  bool is_new_node_ = false;  // The sets changed since the last look.
  std::vector<OptionId> solution_;
};

PlainSets::PlainSets(const Problem& problem, const SearchOptions& options)
    : option_ids_(OrderOptions(problem, options.seed)),
      options_(problem.option_count()),
      items_of_(problem.option_count()),
      primary_count_(problem.primary_count()),
      branching_(options.branching) {
  const ItemOrder order = OrderItems(
      problem, branching_ == Branching::kSharpPreference, options.seed);
  preferred_count_ = order.preferred_count;
  std::map<ItemId, Item> number;
  for (Item item = 0; item < order.items.size(); ++item) {
    number[order.items[item]] = item;
    all_sets_[item] = {};
  }
  for (Option option = 0; option < option_ids_.size(); ++option) {
    options_[option_ids_[option].value()] = option;
    for (const ItemUse& use : problem.option(option_ids_[option])) {
      const Item item = number[use.item];
      items_of_[option].push_back(item);
      all_sets_[item].insert(option);
    }
  }
  PlainSets::Restart({});
}

void PlainSets::Restart(absl::Span<const OptionId> givens) {
  ResetStatistics();
  sets_ = all_sets_;
  levels_.clear();
  givens_.assign(givens.begin(), givens.end());
  is_new_node_ = true;
  for (const OptionId given : givens) {
    if (!ChooseGiven(options_[given.value()])) is_new_node_ = false;
  }
}

Engine::Step PlainSets::FindNext(uint64_t pause_at) {
  for (;;) {
    if (is_new_node_) {
      is_new_node_ = false;
      if (complete()) {  // Step 1.
        SaveSolution();
        return Step::kSolution;
      }
      const std::set<Option>& branches = sets_[ChooseItem()];
      levels_.push_back({.branches = {branches.begin(), branches.end()}});
    }
    if (levels_.empty()) return Step::kExhausted;
    Level& top = levels_.back();  // Step 3.
    if (top.has_choice()) PutBack(top.removed);
    if (top.tried == top.branches.size()) {
      levels_.pop_back();
      continue;
    }
    if (nodes() >= pause_at) return Step::kPaused;
    top.removed = Choose(top.branches[top.tried]);
    ++top.tried;
    CountNodes(levels_.size(), 1);
    is_new_node_ = true;
  }
}

// Step 2: the primary item of the lowest rank, and the first of several.
Item PlainSets::ChooseItem() const {
  const auto rank = [this](const Sets::value_type& entry) {
    const auto& [item, options] = entry;
    if (options.size() <= 1) return std::pair(0, options.size());
    switch (branching_) {
      case Branching::kInputOrder:
        return std::pair(1, size_t{0});
      case Branching::kSharpPreference:
        return std::pair(item < preferred_count_ ? 1 : 2, options.size());
      case Branching::kFewestOptions:
        break;
    }
    return std::pair(1, options.size());
  };
  const auto by_rank = [&](const auto& a, const auto& b) {
    return rank(a) < rank(b);
  };
  const auto end = sets_.lower_bound(primary_count_);
  return std::min_element(sets_.begin(), end, by_rank)->first;
}

// Takes the option's items away, and all options that have one of them. Returns
// the items' sets, for PutBack().
std::vector<Sets::node_type> PlainSets::Choose(Option chosen) {
  std::vector<Sets::node_type> removed;
  for (const Item covered : items_of_[chosen]) {
    for (const Option option : sets_[covered]) {
      for (const Item other : items_of_[option]) {
        if (other == covered) continue;
        sets_[other].erase(option);
        ++statistics_.updates;
      }
    }
    removed.push_back(sets_.extract(covered));
  }
  return removed;
}

// Undoes Choose(), in the opposite order.
void PlainSets::PutBack(std::vector<Sets::node_type>& removed) {
  while (!removed.empty()) {
    const Item covered = removed.back().key();
    sets_.insert(std::move(removed.back()));
    removed.pop_back();
    for (const Option option : sets_[covered]) {
      for (const Item other : items_of_[option]) {
        if (other != covered) sets_[other].insert(option);
      }
    }
  }
}

// False if an option that was chosen before has one of its items.
bool PlainSets::ChooseGiven(Option option) {
  for (const Item item : items_of_[option]) {
    if (!sets_.contains(item)) return false;
  }
  Choose(option);
  return true;
}

void PlainSets::SaveSolution() {
  solution_ = givens_;
  for (const Level& level : levels_) {
    solution_.push_back(option_ids_[level.branches[level.tried - 1]]);
  }
}

double PlainSets::FractionDone() const {
  if (levels_.empty() && !is_new_node_) return 1;
  double done = 0;
  double part = 1;  // Of the tree, below each option of a level.
  for (const Level& level : levels_) {
    part /= static_cast<double>(level.branches.size());
    done += part * static_cast<double>(level.tried - level.has_choice());
  }
  return done;
}

std::vector<PathStep> PlainSets::Path() const {
  std::vector<PathStep> path;
  for (const Level& level : levels_) {
    if (!level.has_choice()) break;
    const size_t done = level.tried - 1;
    path.push_back({.option = option_ids_[level.branches[done]],
                    .done = static_cast<uint32_t>(done),
                    .branches = static_cast<uint32_t>(level.branches.size())});
  }
  return path;
}

}  // namespace
}  // namespace plain_sets

std::string TooLargeForPlainSets(const Problem& problem) {
  // A set of them is filled within some 50 milliseconds.
  constexpr size_t kMostUses = 200'000;
  if (problem.use_count() <= kMostUses) return "";
  return absl::StrCat("can do options of at most ", kMostUses,
                      " items in all, but there are ", problem.use_count());
}

std::unique_ptr<Engine> MakePlainSets(const Problem& problem, Task,
                                      const SearchOptions& options) {
  return std::make_unique<plain_sets::PlainSets>(problem, options);
}

}  // namespace dlx::internal
