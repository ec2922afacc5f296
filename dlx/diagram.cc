#include "dlx/diagram.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/table.h"
#include "dlx/limit_watch.h"
#include "dlx/run/preparation.h"

namespace dlx {
namespace {

using internal::layers::GivenItems;
using internal::layers::LayerPlan;
using internal::layers::Seating;

}  // namespace

// Makes the nodes of one position after the other, as the engine does.
template <size_t kKeyWords>
class DiagramBuilder {
 public:
  DiagramBuilder(const Problem& problem, const Seating& seating,
                 const SearchOptions& options)
      : plan_(problem, seating),
        memory_left_(options.memory_limit),
        watch_(options.limits) {
    const auto end = static_cast<uint32_t>(plan_.size());
    diagram_.givens_ = options.givens;
    diagram_.position_of_option_.assign(problem.option_count(),
                                        Diagram::kNowhere);
    for (uint32_t position = 0; position < end; ++position) {
      for (size_t i = 0; i < plan_.option_count(position); ++i) {
        diagram_.position_of_option_[plan_.option(position, i).value()] =
            position;
      }
    }
    layers_.resize(plan_.size());
    diagram_.position_.push_back(end);
    diagram_.edges_of_.emplace_back();
  }

  absl::StatusOr<Diagram> Build(bool is_contradiction) {
    if (is_contradiction || plan_.size() == 0) {
      return WithoutEdges(is_contradiction ? 0 : 1);
    }
    NodeOf(0, Key());
    for (uint32_t position = 0; position < plan_.size(); ++position) {
      // Nothing leads back to this layer, so its keys may go.
      const Layer layer = std::move(layers_[position]);
      for (const Key& key : layer.keys) {
        Expand(position, key, layer.nodes.at(key));
        if (absl::Status status = Check(position); !status.ok()) return status;
      }
      memory_left_ += layer.keys.size() * kKeyBytes;
    }
    diagram_.CountCompletions([](auto, const auto&) { return true; },
                              diagram_.completions_);
    return std::move(diagram_);
  }

 private:
  using Key = typename LayerPlan<kKeyWords>::Key;
  using Node = Diagram::Node;

  struct HashKey {
    size_t operator()(const Key& key) const { return key.Hash(); }
  };
  struct Layer {
    absl::flat_hash_map<Key, Node, HashKey> nodes;
    std::vector<Key> keys;  // In the order in which they were reached.
  };

  // While they grow, vectors take up to three times what is in them.
  static constexpr size_t kNodeBytes =
      3 * (2 * sizeof(Node) + sizeof(Diagram::Range)) + sizeof(Natural);
  static constexpr size_t kEdgeBytes = 3 * sizeof(Diagram::Edge);
  static constexpr size_t kKeyBytes = 6 * (sizeof(Key) + sizeof(Node));

  // There is nothing to choose: the givens are all, or contradict each other.
  Diagram WithoutEdges(Natural covers) {
    diagram_.position_.push_back(diagram_.position_[Diagram::kEnd]);
    diagram_.edges_of_.emplace_back();
    diagram_.completions_ = {1, std::move(covers)};
    return std::move(diagram_);
  }

  Node NodeOf(size_t position, const Key& key) {
    if (position == plan_.size()) return Diagram::kEnd;
    Layer& layer = layers_[position];
    const auto [it, is_new] = layer.nodes.try_emplace(
        key, static_cast<Node>(diagram_.position_.size()));
    if (is_new) {
      layer.keys.push_back(key);
      diagram_.position_.push_back(static_cast<uint32_t>(position));
      diagram_.edges_of_.emplace_back();
      Charge(kNodeBytes + kKeyBytes);
    }
    return it->second;
  }

  void Expand(uint32_t position, const Key& key, Node node) {
    const Key rest = plan_.Rest(position, key);
    const size_t begin = diagram_.edges_.size();
    for (size_t i = 0; i < plan_.option_count(position); ++i) {
      if (plan_.obstacles(position)[i].Intersects(key)) continue;
      Key next = rest;
      next.Unite(plan_.effect(position, i));
      const size_t to = plan_.SkipCovered(position + 1, next);
      diagram_.edges_.push_back({plan_.option(position, i), NodeOf(to, next)});
      Charge(kEdgeBytes);
    }
    diagram_.edges_of_[node] = {begin, diagram_.edges_.size()};
    diagram_.by_position_.push_back(node);
  }

  void Charge(size_t bytes) {
    is_out_of_memory_ |= bytes > memory_left_;
    memory_left_ -= std::min(bytes, memory_left_);
  }

  absl::Status Check(uint32_t position) {
    constexpr size_t kMostNodes = std::numeric_limits<Node>::max() - 1;
    if (is_out_of_memory_ || diagram_.position_.size() >= kMostNodes) {
      return absl::ResourceExhaustedError(absl::StrCat(
          "the diagram is too large for the memory that it may use: there are ",
          diagram_.position_.size(), " nodes already, and ", position, " of ",
          plan_.size(), " items are done"));
    }
    // Looking at the clock takes longer than a state.
    if (++steps_ % 1024 != 0 || !watch_.MustStop()) return absl::OkStatus();
    return watch_.Check(0) == Outcome::kInterrupted
               ? absl::CancelledError("interrupted while making the diagram")
               : absl::DeadlineExceededError(
                     "there was too little time to make the diagram");
  }

  const LayerPlan<kKeyWords> plan_;
  size_t memory_left_;
  bool is_out_of_memory_ = false;
  uint64_t steps_ = 0;
  const LimitWatch watch_;
  std::vector<Layer> layers_;
  Diagram diagram_;
};

absl::StatusOr<Diagram> Diagram::Build(const Problem& problem,
                                       const SearchOptions& options) {
  if (absl::Status status = internal::CheckRow(
          internal::FindRow(EngineKind::kLayers), problem, Task::kCount);
      !status.ok()) {
    return status;
  }
  for (const absl::Status& status :
       {internal::CheckGivens(problem, options.givens),
        internal::CheckItemOrder(problem, options.item_order)}) {
    if (!status.ok()) return status;
  }
  std::vector<uint32_t> items;
  for (const ItemId item : internal::ForeseeLayers(problem, options).order) {
    items.push_back(item.value());
  }
  const GivenItems givens(problem, options.givens);
  const Seating seating(problem, items, givens);
  const auto build = [&](auto key_words) {
    return DiagramBuilder<key_words.value>(problem, seating, options)
        .Build(givens.is_contradiction());
  };
  if (seating.width() <= 64) return build(std::integral_constant<size_t, 1>());
  if (seating.width() <= 128) return build(std::integral_constant<size_t, 2>());
  if (seating.width() <= 512) return build(std::integral_constant<size_t, 8>());
  return absl::UnimplementedError(
      absl::StrCat("there is no diagram for a frontier of ", seating.width(),
                   " bits, only for 512"));
}

template <typename MayUse>
void Diagram::CountCompletions(MayUse may_use,
                               std::vector<Natural>& completions) const {
  completions.assign(position_.size(), 0);
  completions[kEnd] = 1;
  for (size_t i = by_position_.size(); i-- > 0;) {
    const Node node = by_position_[i];
    for (const Edge& edge : edges(node)) {
      if (may_use(node, edge)) completions[node] += completions[edge.to];
    }
  }
}

Natural Diagram::Count(absl::Span<const OptionId> givens) const {
  std::vector<uint32_t> wanted;  // The positions where they are chosen.
  for (const OptionId given : givens) {
    if (std::count(givens.begin(), givens.end(), given) > 1) return 0;
    if (std::count(givens_.begin(), givens_.end(), given) > 0) continue;
    wanted.push_back(position_of_option_[given.value()]);
    if (wanted.back() == kNowhere) return 0;
  }
  if (wanted.empty()) return count();
  // Two options at the same position exclude each other.
  std::sort(wanted.begin(), wanted.end());
  if (std::adjacent_find(wanted.begin(), wanted.end()) != wanted.end()) {
    return 0;
  }
  const auto is_wanted = [&](OptionId option) {
    return std::count(givens.begin(), givens.end(), option) > 0;
  };
  std::vector<Natural> completions;
  CountCompletions(
      [&](Node node, const Edge& edge) {
        // At the position of an option that is wanted there is no other, and
        // no way may pass it by.
        for (const uint32_t position : wanted) {
          if (position == position_[node] && !is_wanted(edge.option)) {
            return false;
          }
          if (position > position_[node] && position < position_[edge.to]) {
            return false;
          }
        }
        return true;
      },
      completions);
  return completions[kRoot];
}

std::vector<Natural> Diagram::CountByOption() const {
  std::vector<Natural> counts(position_of_option_.size());
  std::vector<Natural> ways(position_.size());
  ways[kRoot] = 1;
  for (const Node node : by_position_) {
    for (const Edge& edge : edges(node)) {
      if (completions_[edge.to] == 0) continue;
      counts[edge.option.value()] += ways[node] * completions_[edge.to];
      ways[edge.to] += ways[node];
    }
  }
  for (const OptionId given : givens_) counts[given.value()] = count();
  return counts;
}

std::vector<OptionId> Diagram::Cover(Natural k) const {
  std::vector<OptionId> cover = givens_;
  Node node = kRoot;
  while (position_[node] < position_[kEnd]) {
    for (const Edge& edge : edges(node)) {
      if (k < completions_[edge.to]) {
        cover.push_back(edge.option);
        node = edge.to;
        break;
      }
      k -= completions_[edge.to];
    }
  }
  return cover;
}

}  // namespace dlx
