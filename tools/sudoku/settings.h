#ifndef TOOLS_SUDOKU_SETTINGS_H_
#define TOOLS_SUDOKU_SETTINGS_H_

// What the command line of sudoku says, besides its puzzles.
//
// The flags are read once, before a command begins; what a command knows of
// them stands here. (The flags of compare and watch alone are theirs.)

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "dlx/search_options.h"
#include "sudoku/format/reader.h"
#include "sudoku/names.h"
#include "sudoku/puzzle.h"
#include "sudoku/render/grid_text.h"
#include "sudoku/solver.h"
#include "tools/cli/command.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/named_values.h"

namespace sudoku::tool {

enum class OutputFormat { kGrid, kLine, kJson, kCsv };

// JSON or CSV.
bool IsForPrograms(OutputFormat format);

// What --format, --names and --input may say.
struct OutputFormats {
  static std::vector<cli::NamedValue<std::optional<OutputFormat>>> Table();
};
struct NameStyles {
  static std::vector<cli::NamedValue<NameStyle>> Table();
};
struct PuzzlesPerSheet {
  static std::vector<cli::NamedValue<int>> Table();
};
struct InputFormats {
  static std::vector<cli::NamedValue<InputFormat>> Table();
};

// A cell that is filled in before anything else: "B3", '4'.
struct FilledCell {
  std::string cell;
  char digit;
};

// True if --symbols says what digits are, and which characters it may name.
bool DigitsHaveSymbols();
bool MayBeSymbol(char c);

struct Settings {
  // --input, --size, --box, --regions, --diagonal, --windoku, --extra,
  // --symbols.
  ReaderOptions reader;
  // --set
  std::vector<FilledCell> filled_cells;
  // --rule
  std::string rules;
  // --puzzle
  std::optional<uint64_t> puzzle_number;
  // --shard
  cli::ShardFlag shard;

  // --timeout, --nodes, --limit, --engine. The interrupter is not set.
  SolverOptions solver;
  // --threads: 0 for one for each processor.
  std::optional<int> threads;
  std::optional<uint64_t> seed;
  // --memory, of what keeps all solutions.
  size_t memory_limit = dlx::SearchOptions().memory_limit;

  // --format, or JSON for --json.
  std::optional<OutputFormat> format;
  bool statistics = false;
  bool progress = true;
  // Of the output, which is a terminal or not.
  bool writes_to_terminal = false;
  TextColors colors = TextColors::kNone;

  // Of single commands.
  bool is_lexicographic = false;
  bool reduces = false;
  bool estimates = false;
  bool is_up_to_symmetry = false;
  bool draws_svg = false;
  bool shows_matrix = false;
  bool shows_all_rows = false;  // Of the matrix.
  bool shows_solution = false;
  bool shows_candidates = true;
  bool shows_counts = false;
  bool propagates = false;
  // Names of cells, or nothing: --peers and --cell.
  std::string peers_of;
  std::string cell;
  bool names_cells = false;
  // A page to print, of show and generate; empty for none.
  std::string html_file;
  std::string title;  // Empty for one that is found.
  int per_sheet = 6;

  // --threads; without it, one for each processor.
  int ThreadCount() const;
};

// An error if flags contradict each other.
absl::StatusOr<Settings> SettingsFromFlags(const cli::Arguments& arguments);

// Writes the filled cells into a puzzle. An error if it has no such cell or
// digit, or something else in it.
absl::Status FillIn(const std::vector<FilledCell>& cells, Puzzle& puzzle);

// A command that is given its settings, as cli::Command::run.
using CommandFunction = cli::ExitCode(const cli::Arguments& arguments,
                                      const Settings& settings);
// What a command makes of puzzles with rules.
enum class ForRules {
  kDone,        // Its work.
  kNoSymmetry,  // Nothing: the symmetries of the grid are not theirs.
  kNoMethod,    // Nothing: its methods know rows, columns and boxes only.
};
cli::ExitCode RunWithSettings(CommandFunction command, ForRules rules,
                              const cli::Arguments& arguments);
template <CommandFunction command, ForRules rules>
cli::ExitCode WithSettings(const cli::Arguments& arguments) {
  return RunWithSettings(command, rules, arguments);
}
template <CommandFunction command>
cli::ExitCode WithRules(const cli::Arguments& arguments) {
  return RunWithSettings(command, ForRules::kDone, arguments);
}

}  // namespace sudoku::tool

#endif  // TOOLS_SUDOKU_SETTINGS_H_
