#include "dlx/io/export/literal_answer.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

using Verdict = SolverAnswer::Verdict;

class LiteralReader {
 public:
  LiteralReader(absl::string_view letter, uint32_t option_count,
                AnswerBuilder& answer)
      : letter_(letter), option_count_(option_count), answer_(answer) {}

  absl::Status ReadCompetition(const std::vector<absl::string_view>& lines);
  absl::Status ReadMinisat(const std::vector<absl::string_view>& lines,
                           size_t verdict_line);
  // The last list of values has been ended by a 0.
  bool has_end() const { return has_end_; }

 private:
  void BeginOptions() {
    answer_.BeginOptions();
    has_end_ = false;
  }
  absl::Status ReadVerdict(absl::string_view verdict);
  absl::Status ReadLiterals(absl::string_view literals);

  absl::string_view letter_;
  uint32_t option_count_;
  AnswerBuilder& answer_;
  bool has_end_ = false;
};

absl::Status LiteralReader::ReadCompetition(
    const std::vector<absl::string_view>& lines) {
  bool among_values = false;
  for (absl::string_view line : lines) {
    absl::Status status;
    const bool is_value = line == "v" || absl::ConsumePrefix(&line, "v ");
    if (is_value) {
      if (!among_values) BeginOptions();
      if (line != "v") status = ReadLiterals(line);
    } else if (absl::ConsumePrefix(&line, "s ")) {
      status = ReadVerdict(line);
    }
    among_values = is_value;
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status LiteralReader::ReadVerdict(absl::string_view verdict) {
  if (verdict == "SATISFIABLE") {
    answer_.set_verdict(Verdict::kCover);
  } else if (verdict == "OPTIMUM FOUND") {
    answer_.set_verdict(Verdict::kBestCover);
  } else if (verdict == "UNSATISFIABLE") {
    answer_.set_verdict(Verdict::kNoCover);
  } else if (verdict == "UNKNOWN" || verdict == "INDETERMINATE") {
    answer_.set_verdict(Verdict::kUnknown);
  } else {
    return NotAnAnswer(absl::StrCat("what does ", Quoted(verdict), " mean?"));
  }
  return absl::OkStatus();
}

absl::Status LiteralReader::ReadMinisat(
    const std::vector<absl::string_view>& lines, size_t verdict_line) {
  const absl::string_view verdict = lines[verdict_line];
  answer_.set_verdict(verdict == "SAT"     ? Verdict::kCover
                      : verdict == "UNSAT" ? Verdict::kNoCover
                                           : Verdict::kUnknown);
  for (size_t i = verdict_line + 1; i < lines.size(); ++i) {
    if (lines[i].empty()) continue;
    if (!answer_.has_options()) BeginOptions();
    absl::Status status = ReadLiterals(lines[i]);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status LiteralReader::ReadLiterals(absl::string_view literals) {
  for (const absl::string_view word :
       absl::StrSplit(literals, absl::ByAnyChar(" \t"), absl::SkipEmpty())) {
    if (word == "0") {
      has_end_ = true;
      continue;
    }
    absl::string_view digits = word;
    const bool is_negated = absl::ConsumePrefix(&digits, "-");
    uint64_t variable;
    if (!absl::ConsumePrefix(&digits, letter_) || digits.empty() ||
        digits.find_first_not_of("0123456789") != digits.npos ||
        !absl::SimpleAtoi(digits, &variable) || variable == 0) {
      return NotAnAnswer(
          absl::StrCat(Quoted(word), " among the values is not a literal"));
    }
    // The others count, or stand for colours.
    if (variable > option_count_) continue;
    absl::Status status = answer_.SetOption(variable - 1, !is_negated);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadLiteralAnswer(absl::string_view text, absl::string_view letter,
                               uint32_t option_count, AnswerBuilder& answer) {
  const std::vector<absl::string_view> lines = LinesOf(text);
  LiteralReader reader(letter, option_count, answer);
  const auto is_verdict = [](absl::string_view line) {
    return line == "SAT" || line == "UNSAT" || line == "INDET";
  };
  const auto verdict = std::find_if(lines.begin(), lines.end(), is_verdict);
  absl::Status status =
      verdict == lines.end()
          ? reader.ReadCompetition(lines)
          : reader.ReadMinisat(lines,
                               static_cast<size_t>(verdict - lines.begin()));
  if (!status.ok()) return status;
  // Literals end with a 0, but for z3, which gives every variable a value; the
  // variables of pseudo-Boolean solvers with the line.
  const bool has_end =
      letter.empty() ? reader.has_end() : absl::EndsWith(text, "\n");
  if (answer.has_options() && !has_end && answer.is_partial()) return CutOff();
  return absl::OkStatus();
}

}  // namespace dlx::io
