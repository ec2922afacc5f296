#include "tools/cli/completion.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
#include "tools/cli/arguments.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"

namespace cli {
namespace {

enum class Value { kNone, kFile, kDirectory, kWord, kAnything };

// A flag as a shell knows it.
struct Flag {
  std::string name;  // "--limit", "-n"
  Value value = Value::kNone;
  std::string value_name = "";          // "N"
  std::vector<std::string> words = {};  // Of Value::kWord.
  std::string explanation = "";
};

// A command as a shell knows it.
struct Line {
  std::string command;
  std::string summary;
  std::vector<Flag> flags = {};
  // The words that an argument may be, if it is no file, and which argument.
  std::vector<std::string> argument = {};
  size_t argument_number = 1;
  bool takes_files = false;
};

std::vector<std::string> FlagWords(const Program& program,
                                   absl::string_view abseil_name) {
  for (const FlagChoices& row : program.flag_choices) {
    if (row.abseil_name == abseil_name) return row.choices();
  }
  return {};
}

Flag MakeFlag(const Program& program, absl::string_view entry) {
  const FlagHelp help = DescribeFlag(entry);
  Flag flag = {.name = DashedName(
                   absl::StrCat(help.is_on_by_default ? "no" : "", help.name)),
               .value_name = help.value,
               .words = FlagWords(program, FlagName(entry).abseil),
               .explanation = help.explanation};
  if (help.value.empty()) {
    flag.value = Value::kNone;
  } else if (!flag.words.empty()) {
    flag.value = Value::kWord;
  } else if (help.value == "FILE") {
    flag.value = Value::kFile;
  } else if (help.value == "DIR") {
    flag.value = Value::kDirectory;
  } else {
    flag.value = Value::kAnything;
  }
  return flag;
}

// What stands between a flag and its value: a letter has it in the next word.
absl::string_view Equals(const Flag& flag) {
  const bool is_letter = flag.name.size() == 2;
  return is_letter || flag.value == Value::kNone ? "" : "=";
}

// All commands, those that every program has at the end.
std::vector<Line> LinesOf(const Program& program) {
  std::vector<Line> lines;
  for (const Command& command : program.commands) {
    Line line = {.command = std::string(command.name),
                 .summary = std::string(command.summary)};
    for (absl::string_view entry : command.flags) {
      line.flags.push_back(MakeFlag(program, entry));
    }
    line.flags.push_back({.name = "--help", .explanation = "Explain it."});
    if (command.argument_choices != nullptr) {
      line.argument = command.argument_choices();
      line.argument_number = command.argument_with_choices;
    }
    line.takes_files = command.max_arguments > 0 || command.takes_raw_arguments;
    lines.push_back(std::move(line));
  }
  std::vector<std::string> names;
  for (const Line& line : lines) names.push_back(line.command);
  for (const Command& command : CommonCommands()) {
    lines.push_back({.command = std::string(command.name),
                     .summary = std::string(command.summary)});
    lines.back().argument = command.name == "help" ? names
                                                   : std::vector<std::string>{
                                                         "bash", "zsh", "fish"};
  }
  return lines;
}

std::string CommandNames(const std::vector<Line>& lines) {
  return absl::StrJoin(lines, " ", [](std::string* out, const Line& line) {
    out->append(line.command);
  });
}

// ------------------------------------------------------------------- bash

// The flags of a command, those with a value as "--limit=".
std::string BashFlags(const Line& line) {
  return absl::StrJoin(line.flags, " ", [](std::string* out, const Flag& flag) {
    absl::StrAppend(out, flag.name, Equals(flag));
  });
}

constexpr absl::string_view kBashScript =
    R"(# Completes command lines of @NAME@ in bash.
_@NAME@() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local command=${COMP_WORDS[1]} words=
  # --flag=value is three words here.
  if [[ $word == = ]]; then
    word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    words='@COMMANDS@ --help --version'
  elif [[ $word == -* ]]; then
    case $command in
@FLAGS@    esac
  else
    # What stands before the word: a flag, or the command itself.
    case "$command $before" in
@WORDS@    esac
    # Or it is an argument by its place.
    [[ -n $words || $before == -* ]] || case "$command $COMP_CWORD" in
@PLACES@    esac
  fi
  COMPREPLY=()
  [[ -n $words ]] && COMPREPLY=($(compgen -W "$words" -- "$word"))
  [[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  return 0
}
# Where no word is to be offered, there are files.
complete -o default -F _@NAME@ @NAME@
)";

std::string BashScript(absl::string_view name, const std::vector<Line>& lines) {
  std::string flags, words, places;
  for (const Line& line : lines) {
    if (!line.flags.empty()) {
      absl::StrAppend(&flags, "      ", line.command, ") words='",
                      BashFlags(line), "' ;;\n");
    }
    if (!line.argument.empty()) {
      absl::StrAppend(&places, "      '", line.command, " ",
                      line.argument_number + 1, "') words='",
                      absl::StrJoin(line.argument, " "), "' ;;\n");
    }
    for (const Flag& flag : line.flags) {
      if (flag.words.empty()) continue;
      absl::StrAppend(&words, "      '", line.command, " ", flag.name,
                      "') words='", absl::StrJoin(flag.words, " "), "' ;;\n");
    }
  }
  return absl::StrReplaceAll(kBashScript, {{"@NAME@", name},
                                           {"@COMMANDS@", CommandNames(lines)},
                                           {"@FLAGS@", flags},
                                           {"@WORDS@", words},
                                           {"@PLACES@", places}});
}

// -------------------------------------------------------------------- zsh

// In single quotes.
std::string Quoted(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

// `--limit=[Stop after N.]:N: ` as _arguments reads it.
std::string ZshFlag(const Flag& flag) {
  const std::string explanation = absl::StrReplaceAll(
      flag.explanation,
      {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
  std::string spec =
      absl::StrCat(flag.name, Equals(flag), "[", explanation, "]");
  if (flag.value != Value::kNone) {
    absl::StrAppend(&spec, ":", flag.value_name, ":");
  }
  switch (flag.value) {
    case Value::kNone:
      break;
    case Value::kFile:
      spec.append("_files");
      break;
    case Value::kDirectory:
      spec.append("_files -/");
      break;
    case Value::kWord:
      absl::StrAppend(&spec, "(", absl::StrJoin(flag.words, " "), ")");
      break;
    case Value::kAnything:
      spec.append(" ");
      break;
  }
  return Quoted(spec);
}

std::string ZshArguments(const Line& line) {
  std::string specs;
  for (const Flag& flag : line.flags) {
    absl::StrAppend(&specs, " \\\n        ", ZshFlag(flag));
  }
  if (!line.argument.empty()) {
    absl::StrAppend(
        &specs, " \\\n        ",
        Quoted(absl::StrCat(line.argument_number, ":word:(",
                            absl::StrJoin(line.argument, " "), ")")));
  }
  if (line.takes_files) absl::StrAppend(&specs, " \\\n        '*:file:_files'");
  return specs;
}

std::string ZshScript(absl::string_view name, const std::vector<Line>& lines) {
  std::string commands, arguments;
  for (const Line& line : lines) {
    absl::StrAppend(&commands, "      ",
                    Quoted(absl::StrCat(line.command, ":", line.summary)),
                    "\n");
    absl::StrAppend(&arguments, "    ", line.command, ")\n      _arguments",
                    ZshArguments(line), " ;;\n");
  }
  return absl::StrReplaceAll(
      R"(#compdef @NAME@
# Completes command lines of @NAME@ in zsh.
_@NAME@() {
  if ((CURRENT == 2)); then
    local -a commands=(
@COMMANDS@    )
    _describe command commands
    return
  fi
  shift words
  ((CURRENT--))
  case $words[1] in
@ARGUMENTS@  esac
}
# Either zsh has found this file by itself, or it was read by a command.
if [[ $funcstack[1] == _@NAME@ ]]; then _@NAME@ "$@"; else compdef _@NAME@ @NAME@; fi
)",
      {{"@NAME@", name}, {"@COMMANDS@", commands}, {"@ARGUMENTS@", arguments}});
}

// ------------------------------------------------------------------- fish

// As Quoted(), for fish.
std::string FishQuoted(absl::string_view text) {
  return absl::StrCat(
      "'", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}}), "'");
}

std::string FishFlag(const Flag& flag) {
  // Of "--limit" and "-n".
  std::string row = flag.name.size() == 2
                        ? absl::StrCat(" -s ", flag.name.substr(1))
                        : absl::StrCat(" -l ", flag.name.substr(2));
  switch (flag.value) {
    case Value::kNone:
      break;
    case Value::kFile:
    case Value::kDirectory:
      row.append(" -r");
      break;
    case Value::kWord:
      absl::StrAppend(&row, " -x -a ",
                      FishQuoted(absl::StrJoin(flag.words, " ")));
      break;
    case Value::kAnything:
      row.append(" -x");
      break;
  }
  absl::StrAppend(&row, " -d ", FishQuoted(flag.explanation), "\n");
  return row;
}

std::string FishScript(absl::string_view name, const std::vector<Line>& lines) {
  std::string rows;
  for (const Line& line : lines) {
    absl::StrAppend(&rows, "complete -c ", name, " -n __", name,
                    "_begins -f -a ", line.command, " -d ",
                    FishQuoted(line.summary), "\n");
    const std::string row = absl::StrCat("complete -c ", name, " -n '__", name,
                                         "_is ", line.command, "'");
    if (!line.takes_files) absl::StrAppend(&rows, row, " -f\n");
    if (!line.argument.empty()) {
      const std::string condition =
          line.argument_number == 1
              ? absl::StrCat("__", name, "_is ", line.command)
              : absl::StrCat("__", name, "_is ", line.command,
                             "; and test (count (commandline -opc)) -eq ",
                             line.argument_number + 1);
      absl::StrAppend(&rows, "complete -c ", name, " -n '", condition,
                      "' -f -a ", FishQuoted(absl::StrJoin(line.argument, " ")),
                      "\n");
    }
    for (const Flag& flag : line.flags) {
      absl::StrAppend(&rows, row, FishFlag(flag));
    }
  }
  return absl::StrReplaceAll(R"(# Completes command lines of @NAME@ in fish.
function __@NAME@_begins
    test (count (commandline -opc)) -eq 1
end
function __@NAME@_is
    set -l words (commandline -opc)
    test (count $words) -gt 1; and test $words[2] = $argv[1]
end
complete -c @NAME@ -n __@NAME@_begins -f -l help -d 'Explain all of this.'
complete -c @NAME@ -n __@NAME@_begins -f -l version -d 'Tell the version.'
)",
                             {{"@NAME@", name}}) +
         rows;
}

}  // namespace

std::string CompletionScript(const Program& program, absl::string_view shell) {
  if (shell == "bash") return BashScript(program.name, LinesOf(program));
  if (shell == "zsh") return ZshScript(program.name, LinesOf(program));
  if (shell == "fish") return FishScript(program.name, LinesOf(program));
  return "";
}

std::string CompletionHelp(const Program& program) {
  return absl::StrReplaceAll(
      R"(Print what makes a shell complete command lines.

Usage:
  @NAME@ completion bash|zsh|fish

The script completes commands, flags, and the values of flags that are chosen
among a few words. To try it, or to have it in every session:

  bash  source <(@NAME@ completion bash)
        @NAME@ completion bash > ~/.local/share/bash-completion/completions/@NAME@
  zsh   source <(@NAME@ completion zsh)
        @NAME@ completion zsh > _@NAME@, in a folder of $fpath
  fish  @NAME@ completion fish | source
        @NAME@ completion fish > ~/.config/fish/completions/@NAME@.fish
)",
      {{"@NAME@", program.name}});
}

}  // namespace cli
