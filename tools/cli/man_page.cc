#include "tools/cli/man_page.h"

#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "tools/cli/command.h"
#include "tools/cli/help.h"

namespace cli {
namespace {

// A line of text as troff reads it: no character of it is a command.
std::string Escaped(absl::string_view line) {
  const std::string text =
      absl::StrReplaceAll(line, {{"\\", "\\e"}, {"-", "\\-"}, {"'", "\\(aq"}});
  return absl::StartsWith(text, ".") ? absl::StrCat("\\&", text) : text;
}

std::string Bold(absl::string_view text) {
  return absl::StrCat("\\fB", Escaped(text), "\\fR");
}

// Lines that stay as they are.
std::string Display(absl::string_view lines) {
  std::string page = ".PP\n.nf\n";
  for (absl::string_view line :
       absl::StrSplit(absl::StripSuffix(lines, "\n"), '\n')) {
    absl::StrAppend(&page, Escaped(line), "\n");
  }
  return absl::StrCat(page, ".fi\n");
}

// A paragraph that begins with a line such as "Exit codes:" is a section with
// that heading. What follows the heading is returned.
absl::string_view TakeHeading(absl::string_view paragraph, std::string* page) {
  const size_t end = paragraph.find(":\n");
  if (end == absl::string_view::npos || end > paragraph.find('\n')) {
    return paragraph;
  }
  absl::StrAppend(page, ".SH ", absl::AsciiStrToUpper(paragraph.substr(0, end)),
                  "\n");
  return paragraph.substr(end + 2);
}

// Paragraphs, which empty lines separate. One with an indented line is a table,
// or something to type: its lines stay as they are.
std::string Paragraphs(absl::string_view text, bool with_headings) {
  std::string page;
  for (absl::string_view paragraph :
       absl::StrSplit(text, "\n\n", absl::SkipEmpty())) {
    if (with_headings) paragraph = TakeHeading(paragraph, &page);
    if (absl::StartsWith(paragraph, " ") ||
        absl::StrContains(paragraph, "\n ")) {
      page.append(Display(paragraph));
      continue;
    }
    page.append(".PP\n");
    for (absl::string_view line :
         absl::StrSplit(paragraph, '\n', absl::SkipEmpty())) {
      absl::StrAppend(&page, Escaped(line), "\n");
    }
  }
  return page;
}

std::string CommandSection(const Program& program, const Command& command) {
  std::string page =
      absl::StrCat(".SS \"", Escaped(command.name), "\"\n", Bold(program.name),
                   " ", Bold(command.name), " ", Escaped(command.arguments),
                   command.flags.empty() ? "" : " [FLAGS]", "\n.PP\n",
                   Escaped(command.summary), "\n",
                   Paragraphs(command.help, /*with_headings=*/false));
  for (absl::string_view entry : command.flags) {
    const FlagHelp flag = DescribeFlag(entry);
    absl::StrAppend(&page, ".TP\n", Bold(FlagTerm(flag)), "\n",
                    Escaped(flag.explanation), "\n");
  }
  if (!command.example.empty()) {
    absl::StrAppend(&page, ".PP\nExample:\n.RS\n", Display(command.example),
                    ".RE\n");
  }
  return page;
}

}  // namespace

std::string ManPage(const Program& program) {
  const std::string name(program.name);
  std::string page = absl::StrCat(
      ".TH ", absl::AsciiStrToUpper(name), " 1 \"\" \"", name, " ",
      program.version, "\"\n.SH NAME\n", name, " \\- ",
      Escaped(absl::StripSuffix(program.summary, ".")), "\n.SH SYNOPSIS\n",
      Bold(name), " COMMAND [ARGUMENTS] [FLAGS]\n.br\n", Bold(name), " ",
      Bold("--version"), "\n.SH COMMANDS\n");
  for (const Command& command : program.commands) {
    page.append(CommandSection(program, command));
  }
  for (const Command& command : CommonCommands()) {
    page.append(CommandSection(program, command));
  }
  if (!program.epilogue.empty()) {
    absl::StrAppend(&page, ".SH NOTES\n",
                    Paragraphs(program.epilogue, /*with_headings=*/true));
  }
  return page;
}

}  // namespace cli
