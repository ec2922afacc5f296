#include "tools/dlx/symmetry.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/ask/symmetry.h"
#include "dlx/id.h"
#include "dlx/io/symmetry_text.h"
#include "dlx/limits.h"
#include "dlx/parallel.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/verify.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/input_file.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/certificate.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/cover_list.h"
#include "tools/dlx/covers.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/report.h"
#include "tools/dlx/run_flags.h"
#include "tools/dlx/search_run.h"

ABSL_FLAG(bool, up_to_symmetry, false,
          "Covers that a symmetry of the problem takes to each other are one; "
          "'dlx symmetry' shows the symmetries.");
ABSL_FLAG(std::string, symmetry_file, "",
          "Only the symmetries that those in this `FILE` generate; each line "
          "has one, as cycles of items: (a b c) (d e).");

namespace dlx::tool {

cli::ExitCode NoSymmetries(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kResourceExhausted:
      return cli::FailForMemory(status.message());
    case absl::StatusCode::kDeadlineExceeded:
      return cli::Fail(cli::ExitCode::kLimit, status.message());
    case absl::StatusCode::kCancelled:
      return cli::Fail(cli::InterruptExitCode(), status.message());
    case absl::StatusCode::kInternal:
      return cli::Fail(cli::ExitCode::kInternal, status.message());
    case absl::StatusCode::kNotFound:
      return cli::Fail(cli::ExitCode::kNoInput, status.message());
    case absl::StatusCode::kInvalidArgument:
      return cli::Fail(cli::ExitCode::kBadInput, status.message());
    default:
      return cli::Fail(cli::ExitCode::kUsage, status.message());
  }
}

namespace {

// All symmetries, or those of --symmetry.
absl::StatusOr<SymmetryGroup> WantedSymmetries(const Problem& problem,
                                               const SearchOptions& search) {
  const SymmetryOptions options = {.givens = search.givens,
                                   .limits = search.limits,
                                   .memory_limit = search.memory_limit};
  const std::string path = SymmetryFile();
  if (path.empty()) return FindSymmetries(problem, options);
  const absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) return absl::NotFoundError(file.status().message());
  const absl::StatusOr<std::vector<ItemMap>> maps =
      io::ReadSymmetries(file->text, problem, file->name);
  if (!maps.ok()) return maps.status();
  absl::StatusOr<SymmetryGroup> group =
      GenerateSymmetries(problem, *maps, options);
  if (group.ok() ||
      group.status().code() != absl::StatusCode::kInvalidArgument) {
    return group;
  }
  return absl::InvalidArgumentError(
      absl::StrCat(file->name, ": ", group.status().message()));
}

std::string OrbitLine(size_t count, const char* of, size_t orbits) {
  return absl::StrCat("| ", cli::WithThousands(count), " ", of, " in ",
                      cli::WithThousands(orbits),
                      orbits == 1 ? " orbit\n" : " orbits\n");
}

// What --symmetry reads: all but the generators are comments.
std::string GroupAsText(const SymmetryGroup& group,
                        const std::string& structure) {
  const Problem& problem = group.problem();
  std::string text = absl::StrCat("| ", cli::WithThousands(group.order()));
  if (group.order() == 1) {
    absl::StrAppend(&text, " symmetry: that all stays where it is\n");
  } else {
    absl::StrAppend(&text, " symmetries", structure.empty() ? "" : ": ",
                    structure, "\n");
  }
  if (group.exchanges() != 1) {
    absl::StrAppend(&text, "| ", cli::WithThousands(group.exchanges()),
                    " ways to exchange equal options, besides\n");
  }
  absl::StrAppend(
      &text,
      OrbitLine(problem.item_count(), "items", group.ItemOrbits().size()),
      OrbitLine(problem.option_count(), "options",
                group.OptionOrbits().size()));
  for (const Symmetry& symmetry : group.generators()) {
    absl::StrAppend(&text, io::WriteSymmetry(problem, symmetry), "\n");
  }
  return text;
}

std::string GroupAsJson(const SymmetryGroup& group,
                        const std::string& structure) {
  const Problem& problem = group.problem();
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("symmetry");
  json.Key("order").String(cli::Decimal(group.order()));
  if (!structure.empty()) json.Key("structure").String(structure);
  json.Key("exchanges").String(cli::Decimal(group.exchanges()));
  json.Key("generators").BeginArray();
  for (const Symmetry& symmetry : group.generators()) {
    json.String(io::WriteSymmetry(problem, symmetry));
  }
  json.EndArray().Key("item_orbits").BeginArray();
  for (const std::vector<ItemId>& orbit : group.ItemOrbits()) {
    json.BeginArray();
    for (const ItemId item : orbit) json.String(problem.item_name(item));
    json.EndArray();
  }
  json.EndArray().Key("option_orbits").BeginArray();
  for (const std::vector<OptionId>& orbit : group.OptionOrbits()) {
    json.BeginArray();
    for (const OptionId option : orbit) json.Number(option.value());
    json.EndArray();
  }
  json.EndArray().EndObject();
  line.push_back('\n');
  return line;
}

cli::ExitCode ShowSymmetries(const Problem& problem) {
  SearchOptions search = cli::SearchOptionsFromFlags();
  search.limits.interrupter = &cli::CatchInterrupts();
  const absl::Time start = absl::Now();
  const absl::StatusOr<SymmetryGroup> group = WantedSymmetries(problem, search);
  if (!group.ok()) return NoSymmetries(group.status());
  search.limits.time -= absl::Now() - start;
  // The symmetries are known, and told, if no time is left to name their group.
  const std::string structure =
      StructureOf(*group, search.limits, search.memory_limit).value_or("");
  cli::Output output;
  output.Write(WantsJson() ? GroupAsJson(*group, structure)
                           : GroupAsText(*group, structure));
  return output.Finish(cli::ExitCode::kFinished);
}

}  // namespace

std::string SymmetryFile() { return absl::GetFlag(FLAGS_symmetry_file); }

bool WantsUpToSymmetry() {
  return absl::GetFlag(FLAGS_up_to_symmetry) || !SymmetryFile().empty();
}

const char* FlagAgainstSymmetry(bool is_count) {
  if (is_count &&
      cli::SearchOptionsFromFlags().limits.solutions != kUnlimited) {
    return "--limit";
  }
  if (!OrderFile().empty()) return "--order";
  if (!RunToResume().empty()) return "--resume";
  if (!is_count && WantsCertificate()) return "--certificate";
  return nullptr;
}

cli::ExitCode CountClasses(const Problem& problem) {
  SearchRun run;
  const absl::StatusOr<SymmetryGroup> group =
      WantedSymmetries(problem, run.options());
  if (!group.ok()) return NoSymmetries(group.status());
  const absl::StatusOr<ClassCount> count =
      WantsCertificate()
          ? CountWithCertificateFile(*group, run.RemainingOptions())
          : CountUpToSymmetry(*group, run.RemainingOptions(),
                              ThreadsFromFlags(0));
  if (!count.ok()) {
    return count.status().code() == absl::StatusCode::kInvalidArgument ||
                   count.status().code() == absl::StatusCode::kUnavailable
               ? run.Fail(count.status())
               : NoSymmetries(count.status());
  }
  if (!WantsJson()) {
    run.output().Write(absl::StrCat(cli::Decimal(count->classes), "\n"));
  }
  return run.Finish(count->summary, count->classes);
}

absl::StatusOr<ClassRepresentatives> WantedRepresentatives(
    const Problem& problem, absl::FunctionRef<SearchOptions()> options_now) {
  const absl::StatusOr<SymmetryGroup> group =
      WantedSymmetries(problem, options_now());
  if (!group.ok()) return group.status();
  const SearchOptions rest = options_now();
  return ClassRepresentatives::Create(*group, rest.limits, rest.memory_limit);
}

cli::ExitCode SolveClasses(const Problem& problem) {
  SearchRun run;
  const absl::StatusOr<ClassRepresentatives> representatives =
      WantedRepresentatives(problem, [&run] { return run.RemainingOptions(); });
  if (!representatives.ok()) return NoSymmetries(representatives.status());
  SearchOptions options = run.RemainingOptions();
  const uint64_t most = std::exchange(options.limits.solutions, kUnlimited);
  CoverFormatter formatter(problem, WantsJson(), run.output());
  uint64_t count = 0;
  absl::StatusOr<SearchSummary> summary = ForEachInParallel(
      problem,
      [&](const Solution& cover) {
        const uint64_t size = representatives->LengthIfFirst(cover.options);
        if (size == 0) return true;
        ++count;
        run.output().WriteStyled(
            formatter.Format(cover.options, cover.cost, size));
        run.output().EndRecord();
        return count < most && run.output().ok();
      },
      options, ThreadsFromFlags(1));
  if (!summary.ok()) return run.Fail(summary.status());
  if (count == most) summary->outcome = Outcome::kSolutionLimit;
  if (count == 0 && summary->outcome == Outcome::kExhausted && !WantsJson()) {
    cli::Note("there is no cover");
  }
  return run.Finish(*summary, count);
}

cli::ExitCode FirstOfClass(const Problem& problem) {
  SearchRun run;
  const absl::StatusOr<ClassRepresentatives> representatives =
      WantedRepresentatives(problem, [&run] { return run.RemainingOptions(); });
  if (!representatives.ok()) return NoSymmetries(representatives.status());
  const absl::StatusOr<FirstResult> result =
      FindFirstInParallel(problem, run.RemainingOptions(), ThreadsFromFlags(1));
  if (!result.ok()) return run.Fail(result.status());
  const bool found = result->options.has_value();
  if (found) {
    const std::vector<OptionId> cover =
        representatives->FirstLike(*result->options);
    CoverFormatter formatter(problem, WantsJson(), run.output());
    run.output().WriteStyled(formatter.Format(
        cover, result->cost, representatives->LengthIfFirst(cover)));
  } else if (result->summary.outcome == Outcome::kExhausted && !WantsJson()) {
    cli::Note("there is no cover");
  }
  return run.Finish(result->summary, found ? 1 : 0, /*enough=*/found);
}

cli::ExitCode PrintCanonical(const Problem& problem, const std::string& path) {
  SearchRun run;
  const absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
  if (!file.ok()) {
    return cli::Fail(cli::ExitCode::kNoInput, file.status().message());
  }
  const absl::StatusOr<std::vector<std::vector<OptionId>>> covers =
      ReadCovers(file->text, problem, file->name);
  if (!covers.ok()) {
    return cli::Fail(cli::ExitCode::kBadInput, covers.status().message());
  }
  const absl::StatusOr<ClassRepresentatives> representatives =
      WantedRepresentatives(problem, [&run] { return run.RemainingOptions(); });
  if (!representatives.ok()) return NoSymmetries(representatives.status());
  CoverFormatter formatter(problem, WantsJson(), run.output());
  for (size_t i = 0; i < covers->size() && run.output().ok(); ++i) {
    const absl::Status status = VerifyCover(problem, (*covers)[i]);
    if (!status.ok()) {
      return cli::Fail(cli::ExitCode::kNo,
                       absl::StrCat(file->name, ": number ", i + 1,
                                    " is not a cover: ", status.message()));
    }
    const std::vector<OptionId> first =
        representatives->FirstLike((*covers)[i]);
    run.output().WriteStyled(
        formatter.Format(first, problem.TotalCost(first),
                         representatives->LengthIfFirst(first)));
    run.output().EndRecord();
  }
  return run.output().Finish(cli::ExitCode::kFinished);
}

cli::ExitCode RunSymmetry(const cli::Arguments& arguments) {
  return WithProblem(arguments[0], ShowSymmetries);
}

}  // namespace dlx::tool
