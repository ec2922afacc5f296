#include "sudoku/making/singles.h"

#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace sudoku {

std::vector<Single> FindSingles(const Geometry& geometry, const Grid& digits,
                                absl::Span<const DigitSet> candidates) {
  assert(digits.size() == geometry.size());
  assert(static_cast<int>(candidates.size()) == geometry.cell_count());
  std::vector<Single> singles;
  std::vector<bool> is_found(geometry.cell_count(), false);
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    if (digits[cell] != 0 || !std::has_single_bit(candidates[cell])) continue;
    singles.push_back({cell, std::countr_zero(candidates[cell]) + 1, -1});
    is_found[cell] = true;
  }
  for (size_t house = 0; house < geometry.houses().size(); ++house) {
    const std::vector<int>& cells = geometry.houses()[house].cells;
    // A smaller house does not need every digit.
    if (static_cast<int>(cells.size()) < geometry.size()) continue;
    for (int digit = 1; digit <= geometry.size(); ++digit) {
      int places = 0;
      int place = -1;
      for (const int cell : cells) {
        if (digits[cell] == digit) {
          places = 2;  // It is there already.
        } else if (digits[cell] == 0 &&
                   (candidates[cell] & DigitBit(digit)) != 0) {
          ++places;
          place = cell;
        }
      }
      if (places != 1 || is_found[place]) continue;
      singles.push_back({place, digit, static_cast<int>(house)});
      is_found[place] = true;
    }
  }
  return singles;
}

void Place(const Geometry& geometry, int cell, int digit, Grid& digits,
           absl::Span<DigitSet> candidates) {
  digits[cell] = static_cast<uint8_t>(digit);
  candidates[cell] = DigitBit(digit);
  for (const int peer : geometry.PeersOf(cell)) {
    candidates[peer] &= ~DigitBit(digit);
  }
}

bool FillSingles(const Geometry& geometry, Grid& digits,
                 absl::Span<DigitSet> candidates) {
  while (!digits.is_full()) {
    const std::vector<Single> singles =
        FindSingles(geometry, digits, candidates);
    if (singles.empty()) break;
    for (const auto& [cell, digit, house] : singles) {
      if ((candidates[cell] & DigitBit(digit)) == 0) return false;
      Place(geometry, cell, digit, digits, candidates);
    }
  }
  return true;
}

}  // namespace sudoku
