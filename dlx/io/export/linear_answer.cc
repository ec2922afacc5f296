#include "dlx/io/export/linear_answer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

using Verdict = SolverAnswer::Verdict;
using Lines = absl::Span<const absl::string_view>;

std::vector<absl::string_view> Words(absl::string_view line) {
  return absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
}

std::optional<uint64_t> ParseNumber(absl::string_view digits) {
  uint64_t number;
  if (digits.empty() || !absl::ascii_isdigit(digits[0]) ||
      !absl::SimpleAtoi(digits, &number)) {
    return std::nullopt;
  }
  return number;
}

// The value of the variable `name`, of which those are of interest that are
// options: o0, o1, ...
absl::Status SetVariable(absl::string_view name, absl::string_view value,
                         AnswerBuilder& answer) {
  absl::string_view digits = name;
  const bool is_option = absl::ConsumePrefix(&digits, "o");
  const std::optional<uint64_t> number = ParseNumber(digits);
  if (is_option && number.has_value()) return answer.SetOption(*number, value);
  return absl::OkStatus();
}

// glpsol tells of every variable, and says at the end that this is the end.
absl::Status EndOfGlpsol(bool has_end, const AnswerBuilder& answer) {
  const bool is_cut_off =
      answer.has_options() && !has_end && answer.is_partial();
  return is_cut_off ? CutOff() : absl::OkStatus();
}

// The lines that glpsol -w writes, with the status of an integer program or of
// a linear one:
//
//   s mip ROWS COLUMNS STATUS OBJECTIVE         j COLUMN VALUE
//   s bas ROWS COLUMNS PRIMAL DUAL OBJECTIVE    j COLUMN STATUS VALUE DUAL
absl::Status ReadGlpsolNumbers(Lines lines, uint32_t option_count,
                               AnswerBuilder& answer) {
  size_t value_word = 0;
  bool has_end = false;
  for (const absl::string_view line : lines) {
    const std::vector<absl::string_view> words = Words(line);
    if (words.empty()) continue;
    if (line == "e o f") {
      has_end = true;
    } else if (words[0] == "s") {
      const bool is_integer = words.size() == 6 && words[1] == "mip";
      if (!is_integer && (words.size() != 7 || words[1] != "bas")) {
        return NotAnAnswer(absl::StrCat("what does ", Quoted(line), " mean?"));
      }
      const absl::string_view status = words[4];
      const bool is_best =
          is_integer ? status == "o" : status == "f" && words[5] == "f";
      answer.set_verdict(is_best         ? Verdict::kBestCover
                         : status == "f" ? Verdict::kCover
                         : status == "n" ? Verdict::kNoCover
                                         : Verdict::kUnknown);
      answer.BeginOptions();
      value_word = is_integer ? 2 : 3;
    } else if (words[0] == "j" && answer.has_options()) {
      const std::optional<uint64_t> column =
          words.size() > value_word ? ParseNumber(words[1]) : std::nullopt;
      if (column.value_or(0) == 0) {
        return NotAnAnswer(absl::StrCat("what does ", Quoted(line), " mean?"));
      }
      if (*column > option_count) continue;
      absl::Status status = answer.SetOption(*column - 1, words[value_word]);
      if (!status.ok()) return status;
    }
  }
  return EndOfGlpsol(has_end, answer);
}

// A linear program is as good, if its solution happens to be of integers, and
// better, if it has none.
Verdict GlpsolVerdict(absl::string_view status) {
  absl::ConsumePrefix(&status, "INTEGER ");
  if (status == "OPTIMAL") return Verdict::kBestCover;
  if (status == "NON-OPTIMAL" || status == "FEASIBLE") return Verdict::kCover;
  if (status == "EMPTY" || status == "INFEASIBLE (FINAL)") {
    return Verdict::kNoCover;
  }
  return Verdict::kUnknown;
}

absl::Status ReadGlpsolTable(Lines lines, AnswerBuilder& answer) {
  bool has_end = false;
  for (absl::string_view line : lines) {
    absl::Status status;
    if (line == "End of output") {
      has_end = true;
    } else if (absl::ConsumePrefix(&line, "Status:")) {
      answer.set_verdict(GlpsolVerdict(absl::StripAsciiWhitespace(line)));
    } else if (absl::StrContains(line, "Column name")) {
      answer.BeginOptions();
    } else if (answer.has_options()) {
      const std::vector<absl::string_view> words = Words(line);
      // The number, the name, a star (or a status, if it is not an integer
      // program), and the value.
      if (words.size() >= 5 && ParseNumber(words[0]).has_value()) {
        status = SetVariable(words[1], words[3], answer);
      }
    }
    if (!status.ok()) return status;
  }
  return EndOfGlpsol(has_end, answer);
}

std::optional<Verdict> CbcVerdict(absl::string_view first_line) {
  if (!absl::StrContains(first_line, " - objective value")) return std::nullopt;
  if (absl::StrContains(first_line, "no integer solution")) {
    return Verdict::kUnknown;
  }
  if (absl::StartsWith(first_line, "Optimal")) return Verdict::kBestCover;
  if (absl::StartsWith(first_line, "Infeasible") ||
      absl::StartsWith(first_line, "Integer infeasible")) {
    return Verdict::kNoCover;
  }
  return absl::StartsWith(first_line, "Stopped") ? Verdict::kCover
                                                 : Verdict::kUnknown;
}

// Lines of index, name, value and reduced cost; "**" before those of variables
// beyond their bounds. Variables that are 0 may be left out.
absl::Status ReadCbcValues(Lines lines, AnswerBuilder& answer) {
  answer.BeginOptions();
  for (const absl::string_view line : lines) {
    const std::vector<absl::string_view> words = Words(line);
    const size_t first = !words.empty() && words[0] == "**" ? 1 : 0;
    if (words.empty()) continue;
    if (words.size() != first + 4) {
      return NotAnAnswer(absl::StrCat("what does ", Quoted(line), " mean?"));
    }
    absl::Status status =
        SetVariable(words[first + 1], words[first + 2], answer);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadLinearAnswer(absl::string_view text, uint32_t option_count,
                              AnswerBuilder& answer) {
  const std::vector<absl::string_view> all_lines = LinesOf(text);
  Lines lines = all_lines;
  while (!lines.empty() && lines.front().empty()) lines.remove_prefix(1);
  if (lines.empty()) return NotAnAnswer("it is empty");
  const std::optional<Verdict> cbc = CbcVerdict(lines.front());
  if (cbc.has_value()) {
    answer.set_verdict(*cbc);
    const bool has_values =
        *cbc == Verdict::kCover || *cbc == Verdict::kBestCover;
    return has_values ? ReadCbcValues(lines.subspan(1), answer)
                      : absl::OkStatus();
  }
  if (absl::StartsWith(lines.front(), "Problem:")) {
    return ReadGlpsolTable(lines, answer);
  }
  return ReadGlpsolNumbers(lines, option_count, answer);
}

}  // namespace dlx::io
