#ifndef DLX_ASK_DIAGRAM_BUILDER_H_
#define DLX_ASK_DIAGRAM_BUILDER_H_

// The ways to make a diagram. Each works for as long as it is told, so that
// several can take turns.
//
// By layers, as engine layers counts: the items are covered in a fixed order,
// and a node is a state of the frontier. That is best where the frontier stays
// narrow: on boards, and where a problem falls into parts.
//
// By search, as memo_counter counts: a node branches on an item that the fewest
// options are left for, and is kept by its key. That is best where much is
// forced: for a Sudoku, for instance.

#include <cstddef>
#include <cstdint>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/diagram/nodes.h"
#include "dlx/ask/diagram/size_bound.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal::diagram {

struct Parts {
  Nodes nodes;
  Node root = kNowhere;
};

class Builder {
 public:
  virtual ~Builder() = default;

  // Sets how many bytes of SearchOptions::memory_limit it may use, at first
  // all, so that several can share it.
  virtual void SetMemory(size_t bytes) = 0;
  // Works for about `states` states. Returns true when the diagram is complete.
  // Fails if it needs more memory than it may use, or if it will need more than
  // SearchOptions::memory_limit, which it estimates on the way (size_bound.h).
  virtual absl::StatusOr<bool> Work(uint64_t states) = 0;
  // Returns the diagram. REQUIRES: Work() returned true, and Take() was not
  // called before.
  virtual Parts Take() = 0;
};

// The error of Work() about memory. `far` says how much is done.
absl::Status IsFull(uint64_t nodes, absl::string_view far);
absl::Status WillNotFit(const SizeBound& bound, size_t memory_limit);

// Builds the diagram of the covers that contain the options' givens. Of the
// other options, item_order, branching, seed and memory_limit matter. REQUIRES:
// the givens are options of the problem.
//
// REQUIRES: no item has a multiplicity.
std::unique_ptr<Builder> BuildBySearch(const Problem& problem,
                                       const SearchOptions& options);
// Null if a frontier has more than 512 bits, or 256 with multiplicities. With
// these, each layer is a decision about an option; the way that takes it comes
// before the one that leaves it.
std::unique_ptr<Builder> BuildByLayers(const Problem& problem,
                                       const SearchOptions& options);

}  // namespace dlx::internal::diagram

#endif  // DLX_ASK_DIAGRAM_BUILDER_H_
