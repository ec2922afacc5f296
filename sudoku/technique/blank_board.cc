#include "sudoku/technique/blank_board.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"

namespace sudoku {
namespace {

void AddItems(const Geometry& geometry, BlankBoard& blank) {
  blank.cells.resize(geometry.cell_count());
  blank.houses.assign(geometry.houses().size(),
                      std::vector<dlx::ItemId>(geometry.size()));
  for (uint32_t i = 0; i < blank.state.problem().item_count(); ++i) {
    const ItemMeaning meaning = blank.encoding.meaning(dlx::ItemId(i));
    if (meaning.kind == ItemMeaning::Kind::kCell) {
      blank.cells[meaning.cell] = dlx::ItemId(i);
    } else {
      blank.houses[meaning.house][meaning.digit - 1] = dlx::ItemId(i);
    }
  }
}

void AddOptions(const Geometry& geometry, BlankBoard& blank) {
  const size_t count = blank.state.problem().option_count();
  blank.of_digit.assign(geometry.size(), dlx::OptionSet(count));
  for (uint32_t k = 0; k < count; ++k) {
    blank.of_digit[k % geometry.size()].Add(dlx::OptionId(k));
  }
}

void AddHouses(const Geometry& geometry, BlankBoard& blank) {
  const absl::Span<const House> houses = geometry.houses();
  const size_t cells = static_cast<size_t>(geometry.cell_count());
  blank.index.assign(houses.size() * cells, 0);
  for (size_t house = 0; house < houses.size(); ++house) {
    blank.kinds[KindIndexOf(houses[house])].push_back(static_cast<int>(house));
    for (size_t i = 0; i < houses[house].cells.size(); ++i) {
      blank.index[house * cells + houses[house].cells[i]] =
          static_cast<uint8_t>(i);
    }
  }
}

void AddTables(const Geometry& geometry, BlankBoard& blank) {
  for (const House& house : geometry.houses()) {
    for (const House& other : geometry.houses()) {
      uint32_t shared = 0;
      for (size_t i = 0; i < house.cells.size(); ++i) {
        if (std::binary_search(other.cells.begin(), other.cells.end(),
                               house.cells[i])) {
          shared |= uint32_t{1} << i;
        }
      }
      blank.shared.push_back(shared);
    }
  }
  const int cells = geometry.cell_count();
  blank.sees.assign(static_cast<size_t>(cells) * cells, false);
  for (int cell = 0; cell < cells; ++cell) {
    for (const int peer : geometry.PeersOf(cell)) {
      blank.sees[cell * cells + peer] = true;
    }
  }
}

}  // namespace

absl::StatusOr<std::shared_ptr<const BlankBoard>> BlankBoard::Create(
    const Geometry& geometry) {
  if (geometry.size() > kLargestSize) {
    return absl::InvalidArgumentError(absl::StrCat(
        "steps are for puzzles up to ", kLargestSize, "x", kLargestSize,
        "; this one is ", geometry.size(), "x", geometry.size()));
  }
  Encoding encoding = Encoding::ForGeometry(geometry);
  absl::StatusOr<dlx::DeductionState> state =
      dlx::DeductionState::Create(encoding.problem());
  if (!state.ok()) return state.status();
  auto blank = std::make_shared<BlankBoard>(
      BlankBoard{.encoding = encoding, .state = *std::move(state)});
  AddItems(geometry, *blank);
  AddOptions(geometry, *blank);
  AddHouses(geometry, *blank);
  AddTables(geometry, *blank);
  return blank;
}

}  // namespace sudoku
