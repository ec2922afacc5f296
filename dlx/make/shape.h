#ifndef DLX_MAKE_SHAPE_H_
#define DLX_MAKE_SHAPE_H_

// Sets of cells of the square or cubic lattice, and the motions that turn them
// about: the geometry of polyominoes and polycubes. The plane is the layer 0 of
// space.

#include <array>
#include <compare>
#include <vector>

#include "dlx/base/cxx20.h"

namespace dlx::make {

struct Cell {
  int layer = 0;
  int row = 0;
  int column = 0;

  friend auto operator<=>(const Cell&, const Cell&) = default;
};

// In increasing order, without repetitions.
using Shape = std::vector<Cell>;

// A rotation or reflection about the origin that maps the lattice to itself:
// coordinate k of the image is sign[k] times coordinate axis[k].
struct Motion {
  std::array<int, 3> axis = {0, 1, 2};
  std::array<int, 3> sign = {1, 1, 1};

  Cell operator()(const Cell& cell) const;
  // Whether it turns left hands into right hands.
  bool is_reflection() const;
};

// The ways in which a piece may be moved before it is put down.
enum class Freedom {
  kFixed,             // Nothing.
  kRotate,            // Turn it.
  kRotateAndReflect,  // Turn it and take its mirror image. (In the plane: turn
                      // it over.)
};

// The motions that `freedom` allows, the identity first. In the plane, `space`
// = false, there are 1, 4 or 8; in space 1, 24 or 48.
std::vector<Motion> Motions(Freedom freedom, bool space);

// The same cells, in the same order, shifted so that their least layer, row and
// column are 0.
std::vector<Cell> ShiftedToOrigin(std::vector<Cell> cells);

// The image of a shape, shifted so that its least layer, row and column are 0.
Shape Moved(const Shape& shape, const Motion& motion);

// All different images of the shape, in increasing order.
std::vector<Shape> Orientations(const Shape& shape,
                                const std::vector<Motion>& motions);

}  // namespace dlx::make

#endif  // DLX_MAKE_SHAPE_H_
