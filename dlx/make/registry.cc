#include "dlx/make/registry.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/make/queens.h"

namespace dlx::make {
namespace {

constexpr ParameterType kNumber = ParameterType::kNumber;
constexpr ParameterType kFlag = ParameterType::kFlag;

bool IsOnByDefault(const Parameter& parameter) {
  return parameter.type == kFlag && parameter.default_value == "true";
}

// The parameter as one types it: "N", "--organ-pipe", "--board=FILE".
std::string Syntax(const Parameter& parameter) {
  if (parameter.positional) return absl::AsciiStrToUpper(parameter.name);
  switch (parameter.type) {
    case ParameterType::kFlag:
      return absl::StrCat(IsOnByDefault(parameter) ? "--no-" : "--",
                          parameter.name);
    case ParameterType::kNumber:
      return absl::StrCat("--", parameter.name, "=NUMBER");
    case ParameterType::kText:
      return absl::StrCat("--", parameter.name, "=TEXT");
    case ParameterType::kFile:
      return absl::StrCat("--", parameter.name, "=FILE");
  }
  return "";
}

}  // namespace

absl::Span<const Generator> AllGenerators() {
  static const auto& generators = *new std::vector<Generator>{
      {.name = "queens",
       .summary = "N queens on an N x N board, none attacking another",
       .parameters = {{.name = "n",
                       .type = kNumber,
                       .positional = true,
                       .help = "the size of the board"},
                      {.name = "organ-pipe",
                       .type = kFlag,
                       .help = "order the items from the middle outwards"}},
       .example = "queens 8 --organ-pipe",
       .make =
           [](const Arguments& arguments) {
             return MakeQueens({.size = arguments.Number("n"),
                                .organ_pipe = arguments.Flag("organ-pipe")});
           }},
  };
  return generators;
}

const Generator* FindGenerator(absl::string_view name) {
  const absl::Span<const Generator> all = AllGenerators();
  const auto it =
      std::find_if(all.begin(), all.end(),
                   [name](const Generator& g) { return g.name == name; });
  return it == all.end() ? nullptr : &*it;
}

absl::StatusOr<Problem> Make(const Generator& generator,
                             absl::Span<const absl::string_view> words,
                             FileReader read_file) {
  absl::StatusOr<Arguments> arguments =
      ParseArguments(generator.parameters, words, read_file);
  if (!arguments.ok()) return arguments.status();
  return generator.make(*arguments);
}

std::string UsageLine(const Generator& generator) {
  std::string line(generator.name);
  for (const Parameter& p : generator.parameters) {
    const bool required = p.positional && !p.default_value.has_value();
    absl::StrAppend(&line, required ? " " : " [", Syntax(p),
                    required ? "" : "]");
  }
  return line;
}

std::string HelpText(const Generator& generator, absl::string_view program) {
  std::string text = absl::StrCat("Usage: ", program, " ", UsageLine(generator),
                                  "\n\n", generator.summary, ".\n");
  if (!generator.details.empty()) {
    absl::StrAppend(&text, "\n", generator.details, "\n");
  }
  absl::StrAppend(&text, "\n");
  size_t width = 0;
  for (const Parameter& p : generator.parameters) {
    width = std::max(width, Syntax(p).size());
  }
  for (const Parameter& p : generator.parameters) {
    std::string help(p.help);
    if (p.type != kFlag && p.default_value.value_or("") != "") {
      absl::StrAppend(&help, " (default: ", *p.default_value, ")");
    }
    absl::StrAppendFormat(&text, "  %-*s  %s\n", static_cast<int>(width),
                          Syntax(p), help);
  }
  absl::StrAppend(&text, "\nExample:\n  ", program, " ", generator.example,
                  "\n");
  return text;
}

}  // namespace dlx::make
