#include "dlx/io/export/answer.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "dlx/io/names.h"

namespace dlx::io {

void AnswerBuilder::BeginOptions() {
  // Nothing to forget in the usual case, that of one answer.
  if (has_options_) {
    std::fill(chosen_.begin(), chosen_.end(), Value::kNotSaid);
  }
  has_options_ = true;
}

absl::Status AnswerBuilder::SetOption(uint64_t number, bool is_chosen) {
  if (number >= chosen_.size()) {
    return NotAnAnswer(absl::StrCat("there is no option ", number, ": ",
                                    chosen_.size(),
                                    " options are numbered from 0"));
  }
  Value& value = chosen_[number];
  const Value now = is_chosen ? Value::kChosen : Value::kLeftOut;
  if (value != Value::kNotSaid) {
    return NotAnAnswer(absl::StrCat(
        "option ", number,
        value == now ? " is named twice" : " is both chosen and left out"));
  }
  value = now;
  return absl::OkStatus();
}

absl::Status AnswerBuilder::SetOption(uint64_t number,
                                      absl::string_view value) {
  constexpr double kTolerance = 1e-4;
  double parsed;
  if (!absl::SimpleAtod(value, &parsed)) {
    return NotAnAnswer(absl::StrCat("the value of option ", number, ", ",
                                    Quoted(value), ", is no number"));
  }
  const bool is_one = std::abs(parsed - 1) <= kTolerance;
  if (!is_one && !(std::abs(parsed) <= kTolerance)) {
    return NotAnAnswer(
        absl::StrCat("the value of option ", number, " is ", value,
                     ", neither 0 nor 1: was only the relaxation solved?"));
  }
  return SetOption(number, is_one);
}

bool AnswerBuilder::is_partial() const {
  return std::find(chosen_.begin(), chosen_.end(), Value::kNotSaid) !=
         chosen_.end();
}

absl::StatusOr<SolverAnswer> AnswerBuilder::Build() const {
  if (!has_verdict_) {
    return NotAnAnswer("it does not say whether there is a solution");
  }
  SolverAnswer answer = {.verdict = verdict_};
  if (!answer.has_cover()) return answer;
  if (!has_options_) {
    return NotAnAnswer("it says that there is a solution, but not which");
  }
  for (uint32_t i = 0; i < chosen_.size(); ++i) {
    if (chosen_[i] == Value::kChosen) answer.options.push_back(OptionId(i));
  }
  return answer;
}

std::vector<absl::string_view> LinesOf(absl::string_view text) {
  std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  for (absl::string_view& line : lines) {
    line = absl::StripAsciiWhitespace(line);
  }
  return lines;
}

absl::Status NotAnAnswer(absl::string_view sentence) {
  return absl::InvalidArgumentError(
      absl::StrCat("this is not a solver's answer to the problem: ", sentence));
}

absl::Status CutOff() {
  return NotAnAnswer("its end is missing; is it cut off?");
}

}  // namespace dlx::io
