#ifndef DLX_DIAGRAM_BUILDER_H_
#define DLX_DIAGRAM_BUILDER_H_

// The ways to make a diagram. Each goes on for as long as it is told, so that
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
#include "dlx/diagram/nodes.h"
#include "dlx/diagram/size_bound.h"
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

  // How many bytes it may use of SearchOptions::memory_limit, which is all to
  // begin with: so that several can share it.
  virtual void SetMemory(size_t bytes) = 0;
  // Goes on for about so many states. True when all is there. An error if it
  // needs more memory than it may have; or if it is going to need more than
  // SearchOptions::memory_limit, which it looks at on the way (size_bound.h).
  virtual absl::StatusOr<bool> Work(uint64_t states) = 0;
  // REQUIRES: Work() has said true, and nothing was taken before.
  virtual Parts Take() = 0;
};

// What Work() says about memory. `far`: how much is done.
absl::Status IsFull(uint64_t nodes, absl::string_view far);
absl::Status WillNotFit(const SizeBound& bound, size_t memory_limit);

// Of the covers with the givens of the options, which have to be right. Of the
// other options, item_order, branching, seed and memory_limit have a say.
//
// REQUIRES: no item has a multiplicity.
std::unique_ptr<Builder> BuildBySearch(const Problem& problem,
                                       const SearchOptions& options);
// Null if there is no hope: a frontier of more than 512 bits, or 256 with
// multiplicities. With these, each layer is a decision about an option; the way
// that takes it comes before the one that leaves it.
std::unique_ptr<Builder> BuildByLayers(const Problem& problem,
                                       const SearchOptions& options);

}  // namespace dlx::internal::diagram

#endif  // DLX_DIAGRAM_BUILDER_H_
