#include "tools/cli/help.h"

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/commandlineflag.h"
#include "absl/flags/reflection.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/cli/arguments.h"
#include "tools/cli/command.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

constexpr size_t kWidth = 80;

// The part between backquotes, if there is one.
absl::string_view Backquoted(absl::string_view text) {
  const size_t begin = text.find('`');
  if (begin == absl::string_view::npos) return "";
  const size_t end = text.find('`', begin + 1);
  if (end == absl::string_view::npos) return "";
  return text.substr(begin + 1, end - begin - 1);
}

std::string Heading(absl::string_view text, bool bold) {
  return absl::StrCat("\n", Styled(text, Style::kBold, bold), "\n");
}

std::string Indented(absl::string_view lines) {
  return absl::StrCat(
      "  ",
      absl::StrReplaceAll(absl::StripSuffix(lines, "\n"), {{"\n", "\n  "}}),
      "\n");
}

}  // namespace

FlagHelp DescribeFlag(absl::string_view entry) {
  const FlagName name(entry);
  FlagHelp result;
  result.name = name.shown;
  const absl::CommandLineFlag* flag = absl::FindCommandLineFlag(name.abseil);
  if (flag == nullptr) return result;
  const std::string help = flag->Help();
  const std::string default_value = flag->DefaultValue();
  result.explanation = absl::StrReplaceAll(help, {{"`", ""}});
  if (flag->IsOfType<bool>()) {
    result.is_on_by_default = default_value == "true";
    return result;
  }
  if (flag->IsOfType<CountFlag>()) return result;
  const absl::string_view value = Backquoted(help);
  result.value = std::string(value.empty() ? "VALUE" : value);
  if (!default_value.empty()) {
    absl::StrAppend(&result.explanation, " Default: ", default_value, ".");
  }
  return result;
}

std::string FlagTerm(const FlagHelp& flag) {
  const std::string name = DashedName(flag.name);
  if (flag.value.empty()) return name;
  // After a letter, the value is a word of its own.
  return absl::StrCat(name, flag.name.size() == 1 ? " " : "=", flag.value);
}

std::vector<Command> CommonCommands() {
  return {{.name = "help",
           .arguments = "[COMMAND]",
           .summary = "Explain a command, or all of this."},
          {.name = "completion",
           .arguments = "bash|zsh|fish",
           .summary = "Print what makes a shell complete command lines."}};
}

std::string ListEntry(absl::string_view term, absl::string_view explanation,
                      int column) {
  const size_t indent = static_cast<size_t>(column);
  std::string result = absl::StrCat("  ", term);
  // A long term has its first line for itself.
  size_t used = result.size();
  if (used + 2 > indent) {
    result.push_back('\n');
    used = 0;
  }
  result.append(indent - used, ' ');
  used = indent;
  bool first = true;
  for (absl::string_view word :
       absl::StrSplit(explanation, ' ', absl::SkipEmpty())) {
    if (!first && used + 1 + word.size() > kWidth) {
      result.push_back('\n');
      result.append(indent, ' ');
      used = indent;
    } else if (!first) {
      result.push_back(' ');
      ++used;
    }
    absl::StrAppend(&result, word);
    used += word.size();
    first = false;
  }
  result.push_back('\n');
  return result;
}

std::string ProgramHelp(const Program& program, bool bold) {
  std::string help = absl::StrCat(program.summary, "\n");
  absl::StrAppend(&help, Heading("Usage:", bold), "  ", program.name,
                  " COMMAND [ARGUMENTS] [FLAGS]\n");
  absl::StrAppend(&help, Heading("Commands:", bold));
  std::vector<Command> commands = program.commands;
  for (Command& command : CommonCommands()) commands.push_back(command);
  size_t longest = 0;
  for (const Command& command : commands) {
    longest = std::max(longest, command.name.size());
  }
  const int column = static_cast<int>(longest) + 5;
  for (const Command& command : commands) {
    absl::StrAppend(&help, ListEntry(command.name, command.summary, column));
  }
  absl::StrAppend(&help, "\n'", program.name,
                  " COMMAND --help' tells more about a command.\n");
  if (!program.epilogue.empty()) {
    absl::StrAppend(&help, "\n", absl::StripSuffix(program.epilogue, "\n"),
                    "\n");
  }
  return help;
}

std::string CommandHelp(const Program& program, const Command& command,
                        bool bold) {
  std::string help = absl::StrCat(command.summary, "\n");
  absl::StrAppend(&help, Heading("Usage:", bold), "  ", program.name, " ",
                  command.name, command.arguments.empty() ? "" : " ",
                  command.arguments, command.flags.empty() ? "" : " [FLAGS]",
                  "\n");
  if (!command.help.empty()) {
    absl::StrAppend(&help, "\n", absl::StripSuffix(command.help, "\n"), "\n");
  }
  if (!command.flags.empty()) {
    absl::StrAppend(&help, Heading("Flags:", bold));
    for (absl::string_view entry : command.flags) {
      const FlagHelp flag = DescribeFlag(entry);
      absl::StrAppend(&help, ListEntry(FlagTerm(flag), flag.explanation, 24));
    }
  }
  if (!command.example.empty()) {
    absl::StrAppend(&help, Heading("Example:", bold),
                    Indented(command.example));
  }
  return help;
}

}  // namespace cli
