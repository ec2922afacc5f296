#ifndef DLX_ENGINE_DANCING_LINKS_LINKS_H_
#define DLX_ENGINE_DANCING_LINKS_LINKS_H_

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
// Layout. All nodes stand in one array: first a header for each item, then the
// nodes of the options, each option in one piece. For the items 1..3 and the
// options "1 3" and "2 3" it is
//
//     index      0    1   2   3    4   5    6   7
//     item       -    1   2   3    1   3    2   3
//     right      -    1   2   3    5   4    7   6
//     down       -    4   6   5    1   7    2   3
//                    \_______/    \___/    \___/
//                     headers     "1 3"    "2 3"
//
// `right` goes round the nodes of an option. There is no `left`: options come
// and go in order, but not so the nodes of one option, whose lists do not meet.
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
#include "dlx/engine/first_smallest.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::dancing_links {

struct Node {
  int32_t up;
  int32_t down;
  int32_t item;
  int32_t right;
};

// The effect of covering an item on the other items.
struct TightestItem {
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

  // A node of an option, and the option of a node.
  int32_t FirstNode(OptionId option) const {
    return ends_[option.value()].first;
  }
  OptionId OptionOf(int32_t q) const { return options_[q]; }

  // The next and the previous node of the same option, going round.
  int32_t Right(int32_t q) const { return nodes_[q].right; }
  int32_t Left(int32_t q) const {
    if (nodes_[q - 1].right == q) return q - 1;
    int32_t last = q;  // q is the first node of its option.
    while (nodes_[last].right != q) ++last;
    return last;
  }

  // The colour that node q gives its item: 0 for none; kAgreed, which is below
  // 0, if the item has that colour already. For a header: the colour that the
  // item has now. REQUIRES: the problem has colours.
  int32_t color(int32_t q) const { return colors_[q]; }
  static constexpr int32_t kAgreed = -1;

  // Adds to a degree. An engine marks all items of an option as covered by
  // Adjust(item, kCovered) before it touches their lists, so that none of
  // these items has the fewest options left.
  void Adjust(int32_t item, int32_t amount) { degrees_[item] += amount; }

  // Takes every option in the item's list out of all other lists. The item's
  // own list stays as it is, for the search to walk along.
  template <bool kColors>
  TightestItem HideList(int32_t item);
  template <bool kColors>
  void UnhideList(int32_t item);

  // Gives the item of node q the colour of q: takes the options that give it
  // another one out of all other lists, and marks the nodes of those that agree
  // with -1: these are not looked at again.
  // REQUIRES: node q has a colour and is not in its item's list, because some
  // other item of its option has been covered.
  TightestItem Purify(int32_t q);
  void Unpurify(int32_t q);

  // Takes all nodes of one option out of their lists.
  template <bool kColors>
  TightestItem Detach(int32_t q);
  template <bool kColors>
  void Attach(int32_t q);

  // True if node q is in its item's list.
  bool linked(int32_t q) const { return nodes_[nodes_[q].up].down == q; }

  // The first of the items 1..last that has the smallest degree.
  // REQUIRES: 1 <= last.
  int32_t FirstSmallestDegree(int32_t last) const {
    return FirstSmallest(degrees_.data(), 1, last + 1);
  }

  // How many nodes were taken out of lists so far.
  uint64_t updates() const { return updates_; }
  void ResetUpdates() { updates_ = 0; }

  // An empty string, or what is wrong. adjustments[i] is the sum of what
  // Adjust() has added for the primary item i, apart from kCovered.
  std::string CheckInvariants(absl::Span<const int32_t> adjustments = {}) const;

 private:
  // The first and the last node of an option.
  struct Ends {
    int32_t first;
    int32_t last;
  };

  // From this many items in an option on average, loops from one end of the
  // option to the other are faster than following `right`, where each node has
  // to be loaded before the next one is known. Below that, the two loops, to
  // the end and from the start, cost more, because their lengths are
  // mispredicted. (With colours there is more work to do meanwhile.)
  static constexpr size_t kLongOption = 12;
  static constexpr size_t kLongColoredOption = 6;

  // Calls visit(q, node) for the other nodes of p's option, going round.
  template <typename Visit>
  void VisitOthers(int32_t p, Visit visit);

  // Takes the option of node p out of the lists of all its other items.
  template <bool kColors>
  void Hide(int32_t p, TightestItem& tightest, uint64_t& updates);
  template <bool kColors>
  void Unhide(int32_t p);

  std::vector<Node> nodes_;
  std::vector<int32_t> colors_;    // By node; empty if there are no colours.
  std::vector<OptionId> options_;  // By node.
  // By item. Apart from the nodes, because FirstSmallestDegree() reads all of
  // them.
  std::vector<int32_t> degrees_;
  std::vector<Ends> ends_;  // By option.
  int32_t item_count_ = 0;
  int32_t primary_count_ = 0;
  bool long_options_ = false;
  uint64_t updates_ = 0;
};

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_LINKS_H_
