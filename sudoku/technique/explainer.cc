#include "sudoku/technique/explainer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"
#include "sudoku/technique/explainer_chains.h"
#include "sudoku/technique/explainer_unique.h"
#include "sudoku/technique/pencil_marks.h"

namespace sudoku {
namespace internal {
namespace {

using enum Technique;
using Kind = PencilMarks::HouseKind;

// The subsets of `size` of the numbers below `count`, as bits, ascending.
template <typename Visit>
bool ForEachSubset(size_t count, int size, Visit visit) {
  if (static_cast<size_t>(size) > count) return true;
  uint32_t set = (uint32_t{1} << size) - 1;
  while (set < uint32_t{1} << count) {
    if (!visit(set)) return false;
    const uint32_t low = set & -set;
    const uint32_t next = set + low;
    set = next | (((next ^ set) >> 2) / low);
  }
  return true;
}

// The subsets of `size` of the numbers in `among`, as bits, ascending.
template <typename Visit>
bool ForEachSubsetOf(absl::Span<const int> among, int size, Visit visit) {
  return ForEachSubset(among.size(), size, [&](uint32_t chosen) {
    uint32_t set = 0;
    for (; chosen != 0; chosen &= chosen - 1) {
      set |= uint32_t{1} << among[std::countr_zero(chosen)];
    }
    return visit(set);
  });
}

class Explainer {
 public:
  Explainer(const Board& board, const ExplainerContext& context)
      : board_(board),
        marks_(board.marks()),
        chains_(board, context, [](const Board& narrowed) {
          return Explainer(narrowed, {}).AllEasy();
        }) {
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      ++filled_[board.digit(cell)];
    }
  }

  std::optional<Step> Next() {
    if (board_.is_dead()) return std::nullopt;
    const bool is_found =
        Singles(true) || Singles(false) || Locked(true) ||
        HiddenSets(2, true) || NakedSingle() || HiddenSets(3, true) ||
        Locked(false) || NakedSets(2) || Fish(2) || HiddenSets(2, false) ||
        NakedSets(3) || Fish(3) || HiddenSets(3, false) || Wings(2) ||
        Wings(3) || Unique() || NakedSets(4) || Fish(4) ||
        HiddenSets(4, false) || Grave() || AlignedPairs() ||
        Take(chains_.Single()) || AlignedTriples() || Take(chains_.Nishio()) ||
        Take(chains_.Multiple()) || NetsInNets();
    if (!is_found) return std::nullopt;
    return std::move(step_);
  }

  // All steps of the first of these techniques that has some.
  std::vector<Step> AllEasy() {
    std::vector<Step> steps;
    all_ = &steps;
    Locked(false);
    if (steps.empty()) HiddenSets(2, false);
    if (steps.empty()) NakedSets(2);
    if (steps.empty()) Fish(2);
    return steps;
  }

 private:
  static constexpr Kind kByBoxes[] = {Kind::kBox, Kind::kColumn, Kind::kRow};

  // Whether that is enough.
  bool Found(Technique technique, int rating) {
    step_.technique = technique;
    step_.rating = rating;
    if (all_ == nullptr) return true;
    all_->push_back(std::move(step_));
    Clear();
    return false;
  }
  void Remove(int cell, DigitSet digits) {
    for (DigitSet rest = digits & marks_.at(cell); rest != 0;
         rest &= rest - 1) {
      step_.deduction.removed.push_back(
          board_.option(cell, std::countr_zero(rest) + 1));
    }
  }
  // A digit that follows from what is removed is told alone; Sudoku Explainer
  // does not keep the rest.
  void Place(int cell, int digit) {
    step_.deduction.placed = {board_.option(cell, digit)};
    step_.deduction.removed.clear();
  }
  bool HasRemoved() const { return !step_.deduction.removed.empty(); }
  void Base(dlx::ItemId item) { step_.deduction.base.push_back(item); }
  void Cover(dlx::ItemId item) { step_.deduction.cover.push_back(item); }
  void Clear() { step_ = {}; }

  bool Singles(bool is_alone) {
    for (const Kind kind : kByBoxes) {
      for (const int house : marks_.houses(kind)) {
        if ((marks_.open(house) == 1) != is_alone) continue;
        for (int digit = 1; digit <= marks_.size(); ++digit) {
          const uint32_t places = marks_.places(house, digit);
          if (CountBits(places) != 1) continue;
          Place(marks_.cell(house, std::countr_zero(places)), digit);
          Base(board_.house_items(house)[digit - 1]);
          return is_alone             ? Found(kFullHouse, 10)
                 : kind == Kind::kBox ? Found(kHiddenSingleInBox, 12)
                                      : Found(kHiddenSingleInLine, 15);
        }
      }
    }
    return false;
  }

  bool NakedSingle() {
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      if (CountBits(marks_.at(cell)) != 1) continue;
      Place(cell, std::countr_zero(marks_.at(cell)) + 1);
      Base(board_.cell_item(cell));
      return Found(kNakedSingle, 23);
    }
    return false;
  }

  // Locked candidates; direct ones are followed by a hidden single.
  bool Locked(bool is_direct) {
    constexpr std::array<Kind, 2> kPairs[] = {{Kind::kBox, Kind::kColumn},
                                              {Kind::kBox, Kind::kRow},
                                              {Kind::kColumn, Kind::kBox},
                                              {Kind::kRow, Kind::kBox}};
    for (const auto& [first, second] : kPairs) {
      for (int digit = 1; digit <= marks_.size(); ++digit) {
        for (const int house : marks_.houses(first)) {
          const uint32_t places = marks_.places(house, digit);
          if (CountBits(places) < 2) continue;
          // The other house has the first place, or none has all.
          const int cell = marks_.cell(house, std::countr_zero(places));
          for (const int other : board_.geometry().HousesOf(cell)) {
            if (marks_.kind(other) == second &&
                LockedIn(house, other, digit, is_direct, first)) {
              return true;
            }
          }
        }
      }
    }
    return false;
  }

  bool LockedIn(int house, int other, int digit, bool is_direct, Kind kind) {
    const uint32_t places = marks_.places(house, digit);
    if ((places & ~marks_.shared(house, other)) != 0) return false;
    for (uint32_t rest =
             marks_.places(other, digit) & ~marks_.shared(other, house);
         rest != 0; rest &= rest - 1) {
      Remove(marks_.cell(other, std::countr_zero(rest)), DigitBit(digit));
    }
    if (!HasRemoved()) return false;
    if (is_direct && !FollowedBySingle(house, other, digit, kind)) {
      Clear();
      return false;
    }
    step_.deduction.base.insert(step_.deduction.base.begin(),
                                board_.house_items(house)[digit - 1]);
    Cover(board_.house_items(other)[digit - 1]);
    const bool points = kind == Kind::kBox;
    if (is_direct) {
      return points ? Found(kDirectPointing, 17) : Found(kDirectClaiming, 19);
    }
    return points ? Found(kPointing, 26) : Found(kClaiming, 28);
  }

  bool FollowedBySingle(int house, int other, int digit, Kind kind) {
    for (const int third : marks_.houses(kind)) {
      const uint32_t places = marks_.places(third, digit);
      const uint32_t shared = marks_.shared(third, other);
      if (third == house || shared == 0 || CountBits(places) < 2 ||
          CountBits(places & ~shared) != 1) {
        continue;
      }
      Place(marks_.cell(third, std::countr_zero(places & ~shared)), digit);
      Base(board_.house_items(third)[digit - 1]);
      return true;
    }
    return false;
  }

  // Those of the numbers below the size of the board whose sets have from two
  // elements to `size`: what a subset of that size may have.
  using Numbers = absl::InlinedVector<int, BlankBoard::kLargestSize>;
  template <typename SetOf>
  Numbers FewOf(int size, SetOf set_of) const {
    Numbers few;
    for (int i = 0; i < marks_.size(); ++i) {
      const int count = CountBits(static_cast<uint32_t>(set_of(i)));
      if (count >= 2 && count <= size) few.push_back(i);
    }
    return few;
  }

  bool HiddenSets(int size, bool is_direct) {
    for (const Kind kind : kByBoxes) {
      for (const int house : marks_.houses(kind)) {
        const int open = marks_.open(house);
        if (open <= (is_direct ? size : 2 * size)) continue;
        const Numbers few = FewOf(
            size, [&](int digit) { return marks_.places(house, digit + 1); });
        if (!ForEachSubsetOf(few, size, [&](uint32_t digits) {
              return !HiddenSet(house, digits, size, is_direct);
            })) {
          return true;
        }
      }
    }
    return false;
  }

  bool HiddenSet(int house, uint32_t digits, int size, bool is_direct) {
    uint32_t places = 0;
    for (uint32_t rest = digits; rest != 0; rest &= rest - 1) {
      places |= marks_.places(house, std::countr_zero(rest) + 1);
      if (CountBits(places) > size) return false;
    }
    for (uint32_t rest = places; rest != 0; rest &= rest - 1) {
      Remove(marks_.cell(house, std::countr_zero(rest)), ~digits);
    }
    if (!HasRemoved()) return false;
    for (uint32_t rest = digits; rest != 0; rest &= rest - 1) {
      Base(board_.house_items(house)[std::countr_zero(rest)]);
    }
    for (uint32_t rest = places; rest != 0; rest &= rest - 1) {
      Cover(board_.cell_item(marks_.cell(house, std::countr_zero(rest))));
    }
    if (!is_direct) {
      return Found(size == 2   ? kHiddenPair
                   : size == 3 ? kHiddenTriple
                               : kHiddenQuad,
                   size == 2   ? 34
                   : size == 3 ? 40
                               : 54);
    }
    for (int digit = 1; digit <= marks_.size(); ++digit) {
      const uint32_t its = marks_.places(house, digit);
      if ((digits >> (digit - 1) & 1) != 0 || CountBits(its) < 2 ||
          CountBits(its & ~places) != 1) {
        continue;
      }
      Place(marks_.cell(house, std::countr_zero(its & ~places)), digit);
      Base(board_.house_items(house)[digit - 1]);
      return size == 2 ? Found(kDirectHiddenPair, 20)
                       : Found(kDirectHiddenTriple, 25);
    }
    Clear();
    return false;
  }

  bool NakedSets(int size) {
    for (const Kind kind : kByBoxes) {
      for (const int house : marks_.houses(kind)) {
        if (marks_.open(house) < 2 * size) continue;
        const Numbers few = FewOf(
            size, [&](int i) { return marks_.at(marks_.cell(house, i)); });
        if (!ForEachSubsetOf(few, size, [&](uint32_t cells) {
              return !NakedSet(house, cells, size);
            })) {
          return true;
        }
      }
    }
    return false;
  }

  bool NakedSet(int house, uint32_t cells, int size) {
    DigitSet digits = 0;
    for (uint32_t rest = cells; rest != 0; rest &= rest - 1) {
      digits |= marks_.at(marks_.cell(house, std::countr_zero(rest)));
      if (CountBits(digits) > size) return false;
    }
    for (int i = 0; i < marks_.size(); ++i) {
      if ((cells >> i & 1) == 0) Remove(marks_.cell(house, i), digits);
    }
    if (!HasRemoved()) return false;
    for (uint32_t rest = cells; rest != 0; rest &= rest - 1) {
      Base(board_.cell_item(marks_.cell(house, std::countr_zero(rest))));
    }
    for (DigitSet rest = digits; rest != 0; rest &= rest - 1) {
      Cover(board_.house_items(house)[std::countr_zero(rest)]);
    }
    return Found(size == 2   ? kNakedPair
                 : size == 3 ? kNakedTriple
                             : kNakedQuad,
                 size == 2   ? 30
                 : size == 3 ? 36
                             : 50);
  }

  bool Fish(int size) {
    return FishIn(Kind::kColumn, Kind::kRow, size) ||
           FishIn(Kind::kRow, Kind::kColumn, size);
  }

  bool FishIn(Kind base, Kind cover, int size) {
    // By digit, the lines that a fish may have.
    absl::InlinedVector<uint32_t, BlankBoard::kLargestSize> few;
    for (int digit = 1; digit <= marks_.size(); ++digit) {
      few.push_back(LinesForFish(base, digit, size));
    }
    return !ForEachSubset(marks_.size(), size, [&](uint32_t lines) {
      for (int digit = 1; digit <= marks_.size(); ++digit) {
        if ((lines & ~few[digit - 1]) == 0 &&
            FishOf(base, cover, lines, digit, size)) {
          return false;
        }
      }
      return true;
    });
  }

  uint32_t LinesForFish(Kind base, int digit, int size) const {
    uint32_t lines = 0;
    if (filled_[digit] + 2 * size > marks_.size()) return lines;
    for (const int i : FewOf(size, [&](int line) {
           return marks_.places(marks_.houses(base)[line], digit);
         })) {
      lines |= uint32_t{1} << i;
    }
    return lines;
  }

  bool FishOf(Kind base, Kind cover, uint32_t lines, int digit, int size) {
    uint32_t across = 0;
    for (uint32_t rest = lines; rest != 0; rest &= rest - 1) {
      across |=
          marks_.places(marks_.houses(base)[std::countr_zero(rest)], digit);
      if (CountBits(across) > size) return false;
    }
    for (uint32_t rest = across; rest != 0; rest &= rest - 1) {
      const int house = marks_.houses(cover)[std::countr_zero(rest)];
      for (uint32_t out = marks_.places(house, digit) & ~lines; out != 0;
           out &= out - 1) {
        Remove(marks_.cell(house, std::countr_zero(out)), DigitBit(digit));
      }
    }
    if (!HasRemoved()) return false;
    for (uint32_t rest = lines; rest != 0; rest &= rest - 1) {
      const int house = marks_.houses(base)[std::countr_zero(rest)];
      Base(board_.house_items(house)[digit - 1]);
    }
    for (uint32_t rest = across; rest != 0; rest &= rest - 1) {
      const int house = marks_.houses(cover)[std::countr_zero(rest)];
      Cover(board_.house_items(house)[digit - 1]);
    }
    return Found(size == 2   ? kXWing
                 : size == 3 ? kSwordfish
                             : kJellyfish,
                 size == 2   ? 32
                 : size == 3 ? 38
                             : 52);
  }

  // XY-Wings, with a pivot of two candidates, and XYZ-Wings, of three.
  bool Wings(int count) {
    for (int pivot = 0; pivot < marks_.cells(); ++pivot) {
      const DigitSet digits = marks_.at(pivot);
      if (CountBits(digits) != count) continue;
      const absl::Span<const int> peers = board_.geometry().PeersOf(pivot);
      for (const int a : peers) {
        const DigitSet xz = marks_.at(a);
        if (CountBits(xz) != 2 || CountBits(digits & ~xz) != 1) {
          continue;
        }
        for (const int b : peers) {
          const DigitSet yz = marks_.at(b);
          if (CountBits(yz) == 2 && Wing(pivot, a, b, count)) return true;
        }
      }
    }
    return false;
  }

  bool Wing(int pivot, int a, int b, int count) {
    const DigitSet digits = marks_.at(pivot);
    const DigitSet xz = marks_.at(a);
    const DigitSet yz = marks_.at(b);
    if (CountBits(digits | xz | yz) != 3 ||
        CountBits(digits & xz & yz) != count - 2) {
      return false;
    }
    const DigitSet z = xz & yz;
    if (CountBits(z) != 1) return false;
    for (const int cell : board_.geometry().PeersOf(a)) {
      if (cell == pivot || !marks_.sees(cell, b)) continue;
      if (count == 3 && !marks_.sees(cell, pivot)) continue;
      Remove(cell, z);
    }
    if (!HasRemoved()) return false;
    for (const int cell : {pivot, a, b}) {
      Base(board_.cell_item(cell));
      if (count == 2 && cell == pivot) continue;
      step_.deduction.fins.push_back(
          board_.option(cell, std::countr_zero(z) + 1));
    }
    return count == 2 ? Found(kXYWing, 42) : Found(kXYZWing, 44);
  }

  bool Unique() { return Take(FindUniqueLoop(board_)); }
  bool Grave() { return Take(FindGrave(board_)); }
  bool Take(std::optional<Step> step) {
    if (!step.has_value()) return false;
    step_ = *std::move(step);
    return true;
  }

  // Two cells, and what pairs of digits cells of two candidates leave them.
  bool AlignedPairs() {
    std::vector<int> cells;
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      if (CountBits(marks_.at(cell)) < 2) continue;
      for (const int peer : board_.geometry().PeersOf(cell)) {
        if (CountBits(marks_.at(peer)) != 2) continue;
        cells.push_back(cell);
        break;
      }
    }
    for (size_t i = 0; i < cells.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        if (AlignedPair(cells[k], cells[i])) return true;
      }
    }
    return false;
  }

  bool AlignedPair(int a, int b) {
    std::vector<int> excluders;
    for (const int cell : board_.geometry().PeersOf(a)) {
      if (cell != b && CountBits(marks_.at(cell)) == 2 &&
          marks_.sees(cell, b)) {
        excluders.push_back(cell);
      }
    }
    if (excluders.size() < 2) return false;
    DigitSet allowed_a = 0;
    DigitSet allowed_b = 0;
    for (DigitSet x = marks_.at(a); x != 0; x &= x - 1) {
      for (DigitSet y = marks_.at(b); y != 0; y &= y - 1) {
        const DigitSet two = (x & -x) | (y & -y);
        const bool is_same = CountBits(two) == 1;
        if (is_same && marks_.sees(a, b)) continue;
        if (std::any_of(excluders.begin(), excluders.end(), [&](int cell) {
              return (marks_.at(cell) & ~two) == 0;
            })) {
          continue;
        }
        allowed_a |= x & -x;
        allowed_b |= y & -y;
      }
    }
    Remove(a, ~allowed_a);
    Remove(b, ~allowed_b);
    if (!HasRemoved()) return false;
    for (const int cell : {a, b}) Base(board_.cell_item(cell));
    for (const int cell : excluders) Base(board_.cell_item(cell));
    return Found(kAlignedPairExclusion, 62);
  }

  // Three cells; cells of two or three candidates that all of them see exclude
  // what would leave these none.
  bool AlignedTriples() {
    std::vector<int> cells;
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      if (CountBits(marks_.at(cell)) >= 2 && !Excluders({cell}).empty()) {
        cells.push_back(cell);
      }
    }
    for (size_t i = 0; i < cells.size(); ++i) {
      for (size_t k = 0; k < i; ++k) {
        for (const int third : cells) {
          const int count = CountBits(marks_.at(third));
          if (third == cells[i] || third == cells[k] || count > 3 ||
              (!marks_.sees(third, cells[i]) &&
               !marks_.sees(third, cells[k]))) {
            continue;
          }
          if (AlignedTriple({cells[k], cells[i], third})) return true;
        }
      }
    }
    return false;
  }

  // Cells of two or three candidates that see all of these.
  std::vector<int> Excluders(const std::vector<int>& cells) const {
    std::vector<int> excluders;
    for (const int cell : board_.geometry().PeersOf(cells[0])) {
      const int count = CountBits(marks_.at(cell));
      if ((count == 2 || count == 3) &&
          std::all_of(cells.begin() + 1, cells.end(), [&](int other) {
            return cell != other && marks_.sees(cell, other);
          })) {
        excluders.push_back(cell);
      }
    }
    return excluders;
  }

  bool AlignedTriple(const std::vector<int>& cells) {
    const std::vector<int> excluders = Excluders(cells);
    if (excluders.size() < 2) return false;
    std::array<DigitSet, 3> allowed = {};
    std::array<DigitSet, 3> chosen = {};
    Combine(cells, excluders, 0, chosen, allowed);
    for (size_t i = 0; i < 3; ++i) Remove(cells[i], ~allowed[i]);
    if (!HasRemoved()) return false;
    for (const int cell : cells) Base(board_.cell_item(cell));
    for (const int cell : excluders) Base(board_.cell_item(cell));
    return Found(kAlignedTripletExclusion, 75);
  }

  void Combine(const std::vector<int>& cells, const std::vector<int>& excluders,
               size_t i, std::array<DigitSet, 3>& chosen,
               std::array<DigitSet, 3>& allowed) const {
    if (i == 3) {
      const DigitSet all = chosen[0] | chosen[1] | chosen[2];
      for (const int cell : excluders) {
        if ((marks_.at(cell) & ~all) == 0) return;
      }
      for (size_t k = 0; k < 3; ++k) allowed[k] |= chosen[k];
      return;
    }
    for (DigitSet rest = marks_.at(cells[i]); rest != 0; rest &= rest - 1) {
      chosen[i] = rest & -rest;
      bool disagrees = false;
      for (size_t k = 0; k < i; ++k) {
        disagrees |= chosen[k] == chosen[i] && marks_.sees(cells[k], cells[i]);
      }
      if (!disagrees) Combine(cells, excluders, i + 1, chosen, allowed);
    }
  }

  // Dynamic chains, and those with more and more in them.
  bool NetsInNets() {
    for (int level = 0; level <= ExplainerChains::kMostLevel; ++level) {
      if (Take(chains_.Dynamic(level))) return true;
    }
    return false;
  }

  const Board& board_;
  const PencilMarks& marks_;
  ExplainerChains chains_;
  // By digit, how often it is filled in.
  std::array<int, BlankBoard::kLargestSize + 1> filled_ = {};
  Step step_;
  std::vector<Step>* all_ = nullptr;  // Where steps go, if all are wanted.
};

}  // namespace
}  // namespace internal

bool IsForExplainer(const Geometry& geometry) {
  return geometry.has_boxes() && !geometry.has_diagonals() &&
         !geometry.has_extra_regions();
}

std::optional<Step> NextExplainerStep(const Board& board,
                                      const ExplainerContext& context) {
  if (board.state().is_solved()) return std::nullopt;
  return internal::Explainer(board, context).Next();
}

}  // namespace sudoku
