#ifndef DLX_ENGINE_BIT_PLANES_FAMILIES_H_
#define DLX_ENGINE_BIT_PLANES_FAMILIES_H_

// Items into families, and families into lanes.
//
// Two items are *neighbours* if they appear in one option together. A family is
// a set of items of which no two are neighbours: a colour of a colouring of
// this graph. Then different items of a family are covered by different
// options, and who wants to choose options for several items at once does well
// to take items of one family.
//
// A 9x9 Sudoku has four families of 81 items each: the cells, and the digits of
// the rows, of the columns and of the boxes. They are found without knowing
// that: each item joins the first family that has no neighbour of it.
//
// Lanes are numbered 0, 1, ... and come in words of 64. If there is room, each
// family has words of its own, and its items are spread over these evenly:
//
//     word     0          1          2          3        ...
//     lane     0.....63   64...127   128..191   192..255
//     item     c0..c40    c41..c80   r0..r40    r41..r80
//
// Otherwise the items are in successive lanes, family by family.

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal {

// The families of all items. In a family and among families, items are in the
// order of `order`.
std::vector<std::vector<ItemId>> FindFamilies(const Problem& problem,
                                              absl::Span<const ItemId> order);

// The lane of each item, by its number. All of them are less than 64 * words.
// REQUIRES: there are no more items than lanes.
std::vector<uint16_t> AssignLanes(
    const std::vector<std::vector<ItemId>>& families, size_t words);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_BIT_PLANES_FAMILIES_H_
