// Sue de Coq: cells of a line and a box, some of them in both, that have as
// many digits as they are, if digits in the rest of the line and in the rest of
// the box count twice. The line and the box cover each digit at most once, so
// all are covered there.

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

#include "sudoku/technique/finders.h"

namespace sudoku::internal {
namespace {

using Cells = std::vector<int>;

// The digits of the cells that `chosen` has as bits.
DigitSet DigitsOf(const Board& board, const Cells& cells, size_t chosen) {
  DigitSet digits = 0;
  for (; chosen != 0; chosen &= chosen - 1) {
    digits |= board.candidates(cells[std::countr_zero(chosen)]);
  }
  return digits;
}

class SueDeCoqWalk {
 public:
  SueDeCoqWalk(const Board& board, size_t line, size_t box, VisitStep visit)
      : board_(board), line_(line), box_(box), visit_(visit) {
    Split(line, box, &both_, &of_line_);
    Cells same;
    Split(box, line, &same, &of_box_);
  }

  bool Run() {
    if (both_.size() < 2) return true;
    for (size_t both = 1; both < size_t{1} << both_.size(); ++both) {
      const int size = std::popcount(both);
      const DigitSet digits = DigitsOf(board_, both_, both);
      if (size < 2 || std::popcount(digits) < size + 2) continue;
      if (!AddLine(both, digits)) return false;
    }
    return true;
  }

 private:
  // The open cells of a house that another one has, and those that it has not.
  void Split(size_t house, size_t other, Cells* both, Cells* rest) const {
    for (const int cell : board_.geometry().houses()[house].cells) {
      if (!board_.is_open(cell)) continue;
      bool is_in_other = false;
      for (const int its_house : board_.geometry().HousesOf(cell)) {
        is_in_other |= static_cast<size_t>(its_house) == other;
      }
      (is_in_other ? both : rest)->push_back(cell);
    }
  }

  bool AddLine(size_t both, DigitSet digits) {
    for (size_t line = 1; line < size_t{1} << of_line_.size(); ++line) {
      const DigitSet of_line = DigitsOf(board_, of_line_, line);
      if ((of_line & digits) == 0) continue;
      for (size_t box = 1; box < size_t{1} << of_box_.size(); ++box) {
        const DigitSet of_box = DigitsOf(board_, of_box_, box);
        const int covers = std::popcount(digits | of_line | of_box) +
                           std::popcount(of_line & of_box);
        if ((of_box & digits) == 0 || covers != std::popcount(both) +
                                                    std::popcount(line) +
                                                    std::popcount(box)) {
          continue;
        }
        if (!Conclude(both, line, box, of_line, of_box, digits)) return false;
      }
    }
    return true;
  }

  bool Conclude(size_t both, size_t line, size_t box, DigitSet of_line,
                DigitSet of_box, DigitSet digits) {
    dlx::Deduction deduction{.kind = dlx::Deduction::Kind::kBaseAndCover};
    dlx::OptionSet of_base(board_.state().problem().option_count());
    AddBase(both_, both, deduction, of_base);
    AddBase(of_line_, line, deduction, of_base);
    AddBase(of_box_, box, deduction, of_base);
    const DigitSet only_both = digits & ~of_line & ~of_box;
    const dlx::OptionSet in_line =
        Cover(line_, of_line | only_both, of_line | only_both, deduction);
    const dlx::OptionSet in_box =
        Cover(box_, of_box | only_both, of_box, deduction);
    dlx::OptionSet removed = (in_line | in_box) - of_base;
    // Covered twice.
    removed |= Places(line_, of_line & of_box) & Places(box_, of_line & of_box);
    if (removed.empty()) return true;
    deduction.removed = removed.ToVector();
    return visit_(StepOf(Technique::kSueDeCoq, std::move(deduction)));
  }

  void AddBase(const Cells& cells, size_t chosen, dlx::Deduction& deduction,
               dlx::OptionSet& of_base) const {
    for (; chosen != 0; chosen &= chosen - 1) {
      const dlx::ItemId item =
          board_.cell_item(cells[std::countr_zero(chosen)]);
      deduction.base.push_back(item);
      of_base |= board_.state().options_of(item);
    }
  }

  dlx::OptionSet Places(size_t house, DigitSet digits) const {
    dlx::OptionSet places(board_.state().problem().option_count());
    for (; digits != 0; digits &= digits - 1) {
      places |= board_.state().options_of(
          board_.house_items(house)[std::countr_zero(digits)]);
    }
    return places;
  }

  // The places of digits in a house, some of which are named as its cover.
  dlx::OptionSet Cover(size_t house, DigitSet digits, DigitSet named,
                       dlx::Deduction& deduction) const {
    for (DigitSet rest = named; rest != 0; rest &= rest - 1) {
      deduction.cover.push_back(
          board_.house_items(house)[std::countr_zero(rest)]);
    }
    return Places(house, digits);
  }

  const Board& board_;
  const size_t line_;
  const size_t box_;
  VisitStep visit_;
  Cells both_;
  Cells of_line_;
  Cells of_box_;
};

bool IsLine(const House& house) {
  return house.kind == House::Kind::kRow || house.kind == House::Kind::kColumn;
}

}  // namespace

bool VisitSueDeCoq(const Board& board, VisitStep visit) {
  const absl::Span<const House> houses = board.geometry().houses();
  for (size_t line = 0; line < houses.size(); ++line) {
    for (size_t box = 0; box < houses.size(); ++box) {
      if (!IsLine(houses[line]) || IsLine(houses[box])) continue;
      if (!SueDeCoqWalk(board, line, box, visit).Run()) return false;
    }
  }
  return true;
}

}  // namespace sudoku::internal
