#include "tools/sudoku/solve_command.h"

#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "tools/cli/command.h"
#include "tools/cli/named_values.h"
#include "tools/cli/search_flags.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/settings.h"

namespace sudoku::tool {

std::vector<absl::string_view> WithInputFlags(
    std::vector<absl::string_view> flags) {
  flags.insert(flags.end(),
               {"input", "size", "box", "regions", "extra", "diagonal",
                "windoku", "symbols", "set", "puzzle", "names"});
  return flags;
}

std::vector<absl::string_view> WithRuleFlags(
    std::vector<absl::string_view> flags) {
  flags.insert(flags.begin(),
               {"rule", "without-unknown-rules=without_unknown_rules", "zero"});
  return flags;
}

std::vector<absl::string_view> WithCommonFlags(
    std::vector<absl::string_view> flags) {
  flags = WithInputFlags(std::move(flags));
  flags.insert(flags.end(), {"format", "json", "stats", "progress"});
  return flags;
}

cli::Command SolveCommand() {
  return {
      .name = "solve",
      .arguments = kPuzzles,
      .summary = "Print the solution, and whether it is the only one.",
      .help =
          "A puzzle on the command line gives a grid; puzzles in files give a\n"
          "line each, in their order: the solution (or the puzzle, if there\n"
          "is none), 'unique', 'no solution', 'multiple solutions' or\n"
          "'undecided', and what followed the puzzle in the file. Limits are\n"
          "those of each puzzle. A solution that stands beside its puzzle in\n"
          "the file is checked.",
      .example =
          "sudoku solve "
          "8..........36......7..9.2...5...7.......457.....1...3...1....68..85."
          "."
          ".1..9....4..\n"
          "sudoku solve puzzles.txt --format=csv --stats",
      .flags = WithRuleFlags(
          WithCommonFlags({"shard", "timeout", "nodes", "engine", "threads"})),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Solve>,
  };
}

std::vector<cli::FlagChoices> WithCommonChoices(
    std::vector<cli::FlagChoices> choices) {
  choices.insert(choices.end(), {{"engine", cli::NamesOf<cli::Engines>},
                                 {"input", cli::NamesOf<InputFormats>},
                                 {"format", cli::NamesOf<OutputFormats>},
                                 {"names", cli::NamesOf<NameStyles>}});
  return choices;
}

}  // namespace sudoku::tool
