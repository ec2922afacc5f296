#include "sudoku/render/replay_page.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <initializer_list>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry.h"
#include "sudoku/lab/event.h"
#include "sudoku/names.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/item_kinds.h"
#include "sudoku/render/player/player_page.h"
#include "sudoku/render/replay_matrix_html.h"
#include "sudoku/render/replay_page_css.h"
#include "sudoku/render/replay_page_html.h"
#include "sudoku/render/replay_page_js.h"

namespace sudoku {

namespace {

template <typename Range>
std::string Numbers(const Range& range) {
  return absl::StrCat(
      "[",
      absl::StrJoin(range, ",",
                    [](std::string* out, int n) { absl::StrAppend(out, n); }),
      "]");
}

// The cells of the houses of some kind, or of all.
std::string Houses(const Geometry& geometry,
                   std::initializer_list<House::Kind> kinds) {
  std::vector<std::string> houses;
  for (const House& house : geometry.houses()) {
    if (kinds.size() > 0 &&
        std::find(kinds.begin(), kinds.end(), house.kind) == kinds.end()) {
      continue;
    }
    houses.push_back(Numbers(house.cells));
  }
  return absl::StrCat("[", absl::StrJoin(houses, ","), "]");
}

// Three numbers for each event: its kind, its cell, and its digit or its other
// cell.
std::string Events(const std::vector<Event>& events) {
  std::string text = "[";
  for (const Event& event : events) {
    absl::StrAppend(&text, text.size() > 1 ? "," : "",
                    static_cast<int>(event.kind), ",", event.cell, ",",
                    event.kind == Event::Kind::kSwap
                        ? event.other_cell
                        : static_cast<int>(event.digit));
  }
  return text + "]";
}

std::string Allowed(const Puzzle& puzzle) {
  std::vector<std::string> sets;
  for (const DigitSet set : puzzle.candidates) {
    std::vector<int> digits;
    for (int digit = 1; digit <= puzzle.geometry.size(); ++digit) {
      if ((set & DigitBit(digit)) != 0) digits.push_back(digit);
    }
    sets.push_back(Numbers(digits));
  }
  return absl::StrCat("[", absl::StrJoin(sets, ","), "]");
}

// Items by their names, and options as [cell, digit, items...].
std::string Matrix(const Encoding& encoding) {
  const dlx::Problem& problem = encoding.problem();
  std::vector<std::string> items;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    items.push_back(ScriptString(problem.item_name(dlx::ItemId(i))));
  }
  std::vector<std::string> kinds;
  for (const ItemKind& kind : ItemKinds(encoding)) {
    kinds.push_back(absl::StrCat("{\"name\":", ScriptString(kind.label),
                                 ",\"first\":", kind.first_item, "}"));
  }
  std::vector<std::string> options;
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    const Placement placement = encoding.placement(dlx::OptionId(i));
    std::vector<int> option = {placement.cell, placement.digit};
    for (const dlx::ItemUse& use : problem.option(dlx::OptionId(i))) {
      option.push_back(static_cast<int>(use.item.value()));
    }
    options.push_back(Numbers(option));
  }
  return absl::StrCat("{\"items\":[", absl::StrJoin(items, ","),
                      "],\n\"kinds\":[", absl::StrJoin(kinds, ","),
                      "],\n\"options\":[", absl::StrJoin(options, ","), "]}");
}

std::string Data(const Puzzle& puzzle, const Recording& recording,
                 const ReplayPageOptions& options) {
  const Geometry& geometry = puzzle.geometry;
  std::string digit_names;
  for (int digit = 1; digit <= geometry.size(); ++digit) {
    digit_names.push_back(geometry.DigitChar(digit));
  }
  std::vector<int> regions;
  std::vector<std::string> cell_names;
  for (int cell = 0; cell < geometry.cell_count(); ++cell) {
    regions.push_back(geometry.RegionOf(cell));
    cell_names.push_back(ScriptString(geometry.CellName(cell)));
  }
  std::vector<std::string> house_names;
  for (const House& house : geometry.houses()) {
    house_names.push_back(ScriptString(house.LongName()));
  }
  std::string data =
      absl::StrCat("{\"size\":", geometry.size(),
                   ",\n\"digitNames\":", ScriptString(digit_names),
                   ",\n\"candidateColumns\":", CandidateColumns(geometry),
                   ",\n\"cellNames\":[", absl::StrJoin(cell_names, ","),
                   "],\n\"regions\":", Numbers(regions),
                   ",\n\"houses\":", Houses(geometry, {}),
                   ",\n\"houseNames\":[", absl::StrJoin(house_names, ","), "]");
  absl::StrAppend(
      &data, ",\n\"diagonal\":", Houses(geometry, {House::Kind::kDiagonal}),
      ",\n\"extra\":", Houses(geometry, {House::Kind::kExtra}),
      ",\n\"clues\":", Numbers(puzzle.clues));
  if (puzzle.has_candidates()) {
    absl::StrAppend(&data, ",\n\"allowed\":", Allowed(puzzle));
  }
  if (options.with_article_steps) absl::StrAppend(&data, ",\n\"article\":true");
  if (options.with_matrix) {
    absl::StrAppend(&data,
                    ",\n\"matrix\":", Matrix(Encoding::ForGeometry(geometry)));
  }
  absl::StrAppend(&data, ",\n\"events\":", Events(recording.events), "}");
  return data;
}

}  // namespace

std::string ReplayPage(const Puzzle& puzzle, const Recording& recording,
                       const ReplayPageOptions& options) {
  assert(options.start <= recording.events.size());
  const int clues = puzzle.clues.filled_count();
  const std::string subtitle =
      absl::StrCat(puzzle.geometry.Description(), ", ", clues,
                   clues == 1 ? " clue" : " clues",
                   puzzle.note.empty() ? "" : ": ", puzzle.note);
  return PlayerPage({.mark = kReplayPageMark,
                     .title = options.title,
                     .subtitle = subtitle,
                     .board = kReplayPageHtml,
                     .below = options.with_matrix ? kReplayMatrixHtml : "",
                     .css = kReplayPageCss,
                     .script = kReplayPageJs,
                     .recording = Data(puzzle, recording, options),
                     .step_count = recording.events.size(),
                     .start = options.start,
                     .end_text = EndText(recording)});
}

}  // namespace sudoku
