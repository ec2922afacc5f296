#include "tools/sudoku/compare_flags.h"

#include <algorithm>
#include <cstdint>

#include "absl/flags/flag.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "sudoku/lab/table.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/suggest.h"

namespace sudoku::tool {

namespace {

// What a word of --methods stands for.
std::vector<const Method*> MethodsOf(absl::string_view word) {
  std::vector<const Method*> methods;
  for (const Method& method : AllMethods()) {
    if (method.name == word || word == "all" ||
        word == (method.is_external ? "external" : "own")) {
      methods.push_back(&method);
    }
  }
  return methods;
}

std::vector<absl::string_view> KnownWords() {
  std::vector<absl::string_view> words;
  for (const Method& method : AllMethods()) words.push_back(method.name);
  words.insert(words.end(), {"all", "own", "external"});
  return words;
}

}  // namespace

bool AbslParseFlag(absl::string_view text, MethodsFlag* flag,
                   std::string* error) {
  flag->methods.clear();
  for (const absl::string_view word :
       absl::StrSplit(text, ',', absl::SkipWhitespace())) {
    const std::vector<const Method*> methods = MethodsOf(word);
    if (methods.empty()) {
      *error = absl::StrCat("there is no method \"", word, "\"",
                            cli::DidYouMean(word, KnownWords()), " (there are ",
                            absl::StrJoin(KnownWords(), ", "), ")");
      return false;
    }
    for (const Method* method : methods) {
      if (std::find(flag->methods.begin(), flag->methods.end(), method) ==
          flag->methods.end()) {
        flag->methods.push_back(method);
      }
    }
  }
  if (!flag->methods.empty()) return true;
  *error = absl::StrCat("names of methods are expected, such as moler,norvig");
  return false;
}

std::string AbslUnparseFlag(const MethodsFlag& flag) {
  return absl::StrJoin(flag.methods, ",",
                       [](std::string* out, const Method* method) {
                         absl::StrAppend(out, method->name);
                       });
}

bool AbslParseFlag(absl::string_view text, TableFormatFlag* flag,
                   std::string* error) {
  for (const OutputFormat format :
       {OutputFormat::kDefault, OutputFormat::kJson, OutputFormat::kCsv}) {
    if (text == AbslUnparseFlag(TableFormatFlag{format})) {
      flag->value = format;
      return true;
    }
  }
  *error = "text, json or csv is expected";
  return false;
}

std::string AbslUnparseFlag(const TableFormatFlag& flag) {
  switch (flag.value) {
    case OutputFormat::kJson:
      return "json";
    case OutputFormat::kCsv:
      return "csv";
    default:
      return "text";
  }
}

}  // namespace sudoku::tool

ABSL_FLAG(sudoku::tool::MethodsFlag, methods, {},
          "Compare these `NAMES`, with commas between them; all, own and "
          "external stand for several. Without it, all for a puzzle on the "
          "command line, own for files.");
ABSL_FLAG(sudoku::tool::TableFormatFlag, table_format, {},
          "Write in this `FORMAT`: text, json (JSON Lines) or csv.");
ABSL_FLAG(cli::LimitFlag, max_steps, {},
          "Each method gives up a puzzle after `N` steps.");
ABSL_FLAG(cli::TimeoutFlag, max_time, {},
          "Each method gives up a puzzle after this `TIME`, real time, not "
          "processor time: 5s, 100ms, or a number of seconds. Without it, 10s "
          "for a puzzle on the command "
          "line, 1s for each puzzle of a file.");
ABSL_FLAG(bool, first, false,
          "Stop at the first solution, like most programs of articles; nobody "
          "looks for a second one.");
ABSL_FLAG(bool, counters, false,
          "Show what else the methods have counted besides steps.");
ABSL_FLAG(cli::SeedFlag, dice, {},
          "The random numbers of methods that throw dice depend on nothing but "
          "`N`.");

namespace sudoku::tool {

CompareFlags CompareFlagsFromCommandLine() {
  CompareFlags flags;
  flags.methods = absl::GetFlag(FLAGS_methods).methods;
  flags.format = absl::GetFlag(FLAGS_table_format).value;
  if (WantedFormat() == OutputFormat::kJson) flags.format = OutputFormat::kJson;
  flags.shows_counters = absl::GetFlag(FLAGS_counters);
  flags.options.prove_unique = !absl::GetFlag(FLAGS_first);
  flags.options.max_steps =
      absl::GetFlag(FLAGS_max_steps).value.value_or(UINT64_MAX);
  flags.options.seed = absl::GetFlag(FLAGS_dice).value.value_or(1);
  const absl::Duration max_time = absl::GetFlag(FLAGS_max_time).value;
  if (max_time != absl::InfiniteDuration()) flags.max_time = max_time;
  return flags;
}

std::vector<absl::string_view> CompareFlagNames() {
  return {"methods",   "first",    "max-steps=max_steps", "max-time=max_time",
          "seed=dice", "counters", "format=table_format"};
}

}  // namespace sudoku::tool
