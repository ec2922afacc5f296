#ifndef DLX_ENGINE_SPARSE_SETS_SETS_H_
#define DLX_ENGINE_SPARSE_SETS_SETS_H_

// For each item the set of its options that can still be chosen, as a *sparse
// set* (Briggs and Torczon 1993; le Clement, Schaus and others 2013; Knuth's
// SSXCC, 2020).
//
// The options of an item stand side by side in an array, and a number tells how
// many of them, from the left, are still in the set. To take one out, swap it
// with the last one that is in the set, and make the number one less:
//
//     item a   [ A  B  C  D ]  4        take B out      [ A  D  C | B ]  3
//
// To take that back, make the number one more. The order of the options is
// another one then, which does not matter: what is left of the bar is the same.
// So a search remembers no more than whose number it made less, and what is
// undone need not be looked at.
//
// An option has a *node* for each of its items, and the nodes of an option are
// side by side, too. A node knows its place in its item's set; the set has
// nodes, not options, so that a node that moves can be told.
//
// When an option is chosen its items are covered, and all other options that
// have one of them go: out of the sets of all their other items. The sets of
// covered items are not looked at any more.
//
// Invariants, which CheckInvariants() verifies:
//   1. The place of each node, in the part of the array that belongs to its
//      item, has this node.
//   2. A primary item that is not covered has as many options left as its
//      degree says, and each of these has none but uncovered items left (but
//      for secondary ones with the colour that was given to them).

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/order.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal::sparse_sets {

// Items have numbers from 0 on, in the order that the constructor is given.
class Sets {
 public:
  // Added to the degree of an item that is covered, or secondary: neither is to
  // be branched on.
  static constexpr int32_t kCovered = 1 << 30;
  static constexpr int32_t kSecondary = 1 << 29;
  // Of primary items that are not covered.
  static constexpr int32_t kMaxDegree = kSecondary - 1;

  Sets(const Problem& problem, const ItemOrder& items,
       absl::Span<const OptionId> option_order);

  // Takes back all, and puts the options of each set into their first order:
  // what follows is as it was the first time. No updates are counted yet.
  void Reset();

  // Where a search stands, to come back to.
  struct Mark {
    size_t removed = 0;
    size_t covered = 0;
  };
  Mark mark() const { return {removed_count_, covered_count_}; }
  // Takes back all since then, and forgets which items are forced.
  void UndoTo(Mark mark);

  // Chooses the option of the node. Returns false if a primary item has no
  // option left then, dead_item(); the sets are to be undone to an earlier mark
  // before anything else. REQUIRES: the option can be chosen.
  bool Choose(int32_t node);
  // From here on the option of the node is not to be chosen. The same.
  bool Exclude(int32_t node);
  int32_t dead_item() const { return dead_item_; }

  // The node of an item that has no other one left; -1 if there is none. Each
  // forced item is told once.
  int32_t TakeForcedNode();
  // Looks at all primary items, as Choose() and Exclude() do at those that they
  // change. Returns false if one of them has no option left.
  bool FindForcedItems();

  // A node of the option whose item is primary.
  int32_t PrimaryNode(OptionId option) const;
  OptionId OptionOf(int32_t node) const { return options_[node]; }
  int32_t ItemOf(int32_t node) const { return nodes_[node].item; }
  // It is among those that are left. REQUIRES: the node's item is primary.
  bool CanBeChosen(int32_t node) const;

  int32_t primary_count() const { return primary_count_; }
  int32_t preferred_count() const { return preferred_count_; }
  // By item, with padding for vector instructions. Items that need not be
  // branched on have more than kMaxDegree.
  const int32_t* degrees() const { return degrees_.data(); }
  bool is_covered(int32_t item) const { return degrees_[item] >= kCovered; }
  // The node of the item's option that has the fewest competitors: options that
  // would go with its choice. One that is met several times counts each time.
  // REQUIRES: the item is not covered, and has an option left.
  int32_t NodeWithFewestCompetitors(int32_t item) const;
  // The nodes of the options that are left. REQUIRES: the item is not covered.
  absl::Span<const int32_t> NodesOf(int32_t item) const {
    return {places_.data() + starts_[item], SizeOf(item)};
  }

  // How many nodes have been taken out of sets.
  uint64_t updates() const { return updates_; }

  // An empty string, or what is wrong.
  std::string CheckInvariants() const;

 private:
  struct Node {
    int32_t item;
    int32_t place;  // In places_.
    int32_t first;  // The option's nodes.
    int32_t last;
  };

  struct Tables;

  size_t SizeOf(int32_t item) const { return degrees_[item] & kMaxDegree; }
  // Puts each node at its first place.
  void Arrange();
  void AddOption(OptionId option, absl::Span<const ItemUse> uses,
                 const std::vector<int32_t>& numbers);
  size_t CountCompetitors(int32_t node) const;
  void Cover(const Node& option);
  template <bool kColors>
  bool RemoveCompetitors(Tables& tables, int32_t node);
  template <bool kColors>
  bool ChooseOption(const Node& option);
  void NoteRemoved(const Tables& tables);
  bool NoteFew(int32_t degree, int32_t item);

  int32_t primary_count_;
  int32_t preferred_count_;
  std::vector<Node> nodes_;
  std::vector<OptionId> options_;     // By node.
  std::vector<uint32_t> colors_;      // By node; empty if there are none.
  std::vector<int32_t> first_nodes_;  // By option.
  std::vector<int32_t> places_;       // The sets, one behind the other: nodes.
  std::vector<int32_t> starts_;       // By item: where its set begins.
  std::vector<int32_t> next_places_;  // By item; for Arrange().
  std::vector<int32_t> degrees_;      // By item.
  // The items of the nodes that were taken out, the last one last. There is
  // room for all, so that to add one is to write it.
  std::unique_ptr<int32_t[]> removed_;
  size_t removed_count_ = 0;
  std::unique_ptr<int32_t[]> covered_;  // The same of items that were covered.
  size_t covered_count_ = 0;
  std::vector<int32_t> forced_;  // Items that had one option left.
  int32_t dead_item_ = -1;
  uint64_t updates_ = 0;
};

}  // namespace dlx::internal::sparse_sets

#endif  // DLX_ENGINE_SPARSE_SETS_SETS_H_
