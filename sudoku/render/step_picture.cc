#include "sudoku/render/step_picture.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "dlx/ask/deduce.h"
#include "dlx/id.h"
#include "sudoku/encoding.h"

namespace sudoku {

namespace {

// Items more than these would fill the picture with lines.
constexpr size_t kMostOutlines = 12;

class StepPictureMaker {
 public:
  StepPictureMaker(const Board& board, GridPicture& picture)
      : board_(board), picture_(picture) {
    const size_t cells = board.geometry().cell_count();
    picture.candidates.assign(cells, 0);
    picture.marked_candidates.assign(cells, 0);
    picture.struck_candidates.assign(cells, 0);
    picture.squared_candidates.assign(cells, 0);
    picture.ringed_candidates.assign(cells, 0);
    for (size_t cell = 0; cell < cells; ++cell) {
      picture.candidates[cell] = board.candidates(static_cast<int>(cell));
    }
  }

  void Add(const dlx::Deduction& step) {
    switch (step.kind) {
      case dlx::Deduction::Kind::kChain:
        AddChain(step);
        break;
      case dlx::Deduction::Kind::kForcing:
        AddNets(step);
        break;
      case dlx::Deduction::Kind::kColours:
        AddColours(step);
        break;
      default:
        AddPattern(step);
        break;
    }
    Mark(step.fins, picture_.ringed_candidates);
    Unmark(step.fins, picture_.marked_candidates);
    Unmark(step.removed, picture_.marked_candidates);
    Mark(step.removed, picture_.struck_candidates);
    Mark(step.placed, picture_.marked_candidates);
  }

 private:
  GridPicture::Spot SpotOf(dlx::OptionId option) const {
    const Placement placement = board_.encoding().placement(option);
    return {placement.cell, placement.digit};
  }

  void Mark(absl::Span<const dlx::OptionId> options,
            std::vector<DigitSet>& candidates) const {
    for (const dlx::OptionId option : options) {
      const GridPicture::Spot spot = SpotOf(option);
      candidates[spot.cell] |= DigitBit(spot.digit);
    }
  }
  void Unmark(absl::Span<const dlx::OptionId> options,
              std::vector<DigitSet>& candidates) const {
    for (const dlx::OptionId option : options) {
      const GridPicture::Spot spot = SpotOf(option);
      candidates[spot.cell] &= ~DigitBit(spot.digit);
    }
  }

  // The cells of the options of an item, possible or not.
  std::vector<int> CellsOf(dlx::ItemId item) const {
    std::set<int> cells;
    board_.state().all_options_of(item).ForEach(
        [&](dlx::OptionId option) { cells.insert(SpotOf(option).cell); });
    return {cells.begin(), cells.end()};
  }

  void Outline(absl::Span<const dlx::ItemId> items, bool is_dashed) {
    std::set<std::vector<int>> groups;
    for (const dlx::ItemId item : items) groups.insert(CellsOf(item));
    if (groups.size() > kMostOutlines) return;
    for (const std::vector<int>& cells : groups) {
      picture_.outlines.push_back({cells, is_dashed});
    }
  }

  void AddPattern(const dlx::Deduction& step) {
    for (const dlx::ItemId item : step.base) {
      Mark(board_.state().options_of(item).ToVector(),
           picture_.marked_candidates);
    }
    Outline(step.base, /*is_dashed=*/false);
    Outline(step.cover, /*is_dashed=*/true);
  }

  void Join(dlx::OptionId from, dlx::OptionId to, bool is_dashed) {
    picture_.links.push_back({SpotOf(from), SpotOf(to), is_dashed});
  }

  // Both sides of each link, and what joins them.
  void AddLink(const dlx::ChainLink& link) {
    Mark(link.off, picture_.squared_candidates);
    Mark(link.on, picture_.marked_candidates);
    for (const dlx::OptionId on : link.on) {
      for (const dlx::OptionId off : link.off) Join(off, on, false);
    }
    if (link.more_items.empty()) return;
    std::vector<dlx::ItemId> set = link.more_items;
    set.push_back(link.item);
    Outline(set, false);
  }

  void AddChain(const dlx::Deduction& chain) {
    for (size_t i = 0; i < chain.links.size(); ++i) {
      AddLink(chain.links[i]);
      const bool is_last = i + 1 == chain.links.size();
      if (is_last && !chain.is_loop) break;
      const dlx::ChainLink& next = chain.links[is_last ? 0 : i + 1];
      Join(chain.links[i].on.front(), next.off.front(), true);
    }
    UnmarkBoth();
  }

  // Each option that is out is joined to what rules it out, if that is forced.
  void AddNets(const dlx::Deduction& nets) {
    for (size_t i = 0; i < nets.links.size(); ++i) {
      AddLink(nets.links[i]);
      for (const dlx::OptionId off : nets.links[i].off) {
        for (size_t k = i; k-- > 0;) {
          const dlx::OptionId on = nets.links[k].on.front();
          if (!board_.state().conflicts(off).Has(on)) continue;
          Join(on, off, true);
          break;
        }
      }
    }
    UnmarkBoth();
  }

  // What is taken on one way and out on another is shown as taken.
  void UnmarkBoth() {
    for (size_t i = 0; i < picture_.marked_candidates.size(); ++i) {
      picture_.squared_candidates[i] &= ~picture_.marked_candidates[i];
    }
  }

  // Items of two options each, which have different colours.
  void AddColours(const dlx::Deduction& step) {
    std::set<dlx::OptionId> marked;
    std::set<dlx::OptionId> squared;
    std::vector<std::pair<dlx::OptionId, dlx::OptionId>> open;
    for (const dlx::ItemId item : step.base) {
      const std::vector<dlx::OptionId> two =
          board_.state().options_of(item).ToVector();
      if (two.size() != 2) continue;
      open.emplace_back(two[0], two[1]);
      Join(two[0], two[1], false);
    }
    while (!open.empty()) {
      auto next = std::find_if(open.begin(), open.end(), [&](const auto& pair) {
        return marked.contains(pair.first) || marked.contains(pair.second) ||
               squared.contains(pair.first) || squared.contains(pair.second);
      });
      if (next == open.end()) next = open.begin();
      const auto [a, b] = *next;
      open.erase(next);
      const bool is_marked = marked.contains(a) || squared.contains(b);
      (is_marked || !squared.contains(a) ? marked : squared).insert(a);
      (marked.contains(a) ? squared : marked).insert(b);
    }
    Mark({marked.begin(), marked.end()}, picture_.marked_candidates);
    Mark({squared.begin(), squared.end()}, picture_.squared_candidates);
  }
  void Mark(const std::vector<dlx::OptionId>& options,
            std::vector<DigitSet>& candidates) const {
    Mark(absl::MakeConstSpan(options), candidates);
  }

  const Board& board_;
  GridPicture& picture_;
};

}  // namespace

GridPicture PictureOf(const Board& board, const std::optional<Step>& step,
                      absl::Span<const Rule> rules) {
  GridPicture picture(board.geometry());
  picture.rules.assign(rules.begin(), rules.end());
  picture.digits = board.grid();
  for (int cell = 0; cell < board.geometry().cell_count(); ++cell) {
    if (board.is_clue(cell)) picture.clues[cell] = board.digit(cell);
  }
  StepPictureMaker maker(board, picture);
  if (step.has_value()) maker.Add(step->deduction);
  if (step.has_value() && step->rule != nullptr) {
    for (const std::vector<int>& cells : step->rule->parts) {
      picture.outlines.push_back({cells, /*is_dashed=*/false});
    }
  }
  return picture;
}

}  // namespace sudoku
