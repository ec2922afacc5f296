#ifndef SUDOKU_MAKING_RANDOM_H_
#define SUDOKU_MAKING_RANDOM_H_

// Random numbers that are the same everywhere.
//
// The C++ library fixes the numbers of its generators, but not what its
// distributions and std::shuffle make of them. A puzzle that is named by its
// seed has to come out again on another computer; so these are written out.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"

namespace sudoku {

// Steele, Lea and Flood's SplitMix64 ("Fast splittable pseudorandom number
// generators", 2014): a counter, and a function that scatters its values. Two
// seeds next to each other give sequences that have nothing to do with each
// other.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}
  // The sequence number `stream` of a seed.
  Random(uint64_t seed, uint64_t stream)
      : state_(Scatter(Scatter(seed) + stream)) {}

  uint64_t Next() { return Scatter(state_ += 0x9e3779b97f4a7c15); }

  // One of 0..bound - 1, each with the same probability (up to bound / 2^64).
  // REQUIRES: bound > 0.
  uint64_t Below(uint64_t bound) {
    assert(bound > 0);
    return absl::Uint128High64(absl::uint128(Next()) * bound);
  }

  // Every order with the same probability.
  template <typename T>
  void Shuffle(absl::Span<T> values) {
    for (size_t i = values.size(); i > 1; --i) {
      std::swap(values[i - 1], values[Below(i)]);
    }
  }

 private:
  static uint64_t Scatter(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
  }

  uint64_t state_;
};

}  // namespace sudoku

#endif  // SUDOKU_MAKING_RANDOM_H_
