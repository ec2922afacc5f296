#include "dlx/solvers/external_solver.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "dlx/solvers/process.h"
#include "dlx/solvers/scratch_folder.h"

namespace dlx::solvers {
namespace {

using io::ExportFormat;

constexpr ExternalSolver kSolvers[] = {
    {.name = "cadical",
     .method = "SAT",
     .format = ExportFormat::kCnf,
     .commands = "cadical -q {in}",
     .packages = "cadical"},
    {.name = "minisat",
     .method = "SAT",
     .format = ExportFormat::kCnf,
     .commands = "minisat -verb=0 {in} {out}",
     .packages = "minisat"},
    {.name = "z3",
     .method = "SAT",
     .format = ExportFormat::kCnf,
     .commands = "z3 -dimacs {in}",
     .packages = "z3"},
    {.name = "clasp-cnf",
     .method = "SAT",
     .format = ExportFormat::kCnf,
     .commands = "clasp {in}",
     .packages = "clasp",
     .count_arguments = "-n 0 -q"},
    {.name = "clasp-opb",
     .method = "pseudo-Boolean",
     .format = ExportFormat::kOpb,
     .commands = "clasp {in}",
     .packages = "clasp",
     .count_arguments = "-n 0 -q"},
    {.name = "clasp-asp",
     .method = "answer set programming",
     .format = ExportFormat::kAsp,
     .commands = "gringo {in}|clasp {in}",
     .packages = "gringo clasp",
     .count_arguments = "-n 0 -q"},
    {.name = "cbc-lp",
     .method = "integer programming",
     .format = ExportFormat::kLp,
     .commands = "cbc {in} solve solution {out}",
     .packages = "coinor-cbc",
     .relaxed_command = "cbc {in} initialSolve solution {out}"},
    {.name = "cbc-mps",
     .method = "integer programming",
     .format = ExportFormat::kMps,
     .commands = "cbc {in} solve solution {out}",
     .packages = "coinor-cbc"},
    {.name = "glpk-lp",
     .method = "integer programming",
     .format = ExportFormat::kLp,
     .commands = "glpsol --lp {in} --write {out}",
     .packages = "glpk-utils",
     // Its presolver does not tell that there is no solution.
     .relaxed_command = "glpsol --lp {in} --nomip --nopresol --write {out}"},
    {.name = "glpk-mps",
     .method = "integer programming",
     .format = ExportFormat::kMps,
     .commands = "glpsol --mps {in} --output {out}",
     .packages = "glpk-utils"},
    {.name = "gecode",
     .method = "constraint programming",
     .format = ExportFormat::kMiniZinc,
     .commands = "minizinc --solver gecode --statistics {in}",
     .packages = "minizinc flatzinc",
     .count_arguments = "-a"},
};

struct Programs {
  // The words of each command. The first is the program's path, or its name if
  // it is not installed.
  std::vector<std::vector<std::string>> commands;
  bool are_installed = true;
};

Programs FindPrograms(absl::string_view commands) {
  Programs programs;
  for (const absl::string_view command : absl::StrSplit(commands, '|')) {
    std::vector<std::string> words =
        absl::StrSplit(command, ' ', absl::SkipEmpty());
    std::optional<std::string> path = FindProgram(words[0]);
    if (path.has_value()) {
      words[0] = *std::move(path);
    } else {
      programs.are_installed = false;
    }
    programs.commands.push_back(std::move(words));
  }
  return programs;
}

// The beginning of what a program has written.
std::string Excerpt(absl::string_view text) {
  constexpr size_t kLength = 300;
  return absl::CHexEscape(absl::StripAsciiWhitespace(text).substr(0, kLength));
}

// What the commands of a solver have done.
struct Run {
  ExternalOutcome outcome = ExternalOutcome::kAnswered;
  ExternalTimes times = {};
  int exit_code = 0;   // Of the last command.
  std::string output;  // What it has written, and to standard error.
  std::string errors;
};

absl::Status NoAnswer(const ExternalSolver& solver, const Run& run,
                      absl::string_view reason) {
  return absl::InternalError(absl::StrCat(
      solver.name, " gave no answer (exit code ", run.exit_code, "): ", reason,
      run.errors.empty() ? "" : "; it wrote: ", Excerpt(run.errors)));
}

// Runs one command, which is to read `in` and to write `out`, and adds to
// `run`.
absl::Status RunCommand(std::vector<std::string> words, const std::string& in,
                        const std::string& out, const ScratchFolder& folder,
                        const ExternalOptions& options, Run& run) {
  ProcessOptions process = {
      .output_path = out,
      .error_path = folder.PathOf("errors"),
      .time_limit = options.time_limit - run.times.wall,
      .interrupter = options.interrupter,
  };
  for (std::string& word : words) {
    // What else there is to say is of no interest.
    if (word == "{out}") process.output_path = "/dev/null";
    word = absl::StrReplaceAll(word, {{"{in}", in}, {"{out}", out}});
  }
  const absl::StatusOr<ProcessResult> result = RunProcess(words, process);
  if (!result.ok()) return result.status();
  run.times.wall += result->wall_time;
  run.times.cpu += result->cpu_time;
  run.exit_code = result->exit_code;
  if (result->end == ProcessResult::End::kTimeLimit) {
    run.outcome = ExternalOutcome::kTimeLimit;
  } else if (result->end == ProcessResult::End::kInterrupted) {
    run.outcome = ExternalOutcome::kInterrupted;
  }
  run.errors = ScratchFolder::Read(process.error_path);
  return absl::OkStatus();
}

// Lets the solver's commands work on the problem.
absl::StatusOr<Run> RunCommands(const Problem& problem,
                                const ExternalSolver& solver,
                                absl::string_view more_arguments,
                                const ExternalOptions& options) {
  Programs programs = FindPrograms(solver.commands);
  if (!programs.are_installed) {
    return absl::NotFoundError(absl::StrCat(
        solver.name, " is not installed; Debian has it in: ", solver.packages));
  }
  for (const absl::string_view argument :
       absl::StrSplit(more_arguments, ' ', absl::SkipEmpty())) {
    programs.commands.back().emplace_back(argument);
  }
  const absl::StatusOr<std::string> text =
      io::Export(problem, solver.format, options.exporting);
  if (!text.ok()) return text.status();
  const absl::StatusOr<ScratchFolder> folder = ScratchFolder::Create();
  if (!folder.ok()) return folder.status();
  std::string in = folder->PathOf(
      absl::StrCat("problem.", io::InfoOf(solver.format).extension));
  if (absl::Status status = ScratchFolder::Write(in, *text); !status.ok()) {
    return status;
  }

  Run run;
  for (size_t i = 0; i < programs.commands.size(); ++i) {
    const std::string out = folder->PathOf(absl::StrCat("answer", i));
    const absl::Status status = RunCommand(std::move(programs.commands[i]), in,
                                           out, *folder, options, run);
    if (!status.ok()) return status;
    if (run.outcome != ExternalOutcome::kAnswered) return run;
    const bool is_last = i + 1 == programs.commands.size();
    // The last command may use its exit code to answer.
    if (!is_last && run.exit_code != 0) {
      return NoAnswer(solver, run, "it could not read the problem");
    }
    in = out;
  }
  run.output = ScratchFolder::Read(in);
  return run;
}

// The number in clasp's line "Models : 92", or how many complete answers
// minizinc has printed. Nothing if these may not be all.
std::optional<uint64_t> ReadCount(ExportFormat format,
                                  absl::string_view output) {
  uint64_t answers = 0;
  for (absl::string_view line : absl::StrSplit(output, '\n')) {
    if (format == ExportFormat::kMiniZinc) {
      if (line == "----------") ++answers;
      if (line == "==========") return answers;
      if (line == "=====UNSATISFIABLE=====") return 0;
      continue;
    }
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, ' ', absl::SkipEmpty());
    const size_t first = !words.empty() && words[0] == "c" ? 1 : 0;
    if (words.size() == first + 3 && words[first] == "Models" &&
        absl::SimpleAtoi(words[first + 2], &answers)) {
      return answers;
    }
  }
  return std::nullopt;
}

// The number in minizinc's line "%%%mzn-stat: nodes=92". The last one counts: a
// search for the cheapest cover may tell how far it has come.
std::optional<uint64_t> ReadNodes(ExportFormat format,
                                  absl::string_view output) {
  std::optional<uint64_t> nodes;
  if (format != ExportFormat::kMiniZinc) return nodes;
  for (absl::string_view line : absl::StrSplit(output, '\n')) {
    uint64_t number = 0;
    if (absl::ConsumePrefix(&line, "%%%mzn-stat: nodes=") &&
        absl::SimpleAtoi(line, &number)) {
      nodes = number;
    }
  }
  return nodes;
}

// The seconds behind `name` in `text`, as in "Parse time:    0.01 s"; of
// several such places, the sum.
std::optional<absl::Duration> ReadSeconds(absl::string_view text,
                                          absl::string_view name) {
  std::optional<absl::Duration> sum;
  for (size_t at = text.find(name); at != absl::string_view::npos;
       at = text.find(name, at + 1)) {
    absl::string_view rest =
        absl::StripLeadingAsciiWhitespace(text.substr(at + name.size()));
    rest = rest.substr(0, rest.find_first_not_of("0123456789.e-"));
    double seconds = 0;
    if (absl::SimpleAtod(rest, &seconds)) {
      sum = sum.value_or(absl::ZeroDuration()) + absl::Seconds(seconds);
    }
  }
  return sum;
}

void ReadTimes(absl::string_view output, ExternalResult& result) {
  // minizinc: the problem is flattened, and read by the solver.
  if (const auto flat = ReadSeconds(output, "mzn-stat: flatTime=")) {
    const auto init = ReadSeconds(output, "mzn-stat: initTime=");
    const auto solve = ReadSeconds(output, "mzn-stat: solveTime=");
    if (!init || !solve) return;
    result.told_start = *flat + *init;
    result.told_search = *solve;
    return;
  }
  // clasp, also as a part of clingo: "Time : 0.015s (Solving: 0.01s ...".
  if (const auto search = ReadSeconds(output, "(Solving:")) {
    const size_t end = output.find("(Solving:");
    const size_t begin = output.rfind("Time", end);
    if (begin == absl::string_view::npos) return;
    const auto all = ReadSeconds(output.substr(begin, end - begin), ":");
    if (!all) return;
    result.told_start = std::max(*all - *search, absl::ZeroDuration());
    result.told_search = *search;
  }
}

// What GLPK and CBC write of a relaxation: "s bas 324 318 f f 0" (f: it has a
// solution), and for each option "j NUMBER STATUS VALUE ..." from 1 on; or
// "Optimal - ...", and for those that are not 0, "INDEX oNUMBER VALUE ...".
// False if it is neither.
bool ReadRelaxation(absl::string_view output, ExternalRelaxation& result) {
  bool has_status = false;
  for (const absl::string_view line : absl::StrSplit(output, '\n')) {
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, ' ', absl::SkipEmpty());
    if (words.size() < 3) continue;
    if (words[0] == "s" && words.size() > 4) {
      has_status = true;
      result.has_solution = words[4] == "f";
    } else if (words[0] == "Optimal" || words[0] == "Infeasible") {
      has_status = true;
      result.has_solution = words[0] == "Optimal";
    }
    const bool is_of_glpk = words[0] == "j" && words.size() > 3;
    absl::string_view name = words[1];
    if (!is_of_glpk && !absl::ConsumePrefix(&name, "o")) continue;
    size_t number = 0;
    double value = 0;
    if (!absl::SimpleAtoi(name, &number) ||
        !absl::SimpleAtod(words[is_of_glpk ? 3 : 2], &value)) {
      continue;
    }
    if (is_of_glpk) --number;
    if (number < result.parts.size()) result.parts[number] = value;
  }
  return has_status;
}

}  // namespace

absl::Span<const ExternalSolver> AllExternalSolvers() { return kSolvers; }

const ExternalSolver* FindExternalSolver(StringView name) {
  for (const ExternalSolver& solver : kSolvers) {
    if (solver.name == name) return &solver;
  }
  return nullptr;
}

bool IsInstalled(const ExternalSolver& solver) {
  return FindPrograms(solver.commands).are_installed;
}

absl::StatusOr<ExternalResult> SolveExternally(const Problem& problem,
                                               const ExternalSolver& solver,
                                               const ExternalOptions& options) {
  const absl::StatusOr<Run> run = RunCommands(problem, solver, "", options);
  if (!run.ok()) return run.status();
  ExternalResult result = {.outcome = run->outcome, .times = run->times};
  if (run->outcome != ExternalOutcome::kAnswered) return result;
  absl::StatusOr<io::SolverAnswer> answer =
      io::ReadSolution(solver.format, run->output, problem);
  if (absl::IsFailedPrecondition(answer.status())) {
    return absl::FailedPreconditionError(
        absl::StrCat(solver.name, ": ", answer.status().message()));
  }
  if (!answer.ok()) return NoAnswer(solver, *run, answer.status().message());
  if (answer->verdict == io::SolverAnswer::Verdict::kUnknown) {
    return NoAnswer(solver, *run, "it gave up");
  }
  result.answer = *std::move(answer);
  result.nodes = ReadNodes(solver.format, run->output);
  ReadTimes(run->output, result);
  return result;
}

size_t ExternalRelaxation::CountInPart() const {
  constexpr double kTolerance = 1e-6;
  return static_cast<size_t>(std::count_if(
      parts.begin(), parts.end(),
      [](double part) { return part > kTolerance && part < 1 - kTolerance; }));
}

absl::StatusOr<ExternalRelaxation> RelaxExternally(
    const Problem& problem, const ExternalSolver& solver,
    const ExternalOptions& options) {
  if (solver.relaxed_command.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(solver.name, " has no relaxation"));
  }
  ExternalSolver relaxed = solver;
  relaxed.commands = solver.relaxed_command;
  const absl::StatusOr<Run> run = RunCommands(problem, relaxed, "", options);
  if (!run.ok()) return run.status();
  ExternalRelaxation result = {.outcome = run->outcome, .times = run->times};
  if (run->outcome != ExternalOutcome::kAnswered) return result;
  result.parts.resize(problem.option_count());
  if (!ReadRelaxation(run->output, result)) {
    return NoAnswer(solver, *run, "its relaxation cannot be read");
  }
  if (!result.has_solution) result.parts.clear();
  return result;
}

absl::StatusOr<ExternalCount> CountExternally(const Problem& problem,
                                              const ExternalSolver& solver,
                                              const ExternalOptions& options) {
  if (solver.count_arguments.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat(solver.name, " cannot count"));
  }
  if (problem.has_costs()) {
    return absl::InvalidArgumentError(
        absl::StrCat(solver.name,
                     " cannot count the covers of a problem with "
                     "costs: it looks for the cheapest ones"));
  }
  const absl::StatusOr<Run> run =
      RunCommands(problem, solver, solver.count_arguments, options);
  if (!run.ok()) return run.status();
  ExternalCount result = {.outcome = run->outcome, .times = run->times};
  if (run->outcome != ExternalOutcome::kAnswered) return result;
  const std::optional<uint64_t> count = ReadCount(solver.format, run->output);
  if (!count.has_value()) return NoAnswer(solver, *run, "there is no count");
  result.count = *count;
  return result;
}

}  // namespace dlx::solvers
