#include "sudoku/making/made_rules.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/candidates.h"
#include "sudoku/making/rule_clues.h"
#include "sudoku/rules/kind.h"
#include "sudoku/rules/mistakes.h"
#include "sudoku/rules/pairs.h"
#include "sudoku/rules/rule_model.h"
#include "sudoku/rules/rule_places.h"
#include "sudoku/rules/rule_text.h"
#include "sudoku/solver.h"

namespace sudoku {
namespace {

// A grid in which no number makes a wish true is followed by another one.
constexpr int kMostGrids = 20;
// Lines and sets of cells: how many are tried, and how many cells they have.
constexpr int kLinesTried = 150;
constexpr size_t kLongestLine = 6;
constexpr size_t kLargestCage = 4;

// "XSum~C1~?~?" is a wish for each end.
std::vector<std::string> WishesOf(const std::string& statement) {
  std::vector<std::string> wishes;
  const std::vector<std::string> words =
      absl::StrSplit(statement, absl::ByChar('~'));
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] != "?") continue;
    std::vector<std::string> one = words;
    for (size_t j = 0; j < one.size(); ++j) {
      if (j != i && one[j] == "?") one[j].clear();
    }
    wishes.push_back(absl::StrJoin(one, "~"));
  }
  return wishes;
}

std::string Replaced(const std::string& wish, absl::string_view number) {
  const size_t place = wish.find('?');
  return absl::StrCat(wish.substr(0, place), number, wish.substr(place + 1));
}

// The greatest number that may be meant.
int MostOf(const std::string& wish, const Geometry& geometry) {
  const auto cells = static_cast<int>(absl::c_count(wish, '~'));
  return std::max(cells, geometry.size()) * geometry.greatest_digit();
}

// What is wrong with it whatever the number is.
std::optional<RuleTextError> MistakeInWish(const std::string& wish,
                                           const Geometry& geometry) {
  std::optional<RuleTextError> first;
  for (int number = 1; number <= MostOf(wish, geometry); ++number) {
    Puzzle one(geometry);
    auto error = AddRules(Replaced(wish, absl::StrCat(number)), &one);
    if (!error.has_value()) return std::nullopt;
    if (!first.has_value()) first = std::move(error);
  }
  return first;
}

// Whether it says something without its number.
bool SaysSomethingWithout(const RuleKind& kind) {
  return kind.form == RuleForm::kCells && kind.most_numbers == 1 &&
         kind.fewest_numbers == 0 && kind.numbers.empty();
}

// Whether the rule says that all marks of the kind are given.
bool SpeaksOf(const Rule& rule, const RuleKind& kind) {
  return absl::c_linear_search(rule.kind->marks, kind.name);
}

class RuleMaker {
 public:
  RuleMaker(const RuleWishes& wishes, Random& random, const dlx::Limits& limits)
      : geometry_(wishes.puzzle.geometry),
        wishes_(wishes),
        random_(random),
        limits_(limits),
        end_(dlx::SteadyNow() + limits.time) {}

  absl::StatusOr<Puzzle> Make() {
    if (wishes_.open.empty() && wishes_.kinds.empty()) {
      return WithCluesForRules(wishes_.puzzle, random_, limits_);
    }
    for (int i = 0; i < kMostGrids; ++i) {
      if (const absl::Status status = DrawGrid(); !status.ok()) return status;
      Puzzle made = wishes_.puzzle;
      if (!AddWishes(made)) continue;
      const size_t first = made.rules.size();
      for (const RuleKind* kind : wishes_.kinds) AddRulesOf(*kind, made);
      if (AreAllMarksMade(made)) return Finish(std::move(made), first);
    }
    // What a limit kept from being found is not said to be untrue.
    if (const absl::Status status = LimitStatus(); !status.ok()) return status;
    return absl::InvalidArgumentError(
        absl::StrCat(failed_, " in any of ", kMostGrids, " grids"));
  }

 private:
  dlx::Limits LimitsNow(uint64_t nodes = UINT64_MAX) const {
    dlx::Limits limits = limits_;
    limits.time = std::max(end_ - dlx::SteadyNow(), absl::ZeroDuration());
    limits.nodes = std::min(limits.nodes, nodes);
    return limits;
  }

  // Why to stop, or nothing.
  absl::Status LimitStatus() const {
    if (dlx::IsInterrupted(limits_.interrupter)) {
      return absl::CancelledError("interrupted");
    }
    if (dlx::SteadyNow() < end_) return absl::OkStatus();
    return absl::DeadlineExceededError("a limit came first");
  }

  // Whether it says that all marks of a kind are given that is made.
  bool NeedsMarks(const Rule& rule) const {
    return absl::c_any_of(wishes_.kinds, [&](const RuleKind* kind) {
      return SpeaksOf(rule, *kind);
    });
  }

  // Where marks are made, all of them, any grid will do.
  absl::Status DrawGrid() {
    Puzzle rules = wishes_.puzzle;
    std::erase_if(rules.rules,
                  [&](const Rule& rule) { return NeedsMarks(rule); });
    for (const std::string& wish : wishes_.open) {
      if (!SaysSomethingWithout(
              *FindRuleKind(wish.substr(0, wish.find('~'))))) {
        continue;
      }
      const auto error = AddRules(Replaced(wish, ""), &rules);
      if (error.has_value()) return absl::InvalidArgumentError(error->sentence);
    }
    absl::StatusOr<Grid> grid =
        DrawGridForRules(std::move(rules), random_, LimitsNow());
    if (!grid.ok()) return grid.status();
    grid_ = *std::move(grid);
    return absl::OkStatus();
  }

  // Most rules that do not hold leave cells no digit; others are searched.
  bool Hold(const std::vector<Rule>& rules) const {
    Puzzle one(geometry_, *grid_);
    one.rules = rules;
    absl::StatusOr<RuleModel> model =
        RuleModel::Create(one, sudoku::Candidates(one));
    if (!model.ok() || absl::c_linear_search(model->Candidates(), 0)) {
      return false;
    }
    absl::StatusOr<Solver> solver =
        Solver::ForRules(one, {.limits = LimitsNow()});
    return solver.ok() && solver->Solve(one).verdict == Verdict::kUnique;
  }

  // The rule, if it is one that holds.
  std::optional<Rule> Read(const std::string& text) const {
    Puzzle one(geometry_);
    if (!LimitStatus().ok() || AddRules(text, &one).has_value() ||
        one.rules.size() != 1 || !Hold(one.rules)) {
      return std::nullopt;
    }
    return one.rules[0];
  }

  // The same with the greatest number for which it holds.
  std::optional<Rule> ReadWish(const std::string& wish) const {
    if (!absl::StrContains(wish, '?')) return Read(wish);
    for (int number = MostOf(wish, geometry_); number >= 0; --number) {
      if (auto rule = Read(Replaced(wish, absl::StrCat(number)))) return rule;
    }
    return std::nullopt;
  }

  bool AddWishes(Puzzle& made) {
    for (const std::string& wish : wishes_.open) {
      const std::optional<Rule> rule = ReadWish(wish);
      failed_ = absl::StrCat("no number makes ", wish, " true");
      if (!rule.has_value()) return false;
      made.rules.push_back(*rule);
    }
    return true;
  }

  bool AreAllMarksMade(const Puzzle& made) {
    const auto strict = absl::c_find_if(
        made.rules, [&](const Rule& rule) { return NeedsMarks(rule); });
    if (strict == made.rules.end()) return true;
    failed_ =
        absl::StrCat("the marks that are made are not all for ", strict->text);
    return Hold(made.rules);
  }

  // --- rules that are added ---

  std::string Word(int cell) const {
    return rules::WordOf(cell, geometry_.size());
  }

  void AddRulesOf(const RuleKind& kind, Puzzle& made) {
    const std::string name(kind.name);
    switch (kind.form) {
      case RuleForm::kEnds:
      case RuleForm::kLine:
        for (int i = 0; i < geometry_.size(); ++i) {
          for (const char* const letter : {"R", "C"}) {
            const std::string line = absl::StrCat(letter, i + 1);
            const std::string wish =
                kind.form == RuleForm::kLine
                    ? absl::StrCat(name, "~?~", line)
                    : absl::StrCat(name, "~", line, "~?~?");
            std::vector<std::string> wishes = WishesOf(wish);
            // In large grids, at one end: of so many rules, questions take
            // long.
            if (geometry_.size() > 9) {
              wishes = {wishes[random_.Below(wishes.size())]};
            }
            for (const std::string& one : wishes) AddWish(one, made);
          }
        }
        return;
      case RuleForm::kDiagonal:
        for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
          if (BeginsDiagonal(cell)) {
            AddWish(absl::StrCat(name, "~?~", Word(cell)), made);
          }
        }
        return;
      case RuleForm::kSquare:
        for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
          AddWish(absl::StrCat(name, "~", Word(cell), DigitsOfSquare(cell)),
                  made);
        }
        return;
      default:
        break;
    }
    if (kind.mistake == rules::MistakeInNeighbours) return AddPairs(name, made);
    const std::string begin =
        absl::StrCat(name, kind.fewest_numbers > 0 || kind.is_sum ? "~?" : "");
    kind.is_sum ? AddCages(begin, made) : AddLines(kind, begin, made);
  }

  // The diagonal of a lower corner begins at an upper one, too.
  bool BeginsDiagonal(int cell) const {
    const int row = geometry_.RowOf(cell);
    const int column = geometry_.ColumnOf(cell);
    const int last = geometry_.size() - 1;
    return rules::IsAtBorder(cell, geometry_.size()) &&
           (row < last || (0 < column && column < last));
  }

  void AddWish(const std::string& wish, Puzzle& made) const {
    if (auto rule = ReadWish(wish)) made.rules.push_back(*std::move(rule));
  }

  std::string DigitsOfSquare(int cell) const {
    std::vector<int> digits;
    const int size = geometry_.size();
    for (const int other : {cell, cell + 1, cell + size, cell + size + 1}) {
      if (other >= geometry_.cell_count()) return "";
      digits.push_back((*grid_)[other] - 1 + geometry_.least_digit());
    }
    absl::c_sort(digits);
    return absl::StrCat("~", absl::StrJoin(digits, "~"));
  }

  void AddPairs(const std::string& name, Puzzle& made) const {
    const int size = geometry_.size();
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      for (const int other : {cell + 1, cell + size}) {
        if (other >= geometry_.cell_count() ||
            !rules::AreBeside(cell, other, size)) {
          continue;
        }
        // The second one is for "greater than".
        const size_t before = made.rules.size();
        AddWish(absl::StrCat(name, "~", Word(cell), "~", Word(other)), made);
        if (made.rules.size() > before) continue;
        AddWish(absl::StrCat(name, "~", Word(other), "~", Word(cell)), made);
      }
    }
  }

  // Cells that are not taken around a cell: beside it, and across corners.
  std::vector<int> Around(int cell, const std::vector<bool>& is_taken,
                          bool across) const {
    const int size = geometry_.size();
    std::vector<int> cells;
    for (int row = cell / size - 1; row <= cell / size + 1; ++row) {
      for (int column = cell % size - 1; column <= cell % size + 1; ++column) {
        const bool is_beside = row == cell / size || column == cell % size;
        if (row < 0 || column < 0 || row >= size || column >= size ||
            is_taken[row * size + column] || (!across && !is_beside)) {
          continue;
        }
        cells.push_back(row * size + column);
      }
    }
    return cells;
  }

  // Cells that follow each other from `cell` on, up to `length` of them, which
  // are taken then.
  std::vector<int> Walk(int cell, size_t length, bool across,
                        std::vector<bool>& is_taken) {
    std::vector<int> cells;
    while (true) {
      cells.push_back(cell);
      is_taken[cell] = true;
      const std::vector<int> next = Around(cell, is_taken, across);
      if (cells.size() >= length || next.empty()) return cells;
      cell = next[random_.Below(next.size())];
    }
  }

  std::string Words(const std::vector<int>& cells) const {
    std::string words;
    for (const int cell : cells) absl::StrAppend(&words, "~", Word(cell));
    return words;
  }

  // Each cell is in one. What is not right as a whole is so without its last
  // cells.
  void AddCages(const std::string& begin, Puzzle& made) {
    std::vector<bool> is_taken(geometry_.cell_count(), false);
    for (int first = 0; first < geometry_.cell_count(); ++first) {
      if (is_taken[first]) continue;
      std::vector<int> cells =
          Walk(first, 2 + random_.Below(kLargestCage - 1), false, is_taken);
      std::optional<Rule> rule;
      while (!(rule = ReadWish(begin + Words(cells))) && cells.size() > 1) {
        is_taken[cells.back()] = false;
        cells.pop_back();
      }
      if (rule.has_value()) made.rules.push_back(*std::move(rule));
    }
  }

  // Some lines of one cell do not.
  bool SaysNothing(const Rule& rule) const {
    Puzzle one(geometry_);
    one.rules = {rule};
    const std::vector<DigitSet> all = sudoku::Candidates(one);
    absl::StatusOr<RuleModel> model = RuleModel::Create(one, all);
    return rule.cells().size() == 1 && model.ok() && model->Candidates() == all;
  }

  // No cell is in two of them.
  void AddLines(const RuleKind& kind, const std::string& begin, Puzzle& made) {
    std::vector<bool> is_taken(geometry_.cell_count(), false);
    for (int i = 0; i < kLinesTried; ++i) {
      const int first = static_cast<int>(random_.Below(geometry_.cell_count()));
      const size_t length =
          kind.fewest_cells +
          random_.Below(std::max(kind.fewest_cells + 1, kLongestLine) -
                        kind.fewest_cells);
      if (is_taken[first]) continue;
      std::vector<bool> taken_then = is_taken;
      const std::vector<int> cells = Walk(first, length, true, taken_then);
      const auto rule = ReadWish(begin + Words(cells));
      if (!rule.has_value() || SaysNothing(*rule)) continue;
      is_taken = std::move(taken_then);
      made.rules.push_back(*rule);
    }
  }

  // --- one solution ---

  // Takes the nodes of the search from those that are left.
  bool IsUnique(const Puzzle& puzzle, uint64_t& nodes_left) const {
    const uint64_t nodes = std::min(NodesOfQuestion(geometry_), nodes_left);
    if (nodes == 0) return false;
    absl::StatusOr<Solver> solver =
        Solver::ForRules(puzzle, {.limits = LimitsNow(nodes)});
    if (!solver.ok()) return false;
    const Answer& answer = solver->Solve(puzzle);
    nodes_left -= std::min(nodes_left, answer.nodes);
    return answer.verdict == Verdict::kUnique;
  }

  // With clues if need be, and without needless ones of the rules from `first`
  // on.
  absl::StatusOr<Puzzle> Finish(Puzzle made, size_t first) {
    if (const absl::Status status = LimitStatus(); !status.ok()) return status;
    absl::StatusOr<Puzzle> puzzle =
        WithCluesForRules(std::move(made), random_, LimitsNow(), grid_);
    if (!puzzle.ok()) return puzzle.status();
    random_.Shuffle(absl::MakeSpan(puzzle->rules).subspan(first));
    uint64_t nodes_left = kLongestQuestions * NodesOfQuestion(geometry_);
    for (size_t i = puzzle->rules.size(); i-- > first;) {
      if (const absl::Status status = LimitStatus(); !status.ok()) {
        return status;
      }
      if (IsMarkOfAll(puzzle->rules[i])) continue;
      Puzzle without = *puzzle;
      without.rules.erase(without.rules.begin() + static_cast<ptrdiff_t>(i));
      if (IsUnique(without, nodes_left)) *puzzle = std::move(without);
    }
    if (const absl::Status status = LimitStatus(); !status.ok()) return status;
    return puzzle;
  }

  // Another rule says that all of its kind are given.
  bool IsMarkOfAll(const Rule& mark) const {
    return absl::c_any_of(wishes_.puzzle.rules, [&](const Rule& rule) {
      return SpeaksOf(rule, *mark.kind);
    });
  }

  const Geometry& geometry_;
  const RuleWishes& wishes_;
  Random& random_;
  const dlx::Limits limits_;
  const absl::Duration end_;
  std::optional<Grid> grid_;
  std::string failed_;
};

}  // namespace

bool CanBeMade(const RuleKind& kind) {
  return kind.form != RuleForm::kEverywhere && kind.form != RuleForm::kCoded &&
         !kind.has_parts && kind.letters.empty() && !kind.has_digits &&
         kind.fewest_numbers <= 1;
}

// What is no wish is read where it stands.
std::optional<RuleTextError> AddWishes(dlx::StringView text,
                                       RuleWishes* wishes) {
  std::string given(text);
  std::vector<std::string> open;
  int depth = 0;
  for (absl::string_view statement :
       absl::StrSplit(absl::string_view(text), '.')) {
    const absl::string_view name = statement.substr(0, statement.find('~'));
    if (OpensBlock(name)) ++depth;
    if (name == "End") --depth;
    if (depth > 0) continue;
    const std::vector<std::string> own = WishesOf(std::string(statement));
    const auto offset =
        static_cast<size_t>(statement.data() - absl::string_view(text).data());
    for (const std::string& wish : own) {
      if (auto error = MistakeInWish(wish, wishes->puzzle.geometry)) {
        return RuleTextError{offset + error->offset, error->sentence};
      }
      open.push_back(wish);
    }
    if (!own.empty()) {
      given.replace(offset, statement.size(), statement.size(), ' ');
    }
  }
  if (auto error = AddRules(given, &wishes->puzzle)) return error;
  absl::c_move(open, std::back_inserter(wishes->open));
  return std::nullopt;
}

absl::StatusOr<Puzzle> WithMadeRules(const RuleWishes& wishes, Random& random,
                                     const dlx::Limits& limits) {
  return RuleMaker(wishes, random, limits).Make();
}

}  // namespace sudoku
