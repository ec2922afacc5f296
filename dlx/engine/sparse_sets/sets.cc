#include "dlx/engine/sparse_sets/sets.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "dlx/engine/first_smallest.h"

namespace dlx::internal::sparse_sets {

Sets::Sets(const Problem& problem, const ItemOrder& items,
           absl::Span<const OptionId> option_order)
    : primary_count_(static_cast<int32_t>(problem.primary_count())),
      preferred_count_(static_cast<int32_t>(items.preferred_count)),
      first_nodes_(problem.option_count()),
      places_(problem.use_count()),
      starts_(problem.item_count() + 1),
      degrees_(problem.item_count() + kFirstSmallestPadding),
      removed_(new int32_t[problem.use_count()]),
      covered_(new int32_t[problem.item_count()]) {
  std::vector<int32_t> numbers(problem.item_count());
  for (size_t i = 0; i < items.items.size(); ++i) {
    numbers[items.items[i].value()] = static_cast<int32_t>(i);
  }
  for (const OptionId option : option_order) {
    for (const ItemUse& use : problem.option(option)) {
      ++starts_[numbers[use.item.value()] + 1];
    }
  }
  for (size_t i = 0; i < numbers.size(); ++i) starts_[i + 1] += starts_[i];
  nodes_.reserve(problem.use_count());
  options_.reserve(problem.use_count());
  if (problem.has_colors()) colors_.reserve(problem.use_count());
  for (const OptionId option : option_order) {
    if (problem.has_colors()) {
      for (const ItemUse& use : problem.option(option)) {
        colors_.push_back(use.color.value());
      }
    }
    AddOption(option, problem.option(option), numbers);
  }
  for (size_t i = 0; i < numbers.size(); ++i) {
    degrees_[i] = starts_[i + 1] - starts_[i];
    if (i >= problem.primary_count()) degrees_[i] += kSecondary;
  }
  Arrange();
}

void Sets::Arrange() {
  next_places_.assign(starts_.begin(), starts_.end() - 1);
  for (size_t q = 0; q < nodes_.size(); ++q) {
    nodes_[q].place = next_places_[nodes_[q].item]++;
    places_[nodes_[q].place] = static_cast<int32_t>(q);
  }
}

void Sets::AddOption(OptionId option, absl::Span<const ItemUse> uses,
                     const std::vector<int32_t>& numbers) {
  const auto first = static_cast<int32_t>(nodes_.size());
  const auto last = static_cast<int32_t>(first + uses.size() - 1);
  first_nodes_[option.value()] = first;
  for (const ItemUse& use : uses) {
    const int32_t item = numbers[use.item.value()];
    nodes_.push_back({.item = item, .place = 0, .first = first, .last = last});
    options_.push_back(option);
  }
}

void Sets::Reset() {
  UndoTo({});
  updates_ = 0;
  Arrange();
}

void Sets::UndoTo(Mark mark) {
  int32_t* const degrees = degrees_.data();
  for (size_t i = mark.removed; i < removed_count_; ++i) ++degrees[removed_[i]];
  removed_count_ = mark.removed;
  for (size_t i = mark.covered; i < covered_count_; ++i) {
    degrees[covered_[i]] -= kCovered;
  }
  covered_count_ = mark.covered;
  forced_.clear();
}

// What a removal changes, in registers: that a set is forced may move memory,
// for all that the compiler knows.
struct Sets::Tables {
  explicit Tables(Sets& sets)
      : nodes(sets.nodes_.data()),
        places(sets.places_.data()),
        starts(sets.starts_.data()),
        degrees(sets.degrees_.data()),
        removed(sets.removed_.get() + sets.removed_count_) {}

  // Takes a node out of its item's set. Returns how many options a primary item
  // that is not covered has left; of others some large number.
  int32_t Remove(int32_t node) {
    const int32_t item = nodes[node].item;
    const int32_t place = nodes[node].place;
    const int32_t degree = --degrees[item];
    const int32_t end = starts[item] + (degree & kMaxDegree);
    const int32_t other = places[end];
    places[end] = node;
    places[place] = other;
    nodes[node].place = end;
    nodes[other].place = place;
    *removed++ = item;
    return degree;
  }

  Node* const nodes;
  int32_t* const places;
  const int32_t* const starts;
  int32_t* const degrees;
  int32_t* removed;
};

void Sets::NoteRemoved(const Tables& tables) {
  updates_ += tables.removed - (removed_.get() + removed_count_);
  removed_count_ = tables.removed - removed_.get();
}

// After a removal that left `degree` options, 1 or none. Returns false if it
// was none.
bool Sets::NoteFew(int32_t degree, int32_t item) {
  if (degree == 1) {
    forced_.push_back(item);
  } else {
    dead_item_ = item;
  }
  return degree == 1;
}

// Takes out all options that have the item of the node, but in another colour,
// if it has one. Returns false if a primary item has no option left then.
template <bool kColors>
inline bool Sets::RemoveCompetitors(Tables& tables, int32_t node) {
  const int32_t item = tables.nodes[node].item;
  const int32_t* const begin = tables.places + tables.starts[item];
  const int32_t* const end = begin + SizeOf(item);
  for (const int32_t* p = begin; p != end; ++p) {
    const int32_t competitor = *p;
    if (competitor == node) continue;
    if (kColors && colors_[node] != 0 && colors_[competitor] == colors_[node]) {
      continue;
    }
    const int32_t last = tables.nodes[competitor].last;
    for (int32_t q = tables.nodes[competitor].first; q <= last; ++q) {
      if (q == competitor) continue;
      const int32_t degree = tables.Remove(q);
      if (degree <= 1 && !NoteFew(degree, tables.nodes[q].item)) return false;
    }
  }
  return true;
}

// Covers the items of the option. (Some have its colour already.)
inline void Sets::Cover(const Node& option) {
  for (int32_t q = option.first; q <= option.last; ++q) {
    const int32_t item = nodes_[q].item;
    if (is_covered(item)) continue;
    degrees_[item] += kCovered;
    covered_[covered_count_++] = item;
  }
}

template <bool kColors>
bool Sets::ChooseOption(const Node& option) {
  const int32_t* covered = covered_.get() + covered_count_;
  Cover(option);
  const int32_t* const end = covered_.get() + covered_count_;
  Tables tables(*this);
  bool is_alive = true;
  for (int32_t q = option.first; is_alive && covered != end; ++q) {
    if (*covered != tables.nodes[q].item) continue;
    ++covered;
    is_alive = RemoveCompetitors<kColors>(tables, q);
  }
  NoteRemoved(tables);
  return is_alive;
}

bool Sets::Choose(int32_t node) {
  const Node option = nodes_[node];
  return colors_.empty() ? ChooseOption<false>(option)
                         : ChooseOption<true>(option);
}

bool Sets::Exclude(int32_t node) {
  Tables tables(*this);
  const int32_t last = tables.nodes[node].last;
  bool is_alive = true;
  for (int32_t q = tables.nodes[node].first; q <= last && is_alive; ++q) {
    const int32_t degree = tables.Remove(q);
    is_alive = degree > 1 || NoteFew(degree, tables.nodes[q].item);
  }
  NoteRemoved(tables);
  return is_alive;
}

size_t Sets::CountCompetitors(int32_t node) const {
  size_t count = 0;
  for (int32_t q = nodes_[node].first; q <= nodes_[node].last; ++q) {
    const int32_t item = nodes_[q].item;
    if (!is_covered(item)) count += SizeOf(item);
  }
  return count;
}

int32_t Sets::NodeWithFewestCompetitors(int32_t item) const {
  const absl::Span<const int32_t> nodes = NodesOf(item);
  int32_t best = nodes[0];
  size_t fewest = CountCompetitors(best);
  for (const int32_t node : nodes.subspan(1)) {
    const size_t count = CountCompetitors(node);
    if (count >= fewest) continue;
    fewest = count;
    best = node;
  }
  return best;
}

int32_t Sets::TakeForcedNode() {
  while (!forced_.empty()) {
    const int32_t item = forced_.back();
    forced_.pop_back();
    if (!is_covered(item)) return places_[starts_[item]];
  }
  return -1;
}

bool Sets::FindForcedItems() {
  for (int32_t i = 0; i < primary_count_; ++i) {
    if (degrees_[i] == 1) forced_.push_back(i);
    if (degrees_[i] > 0) continue;
    dead_item_ = i;
    return false;
  }
  return true;
}

int32_t Sets::PrimaryNode(OptionId option) const {
  int32_t node = first_nodes_[option.value()];
  while (nodes_[node].item >= primary_count_) ++node;
  return node;
}

bool Sets::CanBeChosen(int32_t node) const {
  const auto [item, place, first, last] = nodes_[node];
  return !is_covered(item) && place < starts_[item] + degrees_[item];
}

std::string Sets::CheckInvariants() const {
  for (size_t q = 0; q < nodes_.size(); ++q) {
    const Node& node = nodes_[q];
    if (places_[node.place] != static_cast<int32_t>(q) ||
        node.place < starts_[node.item] ||
        node.place >= starts_[node.item + 1]) {
      return absl::StrCat("node ", q, " is not at its place ", node.place);
    }
  }
  for (int32_t i = 0; i < primary_count_; ++i) {
    if (is_covered(i)) continue;
    for (const int32_t q : NodesOf(i)) {
      for (int32_t p = nodes_[q].first; p <= nodes_[q].last; ++p) {
        const int32_t item = nodes_[p].item;
        const auto place = static_cast<size_t>(nodes_[p].place);
        if (place >= starts_[item] + SizeOf(item) ||
            (is_covered(item) && (colors_.empty() || colors_[p] == 0))) {
          return absl::StrCat("node ", p, " of an option of item ", i,
                              " has been taken out of the set of item ", item);
        }
      }
    }
  }
  return "";
}

}  // namespace dlx::internal::sparse_sets
