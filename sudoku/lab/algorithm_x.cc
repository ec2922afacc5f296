// Algorithm X (Knuth 2000), by hand: with plain sets, and without the links
// that dance. Short Python programs of the kind are well known; Ali Assaf's is
// the model of many.
//
// A puzzle is an exact cover problem (see sudoku/encoding.h): an option says
// that a cell holds a digit, and covers four items, such as "r1c2 has a digit"
// and "row 1 has its 7". Wanted are options that cover every item exactly once.
//
//   1. If all items are covered: that is a solution.
//   2. Take an item that the fewest options are left for.
//   3. Choose each of these options in turn. Its items are covered now, so all
//      options that have one of them go. Go on with step 1, and after that put
//      everything back.
//
// All it needs is a set of options for each item that is not covered yet:
//
//     r1c1: {A B}   r1#1: {A C}   c1#1: {A}         choose A, with items
//     r1c2: {C D}   r1#2: {B D}   c1#2: {B} ...     r1c1, r1#1, c1#1
//
//     r1c2: {D}     r1#2: {D}     c1#2: {}          B and C went, too
//
// Step 2 makes the difference. For an item with one option left there is no
// guess: that is a cell with a single candidate, or a digit with a single place
// in some house. An item without options is a dead end, seen at once.
//
// What it costs is the work on the sets: looking up, deleting, inserting. Links
// take the same steps in a fraction of the time (see
// dlx/engine/dancing_links/links.h).

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"
#include "sudoku/encoding.h"
#include "sudoku/lab/rows.h"
#include "sudoku/lab/run.h"

namespace sudoku {
namespace {

using ::dlx::ItemId;
using ::dlx::ItemUse;
using ::dlx::OptionId;

class AlgorithmX {
 public:
  AlgorithmX(const Puzzle& puzzle, const MethodOptions& options)
      : clues_(puzzle.clues),
        run_(puzzle, options),
        encoding_(Encoding::ForPuzzle(puzzle)),
        problem_(encoding_.problem()) {
    for (uint32_t i = 0; i < problem_.item_count(); ++i) {
      options_of_[ItemId(i)] = {};
    }
    for (uint32_t i = 0; i < problem_.option_count(); ++i) {
      for (const ItemUse& use : problem_.option(OptionId(i))) {
        options_of_[use.item].insert(OptionId(i));
      }
    }
  }

  MethodResult Solve() {
    Search();
    return run_.Finish();
  }

 private:
  // The items that are not covered, each with the options left for it.
  using Sets = std::map<ItemId, std::set<OptionId>>;

  void Search() {
    const Sets::const_iterator item = ItemWithFewestOptions();
    if (item == options_of_.end()) return Report();
    if (item->second.empty()) return run_.DeadEnd(CellOf(item->first));
    // A copy, because choosing changes the sets.
    const std::set<OptionId> branches = item->second;
    for (const OptionId option : branches) {
      if (!run_.Step()) return;
      Tell(option, /*is_guess=*/branches.size() > 1);
      chosen_.push_back(option);
      std::vector<Sets::node_type> removed = Choose(option);
      Search();
      PutBack(std::move(removed));
      chosen_.pop_back();
      if (branches.size() > 1) run_.Undo();
    }
  }

  // Secondary items may stay uncovered, so there is no need to branch on them.
  Sets::const_iterator ItemWithFewestOptions() const {
    Sets::const_iterator best = options_of_.end();
    for (auto it = options_of_.begin(); it != options_of_.end(); ++it) {
      if (!problem_.is_primary(it->first)) continue;
      if (best == options_of_.end() ||
          it->second.size() < best->second.size()) {
        best = it;
      }
    }
    return best;
  }

  // Takes the option's items away, and all options that have one of them.
  // Returns the items' sets, for PutBack.
  std::vector<Sets::node_type> Choose(OptionId chosen) {
    std::vector<Sets::node_type> removed;
    for (const ItemUse& covered : problem_.option(chosen)) {
      for (const OptionId option : options_of_[covered.item]) {
        for (const ItemUse& other : problem_.option(option)) {
          if (other.item != covered.item) options_of_[other.item].erase(option);
        }
      }
      removed.push_back(options_of_.extract(covered.item));
    }
    return removed;
  }

  // Undoes Choose, in the opposite order.
  void PutBack(std::vector<Sets::node_type> removed) {
    while (!removed.empty()) {
      const ItemId covered = removed.back().key();
      options_of_.insert(std::move(removed.back()));
      removed.pop_back();
      for (const OptionId option : options_of_[covered]) {
        for (const ItemUse& other : problem_.option(option)) {
          if (other.item != covered) options_of_[other.item].insert(option);
        }
      }
    }
  }

  void Report() {
    Grid grid(clues_.size());
    encoding_.Decode(chosen_, grid);
    run_.Found(grid);
  }

  // The choice of an option that was the only one left follows from the others.
  void Tell(OptionId option, bool is_guess) {
    const Placement placement = encoding_.placement(option);
    if (is_guess) {
      run_.Try(placement.cell, placement.digit);
    } else if (clues_[placement.cell] == 0) {
      run_.Place(placement.cell, placement.digit);
    }
  }

  // If the item says that some cell has a digit, that cell; otherwise -1.
  int CellOf(ItemId item) const {
    const int cell = static_cast<int>(item.value());
    return cell < clues_.cell_count() ? cell : -1;
  }

  const Grid& clues_;
  Run run_;
  const Encoding encoding_;
  const dlx::Problem& problem_;
  Sets options_of_;
  std::vector<OptionId> chosen_;
};

}  // namespace

const Method kAlgorithmX = {.name = "algorithm_x",
                            .title = "Algorithm X with plain sets",
                            .step = "an option chosen",
                            .check = AcceptAny,
                            .solve = SolveOnce<AlgorithmX>};

}  // namespace sudoku
