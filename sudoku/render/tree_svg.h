#ifndef SUDOKU_RENDER_TREE_SVG_H_
#define SUDOKU_RENDER_TREE_SVG_H_

// A search tree as a picture: a node for each guess, below the guess that it
// rests on, from left to right in the order in which they were made.

#include <cstddef>
#include <string>

#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "sudoku/geometry.h"
#include "sudoku/lab/event.h"

namespace sudoku {

// Pictures of more nodes are of no use.
inline constexpr size_t kMostTreeNodes = 5'000;

// The number of nodes: the root and the guesses.
size_t TreeNodeCount(absl::Span<const Event> events);

// Dead ends are red, solutions green. Small trees have the guesses beside their
// nodes: "r1c2=3"; below each node stands how many digits followed from it.
// Colours suit readers of the light and of the dark. `geometry` is that of the
// grid. REQUIRES: TreeNodeCount(events) <= kMostTreeNodes; a method that
// searches a tree, so no kSwap and kRestart.
std::string SearchTreeSvg(absl::Span<const Event> events,
                          const Geometry& geometry, dlx::StringView title);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_TREE_SVG_H_
