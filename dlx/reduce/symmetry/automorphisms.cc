#include "dlx/reduce/symmetry/automorphisms.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/reduce/symmetry/partition.h"

namespace dlx::internal {
namespace {

class Finder {
 public:
  Finder(const ColoredGraph& graph,
         absl::FunctionRef<absl::Status(uint64_t)> may_go_on,
         size_t memory_limit)
      : graph_(graph),
        may_go_on_(may_go_on),
        memory_limit_(memory_limit),
        refiner_(graph,
                 [this] {
                   stopped_.Update(may_go_on_(partitions_));
                   return stopped_.ok();
                 }),
        orbits_(graph.size()) {}

  absl::StatusOr<Automorphisms> Find() {
    absl::Status status = GoDown();
    for (size_t level = base_.size(); status.ok() && level-- > 0;) {
      status = GoUpTo(level);
    }
    if (!status.ok()) return status;
    absl::c_reverse(found_.orbit_lengths);
    for (const Level& level : base_) found_.base.push_back(level.vertex);
    return std::move(found_);
  }

 private:
  // A vertex that is singled out, from the partition before that, and what
  // happens then.
  struct Level {
    Partition partition;
    uint32_t cell;
    uint32_t vertex;
    uint64_t digest;
  };
  // A partition to which the vertices of a cell are still to be tried.
  struct Branch {
    Partition partition;
    std::vector<uint32_t> choices;  // The next one is the last.
  };

  absl::Status MayGoOn() { return may_go_on_(++partitions_); }

  absl::Status GoDown() {
    Partition partition(graph_);
    refiner_.Refine(&partition);
    while (stopped_.ok() && !partition.is_discrete()) {
      // There is one here and one in Search() for each level, of four words for
      // each vertex.
      if ((base_.size() + 1) * graph_.size() > memory_limit_ / 40) {
        return absl::ResourceExhaustedError(
            "finding the symmetries needs more memory than it is given");
      }
      if (absl::Status status = MayGoOn(); !status.ok()) return status;
      const uint32_t cell = partition.SmallestCell();
      const uint32_t vertex = partition.CellAt(cell)[0];
      base_.push_back({partition, cell, vertex, 0});
      base_.back().digest = refiner_.SingleOut(vertex, &partition);
    }
    leaf_ = partition.elements();
    return stopped_;
  }

  // Finds where the vertex of a level can go if those before it stay.
  absl::Status GoUpTo(size_t level) {
    const Level& here = base_[level];
    const absl::Span<const uint32_t> cell = here.partition.CellAt(here.cell);
    std::vector<uint32_t> cannot;
    for (const uint32_t vertex : cell) {
      const uint32_t orbit = orbits_.Find(vertex);
      if (orbit == orbits_.Find(here.vertex)) continue;
      if (absl::c_any_of(cannot, [&](uint32_t other) {
            return orbits_.Find(other) == orbit;
          })) {
        continue;
      }
      absl::StatusOr<bool> found = Search(level, vertex);
      if (!found.ok()) return found.status();
      if (!*found) cannot.push_back(vertex);
    }
    size_t places = 0;
    for (const uint32_t vertex : cell) {
      if (orbits_.Find(vertex) == orbits_.Find(here.vertex)) ++places;
    }
    found_.orbit_lengths.push_back(places);
    found_.order *= places;
    return absl::OkStatus();
  }

  // Looks for an automorphism that takes the vertex of a level to this one and
  // leaves those before it where they are. Adds it to the generators.
  absl::StatusOr<bool> Search(size_t level, uint32_t vertex) {
    std::vector<Branch> path;
    path.push_back({base_[level].partition, {vertex}});
    while (!path.empty()) {
      if (path.back().choices.empty()) {
        path.pop_back();
        continue;
      }
      if (absl::Status status = MayGoOn(); !status.ok()) return status;
      const Level& model = base_[level + path.size() - 1];
      const uint32_t choice = path.back().choices.back();
      path.back().choices.pop_back();
      Partition next = path.back().partition;
      if (refiner_.SingleOut(choice, &next) != model.digest) continue;
      if (next.is_discrete()) {
        if (level + path.size() == base_.size() && Add(next)) return true;
      } else if (level + path.size() < base_.size()) {
        path.push_back(BranchesOf(next, base_[level + path.size()]));
      }
    }
    if (!stopped_.ok()) return stopped_;
    return false;
  }

  // Vertices that can stay where they are come first.
  static Branch BranchesOf(const Partition& partition, const Level& model) {
    Branch branch = {partition, {}};
    const absl::Span<const uint32_t> cell = partition.CellAt(model.cell);
    if (partition.SmallestCell() != model.cell ||
        cell.size() != model.partition.CellAt(model.cell).size()) {
      return branch;
    }
    branch.choices.assign(cell.begin(), cell.end());
    absl::c_sort(branch.choices, std::greater<>());
    const auto same = absl::c_find(branch.choices, model.vertex);
    if (same != branch.choices.end()) {
      std::rotate(same, same + 1, branch.choices.end());
    }
    return branch;
  }

  // If it is an automorphism that takes the leaf to this one.
  bool Add(const Partition& leaf) {
    Permutation permutation(graph_.size());
    for (size_t i = 0; i < leaf_.size(); ++i) {
      permutation[leaf_[i]] = leaf.elements()[i];
    }
    if (!graph_.IsAutomorphism(permutation)) return false;
    orbits_.Add(permutation);
    found_.generators.push_back(std::move(permutation));
    return true;
  }

  const ColoredGraph& graph_;
  const absl::FunctionRef<absl::Status(uint64_t)> may_go_on_;
  const size_t memory_limit_;
  absl::Status stopped_;  // Not OK if the refiner was stopped.
  Refiner refiner_;
  std::vector<Level> base_;
  std::vector<uint32_t> leaf_;  // The vertices when all of the base is.
  // Of the automorphisms that are found.
  Orbits orbits_;
  Automorphisms found_;
  uint64_t partitions_ = 0;
};

}  // namespace

absl::StatusOr<Automorphisms> FindAutomorphisms(
    const ColoredGraph& graph,
    absl::FunctionRef<absl::Status(uint64_t)> may_go_on, size_t memory_limit) {
  return Finder(graph, may_go_on, memory_limit).Find();
}

}  // namespace dlx::internal
