// Levels of consistency: what constraint programming does between two guesses.
//
// Every cell has the digits that it may still have, its domain. After each
// guess digits are taken out of domains until nothing moves, and how much is
// looked at for that is the level (see H. Simonis, "Sudoku as a constraint
// problem", 2005, which compares them):
//
// * forward_checking: a digit that is alone in its cell is taken out of all
//   cells that see it.
// * bounds: also, in each house, if three cells have all of theirs between 2
//   and 4, others begin and end elsewhere.
// * all_different: also, in each house, a digit goes that is in no assignment
//   of different digits to all of its cells (J.-C. Regin 1994).
// * shaving: also, a digit goes if trying it leads to a contradiction by
//   all_different alone.
//
//     row:  {1 4} {1 4} {1 2 3 4} {2 3}     forward_checking, bounds: nothing
//     all_different:    {2 3}               1 and 4 are for the first two
//
// The price of a level is time for each node, its gain that there are fewer of
// them. The guess is a digit of a cell with the fewest (more than one).

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sudoku/grid.h"
#include "sudoku/lab/cell_choice.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

enum class Strength { kForwardChecking, kBounds, kAllDifferent, kShaving };

template <Strength level>
class Consistency {
 public:
  Consistency(const Puzzle& puzzle, const MethodOptions& options)
      : geometry_(puzzle.geometry), run_(puzzle, options) {
    first_.grid = puzzle.clues;
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      first_.domains.push_back(puzzle.DigitsIn(cell));
    }
    first_.is_spread.resize(first_.domains.size());
    first_.has_changed.assign(geometry_.houses().size(), true);
  }

  MethodResult Solve() {
    if (!run_.stopped() && Propagate(first_)) Search(first_);
    MethodResult result = run_.Finish();
    result.counters = {{"guesses", guesses_}, {"ruled_out", ruled_out_}};
    if (level == Strength::kShaving) {
      result.counters.emplace_back("shaved", shaved_);
    }
    return result;
  }

 private:
  struct State {
    std::vector<DigitSet> domains;
    std::vector<bool> is_spread;  // The digit is out of all cells that see it.
    std::vector<bool> has_changed;  // By house, since it was looked at.
    Grid grid;                      // The digits written so far.
  };

  // The functions that return bool return false when there is a contradiction,
  // or the run has stopped.

  bool Propagate(State& state) {
    do {
      if (!PropagateHouses(state)) return false;
      has_changed_ = false;
      if (level == Strength::kShaving && !Shave(state)) return false;
    } while (has_changed_);
    return true;
  }

  bool PropagateHouses(State& state) {
    do {
      has_changed_ = false;
      if (!Spread(state)) return false;
      if (level == Strength::kForwardChecking) continue;
      for (size_t i = 0; i < state.has_changed.size(); ++i) {
        if (!state.has_changed[i]) continue;
        state.has_changed[i] = false;
        const House& house = geometry_.houses()[i];
        const bool is_possible = level == Strength::kBounds
                                     ? KeepBounds(state, house)
                                     : KeepDifferent(state, house);
        if (!is_possible) return false;
      }
    } while (has_changed_);
    return true;
  }

  bool Spread(State& state) {
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (state.grid[cell] == 0 || state.is_spread[cell]) continue;
      state.is_spread[cell] = true;
      for (const int peer : geometry_.PeersOf(cell)) {
        if (!TakeOut(state, peer, DigitBit(state.grid[cell]))) return false;
      }
    }
    return true;
  }

  bool TakeOut(State& state, int cell, DigitSet digits) {
    digits &= state.domains[cell];
    if (digits == 0) return true;
    has_changed_ = true;
    state.domains[cell] &= ~digits;
    for (const int house : geometry_.HousesOf(cell)) {
      state.has_changed[house] = true;
    }
    const DigitSet left = state.domains[cell];
    if (!is_trying_) {
      ruled_out_ += std::popcount(digits);
      for (; state.grid[cell] == 0 && digits != 0; digits &= digits - 1) {
        run_.RuleOut(cell, std::countr_zero(digits) + 1);
      }
      if (left == 0) run_.DeadEnd(cell);
    }
    if (left == 0) return false;
    if (std::has_single_bit(left) && state.grid[cell] == 0) {
      state.grid[cell] = static_cast<uint8_t>(std::countr_zero(left) + 1);
      if (!is_trying_) run_.Place(cell, state.grid[cell]);
    }
    return true;
  }

  // Of the digits from one to another, as many cells as there are have no
  // others: then no other cell has its least or greatest digit among them.
  bool KeepBounds(State& state, const House& house) {
    for (int low = 0; low < geometry_.size(); ++low) {
      DigitSet range = 0;
      for (int high = low; high < geometry_.size(); ++high) {
        range |= DigitBit(high + 1);
        int inside = 0;
        for (const int cell : house.cells) {
          inside += (state.domains[cell] & ~range) == 0;
        }
        if (inside < high - low + 1) continue;
        if (!EmptyBounds(state, house, range, inside > high - low + 1)) {
          return false;
        }
      }
    }
    return true;
  }

  // Where there are more cells than digits, they lose all of theirs.
  bool EmptyBounds(State& state, const House& house, DigitSet range,
                   bool are_too_many) {
    for (const int cell : house.cells) {
      const DigitSet domain = state.domains[cell];
      const bool is_inside = (domain & ~range) == 0;
      const DigitSet bounds = std::bit_floor(domain) | (domain & -domain);
      if (is_inside ? are_too_many : (bounds & range) != 0) {
        if (!TakeOut(state, cell, domain & range)) return false;
      }
    }
    return true;
  }

  // One way to give different digits to the cells of a house: to the cell with
  // this index that digit, and the other way round; -1 for none.
  struct Matching {
    std::array<int, kMaxSize> digit_of;
    std::array<int, kMaxSize> cell_of;
  };

  // Gives a digit to one more cell, for which others may have to take another.
  // Digits in `seen` have been thought of.
  bool Augment(const State& state, const House& house, int index,
               DigitSet& seen, Matching& matching) const {
    for (DigitSet left = state.domains[house.cells[index]] & ~seen; left != 0;
         left = left & (left - 1) & ~seen) {
      const int digit = std::countr_zero(left);
      seen |= DigitBit(digit + 1);
      const int owner = matching.cell_of[digit];
      if (owner < 0 || Augment(state, house, owner, seen, matching)) {
        matching.cell_of[digit] = index;
        matching.digit_of[index] = digit;
        return true;
      }
    }
    return false;
  }

  // A cell can take the digit of another if that one can go elsewhere: by a
  // chain of cells, each of which takes the digit of the next, to a digit that
  // is free, or back to the first.
  bool KeepDifferent(State& state, const House& house) {
    const int count = static_cast<int>(house.cells.size());
    Matching matching;
    matching.digit_of.fill(-1);
    matching.cell_of.fill(-1);
    for (int i = 0; i < count; ++i) {
      DigitSet seen = 0;
      if (!Augment(state, house, i, seen, matching)) {
        const int cell = house.cells[i];
        return TakeOut(state, cell, state.domains[cell]);
      }
    }
    const std::array<uint64_t, kMaxSize> chains =
        Chains(state, house, matching);
    for (int i = 0; i < count; ++i) {
      DigitSet useless = 0;
      for (DigitSet left = state.domains[house.cells[i]]; left != 0;
           left &= left - 1) {
        const int owner = matching.cell_of[std::countr_zero(left)];
        if (owner < 0 || owner == i) continue;
        if ((chains[owner] & (uint64_t{1} << i | kFree)) == 0) {
          useless |= left & -left;
        }
      }
      if (!TakeOut(state, house.cells[i], useless)) return false;
    }
    return true;
  }

  static constexpr uint64_t kFree = uint64_t{1} << kMaxSize;

  // Where the chains lead that begin at each cell: a bit for each index of a
  // cell, and kFree.
  std::array<uint64_t, kMaxSize> Chains(const State& state, const House& house,
                                        const Matching& matching) const {
    const int count = static_cast<int>(house.cells.size());
    std::array<uint64_t, kMaxSize> chains = {};
    for (int i = 0; i < count; ++i) {
      for (DigitSet left = state.domains[house.cells[i]]; left != 0;
           left &= left - 1) {
        const int owner = matching.cell_of[std::countr_zero(left)];
        chains[i] |= owner < 0 ? kFree : uint64_t{1} << owner;
      }
    }
    for (int through = 0; through < count; ++through) {
      for (int i = 0; i < count; ++i) {
        if (chains[i] >> through & 1) chains[i] |= chains[through];
      }
    }
    return chains;
  }

  bool Shave(State& state) {
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (state.grid[cell] != 0) continue;
      for (DigitSet left = state.domains[cell]; left != 0; left &= left - 1) {
        if (!run_.Step()) return false;
        const int digit = std::countr_zero(left) + 1;
        if (CanTry(state, cell, digit)) continue;
        ++shaved_;
        if (!TakeOut(state, cell, DigitBit(digit))) return false;
        if (!PropagateHouses(state)) return false;
        has_changed_ = true;
        left &= state.domains[cell] | DigitBit(digit);
      }
    }
    return true;
  }

  bool CanTry(const State& state, int cell, int digit) {
    const bool had_changed = has_changed_;
    is_trying_ = true;
    State trial = WithDigit(state, cell, digit);
    const bool is_possible = PropagateHouses(trial);
    is_trying_ = false;
    has_changed_ = had_changed;
    return is_possible;
  }

  State WithDigit(const State& state, int cell, int digit) const {
    State with_digit = state;
    for (const int house : geometry_.HousesOf(cell)) {
      with_digit.has_changed[house] = true;
    }
    with_digit.domains[cell] = DigitBit(digit);
    with_digit.grid[cell] = static_cast<uint8_t>(digit);
    return with_digit;
  }

  void Search(const State& state) {
    const int cell = CellWithSmallestDomain(state);
    if (cell < 0) return run_.Found(state.grid);
    for (DigitSet left = state.domains[cell]; left != 0 && run_.Step();
         left &= left - 1) {
      const int digit = std::countr_zero(left) + 1;
      ++guesses_;
      run_.Try(cell, digit);
      State next = WithDigit(state, cell, digit);
      if (Propagate(next)) Search(next);
      run_.Undo();
    }
  }

  // Of those that are empty; -1 if there is none.
  int CellWithSmallestDomain(const State& state) const {
    return CellWithFewest(geometry_, [&state](int cell) {
      return state.grid[cell] == 0 ? state.domains[cell] : kClosed;
    });
  }

  const Geometry& geometry_;
  Run run_;
  State first_;
  bool has_changed_ = false;
  bool is_trying_ = false;  // Nothing is told.
  uint64_t guesses_ = 0;
  uint64_t ruled_out_ = 0;
  uint64_t shaved_ = 0;
};

}  // namespace

const Method kForwardChecking = {
    .name = "forward_checking",
    .title = "Constraints: forward checking",
    .step = "a digit tried",
    .check = AcceptAny,
    .solve = SolveOnce<Consistency<Strength::kForwardChecking>>};

const Method kBounds = {.name = "bounds",
                        .title = "Constraints: bounds of all-different",
                        .step = "a digit tried",
                        .check = AcceptAny,
                        .solve = SolveOnce<Consistency<Strength::kBounds>>};

const Method kAllDifferent = {
    .name = "all_different",
    .title = "Constraints: all-different (Regin)",
    .step = "a digit tried",
    .check = AcceptAny,
    .solve = SolveOnce<Consistency<Strength::kAllDifferent>>};

const Method kShaving = {.name = "shaving",
                         .title = "Constraints: all-different and shaving",
                         .step = "a digit tried",
                         .check = AcceptAny,
                         .solve = SolveOnce<Consistency<Strength::kShaving>>};

}  // namespace sudoku
