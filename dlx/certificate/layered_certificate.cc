#include "dlx/certificate/layered_certificate.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "dlx/certificate/slots.h"
#include "dlx/engine/layers/layer_forecast.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/layers/state_graph.h"
#include "dlx/id.h"

namespace dlx::internal::certificate {
namespace {

using layers::LayerForecast;
using layers::LayerPlan;
using layers::Seating;
using layers::StateGraph;

// Goes through the states from the root, those that an edge leads to in the
// order of the edges.
template <typename Graph>
class Scribe {
 public:
  using State = typename Graph::State;
  using Edge = typename Graph::Edge;

  // `items`: by position.
  Scribe(const Graph& graph, absl::Span<const ItemId> items,
         CertificateWriter& writer)
      : graph_(graph), items_(items), writer_(writer), states_(graph.size()) {
    for (const State state : graph.order()) {
      for (const Edge& edge : graph.edges(state)) ++states_[edge.to].references;
    }
  }

  // About what it takes for each state: few are referred to by so many that
  // they have to be kept at once.
  static constexpr size_t kStateBytes =
      2 * sizeof(int64_t) + sizeof(Natural) / 2;

  Natural WriteAll() { return WritePart(graph_.root(), Graph::kEnd); }

  // As a product of the parts that begin in these states, more than one.
  Natural WriteParts(absl::Span<const State> parts) {
    writer_.Product(static_cast<uint32_t>(parts.size()), PartOfItems(parts));
    Natural covers = 1;
    for (size_t i = 0; i < parts.size(); ++i) {
      covers *= WritePart(parts[i],
                          i + 1 < parts.size() ? parts[i + 1] : Graph::kEnd);
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
    absl::Span<const Edge> untried;
    Natural covers = 0;
  };

  // By primary item, in ascending order.
  std::vector<uint32_t> PartOfItems(absl::Span<const State> parts) const {
    std::vector<std::pair<ItemId, uint32_t>> places;
    uint32_t part = 0;
    for (size_t position = 0; position < items_.size(); ++position) {
      if (part + 1 < parts.size() &&
          graph_.position(parts[part + 1]) == position) {
        ++part;
      }
      places.push_back({items_[position], part});
    }
    absl::c_sort(places);
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
    return states_[state].references > 0 &&
           absl::c_any_of(graph_.edges(state), [](const Edge& edge) {
             return edge.to != Graph::kEnd;
           });
  }

  void Open(State state) {
    // A part is opened once.
    if (!frames_.empty()) --states_[state].references;
    if (!frames_.empty() && IsWorthKeeping(state)) {
      states_[state].slot = slots_.Take();
      writer_.Keep(states_[state].slot);
    }
    writer_.Branch(items_[graph_.position(state)]);
    frames_.push_back({.state = state, .untried = graph_.edges(state)});
  }

  Natural Close() {
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (const int64_t slot = states_[frame.state].slot; slot >= 0) {
      slots_.SetCount(slot, frame.covers);
    }
    return std::move(frame.covers);
  }

  Natural Refer(State state) {
    Known& known = states_[state];
    writer_.Refer(known.slot);
    // The last one who wants to know leaves the slot to others.
    if (--known.references == 0) slots_.Free(known.slot);
    return slots_.count(known.slot);
  }

  const Graph& graph_;
  const absl::Span<const ItemId> items_;  // By position.
  CertificateWriter& writer_;
  std::vector<Known> states_;
  std::vector<Frame> frames_;
  Slots slots_;
};

template <size_t kKeyWords>
class CertificateOf final : public LayeredCertificate {
 public:
  CertificateOf(const Problem& problem, const Seating& seating,
                size_t memory_limit)
      : memory_limit_(memory_limit),
        graph_(LayerPlan<kKeyWords>(problem, seating)),
        forecast_(graph_.plan().frontier()) {
    for (size_t position = 0; position < seating.size(); ++position) {
      items_.push_back(seating.item(position));
      if (seating.IsCut(position)) cuts_.push_back(position);
    }
    NoteLayer();
  }

  void Work(uint64_t states) override {
    for (; states > 0 && !is_done() && !is_out_of_memory(); --states) {
      const size_t position = graph_.position();
      graph_.ExpandNext();
      if (graph_.position() != position) NoteLayer();
    }
  }
  bool is_done() const override { return graph_.is_done(); }
  bool is_out_of_memory() const override {
    return graph_.size() >= Graph::kMostStates ||
           graph_.size() * (Graph::kStateBytes + Scribe<Graph>::kStateBytes) +
                   graph_.edge_count() * Graph::kEdgeBytes +
                   graph_.bytes_of_keys() >
               memory_limit_;
  }
  double part_done() const override {
    return static_cast<double>(graph_.position()) /
           static_cast<double>(items_.size() + 1);
  }
  uint64_t children() const override { return graph_.edge_count(); }
  // As many for each state to come as for those so far.
  double ExpectedChildren() const override {
    const auto children = static_cast<double>(graph_.edge_count());
    const auto expanded = static_cast<double>(graph_.order().size());
    const double states = forecast_.States(0, items_.size());
    return children * std::max(states / std::max(expanded, 1.0), 1.0);
  }

  Natural Write(Products products, CertificateWriter& writer) const override {
    Scribe<Graph> scribe(graph_, items_, writer);
    const std::vector<State> parts = Parts();
    return products == Products::kAvoided || parts.size() < 2
               ? scribe.WriteAll()
               : scribe.WriteParts(parts);
  }

  Statistics statistics() const override {
    Statistics statistics;
    statistics.nodes = graph_.order().size();
    statistics.updates = graph_.edge_count();
    statistics.nodes_by_depth.assign(items_.size(), 0);
    for (const State state : graph_.order()) {
      ++statistics.nodes_by_depth[graph_.position(state)];
    }
    return statistics;
  }

 private:
  using Graph = StateGraph<LayerPlan<kKeyWords>>;
  using State = typename Graph::State;

  void NoteLayer() {
    if (is_done()) return;
    forecast_.BeginLayer(graph_.position(), graph_.layer_size());
  }

  // Where the parts begin that have nothing to do with what comes before: at
  // each cut there is one state, if anybody comes there. Empty if nobody does.
  std::vector<State> Parts() const {
    std::vector<State> parts;
    for (const State state : graph_.order()) {
      if (parts.size() == cuts_.size()) break;
      if (graph_.position(state) == cuts_[parts.size()]) parts.push_back(state);
    }
    if (parts.size() < cuts_.size()) parts.clear();
    return parts;
  }

  const size_t memory_limit_;
  Graph graph_;
  std::vector<ItemId> items_;  // By position.
  std::vector<size_t> cuts_;   // The positions of Seating::IsCut().
  LayerForecast forecast_;
};

}  // namespace

std::unique_ptr<LayeredCertificate> LayeredCertificate::Make(
    const Problem& problem, const SearchOptions& options) {
  const Seating seating = SeatForLayers(problem, options);
  return layers::WithKeyWords(
      seating.width(), [&](auto words) -> std::unique_ptr<LayeredCertificate> {
        return std::make_unique<CertificateOf<words.value>>(
            problem, seating, options.memory_limit);
      });
}

}  // namespace dlx::internal::certificate
