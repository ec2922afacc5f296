#include "dlx/engine/dancing_links/links.h"

#include "absl/strings/str_cat.h"

namespace dlx::internal::dancing_links {

Links::Links(const Problem& problem, absl::Span<const ItemId> item_order,
             absl::Span<const OptionId> option_order)
    : item_count_(static_cast<int32_t>(problem.item_count())),
      primary_count_(static_cast<int32_t>(problem.primary_count())),
      long_options_(problem.use_count() >=
                    problem.option_count() * (problem.has_colors()
                                                  ? kLongColoredOption
                                                  : kLongOption)) {
  const size_t node_count = 1 + problem.item_count() + problem.use_count();
  nodes_.reserve(node_count);
  options_.resize(1 + problem.item_count());
  options_.reserve(node_count);
  if (problem.has_colors()) {
    colors_.resize(1 + problem.item_count());
    colors_.reserve(node_count);
  }
  degrees_.resize(1 + problem.item_count() + kFirstSmallestPadding);
  ends_.resize(problem.option_count());

  nodes_.push_back({});  // Not used: items count from 1.
  std::vector<int32_t> number(problem.item_count());  // By ItemId.
  for (int32_t i = 1; i <= item_count_; ++i) {
    number[item_order[i - 1].value()] = i;
    nodes_.push_back({.up = i, .down = i, .item = i, .right = i});
    if (i > primary_count_) degrees_[i] = kSecondary;
  }
  for (const OptionId option : option_order) {
    const int32_t first = static_cast<int32_t>(nodes_.size());
    for (const ItemUse& use : problem.option(option)) {
      const int32_t item = number[use.item.value()];
      const int32_t q = static_cast<int32_t>(nodes_.size());
      const int32_t last = nodes_[item].up;
      nodes_.push_back(
          {.up = last, .down = item, .item = item, .right = q + 1});
      options_.push_back(option);
      if (problem.has_colors()) {
        colors_.push_back(static_cast<int32_t>(use.color.value()));
      }
      nodes_[last].down = q;
      nodes_[item].up = q;
      ++degrees_[item];
    }
    nodes_.back().right = first;
    ends_[option.value()] = {first, static_cast<int32_t>(nodes_.size()) - 1};
  }
}

template <typename Visit>
inline void Links::VisitOthers(int32_t p, Visit visit) {
  Node* const nodes = nodes_.data();
  if (!long_options_) {
    for (int32_t q = nodes[p].right; q != p;) {
      const Node node = nodes[q];
      visit(q, node);
      q = node.right;
    }
    return;
  }
  const auto [first, last] = ends_[options_[p].value()];
  for (int32_t q = p + 1; q <= last; ++q) visit(q, nodes[q]);
  for (int32_t q = first; q < p; ++q) visit(q, nodes[q]);
}

template <bool kColors>
inline void Links::Hide(int32_t p, TightestItem& tightest, uint64_t& updates) {
  Node* const nodes = nodes_.data();
  int32_t* const degrees = degrees_.data();
  VisitOthers(p, [&](int32_t q, const Node node) {
    if (kColors && colors_[q] < 0) return;
    nodes[node.up].down = node.down;
    nodes[node.down].up = node.up;
    const int32_t degree = --degrees[node.item];
    ++updates;
    tightest.item = degree < tightest.degree ? node.item : tightest.item;
    tightest.degree = degree < tightest.degree ? degree : tightest.degree;
  });
}

template <bool kColors>
inline void Links::Unhide(int32_t p) {
  Node* const nodes = nodes_.data();
  int32_t* const degrees = degrees_.data();
  VisitOthers(p, [&](int32_t q, const Node node) {
    if (kColors && colors_[q] < 0) return;
    nodes[node.up].down = q;
    nodes[node.down].up = q;
    ++degrees[node.item];
  });
}

template <bool kColors>
TightestItem Links::HideList(int32_t item) {
  TightestItem tightest = {kSecondary, 0};
  uint64_t updates = 0;
  for (int32_t p = nodes_[item].down; p != item; p = nodes_[p].down) {
    Hide<kColors>(p, tightest, updates);
  }
  updates_ += updates;
  return tightest;
}

template <bool kColors>
void Links::UnhideList(int32_t item) {
  for (int32_t p = nodes_[item].up; p != item; p = nodes_[p].up) {
    Unhide<kColors>(p);
  }
}

template <bool kColors>
TightestItem Links::Detach(int32_t q) {
  TightestItem tightest = {kSecondary, 0};
  Hide<kColors>(q, tightest, updates_);
  const Node node = nodes_[q];
  nodes_[node.up].down = node.down;
  nodes_[node.down].up = node.up;
  const int32_t degree = --degrees_[node.item];
  ++updates_;
  if (degree < tightest.degree) tightest = {degree, node.item};
  return tightest;
}

template <bool kColors>
void Links::Attach(int32_t q) {
  const Node node = nodes_[q];
  nodes_[node.up].down = q;
  nodes_[node.down].up = q;
  ++degrees_[node.item];
  Unhide<kColors>(q);
}

TightestItem Links::Purify(int32_t q) {
  const int32_t item = nodes_[q].item;
  const int32_t color = colors_[q];
  TightestItem tightest = {kSecondary, 0};
  colors_[item] = color;
  for (int32_t p = nodes_[item].down; p != item; p = nodes_[p].down) {
    if (colors_[p] == color) {
      colors_[p] = kAgreed;
    } else {
      Hide<true>(p, tightest, updates_);
    }
  }
  return tightest;
}

void Links::Unpurify(int32_t q) {
  const int32_t item = nodes_[q].item;
  const int32_t color = colors_[q];
  for (int32_t p = nodes_[item].up; p != item; p = nodes_[p].up) {
    if (colors_[p] == kAgreed) {
      colors_[p] = color;
    } else {
      Unhide<true>(p);
    }
  }
  colors_[item] = 0;
}

template TightestItem Links::HideList<false>(int32_t);
template TightestItem Links::HideList<true>(int32_t);
template void Links::UnhideList<false>(int32_t);
template void Links::UnhideList<true>(int32_t);
template TightestItem Links::Detach<false>(int32_t);
template TightestItem Links::Detach<true>(int32_t);
template void Links::Attach<false>(int32_t);
template void Links::Attach<true>(int32_t);

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
    if (i > primary_count_) {
      expected += kSecondary;
    } else if (!adjustments.empty()) {
      expected += adjustments[i];
    }
    if (covered(i)) expected += kCovered;
    if (degrees_[i] != expected) {
      return absl::StrCat("the list of item ", i, " has ", length - 1,
                          " nodes; its degree should be ", expected, " but is ",
                          degrees_[i]);
    }
  }
  return "";
}

}  // namespace dlx::internal::dancing_links
