#include "dlx/reduce/symmetry/problem_graph.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"

namespace dlx::internal {
namespace {

constexpr uint32_t kNoKind = ~uint32_t{0};

// Kinds of options, or of items, between two questions whether to go on.
constexpr uint32_t kBetweenLooks = 1024;

// The number of a colour among those of an item.
uint32_t ColorNumber(const std::vector<ColorId>& colors, ColorId color) {
  return static_cast<uint32_t>(absl::c_find(colors, color) - colors.begin());
}

}  // namespace

ProblemGraph::ProblemGraph(const Problem& problem,
                           absl::Span<const OptionId> givens,
                           absl::Span<const uint32_t> item_numbers)
    : ProblemGraph(problem) {
  Fill(givens, item_numbers, [] { return absl::OkStatus(); }).IgnoreError();
}

absl::StatusOr<ProblemGraph> ProblemGraph::Make(
    const Problem& problem, absl::Span<const OptionId> givens,
    absl::Span<const uint32_t> item_numbers, MayGoOn may_go_on) {
  ProblemGraph graph(problem);
  if (absl::Status status = graph.Fill(givens, item_numbers, may_go_on);
      !status.ok()) {
    return status;
  }
  return graph;
}

absl::Status ProblemGraph::Fill(absl::Span<const OptionId> givens,
                                absl::Span<const uint32_t> item_numbers,
                                MayGoOn may_go_on) {
  absl::Status status = MergeOptions(givens, may_go_on);
  if (status.ok()) status = MergeItems(item_numbers, may_go_on);
  if (status.ok()) status = AddVertices(may_go_on);
  return status;
}

absl::Status ProblemGraph::MergeOptions(absl::Span<const OptionId> givens,
                                        MayGoOn may_go_on) {
  std::vector<bool> given(problem_.option_count());
  for (const OptionId option : givens) given[option.value()] = true;
  // By uses, in the order of the items.
  using Key =
      std::tuple<std::vector<std::pair<uint32_t, uint32_t>>, int64_t, bool>;
  absl::flat_hash_map<Key, uint32_t> kinds;
  for (uint32_t i = 0; i < problem_.option_count(); ++i) {
    if (i % kBetweenLooks == 0) {
      if (absl::Status status = may_go_on(); !status.ok()) return status;
    }
    const OptionId option(i);
    Key key = {{}, problem_.cost(option), given[i]};
    for (const ItemUse& use : problem_.option(option)) {
      std::get<0>(key).push_back({use.item.value(), use.color.value()});
    }
    absl::c_sort(std::get<0>(key));
    const auto [place, is_new] =
        kinds.try_emplace(std::move(key), static_cast<uint32_t>(kinds.size()));
    if (is_new) {
      options_.emplace_back();
      is_given_.push_back(given[i]);
    }
    options_[place->second].push_back(option);
    option_vertex_.push_back(place->second);
  }
  return absl::OkStatus();
}

absl::Status ProblemGraph::MergeItems(absl::Span<const uint32_t> item_numbers,
                                      MayGoOn may_go_on) {
  // For each item the kinds of options that use it, with the number of the
  // colour, 0 for none.
  std::vector<std::vector<std::pair<uint32_t, uint32_t>>> uses(
      problem_.item_count());
  colors_of_item_.resize(problem_.item_count());
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, uint32_t> numbers;
  for (uint32_t v = 0; v < options_.size(); ++v) {
    if (v % kBetweenLooks == 0) {
      if (absl::Status status = may_go_on(); !status.ok()) return status;
    }
    for (const ItemUse& use : problem_.option(options_[v][0])) {
      const uint32_t item = use.item.value();
      std::vector<ColorId>& colors = colors_of_item_[item];
      uint32_t number = 0;
      if (use.color != kNoColor) {
        const auto [place, is_new] = numbers.try_emplace(
            {item, use.color.value()}, static_cast<uint32_t>(colors.size()));
        if (is_new) colors.push_back(use.color);
        number = place->second + 1;
      }
      uses[item].push_back({v, number});
    }
  }
  using Key = std::tuple<std::vector<std::pair<uint32_t, uint32_t>>, bool,
                         uint32_t, uint32_t, uint32_t>;
  absl::flat_hash_map<Key, uint32_t> kinds;
  for (uint32_t i = 0; i < problem_.item_count(); ++i) {
    item_kind_.push_back(kNoKind);
    if (uses[i].empty()) continue;
    const ItemId item(i);
    const Multiplicity times = problem_.multiplicity(item);
    const uint32_t number = item_numbers.empty() ? 0 : item_numbers[i];
    const auto [place, is_new] =
        kinds.try_emplace(Key{std::move(uses[i]), problem_.is_primary(item),
                              times.low, times.high, number},
                          static_cast<uint32_t>(kinds.size()));
    if (is_new) {
      items_.emplace_back();
      number_of_kind_.push_back(number);
    }
    items_[place->second].push_back(item);
    item_kind_[i] = place->second;
  }
  return absl::OkStatus();
}

absl::Status ProblemGraph::AddVertices(MayGoOn may_go_on) {
  // What vertices may be exchanged, as far as their neighbours do not say.
  std::map<std::vector<int64_t>, uint32_t> colors;
  std::vector<uint32_t> color_of_vertex;
  const auto add = [&](const std::vector<int64_t>& looks) {
    color_of_vertex.push_back(
        colors.try_emplace(looks, static_cast<uint32_t>(colors.size()))
            .first->second);
  };
  for (uint32_t v = 0; v < options_.size(); ++v) {
    add({0, problem_.cost(options_[v][0]), is_given_[v] ? 1 : 0,
         static_cast<int64_t>(options_[v].size())});
  }
  for (uint32_t kind = 0; kind < items_.size(); ++kind) {
    first_color_of_kind_.push_back(
        static_cast<uint32_t>(color_of_vertex.size()));
    const size_t count = colors_of_item_[items_[kind][0].value()].size();
    for (size_t i = 0; i < count; ++i) {
      kind_of_item_color_.push_back(kind);
      add({1});
    }
  }
  first_item_ = static_cast<uint32_t>(color_of_vertex.size());
  std::vector<std::pair<uint32_t, uint32_t>> edges;
  for (uint32_t kind = 0; kind < items_.size(); ++kind) {
    const ItemId item = items_[kind][0];
    const Multiplicity times = problem_.multiplicity(item);
    add({2, problem_.is_primary(item) ? 1 : 0, times.low, times.high,
         static_cast<int64_t>(items_[kind].size()), number_of_kind_[kind]});
    for (const ColorId color : colors_of_item_[item.value()]) {
      edges.emplace_back(first_item_ + kind, VertexOf(ItemUse(item, color)));
    }
  }
  for (uint32_t v = 0; v < options_.size(); ++v) {
    if (v % kBetweenLooks == 0) {
      if (absl::Status status = may_go_on(); !status.ok()) return status;
    }
    for (const ItemUse& use : problem_.option(options_[v][0])) {
      const uint32_t kind = item_kind_[use.item.value()];
      // One of each kind of items is enough.
      if (items_[kind][0] == use.item) edges.emplace_back(v, VertexOf(use));
    }
  }
  graph_ = ColoredGraph(std::move(color_of_vertex), edges);
  return absl::OkStatus();
}

std::optional<uint32_t> ProblemGraph::VertexOf(ItemId item) const {
  const uint32_t kind = item_kind_[item.value()];
  if (kind == kNoKind) return std::nullopt;
  return first_item_ + kind;
}

uint32_t ProblemGraph::VertexOf(const ItemUse& use) const {
  const uint32_t kind = item_kind_[use.item.value()];
  if (use.color == kNoColor) return first_item_ + kind;
  return first_color_of_kind_[kind] +
         ColorNumber(colors_of_item_[use.item.value()], use.color);
}

std::optional<ItemUse> ProblemGraph::ItemColorOf(uint32_t vertex) const {
  if (vertex < options_.size() || vertex >= first_item_) return std::nullopt;
  const uint32_t kind = kind_of_item_color_[vertex - options_.size()];
  const ItemId item = items_[kind][0];
  return ItemUse(item, ColorLike(item, vertex));
}

ColorId ProblemGraph::ColorLike(ItemId item, uint32_t item_color_vertex) const {
  const uint32_t first = first_color_of_kind_[item_kind_[item.value()]];
  return colors_of_item_[item.value()][item_color_vertex - first];
}

}  // namespace dlx::internal
