#include "tools/sudoku/wanted_steps.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "sudoku/puzzle.h"
#include "sudoku/technique/board.h"
#include "sudoku/technique/explainer.h"
#include "sudoku/technique/steps.h"
#include "sudoku/technique/technique.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/named_values.h"
#include "tools/cli/suggest.h"

namespace sudoku::tool {
namespace {

// All ten times those that people write. The hardest puzzles that are known
// have 11.9; that of a full house is the least.
constexpr int kLeastRating = 10;
constexpr int kGreatestRating = 119;
// Up to here, the ratings of techniques do not depend on their sizes.
constexpr int kLeastOfLoops = 45;

// --rating: "4.2-5.0", "4.2-", "-5.0" or "4.4".
struct RatingRange {
  std::string text = "";
  int least = kLeastRating;
  int most = kGreatestRating;
};

bool ParseEnd(absl::string_view text, double* end) {
  return !text.empty() && absl::ascii_isdigit(text[0]) &&
         absl::SimpleAtod(text, end) && *end < 1000;
}

bool AbslParseFlag(absl::string_view text, RatingRange* range,
                   std::string* error) {
  *range = {.text = std::string(text)};
  if (text.empty()) return true;
  const std::vector<absl::string_view> ends =
      absl::StrSplit(text, absl::MaxSplits('-', 1));
  const absl::string_view first = ends.front();
  const absl::string_view last = ends.back();
  double least = kLeastRating / 10.0;
  double most = kGreatestRating / 10.0;
  if (text == "-" || (!first.empty() && !ParseEnd(first, &least)) ||
      (!last.empty() && !ParseEnd(last, &most))) {
    *error = "a rating is expected, as in 4.4, 4.2-5.0, 7.1- or -3.0";
    return false;
  }
  // No rating has more than one decimal place.
  constexpr double kRounding = 1e-6;
  range->least = static_cast<int>(std::ceil(least * 10 - kRounding));
  range->most = static_cast<int>(std::floor(most * 10 + kRounding));
  return true;
}
std::string AbslUnparseFlag(const RatingRange& range) { return range.text; }

// Puzzles that are made for their steps have no rules.
bool CanBeWanted(const TechniqueRow& row) {
  return row.technique != Technique::kRule;
}

// --technique: a word of the table; those of the same name are told apart.
struct TechniqueFlag {
  std::optional<Technique> value = std::nullopt;
};
bool AbslParseFlag(absl::string_view text, TechniqueFlag* flag,
                   std::string* error) {
  flag->value.reset();
  if (text.empty()) return true;
  std::vector<absl::string_view> words;
  for (const TechniqueRow& row : AllTechniques()) {
    if (!CanBeWanted(row)) continue;
    if (row.word == text) flag->value = row.technique;
    words.push_back(row.word);
  }
  if (flag->value.has_value()) return true;
  *error = absl::StrCat("a technique is expected, as in x-wing or xy-chain",
                        cli::DidYouMean(text, words));
  return false;
}
std::string AbslUnparseFlag(const TechniqueFlag& flag) {
  return flag.value.has_value() ? std::string(RowOf(*flag.value).word) : "";
}

// --level
struct Levels {
  static std::vector<cli::NamedValue<std::optional<Level>>> Table() {
    std::vector<cli::NamedValue<std::optional<Level>>> table;
    for (const Level level : {Level::kEasy, Level::kMedium, Level::kHard,
                              Level::kUnfair, Level::kExtreme}) {
      table.push_back({LevelName(level), level});
    }
    return table;
  }
};

}  // namespace
}  // namespace sudoku::tool

ABSL_FLAG(sudoku::tool::RatingRange, rating, {},
          "The rating of the hardest step is from `A-B`, as Sudoku Explainer "
          "rates it: 4.2-5.0, 7.1-, -3.0 or 4.4.");
ABSL_FLAG(sudoku::tool::TechniqueFlag, technique, {},
          "The steps that solve it use this technique: a `WORD` as rate "
          "writes it, such as xy-chain.");
ABSL_FLAG(cli::NamedFlag<sudoku::tool::Levels>, level, {},
          "HoDoKu's level of its hardest step: easy, medium, hard, unfair or "
          "extreme.");

namespace sudoku::tool {
namespace {

struct WantedSteps {
  std::optional<RatingRange> rating;
  std::optional<Technique> technique;
  std::optional<Level> level;

  bool needs_explainer() const { return rating.has_value() || IsExplainers(); }
  bool needs_easiest() const {
    return level.has_value() || (technique.has_value() && !IsExplainers());
  }
  // Whether the technique is one of Sudoku Explainer's alone.
  bool IsExplainers() const {
    return technique.has_value() && *technique >= Technique::kDirectPointing;
  }
};

WantedSteps WantedFromFlags() {
  WantedSteps wanted;
  const RatingRange rating = absl::GetFlag(FLAGS_rating);
  if (!rating.text.empty()) wanted.rating = rating;
  wanted.technique = absl::GetFlag(FLAGS_technique).value;
  wanted.level = absl::GetFlag(FLAGS_level).value;
  return wanted;
}

// What the steps of an order come to.
struct Walk {
  int hardest = 0;
  Level level = Level::kEasy;
  bool has_technique = false;
};

class Judge {
 public:
  Judge(std::shared_ptr<const BlankBoard> blank, WantedSteps wanted,
        absl::Time deadline)
      : blank_(std::move(blank)),
        wanted_(std::move(wanted)),
        deadline_(deadline) {}

  std::optional<std::string> operator()(const Grid& clues) const {
    const absl::StatusOr<Board> board =
        Board::Create(blank_, Puzzle(blank_->encoding.geometry(), clues));
    if (!board.ok()) return std::nullopt;
    std::vector<std::string> remarks;
    if (wanted_.needs_easiest() && !PassesEasiest(*board, remarks)) {
      return std::nullopt;
    }
    if (wanted_.needs_explainer() && !PassesExplainer(*board, remarks)) {
      return std::nullopt;
    }
    return absl::StrJoin(remarks, " ");
  }

 private:
  bool PassesEasiest(const Board& board,
                     std::vector<std::string>& remarks) const {
    const std::optional<Walk> walk = Take(board, StepOrder::kEasiest);
    if (!walk.has_value()) return false;
    if (wanted_.level.has_value()) {
      if (walk->level != *wanted_.level) return false;
      remarks.emplace_back(LevelName(walk->level));
    }
    return wanted_.IsExplainers() || PassesTechnique(*walk, remarks);
  }

  bool PassesExplainer(const Board& board,
                       std::vector<std::string>& remarks) const {
    const std::optional<Walk> walk = Take(board, StepOrder::kExplainer);
    if (!walk.has_value()) return false;
    if (wanted_.rating.has_value()) {
      if (walk->hardest < wanted_.rating->least) return false;
      remarks.push_back(absl::StrFormat("rating %.1f", walk->hardest / 10.0));
    }
    return !wanted_.IsExplainers() || PassesTechnique(*walk, remarks);
  }

  bool PassesTechnique(const Walk& walk,
                       std::vector<std::string>& remarks) const {
    if (!wanted_.technique.has_value()) return true;
    remarks.emplace_back(RowOf(*wanted_.technique).word);
    return walk.has_technique;
  }

  // Nothing if the steps do not solve it in time, or one is harder than is
  // wanted.
  std::optional<Walk> Take(Board board, StepOrder order) const {
    const StepOptions options = {.order = order,
                                 .deadline = deadline_,
                                 .interrupter = &cli::GlobalInterrupter(),
                                 .memory = NewStepMemory()};
    Walk walk;
    while (const std::optional<Step> step = NextStep(board, options)) {
      walk.hardest = std::max(walk.hardest, step->rating);
      walk.level = std::max(walk.level, RowOf(step->technique).level);
      if (step->technique == wanted_.technique) walk.has_technique = true;
      if (IsTooHard(walk, order)) return std::nullopt;
      board.Apply(step->deduction);
    }
    if (!board.state().is_solved()) return std::nullopt;
    return walk;
  }

  bool IsTooHard(const Walk& walk, StepOrder order) const {
    if (order == StepOrder::kExplainer) {
      return wanted_.rating.has_value() && walk.hardest > wanted_.rating->most;
    }
    return wanted_.level.has_value() && walk.level > *wanted_.level;
  }

  std::shared_ptr<const BlankBoard> blank_;
  WantedSteps wanted_;
  absl::Time deadline_;
};

absl::Status CheckRating(const RatingRange& range) {
  const std::string text =
      absl::StrFormat("%.1f to %.1f", range.least / 10.0, range.most / 10.0);
  if (range.least > kGreatestRating) {
    return absl::InvalidArgumentError(
        absl::StrFormat("--rating: no puzzle is known with a rating above %.1f",
                        kGreatestRating / 10.0));
  }
  if (range.most < kLeastRating) {
    return absl::InvalidArgumentError(absl::StrFormat(
        "--rating: the least rating is %.1f", kLeastRating / 10.0));
  }
  const auto is_inside = [&](const TechniqueRow& row) {
    return row.rating >= range.least && row.rating <= range.most;
  };
  if (range.least > range.most ||
      (range.most < kLeastOfLoops &&
       std::none_of(AllTechniques().begin(), AllTechniques().end(),
                    is_inside))) {
    return absl::InvalidArgumentError(
        absl::StrCat("--rating: there is no rating from ", text));
  }
  return absl::OkStatus();
}

absl::Status CheckTechnique(const WantedSteps& wanted) {
  const TechniqueRow& row = RowOf(*wanted.technique);
  if (!wanted.IsExplainers() && !row.is_default) {
    return absl::InvalidArgumentError(
        absl::StrCat("--technique=", row.word,
                     " is not looked for: others find what it does, or it "
                     "takes too long"));
  }
  if (wanted.IsExplainers()) {
    if (!wanted.rating.has_value() || row.rating <= wanted.rating->most) {
      return absl::OkStatus();
    }
    return absl::InvalidArgumentError(absl::StrFormat(
        "--technique=%s has a rating of %.1f at least, and --rating=%s is less",
        row.word, row.rating / 10.0, wanted.rating->text));
  }
  if (!wanted.level.has_value() || row.level <= *wanted.level) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("--technique=", row.word, " is ", LevelName(row.level),
                   ", and --level=", LevelName(*wanted.level), " is easier"));
}

absl::Status CheckWanted(const WantedSteps& wanted, const Geometry& geometry) {
  if (wanted.needs_explainer() && !IsForExplainer(geometry)) {
    return absl::InvalidArgumentError(absl::StrCat(
        wanted.rating.has_value() ? "--rating" : "--technique",
        " asks for steps of Sudoku Explainer, which are for puzzles with rows, "
        "columns and boxes only, and not for ",
        geometry.Description()));
  }
  if (wanted.rating.has_value()) {
    const absl::Status status = CheckRating(*wanted.rating);
    if (!status.ok()) return status;
  }
  return wanted.technique.has_value() ? CheckTechnique(wanted)
                                      : absl::OkStatus();
}

}  // namespace

std::string FlagOfWantedSteps() {
  const WantedSteps wanted = WantedFromFlags();
  if (wanted.rating.has_value()) return "--rating";
  if (wanted.technique.has_value()) return "--technique";
  return wanted.level.has_value() ? "--level" : "";
}

absl::StatusOr<StepJudge> StepJudgeFromFlags(const Geometry& geometry,
                                             absl::Time deadline) {
  WantedSteps wanted = WantedFromFlags();
  if (!wanted.needs_explainer() && !wanted.needs_easiest()) return nullptr;
  const absl::Status status = CheckWanted(wanted, geometry);
  if (!status.ok()) return status;
  absl::StatusOr<std::shared_ptr<const BlankBoard>> blank =
      BlankBoard::Create(geometry);
  if (!blank.ok()) return blank.status();
  return Judge(*std::move(blank), std::move(wanted), deadline);
}

std::vector<std::string> TechniqueWords() {
  std::vector<std::string> words;
  for (const TechniqueRow& row : AllTechniques()) {
    if (CanBeWanted(row)) words.emplace_back(row.word);
  }
  return words;
}

std::vector<std::string> LevelNames() { return cli::NamesOf<Levels>(); }

}  // namespace sudoku::tool
