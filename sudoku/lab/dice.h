#ifndef SUDOKU_LAB_DICE_H_
#define SUDOKU_LAB_DICE_H_

// Random numbers for methods that throw dice, which depend on the seed alone.
// (Those of the standard library differ from one library to the next.)

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>

namespace sudoku {

class Dice {
 public:
  explicit Dice(uint64_t seed) : random_(seed) {}

  // 0 .. n - 1.
  size_t Below(size_t n) { return static_cast<size_t>(Probability() * n); }
  // 0 <= x < 1.
  double Probability() { return std::ldexp(random_() >> 11, -53); }

 private:
  std::mt19937_64 random_;
};

}  // namespace sudoku

#endif  // SUDOKU_LAB_DICE_H_
