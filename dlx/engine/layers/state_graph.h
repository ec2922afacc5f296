#ifndef DLX_ENGINE_LAYERS_STATE_GRAPH_H_
#define DLX_ENGINE_LAYERS_STATE_GRAPH_H_

// All states of all layers, and what leads from each to others: for those who
// want more of them than a number, and so cannot forget a layer when it has
// been gone through.
//
// Example:
//
//   std::unique_ptr<StateGraph> graph = StateGraph::Make(problem, options, {});
//   while (!graph->is_done() && !graph->is_out_of_memory()) graph->Work(1000);
//   for (const StateGraph::Edge& edge : graph->edges(graph->root())) ...

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::layers {

class StateGraph {
 public:
  // By number, in the order in which they are reached. State 0 is the end: all
  // items are covered.
  using State = uint32_t;
  static constexpr State kEnd = 0;

  // To choose the option, and go on at `to`.
  struct Edge {
    OptionId option;
    State to;
  };

  // What its user is going to make of it takes memory, too: so much for each.
  struct Surcharge {
    size_t state = 0;
    size_t edge = 0;
  };

  // For the covers with the givens of the options, which have to be right; no
  // item may have a multiplicity. Of the other options, item_order, branching
  // and memory_limit have a say. Null if there is no hope: a frontier of more
  // than 512 bits.
  static std::unique_ptr<StateGraph> Make(const Problem& problem,
                                          const SearchOptions& options,
                                          const Surcharge& surcharge);
  virtual ~StateGraph() = default;

  // Expands about so many states.
  virtual void Work(uint64_t states) = 0;
  bool is_done() const { return position_ == items_.size(); }
  // It would need more memory than it may have, or more states than have
  // numbers. REQUIRES: nobody lets it work on then.
  bool is_out_of_memory() const { return is_out_of_memory_; }

  // The options that fit at an expanded state, in ascending order, and where
  // they lead: never back, and to a later position.
  absl::Span<const Edge> edges(State state) const {
    const Expansion& expansion = expansions_[state];
    return absl::MakeConstSpan(edges_).subspan(expansion.first_edge,
                                               expansion.edge_count);
  }
  // REQUIRES: the state is not the end.
  size_t position(State state) const { return expansions_[state].position; }
  // The item that these options cover. REQUIRES: the same.
  ItemId item(State state) const { return items_[position(state)]; }
  State root() const { return root_; }
  // The states where a part begins that has nothing to do with what came
  // before, by position: the root, and those in which precisely what came
  // before is covered. They are fewer than part_count() if some part has no
  // covers.
  absl::Span<const State> parts() const { return parts_; }
  size_t part_count() const { return part_count_; }
  // The expanded states, so that no edge leads to one that came before.
  absl::Span<const State> order() const { return order_; }

  // How many states there are, with the end, and how many edges.
  size_t size() const { return expansions_.size(); }
  size_t edge_count() const { return edges_.size(); }
  // How many edges there are likely to be in the end (layer_forecast.h).
  virtual double ExpectedEdges() const = 0;
  // The items in the order in which they are covered, and how many are done.
  absl::Span<const ItemId> items() const { return items_; }
  size_t position() const { return position_; }

 protected:
  struct Expansion {
    size_t first_edge = 0;
    uint32_t edge_count = 0;
    uint32_t position = 0;
  };

  std::vector<ItemId> items_;  // By position.
  State root_ = kEnd;
  std::vector<State> parts_;
  size_t part_count_ = 0;
  std::vector<Expansion> expansions_ = {{}};  // By state.
  std::vector<Edge> edges_;
  std::vector<State> order_;
  size_t position_ = 0;  // Of the layer that is being expanded.
  bool is_out_of_memory_ = false;
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_STATE_GRAPH_H_
