#include "dlx/ask/symmetry/conjugacy.h"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "dlx/ask/symmetry/division.h"
#include "dlx/natural.h"
#include "dlx/reduce/symmetry/partition.h"
#include "dlx/reduce/symmetry/permutation.h"

namespace dlx::internal {
namespace {

// More of them are not worth the counts.
constexpr size_t kMostClasses = 300;
// Of the searches for what commutes, together.
constexpr uint64_t kMostPartitions = 30'000;
// What tells classes apart, each far dearer than the one before.
enum Look : size_t { kByCycles, kByPrint, kByAutomorphisms, kNoOther };
// So many rounds without a new class, for each class that is known and besides:
// then the search takes a closer look, or gives up.
constexpr size_t kRoundsOfClass[] = {20, 1, 0};
constexpr size_t kRounds[] = {10'000, 300, 20};

std::vector<uint32_t> CycleLengths(const Permutation& permutation) {
  std::vector<uint32_t> lengths(permutation.size());
  for (uint32_t p = 0; p < permutation.size(); ++p) {
    if (lengths[p] != 0) continue;
    uint32_t length = 0;
    uint32_t q = p;
    do {
      q = permutation[q];
      ++length;
    } while (q != p);
    do {
      lengths[q] = length;
      q = permutation[q];
    } while (q != p);
  }
  return lengths;
}

// The primes that divide one of them.
std::vector<uint32_t> PrimesOf(const std::vector<uint32_t>& lengths) {
  std::vector<bool> occurs(lengths.size() + 1);
  for (const uint32_t length : lengths) occurs[length] = true;
  std::vector<uint32_t> primes;
  for (uint32_t n = 2; n < occurs.size(); ++n) {
    if (!occurs[n]) continue;
    uint32_t rest = n;
    for (uint32_t p = 2; rest > 1; ++p) {
      if (p * p > rest) p = rest;
      if (rest % p != 0) continue;
      while (rest % p == 0) rest /= p;
      if (!absl::c_linear_search(primes, p)) primes.push_back(p);
    }
  }
  return primes;
}

// The power of a permutation whose order is that of a prime, with which it has
// the same effect as far as cycles of such lengths go: 1 modulo powers of the
// prime, 0 modulo what is prime to it.
Permutation PrimePart(const Permutation& permutation,
                      const std::vector<uint32_t>& lengths, uint32_t prime) {
  Permutation part(permutation.size());
  std::vector<uint32_t> cycle;
  std::vector<bool> done(permutation.size());
  for (uint32_t p = 0; p < permutation.size(); ++p) {
    if (done[p]) continue;
    cycle.clear();
    for (uint32_t q = p; !done[q]; q = permutation[q]) {
      done[q] = true;
      cycle.push_back(q);
    }
    uint32_t rest = lengths[p];
    while (rest % prime == 0) rest /= prime;
    const uint32_t power = lengths[p] / rest;
    uint64_t shift = 0;
    while (shift % power != 1 % power) shift += rest;
    for (size_t i = 0; i < cycle.size(); ++i) {
      part[cycle[i]] = cycle[(i + shift) % cycle.size()];
    }
  }
  return part;
}

// How many vertices of which colour are in cycles of which length: the same for
// all elements of a class.
using Looks = std::map<std::pair<uint32_t, uint32_t>, uint32_t>;

Looks LooksOf(const ColoredGraph& graph, const std::vector<uint32_t>& lengths) {
  Looks looks;
  for (uint32_t v = 0; v < graph.size(); ++v) {
    ++looks[{graph.color(v), lengths[v]}];
  }
  return looks;
}

// What a refined partition makes of the graph: which cells are joined. The same
// for any two that an isomorphism takes to each other.
uint64_t DigestOf(const ColoredGraph& graph, const Partition& partition) {
  uint64_t digest = 0;
  std::vector<uint32_t> joined;
  const auto mix = [&digest](uint64_t value) {
    digest = (digest ^ value) * 0x9e3779b97f4a7c15;
    digest ^= digest >> 29;
  };
  for (uint32_t start = 0; start < graph.size();) {
    const absl::Span<const uint32_t> cell = partition.CellAt(start);
    joined.clear();
    for (const uint32_t v : graph.NeighborsOf(cell[0])) {
      joined.push_back(partition.CellOf(v));
    }
    absl::c_sort(joined);
    start += static_cast<uint32_t>(cell.size());
    mix(start);
    for (const uint32_t other : joined) mix(other);
  }
  return digest;
}

// A graph that grows.
struct GraphParts {
  std::vector<uint32_t> colors = {};
  std::vector<std::pair<uint32_t, uint32_t>> edges = {};

  uint32_t AddVertex(uint32_t color) {
    colors.push_back(color);
    return static_cast<uint32_t>(colors.size() - 1);
  }
};

// Adds the graph with arcs from points to their images. An arc is a way through
// two vertices more. Colours are the same for elements of the same looks.
void AddWithArcs(const ColoredGraph& graph, size_t points,
                 const Permutation& element, GraphParts* parts) {
  const std::vector<uint32_t> lengths = CycleLengths(element);
  const Looks looks = LooksOf(graph, lengths);
  const uint32_t first = static_cast<uint32_t>(parts->colors.size());
  for (uint32_t v = 0; v < graph.size(); ++v) {
    const auto place = looks.find({graph.color(v), lengths[v]});
    parts->AddVertex(
        2 + static_cast<uint32_t>(std::distance(looks.begin(), place)));
    for (const uint32_t w : graph.NeighborsOf(v)) {
      if (v < w) parts->edges.emplace_back(first + v, first + w);
    }
  }
  for (uint32_t p = 0; p < points; ++p) {
    if (element[p] == p) continue;
    const uint32_t tail = parts->AddVertex(0);
    const uint32_t head = parts->AddVertex(1);
    parts->edges.insert(
        parts->edges.end(),
        {{first + p, tail}, {tail, head}, {head, first + element[p]}});
  }
}

class ClassFinder {
 public:
  ClassFinder(const ColoredGraph& graph, size_t points,
              const Automorphisms& all,
              absl::FunctionRef<absl::Status(uint64_t)> may_go_on,
              size_t memory_limit)
      : graph_(graph),
        points_(points),
        all_(all),
        may_go_on_(may_go_on),
        memory_limit_(memory_limit),
        missing_(all.order) {}

  absl::StatusOr<std::optional<std::vector<ElementClass>>> Find() {
    absl::Status status = Try(Identity(graph_.size()));
    while (status.ok() && missing_ > 0) {
      if (classes_.size() > kMostClasses || partitions_ > kMostPartitions ||
          MayGiveUp()) {
        return std::nullopt;
      }
      status = MayGoOn();
      if (status.ok()) status = TryRound();
    }
    if (!status.ok()) return status;
    std::vector<ElementClass> classes;
    for (Class& some : classes_) classes.push_back(std::move(some.elements));
    return classes;
  }

 private:
  using Print = std::pair<uint64_t, uint64_t>;
  struct Class {
    ElementClass elements;
    Print print;                           // Of the graph with arcs.
    std::vector<Permutation> centralizer;  // Its generators.
    Permutation walk;  // An element of it that was reached by them.
  };

  bool MayGiveUp() {
    if (idle_rounds_++ <
        kRounds[look_] + kRoundsOfClass[look_] * classes_.size()) {
      return false;
    }
    idle_rounds_ = 0;
    look_ = static_cast<Look>(look_ + 1);
    return look_ == kNoOther;
  }

  // Rounds and prints make no partitions that count, but take time, too.
  absl::Status MayGoOn() const { return may_go_on_(partitions_); }

  size_t RandomBelow(size_t bound) {
    return static_cast<size_t>(random_() % bound);
  }

  // The next element of the walk through a centralizer.
  const Permutation& WalkOn(Class& some) {
    const std::vector<Permutation>& generators = some.centralizer;
    for (size_t i = 0; i < 2 * generators.size(); ++i) {
      if (random_() % 2 == 0) continue;
      some.walk = Then(some.walk, generators[RandomBelow(generators.size())]);
    }
    return some.walk;
  }

  absl::Status TryRound() {
    const size_t chosen = RandomBelow(classes_.size());
    const Permutation known = classes_[chosen].elements.representative;
    const Permutation other = WalkOn(classes_[chosen]);
    absl::Status status = Try(Then(known, other));
    const std::vector<uint32_t> lengths = CycleLengths(other);
    for (const uint32_t prime : PrimesOf(lengths)) {
      if (!status.ok() || missing_ == 0) break;
      status = Try(Then(known, PrimePart(other, lengths, prime)));
    }
    return status;
  }

  // Adds the class of an element if it is a new one.
  absl::Status Try(Permutation element) {
    std::vector<size_t>& alike = alike_[LooksOf(graph_, CycleLengths(element))];
    if (!alike.empty() && look_ == kByCycles) return absl::OkStatus();
    GraphParts parts;
    AddWithArcs(graph_, points_, element, &parts);
    const ColoredGraph with_arcs(parts.colors, parts.edges);
    const absl::StatusOr<Print> print = PrintOf(with_arcs);
    if (!print.ok()) return print.status();
    for (const size_t index : alike) {
      if (classes_[index].print != *print) continue;
      if (look_ == kByPrint) return absl::OkStatus();
      const absl::StatusOr<bool> is_same =
          AreConjugate(element, classes_[index].elements.representative);
      if (!is_same.ok()) return is_same.status();
      if (*is_same) return absl::OkStatus();
    }
    absl::StatusOr<Automorphisms> centralizer = AutomorphismsOf(with_arcs);
    if (!centralizer.ok()) return centralizer.status();
    Natural size = Divide(all_.order, centralizer->orbit_lengths).quotient;
    for (Permutation& generator : centralizer->generators) {
      generator.resize(graph_.size());
    }
    if (size > missing_) {
      return absl::InternalError("there are more symmetries than there are");
    }
    missing_ -= size;
    alike.push_back(classes_.size());
    classes_.push_back({{std::move(element), std::move(size)},
                        *print,
                        std::move(centralizer->generators),
                        Identity(graph_.size())});
    idle_rounds_ = 0;
    return absl::OkStatus();
  }

  // Of the graph alone, and with one vertex of a small cell or another one
  // singled out: the same for graphs that an isomorphism takes to each other.
  absl::StatusOr<Print> PrintOf(const ColoredGraph& graph) const {
    Partition partition(graph);
    Refiner refiner(graph);
    refiner.Refine(&partition);
    Print print = {DigestOf(graph, partition), 0};
    if (partition.is_discrete()) return print;
    for (const uint32_t vertex : partition.CellAt(partition.SmallestCell())) {
      if (absl::Status status = MayGoOn(); !status.ok()) return status;
      Partition next = partition;
      refiner.SingleOut(vertex, &next);
      print.second += DigestOf(graph, next);
    }
    return print;
  }

  absl::StatusOr<bool> AreConjugate(const Permutation& a,
                                    const Permutation& b) {
    GraphParts both;
    uint32_t tops[2];
    for (const bool second : {false, true}) {
      const uint32_t begin = static_cast<uint32_t>(both.colors.size());
      AddWithArcs(graph_, points_, second ? b : a, &both);
      const uint32_t top = both.AddVertex(~uint32_t{0});
      for (uint32_t v = begin; v < top; ++v) both.edges.emplace_back(v, top);
      tops[second ? 1 : 0] = top;
    }
    const absl::StatusOr<Automorphisms> found =
        AutomorphismsOf(ColoredGraph(both.colors, both.edges));
    if (!found.ok()) return found.status();
    Orbits orbits(both.colors.size());
    for (const Permutation& generator : found->generators) {
      orbits.Add(generator);
    }
    return orbits.Find(tops[0]) == orbits.Find(tops[1]);
  }

  absl::StatusOr<Automorphisms> AutomorphismsOf(const ColoredGraph& graph) {
    const uint64_t before = partitions_;
    return FindAutomorphisms(
        graph,
        [this, before](uint64_t partitions) {
          partitions_ = before + partitions;
          return may_go_on_(partitions_);
        },
        memory_limit_);
  }

  const ColoredGraph& graph_;
  const size_t points_;
  const Automorphisms& all_;
  const absl::FunctionRef<absl::Status(uint64_t)> may_go_on_;
  const size_t memory_limit_;
  std::vector<Class> classes_;
  std::map<Looks, std::vector<size_t>> alike_;  // Classes by their looks.
  Natural missing_;  // Elements that are in no known class.
  Look look_ = kByCycles;
  size_t idle_rounds_ = 0;
  uint64_t partitions_ = 0;
  std::mt19937_64 random_{35};
};

}  // namespace

absl::StatusOr<std::optional<std::vector<ElementClass>>> FindClasses(
    const ColoredGraph& graph, size_t points, const Automorphisms& all,
    absl::FunctionRef<absl::Status(uint64_t partitions)> may_go_on,
    size_t memory_limit) {
  return ClassFinder(graph, points, all, may_go_on, memory_limit).Find();
}

}  // namespace dlx::internal
