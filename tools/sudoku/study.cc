// study: what those ask who study puzzles and grids.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/flags/flag.h"
#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/time/time.h"
#include "dlx/schedule/limit_watch.h"
#include "sudoku/making/backdoors.h"
#include "sudoku/making/band_table.h"
#include "sudoku/making/bands.h"
#include "sudoku/making/canonical.h"
#include "sudoku/making/fewest_clues.h"
#include "sudoku/making/symmetry.h"
#include "sudoku/making/unavoidable.h"
#include "sudoku/making/up_to_symmetry.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/number_format.h"
#include "tools/sudoku/batch.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/input.h"
#include "tools/sudoku/record.h"
#include "tools/sudoku/settings.h"
#include "tools/sudoku/verdict.h"

ABSL_FLAG(int, digits, 4,
          "Find the unavoidable sets of up to `N` different digits, from 2 to "
          "4, which are all those of up to 2N + 1 cells; 0 for none.");

// -------------------------------------------------------------- the flags

namespace sudoku::tool {
namespace {

// What can be asked for, as bits of a set.
enum StudyPart : uint32_t {
  kDisguises = 1,
  kBackdoors = 2,
  kGrid = 4,
  kBands = 8,
  kUnavoidable = 16,
  kFewestClues = 32,
  kSolutions = 64,
  kAllParts = 127,
};

struct PartName {
  absl::string_view name;
  StudyPart part;
};
constexpr PartName kPartNames[] = {{"disguises", kDisguises},
                                   {"backdoors", kBackdoors},
                                   {"grid", kGrid},
                                   {"bands", kBands},
                                   {"unavoidable", kUnavoidable},
                                   {"fewest-clues", kFewestClues},
                                   {"solutions", kSolutions}};

// --only
struct PartsFlag {
  uint32_t parts = kAllParts;
};
bool AbslParseFlag(absl::string_view text, PartsFlag* flag,
                   std::string* error) {
  flag->parts = 0;
  for (const absl::string_view word : absl::StrSplit(text, ',')) {
    const auto known = absl::c_find_if(
        kPartNames, [&](const PartName& part) { return part.name == word; });
    if (known == std::end(kPartNames)) {
      *error = absl::StrCat("the parts are ", absl::StrJoin(StudyParts(), ","));
      return false;
    }
    flag->parts |= known->part;
  }
  return true;
}
std::string AbslUnparseFlag(const PartsFlag& flag) {
  if (flag.parts == kAllParts) return "";
  std::vector<absl::string_view> names;
  for (const PartName& part : kPartNames) {
    if ((flag.parts & part.part) != 0) names.push_back(part.name);
  }
  return absl::StrJoin(names, ",");
}

}  // namespace

std::vector<std::string> StudyParts() {
  std::vector<std::string> names;
  for (const PartName& part : kPartNames) names.emplace_back(part.name);
  return names;
}

}  // namespace sudoku::tool

ABSL_FLAG(sudoku::tool::PartsFlag, only, {},
          "Only these `PARTS`, which takes less time: disguises, backdoors, "
          "grid, bands, unavoidable, fewest-clues, solutions.");

namespace sudoku::tool {

namespace {

bool Wants(StudyPart part) {
  return (absl::GetFlag(FLAGS_only).parts & part) != 0;
}

// Five digits less leave some grids too many solutions to go through.
constexpr int kMostBackdoorDigits = 4;

// The hardest known puzzles need three.
constexpr int kMostBackdoorCells = 3;
// Named in text; there are all in JSON and CSV.
constexpr size_t kMostNamedBackdoors = 5;
// With which solutions are counted: each is looked at.
constexpr int kMostAutomorphisms = 1'000'000;
// Of the search for the fewest clues, if no limit is given: a second or less.
constexpr uint64_t kFewestCluesNodes = 200'000;

// What is known of a puzzle; nothing where there is nothing to be known.
struct Study {
  Symmetry symmetry = Symmetry::kNone;
  Verdict verdict = Verdict::kUndecided;
  std::optional<CanonicalClass> disguises;
  // Of puzzles with several, and not too many automorphisms.
  std::optional<dlx::ClassCount> solutions;
  bool is_too_symmetrical = false;  // For that.
  // From here on, of puzzles with one solution.
  std::optional<Backdoors> backdoors;
  std::optional<CanonicalClass> grid_disguises;
  std::vector<std::string> bands;
  std::optional<std::map<size_t, uint64_t>> unavoidable;  // By their sizes.
  std::optional<FewestClues> fewest;
  // A limit came before all was known.
  bool is_limited = false;
};

// The limits of what is yet to be done until then.
dlx::Limits Until(absl::Duration end, dlx::Limits limits) {
  limits.time = std::max(end - dlx::SteadyNow(), absl::ZeroDuration());
  return limits;
}

// Whether a part is wanted, and there is time for it.
bool IsTimeFor(StudyPart part, absl::Duration end, Study& study) {
  if (!Wants(part)) return false;
  const bool has_time = dlx::SteadyNow() < end;
  study.is_limited |= !has_time;
  return has_time;
}

std::optional<CanonicalClass> ClassOf(const Geometry& geometry,
                                      const Grid& grid) {
  absl::StatusOr<CanonicalClass> found = FindCanonicalClass(geometry, grid);
  if (!found.ok()) return std::nullopt;
  return *std::move(found);
}

void StudyGrid(const Geometry& geometry, const Grid& grid, int digits,
               const dlx::Limits& limits, absl::Duration end, Study& study) {
  if (IsTimeFor(kGrid, end, study)) {
    study.grid_disguises = ClassOf(geometry, grid);
  }
  if (IsTimeFor(kBands, end, study)) {
    absl::StatusOr<std::vector<std::string>> bands = BandForms(geometry, grid);
    if (bands.ok()) study.bands = *std::move(bands);
  }
  if (digits < 2 || !(Wants(kUnavoidable) || Wants(kFewestClues))) return;
  const absl::StatusOr<std::vector<std::vector<int>>> sets = UnavoidableSets(
      geometry, grid, std::min(digits, geometry.size()), Until(end, limits));
  study.is_limited |= absl::IsCancelled(sets.status());
  if (!sets.ok()) return;
  if (Wants(kUnavoidable)) {
    study.unavoidable.emplace();
    for (const std::vector<int>& set : *sets) {
      ++(*study.unavoidable)[set.size()];
    }
  }
  if (!Wants(kFewestClues)) return;
  if (absl::StatusOr<FewestClues> fewest = FindFewestClues(
          geometry, grid, *sets, geometry.cell_count(), Until(end, limits));
      fewest.ok()) {
    study.is_limited |= !fewest->puzzle.has_value();
    study.fewest = *std::move(fewest);
  }
}

std::optional<dlx::ClassCount> SolutionsOf(const Puzzle& puzzle,
                                           const dlx::Limits& limits) {
  absl::StatusOr<dlx::ClassCount> count =
      CountSolutionsUpToSymmetry(puzzle, {.limits = limits});
  if (!count.ok()) return std::nullopt;
  return *std::move(count);
}

// "3 automorphisms, 406,332,702,720 disguises".
std::string DisguisesText(const CanonicalClass& found) {
  return absl::StrCat(
      cli::WithThousands(found.automorphisms),
      found.automorphisms == 1 ? " automorphism, " : " automorphisms, ",
      cli::WithThousands(found.disguises),
      found.disguises == 1 ? " disguise" : " disguises");
}

// "r1c2 r3c4" for each set.
std::vector<std::string> BackdoorNames(const Backdoors& backdoors,
                                       const Geometry& geometry) {
  std::vector<std::string> names;
  for (const std::vector<int>& set : backdoors.sets) {
    names.push_back(absl::StrJoin(CellNames(set, geometry), "+"));
  }
  return names;
}

std::string BackdoorsText(const Backdoors& backdoors,
                          const Geometry& geometry) {
  if (backdoors.sets.empty()) {
    return absl::StrCat("more than ", kMostBackdoorCells, " cells");
  }
  const size_t cells = backdoors.sets.front().size();
  if (cells == 0) return "none needed: singles alone solve it";
  std::vector<std::string> names = BackdoorNames(backdoors, geometry);
  const size_t count = names.size();
  names.resize(std::min(count, kMostNamedBackdoors));
  return absl::StrCat(
      cells, cells == 1 ? " cell: " : " cells: ", absl::StrJoin(names, ", "),
      count > names.size()
          ? absl::StrCat(", and ", count - names.size(), " others")
          : "");
}

// "5 of 4 cells, 7 of 6 cells; 123 with up to 4 digits": by size, those of
// which all are known.
std::string UnavoidableText(const std::map<size_t, uint64_t>& by_size,
                            int digits, int grid_size) {
  const size_t known_size =
      digits >= grid_size ? SIZE_MAX : 2 * static_cast<size_t>(digits) + 1;
  std::vector<std::string> parts;
  uint64_t all = 0;
  for (const auto& [size, count] : by_size) {
    all += count;
    if (size > known_size) continue;
    parts.push_back(
        absl::StrCat(cli::WithThousands(count), " of ", size, " cells"));
  }
  return absl::StrCat(absl::StrJoin(parts, ", "), parts.empty() ? "" : "; ",
                      cli::WithThousands(all), " with up to ", digits,
                      " digits");
}

std::string FewestCluesText(const FewestClues& fewest) {
  if (fewest.puzzle.has_value()) {
    return absl::StrCat(fewest.at_least, ", as in ", fewest.puzzle->ToLine());
  }
  return absl::StrCat("at least ", fewest.at_least, " (",
                      dlx::OutcomeName(fewest.outcome), " after ",
                      cli::WithThousands(fewest.nodes), " nodes)");
}

// "57 of 416: 123456789457189236..."; of other sizes, the form alone.
std::string BandText(const std::string& form) {
  const std::optional<int> number = BandNumber(form);
  return number.has_value()
             ? absl::StrCat(*number, " of ", StandardBands().size(), ": ", form)
             : form;
}

std::string BandsText(const std::vector<std::string>& bands) {
  std::vector<std::string> lines;
  for (size_t i = 0; i < bands.size(); ++i) {
    const size_t first = static_cast<size_t>(
        std::find(bands.begin(), bands.end(), bands[i]) - bands.begin());
    const auto name = [&](size_t k) {
      return k < bands.size() / 2
                 ? absl::StrCat("band ", k + 1)
                 : absl::StrCat("stack ", k - bands.size() / 2 + 1);
    };
    lines.push_back(absl::StrCat(
        "  ", name(i), ": ",
        first < i ? absl::StrCat("as ", name(first)) : BandText(bands[i]),
        "\n"));
  }
  return absl::StrJoin(lines, "");
}

// "12, of which 3 are essentially different".
std::string SolutionsText(const dlx::ClassCount& count) {
  const char* const least =
      count.summary.outcome == dlx::Outcome::kExhausted ? "" : "at least ";
  return absl::StrCat(least, cli::WithThousands(count.covers), ", of which ",
                      least, cli::WithThousands(count.classes),
                      count.classes == 1 ? " is" : " are",
                      " essentially different");
}

std::string StudyAsText(const Job& job, const Study& study, int digits) {
  const int size = job.puzzle.geometry.size();
  const int clues = job.puzzle.clues.filled_count();
  std::string text = absl::StrCat(
      job.Place(), clues, clues == 1 ? " clue" : " clues",
      study.symmetry == Symmetry::kNone
          ? ""
          : absl::StrCat(", symmetry: ", SymmetryName(study.symmetry)),
      ", ", VerdictName(study.verdict), "\n");
  if (study.disguises.has_value()) {
    absl::StrAppend(&text, "puzzle: ", DisguisesText(*study.disguises), "\n");
  }
  if (study.solutions.has_value()) {
    absl::StrAppend(&text, "solutions: ", SolutionsText(*study.solutions),
                    "\n");
  }
  if (study.is_too_symmetrical) {
    absl::StrAppend(&text,
                    "solutions: not counted, with so many automorphisms; "
                    "'sudoku count --up-to-symmetry' does\n");
  }
  if (study.backdoors.has_value()) {
    absl::StrAppend(&text, "backdoors: ",
                    BackdoorsText(*study.backdoors, job.puzzle.geometry), "\n");
  }
  if (study.grid_disguises.has_value()) {
    absl::StrAppend(&text, "its grid: ", DisguisesText(*study.grid_disguises),
                    "\n");
  }
  absl::StrAppend(&text, BandsText(study.bands));
  if (study.unavoidable.has_value()) {
    absl::StrAppend(&text, "unavoidable sets: ",
                    UnavoidableText(*study.unavoidable, digits, size), "\n");
  }
  if (study.fewest.has_value()) {
    absl::StrAppend(&text, "fewest clues of its puzzles: ",
                    FewestCluesText(*study.fewest), "\n");
  }
  return text;
}

// Of 9x9; otherwise there are none.
std::vector<std::string> BandNumbers(const std::vector<std::string>& bands) {
  std::vector<std::string> numbers;
  for (const std::string& form : bands) {
    if (const std::optional<int> number = BandNumber(form)) {
      numbers.push_back(absl::StrCat(*number));
    }
  }
  return numbers;
}

std::string DecimalText(const std::optional<CanonicalClass>& found,
                        absl::uint128 CanonicalClass::*number) {
  return found.has_value() ? cli::Decimal((*found).*number) : "";
}

std::string StudyAsRecord(const Job& job, const Study& study,
                          OutputFormat format) {
  std::optional<uint64_t> backdoor_cells;
  std::vector<std::string> backdoors;
  if (study.backdoors.has_value() && !study.backdoors->sets.empty()) {
    backdoor_cells = study.backdoors->sets.front().size();
    if (*backdoor_cells > 0) {
      backdoors = BackdoorNames(*study.backdoors, job.puzzle.geometry);
    }
  }
  std::vector<std::string> unavoidable;
  if (study.unavoidable.has_value()) {
    for (const auto& [size, count] : *study.unavoidable) {
      unavoidable.push_back(absl::StrCat(size, ":", count));
    }
  }
  const bool has_fewest = study.fewest.has_value();
  const bool has_all =
      study.solutions.has_value() &&
      study.solutions->summary.outcome == dlx::Outcome::kExhausted;
  return Record("puzzle", job)
      .Number("clues", static_cast<uint64_t>(job.puzzle.clues.filled_count()))
      .Text("symmetry", SymmetryName(study.symmetry))
      .Text("verdict", VerdictName(study.verdict))
      .Text("canonical",
            study.disguises.has_value() ? study.disguises->form.ToLine() : "")
      .Text("automorphisms",
            DecimalText(study.disguises, &CanonicalClass::automorphisms))
      .Text("disguises",
            DecimalText(study.disguises, &CanonicalClass::disguises))
      .Text("solutions", has_all ? cli::Decimal(study.solutions->covers) : "")
      .Text("different_solutions",
            has_all ? cli::Decimal(study.solutions->classes) : "")
      .Number("backdoor_cells", backdoor_cells)
      .List("backdoors", std::move(backdoors))
      .Text("grid", study.grid_disguises.has_value()
                        ? study.grid_disguises->form.ToLine()
                        : "")
      .Text("grid_automorphisms",
            DecimalText(study.grid_disguises, &CanonicalClass::automorphisms))
      .Text("grid_disguises",
            DecimalText(study.grid_disguises, &CanonicalClass::disguises))
      .List("bands", study.bands)
      .List("band_numbers", BandNumbers(study.bands))
      .List("unavoidable", std::move(unavoidable))
      .Number("fewest_clues_at_least",
              has_fewest ? std::optional<uint64_t>(study.fewest->at_least)
                         : std::nullopt)
      .Text("fewest_clues", has_fewest && study.fewest->puzzle.has_value()
                                ? study.fewest->puzzle->ToLine()
                                : "")
      .ToLine(format);
}

}  // namespace

cli::ExitCode StudyPuzzles(const cli::Arguments& arguments,
                           const Settings& settings) {
  const bool are_all_puzzles = AreAllPuzzles(arguments);
  const int digits = absl::GetFlag(FLAGS_digits);
  if (digits != 0 && (digits < 2 || digits > kMostBackdoorDigits)) {
    return cli::Fail(cli::ExitCode::kUsage,
                     absl::StrCat("--digits=", digits,
                                  " is not possible: 2, 3 or 4 digits are, or "
                                  "0 for no unavoidable sets"));
  }
  const OutputFormat format = settings.format.value_or(OutputFormat::kGrid);
  // The time is for all that takes long; other limits are those of the search
  // for the fewest clues, and of the count of solutions.
  dlx::Limits limits = settings.solver.limits;
  const bool has_limits = limits.nodes != dlx::kUnlimited ||
                          limits.time != absl::InfiniteDuration();
  if (!has_limits) limits.nodes = kFewestCluesNodes;
  limits.interrupter = &cli::CatchInterrupts();
  BatchOptions options;
  options.solver.engine = settings.solver.engine;
  options.solver.limits.time = limits.time;
  options.threads = are_all_puzzles ? 1 : settings.ThreadCount();
  options.report.counts_nodes = false;
  if (format == OutputFormat::kCsv) {
    options.report.header =
        CsvHeader({"clues", "symmetry", "verdict", "canonical", "automorphisms",
                   "disguises", "solutions", "different_solutions",
                   "backdoor_cells", "backdoors", "grid", "grid_automorphisms",
                   "grid_disguises", "bands", "band_numbers", "unavoidable",
                   "fewest_clues_at_least", "fewest_clues"});
  }
  return RunBatch(arguments, settings, options, [&](Job& job, Worker& worker) {
    const absl::Duration end = dlx::SteadyNow() + limits.time;
    const Answer* const answer = SolveJob(job, worker);
    if (answer == nullptr || job.fate == Fate::kInterrupted) return;
    const Puzzle& puzzle = job.puzzle;
    Study study;
    study.symmetry = SymmetryOfClues(puzzle.clues);
    study.verdict = answer->verdict;
    if (!puzzle.has_candidates() && IsTimeFor(kDisguises, end, study)) {
      study.disguises = ClassOf(puzzle.geometry, puzzle.clues);
    }
    if (answer->verdict == Verdict::kMultiple && Wants(kSolutions)) {
      study.is_too_symmetrical =
          study.disguises.has_value() &&
          study.disguises->automorphisms > kMostAutomorphisms;
      const bool is_rigid =
          study.disguises.has_value() && study.disguises->automorphisms == 1;
      if (!is_rigid && !study.is_too_symmetrical) {
        study.solutions = SolutionsOf(puzzle, Until(end, limits));
        study.is_limited |=
            study.solutions.has_value() &&
            study.solutions->summary.outcome != dlx::Outcome::kExhausted;
      }
    }
    if (answer->verdict == Verdict::kUnique) {
      const Grid solution = answer->solution;
      if (Wants(kBackdoors)) {
        study.backdoors = FindBackdoors(puzzle, solution, kMostBackdoorCells,
                                        Until(end, limits));
        if (study.backdoors->was_stopped) {
          study.backdoors.reset();
          study.is_limited = true;
        }
      }
      StudyGrid(puzzle.geometry, solution, digits, limits, end, study);
    }
    if (worker.is_interrupted()) {
      job.fate = Fate::kInterrupted;
      return;
    }
    if (has_limits && study.is_limited) job.fate = Fate::kLimited;
    job.output = IsForPrograms(format) ? StudyAsRecord(job, study, format)
                                       : StudyAsText(job, study, digits);
    if (!IsForPrograms(format) && !are_all_puzzles) job.output.push_back('\n');
  });
}

}  // namespace sudoku::tool
