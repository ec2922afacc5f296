#include "dlx/certificate/layered_certificate.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"

namespace dlx::internal::certificate {

using layers::StateGraph;

// Goes through the states from the root, those that an edge leads to in the
// order of the edges.
class LayeredCertificate::Scribe {
 public:
  Scribe(const StateGraph& graph, CertificateWriter& writer)
      : graph_(graph), writer_(writer), states_(graph.size()) {
    for (const State state : graph.order()) {
      for (const StateGraph::Edge& edge : graph.edges(state)) {
        ++states_[edge.to].references;
      }
    }
  }

  // About what it takes for each state: few are referred to by so many that
  // they have to be kept at once.
  static constexpr size_t kStateBytes =
      2 * sizeof(int64_t) + sizeof(Natural) / 2;

  Natural Write(Products products) {
    const absl::Span<const State> parts = graph_.parts();
    if (products == Products::kAvoided || parts.size() < 2 ||
        parts.size() < graph_.part_count()) {
      return WritePart(graph_.root(), StateGraph::kEnd);
    }
    writer_.Product(static_cast<uint32_t>(parts.size()), PartOfItems());
    Natural covers = 1;
    for (size_t i = 0; i < parts.size(); ++i) {
      covers *= WritePart(
          parts[i], i + 1 < parts.size() ? parts[i + 1] : StateGraph::kEnd);
    }
    return covers;
  }

 private:
  struct Known {
    int64_t slot = -1;        // Where it is kept, if it is.
    uint32_t references = 0;  // The edges to it that are still to come.
  };
  struct Frame {
    State state;
    absl::Span<const StateGraph::Edge> untried;
    Natural covers = 0;
  };

  // By primary item, in ascending order.
  std::vector<uint32_t> PartOfItems() const {
    std::vector<std::pair<ItemId, uint32_t>> places;
    uint32_t part = 0;
    for (size_t position = 0; position < graph_.items().size(); ++position) {
      while (part + 1 < graph_.parts().size() &&
             graph_.position(graph_.parts()[part + 1]) <= position) {
        ++part;
      }
      places.push_back({graph_.items()[position], part});
    }
    std::sort(places.begin(), places.end());
    std::vector<uint32_t> part_of_items;
    for (const auto& [item, its_part] : places) {
      part_of_items.push_back(its_part);
    }
    return part_of_items;
  }

  // What is between the states: how many ways there are.
  Natural WritePart(State root, State end) {
    if (root == end) return 1;
    Open(root);
    while (true) {
      Frame& frame = frames_.back();
      if (frame.untried.empty()) {
        Natural covers = Close();
        if (frames_.empty()) return covers;
        frames_.back().covers += covers;
        continue;
      }
      const State to = frame.untried.front().to;
      frame.untried.remove_prefix(1);
      if (to == end) {
        frame.covers += 1;
      } else if (states_[to].slot >= 0) {
        frame.covers += Refer(to);
      } else {
        Open(to);
      }
    }
  }

  // What takes no more to tell than to refer to need not be kept.
  bool IsWorthKeeping(State state) const {
    const absl::Span<const StateGraph::Edge> edges = graph_.edges(state);
    return states_[state].references > 0 &&
           std::any_of(edges.begin(), edges.end(),
                       [](const StateGraph::Edge& edge) {
                         return edge.to != StateGraph::kEnd;
                       });
  }

  void Open(State state) {
    // A part is opened once.
    if (!frames_.empty()) --states_[state].references;
    if (!frames_.empty() && IsWorthKeeping(state)) {
      states_[state].slot = TakeSlot();
      writer_.Keep(states_[state].slot);
    }
    writer_.Branch(graph_.item(state));
    frames_.push_back({.state = state, .untried = graph_.edges(state)});
  }

  Natural Close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (const int64_t slot = states_[frame.state].slot; slot >= 0) {
      covers_[static_cast<size_t>(slot)] = frame.covers;
    }
    return std::move(frame.covers);
  }

  Natural Refer(State state) {
    Known& known = states_[state];
    writer_.Refer(known.slot);
    // The last one who wants to know leaves the slot to others.
    if (--known.references == 0) free_.push_back(known.slot);
    return covers_[static_cast<size_t>(known.slot)];
  }

  int64_t TakeSlot() {
    if (free_.empty()) {
      covers_.emplace_back();
      return static_cast<int64_t>(covers_.size()) - 1;
    }
    const int64_t slot = free_.back();
    free_.pop_back();
    return slot;
  }

  const StateGraph& graph_;
  CertificateWriter& writer_;
  std::vector<Known> states_;
  std::vector<Frame> frames_;
  std::vector<Natural> covers_;  // By slot.
  std::vector<int64_t> free_;    // Slots that are free.
};

std::unique_ptr<LayeredCertificate> LayeredCertificate::Make(
    const Problem& problem, const SearchOptions& options) {
  std::unique_ptr<StateGraph> graph =
      StateGraph::Make(problem, options, {.state = Scribe::kStateBytes});
  if (graph == nullptr) return nullptr;
  return std::make_unique<LayeredCertificate>(std::move(graph));
}

Natural LayeredCertificate::Write(Products products,
                                  CertificateWriter& writer) {
  return Scribe(*graph_, writer).Write(products);
}

Statistics LayeredCertificate::statistics() const {
  Statistics statistics;
  statistics.nodes = graph_->order().size();
  statistics.updates = graph_->edge_count();
  statistics.nodes_by_depth.assign(graph_->items().size(), 0);
  for (const State state : graph_->order()) {
    ++statistics.nodes_by_depth[graph_->position(state)];
  }
  return statistics;
}

}  // namespace dlx::internal::certificate
