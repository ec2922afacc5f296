#include "dlx/schedule/orbit_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/reduce/symmetry/permutation.h"

namespace dlx::internal {
namespace {

// Nanoseconds, for each use of an item: to make what is left and its graph, and
// to refine a partition of it.
constexpr double kLookOfUse = 300;
constexpr double kPartitionOfUse = 60;
// The next look comes after so many times as long.
constexpr double kNextLook = 8;
constexpr size_t kMostMemory = size_t{64} << 20;

}  // namespace

double OrbitLook::DueAt(const Problem& problem, uint32_t looks,
                        double patience) {
  const double look = kLookOfUse * static_cast<double>(problem.use_count());
  return patience * std::pow(kNextLook, looks) * look;
}

std::optional<OrbitLook> OrbitLook::At(const Problem& problem, double time,
                                       size_t memory_limit) {
  ProblemGraph graph(problem, {});
  const double most =
      time / (2 * kPartitionOfUse * static_cast<double>(problem.use_count()));
  absl::StatusOr<Automorphisms> automorphisms = FindAutomorphisms(
      graph.graph(),
      [most](uint64_t partitions) {
        return static_cast<double>(partitions) <= most
                   ? absl::OkStatus()
                   : absl::DeadlineExceededError("");
      },
      std::min(memory_limit, kMostMemory));
  if (!automorphisms.ok()) return std::nullopt;
  return OrbitLook(std::move(graph), *std::move(automorphisms));
}

OrbitLook::OrbitLook(ProblemGraph graph, Automorphisms automorphisms)
    : graph_(std::move(graph)), automorphisms_(std::move(automorphisms)) {
  if (automorphisms_.generators.empty()) return;
  const Problem& problem = graph_.problem();
  options_.resize(problem.item_count());
  Orbits orbits(graph_.graph().size());
  for (const Permutation& p : automorphisms_.generators) orbits.Add(p);
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    const OptionId option(i);
    const uint32_t orbit = orbits.Find(graph_.VertexOf(option));
    for (const ItemUse& use : problem.option(option)) {
      if (problem.is_primary(use.item) &&
          problem.multiplicity(use.item) == Multiplicity()) {
        options_[use.item.value()].emplace_back(orbit, option);
      }
    }
  }
  for (auto& options : options_) std::sort(options.begin(), options.end());
}

double OrbitLook::Root(ItemId item) const {
  return std::sqrt(static_cast<double>(options_[item.value()].size()));
}

OrbitChoice OrbitLook::ChoiceOf(ItemId item) const {
  const auto& options = options_[item.value()];
  OrbitChoice choice = {.item = item, .orbits = {}};
  for (size_t i = 0; i < options.size(); ++i) {
    if (i == 0 || options[i].first != options[i - 1].first) {
      choice.orbits.emplace_back();
    }
    choice.orbits.back().options.push_back(options[i].second);
  }
  return choice;
}

// To begin with an own item can only gain. Of n options, m of which are to be
// tried, others seem as good if their m / sqrt(n) is that much less, because
// what they leave is searched in an order that may be worse.
std::optional<OrbitChoice> OrbitLook::Best(std::optional<ItemId> own) const {
  constexpr double kOther = 1.4;
  constexpr double kWorthIt = 0.7;
  double plain = std::numeric_limits<double>::infinity();
  if (own.has_value()) plain = Root(*own);
  double least = plain;
  std::optional<OrbitChoice> best;
  for (uint32_t i = 0; i < options_.size(); ++i) {
    const ItemId item(i);
    if (options_[i].empty()) continue;
    if (!own.has_value()) plain = std::min(plain, Root(item));
    OrbitChoice choice = ChoiceOf(item);
    const double price = static_cast<double>(choice.orbits.size()) /
                         Root(item) * (item == own ? 1 : kOther);
    if (price >= least) continue;
    least = price;
    best = std::move(choice);
  }
  return least <= kWorthIt * plain ? best : std::nullopt;
}

std::optional<ItemId> OrbitLook::FirstItem(
    const std::vector<PathStep>& path, const Problem& whole,
    absl::FunctionRef<ItemId(ItemId)> original) const {
  const auto step = std::find_if(path.begin(), path.end(), [](PathStep step) {
    return step.option.has_value() && step.branches > 1;
  });
  if (step == path.end()) return std::nullopt;
  for (uint32_t i = 0; i < options_.size(); ++i) {
    if (options_[i].size() != step->branches) continue;
    for (const ItemUse& use : whole.option(*step->option)) {
      if (use.item == original(ItemId(i))) return ItemId(i);
    }
  }
  return std::nullopt;
}

std::vector<OptionId> OrbitLook::Symmetry(OptionId from, OptionId to) const {
  // Breadth first: by which generator each vertex was reached, and from where.
  const size_t vertices = graph_.option_vertices();
  constexpr uint32_t kNone = ~uint32_t{0};
  std::vector<std::pair<uint32_t, uint32_t>> reached(vertices, {kNone, kNone});
  const uint32_t start = graph_.VertexOf(from);
  const uint32_t end = graph_.VertexOf(to);
  std::vector<uint32_t> queue = {start};
  for (size_t i = 0; queue.back() != end && i < queue.size(); ++i) {
    for (uint32_t g = 0; g < automorphisms_.generators.size(); ++g) {
      const uint32_t image = automorphisms_.generators[g][queue[i]];
      if (image == start || reached[image].first != kNone) continue;
      reached[image] = {g, queue[i]};
      queue.push_back(image);
      if (image == end) break;
    }
  }
  std::vector<uint32_t> way;
  for (uint32_t v = end; v != start; v = reached[v].second) {
    way.push_back(reached[v].first);
  }
  std::vector<OptionId> images(graph_.problem().option_count());
  for (uint32_t v = 0; v < vertices; ++v) {
    uint32_t image = v;
    for (size_t i = way.size(); i-- > 0;) {
      image = automorphisms_.generators[way[i]][image];
    }
    const std::vector<OptionId>& equal = graph_.OptionsOf(v);
    for (size_t i = 0; i < equal.size(); ++i) {
      images[equal[i].value()] = graph_.OptionsOf(image)[i];
    }
  }
  return images;
}

}  // namespace dlx::internal
