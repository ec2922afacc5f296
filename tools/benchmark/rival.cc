#include "tools/benchmark/rival.h"

#include <iostream>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "dlx/solvers/process.h"
#include "dlx/solvers/scratch_folder.h"

namespace contest {
namespace {

using ::dlx::solvers::ProcessResult;
using ::dlx::solvers::ScratchFolder;

// As one word for the shell.
std::string Quoted(const std::string& path) {
  return absl::StrCat("'", absl::StrReplaceAll(path, {{"'", "'\\''"}}), "'");
}

}  // namespace

absl::StatusOr<Rival> ParseRival(absl::string_view text) {
  const size_t equals = text.find('=');
  if (equals == absl::string_view::npos || equals == 0 ||
      text.find("{}", equals) == absl::string_view::npos) {
    return absl::InvalidArgumentError(
        absl::StrCat("a rival is NAME=COMMAND, and the command has {} where "
                     "the file is to stand; \"",
                     text, "\" is not"));
  }
  return Rival{std::string(text.substr(0, equals)),
               std::string(text.substr(equals + 1))};
}

std::optional<std::string> FindAnswer(absl::string_view output,
                                      absl::string_view answer_after) {
  if (answer_after.empty()) return std::nullopt;
  const size_t found = output.rfind(answer_after);
  if (found == absl::string_view::npos) return std::nullopt;
  output.remove_prefix(found + answer_after.size());
  output = absl::StripLeadingAsciiWhitespace(output);
  size_t digits = 0;
  while (digits < output.size() && absl::ascii_isdigit(output[digits])) {
    ++digits;
  }
  if (digits == 0) return std::nullopt;
  return std::string(output.substr(0, digits));
}

Attempt RunRival(const Rival& rival, const std::string& path,
                 const std::string& answer_after, absl::Duration time_limit) {
  const absl::StatusOr<ScratchFolder> folder = ScratchFolder::Create();
  if (!folder.ok()) {
    std::cerr << folder.status().message() << "\n";
    return {};
  }
  const std::string output = folder->PathOf("output");
  const std::string error = folder->PathOf("error");
  const absl::StatusOr<ProcessResult> result = dlx::solvers::RunProcess(
      {"/bin/sh", "-c",
       absl::StrReplaceAll(rival.command, {{"{}", Quoted(path)}})},
      {.output_path = output, .error_path = error, .time_limit = time_limit});
  if (!result.ok()) {
    std::cerr << result.status().message() << "\n";
    return {};
  }
  // A shell's codes: it could not be started, or a signal has ended it.
  constexpr int kTrouble = 126;
  if (result->end != ProcessResult::End::kByItself ||
      result->exit_code >= kTrouble) {
    return {};
  }
  Attempt run = {.time = result->cpu_time, .answer = std::nullopt};
  if (!answer_after.empty()) {
    run.answer = FindAnswer(absl::StrCat(ScratchFolder::Read(output), "\n",
                                         ScratchFolder::Read(error)),
                            answer_after);
  }
  return run;
}

}  // namespace contest
