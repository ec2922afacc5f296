#include "sudoku/making/exchange.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/ask/decide.h"

namespace sudoku {

ClueExchange::ClueExchange(const Grid& solution, const Encoding& encoding,
                           dlx::Decider& decider, Random& random)
    : solution_(solution),
      encoding_(encoding),
      decider_(decider),
      random_(random),
      other_(solution.size()) {
  assert(solution.is_full() && solution.cell_count() <= kMostCellsOfSet);
}

Grid ClueExchange::GridOf(CellSet clues) const {
  Grid grid(solution_.size());
  for (; clues != 0; clues &= clues - 1) {
    const int cell = FirstCell(clues);
    grid[cell] = solution_[cell];
  }
  return grid;
}

std::vector<int> ClueExchange::Shuffled(CellSet cells) {
  std::vector<int> list = CellsOf(cells);
  random_.Shuffle(absl::MakeSpan(list));
  return list;
}

bool ClueExchange::IsPuzzle(CellSet clues) {
  givens_.clear();
  encoding_.AppendGivens(GridOf(clues), givens_);
  const dlx::Decision& decision = decider_.Decide(givens_);
  if (decision.how_many != dlx::HowMany::kSeveral) {
    is_stopped_ = decision.how_many == dlx::HowMany::kUndecided;
    return !is_stopped_;
  }
  encoding_.Decode(decision.covers[0], other_);
  if (other_ == solution_) encoding_.Decode(decision.covers[1], other_);
  const CellSet set = CellSetOf(DifferingCells(solution_, other_));
  sets_.push_back(set);
  near_.push_back(set);
  return false;
}

void ClueExchange::Focus(CellSet clues, int taken) {
  near_.clear();
  std::copy_if(sets_.begin(), sets_.end(), std::back_inserter(near_),
               [&](CellSet set) { return CellCount(set & clues) <= taken; });
}

CellSet ClueExchange::CellsForTheLast(CellSet clues) const {
  CellSet cells =
      (~CellSet{0} >> (kMostCellsOfSet - solution_.cell_count())) & ~clues;
  for (const CellSet set : near_) {
    if ((set & clues) != 0) continue;
    cells &= set;
    if (cells == 0) break;
  }
  return cells;
}

bool ClueExchange::Complete(CellSet& clues, CellSet taken) {
  CellSet cells = CellsForTheLast(clues) & ~taken;
  while (cells != 0) {
    const CellSet clue = CellBit(Shuffled(cells).front());
    if (IsPuzzle(clues | clue)) {
      clues |= clue;
      return true;
    }
    if (is_stopped_) return false;
    cells &= near_.back();
  }
  return false;
}

void ClueExchange::Shrink(CellSet& clues, int fewest) {
  for (const int cell : Shuffled(clues)) {
    if (CellCount(clues) <= fewest) return;
    const CellSet rest = clues & ~CellBit(cell);
    const bool is_needed =
        std::any_of(sets_.begin(), sets_.end(),
                    [rest](CellSet set) { return (set & rest) == 0; });
    if (!is_needed && IsPuzzle(rest)) clues = rest;
  }
}

bool ClueExchange::ExchangeTwo(CellSet& clues) {
  Focus(clues, 2);
  const std::vector<int> cells = Shuffled(clues);
  for (size_t i = 1; i < cells.size(); ++i) {
    for (size_t j = 0; j < i; ++j) {
      const CellSet taken = CellBit(cells[i]) | CellBit(cells[j]);
      CellSet rest = clues & ~taken;
      if (Complete(rest, taken)) {
        clues = rest;
        return true;
      }
      if (is_stopped_) return false;
    }
  }
  return false;
}

bool ClueExchange::ExchangeOne(CellSet& clues) {
  Focus(clues, 1);
  for (const int cell : Shuffled(clues)) {
    CellSet rest = clues & ~CellBit(cell);
    if (Complete(rest, CellBit(cell))) {
      clues = rest;
      return true;
    }
    if (is_stopped_) return false;
  }
  return false;
}

std::optional<Grid> ClueExchange::Run(const Grid& clues, int fewest, int most) {
  constexpr int kExchanges = 400;
  CellSet cells = 0;
  for (int cell = 0; cell < clues.cell_count(); ++cell) {
    if (clues[cell] != 0) cells |= CellBit(cell);
  }
  int exchanges = 0;
  Shrink(cells, fewest);
  while (!is_stopped_ && CellCount(cells) > most) {
    if (!ExchangeTwo(cells)) {
      if (is_stopped_ || ++exchanges > kExchanges || !ExchangeOne(cells)) {
        return std::nullopt;
      }
    }
    Shrink(cells, fewest);
  }
  if (is_stopped_) return std::nullopt;
  return GridOf(cells);
}

}  // namespace sudoku
