#include "dlx/io/export/solution.h"

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "dlx/io/export/answer.h"
#include "dlx/io/export/linear_answer.h"
#include "dlx/io/export/literal_answer.h"
#include "dlx/io/names.h"
#include "dlx/io/option_list.h"
#include "dlx/verify.h"

namespace dlx::io {
namespace {

using Verdict = SolverAnswer::Verdict;

absl::Status ChooseOption(absl::string_view digits, AnswerBuilder& answer) {
  digits = absl::StripAsciiWhitespace(digits);
  uint64_t number;
  if (digits.find_first_not_of("0123456789") != digits.npos ||
      !absl::SimpleAtoi(digits, &number)) {
    return NotAnAnswer(
        absl::StrCat(Quoted(digits), " is not the number of an option"));
  }
  return answer.SetOption(number, true);
}

// "3, 7, 12"
absl::Status ChooseOptions(absl::string_view list, AnswerBuilder& answer) {
  answer.BeginOptions();
  if (absl::StripAsciiWhitespace(list).empty()) return absl::OkStatus();
  for (const absl::string_view digits : absl::StrSplit(list, ',')) {
    absl::Status status = ChooseOption(digits, answer);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// "chosen(3) chosen(7)"
absl::Status ReadAtoms(absl::string_view atoms, AnswerBuilder& answer) {
  answer.BeginOptions();
  for (absl::string_view atom : absl::StrSplit(atoms, ' ', absl::SkipEmpty())) {
    if (!absl::ConsumePrefix(&atom, "chosen(")) continue;
    if (!absl::ConsumeSuffix(&atom, ")")) {
      return NotAnAnswer(absl::StrCat("chosen(", atom, " has no end"));
    }
    absl::Status status = ChooseOption(atom, answer);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// clasp's answers: a line "Answer: 1", below it the atoms, and at the end what
// there is to say about all of them.
absl::Status ReadAspAnswer(absl::string_view text, AnswerBuilder& answer) {
  bool atoms_follow = false;
  for (const absl::string_view line : LinesOf(text)) {
    if (atoms_follow) {
      absl::Status status = ReadAtoms(line, answer);
      if (!status.ok()) return status;
    } else if (line == "SATISFIABLE") {
      answer.set_verdict(Verdict::kCover);
    } else if (line == "OPTIMUM FOUND") {
      answer.set_verdict(Verdict::kBestCover);
    } else if (line == "UNSATISFIABLE") {
      answer.set_verdict(Verdict::kNoCover);
    } else if (line == "UNKNOWN") {
      answer.set_verdict(Verdict::kUnknown);
    }
    atoms_follow = !atoms_follow && absl::StartsWith(line, "Answer:");
  }
  return absl::OkStatus();
}

// Lines "options: [3, 7]", each followed by dashes when it is complete, and a
// line of equals signs when there is nothing more to find.
absl::Status ReadMiniZincAnswer(absl::string_view text, AnswerBuilder& answer) {
  absl::string_view list;
  bool has_list = false;
  for (absl::string_view line : LinesOf(text)) {
    if (absl::ConsumePrefix(&line, "options: [") &&
        absl::ConsumeSuffix(&line, "]")) {
      list = line;
      has_list = true;
    } else if (line == "----------" && has_list) {
      absl::Status status = ChooseOptions(list, answer);
      if (!status.ok()) return status;
      answer.set_verdict(Verdict::kCover);
      has_list = false;
    } else if (line == "==========") {
      answer.set_verdict(Verdict::kBestCover);
    } else if (line == "=====UNSATISFIABLE=====") {
      answer.set_verdict(Verdict::kNoCover);
    } else if (line == "=====UNKNOWN=====") {
      answer.set_verdict(Verdict::kUnknown);
    }
  }
  return absl::OkStatus();
}

// True if all brackets and strings of a JSON text that are opened are closed.
bool IsWholeJson(absl::string_view text) {
  int depth = 0;
  bool is_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      is_string = !is_string;
    } else if (is_string) {
      i += c == '\\';  // What follows is no quotation mark.
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return depth == 0 && !is_string;
}

// {"options":[3,7]} or, if there is no cover, {"options":null}; other members
// are passed over.
absl::Status ReadJsonAnswer(absl::string_view text, AnswerBuilder& answer) {
  constexpr absl::string_view kMember = "\"options\"";
  const bool is_whole = IsWholeJson(text);
  for (size_t begin = text.find(kMember); begin != text.npos;
       begin = text.find(kMember)) {
    text.remove_prefix(begin + kMember.size());
    text = absl::StripLeadingAsciiWhitespace(text);
    if (!absl::ConsumePrefix(&text, ":")) {
      return NotAnAnswer("a ':' is missing after \"options\"");
    }
    text = absl::StripLeadingAsciiWhitespace(text);
    if (absl::StartsWith(text, "null")) {
      answer.set_verdict(Verdict::kNoCover);
      continue;
    }
    const size_t end = text.find(']');
    if (!absl::ConsumePrefix(&text, "[") || end == text.npos) {
      return NotAnAnswer("\"options\" is not a list of numbers");
    }
    absl::Status status = ChooseOptions(text.substr(0, end - 1), answer);
    if (!status.ok()) return status;
    answer.set_verdict(Verdict::kCover);
  }
  return is_whole ? absl::OkStatus() : CutOff();
}

absl::Status ReadDlxAnswer(absl::string_view text, const Problem& problem,
                           AnswerBuilder& answer) {
  const absl::StatusOr<std::vector<OptionId>> options =
      ReadOptionList(text, problem);
  if (!options.ok()) return NotAnAnswer(options.status().message());
  answer.BeginOptions();
  answer.set_verdict(Verdict::kCover);
  for (const OptionId option : *options) {
    absl::Status status = answer.SetOption(option.value(), true);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

// Whether solvers list the variables that are 0, too.
bool GivesEveryValue(ExportFormat format) {
  return format == ExportFormat::kCnf || format == ExportFormat::kOpb;
}

absl::Status ReadAnswer(ExportFormat format, absl::string_view text,
                        const Problem& problem, AnswerBuilder& answer) {
  const uint32_t option_count = static_cast<uint32_t>(problem.option_count());
  switch (format) {
    case ExportFormat::kCnf:
      return ReadLiteralAnswer(text, "", option_count, answer);
    case ExportFormat::kOpb:
      return ReadLiteralAnswer(text, "x", option_count, answer);
    case ExportFormat::kLp:
    case ExportFormat::kMps:
      return ReadLinearAnswer(text, option_count, answer);
    case ExportFormat::kAsp:
      return ReadAspAnswer(text, answer);
    case ExportFormat::kMiniZinc:
      return ReadMiniZincAnswer(text, answer);
    case ExportFormat::kJson:
      return ReadJsonAnswer(text, answer);
    case ExportFormat::kDlx:
      return ReadDlxAnswer(text, problem, answer);
    case ExportFormat::kEc:
      return NotAnAnswer(
          "solvers that read ec have no common way to answer; say which "
          "options "
          "they chose by their numbers, from 0, with --from=dlx");
  }
  return NotAnAnswer("there is no such format");
}

}  // namespace

absl::StatusOr<SolverAnswer> ReadSolution(ExportFormat format, StringView text,
                                          const Problem& problem) {
  AnswerBuilder builder(static_cast<uint32_t>(problem.option_count()));
  if (absl::Status status = ReadAnswer(format, text, problem, builder);
      !status.ok()) {
    return status;
  }
  absl::StatusOr<SolverAnswer> answer = builder.Build();
  if (!answer.ok() || !answer->has_cover()) return answer;
  const absl::Status verdict = VerifyCover(problem, answer->options);
  if (!verdict.ok()) {
    if (GivesEveryValue(format) && builder.is_partial()) {
      return NotAnAnswer(
          "it does not give every option a value, and without the missing ones "
          "it is not a cover; is it cut off?");
    }
    return absl::FailedPreconditionError(
        absl::StrCat("what the solver calls a solution is not a cover: ",
                     verdict.message()));
  }
  // Without costs the first cover is as good as any.
  if (!problem.has_costs()) answer->verdict = Verdict::kCover;
  return answer;
}

}  // namespace dlx::io
