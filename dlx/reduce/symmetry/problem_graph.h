#ifndef DLX_REDUCE_SYMMETRY_PROBLEM_GRAPH_H_
#define DLX_REDUCE_SYMMETRY_PROBLEM_GRAPH_H_

// A problem as a graph, whose automorphisms are the symmetries of the problem.
//
// There are three kinds of vertices, in this order:
//
//     kinds of options   those that are equal, with one cost
//     item colours       a colour that some option gives to some item
//     kinds of items     those that are in the same options
//
// An option is joined to the items that it uses without a colour, and to its
// item colours; these are joined to their items. So each item's colours may be
// exchanged without regard to those of others: that is all that a cover sees of
// them. What is equal is one vertex, since exchanging it moves no option to
// another kind. Items in no option are no vertices.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/reduce/symmetry/colored_graph.h"

namespace dlx::internal {

class ProblemGraph {
 public:
  // Symmetries take givens to givens, and items to those of the same number, if
  // there is one for each item. REQUIRES: the givens are options of it.
  ProblemGraph(const Problem& problem, absl::Span<const OptionId> givens,
               absl::Span<const uint32_t> item_numbers = {});
  // The same, but asks `may_go_on` now and then, and fails as that does.
  static absl::StatusOr<ProblemGraph> Make(
      const Problem& problem, absl::Span<const OptionId> givens,
      absl::Span<const uint32_t> item_numbers,
      absl::FunctionRef<absl::Status()> may_go_on);

  const Problem& problem() const { return problem_; }
  const ColoredGraph& graph() const { return graph_; }

  // The vertices 0..option_vertices()-1 are kinds of options.
  size_t option_vertices() const { return options_.size(); }
  // The options of a kind, in the order of the problem.
  const std::vector<OptionId>& OptionsOf(uint32_t vertex) const {
    return options_[vertex];
  }
  uint32_t VertexOf(OptionId option) const {
    return option_vertex_[option.value()];
  }
  bool IsGiven(uint32_t option_vertex) const {
    return is_given_[option_vertex];
  }

  // Nothing if no option uses the item.
  std::optional<uint32_t> VertexOf(ItemId item) const;
  const std::vector<ItemId>& ItemsOf(uint32_t vertex) const {
    return items_[vertex - first_item_];
  }
  // The vertex of an item's colour, or of the item if there is no colour.
  // REQUIRES: some option has this use.
  uint32_t VertexOf(const ItemUse& use) const;
  // The item and colour, if the vertex is an item colour: of the first item of
  // its kind.
  std::optional<ItemUse> ItemColorOf(uint32_t vertex) const;
  // An item of the same kind has this colour where the first one has that one.
  ColorId ColorLike(ItemId item, uint32_t item_color_vertex) const;

 private:
  using MayGoOn = absl::FunctionRef<absl::Status()>;

  explicit ProblemGraph(const Problem& problem) : problem_(problem) {}
  absl::Status Fill(absl::Span<const OptionId> givens,
                    absl::Span<const uint32_t> item_numbers, MayGoOn may_go_on);
  absl::Status MergeOptions(absl::Span<const OptionId> givens,
                            MayGoOn may_go_on);
  absl::Status MergeItems(absl::Span<const uint32_t> item_numbers,
                          MayGoOn may_go_on);
  absl::Status AddVertices(MayGoOn may_go_on);

  Problem problem_;
  ColoredGraph graph_;
  std::vector<std::vector<OptionId>> options_;
  std::vector<uint32_t> option_vertex_;
  std::vector<bool> is_given_;
  std::vector<std::vector<ItemId>> items_;
  std::vector<uint32_t> item_kind_;  // kNoKind if no option uses it.
  std::vector<uint32_t> number_of_kind_;
  // The colours of each item, in the order in which options use them.
  std::vector<std::vector<ColorId>> colors_of_item_;
  // For each kind of items, the vertex of its first colour.
  std::vector<uint32_t> first_color_of_kind_;
  std::vector<uint32_t> kind_of_item_color_;
  uint32_t first_item_ = 0;
};

}  // namespace dlx::internal

#endif  // DLX_REDUCE_SYMMETRY_PROBLEM_GRAPH_H_
