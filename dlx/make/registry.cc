#include "dlx/make/registry.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

bool IsOnByDefault(const Parameter& parameter) {
  return parameter.type == ParameterType::kFlag &&
         parameter.default_value == "true";
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
    case ParameterType::kSize:
      return absl::StrCat("--", parameter.name, "=TEXT");
    case ParameterType::kFile:
      return absl::StrCat("--", parameter.name, "=FILE");
  }
  return "";
}

std::vector<Generator> MakeTable() {
  std::vector<Generator> table;
  for (std::vector<Generator> (*rows)() :
       {ChessGenerators, DeBruijnGenerators, DesignGenerators,
        GraphPartitionGenerators, KakuroGenerators, KirkmanGenerators,
        LangfordGenerators, LatinSquareGenerators, MacMahonGenerators,
        MagicSquareGenerators, NonogramGenerators, PackingGenerators,
        RandomProblemGenerators, WordSquareGenerators}) {
    for (Generator& row : rows()) table.push_back(std::move(row));
  }
  std::sort(
      table.begin(), table.end(),
      [](const Generator& a, const Generator& b) { return a.name < b.name; });
  return table;
}

}  // namespace

absl::Span<const Generator> AllGenerators() {
  static const auto& table = *new std::vector<Generator>(MakeTable());
  return table;
}

const Generator* FindGenerator(StringView name) {
  const absl::Span<const Generator> all = AllGenerators();
  const auto it =
      std::find_if(all.begin(), all.end(),
                   [name](const Generator& g) { return g.name == name; });
  return it == all.end() ? nullptr : &*it;
}

absl::StatusOr<Problem> Make(const Generator& generator,
                             absl::Span<const StringView> words,
                             FileReader read_file) {
  absl::StatusOr<Arguments> arguments =
      ParseArguments(generator.parameters, words, read_file);
  if (!arguments.ok()) return arguments.status();
  return generator.make(*arguments);
}

std::string UsageLine(const Generator& generator) {
  std::string line(generator.name);
  bool has_options = false;
  for (const Parameter& p : generator.parameters) {
    if (!p.positional) {
      has_options = true;
    } else if (p.default_value.has_value()) {
      absl::StrAppend(&line, " [", Syntax(p), "]");
    } else {
      absl::StrAppend(&line, " ", Syntax(p));
    }
  }
  if (has_options) absl::StrAppend(&line, " [OPTION]...");
  return line;
}

std::string HelpText(const Generator& generator, StringView program) {
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
    if (p.type != ParameterType::kFlag && p.default_value.value_or("") != "") {
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
