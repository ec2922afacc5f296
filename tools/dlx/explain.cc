// The command explain: which items already cannot be covered together, or what
// follows step by step.

#include "dlx/ask/explain.h"

#include <string>
#include <vector>

#include "absl/flags/flag.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "dlx/limits.h"
#include "dlx/problem.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/output.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/explain_steps.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/report.h"

ABSL_FLAG(bool, steps, false,
          "Tell what follows step by step without trying, and why.");

namespace dlx::tool {
namespace {

std::string AsText(const Problem& problem, const Explanation& why) {
  std::string text;
  for (const ItemId item : why.items) {
    absl::StrAppend(&text, problem.item_name(item), "\n");
  }
  return text;
}

std::string AsJson(const Problem& problem, const Explanation& why) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("explanation");
  json.Key("outcome").String(OutcomeName(why.outcome));
  if (why.cover.has_value()) {
    json.Key("cover").BeginArray();
    for (const OptionId option : *why.cover) json.Number(option.value());
    json.EndArray();
  }
  if (why.no_cover) {
    json.Key("items").BeginArray();
    for (const ItemId item : why.items) json.String(problem.item_name(item));
    json.EndArray();
    json.Key("irreducible").Bool(why.irreducible);
  }
  json.Key("searches").Number(why.searches);
  json.Key("nodes").Number(why.nodes).EndObject();
  line.push_back('\n');
  return line;
}

// For people; programs get it as JSON.
std::string VerdictOn(const Explanation& why) {
  if (why.cover.has_value()) return "there is a cover";
  if (!why.no_cover) {
    return absl::StrCat("it is not known whether there is a cover: ",
                        OutcomeName(why.outcome));
  }
  return why.irreducible
             ? "there is no cover: these items cannot be covered together, but "
               "without any one of them the others can"
             : absl::StrCat(
                   "there is no cover: these items cannot be covered "
                   "together; perhaps not even some of them (",
                   OutcomeName(why.outcome), ")");
}

cli::ExitCode Explain(const Problem& problem) {
  const SearchOptions search = cli::SearchOptionsFromFlags();
  ExplainOptions options = {.limits = search.limits,
                            .memory_limit = search.memory_limit};
  options.limits.interrupter = &cli::CatchInterrupts();
  const absl::StatusOr<Explanation> why = ExplainNoCover(problem, options);
  if (!why.ok()) {
    return cli::Fail(cli::ExitCode::kInternal, why.status().message());
  }
  if (!WantsJson()) cli::Note(VerdictOn(*why));
  cli::Output output;
  output.Write(WantsJson() ? AsJson(problem, *why) : AsText(problem, *why));
  return output.Finish(ExitCodeOf(why->outcome));
}

}  // namespace

cli::ExitCode RunExplain(const cli::Arguments& arguments) {
  return WithProblem(arguments[0],
                     absl::GetFlag(FLAGS_steps) ? ExplainSteps : Explain);
}

}  // namespace dlx::tool
