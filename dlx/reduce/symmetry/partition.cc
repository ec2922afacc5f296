#include "dlx/reduce/symmetry/partition.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"

namespace dlx::internal {

Partition::Partition(const ColoredGraph& graph)
    : elements_(Identity(graph.size())),
      places_(graph.size()),
      starts_(graph.size()),
      sizes_(graph.size()) {
  absl::c_stable_sort(elements_, [&graph](uint32_t a, uint32_t b) {
    return graph.color(a) < graph.color(b);
  });
  for (uint32_t i = 0; i < elements_.size(); ++i) places_[elements_[i]] = i;
  for (uint32_t begin = 0, end = 0; begin < elements_.size(); begin = end) {
    const uint32_t color = graph.color(elements_[begin]);
    while (end < elements_.size() && graph.color(elements_[end]) == color) {
      ++end;
    }
    MakeCell(begin, end);
  }
}

void Partition::MakeCell(uint32_t begin, uint32_t end) {
  ++cell_count_;
  sizes_[begin] = end - begin;
  for (uint32_t i = begin; i < end; ++i) starts_[elements_[i]] = begin;
}

void Partition::Swap(uint32_t a, uint32_t b) {
  std::swap(elements_[a], elements_[b]);
  places_[elements_[a]] = a;
  places_[elements_[b]] = b;
}

uint32_t Partition::SmallestCell() const {
  uint32_t best = 0;
  uint32_t best_size = 0;
  for (uint32_t i = 0; i < elements_.size(); i += sizes_[i]) {
    const uint32_t size = sizes_[i];
    if (size > 1 && (best_size == 0 || size < best_size)) {
      best = i;
      best_size = size;
    }
  }
  return best;
}

Refiner::Refiner(const ColoredGraph& graph, std::function<bool()> may_go_on)
    : graph_(graph),
      may_go_on_(std::move(may_go_on)),
      is_queued_(graph.size()),
      counts_(graph.size()),
      touched_(graph.size()) {}

void Refiner::Refine(Partition* partition) {
  partition_ = partition;
  for (uint32_t i = 0; i < graph_.size(); i += partition->sizes_[i]) Enqueue(i);
  EmptyQueue();
}

uint64_t Refiner::SingleOut(uint32_t vertex, Partition* partition) {
  partition_ = partition;
  digest_ = 0;
  const uint32_t start = partition->starts_[vertex];
  const uint32_t end = start + partition->sizes_[start];
  if (end - start > 1) {
    partition->Swap(start, partition->places_[vertex]);
    --partition->cell_count_;
    partition->MakeCell(start, start + 1);
    partition->MakeCell(start + 1, end);
    Enqueue(start);
    EmptyQueue();
  }
  return digest_;
}

void Refiner::Enqueue(uint32_t start) {
  queue_.push_back(start);
  is_queued_[start] = true;
}

void Refiner::EmptyQueue() {
  for (size_t i = 0; i < queue_.size(); ++i) {
    const uint32_t splitter = queue_[i];
    is_queued_[splitter] = false;
    // What is still in the queue cannot part anything.
    if (partition_->is_discrete()) continue;
    if (!MayGoOn(partition_->sizes_[splitter])) continue;
    CountNeighbors(splitter);
    Mix(splitter);
    // In an order that does not depend on the vertices' numbers.
    std::vector<uint32_t> cells = std::exchange(touched_cells_, {});
    absl::c_sort(cells);
    for (const uint32_t cell : cells) Split(cell);
  }
  queue_.clear();
}

bool Refiner::MayGoOn(size_t work) {
  constexpr size_t kMostWork = 1 << 14;
  work_ += work;
  if (work_ >= kMostWork && may_go_on_ != nullptr && !is_stopped_) {
    work_ = 0;
    is_stopped_ = !may_go_on_();
  }
  return !is_stopped_;
}

void Refiner::CountNeighbors(uint32_t splitter) {
  for (const uint32_t vertex : partition_->CellAt(splitter)) {
    for (const uint32_t neighbor : graph_.NeighborsOf(vertex)) {
      if (counts_[neighbor]++ > 0) continue;
      const uint32_t cell = partition_->starts_[neighbor];
      if (touched_[cell].empty()) touched_cells_.push_back(cell);
      touched_[cell].push_back(neighbor);
    }
  }
}

void Refiner::Split(uint32_t start) {
  Partition& partition = *partition_;
  std::vector<uint32_t> touched = std::exchange(touched_[start], {});
  absl::c_stable_sort(touched, [this](uint32_t a, uint32_t b) {
    return counts_[a] < counts_[b];
  });
  const uint32_t end = start + partition.sizes_[start];
  // Those with the most neighbours go to the end; the untouched ones stay.
  uint32_t begin = end;
  for (size_t i = touched.size(); i-- > 0;) {
    partition.Swap(partition.places_[touched[i]], --begin);
  }
  std::vector<uint32_t> parts;
  if (begin > start) parts.push_back(start);
  for (uint32_t i = begin; i < end; ++i) {
    const uint32_t count = counts_[partition.elements_[i]];
    if (i > begin && counts_[partition.elements_[i - 1]] == count) continue;
    parts.push_back(i);
    Mix(i);
    Mix(count);
  }
  for (const uint32_t vertex : touched) counts_[vertex] = 0;
  if (parts.size() == 1) return;
  --partition.cell_count_;
  for (size_t i = 0; i < parts.size(); ++i) {
    partition.MakeCell(parts[i], i + 1 < parts.size() ? parts[i + 1] : end);
  }
  EnqueueParts(parts, is_queued_[start]);
}

// What parts other cells by all parts but one, and by the whole, does so by the
// last one, too: the largest can be left out.
void Refiner::EnqueueParts(const std::vector<uint32_t>& parts,
                           bool was_queued) {
  const uint32_t left_out =
      was_queued ? parts[0]
                 : *absl::c_max_element(parts, [this](uint32_t a, uint32_t b) {
                     return partition_->sizes_[a] < partition_->sizes_[b];
                   });
  for (const uint32_t part : parts) {
    if (part != left_out) Enqueue(part);
  }
}

void Refiner::Mix(uint64_t value) {
  digest_ = (digest_ ^ (value + 1)) * 0x9e3779b97f4a7c15;
  digest_ ^= digest_ >> 29;
}

}  // namespace dlx::internal
