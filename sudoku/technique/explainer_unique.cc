#include "sudoku/technique/explainer_unique.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace sudoku::internal {
namespace {

using enum Technique;

// The box, the row and the column of a cell.
std::array<int, 3> HousesOf(const Board& board, int cell) {
  std::array<int, 3> houses = {};
  for (const int house : board.geometry().HousesOf(cell)) {
    const House::Kind kind = board.geometry().houses()[house].kind;
    houses[kind == House::Kind::kRow      ? 1
           : kind == House::Kind::kColumn ? 2
                                          : 0] = house;
  }
  return houses;
}

// A step under way.
class Removal {
 public:
  Removal(const Board& board) : board_(board), marks_(board.marks()) {}

  void Remove(int cell, DigitSet digits) {
    for (DigitSet rest = digits & marks_.at(cell); rest != 0;
         rest &= rest - 1) {
      deduction_.removed.push_back(
          board_.option(cell, std::countr_zero(rest) + 1));
    }
  }
  void Base(const std::vector<int>& cells) {
    for (const int cell : cells) {
      deduction_.base.push_back(board_.cell_item(cell));
    }
  }
  bool empty() const { return deduction_.removed.empty(); }
  Step AsStep(Technique technique, int rating) {
    return {.technique = technique,
            .rating = rating,
            .deduction = std::move(deduction_)};
  }

 private:
  const Board& board_;
  const PencilMarks& marks_;
  dlx::Deduction deduction_ = {.kind = dlx::Deduction::Kind::kBaseAndCover};
};

// Loops of cells with the same two candidates, two in each house that they
// visit, could be filled in two ways.
class UniqueLoops {
 public:
  UniqueLoops(const Board& board) : board_(board), marks_(board.marks()) {}

  std::optional<Step> Find() {
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      pair_ = marks_.at(cell);
      if (CountBits(pair_) == 2) Grow(cell, 2, 0, -1);
    }
    return std::move(best_);
  }

 private:
  // `rest` more cells may have further candidates, unless these are `extra`.
  void Grow(int cell, int rest, DigitSet extra, int last_kind) {
    const std::array<int, 3> houses = HousesOf(board_, cell);
    const uint64_t bits = Bits(houses);
    uint64_t& visited = visited_[loop_.size() % 2];
    if ((visited & bits) != 0) return;
    visited |= bits;
    loop_.push_back(cell);
    for (int kind = 0; kind < 3; ++kind) {
      if (kind == last_kind) continue;
      for (const int next : board_.geometry().houses()[houses[kind]].cells) {
        if (next == loop_[0] && loop_.size() >= 4) {
          Conclude();
        } else if ((marks_.at(next) & pair_) == pair_ &&
                   std::find(loop_.begin(), loop_.end(), next) == loop_.end()) {
          const DigitSet with = (extra | marks_.at(next)) & ~pair_;
          const bool is_pair = marks_.at(next) == pair_;
          if (!is_pair && CountBits(with) != 1 && rest <= 0) continue;
          Grow(next, is_pair ? rest : rest - 1, with, kind);
        }
      }
    }
    loop_.pop_back();
    visited &= ~bits;
  }

  static uint64_t Bits(const std::array<int, 3>& houses) {
    return uint64_t{1} << houses[0] | uint64_t{1} << houses[1] |
           uint64_t{1} << houses[2];
  }

  void Conclude() {
    if (visited_[0] != visited_[1]) return;
    std::vector<int> roof;
    for (const int cell : loop_) {
      if (CountBits(marks_.at(cell)) > 2) roof.push_back(cell);
    }
    DigitSet extra = 0;
    for (const int cell : roof) extra |= marks_.at(cell) & ~pair_;
    if (roof.size() == 1) Type1(roof[0]);
    if (roof.size() > 1 && CountBits(extra) == 1) Type2(roof, extra);
    if (roof.size() != 2) return;
    if (CountBits(extra) > 1) Type3(roof[0], roof[1], extra);
    Type4(roof[0], roof[1]);
  }

  int Rating() const {
    const size_t size = loop_.size();
    return 45 + (size >= 10 ? 5 : size >= 8 ? 2 : size >= 6 ? 1 : 0);
  }

  void Offer(Removal removal, Technique technique, int added) {
    if (removal.empty()) return;
    removal.Base(loop_);
    Step step = removal.AsStep(technique, Rating() + added);
    if (best_.has_value() && std::pair(best_->rating, best_->technique) <=
                                 std::pair(step.rating, step.technique)) {
      return;
    }
    best_ = std::move(step);
  }

  void Type1(int cell) {
    Removal removal(board_);
    removal.Remove(cell, pair_);
    Offer(std::move(removal), kUniqueLoop1, 0);
  }

  void Type2(const std::vector<int>& roof, DigitSet extra) {
    Removal removal(board_);
    for (const int cell : board_.geometry().PeersOf(roof[0])) {
      if (std::all_of(roof.begin(), roof.end(),
                      [&](int other) { return marks_.sees(cell, other); })) {
        removal.Remove(cell, extra);
      }
    }
    Offer(std::move(removal), kUniqueLoop2, 0);
  }

  void Type3(int a, int b, DigitSet extra) {
    const std::array<int, 3> houses = HousesOf(board_, a);
    const std::array<int, 3> others = HousesOf(board_, b);
    // Smaller hidden sets would do, too; Sudoku Explainer does not look for
    // them.
    for (int size = CountBits(extra); size <= 7; ++size) {
      for (int kind = 0; kind < 3; ++kind) {
        if (houses[kind] != others[kind]) continue;
        const int open = marks_.open(houses[kind]);
        if (2 * size <= open) {
          NakedSets(houses[kind], a, b, extra, size);
        }
        if (2 * size < open) HiddenSets(houses[kind], a, b, extra, size);
      }
    }
  }

  // The roof's further digits and cells of the house as a naked set.
  void NakedSets(int house, int a, int b, DigitSet extra, int size) {
    std::vector<int> cells;
    for (const int cell : board_.geometry().houses()[house].cells) {
      if (cell != a && cell != b && CountBits(marks_.at(cell)) > 1) {
        cells.push_back(cell);
      }
    }
    ForSubsets(cells.size(), size - 1, [&](uint32_t chosen) {
      DigitSet digits = extra & marks_.at(a) & marks_.at(b);
      DigitSet all = extra;
      for (uint32_t rest = chosen; rest != 0; rest &= rest - 1) {
        digits |= marks_.at(cells[std::countr_zero(rest)]);
        all |= marks_.at(cells[std::countr_zero(rest)]);
      }
      if (CountBits(digits) != size || CountBits(all) != size) return;
      Removal removal(board_);
      for (size_t i = 0; i < cells.size(); ++i) {
        if ((chosen >> i & 1) == 0) removal.Remove(cells[i], all);
      }
      Offer(std::move(removal), kUniqueLoop3, size - 1);
    });
  }

  // The pair and further digits in a roof cell and cells of the house as a
  // hidden set.
  void HiddenSets(int house, int a, int b, DigitSet extra, int size) {
    std::vector<int> rest;
    for (int digit = 1; digit <= marks_.size(); ++digit) {
      if (((pair_ | extra) & DigitBit(digit)) == 0) rest.push_back(digit);
    }
    ForSubsets(rest.size(), size - 2, [&](uint32_t chosen) {
      DigitSet digits = pair_;
      for (uint32_t r = chosen; r != 0; r &= r - 1) {
        digits |= DigitBit(rest[std::countr_zero(r)]);
      }
      HiddenSet(house, a, b, digits, size);
    });
  }

  void HiddenSet(int house, int a, int b, DigitSet digits, int size) {
    const std::vector<int>& cells = board_.geometry().houses()[house].cells;
    const auto index = [&](int cell) {
      return std::find(cells.begin(), cells.end(), cell) - cells.begin();
    };
    uint32_t places = 0;
    for (DigitSet r = digits; r != 0; r &= r - 1) {
      const uint32_t its = marks_.places(house, std::countr_zero(r) + 1) &
                           ~(uint32_t{1} << index(b));
      if (its == 0) return;
      places |= its;
    }
    if (CountBits(places) != size) return;
    Removal removal(board_);
    for (uint32_t r = places & ~(uint32_t{1} << index(a)); r != 0; r &= r - 1) {
      removal.Remove(cells[std::countr_zero(r)], ~digits);
    }
    Offer(std::move(removal), kUniqueLoop3, size - 2);
  }

  void Type4(int a, int b) {
    const std::array<int, 3> houses = HousesOf(board_, a);
    const std::array<int, 3> others = HousesOf(board_, b);
    for (DigitSet rest = pair_; rest != 0; rest &= rest - 1) {
      const int digit = std::countr_zero(rest) + 1;
      for (int kind = 0; kind < 3; ++kind) {
        if (houses[kind] != others[kind] ||
            CountBits(marks_.places(houses[kind], digit)) != 2) {
          continue;
        }
        Removal removal(board_);
        for (const int cell : {a, b}) {
          removal.Remove(cell, pair_ & ~DigitBit(digit));
        }
        Offer(std::move(removal), kUniqueLoop4, 0);
        return;
      }
    }
  }

  template <typename Visit>
  static void ForSubsets(size_t count, int size, Visit visit) {
    for (uint32_t set = 0; set < uint32_t{1} << count; ++set) {
      if (CountBits(set) == size) visit(set);
    }
  }

  const Board& board_;
  const PencilMarks& marks_;
  DigitSet pair_ = 0;
  std::vector<int> loop_;
  // The houses of the cells of even and of odd place, which differ for one of
  // these, and are the same for a loop.
  uint64_t visited_[2] = {};
  std::optional<Step> best_;
};

// Cells with further candidates, the extra ones, without which all cells would
// have two candidates, and all digits two places in each house, or none.
class Graves {
 public:
  Graves(const Board& board)
      : board_(board), marks_(board.marks()), rest_(board.marks().cells()) {
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      rest_[cell] = marks_.at(cell);
    }
  }

  std::optional<Step> Find() {
    if (!FindExtras() || !IsGrave() || cells_.empty()) return std::nullopt;
    for (const int cell : board_.geometry().PeersOf(cells_[0])) {
      if (std::find(cells_.begin(), cells_.end(), cell) == cells_.end() &&
          std::all_of(cells_.begin() + 1, cells_.end(),
                      [&](int other) { return marks_.sees(cell, other); })) {
        common_.push_back(cell);
      }
    }
    if (cells_.size() == 1) return Type1();
    if (CountBits(extras_) == 1) {
      std::optional<Step> step = Type2();
      if (!step.has_value()) step = Type4();
      return step;
    }
    std::optional<Step> step = Type4();
    if (!step.has_value()) step = Type3();
    return step;
  }

 private:
  // Takes the extra candidates out of `rest_`. False if there is no grave.
  bool FindExtras() {
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      const int count = CountBits(marks_.at(cell));
      if (count > 2) ++large_;
    }
    if (large_ == 0 || large_ > 12) return false;
    bool is_one_digit = true;
    int only = 0;
    std::vector<int> all;
    for (size_t house = 0; house < board_.geometry().houses().size(); ++house) {
      for (int digit = 1; digit <= marks_.size(); ++digit) {
        const int count =
            CountBits(marks_.places(static_cast<int>(house), digit));
        if (count == 0 || count == 2) continue;
        const std::vector<int> cells = LargeCells(house, digit);
        if (cells.empty()) return false;
        if (only == 0) only = digit;
        is_one_digit = is_one_digit && only == digit;
        if (is_one_digit) all.insert(all.end(), cells.begin(), cells.end());
        if (cells.size() == 1) AddExtra(cells[0], digit);
      }
    }
    if (is_one_digit) {
      for (const int cell : all) AddExtra(cell, only);
    }
    return true;
  }

  std::vector<int> LargeCells(size_t house, int digit) const {
    std::vector<int> cells;
    for (const int cell : board_.geometry().houses()[house].cells) {
      if (CountBits(marks_.at(cell)) > 2 &&
          (marks_.at(cell) & DigitBit(digit)) != 0) {
        cells.push_back(cell);
      }
    }
    return cells;
  }

  void AddExtra(int cell, int digit) {
    if (std::find(cells_.begin(), cells_.end(), cell) == cells_.end()) {
      cells_.push_back(cell);
    }
    rest_[cell] &= ~DigitBit(digit);
    extras_ |= DigitBit(digit);
  }

  bool IsGrave() const {
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      const int count = CountBits(rest_[cell]);
      if (count != 0 && count != 2) return false;
    }
    for (const House& house : board_.geometry().houses()) {
      DigitSet once = 0;
      DigitSet twice = 0;
      DigitSet more = 0;
      for (const int cell : house.cells) {
        more |= twice & rest_[cell];
        twice |= once & rest_[cell];
        once |= rest_[cell];
      }
      if (more != 0 || once != twice) return false;
    }
    return true;
  }

  std::optional<Step> Type1() {
    Removal removal(board_);
    removal.Remove(cells_[0], rest_[cells_[0]]);
    return Done(std::move(removal), kGrave1, 56);
  }

  std::optional<Step> Type2() {
    Removal removal(board_);
    for (const int cell : common_) removal.Remove(cell, extras_);
    return Done(std::move(removal), kGrave2, 57);
  }

  // The extra digits and cells of a common house as a naked set.
  std::optional<Step> Type3() {
    for (int size = 2; size <= 6; ++size) {
      for (int kind = 0; kind < 3; ++kind) {
        const int house = CommonHouse(kind);
        if (house < 0) continue;
        std::vector<int> cells;
        for (const int cell : common_) {
          if (HousesOf(board_, cell)[kind] == house && marks_.at(cell) != 0) {
            cells.push_back(cell);
          }
        }
        std::optional<Step> step = NakedSet(cells, size);
        if (step.has_value()) return step;
      }
    }
    return std::nullopt;
  }

  std::optional<Step> NakedSet(const std::vector<int>& cells, int size) {
    for (uint32_t set = 0; set < uint32_t{1} << cells.size(); ++set) {
      if (CountBits(set) != size - 1) continue;
      DigitSet digits = 0;
      for (uint32_t rest = set; rest != 0; rest &= rest - 1) {
        digits |= marks_.at(cells[std::countr_zero(rest)]);
      }
      if (CountBits(digits) != size || CountBits(digits | extras_) != size) {
        continue;
      }
      Removal removal(board_);
      for (size_t i = 0; i < cells.size(); ++i) {
        if ((set >> i & 1) == 0) removal.Remove(cells[i], digits);
      }
      std::optional<Step> step =
          Done(std::move(removal), kGrave3, 57 + size - 1);
      if (step.has_value()) return step;
    }
    return std::nullopt;
  }

  // Two cells of a house that share a digit besides, which is in one of them.
  std::optional<Step> Type4() {
    if (cells_.size() != 2) return std::nullopt;
    const DigitSet shared =
        marks_.at(cells_[0]) & marks_.at(cells_[1]) & ~extras_;
    if (CountBits(shared) != 1) return std::nullopt;
    for (int kind = 0; kind < 3; ++kind) {
      if (CommonHouse(kind) < 0) continue;
      Removal removal(board_);
      for (const int cell : cells_) removal.Remove(cell, rest_[cell] & ~shared);
      return Done(std::move(removal), kGrave4, 57);
    }
    return std::nullopt;
  }

  int CommonHouse(int kind) const {
    const int house = HousesOf(board_, cells_[0])[kind];
    const bool is_common = std::all_of(
        cells_.begin(), cells_.end(),
        [&](int cell) { return HousesOf(board_, cell)[kind] == house; });
    return is_common ? house : -1;
  }

  std::optional<Step> Done(Removal removal, Technique technique, int rating) {
    if (removal.empty()) return std::nullopt;
    removal.Base(cells_);
    return removal.AsStep(technique, rating);
  }

  const Board& board_;
  const PencilMarks& marks_;
  std::vector<DigitSet> rest_;
  int large_ = 0;
  std::vector<int> cells_;
  DigitSet extras_ = 0;
  std::vector<int> common_;
};

}  // namespace

std::optional<Step> FindUniqueLoop(const Board& board) {
  return UniqueLoops(board).Find();
}

std::optional<Step> FindGrave(const Board& board) {
  return Graves(board).Find();
}

}  // namespace sudoku::internal
