#include "dlx/ask/symmetry.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/ask/symmetry/structure.h"
#include "dlx/ask/symmetry_data.h"
#include "dlx/reduce/symmetry/automorphisms.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {
namespace {

using ::dlx::internal::Orbits;
using ::dlx::internal::Permutation;
using ::dlx::internal::ProblemGraph;

absl::Status CheckGivens(const Problem& problem,
                         absl::Span<const OptionId> givens) {
  for (const OptionId given : givens) {
    if (given.value() >= problem.option_count()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no option ", given.value(), " to be given"));
    }
  }
  return absl::OkStatus();
}

// Items that are alike go in order.
void AddItems(const ProblemGraph& graph, const Permutation& permutation,
              Symmetry* symmetry) {
  for (uint32_t i = 0; i < graph.problem().item_count(); ++i) {
    symmetry->items.emplace_back(i);
  }
  for (uint32_t i = 0; i < graph.problem().item_count(); ++i) {
    const std::optional<uint32_t> vertex = graph.VertexOf(ItemId(i));
    if (!vertex.has_value()) continue;
    const std::vector<ItemId>& alike = graph.ItemsOf(*vertex);
    if (alike[0] != ItemId(i)) continue;
    const std::vector<ItemId>& images = graph.ItemsOf(permutation[*vertex]);
    for (size_t k = 0; k < alike.size(); ++k) {
      symmetry->items[alike[k].value()] = images[k];
    }
  }
}

// Colours whose names change.
void AddColors(const ProblemGraph& graph, const Permutation& permutation,
               Symmetry* symmetry) {
  for (uint32_t v = 0; v < permutation.size(); ++v) {
    const std::optional<ItemUse> use = graph.ItemColorOf(v);
    if (!use.has_value()) continue;
    const uint32_t kind = *graph.VertexOf(use->item);
    for (const ItemId item : graph.ItemsOf(kind)) {
      const ItemId image = symmetry->items[item.value()];
      const ColorId color = graph.ColorLike(item, v);
      const ColorId image_color = graph.ColorLike(image, permutation[v]);
      if (color == image_color) continue;
      symmetry->colors.push_back({{item, color}, {image, image_color}});
    }
  }
}

Symmetry SymmetryOf(const ProblemGraph& graph, const Permutation& permutation) {
  Symmetry symmetry;
  AddItems(graph, permutation, &symmetry);
  AddColors(graph, permutation, &symmetry);
  symmetry.options.resize(graph.problem().option_count());
  for (uint32_t v = 0; v < graph.option_vertices(); ++v) {
    const std::vector<OptionId>& options = graph.OptionsOf(v);
    for (size_t k = 0; k < options.size(); ++k) {
      symmetry.options[options[k].value()] = graph.OptionsOf(permutation[v])[k];
    }
  }
  return symmetry;
}

absl::StatusOr<Natural> ExchangesIn(const ProblemGraph& graph,
                                    const LimitWatch& watch) {
  Natural exchanges = 1;
  for (uint32_t v = 0; v < graph.option_vertices(); ++v) {
    for (size_t k = 2; k <= graph.OptionsOf(v).size(); ++k) {
      if (k % 1024 == 0 && watch.MustStop()) {
        return internal::StoppedError(watch);
      }
      exchanges *= k;
    }
  }
  return exchanges;
}

// Finds the permutation of the graph that an ItemMap stands for.
class MapReader {
 public:
  explicit MapReader(const ProblemGraph& graph)
      : graph_(graph), problem_(graph.problem()) {
    for (uint32_t v = 0; v < graph.option_vertices(); ++v) {
      const OptionId option = graph.OptionsOf(v)[0];
      std::vector<Use> uses;
      for (const ItemUse& use : problem_.option(option)) {
        uses.push_back({use.item.value(), use.color.value()});
      }
      vertices_[KeyOf(v, std::move(uses))] = v;
    }
  }

  absl::StatusOr<Permutation> Read(const ItemMap& map) {
    if (absl::Status status = CheckItems(map); !status.ok()) return status;
    absl::flat_hash_map<Use, Use> colors;
    for (const auto& [from, to] : map.colors) {
      colors[{from.item.value(), from.color.value()}] = {to.item.value(),
                                                         to.color.value()};
    }
    Permutation permutation = internal::Identity(graph_.graph().size());
    for (uint32_t v = 0; v < graph_.option_vertices(); ++v) {
      std::vector<Use> uses;
      for (const ItemUse& use : problem_.option(graph_.OptionsOf(v)[0])) {
        const Use here = {use.item.value(), use.color.value()};
        const auto changed = colors.find(here);
        uses.push_back(changed != colors.end()
                           ? changed->second
                           : Use{map.items[here.first].value(), here.second});
      }
      const auto found = vertices_.find(KeyOf(v, std::move(uses)));
      if (found == vertices_.end()) return NoImage(v);
      permutation[v] = found->second;
      AddItemsOf(v, map, &permutation);
    }
    if (!IsPermutation(permutation) ||
        !graph_.graph().IsAutomorphism(permutation)) {
      return absl::InvalidArgumentError("it takes different options to one");
    }
    return permutation;
  }

 private:
  using Use = std::pair<uint32_t, uint32_t>;  // An item, and a colour or 0.
  using Key = std::tuple<std::vector<Use>, int64_t, bool, size_t>;

  // What an option and its image have in common, with these uses.
  Key KeyOf(uint32_t vertex, std::vector<Use> uses) const {
    absl::c_sort(uses);
    const std::vector<OptionId>& options = graph_.OptionsOf(vertex);
    return {std::move(uses), problem_.cost(options[0]), graph_.IsGiven(vertex),
            options.size()};
  }

  absl::Status CheckItems(const ItemMap& map) const {
    if (map.items.size() != problem_.item_count()) {
      return absl::InvalidArgumentError("it does not tell of each item");
    }
    std::vector<bool> seen(problem_.item_count());
    for (uint32_t i = 0; i < map.items.size(); ++i) {
      const ItemId image = map.items[i];
      if (image.value() >= seen.size() || seen[image.value()]) {
        return absl::InvalidArgumentError(
            "it takes different items to one, or to none");
      }
      seen[image.value()] = true;
      if (problem_.is_primary(ItemId(i)) != problem_.is_primary(image) ||
          problem_.multiplicity(ItemId(i)) != problem_.multiplicity(image)) {
        return absl::InvalidArgumentError(absl::StrCat(
            "it takes item ", problem_.item_name(ItemId(i)),
            " to one of another kind, ", problem_.item_name(image)));
      }
    }
    return absl::OkStatus();
  }

  absl::Status NoImage(uint32_t vertex) const {
    const OptionId option = graph_.OptionsOf(vertex)[0];
    return absl::InvalidArgumentError(absl::StrCat(
        "there is no option to which it takes option ", option.value(), " (",
        problem_.OptionToString(option), ")"));
  }

  // The images of what an option uses follow from its own image.
  void AddItemsOf(uint32_t vertex, const ItemMap& map,
                  Permutation* permutation) const {
    const OptionId image = graph_.OptionsOf((*permutation)[vertex])[0];
    for (const ItemUse& use : problem_.option(graph_.OptionsOf(vertex)[0])) {
      const ItemId item = map.items[use.item.value()];
      (*permutation)[*graph_.VertexOf(use.item)] = *graph_.VertexOf(item);
      for (const ItemUse& other : problem_.option(image)) {
        if (other.item == item) {
          (*permutation)[graph_.VertexOf(use)] = graph_.VertexOf(other);
        }
      }
    }
  }

  static bool IsPermutation(const Permutation& permutation) {
    std::vector<bool> seen(permutation.size());
    for (const uint32_t image : permutation) {
      if (seen[image]) return false;
      seen[image] = true;
    }
    return true;
  }

  const ProblemGraph& graph_;
  const Problem& problem_;
  absl::flat_hash_map<Key, uint32_t> vertices_;
};

// The sets of Orbits, for the items or options of vertices.
template <typename Id, typename VertexOf>
std::vector<std::vector<Id>> OrbitsOf(
    const std::vector<Permutation>& permutations, size_t degree, size_t count,
    const VertexOf& vertex_of) {
  Orbits orbits(degree);
  for (const Permutation& permutation : permutations) orbits.Add(permutation);
  std::vector<std::vector<Id>> sets;
  absl::flat_hash_map<uint32_t, size_t> places;
  for (uint32_t i = 0; i < count; ++i) {
    const std::optional<uint32_t> orbit = vertex_of(Id(i), orbits);
    const size_t place =
        orbit.has_value()
            ? places.try_emplace(*orbit, sets.size()).first->second
            : sets.size();
    if (place == sets.size()) sets.emplace_back();
    sets[place].push_back(Id(i));
  }
  return sets;
}

}  // namespace

SymmetryGroup::SymmetryGroup(std::shared_ptr<const Data> data)
    : data_(std::move(data)) {}

const Problem& SymmetryGroup::problem() const { return data_->graph.problem(); }

const Natural& SymmetryGroup::order() const {
  return data_->automorphisms.order;
}

const std::vector<Symmetry>& SymmetryGroup::generators() const {
  return data_->generators;
}

const Natural& SymmetryGroup::exchanges() const { return data_->exchanges; }

std::vector<std::vector<OptionId>> SymmetryGroup::OptionOrbits() const {
  return OrbitsOf<OptionId>(
      data_->automorphisms.generators, data_->graph.graph().size(),
      problem().option_count(), [this](OptionId option, Orbits& orbits) {
        return std::optional(orbits.Find(data_->graph.VertexOf(option)));
      });
}

// Items that are alike are not exchanged: each of them is apart.
std::vector<std::vector<ItemId>> SymmetryGroup::ItemOrbits() const {
  std::vector<Permutation> permutations;
  for (const Symmetry& symmetry : data_->generators) {
    permutations.emplace_back();
    for (const ItemId item : symmetry.items) {
      permutations.back().push_back(item.value());
    }
  }
  return OrbitsOf<ItemId>(permutations, problem().item_count(),
                          problem().item_count(),
                          [](ItemId item, Orbits& orbits) {
                            return std::optional(orbits.Find(item.value()));
                          });
}

namespace {

// Before the graph of the problem is made. It has lists and hash tables of
// options, items and uses: measured were 430 bytes for an option and its item.
absl::Status CheckSize(const Problem& problem, size_t memory_limit) {
  const size_t bytes = 200 * (problem.option_count() + problem.item_count()) +
                       30 * problem.use_count();
  if (bytes <= memory_limit) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      "finding the symmetries needs more memory than it is given");
}

// What is known before any symmetry is.
absl::StatusOr<std::shared_ptr<SymmetryGroup::Data>> MakeData(
    const Problem& problem, const SymmetryOptions& options,
    const LimitWatch& watch) {
  absl::Status status = CheckGivens(problem, options.givens);
  if (!options.item_numbers.empty() &&
      options.item_numbers.size() != problem.item_count()) {
    status.Update(absl::InvalidArgumentError(
        "there must be a number for each item, or for none"));
  }
  status.Update(CheckSize(problem, options.memory_limit));
  if (!status.ok()) return status;
  absl::StatusOr<ProblemGraph> graph =
      ProblemGraph::Make(problem, options.givens, options.item_numbers,
                         [&watch] { return internal::CheckLimits(watch, 0); });
  if (!graph.ok()) return graph.status();
  return std::make_shared<SymmetryGroup::Data>(SymmetryGroup::Data{
      .graph = *std::move(graph), .givens = options.givens});
}

// The group, once its automorphisms are known.
absl::StatusOr<SymmetryGroup> MakeGroup(
    std::shared_ptr<SymmetryGroup::Data> data, const LimitWatch& watch) {
  absl::StatusOr<Natural> exchanges = ExchangesIn(data->graph, watch);
  if (!exchanges.ok()) return exchanges.status();
  data->exchanges = *std::move(exchanges);
  for (const Permutation& permutation : data->automorphisms.generators) {
    if (watch.MustStop()) return internal::StoppedError(watch);
    data->generators.push_back(SymmetryOf(data->graph, permutation));
  }
  return SymmetryGroup(std::move(data));
}

}  // namespace

absl::StatusOr<SymmetryGroup> FindSymmetries(const Problem& problem,
                                             const SymmetryOptions& options) {
  const LimitWatch watch(options.limits);
  absl::StatusOr<std::shared_ptr<SymmetryGroup::Data>> made =
      MakeData(problem, options, watch);
  if (!made.ok()) return made.status();
  SymmetryGroup::Data& data = **made;
  absl::StatusOr<internal::Automorphisms> found = internal::FindAutomorphisms(
      data.graph.graph(),
      [&watch](uint64_t partitions) {
        return internal::CheckLimits(watch, partitions);
      },
      options.memory_limit);
  if (!found.ok()) return found.status();
  data.automorphisms = *std::move(found);
  data.has_all = true;
  return MakeGroup(*std::move(made), watch);
}

absl::StatusOr<SymmetryGroup> GenerateSymmetries(
    const Problem& problem, absl::Span<const ItemMap> generators,
    const SymmetryOptions& options) {
  const LimitWatch watch(options.limits);
  absl::StatusOr<std::shared_ptr<SymmetryGroup::Data>> made =
      MakeData(problem, options, watch);
  if (!made.ok()) return made.status();
  SymmetryGroup::Data& data = **made;
  MapReader reader(data.graph);
  for (size_t i = 0; i < generators.size(); ++i) {
    absl::StatusOr<Permutation> permutation = reader.Read(generators[i]);
    if (!permutation.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("number ", i + 1,
                       " is no symmetry: ", permutation.status().message()));
    }
    data.automorphisms.generators.push_back(*std::move(permutation));
  }
  const absl::StatusOr<internal::PermutationGroup> group =
      internal::PermutationGroup::Generate(data.graph.graph().size(),
                                           data.automorphisms.generators, watch,
                                           options.memory_limit);
  if (!group.ok()) return group.status();
  data.automorphisms.order = group->order();
  return MakeGroup(*std::move(made), watch);
}

// Where items and colours go says where options go.
absl::StatusOr<std::string> StructureOf(const SymmetryGroup& group,
                                        const Limits& limits,
                                        size_t memory_limit) {
  const internal::ProblemGraph& graph = group.data().graph;
  const auto options = static_cast<uint32_t>(graph.option_vertices());
  std::vector<Permutation> generators;
  for (const Permutation& whole : group.data().automorphisms.generators) {
    Permutation points(whole.begin() + options, whole.end());
    for (uint32_t& point : points) point -= options;
    generators.push_back(std::move(points));
  }
  return internal::NameOfGroup(graph.graph().size() - options, generators,
                               LimitWatch(limits), memory_limit);
}

}  // namespace dlx
