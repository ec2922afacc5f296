#include "dlx/make/shape.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace dlx::make {

Cell Motion::operator()(const Cell& cell) const {
  const std::array<int, 3> from = {cell.layer, cell.row, cell.column};
  return {.layer = sign[0] * from[axis[0]],
          .row = sign[1] * from[axis[1]],
          .column = sign[2] * from[axis[2]]};
}

bool Motion::is_reflection() const {
  int inversions = 0;
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 1; j < 3; ++j) inversions += (axis[i] > axis[j]);
  }
  const int parity = inversions % 2 == 0 ? 1 : -1;
  return parity * sign[0] * sign[1] * sign[2] < 0;
}

std::vector<Motion> Motions(Freedom freedom, bool space) {
  if (freedom == Freedom::kFixed) return {Motion()};
  std::vector<Motion> motions;
  std::array<int, 3> axis = {0, 1, 2};
  do {
    for (int signs = 0; signs < 8; ++signs) {
      Motion motion = {.axis = axis};
      for (int k = 0; k < 3; ++k) {
        if ((signs >> k & 1) != 0) motion.sign[k] = -1;
      }
      const bool keeps_layers = axis[0] == 0 && motion.sign[0] == 1;
      if (!space && !keeps_layers) continue;
      if (freedom == Freedom::kRotate && motion.is_reflection()) continue;
      motions.push_back(motion);
    }
  } while (std::next_permutation(axis.begin(), axis.end()));
  return motions;
}

std::vector<Cell> ShiftedToOrigin(std::vector<Cell> cells) {
  constexpr int kMax = std::numeric_limits<int>::max();
  Cell least = {kMax, kMax, kMax};
  for (const Cell& cell : cells) {
    least.layer = std::min(least.layer, cell.layer);
    least.row = std::min(least.row, cell.row);
    least.column = std::min(least.column, cell.column);
  }
  for (Cell& cell : cells) {
    cell.layer -= least.layer;
    cell.row -= least.row;
    cell.column -= least.column;
  }
  return cells;
}

Shape Moved(const Shape& shape, const Motion& motion) {
  std::vector<Cell> image;
  for (const Cell& cell : shape) image.push_back(motion(cell));
  image = ShiftedToOrigin(std::move(image));
  std::sort(image.begin(), image.end());
  return image;
}

std::vector<Shape> Orientations(const Shape& shape,
                                const std::vector<Motion>& motions) {
  std::set<Shape> orientations;
  for (const Motion& motion : motions) {
    orientations.insert(Moved(shape, motion));
  }
  return {orientations.begin(), orientations.end()};
}

}  // namespace dlx::make
