#include "dlx/engine/links.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace dlx::internal {

Links::Links(const Problem& problem, absl::Span<const ItemId> item_order,
             absl::Span<const OptionId> option_order)
    : item_count_(static_cast<int32_t>(problem.item_count())),
      primary_count_(static_cast<int32_t>(problem.primary_count())) {
  nodes_.reserve(1 + problem.item_count() + problem.use_count() +
                 problem.option_count());
  degrees_.resize(problem.item_count() + 1);
  first_nodes_.resize(problem.option_count());

  nodes_.push_back({});  // The first spacer; its place is fixed up below.
  std::vector<int32_t> number(problem.item_count());  // By ItemId.
  for (int32_t i = 1; i <= item_count_; ++i) {
    number[item_order[i - 1].value()] = i;
    nodes_.push_back({.up = i, .down = i, .item = i, .color = 0});
    if (i > primary_count_) degrees_[i] = kSecondary;
  }
  // The spacer in front of the first option. The headers stand between it and
  // the spacer 0, which only ends the array on the left.
  nodes_.push_back({});
  for (const OptionId option : option_order) {
    const int32_t first = static_cast<int32_t>(nodes_.size());
    first_nodes_[option.value()] = first;
    for (const ItemUse& use : problem.option(option)) {
      const int32_t item = number[use.item.value()];
      const int32_t q = static_cast<int32_t>(nodes_.size());
      const int32_t last = nodes_[item].up;
      nodes_.push_back({.up = last,
                        .down = item,
                        .item = item,
                        .color = static_cast<int32_t>(use.color.value())});
      nodes_[last].down = q;
      nodes_[item].up = q;
      ++degrees_[item];
    }
    nodes_[first - 1].down = static_cast<int32_t>(nodes_.size()) - 1;
    nodes_.push_back({.up = first,
                      .down = 0,
                      .item = 0,
                      .color = static_cast<int32_t>(option.value())});
  }
}

Squeeze Links::Purify(int32_t q) {
  const int32_t item = nodes_[q].item;
  const int32_t color = nodes_[q].color;
  Squeeze squeeze = {kSecondary, 0};
  nodes_[item].color = color;
  for (int32_t p = nodes_[item].down; p != item; p = nodes_[p].down) {
    if (nodes_[p].color == color) {
      nodes_[p].color = -1;
    } else {
      Hide<true>(p, squeeze, updates_);
    }
  }
  return squeeze;
}

void Links::Unpurify(int32_t q) {
  const int32_t item = nodes_[q].item;
  const int32_t color = nodes_[q].color;
  for (int32_t p = nodes_[item].up; p != item; p = nodes_[p].up) {
    if (nodes_[p].color < 0) {
      nodes_[p].color = color;
    } else {
      Unhide<true>(p);
    }
  }
  nodes_[item].color = 0;
}

int32_t Links::FirstSmallest(int32_t begin, int32_t end) const {
  const int32_t* const degrees = degrees_.data();
  // A covered item may have an empty list; it must not be found all the same.
  int32_t smallest = kCovered - 1;
  for (int32_t i = begin; i < end; ++i) {
    smallest = std::min(smallest, degrees[i]);
  }
  int32_t i = begin;
  while (i < end && degrees[i] != smallest) ++i;
  return i;
}

std::string Links::CheckInvariants(
    absl::Span<const int32_t> adjustments) const {
  for (int32_t i = 1; i <= item_count_; ++i) {
    int32_t length = 0;
    int32_t q = i;
    do {
      const Node& node = nodes_[q];
      if (node.item != i) {
        return absl::StrCat("node ", q, " in the list of item ", i,
                            " belongs to item ", node.item);
      }
      if (nodes_[node.up].down != q || nodes_[node.down].up != q) {
        return absl::StrCat("the neighbours of node ", q, " of item ", i,
                            " do not know it");
      }
      q = node.down;
      ++length;
    } while (q != i && length <= static_cast<int32_t>(nodes_.size()));
    int32_t expected = length - 1;
    if (!adjustments.empty()) expected += adjustments[i];
    if (i > primary_count_) expected += kSecondary;
    if (covered(i)) expected += kCovered;
    if (degrees_[i] != expected) {
      return absl::StrCat("the list of item ", i, " has ", length - 1,
                          " nodes; its degree should be ", expected, " but is ",
                          degrees_[i]);
    }
  }
  return "";
}

}  // namespace dlx::internal
