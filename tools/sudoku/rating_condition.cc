#include "tools/sudoku/rating_condition.h"

#include <cstddef>
#include <limits>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace sudoku::tool {
namespace {

using Sign = RatingCondition::Sign;

// A sign comes before those that it begins with.
constexpr std::pair<absl::string_view, Sign> kSigns[] = {
    {">=", Sign::kAtLeast}, {"<=", Sign::kAtMost}, {"!=", Sign::kNotEqual},
    {"==", Sign::kEqual},   {">", Sign::kGreater}, {"<", Sign::kLess},
    {"=", Sign::kEqual}};

bool IsSo(double a, Sign sign, double b) {
  switch (sign) {
    case Sign::kLess:
      return a < b;
    case Sign::kAtMost:
      return a <= b;
    case Sign::kEqual:
      return a == b;
    case Sign::kNotEqual:
      return a != b;
    case Sign::kAtLeast:
      return a >= b;
    case Sign::kGreater:
      return a > b;
  }
  return false;
}

// Reads the terms of a condition one after the other.
class ConditionParser {
 public:
  explicit ConditionParser(absl::string_view text) : text_(text) {}

  bool Parse(RatingCondition* condition) {
    do {
      RatingCondition::Term term;
      if (!ParseMeasure(&term.measure) || !ParseSign(&term.sign) ||
          !ParseNumber(&term.number)) {
        return false;
      }
      condition->terms.push_back(term);
      SkipBlanks();
      if (at_ == text_.size()) return true;
    } while (Take("&&"));
    return Expected("&&", Word());
  }
  const std::string& error() const { return error_; }

 private:
  bool ParseMeasure(Measure* measure) {
    const absl::string_view word = Word();
    for (const auto& row : MeasureNames::Table()) {
      if (word != row.name) continue;
      *measure = row.value;
      at_ += word.size();
      return true;
    }
    return Expected("er, ep, ed, score or clues", word);
  }

  bool ParseSign(Sign* sign) {
    SkipBlanks();
    for (const auto& [word, meaning] : kSigns) {
      if (!Take(word)) continue;
      *sign = meaning;
      return true;
    }
    return Expected(">=, <=, >, <, = or !=", Word());
  }

  bool ParseNumber(double* number) {
    const absl::string_view word = Word();
    if (word.empty() || !absl::ascii_isdigit(word[0]) ||
        !absl::SimpleAtod(word, number)) {
      return Expected("a number", word);
    }
    at_ += word.size();
    return true;
  }

  // Letters, digits and points, or one other character, or nothing at the end.
  absl::string_view Word() {
    SkipBlanks();
    size_t end = at_;
    while (end < text_.size() &&
           (absl::ascii_isalnum(text_[end]) || text_[end] == '.')) {
      ++end;
    }
    if (end == at_ && end < text_.size()) ++end;
    return text_.substr(at_, end - at_);
  }
  void SkipBlanks() {
    while (at_ < text_.size() && absl::ascii_isspace(text_[at_])) ++at_;
  }
  bool Take(absl::string_view word) {
    if (!absl::StartsWith(text_.substr(at_), word)) return false;
    at_ += word.size();
    return true;
  }

  bool Expected(absl::string_view what, absl::string_view instead) {
    error_ = absl::StrCat(
        what, instead.empty()
                  ? " is expected at the end"
                  : absl::StrCat(" is expected where \"", instead,
                                 "\" stands, at character ", at_ + 1));
    return false;
  }

  const absl::string_view text_;
  size_t at_ = 0;
  std::string error_;
};

}  // namespace

std::vector<cli::NamedValue<Measure>> MeasureNames::Table() {
  return {{"er", Measure::kEr},
          {"ep", Measure::kEp},
          {"ed", Measure::kEd},
          {"score", Measure::kScore},
          {"clues", Measure::kClues}};
}

std::optional<double> MeasureOf(Measure measure, const Ratings& ratings,
                                int clues) {
  const auto if_known = [](bool is_known, double number) {
    return is_known ? std::optional<double>(number) : std::nullopt;
  };
  switch (measure) {
    case Measure::kEr:
      return if_known(ratings.is_rated, ratings.hardest / 10.0);
    case Measure::kEp:
      return if_known(ratings.is_rated || ratings.has_digit,
                      ratings.to_first_digit / 10.0);
    case Measure::kEd:
      return if_known(ratings.is_rated || ratings.first > 0,
                      ratings.first / 10.0);
    case Measure::kScore:
      return if_known(ratings.is_solved, static_cast<double>(ratings.score));
    case Measure::kClues:
      return clues;
  }
  return std::nullopt;
}

bool RatingCondition::Holds(const Ratings& ratings, int clues) const {
  for (const Term& term : terms) {
    const double value = MeasureOf(term.measure, ratings, clues)
                             .value_or(std::numeric_limits<double>::infinity());
    if (!IsSo(value, term.sign, term.number)) return false;
  }
  return true;
}

bool AbslParseFlag(absl::string_view text, RatingCondition* condition,
                   std::string* error) {
  *condition = {};
  if (text.empty()) return true;
  condition->text = std::string(text);
  ConditionParser parser(text);
  if (parser.Parse(condition)) return true;
  *error = parser.error();
  return false;
}

std::string AbslUnparseFlag(const RatingCondition& condition) {
  return condition.text;
}

bool AbslParseFlag(absl::string_view text, RatingOrder* order,
                   std::string* error) {
  *order = {};
  if (text.empty()) return true;
  order->is_falling = absl::ConsumePrefix(&text, "-");
  cli::NamedFlag<MeasureNames> measure;
  if (!AbslParseFlag(text, &measure, error)) return false;
  order->measure = measure.value;
  return true;
}

std::string AbslUnparseFlag(const RatingOrder& order) {
  if (!order.measure.has_value()) return "";
  return absl::StrCat(
      order.is_falling ? "-" : "",
      AbslUnparseFlag(cli::NamedFlag<MeasureNames>{*order.measure}));
}

std::vector<std::string> RatingOrders() {
  std::vector<std::string> orders = cli::NamesOf<MeasureNames>();
  for (const std::string& name : cli::NamesOf<MeasureNames>()) {
    orders.push_back(absl::StrCat("-", name));
  }
  return orders;
}

}  // namespace sudoku::tool
