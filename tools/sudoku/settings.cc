#include "tools/sudoku/settings.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "dlx/parallel.h"
#include "sudoku/format/geometry_source.h"
#include "sudoku/geometry.h"
#include "sudoku/names.h"
#include "tools/cli/error.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/input_file.h"
#include "tools/cli/search_flags.h"
#include "tools/cli/terminal.h"

namespace sudoku::tool {

bool IsForPrograms(OutputFormat format) {
  return format == OutputFormat::kJson || format == OutputFormat::kCsv;
}

std::vector<cli::NamedValue<std::optional<OutputFormat>>>
OutputFormats::Table() {
  return {{"grid", OutputFormat::kGrid},
          {"line", OutputFormat::kLine},
          {"json", OutputFormat::kJson},
          {"csv", OutputFormat::kCsv}};
}

std::vector<cli::NamedValue<NameStyle>> NameStyles::Table() {
  return {{"r1c1", NameStyle::kRowAndColumn}, {"A1", NameStyle::kLetter}};
}

std::vector<cli::NamedValue<int>> PuzzlesPerSheet::Table() {
  return {{"1", 1}, {"2", 2}, {"4", 4}, {"6", 6}, {"12", 12}};
}

std::vector<cli::NamedValue<InputFormat>> InputFormats::Table() {
  std::vector<cli::NamedValue<InputFormat>> table;
  for (const InputFormatName& known : InputFormatNames()) {
    table.push_back({known.name, known.format});
  }
  return table;
}

// --box: "2x3".
struct BoxFlag {
  int rows = 0;
  int columns = 0;
};
bool AbslParseFlag(absl::string_view text, BoxFlag* flag, std::string* error) {
  const std::vector<absl::string_view> parts =
      absl::StrSplit(text, absl::ByAnyChar("xX"));
  if (parts.size() != 2 || !absl::SimpleAtoi(parts[0], &flag->rows) ||
      !absl::SimpleAtoi(parts[1], &flag->columns) || flag->rows < 1 ||
      flag->columns < 1) {
    *error = "the rows and columns of a box are expected, such as 2x3";
    return false;
  }
  return true;
}
std::string AbslUnparseFlag(const BoxFlag& flag) {
  return flag.rows == 0 ? "" : absl::StrCat(flag.rows, "x", flag.columns);
}

// "r1c1=9,B3=4", as far as that can be understood without a puzzle.
struct SetFlag {
  std::vector<FilledCell> cells = {};
};
bool AbslParseFlag(absl::string_view text, SetFlag* flag, std::string* error) {
  flag->cells.clear();
  for (const absl::string_view entry :
       absl::StrSplit(text, absl::ByAnyChar(", "), absl::SkipEmpty())) {
    const std::vector<absl::string_view> parts = absl::StrSplit(entry, '=');
    if (parts.size() != 2 || parts[1].size() != 1 ||
        (parts[1][0] != '0' &&
         !CharToDigit(parts[1][0], kMaxSize).has_value()) ||
        !ParseCell(parts[0], kMaxSize).ok()) {
      *error = absl::StrCat("\"", entry,
                            "\" is not a cell and its digit, as in r1c1=9");
      return false;
    }
    flag->cells.push_back({std::string(parts[0]), parts[1][0]});
  }
  return true;
}
std::string AbslUnparseFlag(const SetFlag& flag) {
  return absl::StrJoin(
      flag.cells, ",", [](std::string* out, const FilledCell& entry) {
        absl::StrAppend(out, entry.cell, "=", std::string(1, entry.digit));
      });
}

struct SymbolsFlag {
  std::string characters = {};
  bool are_seen = false;
};
bool AbslParseFlag(absl::string_view text, SymbolsFlag* flag,
                   std::string* error) {
  *flag = {.characters = std::string(text), .are_seen = text == "seen"};
  const std::set<char> different(text.begin(), text.end());
  const bool is_good = std::all_of(text.begin(), text.end(), MayBeSymbol) &&
                       different.size() == text.size() && text.size() >= 2 &&
                       text.size() <= kMaxSize;
  if (is_good || flag->are_seen) return true;
  *error = absl::StrCat("2 to ", kMaxSize,
                        " different letters or digits are expected, one for "
                        "each digit, or seen");
  return false;
}
std::string AbslUnparseFlag(const SymbolsFlag& flag) { return flag.characters; }

}  // namespace sudoku::tool

ABSL_FLAG(cli::NamedFlag<sudoku::tool::OutputFormats>, format, {},
          "Write in this `FORMAT`: grid, line, json (JSON Lines) or csv. "
          "Without it, a puzzle on the command line gives a grid, puzzles in "
          "files give lines.");
ABSL_FLAG(bool, json, false, "The same as --format=json.");
ABSL_FLAG(cli::NamedFlag<sudoku::tool::InputFormats>, input, {},
          "Do not guess the `FORMAT` of the input: line (or sdm), grid (sdk, "
          "ss), candidates (pencilmarks), csv or json.");
ABSL_FLAG(cli::LimitFlag, size, {}, "The puzzles have `N` rows and columns.");
ABSL_FLAG(sudoku::tool::BoxFlag, box, {},
          "The boxes are `RxC`: so many rows and columns, as in 3x2.");
ABSL_FLAG(std::string, regions, "",
          "Irregular regions instead of boxes: a `MAP` with a character for "
          "each cell, the same for cells of the same region.");
ABSL_FLAG(std::string, extra, "",
          "Extra regions besides the boxes: a `MAP` as for --regions, with '.' "
          "for cells that are in none.");
ABSL_FLAG(bool, diagonal, false,
          "Both diagonals hold different digits, too (X-Sudoku).");
ABSL_FLAG(bool, windoku, false,
          "The windows between the boxes hold different digits, too.");
ABSL_FLAG(bool, zero, false,
          "0 is the least digit, and no empty cell: the digits are 0 to 8.");
ABSL_FLAG(sudoku::tool::SymbolsFlag, symbols, {},
          "The digits are these `SYMBOLS`, as in SUDO, in the input and in the "
          "output; or seen: those of the input, in the order in which they "
          "appear there.");
ABSL_FLAG(bool, stats, false,
          "Tell on standard error how many puzzles a second were done, with "
          "how many nodes, and which puzzle was the hardest.");
ABSL_FLAG(bool, progress, true,
          "Show how far the work has come, in a line on standard error if that "
          "is a terminal.");
ABSL_FLAG(cli::LimitFlag, puzzle, {},
          "Only puzzle number `N` of the input; the first one has number 1.");
ABSL_FLAG(cli::ShardFlag, shard, {},
          "Only part `I/N` of the bytes of each file, from line to line: for "
          "files that are too large for one machine.");
ABSL_FLAG(sudoku::tool::SetFlag, set, {},
          "Fill in these `CELLS` first, as in r1c1=9,B3=4.");
ABSL_FLAG(std::string, rule, "",
          "Each puzzle has these rules, too: `TEXT` such as "
          "AntiKnight.Cage~3~R1C1~R1C2 (see docs/rules.md).");
ABSL_FLAG(bool, without_unknown_rules, false,
          "Take a puzzle with rules that are not known here as one without "
          "them; what is said of it then names them.");
ABSL_FLAG(bool, lexicographic, false,
          "Print the solutions in lexicographic order.");
ABSL_FLAG(bool, reduce, false,
          "Take clues away as long as the solution stays unique, and print "
          "the puzzle that is left.");
ABSL_FLAG(bool, estimate, false,
          "Estimate the number of solutions from random probes, within 10 "
          "seconds or --timeout.");
ABSL_FLAG(bool, up_to_symmetry, false,
          "Solutions that a symmetry of the puzzle takes to each other are "
          "one.");
ABSL_FLAG(bool, svg, false, "Write a picture in SVG.");
ABSL_FLAG(std::string, print_page, "",
          "Write a page to print to `FILE`: puzzles on sheets of A4 or "
          "Letter, and the solutions at the end, upside down.");
ABSL_FLAG(std::string, page_title, "",
          "Write `TEXT` above the puzzles of --html.");
ABSL_FLAG(cli::NamedFlag<sudoku::tool::PuzzlesPerSheet>, per_sheet, {6},
          "With --html, print `N` puzzles on a sheet: 1, 2, 4, 6 or 12. A grid "
          "larger than 12x12 always has a sheet of its own.");
ABSL_FLAG(bool, matrix, false,
          "Show the exact cover problem that the puzzle stands for: in Knuth's "
          "DLX format, or with --svg as a picture.");
ABSL_FLAG(
    bool, all_rows, false,
    "With --matrix: empty cells have the options of all digits, as in the "
    "Java tutorial, and not only those that the clues leave.");
ABSL_FLAG(bool, solution, false, "Fill in the solution.");
ABSL_FLAG(bool, propagate, false,
          "Fill in what follows from the clues by Norvig's two rules, and rule "
          "out candidates accordingly, but guess nothing.");
ABSL_FLAG(std::string, peers, "",
          "Show the houses and the peers of this `CELL`, such as C2; without "
          "a puzzle, by their names on a blank board.");
ABSL_FLAG(std::string, cell, "",
          "Tell how the candidates of this `CELL` come about, and why its "
          "digit follows.");
ABSL_FLAG(cli::NamedFlag<sudoku::tool::NameStyles>, names, {},
          "Call cells by names in this `STYLE`: r1c1 or A1.");
ABSL_FLAG(bool, cell_names, false,
          "Write its name into each empty cell, and no candidates; without a "
          "puzzle, of a blank board.");
ABSL_FLAG(bool, candidates, true,
          "Show the candidates of empty cells; in pictures up to 12x12.");
ABSL_FLAG(bool, counts, false,
          "Show in how many solutions each candidate is; with --svg or --html "
          "as a heat map.");

namespace sudoku::tool {

namespace {

// The number of rows of a square grid with that many cells; 0 if there is none.
int SizeOfSquare(int64_t cells) {
  for (int size = 1; size <= kMaxSize; ++size) {
    if (int64_t{size} * size == cells) return size;
  }
  return 0;
}

absl::StatusOr<std::optional<Geometry>> FixedGeometry() {
  const int size = static_cast<int>(
      std::min<uint64_t>(absl::GetFlag(FLAGS_size).value.value_or(0),
                         std::numeric_limits<int>::max()));
  const BoxFlag box = absl::GetFlag(FLAGS_box);
  const std::string regions = absl::GetFlag(FLAGS_regions);
  const std::string extra = absl::GetFlag(FLAGS_extra);
  absl::StatusOr<Geometry> geometry = Geometry::Standard();
  if (!regions.empty()) {
    if (box.rows > 0) {
      return absl::InvalidArgumentError(
          "there are boxes or regions, but not both: --box and --regions");
    }
    geometry = Geometry::Irregular(regions);
  } else if (box.rows > 0) {
    geometry = Geometry::Classic(box.rows, box.columns);
  } else if (size > 0) {
    geometry = Geometry::FromSize(size);
  } else if (!extra.empty()) {
    // The map has a character for each cell.
    const auto cells =
        std::count_if(extra.begin(), extra.end(),
                      [](unsigned char c) { return !absl::ascii_isspace(c); });
    const int map_size = SizeOfSquare(cells);
    if (map_size == 0) {
      return absl::InvalidArgumentError(
          absl::StrCat("--extra needs a character for each cell of a square "
                       "grid, but this map has ",
                       cells));
    }
    geometry = Geometry::FromSize(map_size);
  } else {
    return std::nullopt;
  }
  if (!geometry.ok()) return geometry.status();
  if (size > 0 && geometry->size() != size) {
    return absl::InvalidArgumentError(
        absl::StrCat("--size=", size, " does not fit: the grid would be ",
                     geometry->Description()));
  }
  return *std::move(geometry);
}

// Adds what the flags ask for besides boxes, and calls cells as they want it.
absl::StatusOr<Geometry> WithHousesFromFlags(const Geometry& geometry,
                                             const std::string& symbols) {
  absl::StatusOr<Geometry> result = geometry;
  if (absl::GetFlag(FLAGS_diagonal)) result = result->WithDiagonals();
  if (absl::GetFlag(FLAGS_windoku)) result = result->WithWindows();
  const std::string extra = absl::GetFlag(FLAGS_extra);
  if (result.ok() && !extra.empty()) result = result->WithExtraRegions(extra);
  if (!result.ok()) return result;
  result = result->WithNames(absl::GetFlag(FLAGS_names).value)
               .WithLeastDigit(absl::GetFlag(FLAGS_zero) ? 0 : 1);
  return symbols.empty() ? result : result->WithSymbols(symbols);
}

// The characters that stand where digits may, in the order in which they
// appear, and then others, so that there are enough.
std::string SymbolsIn(absl::string_view text) {
  std::string symbols;
  const auto add = [&symbols](char c) {
    if (MayBeSymbol(c) && c != '0' && symbols.size() < kMaxSize &&
        !absl::StrContains(symbols, c)) {
      symbols.push_back(c);
    }
  };
  for (const char c : text) add(c);
  for (int digit = 10; digit < kMaxSize; ++digit) {
    add(DigitToChar(static_cast<uint8_t>(digit)));
  }
  for (int digit = 1; digit < 10; ++digit) {
    add(DigitToChar(static_cast<uint8_t>(digit)));
  }
  return symbols;
}

// True for standard input, pipes and devices.
bool IsReadOnce(const std::string& argument) {
  std::error_code ignored;
  const auto status = std::filesystem::status(argument, ignored);
  return argument == "-" || is_fifo(status) || is_character_file(status);
}

// --symbols, which may be those of the first of the arguments.
absl::StatusOr<std::string> SymbolsFromFlags(const cli::Arguments& arguments) {
  const SymbolsFlag flag = absl::GetFlag(FLAGS_symbols);
  if (flag.characters.empty()) return "";
  if (absl::GetFlag(FLAGS_zero)) {
    return absl::InvalidArgumentError(
        "--symbols says what digits are, and so does --zero: they do not go "
        "together");
  }
  if (!flag.are_seen) return flag.characters;
  if (arguments.empty() || IsReadOnce(arguments[0])) {
    return absl::InvalidArgumentError(
        "--symbols=seen looks at the input first, which is for a puzzle or a "
        "file; say which symbols standard input has, or a pipe");
  }
  const absl::StatusOr<cli::InputFile> file = cli::ReadInput(arguments[0]);
  return SymbolsIn(file.ok() ? file->text : arguments[0]);
}

absl::StatusOr<ReaderOptions> ReaderOptionsFromFlags(
    const std::string& symbols) {
  absl::StatusOr<std::optional<Geometry>> fixed = FixedGeometry();
  if (!fixed.ok()) return fixed.status();
  if (fixed->has_value()) {
    absl::StatusOr<Geometry> with_houses =
        WithHousesFromFlags(**fixed, symbols);
    if (!with_houses.ok()) return with_houses.status();
    *fixed = *std::move(with_houses);
  }
  ReaderOptions options;
  options.format = absl::GetFlag(FLAGS_input).value;
  options.geometries = GeometrySource(
      *std::move(fixed),
      [symbols](const Geometry& geometry) {
        return WithHousesFromFlags(geometry, symbols);
      },
      symbols);
  return options;
}

}  // namespace

bool DigitsHaveSymbols() {
  return !absl::GetFlag(FLAGS_symbols).characters.empty();
}

bool MayBeSymbol(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c));
}

int Settings::ThreadCount() const {
  return threads.value_or(0) > 0 ? *threads : dlx::ProcessorCount();
}

namespace {

// Whether what is said of pictures and pages is about one that is written.
absl::Status CheckPictures(const Settings& settings) {
  if (settings.draws_svg && settings.format.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--svg and ", absl::GetFlag(FLAGS_json) ? "--json" : "--format",
        " do not go together"));
  }
  if (!settings.html_file.empty()) return absl::OkStatus();
  for (const auto& [flag, is_given] :
       {std::pair("--title", !settings.title.empty()),
        std::pair("--per-sheet", settings.per_sheet != Settings().per_sheet)}) {
    if (!is_given) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(flag, " is about the page of --html, but there is none"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Settings> SettingsFromFlags(const cli::Arguments& arguments) {
  const absl::StatusOr<std::string> symbols = SymbolsFromFlags(arguments);
  if (!symbols.ok()) return symbols.status();
  absl::StatusOr<ReaderOptions> reader = ReaderOptionsFromFlags(*symbols);
  if (!reader.ok()) return reader.status();
  const dlx::SearchOptions search = cli::SearchOptionsFromFlags();
  Settings settings;
  settings.reader = *std::move(reader);
  settings.filled_cells = absl::GetFlag(FLAGS_set).cells;
  settings.rules = absl::GetFlag(FLAGS_rule);
  settings.puzzle_number = absl::GetFlag(FLAGS_puzzle).value;
  settings.shard = absl::GetFlag(FLAGS_shard);
  if (settings.shard.count > 1 && settings.puzzle_number.has_value()) {
    return absl::InvalidArgumentError(
        "--puzzle counts the puzzles of the whole input, which --shard does "
        "not read");
  }
  settings.solver.limits = search.limits;
  settings.solver.engine = search.engine;
  settings.threads = cli::WantedThreads();
  settings.seed = search.seed;
  settings.memory_limit = search.memory_limit;
  settings.format = absl::GetFlag(FLAGS_json)
                        ? OutputFormat::kJson
                        : absl::GetFlag(FLAGS_format).value;
  settings.statistics = absl::GetFlag(FLAGS_stats);
  settings.progress = absl::GetFlag(FLAGS_progress);
  settings.writes_to_terminal = cli::IsTerminal(STDOUT_FILENO);
  settings.colors =
      cli::UsesColor(STDOUT_FILENO) ? TextColors::kAnsi : TextColors::kNone;
  settings.is_lexicographic = absl::GetFlag(FLAGS_lexicographic);
  settings.reduces = absl::GetFlag(FLAGS_reduce);
  settings.estimates = absl::GetFlag(FLAGS_estimate);
  settings.is_up_to_symmetry = absl::GetFlag(FLAGS_up_to_symmetry);
  settings.draws_svg = absl::GetFlag(FLAGS_svg);
  settings.shows_matrix = absl::GetFlag(FLAGS_matrix);
  settings.shows_all_rows = absl::GetFlag(FLAGS_all_rows);
  settings.shows_solution = absl::GetFlag(FLAGS_solution);
  settings.shows_candidates = absl::GetFlag(FLAGS_candidates);
  settings.shows_counts = absl::GetFlag(FLAGS_counts);
  settings.propagates = absl::GetFlag(FLAGS_propagate);
  settings.peers_of = absl::GetFlag(FLAGS_peers);
  settings.cell = absl::GetFlag(FLAGS_cell);
  settings.names_cells = absl::GetFlag(FLAGS_cell_names);
  settings.html_file = absl::GetFlag(FLAGS_print_page);
  settings.title = absl::GetFlag(FLAGS_page_title);
  settings.per_sheet = absl::GetFlag(FLAGS_per_sheet).value;
  const absl::Status status = CheckPictures(settings);
  if (!status.ok()) return status;
  return settings;
}

namespace {

std::string NamesOfDigits(const Geometry& geometry) {
  return geometry.symbols() == nullptr
             ? DigitRange(geometry.size(), geometry.least_digit())
             : std::string(geometry.symbols(),
                           static_cast<size_t>(geometry.size()));
}

std::optional<int> DigitNamed(char c, const Geometry& geometry) {
  if (geometry.symbols() == nullptr) {
    return CharToDigit(c, geometry.size(), geometry.least_digit());
  }
  return SymbolToDigit(c, geometry.size(), geometry.symbols());
}

}  // namespace

absl::Status FillIn(const std::vector<FilledCell>& cells, Puzzle& puzzle) {
  const int size = puzzle.geometry.size();
  for (const auto& [name, character] : cells) {
    const absl::StatusOr<int> cell = ParseCell(name, size);
    if (!cell.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--set: ", cell.status().message()));
    }
    const std::optional<int> digit = DigitNamed(character, puzzle.geometry);
    if (!digit.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat("--set: \"", std::string(1, character),
                       "\" is no digit here: those of this ", size, "x", size,
                       " puzzle are ", NamesOfDigits(puzzle.geometry)));
    }
    uint8_t& clue = puzzle.clues[*cell];
    if (clue != 0 && clue != *digit) {
      return absl::InvalidArgumentError(
          absl::StrCat("--set: ", name, " already holds ",
                       std::string(1, puzzle.geometry.DigitChar(clue))));
    }
    clue = static_cast<uint8_t>(*digit);
  }
  return absl::OkStatus();
}

namespace {

std::string WhyNoRules(ForRules rules) {
  switch (rules) {
    case ForRules::kDone:
      break;
    case ForRules::kNoSymmetry:
      return "and this command is about the symmetries of the grid, which they "
             "do not have";
    case ForRules::kNoMethod:
      return "and the methods of this command know rows, columns, boxes and "
             "other houses only";
  }
  return "";
}

}  // namespace

cli::ExitCode RunWithSettings(CommandFunction command, ForRules rules,
                              const cli::Arguments& arguments) {
  absl::StatusOr<Settings> settings = SettingsFromFlags(arguments);
  if (!settings.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, settings.status().message());
  }
  settings->reader.takes_rules = rules == ForRules::kDone;
  settings->reader.why_no_rules = WhyNoRules(rules);
  settings->reader.skips_unknown_rules =
      absl::GetFlag(FLAGS_without_unknown_rules);
  return command(arguments, *settings);
}

}  // namespace sudoku::tool
