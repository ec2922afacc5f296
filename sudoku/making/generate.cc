#include "sudoku/making/generate.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <numeric>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/ask/decide.h"
#include "dlx/search.h"
#include "sudoku/conflict.h"
#include "sudoku/encoding.h"
#include "sudoku/making/difficulty.h"
#include "sudoku/making/exchange.h"
#include "sudoku/making/random.h"
#include "sudoku/making/random_grid.h"
#include "sudoku/puzzle.h"

namespace sudoku {
namespace {

// No 9x9 puzzle with fewer has only one solution (McGuire, Tugemann and
// Civario, 2012).
constexpr int kFewestStandardClues = 17;

// The most that a minimal 9x9 puzzle is known to have. Two such puzzles are
// known; that there is none with more is believed, and not proved.
constexpr int kMostMinimalStandardClues = 40;

// If no puzzle of so many grids had few enough clues, clues are exchanged: that
// takes longer than another grid, and leads to fewer.
constexpr uint64_t kAttemptsBeforeExchange = 100;

// Unavoidable sets of a grid, and how many of their cells still have a clue:
// those parts of the cells of two digits in which these can be exchanged, and
// others as they are found.
//
// Invariant: no set is left without clues.
class UnavoidableSets {
 public:
  explicit UnavoidableSets(const Geometry& geometry)
      : houses_(geometry.houses().subspan(geometry.size())),
        rows_(geometry.cell_count()),
        pairs_of_digit_(geometry.size() - 1),
        pair_sets_(geometry.cell_count() * pairs_of_digit_),
        first_links_(geometry.cell_count()),
        cells_(geometry.cell_count()),
        starts_(geometry.size() + 2),
        parent_(geometry.size()),
        set_of_root_(geometry.size()) {
    assert(geometry.houses()[geometry.size() - 1].kind == House::Kind::kRow);
    assert(houses_[0].kind != House::Kind::kRow);
    for (int cell = 0; cell < geometry.cell_count(); ++cell) {
      rows_[cell] = static_cast<uint8_t>(geometry.RowOf(cell));
    }
    places_.resize(houses_.size() * (geometry.size() + 1));
  }

  // Begins with all cells of a grid filled in, and the sets of pairs of digits.
  void Begin(const Grid& grid) {
    left_.clear();
    links_.clear();
    std::fill(first_links_.begin(), first_links_.end(), -1);
    FindCells(grid);
    FindPlaces(grid);
    for (int a = 1; a <= grid.size(); ++a) {
      for (int b = a + 1; b <= grid.size(); ++b) AddPair(a, b);
    }
  }

  // Takes the clues of some cells away, unless that would leave a set without
  // any. True if they could go.
  bool Remove(absl::Span<const int> cells) {
    bool may_go = true;
    for (const int cell : cells) {
      ForEachSet(cell, [&](int set) { may_go &= --left_[set] > 0; });
    }
    if (!may_go) PutBack(cells);
    return may_go;
  }
  void PutBack(absl::Span<const int> cells) {
    for (const int cell : cells) {
      ForEachSet(cell, [&](int set) { ++left_[set]; });
    }
  }

  // Adds the cells in which `other` differs. `clues` are those that are there.
  void AddDifference(const Grid& grid, const Grid& other, const Grid& clues) {
    const int set = static_cast<int>(left_.size());
    int left = 0;
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
      if (grid[cell] == other[cell]) continue;
      links_.push_back({set, first_links_[cell]});
      first_links_[cell] = static_cast<int>(links_.size()) - 1;
      left += clues[cell] != 0;
    }
    left_.push_back(left);
  }

 private:
  // One set of a cell, and where the next one is, or -1.
  struct Link {
    int set;
    int next;
  };

  template <typename Function>
  void ForEachSet(int cell, const Function& function) {
    for (const int set : PairSetsOf(cell)) function(set);
    for (int i = first_links_[cell]; i >= 0; i = links_[i].next) {
      function(links_[i].set);
    }
  }

  // One for each other digit.
  absl::Span<int> PairSetsOf(int cell) {
    return absl::MakeSpan(pair_sets_)
        .subspan(cell * pairs_of_digit_, pairs_of_digit_);
  }

  // The cells of each digit.
  void FindCells(const Grid& grid) {
    std::fill(starts_.begin(), starts_.end(), 0);
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
      ++starts_[grid[cell] + 1];
    }
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    for (int cell = 0; cell < grid.cell_count(); ++cell) {
      cells_[starts_[grid[cell]]++] = cell;
    }
    // Each start is now the next digit's.
    std::copy_backward(starts_.begin(), starts_.end() - 1, starts_.end());
    starts_[0] = 0;
  }
  absl::Span<const int> CellsOf(int digit) const {
    return absl::MakeConstSpan(cells_).subspan(
        starts_[digit], starts_[digit + 1] - starts_[digit]);
  }

  // In which row each digit stands in each house but the rows.
  void FindPlaces(const Grid& grid) {
    std::fill(places_.begin(), places_.end(), kNowhere);
    for (size_t h = 0; h < houses_.size(); ++h) {
      for (const int cell : houses_[h].cells) {
        places_[grid[cell] * houses_.size() + h] = rows_[cell];
      }
    }
  }

  uint8_t Root(uint8_t row) {
    while (parent_[row] != row) {
      row = parent_[row] = parent_[parent_[row]];
    }
    return row;
  }

  // Cells of the two digits that see each other have to change together; what
  // hangs together in this way can be exchanged, and leaves all houses in
  // order. Each row has both digits, and so it is rows that hang together.
  void AddPair(int a, int b) {
    for (size_t row = 0; row < parent_.size(); ++row) {
      parent_[row] = static_cast<uint8_t>(row);
      set_of_root_[row] = -1;
    }
    const uint8_t* const places_of_a = &places_[a * houses_.size()];
    const uint8_t* const places_of_b = &places_[b * houses_.size()];
    for (size_t h = 0; h < houses_.size(); ++h) {
      if (places_of_a[h] == kNowhere || places_of_b[h] == kNowhere) continue;
      parent_[Root(places_of_a[h])] = Root(places_of_b[h]);
    }
    // Digits are listed without the cell's own.
    for (const int cell : CellsOf(a)) PairSetsOf(cell)[b - 2] = SetOfPair(cell);
    for (const int cell : CellsOf(b)) PairSetsOf(cell)[a - 1] = SetOfPair(cell);
  }

  // The set that a cell of the pair is in, which has one cell more then.
  int SetOfPair(int cell) {
    int& set = set_of_root_[Root(rows_[cell])];
    if (set < 0) {
      set = static_cast<int>(left_.size());
      left_.push_back(0);
    }
    ++left_[set];
    return set;
  }

  static constexpr uint8_t kNowhere = 0xff;

  // Those that are no rows; and the row of each cell.
  const absl::Span<const House> houses_;
  std::vector<uint8_t> rows_;
  const size_t pairs_of_digit_;
  std::vector<int> left_;       // For each set.
  std::vector<int> pair_sets_;  // For each cell, one after the other.
  // The other sets of each cell.
  std::vector<int> first_links_;
  std::vector<Link> links_;
  // Cells by their digits, and where those of each digit begin.
  std::vector<int> cells_;
  std::vector<int> starts_;
  // To find components.
  std::vector<uint8_t> places_;
  std::vector<uint8_t> parent_;
  std::vector<int> set_of_root_;
};

// What the puzzles of a generator have in common.
struct Plan {
  Geometry geometry;
  GenerateOptions options;
  // The groups of cells that have clues together.
  std::vector<std::vector<int>> orbits;
  // Several clues have to be needed, not only together.
  bool has_to_check_single_clues = false;
};

// A puzzle in the making: a full grid, from which clues are taken away. It asks
// one question after the other: has this grid of clues more solutions?
class Draft {
 public:
  explicit Draft(const Plan& plan)
      : plan_(plan), sets_(plan.geometry), order_(plan.orbits.size()) {
    std::iota(order_.begin(), order_.end(), 0);
  }

  void Begin(Grid solution, Random& random) {
    solution_ = std::move(solution);
    clues_ = solution_;
    clue_count_ = solution_.cell_count();
    sets_.Begin(solution_);
    random.Shuffle(absl::MakeSpan(order_));
    fewest_ = FewestClues(random);
    next_ = 0;
    taken_.clear();
    is_checking_single_clues_ = false;
    is_unwanted_ = false;
    FindQuestion();
  }

  // True if there is no more to ask. The clues are then those of the last
  // question that had one solution.
  bool is_done() const { return is_done_; }
  // If it is done: it is a puzzle, but not such a one as was asked for.
  bool is_unwanted() const { return is_unwanted_; }

  const Grid& clues() const { return clues_; }
  const Grid& solution() const { return solution_; }
  // At how many clues it stops, if it comes to so few.
  int fewest() const { return fewest_; }

  // Takes the answer to the question about clues(): the second of two
  // solutions, or null if the one is the only one.
  void TakeAnswer(const Grid* other) {
    if (other != nullptr) {
      LearnFrom(*other);
    } else if (is_checking_single_clues_) {
      is_done_ = is_unwanted_ = true;  // A clue that is not needed.
      return;
    } else {
      taken_.clear();
    }
    FindQuestion();
  }

 private:
  // At how many clues to stop.
  int FewestClues(Random& random) const {
    const GenerateOptions& options = plan_.options;
    if (!options.least_clues.has_value() || options.minimal) return 0;
    const int least = *options.least_clues;
    const int most = options.most_clues.value_or(least);
    return least + static_cast<int>(random.Below(most - least + 1));
  }

  // Takes clues away until it is worth a question, or there are none left that
  // might go.
  void FindQuestion() {
    is_done_ = false;
    if (!is_checking_single_clues_) {
      while (next_ < order_.size() && taken_.size() < GroupSize()) {
        Take(order_[next_++]);
      }
      if (!taken_.empty()) return;
      if (IsUnwanted()) {
        is_done_ = is_unwanted_ = true;
        return;
      }
      if (!plan_.has_to_check_single_clues) {
        is_done_ = true;
        return;
      }
      is_checking_single_clues_ = true;
      single_.assign(1, -1);
    }
    is_done_ = !FindSingleClue();
  }

  // The next clue of which it is not known that it is needed.
  bool FindSingleClue() {
    while (++single_[0] < clues_.cell_count()) {
      const int cell = single_[0];
      if (clues_[cell] == 0 || !sets_.Remove(single_)) continue;
      clues_[cell] = 0;
      return true;
    }
    return false;
  }

  void Take(int orbit) {
    const std::vector<int>& cells = plan_.orbits[orbit];
    const int left = clue_count_ - static_cast<int>(cells.size());
    if (left < fewest_ || !sets_.Remove(cells)) return;
    for (const int cell : cells) clues_[cell] = 0;
    clue_count_ = left;
    taken_.push_back(next_ - 1);
  }

  void PutBack(const std::vector<int>& cells) {
    for (const int cell : cells) clues_[cell] = solution_[cell];
    sets_.PutBack(cells);
  }

  // Clues are put back until one of the cells that differ has one: that was the
  // last of its unavoidable set to be taken, and stays. Those after it are
  // tried again.
  void LearnFrom(const Grid& other) {
    if (is_checking_single_clues_) {
      PutBack(single_);
      return;  // Needed.
    }
    bool is_unavoidable = false;
    while (!is_unavoidable) {
      assert(!taken_.empty());
      const std::vector<int>& cells = plan_.orbits[order_[taken_.back()]];
      PutBack(cells);
      clue_count_ += static_cast<int>(cells.size());
      for (const int cell : cells) {
        if (other[cell] != solution_[cell]) is_unavoidable = true;
      }
      next_ = taken_.back() + 1;
      taken_.pop_back();
    }
    // The clue that stays is only tried again if one before it stays, too.
    if (!taken_.empty()) sets_.AddDifference(solution_, other, clues_);
  }

  // How many orbits are taken before a question is asked: half of those that
  // there are above three tenths of the cells, where puzzles end (measured: a
  // third or nine tenths of them makes little difference).
  size_t GroupSize() const {
    const int ends_about = 3 * solution_.cell_count() / 10;
    const int left = static_cast<int>(order_.size() - next_ + taken_.size()) *
                     (clue_count_ - ends_about) / (2 * clue_count_);
    return static_cast<size_t>(std::max(left, 1));
  }

  bool IsUnwanted() const {
    const GenerateOptions& options = plan_.options;
    return clue_count_ < options.least_clues.value_or(0) ||
           clue_count_ > options.most_clues.value_or(clue_count_);
  }

  const Plan& plan_;
  UnavoidableSets sets_;
  Grid solution_;
  Grid clues_;
  int clue_count_ = 0;
  int fewest_ = 0;
  // The orbits in the order in which they are taken, and how far that has come.
  std::vector<int> order_;
  size_t next_ = 0;
  // What was taken since the last question with one solution, as indices into
  // the order.
  std::vector<size_t> taken_;
  bool is_checking_single_clues_ = false;
  std::vector<int> single_;
  bool is_done_ = false;
  bool is_unwanted_ = false;
};

// Chooses digits for given cells. Whatever is written into them, some grids
// complete it; and if one cell is emptied, some more do. Of the digits that
// these have in that cell, the rarest leaves the fewest grids. So cell after
// cell gets the digit that is the rarest there, until there is one that only
// one grid has, or until nothing gets rarer.
class PatternFiller {
 public:
  static absl::StatusOr<PatternFiller> Create(
      const Encoding& encoding, const dlx::Interrupter* interrupter) {
    absl::StatusOr<dlx::Search> search = dlx::Search::Create(
        encoding.problem(),
        {.limits = {.solutions = kMostGrids, .interrupter = interrupter}});
    if (!search.ok()) return search.status();
    return PatternFiller(encoding, *std::move(search));
  }

  // Changes the clues until `grid` is the only one that completes them, and
  // makes it that. False if that did not come about.
  bool Fill(const std::vector<int>& pattern, Random& random, Grid& clues,
            Grid& grid) {
    std::vector<int> cells = pattern;
    uint64_t fewest = kMostGrids;
    bool has_improved = true;
    while (has_improved) {
      has_improved = false;
      random.Shuffle(absl::MakeSpan(cells));
      for (const int cell : cells) {
        const bool is_all = Tally(cell, clues);
        const int digit = Rarest(random);
        if (digit == 0) return false;  // Interrupted before the first grid.
        clues[cell] = static_cast<uint8_t>(digit);
        if (is_all && tally_[digit] == 1) {
          grid = examples_[digit];
          return true;
        }
        if (tally_[digit] >= fewest) continue;
        fewest = tally_[digit];
        has_improved = true;
      }
    }
    return false;
  }

 private:
  static constexpr uint64_t kMostGrids = 300;

  PatternFiller(const Encoding& encoding, dlx::Search search)
      : encoding_(encoding),
        search_(std::move(search)),
        tally_(encoding.geometry().size() + 1),
        examples_(tally_.size(), Grid(encoding.geometry().size())) {}

  // Empties the cell and counts which digits grids have there. True if these
  // are all grids.
  bool Tally(int cell, Grid& clues) {
    clues[cell] = 0;
    std::fill(tally_.begin(), tally_.end(), 0);
    givens_.clear();
    encoding_.AppendGivens(clues, givens_);
    const absl::Status status = search_.Restart(givens_);
    assert(status.ok());
    status.IgnoreError();
    while (search_.Next()) {
      encoding_.Decode(search_.solution().options, found_);
      const int digit = found_[cell];
      ++tally_[digit];
      examples_[digit] = found_;
    }
    return search_.outcome() == dlx::Outcome::kExhausted;
  }

  // Any of the digits that occur least often, or 0.
  int Rarest(Random& random) const {
    int rarest = 0;
    uint64_t ties = 0;
    for (size_t digit = 1; digit < tally_.size(); ++digit) {
      if (tally_[digit] == 0) continue;
      if (rarest == 0 || tally_[digit] < tally_[rarest]) {
        rarest = static_cast<int>(digit);
        ties = 1;
      } else if (tally_[digit] == tally_[rarest] && random.Below(++ties) == 0) {
        rarest = static_cast<int>(digit);
      }
    }
    return rarest;
  }

  Encoding encoding_;
  dlx::Search search_;
  std::vector<dlx::OptionId> givens_;
  std::vector<uint64_t> tally_;  // For each digit.
  std::vector<Grid> examples_;
  Grid found_ = Grid(encoding_.geometry().size());
};

// Whether groups of cells that have clues together can have so many.
absl::Status CheckOrbits(const Geometry& geometry,
                         const GenerateOptions& options) {
  const int cells = geometry.cell_count();
  std::vector<bool> is_possible(cells + 1, false);
  is_possible[0] = true;
  for (const auto& orbit : CellOrbits(options.symmetry, geometry.size())) {
    const int size = static_cast<int>(orbit.size());
    for (int count = cells; count >= size; --count) {
      if (is_possible[count - size]) is_possible[count] = true;
    }
  }
  const int least = options.least_clues.value_or(0);
  const int most = options.most_clues.value_or(cells);
  for (int count = least; count <= most; ++count) {
    if (is_possible[count]) return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("clues with the symmetry ", SymmetryName(options.symmetry),
                   " cannot be as many as ", least,
                   least == most ? "" : absl::StrCat(" to ", most)));
}

// Two rows without clues, in the same boxes, can be exchanged.
absl::Status CheckPattern(const Geometry& geometry,
                          const std::vector<int>& pattern) {
  const int size = geometry.size();
  const bool is_plain = geometry.has_boxes() &&
                        static_cast<int>(geometry.houses().size()) == 3 * size;
  if (!is_plain) return absl::OkStatus();
  std::vector<int> in_row(size, 0);
  std::vector<int> in_column(size, 0);
  for (const int cell : pattern) {
    ++in_row[cell / size];
    ++in_column[cell % size];
  }
  const auto check = [](const std::vector<int>& clues, int height,
                        absl::string_view lines) {
    for (size_t first = 0; first < clues.size(); first += height) {
      const auto begin = clues.begin() + static_cast<int>(first);
      if (std::count(begin, begin + height, 0) < 2) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "no puzzle of this pattern has only one solution: of the ", lines,
          " ", first + 1, " to ", first + height,
          ", two have no clues and can be exchanged"));
    }
    return absl::OkStatus();
  };
  const absl::Status status = check(in_row, geometry.box_rows(), "rows");
  return status.ok() ? check(in_column, geometry.box_columns(), "columns")
                     : status;
}

// A grid that every puzzle is to have as its solution.
absl::Status CheckSolution(const Geometry& geometry,
                           const GenerateOptions& options) {
  const Grid& grid = *options.solution;
  if (grid.size() != geometry.size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the solution has ", grid.size(), " rows, and a grid of ",
                     geometry.Description(), " has ", geometry.size()));
  }
  if (grid.filled_count() < grid.cell_count() ||
      !FindConflicts(geometry, grid).empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("the solution is no grid of ", geometry.Description()));
  }
  if (!options.pattern.empty()) {
    return absl::InvalidArgumentError(
        "there is a solution that is wanted, or a pattern, but not both: clues "
        "in a pattern decide what the solution is");
  }
  return absl::OkStatus();
}

absl::Status CheckOptions(const Geometry& geometry,
                          const GenerateOptions& options) {
  const int cells = geometry.cell_count();
  if (options.solution.has_value()) {
    absl::Status status = CheckSolution(geometry, options);
    if (!status.ok()) return status;
  }
  const int most = options.most_clues.value_or(cells);
  if (options.least_clues.value_or(0) > most || most < 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no number of clues from ",
                     options.least_clues.value_or(0), " to ", most));
  }
  if (options.least_clues.value_or(0) > cells) {
    return absl::InvalidArgumentError(
        absl::StrCat("there are only ", cells, " cells for ",
                     *options.least_clues, " clues"));
  }
  const int possible =
      options.pattern.empty() ? most : static_cast<int>(options.pattern.size());
  if (geometry == Geometry::Standard() && possible < kFewestStandardClues) {
    return absl::InvalidArgumentError(absl::StrCat(
        "no 9x9 puzzle with ", possible,
        " clues has only one solution: the fewest are ", kFewestStandardClues));
  }
  if (!options.pattern.empty() &&
      (options.symmetry != Symmetry::kNone || options.least_clues.has_value() ||
       options.most_clues.has_value())) {
    return absl::InvalidArgumentError(
        "a pattern already says where clues stand, and how many");
  }
  if (options.difficulty.has_value() &&
      options.difficulty->least > options.difficulty->most) {
    return absl::InvalidArgumentError(
        "the least difficulty is greater than the most");
  }
  const int fewest = options.pattern.empty()
                         ? options.least_clues.value_or(0)
                         : static_cast<int>(options.pattern.size());
  if (geometry == Geometry::Standard() && options.minimal &&
      fewest > kMostMinimalStandardClues) {
    return absl::InvalidArgumentError(
        absl::StrCat("no 9x9 puzzle is known in which each of ", fewest,
                     " clues is needed: the most that are known are ",
                     kMostMinimalStandardClues));
  }
  return options.pattern.empty() ? CheckOrbits(geometry, options)
                                 : CheckPattern(geometry, options.pattern);
}

}  // namespace

class Generator::State {
 public:
  State(Plan plan, Encoding encoding, dlx::Decider decider, RandomGrids grids,
        PatternFiller filler, DifficultyMeter meter)
      : plan_(std::move(plan)),
        encoding_(std::move(encoding)),
        decider_(std::move(decider)),
        grids_(std::move(grids)),
        filler_(std::move(filler)),
        meter_(std::move(meter)) {}

  absl::StatusOr<std::vector<GeneratedPuzzle>> Generate(uint64_t first,
                                                        int count);

 private:
  // A puzzle that is to be made, and what it is made from.
  struct Work {
    Work(const Plan& plan, uint64_t number)
        : random(plan.options.seed, number), draft(plan) {}

    Random random;
    Draft draft;
    GeneratedPuzzle* result = nullptr;
    bool is_finished = false;
    bool is_given_up = false;
  };

  bool is_interrupted() const {
    const dlx::Interrupter* const interrupter = plan_.options.interrupter;
    return dlx::IsInterrupted(interrupter);
  }

  void CountAttempt();
  // The grid that a puzzle is made of.
  absl::StatusOr<Grid> DrawGrid(Random& random);
  absl::Status Begin(Work& work);
  // Answers the drafts' questions, one for each of those that are not done.
  absl::Status AnswerQuestions(std::vector<Work*>& asking);
  // The clues of a draft that is done, if these are such as were asked for, or
  // can be exchanged for such.
  std::optional<Grid> WantedClues(Work& work);
  // A draft is done. Takes it as it is, or begins another one.
  absl::Status Finish(Work& work);
  bool MeetsDifficulty(GeneratedPuzzle& puzzle);
  bool PassesJudge(GeneratedPuzzle& puzzle);

  // An error of the kind kResourceExhausted if it is given up.
  absl::Status GenerateFromPattern(Random& random, GeneratedPuzzle& result);
  // True if each clue of the puzzle is needed, or need not be.
  bool IsAsMinimalAsWanted(const GeneratedPuzzle& puzzle);

  const Plan plan_;
  Encoding encoding_;
  dlx::Decider decider_;
  RandomGrids grids_;
  PatternFiller filler_;
  DifficultyMeter meter_;
  std::vector<dlx::OptionId> givens_;
  Grid found_ = Grid(plan_.geometry.size());
};

void Generator::State::CountAttempt() {
  if (plan_.options.attempts == nullptr) return;
  plan_.options.attempts->fetch_add(1, std::memory_order_relaxed);
}

absl::StatusOr<Grid> Generator::State::DrawGrid(Random& random) {
  if (plan_.options.solution.has_value()) return *plan_.options.solution;
  return grids_.Draw(random);
}

absl::Status Generator::State::Begin(Work& work) {
  CountAttempt();
  absl::StatusOr<Grid> grid = DrawGrid(work.random);
  if (!grid.ok()) return grid.status();
  work.draft.Begin(*std::move(grid), work.random);
  return absl::OkStatus();
}

absl::Status Generator::State::AnswerQuestions(std::vector<Work*>& asking) {
  absl::Status status = absl::OkStatus();
  decider_.DecideAll(
      asking.size(),
      [&](size_t i) {
        givens_.clear();
        encoding_.AppendGivens(asking[i]->draft.clues(), givens_);
        return absl::MakeConstSpan(givens_);
      },
      [&](size_t i, const dlx::Decision& decision) {
        Draft& draft = asking[i]->draft;
        if (decision.how_many == dlx::HowMany::kUndecided) {
          status = absl::CancelledError("interrupted");
          return;
        }
        // The grid that the clues were taken from is a solution.
        assert(decision.how_many != dlx::HowMany::kNone);
        if (decision.how_many == dlx::HowMany::kOne) {
          draft.TakeAnswer(nullptr);
          return;
        }
        encoding_.Decode(decision.covers[0], found_);
        if (found_ == draft.solution()) {
          encoding_.Decode(decision.covers[1], found_);
        }
        draft.TakeAnswer(&found_);
      });
  return status;
}

bool Generator::State::MeetsDifficulty(GeneratedPuzzle& puzzle) {
  if (!plan_.options.difficulty.has_value()) return true;
  const DifficultyRange& range = *plan_.options.difficulty;
  const Puzzle clues(plan_.geometry, puzzle.clues);
  // No need to measure what is known to be out of the range.
  if (range.most == 0 && !IsSolvedBySingles(clues)) return false;
  puzzle.difficulty = meter_.Measure(clues);
  return puzzle.difficulty.has_value() && *puzzle.difficulty >= range.least &&
         *puzzle.difficulty <= range.most;
}

bool Generator::State::PassesJudge(GeneratedPuzzle& puzzle) {
  if (plan_.options.judge == nullptr) return true;
  std::optional<std::string> remark = plan_.options.judge(puzzle.clues);
  if (!remark.has_value()) return false;
  puzzle.remark = *std::move(remark);
  return true;
}

std::optional<Grid> Generator::State::WantedClues(Work& work) {
  const Draft& draft = work.draft;
  if (!draft.is_unwanted()) return draft.clues();
  const GenerateOptions& options = plan_.options;
  if (work.result->attempts < kAttemptsBeforeExchange ||
      options.symmetry != Symmetry::kNone ||
      draft.clues().cell_count() > kMostCellsOfSet ||
      draft.clues().filled_count() <=
          options.most_clues.value_or(kMostCellsOfSet)) {
    return std::nullopt;
  }
  std::optional<Grid> clues =
      ClueExchange(draft.solution(), encoding_, decider_, work.random)
          .Run(draft.clues(), draft.fewest(), *options.most_clues);
  const bool is_wanted =
      clues.has_value() &&
      clues->filled_count() >= options.least_clues.value_or(0);
  return is_wanted ? clues : std::nullopt;
}

absl::Status Generator::State::Finish(Work& work) {
  if (std::optional<Grid> clues = WantedClues(work)) {
    work.result->clues = *std::move(clues);
    work.result->solution = work.draft.solution();
    if (MeetsDifficulty(*work.result) && PassesJudge(*work.result)) {
      work.is_finished = true;
      return absl::OkStatus();
    }
  }
  if (is_interrupted()) return absl::CancelledError("interrupted");
  if (work.result->attempts >= plan_.options.most_attempts) {
    work.is_finished = work.is_given_up = true;
    return absl::OkStatus();
  }
  ++work.result->attempts;
  return Begin(work);
}

bool Generator::State::IsAsMinimalAsWanted(const GeneratedPuzzle& puzzle) {
  if (!plan_.options.minimal) return true;
  Grid clues = puzzle.clues;
  for (const int cell : plan_.options.pattern) {
    clues[cell] = 0;
    givens_.clear();
    encoding_.AppendGivens(clues, givens_);
    if (decider_.Decide(givens_).how_many != dlx::HowMany::kSeveral) {
      return false;
    }
    clues[cell] = puzzle.clues[cell];
  }
  return true;
}

absl::Status Generator::State::GenerateFromPattern(Random& random,
                                                   GeneratedPuzzle& result) {
  const std::vector<int>& pattern = plan_.options.pattern;
  for (;; ++result.attempts) {
    if (result.attempts > plan_.options.most_attempts) {
      return absl::ResourceExhaustedError("given up");
    }
    CountAttempt();
    const absl::StatusOr<Grid> grid = DrawGrid(random);
    if (!grid.ok()) return grid.status();
    result.clues = Grid(grid->size());
    for (const int cell : pattern) result.clues[cell] = (*grid)[cell];
    const bool is_filled =
        filler_.Fill(pattern, random, result.clues, result.solution);
    if (is_interrupted()) return absl::CancelledError("interrupted");
    if (is_filled && MeetsDifficulty(result) && IsAsMinimalAsWanted(result) &&
        PassesJudge(result)) {
      return absl::OkStatus();
    }
  }
}

absl::StatusOr<std::vector<GeneratedPuzzle>> Generator::State::Generate(
    uint64_t first, int count) {
  std::vector<GeneratedPuzzle> puzzles(count);
  if (!plan_.options.pattern.empty()) {
    for (int i = 0; i < count; ++i) {
      Random random(plan_.options.seed, first + i);
      const absl::Status status = GenerateFromPattern(random, puzzles[i]);
      if (absl::IsResourceExhausted(status)) {
        puzzles.resize(i);
        break;
      }
      if (!status.ok()) return status;
    }
    return puzzles;
  }
  std::vector<Work> works;
  works.reserve(count);
  for (int i = 0; i < count; ++i) {
    works.emplace_back(plan_, first + i);
    works.back().result = &puzzles[i];
    const absl::Status status = Begin(works.back());
    if (!status.ok()) return status;
  }
  std::vector<Work*> asking;
  do {
    asking.clear();
    for (Work& work : works) {
      while (!work.is_finished && work.draft.is_done()) {
        const absl::Status status = Finish(work);
        if (!status.ok()) return status;
      }
      // Those behind it are not wanted.
      if (work.is_given_up) break;
      if (!work.is_finished) asking.push_back(&work);
    }
    const absl::Status status = AnswerQuestions(asking);
    if (!status.ok()) return status;
  } while (!asking.empty());
  const auto given_up =
      std::find_if(works.begin(), works.end(),
                   [](const Work& work) { return work.is_given_up; });
  puzzles.resize(given_up - works.begin());
  return puzzles;
}

absl::StatusOr<Generator> Generator::Create(const Geometry& geometry,
                                            GenerateOptions options) {
  const absl::Status status = CheckOptions(geometry, options);
  if (!status.ok()) return status;
  Encoding encoding = Encoding::ForGeometry(geometry);
  const dlx::Interrupter* const interrupter = options.interrupter;
  absl::StatusOr<dlx::Decider> decider = dlx::Decider::Create(
      encoding.problem(), {.limits = {.interrupter = interrupter}});
  if (!decider.ok()) return decider.status();
  absl::StatusOr<RandomGrids> grids =
      RandomGrids::Create(geometry, interrupter);
  if (!grids.ok()) return grids.status();
  absl::StatusOr<PatternFiller> filler =
      PatternFiller::Create(encoding, interrupter);
  if (!filler.ok()) return filler.status();
  absl::StatusOr<DifficultyMeter> meter =
      DifficultyMeter::Create(geometry, interrupter);
  if (!meter.ok()) return meter.status();
  Plan plan = {.geometry = geometry,
               .options = std::move(options),
               .orbits = {},
               .has_to_check_single_clues = false};
  plan.orbits = CellOrbits(plan.options.symmetry, geometry.size());
  plan.has_to_check_single_clues =
      plan.options.minimal && plan.options.symmetry != Symmetry::kNone;
  return Generator(std::make_unique<State>(
      std::move(plan), std::move(encoding), *std::move(decider),
      *std::move(grids), *std::move(filler), *std::move(meter)));
}

Generator::Generator(std::unique_ptr<State> state) : state_(std::move(state)) {}
Generator::Generator(Generator&&) noexcept = default;
Generator& Generator::operator=(Generator&&) noexcept = default;
Generator::~Generator() = default;

absl::StatusOr<std::vector<GeneratedPuzzle>> Generator::Generate(uint64_t first,
                                                                 int count) {
  assert(state_ != nullptr);  // Otherwise it has been moved from.
  assert(count >= 0);
  return state_->Generate(first, count);
}

}  // namespace sudoku
