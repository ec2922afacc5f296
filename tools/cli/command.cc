#include "tools/cli/command.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/base/cpu.h"
#include "tools/cli/arguments.h"
#include "tools/cli/completion.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/help.h"
#include "tools/cli/man_page.h"
#include "tools/cli/output.h"
#include "tools/cli/running_command.h"
#include "tools/cli/suggest.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

const Command* FindCommand(const Program& program, absl::string_view name) {
  for (const Command& command : program.commands) {
    if (command.name == name) return &command;
  }
  return nullptr;
}

ExitCode Print(absl::string_view text) {
  Output output;
  output.WriteStyled(text);
  return output.Finish(ExitCode::kFinished);
}

ExitCode UsageError(const Program& program, absl::string_view sentence,
                    absl::string_view command = "") {
  return Fail(ExitCode::kUsage,
              absl::StrCat(sentence, " (more: ", program.name,
                           command.empty() ? "" : " ", command, " --help)"));
}

ExitCode UnknownCommand(const Program& program, absl::string_view name) {
  std::vector<absl::string_view> names;
  for (const Command& command : CommonCommands()) names.push_back(command.name);
  for (const Command& command : program.commands) {
    names.push_back(command.name);
  }
  return UsageError(program, absl::StrCat("there is no command \"", name, "\"",
                                          DidYouMean(name, names)));
}

bool IsHelpFlag(absl::string_view word) {
  return word == "--help" || word == "-h" || word == "-help";
}

// `help`, `help COMMAND` or `help --man`.
ExitCode Help(const Program& program, const Arguments& words) {
  const bool bold = UsesColor(STDOUT_FILENO);
  if (words.empty() || words[0] == "help" || IsHelpFlag(words[0])) {
    return Print(ProgramHelp(program, bold));
  }
  if (words[0] == "--man") return Print(ManPage(program));
  if (words[0] == "completion") return Print(CompletionHelp(program));
  const Command* command = FindCommand(program, words[0]);
  if (command == nullptr) return UnknownCommand(program, words[0]);
  // A command with its own flags has its own help, too.
  if (command->takes_raw_arguments) {
    Arguments arguments(words.begin() + 1, words.end());
    arguments.push_back("--help");
    return command->run(arguments);
  }
  return Print(CommandHelp(program, *command, bold));
}

// `completion SHELL`.
ExitCode Completion(const Program& program, const Arguments& words) {
  if (words.size() == 1 && IsHelpFlag(words[0])) {
    return Print(CompletionHelp(program));
  }
  const std::string script =
      words.size() == 1 ? CompletionScript(program, words[0]) : "";
  if (script.empty()) {
    return UsageError(program,
                      "the name of a shell is expected: bash, zsh or "
                      "fish",
                      "completion");
  }
  return Print(script);
}

ExitCode RunCommand(const Program& program, const Command& command,
                    const Arguments& words) {
  if (command.takes_raw_arguments) return command.run(words);
  const absl::StatusOr<ParsedArguments> parsed =
      ParseArguments(command.flags, words);
  if (!parsed.ok()) {
    return UsageError(program, parsed.status().message(), command.name);
  }
  if (parsed->help_wanted) {
    return Print(CommandHelp(program, command, UsesColor(STDOUT_FILENO)));
  }
  const size_t count = parsed->arguments.size();
  if (count < command.min_arguments) {
    return UsageError(program,
                      absl::StrCat(program.name, " ", command.name, " needs ",
                                   command.arguments),
                      command.name);
  }
  if (count > command.max_arguments) {
    return UsageError(
        program,
        absl::StrCat("\"", parsed->arguments[command.max_arguments],
                     "\" is one argument too many"),
        command.name);
  }
  SetRunningCommand(command);
  return command.run(parsed->arguments);
}

ExitCode Dispatch(const Program& program, const Arguments& words) {
  if (words.empty()) {
    // Not what was asked for, hence not on standard output.
    const std::string help = ProgramHelp(program, UsesColor(STDERR_FILENO));
    Output output(STDERR_FILENO);
    output.WriteStyled(help);
    return output.Finish(ExitCode::kUsage);
  }
  const std::string& name = words[0];
  const Arguments rest(words.begin() + 1, words.end());
  if (name == "help" || IsHelpFlag(name)) return Help(program, rest);
  if (name == "--version") {
    return Print(absl::StrCat(program.name, " ", program.version, "\n"));
  }
  if (name == "completion") return Completion(program, rest);
  if (absl::StartsWith(name, "-")) {
    return UsageError(program, absl::StrCat("a command must come before ", name,
                                            "; flags follow the command"));
  }
  const Command* command = FindCommand(program, name);
  if (command == nullptr) return UnknownCommand(program, name);
  return RunCommand(program, *command, rest);
}

}  // namespace

int RunProgram(const Program& program, int argc, char** argv) {
  SetProgramName(program.name);
  FailWhenOutOfMemory();
  signal(SIGPIPE, SIG_IGN);
  const char* directory = std::getenv("BUILD_WORKING_DIRECTORY");
  ExitCode code;
  if (directory != nullptr && chdir(directory) != 0) {
    code = Fail(ExitCode::kNoInput,
                absl::StrCat("cannot change to the directory \"", directory,
                             "\": ", std::strerror(errno)));
  } else if (const absl::Status cpu = dlx::ObeyCpuVariable(); !cpu.ok()) {
    code = Fail(ExitCode::kUsage, std::string(cpu.message()));
  } else {
    code = Dispatch(program, Arguments(argv + (argc > 0 ? 1 : 0), argv + argc));
  }
  return static_cast<int>(code);
}

}  // namespace cli
