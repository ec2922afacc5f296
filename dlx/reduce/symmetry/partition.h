#ifndef DLX_REDUCE_SYMMETRY_PARTITION_H_
#define DLX_REDUCE_SYMMETRY_PARTITION_H_

// The vertices of a graph in cells, in an order: two of them are in different
// cells only if something tells them apart.
//
// A partition is *refined*: any two vertices of a cell have equally many
// neighbours in each cell. It comes from the colours of the vertices and from
// the vertices that were singled out, and from nothing else, such as their
// numbers. So two partitions that differ in which vertices were singled out
// have the same cells in the same places if a symmetry takes the one list of
// vertices to the other.
//
// Invariants: elements_ has each vertex once; a cell is a section of it; its
// vertices know where it begins, and that place knows its size.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/reduce/symmetry/colored_graph.h"

namespace dlx::internal {

class Partition {
 public:
  // All vertices in a cell for each colour.
  explicit Partition(const ColoredGraph& graph);

  bool is_discrete() const { return cell_count_ == elements_.size(); }
  // The vertices, cell after cell.
  const std::vector<uint32_t>& elements() const { return elements_; }
  // Where the first of the smallest cells with several vertices begins.
  // REQUIRES: it is not discrete.
  uint32_t SmallestCell() const;
  absl::Span<const uint32_t> CellAt(uint32_t start) const {
    return absl::MakeConstSpan(elements_).subspan(start, sizes_[start]);
  }
  // Where the cell of a vertex begins.
  uint32_t CellOf(uint32_t vertex) const { return starts_[vertex]; }

 private:
  friend class Refiner;

  // Makes the vertices from `begin` up to `end`, a part of a cell, a cell.
  void MakeCell(uint32_t begin, uint32_t end);
  void Swap(uint32_t a, uint32_t b);

  std::vector<uint32_t> elements_;
  std::vector<uint32_t> places_;  // Of a vertex in elements_.
  std::vector<uint32_t> starts_;  // Of the cell of a vertex.
  std::vector<uint32_t> sizes_;   // Of the cell that begins at a place.
  size_t cell_count_ = 0;
};

// Refines partitions of one graph, which must outlive it.
class Refiner {
 public:
  // Now and then it asks `may_go_on`, if there is one, and goes no further
  // after the first no: partitions are less fine from then on than they should
  // be.
  explicit Refiner(const ColoredGraph& graph,
                   std::function<bool()> may_go_on = nullptr);

  // Makes it a refined one, if it is as its constructor left it.
  void Refine(Partition* partition);

  // Puts a vertex into a cell of its own, before what was its cell, and
  // refines. Returns a digest of all that happened: it is the same where a
  // symmetry leads from one to the other, and nearly always another one where
  // none does.
  uint64_t SingleOut(uint32_t vertex, Partition* partition);

 private:
  void Enqueue(uint32_t start);
  void EmptyQueue();
  bool MayGoOn(size_t work);
  void CountNeighbors(uint32_t splitter);
  // Parts a cell by the numbers of neighbours that were counted.
  void Split(uint32_t start);
  void EnqueueParts(const std::vector<uint32_t>& parts, bool was_queued);
  void Mix(uint64_t value);

  const ColoredGraph& graph_;
  const std::function<bool()> may_go_on_;
  size_t work_ = 0;  // Since that was asked, in vertices.
  bool is_stopped_ = false;
  Partition* partition_ = nullptr;
  // Cells whose neighbours are to be counted, and whether a cell is among them.
  std::vector<uint32_t> queue_;
  std::vector<bool> is_queued_;
  // Of each vertex, the neighbours in the cell at hand.
  std::vector<uint32_t> counts_;
  // The vertices that have some, by the cell they are in, and these cells.
  std::vector<std::vector<uint32_t>> touched_;
  std::vector<uint32_t> touched_cells_;
  uint64_t digest_ = 0;
};

}  // namespace dlx::internal

#endif  // DLX_REDUCE_SYMMETRY_PARTITION_H_
