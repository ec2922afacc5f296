#ifndef DLX_ENGINE_LINKS_H_
#define DLX_ENGINE_LINKS_H_

// Dancing links: every item has a doubly linked list of the options that can
// still cover it. The idea (Hitotumatu and Noshita 1979, made famous by Knuth
// in 2000; see The Art of Computer Programming, 7.2.2.1) is that a node which
// is taken out of such a list,
//
//     down[up[q]] = down[q];  up[down[q]] = up[q];
//
// still remembers its neighbours, so that it can be put back by
//
//     up[down[q]] = q;  down[up[q]] = q;
//
// if only the nodes come back in the reverse of the order in which they went.
// A backtracking search does just that: nothing is ever copied.
//
// Layout. All nodes stand in one array. For the items 1..3 and the options
// "1 3" and "2 3" it is (a spacer has item 0):
//
//     index   0      1   2   3      4   5   6      7   8   9
//     item    0      1   2   3      1   3   0      2   3   0
//             |      \__________/   \_____/ |      \_____/ |
//             spacer   headers      option  spacer option  spacer
//
// The nodes of an option are neighbours, so no links are needed to go from one
// to the next. A spacer sends the walk back: its `up` is the first node of the
// option before it, its `down` the last node of the option behind it, and its
// `color` the number of the option before it.
//
// Invariants, which CheckInvariants() verifies:
//   1. The list of every item is well formed: up[down[q]] == down[up[q]] == q
//      for all q in it, and all its nodes belong to the item.
//   2. degree(i) is the length of the list of item i, plus kCovered if the item
//      is covered, plus kSecondary if it is secondary, plus what Adjust() has
//      added.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal {

struct Node {
  int32_t up;
  int32_t down;
  int32_t item;
  // 0: no colour. -1: the item has this very colour already (see Purify).
  // In a header: the colour that the item has now, 0 for none.
  int32_t color;
};

// What covering an item did to the other items.
struct Squeeze {
  // The smallest degree that a list was left with, and whose it was. Above
  // kSecondary if there were none but covered and secondary items.
  int32_t degree;
  int32_t item;
};

class Links {
 public:
  // Added to the degree of an item to keep it from being the smallest: it is
  // no longer, or never was, an item to branch on.
  static constexpr int32_t kCovered = 1 << 30;
  static constexpr int32_t kSecondary = 1 << 29;

  // Items are numbered from 1 in the order of item_order; the options stand in
  // the items' lists in the order of option_order.
  Links(const Problem& problem, absl::Span<const ItemId> item_order,
        absl::Span<const OptionId> option_order);

  const Node& node(int32_t q) const { return nodes_[q]; }
  // The number of options in the list of an item that is not covered, so long
  // as nothing was adjusted.
  int32_t degree(int32_t item) const { return degrees_[item]; }
  bool covered(int32_t item) const { return degrees_[item] >= kCovered; }
  int32_t primary_count() const { return primary_count_; }

  // The first node of an option; the number of the option that a node is in.
  int32_t FirstNode(OptionId option) const {
    return first_nodes_[option.value()];
  }
  OptionId OptionOf(int32_t q) const {
    while (nodes_[q].item != 0) ++q;
    return OptionId(static_cast<uint32_t>(nodes_[q].color));
  }
  // The next and the previous node of the same option, going round.
  int32_t Right(int32_t q) const {
    ++q;
    return nodes_[q].item == 0 ? nodes_[q].up : q;
  }
  int32_t Left(int32_t q) const {
    --q;
    return nodes_[q].item == 0 ? nodes_[q].down : q;
  }

  // Adds to a degree. An engine marks all items of an option as covered by
  // Adjust(item, kCovered) before it touches their lists, so that none of
  // these items seems to be squeezed.
  void Adjust(int32_t item, int32_t amount) { degrees_[item] += amount; }

  // Takes every option in the item's list out of all other lists. The item's
  // own list stays as it is, for the search to walk along.
  template <bool kColors>
  Squeeze HideList(int32_t item);
  template <bool kColors>
  void UnhideList(int32_t item);

  // Gives the item of node q the colour of q: takes the options that give it
  // another one out of all other lists, and marks the nodes of those that agree
  // with -1: these are not looked at again.
  // REQUIRES: node q has a colour and is not in its item's list, because some
  // other item of its option has been covered.
  Squeeze Purify(int32_t q);
  void Unpurify(int32_t q);

  // Takes all nodes of one option out of their lists.
  template <bool kColors>
  Squeeze Detach(int32_t q);
  template <bool kColors>
  void Attach(int32_t q);

  // True if node q is in its item's list.
  bool linked(int32_t q) const { return nodes_[nodes_[q].up].down == q; }

  // The first item of items[begin..end) that has the smallest degree. `end` if
  // there are no items.
  int32_t FirstSmallest(int32_t begin, int32_t end) const;

  // How many nodes were taken out of lists so far.
  uint64_t updates() const { return updates_; }
  void ResetUpdates() { updates_ = 0; }

  // An empty string, or what is wrong. adjustments[i] is the sum of what
  // Adjust() has added for item i, apart from kCovered.
  std::string CheckInvariants(absl::Span<const int32_t> adjustments = {}) const;

 private:
  // Takes the option of node p out of the lists of all its other items.
  template <bool kColors>
  void Hide(int32_t p, Squeeze& squeeze, uint64_t& updates);
  template <bool kColors>
  void Unhide(int32_t p);

  std::vector<Node> nodes_;
  // By item. Apart from the nodes, because FirstSmallest() reads all of them.
  std::vector<int32_t> degrees_;
  std::vector<int32_t> first_nodes_;  // By option.
  int32_t item_count_ = 0;
  int32_t primary_count_ = 0;
  uint64_t updates_ = 0;
};

// ---------------------------------------------------------------------------
// The inner loops.

template <bool kColors>
inline void Links::Hide(int32_t p, Squeeze& squeeze, uint64_t& updates) {
  Node* const nodes = nodes_.data();
  for (int32_t q = p + 1; q != p;) {
    const Node node = nodes[q];
    if (node.item == 0) {
      q = node.up;
      continue;
    }
    ++q;
    if (kColors && node.color < 0) continue;
    nodes[node.up].down = node.down;
    nodes[node.down].up = node.up;
    const int32_t degree = --degrees_[node.item];
    ++updates;
    if (degree < squeeze.degree) squeeze = {degree, node.item};
  }
}

template <bool kColors>
inline void Links::Unhide(int32_t p) {
  Node* const nodes = nodes_.data();
  for (int32_t q = p - 1; q != p;) {
    const Node node = nodes[q];
    if (node.item == 0) {
      q = node.down;
      continue;
    }
    if (!(kColors && node.color < 0)) {
      nodes[node.up].down = q;
      nodes[node.down].up = q;
      ++degrees_[node.item];
    }
    --q;
  }
}

template <bool kColors>
inline Squeeze Links::HideList(int32_t item) {
  Squeeze squeeze = {kSecondary, 0};
  uint64_t updates = 0;
  for (int32_t p = nodes_[item].down; p != item; p = nodes_[p].down) {
    Hide<kColors>(p, squeeze, updates);
  }
  updates_ += updates;
  return squeeze;
}

template <bool kColors>
inline void Links::UnhideList(int32_t item) {
  for (int32_t p = nodes_[item].up; p != item; p = nodes_[p].up) {
    Unhide<kColors>(p);
  }
}

template <bool kColors>
inline Squeeze Links::Detach(int32_t q) {
  Squeeze squeeze = {kSecondary, 0};
  Hide<kColors>(q, squeeze, updates_);
  const Node node = nodes_[q];
  nodes_[node.up].down = node.down;
  nodes_[node.down].up = node.up;
  const int32_t degree = --degrees_[node.item];
  if (degree < squeeze.degree) squeeze = {degree, node.item};
  return squeeze;
}

template <bool kColors>
inline void Links::Attach(int32_t q) {
  const Node node = nodes_[q];
  nodes_[node.up].down = q;
  nodes_[node.down].up = q;
  ++degrees_[node.item];
  Unhide<kColors>(q);
}

}  // namespace dlx::internal

#endif  // DLX_ENGINE_LINKS_H_
