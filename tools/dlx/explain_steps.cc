#include "tools/dlx/explain_steps.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "dlx/ask/deduce.h"
#include "dlx/limits.h"
#include "tools/cli/error.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/output.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/report.h"

namespace dlx::tool {
namespace {

std::string NamesOf(const Problem& problem, absl::Span<const ItemId> items) {
  return absl::StrJoin(items, ", ", [&](std::string* out, ItemId item) {
    out->append(problem.item_name(item));
  });
}

// "(a b)" or "(a b) or (a c)".
std::string OneOf(const Problem& problem, absl::Span<const OptionId> options) {
  return absl::StrJoin(options, " or ", [&](std::string* out, OptionId option) {
    absl::StrAppend(out, "(", problem.OptionToString(option), ")");
  });
}

// ", by way of (a b) for b, (c d) for c": what is forced, in its order.
std::string ByWayOf(const Problem& problem,
                    const std::vector<ChainLink>& links) {
  std::vector<std::string> words;
  for (const ChainLink& link : links) {
    std::string word = absl::StrCat(OneOf(problem, link.on), " for ",
                                    problem.item_name(link.item));
    // What leads to a contradiction begins in the same way.
    if (absl::c_linear_search(words, word)) continue;
    words.push_back(std::move(word));
  }
  if (words.empty()) return "";
  return absl::StrCat(", by way of ", absl::StrJoin(words, ", "));
}

}  // namespace

std::string ReasonOf(const Problem& problem, const Deduction& step) {
  const std::string base = NamesOf(problem, step.base);
  switch (step.kind) {
    case Deduction::Kind::kForced:
      return absl::StrCat(base, " has one option left");
    case Deduction::Kind::kBaseAndCover:
      return absl::StrCat("all options of ", base, " have ",
                          step.cover.size() == 1 ? "" : "one of ",
                          NamesOf(problem, step.cover));
    case Deduction::Kind::kColours:  // NextDeduction() has none.
    case Deduction::Kind::kForcing:
      return absl::StrCat("else ", base, " cannot ",
                          step.base.size() == 1 ? "" : "all ", "be covered",
                          ByWayOf(problem, step.links));
    case Deduction::Kind::kChain:
      break;
  }
  std::string text = absl::StrCat(step.is_loop ? "loop: " : "",
                                  OneOf(problem, step.links.front().off));
  for (size_t i = 0; i < step.links.size(); ++i) {
    const ChainLink& link = step.links[i];
    if (i > 0) {
      absl::StrAppend(&text, ", so not ", OneOf(problem, link.off), ", so ");
    } else {
      absl::StrAppend(&text, ", or ");
    }
    absl::StrAppend(&text, OneOf(problem, link.on), " for ",
                    problem.item_name(link.item));
  }
  return text;
}

namespace {

std::string StepAsText(const Problem& problem, const Deduction& step,
                       size_t number) {
  std::string text = absl::StrCat(number, ". ", ReasonOf(problem, step), "\n");
  for (const OptionId option : step.placed) {
    absl::StrAppend(&text, "   take ", option.value(), ": ",
                    problem.OptionToString(option), "\n");
  }
  for (const OptionId option : step.removed) {
    absl::StrAppend(&text, "   out ", option.value(), ": ",
                    problem.OptionToString(option), "\n");
  }
  return text;
}

void AddNumbers(absl::string_view key, absl::Span<const OptionId> options,
                cli::JsonWriter& json) {
  json.Key(key).BeginArray();
  for (const OptionId option : options) json.Number(option.value());
  json.EndArray();
}

void AddNames(absl::string_view key, const Problem& problem,
              absl::Span<const ItemId> items, cli::JsonWriter& json) {
  json.Key(key).BeginArray();
  for (const ItemId item : items) json.String(problem.item_name(item));
  json.EndArray();
}

std::string StepAsJson(const Problem& problem, const Deduction& step) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("step");
  json.Key("kind").String(KindName(step.kind));
  AddNumbers("placed", step.placed, json);
  AddNumbers("removed", step.removed, json);
  AddNames("base", problem, step.base, json);
  AddNames("cover", problem, step.cover, json);
  if (!step.links.empty()) {
    json.Key("loop").Bool(step.is_loop).Key("links").BeginArray();
    for (const ChainLink& link : step.links) {
      json.BeginObject().Key("item").String(problem.item_name(link.item));
      AddNumbers("off", link.off, json);
      AddNumbers("on", link.on, json);
      json.EndObject();
    }
    json.EndArray();
  }
  json.EndObject();
  line.push_back('\n');
  return line;
}

// How it ended, for a person.
std::string EndAsText(const DeductionState& state) {
  if (state.is_solved()) return "that is a cover";
  if (const std::optional<ItemId> dead = state.DeadItem()) {
    return absl::StrCat("there is no cover: ", state.problem().item_name(*dead),
                        " has no option left");
  }
  return absl::StrCat("no further step is found; ", state.left().size(),
                      state.left().size() == 1 ? " option is" : " options are",
                      " possible, and ", state.taken().size(),
                      state.taken().size() == 1 ? " is taken" : " are taken");
}

std::string EndAsJson(const DeductionState& state, Outcome outcome) {
  std::string line;
  cli::JsonWriter json(&line);
  json.BeginObject().Key("type").String("steps");
  json.Key("outcome").String(OutcomeName(outcome));
  json.Key("solved").Bool(state.is_solved());
  const std::optional<ItemId> dead = state.DeadItem();
  if (dead.has_value()) {
    json.Key("dead").String(state.problem().item_name(*dead));
  }
  AddNumbers("taken", state.taken(), json);
  AddNumbers("left", state.left().ToVector(), json);
  json.EndObject();
  line.push_back('\n');
  return line;
}

}  // namespace

cli::ExitCode ExplainSteps(const Problem& problem) {
  const Limits limits = cli::SearchOptionsFromFlags().limits;
  const Interrupter& interrupter = cli::CatchInterrupts();
  const absl::Time end = absl::Now() + limits.time;
  absl::StatusOr<DeductionState> state = DeductionState::Create(problem);
  if (!state.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, state.status().message());
  }
  cli::Output output;
  Outcome outcome = Outcome::kExhausted;
  for (size_t number = 1; output.ok(); ++number) {
    if (interrupter.requested()) outcome = Outcome::kInterrupted;
    if (absl::Now() >= end) outcome = Outcome::kTimeLimit;
    if (outcome != Outcome::kExhausted) break;
    const std::optional<Deduction> step = NextDeduction(*state);
    if (!step.has_value()) break;
    output.Write(WantsJson() ? StepAsJson(problem, *step)
                             : StepAsText(problem, *step, number));
    output.EndRecord();
    state->Apply(*step);
  }
  if (WantsJson()) output.Write(EndAsJson(*state, outcome));
  const cli::ExitCode code = output.Finish(ExitCodeOf(outcome));
  if (!WantsJson()) {
    cli::Note(outcome == Outcome::kExhausted
                  ? EndAsText(*state)
                  : absl::StrCat("not all steps: ", OutcomeName(outcome)));
  }
  return code;
}

}  // namespace dlx::tool
