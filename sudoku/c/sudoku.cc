#include "sudoku/c/sudoku.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/c/handles.h"
#include "dlx/limits.h"
#include "sudoku/encoding.h"
#include "sudoku/geometry.h"
#include "sudoku/grid.h"
#include "sudoku/making/canonical.h"
#include "sudoku/making/generate.h"
#include "sudoku/making/symmetry.h"
#include "sudoku/puzzle.h"
#include "sudoku/rules/rule_text.h"
#include "sudoku/solver.h"

struct sudoku_solver {
  sudoku::Solver solver;
  const dlx::Interrupter* interrupter = nullptr;
  bool has_more_rules = false;
  std::string count = "";
};

namespace {

using ::dlx::c::Checked;
using ::dlx::c::Copied;
using ::dlx::c::Guarded;
using ::dlx::c::Succeeds;
using ::sudoku::Answer;
using ::sudoku::Geometry;
using ::sudoku::Grid;
using ::sudoku::Puzzle;
using ::sudoku::Verdict;

absl::StatusOr<Geometry> MakeGeometry(const sudoku_rules& rules) {
  absl::StatusOr<Geometry> geometry = Geometry::Standard();
  if (rules.regions != nullptr) {
    geometry = Geometry::Irregular(rules.regions);
  } else if (rules.box_rows != 0) {
    geometry = Geometry::Classic(rules.box_rows, rules.box_columns);
  } else if (rules.rows != 0) {
    geometry = Geometry::FromSize(rules.rows);
  }
  if (geometry.ok() && rules.has_diagonals)
    geometry = geometry->WithDiagonals();
  if (geometry.ok() && rules.has_windows) geometry = geometry->WithWindows();
  if (geometry.ok() && rules.rows != 0 && rules.rows != geometry->size()) {
    return absl::InvalidArgumentError(
        absl::StrCat("boxes or regions of a grid of ", geometry->size(),
                     " rows do not fit into one of ", rules.rows));
  }
  return geometry;
}

absl::StatusOr<sudoku::Encoding> EncodingWith(absl::string_view rules,
                                              const Geometry& geometry) {
  Puzzle puzzle(geometry);
  if (const auto error = sudoku::AddRules(rules, &puzzle)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "rules, character ", error->offset, ": ", error->sentence));
  }
  return sudoku::Encoding::ForRules(puzzle);
}

absl::StatusOr<sudoku_solver> MakeSolver(const sudoku_rules& rules) {
  const absl::StatusOr<Geometry> geometry = MakeGeometry(rules);
  if (!geometry.ok()) return geometry.status();
  sudoku::SolverOptions options;
  if (rules.max_seconds > 0) {
    options.limits.time = absl::Seconds(rules.max_seconds);
  }
  if (rules.max_nodes != 0) options.limits.nodes = rules.max_nodes;
  if (rules.interrupter != nullptr) {
    options.limits.interrupter = &rules.interrupter->interrupter;
  }
  const bool has_more = rules.more != nullptr && *rules.more != '\0';
  absl::StatusOr<sudoku::Encoding> encoding =
      has_more ? EncodingWith(rules.more, *geometry)
               : sudoku::Encoding::ForGeometry(*geometry);
  if (!encoding.ok()) return encoding.status();
  absl::StatusOr<sudoku::Solver> solver =
      sudoku::Solver::Create(*std::move(encoding), options);
  if (!solver.ok()) return solver.status();
  return sudoku_solver{*std::move(solver), options.limits.interrupter,
                       has_more};
}

// Of a solver whose rules only its encoding knows.
absl::Status RefuseRules(const sudoku_solver& solver, absl::string_view what) {
  if (!solver.has_more_rules) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat(what,
                   " is for rows, columns, boxes and regions alone, and "
                   "these puzzles have more rules"));
}

// Reads the clues of a puzzle that has the geometry already.
absl::Status ReadClues(const uint8_t* cells, Puzzle& puzzle) {
  const int size = puzzle.geometry.size();
  const int cell_count = puzzle.geometry.cell_count();
  uint8_t largest = 0;
  for (int cell = 0; cell < cell_count; ++cell) {
    largest = std::max(largest, cells[cell]);
  }
  if (largest > size) {
    const auto wrong =
        std::find_if(cells, cells + cell_count,
                     [size](uint8_t digit) { return digit > size; });
    return absl::InvalidArgumentError(
        absl::StrCat("cell ", wrong - cells, " holds ", *wrong,
                     ", but the digits are 1 to ", size));
  }
  std::copy_n(cells, cell_count, puzzle.clues.begin());
  return absl::OkStatus();
}

absl::StatusOr<Puzzle> MakePuzzle(const Geometry& geometry,
                                  const uint8_t* cells) {
  Puzzle puzzle(geometry);
  if (absl::Status status = ReadClues(cells, puzzle); !status.ok()) {
    return status;
  }
  return puzzle;
}

uint8_t VerdictInC(Verdict verdict) {
  switch (verdict) {
    case Verdict::kNone:
      return SUDOKU_NO_SOLUTION;
    case Verdict::kUnique:
      return SUDOKU_UNIQUE;
    case Verdict::kMultiple:
      return SUDOKU_MULTIPLE;
    case Verdict::kUndecided:
      break;
  }
  return SUDOKU_UNDECIDED;
}

// Writes a grid, or zeros.
void Write(const Grid* grid, size_t cells, uint8_t* to) {
  if (grid == nullptr) {
    std::fill_n(to, cells, 0);
  } else {
    std::copy(grid->begin(), grid->end(), to);
  }
}

// Puzzles are solved by the hundred: two at a time takes less time, and all at
// once would take memory.
constexpr size_t kHerd = 256;

absl::Status Solve(sudoku_solver& solver, const uint8_t* puzzles, size_t count,
                   uint8_t* solutions, uint8_t* second_solutions,
                   uint8_t* verdicts) {
  const Geometry& geometry = solver.solver.geometry();
  const size_t cells = geometry.cell_count();
  // Made once, because only the clues differ.
  std::vector<Puzzle> herd(std::min(count, kHerd), Puzzle(geometry));
  std::vector<const Puzzle*> pointers;
  for (const Puzzle& puzzle : herd) pointers.push_back(&puzzle);
  for (size_t begin = 0; begin < count; begin += kHerd) {
    const size_t some = std::min(count - begin, kHerd);
    for (size_t k = 0; k < some; ++k) {
      const size_t i = begin + k;
      const absl::Status status = ReadClues(puzzles + i * cells, herd[k]);
      if (!status.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat("puzzle ", i, ": ", status.message()));
      }
    }
    const auto note = [&](size_t k, const Answer& answer) {
      const size_t i = begin + k;
      verdicts[i] = VerdictInC(answer.verdict);
      Write(answer.solutions_found > 0 ? &answer.solution : nullptr, cells,
            solutions + i * cells);
      if (second_solutions == nullptr) return;
      Write(answer.solutions_found > 1 ? &answer.second_solution : nullptr,
            cells, second_solutions + i * cells);
    };
    solver.solver.SolveAll(absl::MakeConstSpan(pointers).first(some), note);
  }
  return absl::OkStatus();
}

absl::StatusOr<sudoku::GenerateOptions> MakeGenerateOptions(
    const sudoku_wishes& wishes) {
  sudoku::GenerateOptions options;
  options.seed = wishes.seed;
  if (wishes.symmetry != nullptr) {
    const std::optional<sudoku::Symmetry> symmetry =
        sudoku::SymmetryFromName(wishes.symmetry);
    if (!symmetry.has_value()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no symmetry \"", wishes.symmetry, "\""));
    }
    options.symmetry = *symmetry;
  }
  if (wishes.least_clues != 0) options.least_clues = wishes.least_clues;
  if (wishes.most_clues != 0) options.most_clues = wishes.most_clues;
  options.minimal = wishes.is_minimal != 0;
  return options;
}

absl::Status Generate(const sudoku_solver& solver, const sudoku_wishes& wishes,
                      uint64_t first, size_t count, uint8_t* puzzles,
                      uint8_t* solutions) {
  const Geometry& geometry = solver.solver.geometry();
  if (absl::Status status = RefuseRules(solver, "generate"); !status.ok()) {
    return status;
  }
  absl::StatusOr<sudoku::GenerateOptions> options = MakeGenerateOptions(wishes);
  if (!options.ok()) return options.status();
  options->interrupter = solver.interrupter;
  absl::StatusOr<sudoku::Generator> generator =
      sudoku::Generator::Create(geometry, *std::move(options));
  if (!generator.ok()) return generator.status();
  const size_t cells = geometry.cell_count();
  for (size_t begin = 0; begin < count; begin += kHerd) {
    const absl::StatusOr<std::vector<sudoku::GeneratedPuzzle>> made =
        generator->Generate(first + begin,
                            static_cast<int>(std::min(kHerd, count - begin)));
    if (!made.ok()) return made.status();
    for (size_t i = 0; i < made->size(); ++i) {
      const size_t place = (begin + i) * cells;
      Write(&(*made)[i].clues, cells, puzzles + place);
      if (solutions != nullptr) {
        Write(&(*made)[i].solution, cells, solutions + place);
      }
    }
  }
  return absl::OkStatus();
}

}  // namespace

extern "C" {

sudoku_solver* sudoku_solver_create(const sudoku_rules* rules) {
  return Guarded<sudoku_solver>([&] { return MakeSolver(Copied(rules)); });
}

void sudoku_solver_free(sudoku_solver* solver) { delete solver; }

size_t sudoku_solver_cell_count(const sudoku_solver* solver) {
  return Checked(solver).solver.geometry().cell_count();
}

int sudoku_solve(sudoku_solver* solver, const uint8_t* puzzles, size_t count,
                 uint8_t* solutions, uint8_t* second_solutions,
                 uint8_t* verdicts) {
  return Succeeds([&] {
    return Solve(Checked(solver), puzzles, count, solutions, second_solutions,
                 verdicts);
  });
}

const char* sudoku_count(sudoku_solver* solver, const uint8_t* puzzle,
                         dlx_outcome* outcome) {
  sudoku_solver& handle = Checked(solver);
  const int succeeded = Succeeds([&]() -> absl::Status {
    const absl::StatusOr<Puzzle> read =
        MakePuzzle(handle.solver.geometry(), puzzle);
    if (!read.ok()) return read.status();
    const absl::StatusOr<sudoku::SolutionCount> count =
        handle.solver.CountSolutions(*read);
    if (!count.ok()) return count.status();
    std::ostringstream text;
    text << count->count;
    handle.count = text.str();
    *outcome = dlx::c::OutcomeInC(count->outcome);
    return absl::OkStatus();
  });
  return succeeded ? handle.count.c_str() : nullptr;
}

int sudoku_canonical(sudoku_solver* solver, const uint8_t* puzzle,
                     uint8_t* canonical) {
  return Succeeds([&]() -> absl::Status {
    const absl::Status status = RefuseRules(Checked(solver), "canonical");
    if (!status.ok()) return status;
    const Geometry& geometry = Checked(solver).solver.geometry();
    const absl::StatusOr<Puzzle> read = MakePuzzle(geometry, puzzle);
    if (!read.ok()) return read.status();
    const absl::StatusOr<Grid> form =
        sudoku::CanonicalForm(geometry, read->clues);
    if (!form.ok()) return form.status();
    Write(&*form, geometry.cell_count(), canonical);
    return absl::OkStatus();
  });
}

int sudoku_generate(const sudoku_solver* solver, const sudoku_wishes* wishes,
                    uint64_t first, size_t count, uint8_t* puzzles,
                    uint8_t* solutions) {
  return Succeeds([&] {
    return Generate(Checked(solver), Copied(wishes), first, count, puzzles,
                    solutions);
  });
}

}  // extern "C"
