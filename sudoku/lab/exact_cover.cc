// The engines of this project, as they are meant to be used for Sudoku.
//
// The exact cover problem of a geometry is built once and keeps all its
// options; a puzzle then is a list of options chosen in advance, its clues
// (see sudoku/encoding.h). What the engines do is Algorithm X, just like
// sudoku/lab/algorithm_x.cc. Dancing links take options away and put them
// back by changing a few numbers (dlx/engine/dancing_links/links.h); bit sets
// and bit planes look at all items at once with vector instructions
// (dlx/engine/bit_sets/bit_sets.h, dlx/engine/bit_planes/bit_planes.h); nogoods
// remember which choices went wrong together, as SAT solvers do
// (dlx/engine/nogoods/nogoods.h). None of them knows that this is a Sudoku.
//
// The engine dancing_links tells an observer of its choices itself
// (dlx/ask/watch.h), and is then made anew for the puzzle.
//
// A puzzle given by candidates is a problem of its own, built anew.

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/watch.h"
#include "dlx/engine/search_event.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "sudoku/encoding.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

using ::dlx::EngineKind;

// An exact cover problem and an engine at work on it.
struct EngineBoard {
  EngineBoard(Encoding encoding_of_puzzles, EngineKind engine,
              const MethodOptions& options)
      : encoding(std::move(encoding_of_puzzles)),
        max_steps(options.max_steps),
        max_time(options.max_time),
        interrupter(options.interrupter),
        search(dlx::Search::Create(encoding.problem(),
                                   {.limits = {.nodes = max_steps,
                                               .time = max_time,
                                               .interrupter = interrupter},
                                    .engine = engine})) {}

  Encoding encoding;
  uint64_t max_steps;
  absl::Duration max_time;
  const dlx::Interrupter* interrupter;
  absl::StatusOr<dlx::Search> search;
};

// The board for all puzzles of a geometry. The last one is kept: to make it
// takes longer than to solve most puzzles.
template <EngineKind kEngine>
EngineBoard& BoardFor(const Geometry& geometry, const MethodOptions& options) {
  thread_local std::unique_ptr<EngineBoard> board;
  if (board == nullptr || !(board->encoding.geometry() == geometry) ||
      board->max_steps != options.max_steps ||
      board->max_time != options.max_time ||
      board->interrupter != options.interrupter) {
    board = std::make_unique<EngineBoard>(Encoding::ForGeometry(geometry),
                                          kEngine, options);
  }
  return *board;
}

MethodResult Search(EngineBoard& board, const Puzzle& puzzle,
                    absl::Span<const dlx::OptionId> givens,
                    MethodOptions options) {
  options.on_event = nullptr;
  Run run(puzzle, options);
  absl::Status status = board.search.status();
  if (status.ok()) status = board.search->Restart(givens);
  if (!status.ok()) {
    run.GiveUp(std::string(status.message()));
    return run.Finish();
  }
  dlx::Search& search = *board.search;
  Grid grid(puzzle.geometry.size());
  while (!run.stopped() && search.Next()) {
    board.encoding.Decode(search.solution().options, grid);
    run.Found(grid);
  }
  run.SetSteps(search.statistics().nodes);
  if (search.outcome() == dlx::Outcome::kTimeLimit) {
    run.GiveUpForTime();
  } else if (search.outcome() != dlx::Outcome::kExhausted) {
    run.GiveUp(absl::StrCat("stopped: ", dlx::OutcomeName(search.outcome())));
  }
  return run.Finish();
}

// dancing_links, telling what it does. The item branched on says in how many
// ways it can be covered: if there is but one, its option follows.
class WatchedLinks {
 public:
  WatchedLinks(const Puzzle& puzzle, const MethodOptions& options)
      : clues_(puzzle.clues),
        run_(puzzle, options),
        encoding_(puzzle.has_candidates()
                      ? Encoding::ForPuzzle(puzzle)
                      : Encoding::ForGeometry(puzzle.geometry)) {
    if (!puzzle.has_candidates()) encoding_.AppendGivens(clues_, chosen_);
  }

  MethodResult Solve() {
    // The root is a node, too.
    if (!run_.Step()) return run_.Finish();
    const std::vector<dlx::OptionId> givens = chosen_;
    const absl::Status status = dlx::WatchDancingLinks(
        encoding_.problem(), givens, [this](const dlx::SearchEvent& event) {
          Tell(event);
          return !run_.stopped();
        });
    if (!status.ok()) run_.GiveUp(std::string(status.message()));
    // Clues after which nothing is left for some item have no search.
    if (!has_told_) run_.DeadEnd(-1);
    return run_.Finish();
  }

 private:
  void Tell(const dlx::SearchEvent& event) {
    using Kind = dlx::SearchEvent::Kind;
    has_told_ = true;
    switch (event.kind) {
      case Kind::kBranch:
        branches_.push_back(event.options);
        break;
      case Kind::kChoose:
        if (run_.Step()) Choose(event.option);
        break;
      case Kind::kDeadEnd:
        run_.DeadEnd(CellOf(event.item));
        break;
      case Kind::kCover: {
        Grid grid(clues_.size());
        encoding_.Decode(chosen_, grid);
        run_.Found(grid);
        break;
      }
      case Kind::kTakeBack:
        chosen_.pop_back();
        if (branches_.back() > 1) run_.Undo();
        break;
      case Kind::kClose:
        branches_.pop_back();
        break;
    }
  }

  void Choose(dlx::OptionId option) {
    chosen_.push_back(option);
    const Placement placement = encoding_.placement(option);
    if (branches_.back() > 1) {
      run_.Try(placement.cell, placement.digit);
    } else if (clues_[placement.cell] == 0) {
      run_.Place(placement.cell, placement.digit);
    }
  }

  // If the item says that some cell has a digit, that cell; otherwise -1.
  int CellOf(dlx::ItemId item) const {
    const ItemMeaning meaning = encoding_.meaning(item);
    return meaning.kind == ItemMeaning::Kind::kCell ? meaning.cell : -1;
  }

  const Grid& clues_;
  Run run_;
  const Encoding encoding_;
  std::vector<dlx::OptionId> chosen_;
  std::vector<uint32_t> branches_;  // Of the items that are being tried.
  bool has_told_ = false;
};

template <EngineKind kEngine>
void Prepare(const Puzzle& puzzle, const MethodOptions& options) {
  if (!puzzle.has_candidates()) BoardFor<kEngine>(puzzle.geometry, options);
}

template <EngineKind kEngine>
MethodResult Solve(const Puzzle& puzzle, const MethodOptions& options) {
  if (kEngine == EngineKind::kDancingLinks && options.on_event != nullptr) {
    return WatchedLinks(puzzle, options).Solve();
  }
  if (puzzle.has_candidates()) {
    EngineBoard board(Encoding::ForPuzzle(puzzle), kEngine, options);
    return Search(board, puzzle, {}, options);
  }
  EngineBoard& board = BoardFor<kEngine>(puzzle.geometry, options);
  std::vector<dlx::OptionId> givens;
  board.encoding.AppendGivens(puzzle.clues, givens);
  return Search(board, puzzle, givens, options);
}

// The engine can do the geometry, with any clues.
template <EngineKind kEngine>
absl::Status Check(const Puzzle& puzzle) {
  return dlx::CheckEngine(kEngine,
                          Encoding::ForGeometry(puzzle.geometry).problem(),
                          dlx::Task::kEnumerate);
}

using CheckFunction = absl::Status (*)(const Puzzle&);

// Known when the program is compiled, because tables are made of the rows
// before main() begins.
template <EngineKind kEngine>
constexpr Method EngineMethod(absl::string_view name, absl::string_view title,
                              CheckFunction check = Check<kEngine>) {
  return {.name = name,
          .title = title,
          .step = "a node of the search tree",
          .tells_events = kEngine == EngineKind::kDancingLinks,
          .prepare = Prepare<kEngine>,
          .check = check,
          .solve = Solve<kEngine>};
}

}  // namespace

constinit const Method kDancingLinks = EngineMethod<EngineKind::kDancingLinks>(
    "dancing_links", "Algorithm X with dancing links", AcceptAny);

constinit const Method kBitSets =
    EngineMethod<EngineKind::kBitSets>("bit_sets", "Algorithm X with bit sets");

constinit const Method kBitPlanes = EngineMethod<EngineKind::kBitPlanes>(
    "bit_planes", "Algorithm X with bit planes");

constinit const Method kNogoods = EngineMethod<EngineKind::kNogoods>(
    "nogoods", "Exact cover with learned nogoods");

}  // namespace sudoku
