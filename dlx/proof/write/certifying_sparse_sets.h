#ifndef DLX_PROOF_WRITE_CERTIFYING_SPARSE_SETS_H_
#define DLX_PROOF_WRITE_CERTIFYING_SPARSE_SETS_H_

// A search that writes down where it goes: with the sets and the weights of
// sparse_sets, but all options of an item in their order, and never from the
// beginning again.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/order.h"
#include "dlx/engine/sparse_sets/failure_weights.h"
#include "dlx/engine/sparse_sets/item_choice.h"
#include "dlx/engine/sparse_sets/sets.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/writer.h"
#include "dlx/search_options.h"

namespace dlx::internal::certificate {

class CertifyingSparseSets final : public CountsOnly<Engine> {
 public:
  CertifyingSparseSets(const Problem& problem, const SearchOptions& options,
                       CertificateWriter& writer)
      : items_(OrderItems(problem,
                          options.branching == Branching::kSharpPreference,
                          options.seed)),
        sets_(problem, items_, OrderOptions(problem, std::nullopt)),
        is_in_order_(options.branching == Branching::kInputOrder),
        weights_(sets_.primary_count()),
        writer_(writer) {
    sets_.Reset();
    CountNodes(0, 1);
    is_possible_ = sets_.FindForcedItems();
  }

  // Sets *count to what has been counted so far. There is nothing more to do if
  // nothing more can be written.
  Step Count(uint64_t pause_at, Natural* count) override {
    while (!is_at_end_ && writer_.ok() && nodes() < pause_at) {
      // Of a node, all but its children is done at once.
      if (!GoDown()) is_at_end_ = !GoToNext();
    }
    statistics_.updates = sets_.updates();
    *count = covers_;
    return is_at_end_ || !writer_.ok() ? Step::kExhausted : Step::kPaused;
  }

  double FractionDone() const override {
    return is_at_end_ ? 1 : std::min(done_, 1.0);
  }
  std::vector<PathStep> Path() const override {
    std::vector<PathStep> path;
    for (const Level& level : levels_) {
      path.push_back({.option = sets_.OptionOf(level.nodes[level.next - 1]),
                      .done = static_cast<uint32_t>(level.next - 1),
                      .branches = static_cast<uint32_t>(level.nodes.size())});
    }
    return path;
  }
  // It is not done twice.
  void Restart(absl::Span<const OptionId>) override { std::abort(); }

 private:
  // The choice of an option of an item.
  struct Level {
    std::vector<int32_t> nodes;  // Its options, in their order.
    size_t next = 0;             // The first one that was not tried.
    sparse_sets::Sets::Mark mark;
    double part;  // Of the tree, for each of them.
  };

  void Branch(int32_t item) {
    writer_.Branch(items_.items[static_cast<size_t>(item)]);
  }

  // Takes what is forced, and then the first option of an item. False if there
  // is none: at a cover, or where an item has no option left.
  bool GoDown() {
    while (is_possible_) {
      const int32_t node = sets_.TakeForcedNode();
      if (node < 0) break;
      Branch(sets_.ItemOf(node));
      is_possible_ = sets_.Choose(node);
    }
    if (!is_possible_) {
      Branch(sets_.dead_item());
      weights_.Note(sets_.dead_item());
      return false;
    }
    const std::optional<int32_t> item =
        ChooseItem(sets_, weights_, is_in_order_);
    if (!item.has_value()) {
      covers_ += 1;
      return false;
    }
    Branch(*item);
    const absl::Span<const int32_t> nodes = sets_.NodesOf(*item);
    Level level = {.nodes = {nodes.begin(), nodes.end()},
                   .mark = sets_.mark(),
                   .part = part_ / static_cast<double>(nodes.size())};
    std::sort(level.nodes.begin(), level.nodes.end(),
              [this](int32_t a, int32_t b) {
                return sets_.OptionOf(a).value() < sets_.OptionOf(b).value();
              });
    levels_.push_back(std::move(level));
    Try();
    return true;
  }

  // Goes on with the next option that was not tried. False if there is none.
  bool GoToNext() {
    done_ += part_;
    while (!levels_.empty() &&
           levels_.back().next == levels_.back().nodes.size()) {
      levels_.pop_back();
    }
    if (levels_.empty()) return false;
    sets_.UndoTo(levels_.back().mark);
    Try();
    return true;
  }

  void Try() {
    Level& level = levels_.back();
    part_ = level.part;
    CountNodes(levels_.size(), 1);
    is_possible_ = sets_.Choose(level.nodes[level.next++]);
  }

  const ItemOrder items_;
  sparse_sets::Sets sets_;
  const bool is_in_order_;
  sparse_sets::FailureWeights weights_;
  CertificateWriter& writer_;
  std::vector<Level> levels_;
  bool is_possible_ = true;  // No item was seen to have no option left.
  bool is_at_end_ = false;
  Natural covers_ = 0;
  double part_ = 1;  // Of the tree, at the node.
  double done_ = 0;  // The same, of all that is done.
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_SPARSE_SETS_H_
