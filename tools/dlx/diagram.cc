// The commands that ask a diagram: sample and tally make one first, compile
// keeps it in a file, and ask takes it from there.

#include "dlx/ask/diagram.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/numeric/int128.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/ask/symmetry.h"
#include "dlx/base/seed.h"
#include "dlx/farm/files.h"
#include "dlx/id.h"
#include "dlx/io/diagram_file.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/search_options.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/input_file.h"
#include "tools/cli/interrupt.h"
#include "tools/cli/json.h"
#include "tools/cli/number_format.h"
#include "tools/cli/output.h"
#include "tools/cli/output_file.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/covers.h"
#include "tools/dlx/flags.h"
#include "tools/dlx/option_names.h"
#include "tools/dlx/problem_file.h"
#include "tools/dlx/symmetry.h"

namespace dlx::tool {
namespace {

cli::ExitCode NoDiagram(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kResourceExhausted:
      return cli::Fail(cli::ExitCode::kNoMemory,
                       absl::StrCat(status.message(),
                                    "; --memory gives it more, and 'dlx "
                                    "estimate' tells how many covers there "
                                    "are, about"));
    case absl::StatusCode::kDeadlineExceeded:
      return cli::Fail(cli::ExitCode::kLimit, status.message());
    case absl::StatusCode::kCancelled:
      return cli::Fail(cli::InterruptExitCode(), status.message());
    default:
      return cli::Fail(cli::ExitCode::kUsage, status.message());
  }
}

// What the flags say, as of now: of the time, what is left since the first
// call.
SearchOptions OptionsNow() {
  static const absl::Time start = absl::Now();
  SearchOptions options = cli::SearchOptionsFromFlags();
  options.limits.time -= absl::Now() - start;
  options.limits.interrupter = &cli::CatchInterrupts();
  return options;
}

// --given: options that all covers are to have.
absl::StatusOr<std::vector<OptionId>> Givens(const Problem& problem) {
  if (OptionsGiven().empty()) return std::vector<OptionId>();
  const absl::StatusOr<std::vector<OptionId>> givens =
      OptionsNamed(problem, OptionsGiven());
  if (givens.ok()) return givens;
  return absl::InvalidArgumentError(
      absl::StrCat("--given: ", givens.status().message()));
}

// What is to be made of the diagram of a problem, and of the options that all
// its covers have.
using DiagramUse = absl::FunctionRef<cli::ExitCode(
    const Diagram&, const std::vector<OptionId>& givens)>;

cli::ExitCode WithDiagram(absl::string_view path, DiagramUse use) {
  return WithProblem(path, [&](const Problem& problem) {
    const absl::StatusOr<std::vector<OptionId>> givens = Givens(problem);
    if (!givens.ok()) {
      return cli::Fail(cli::ExitCode::kUsage, givens.status().message());
    }
    SearchOptions options = OptionsNow();
    options.givens = *givens;
    const absl::StatusOr<Diagram> diagram = Diagram::Build(problem, options);
    return diagram.ok() ? use(*diagram, *givens) : NoDiagram(diagram.status());
  });
}

class CoverPrinter {
 public:
  explicit CoverPrinter(const Problem& problem)
      : problem_(problem), formatter_(problem, WantsJson(), output_) {}

  // False if there is no point in printing more.
  bool Print(absl::Span<const OptionId> cover,
             std::optional<uint64_t> class_size = {}) {
    output_.WriteStyled(
        formatter_.Format(cover, problem_.TotalCost(cover), class_size));
    output_.EndRecord();
    return output_.ok() && !cli::CatchInterrupts().requested();
  }
  cli::ExitCode Finish(cli::ExitCode code = cli::ExitCode::kFinished) {
    if (cli::CatchInterrupts().requested()) code = cli::InterruptExitCode();
    return output_.Finish(code);
  }

 private:
  const Problem& problem_;
  cli::Output output_;
  CoverFormatter formatter_;
};

cli::ExitCode PrintText(absl::string_view text) {
  cli::Output output;
  output.WriteStyled(text);
  return output.Finish(cli::ExitCode::kFinished);
}

// What makes covers of the diagram those that stand for their classes, if that
// is wanted.
absl::StatusOr<std::optional<ClassRepresentatives>> RepresentativesIfWanted(
    const Diagram& diagram, const std::vector<OptionId>& givens) {
  if (!WantsUpToSymmetry()) return std::nullopt;
  return WantedRepresentatives(diagram.problem(), [&givens] {
    SearchOptions options = OptionsNow();
    options.givens = givens;
    return options;
  });
}

// Each class has one cover that stands for it. So those are as likely as each
// other if all other covers are thrown away.
cli::ExitCode Sample(const Diagram& diagram,
                     const std::vector<OptionId>& givens,
                     const Natural& wanted) {
  const absl::StatusOr<std::optional<ClassRepresentatives>> representatives =
      RepresentativesIfWanted(diagram, givens);
  if (!representatives.ok()) return NoSymmetries(representatives.status());
  CoverPrinter printer(diagram.problem());
  if (diagram.count() == 0) {
    cli::Note("there is no cover");
    return printer.Finish();
  }
  const LimitWatch watch(OptionsNow().limits);
  std::mt19937_64 random = GeneratorFor(cli::SearchOptionsFromFlags().seed);
  for (Natural printed = 0; printed < wanted;) {
    if (watch.MustStop()) return printer.Finish(cli::ExitCode::kLimit);
    const std::vector<OptionId> cover = diagram.Sample(random);
    std::optional<uint64_t> size;
    if (representatives->has_value()) {
      size = (*representatives)->LengthIfFirst(cover);
    }
    if (size == 0) continue;
    if (!printer.Print(cover, size)) break;
    ++printed;
  }
  return printer.Finish();
}

cli::ExitCode SampleAll(const Diagram& diagram, const Natural& wanted) {
  return Sample(diagram, {}, wanted);
}

std::string TallyAsText(const Problem& problem, OptionId option,
                        const Natural& count) {
  return absl::StrCat(count.ToString(), "  ", problem.OptionToString(option),
                      "\n");
}

std::string TallyAsJson(OptionId option, const Natural& count) {
  std::string line;
  cli::JsonWriter(&line)
      .BeginObject()
      .Key("type")
      .String("tally")
      .Key("option")
      .Number(option.value())
      .Key("covers")
      .String(count.ToString())
      .EndObject();
  line.push_back('\n');
  return line;
}

cli::ExitCode Tally(const Diagram& diagram, const Natural&) {
  const SearchOptions options = OptionsNow();
  const LimitWatch watch(options.limits);
  const absl::StatusOr<std::vector<Natural>> counts =
      diagram.CountByOption(options.limits, options.memory_limit);
  if (!counts.ok()) return NoDiagram(counts.status());
  cli::Output output;
  for (uint32_t i = 0; i < counts->size() && output.ok(); ++i) {
    if (watch.MustStop()) {
      return output.Finish(cli::CatchInterrupts().requested()
                               ? cli::InterruptExitCode()
                               : cli::ExitCode::kLimit);
    }
    const OptionId option(i);
    const Natural& count = (*counts)[i];
    output.WriteStyled(WantsJson()
                           ? TallyAsJson(option, count)
                           : TallyAsText(diagram.problem(), option, count));
    output.EndRecord();
  }
  return output.Finish(cli::ExitCode::kFinished);
}

std::string CountAsText(const Natural& count) {
  if (!WantsJson()) return absl::StrCat(count.ToString(), "\n");
  std::string line;
  cli::JsonWriter(&line)
      .BeginObject()
      .Key("type")
      .String("count")
      .Key("count")
      .String(count.ToString())
      .EndObject();
  line.push_back('\n');
  return line;
}

// Writes the file, and says how many covers are in it.
cli::ExitCode Compile(const Diagram& diagram, const std::string& path) {
  std::string bytes;
  if (const absl::Status written =
          io::WriteDiagram(diagram,
                           [&](absl::string_view more) {
                             absl::StrAppend(&bytes, more);
                             return true;
                           });
      !written.ok()) {
    return cli::Fail(cli::ExitCode::kBadInput, written.message());
  }
  if (const absl::Status written = cli::WriteOutputFile(path, bytes);
      !written.ok()) {
    return cli::Fail(cli::ExitCode::kOutputError, written.message());
  }
  if (WantsStatistics()) {
    std::fputs(absl::StrFormat(
                   "nodes       %s\nedges       %s\nfile        %s bytes\n",
                   cli::WithThousands(diagram.node_count()),
                   cli::WithThousands(diagram.edge_count()),
                   cli::WithThousands(bytes.size()))
                   .c_str(),
               stderr);
  }
  return PrintText(CountAsText(diagram.count()));
}

// --- What a diagram can be asked.
// ---------------------------------------------

// The covers in order, as many as --limit says.
cli::ExitCode Covers(const Diagram& diagram, const Natural&) {
  CoverPrinter printer(diagram.problem());
  const uint64_t limit = cli::SearchOptionsFromFlags().limits.solutions;
  uint64_t printed = 0;
  for (DiagramWalker walker(diagram); walker.Next(); ++printed) {
    if (printed == limit) return printer.Finish(cli::ExitCode::kLimit);
    if (!printer.Print(walker.cover())) break;
  }
  return printer.Finish();
}

cli::ExitCode FirstOf(const Diagram& diagram, const Natural&) {
  CoverPrinter printer(diagram.problem());
  if (diagram.count() > 0) {
    printer.Print(diagram.Cover(0));
  } else {
    cli::Note("there is no cover");
  }
  return printer.Finish();
}

cli::ExitCode Nth(const Diagram& diagram, const Natural& number) {
  if (number > diagram.count()) {
    return cli::Fail(
        cli::ExitCode::kUsage,
        diagram.count() == 0
            ? absl::StrCat("there is no cover, so none is number ",
                           number.ToString())
            : absl::StrCat("there is no cover number ", number.ToString(),
                           ": the last one is ", diagram.count().ToString()));
  }
  CoverPrinter printer(diagram.problem());
  printer.Print(diagram.Cover(number - 1));
  return printer.Finish();
}

size_t AtMost(const Natural& number) {
  constexpr size_t kMost = std::numeric_limits<size_t>::max();
  return number < kMost
             ? static_cast<size_t>(absl::Uint128Low64(number.ToUint128()))
             : kMost;
}

cli::ExitCode PrintInOrder(const std::vector<CostedCover>& covers,
                           const Problem& problem) {
  CoverPrinter printer(problem);
  for (const CostedCover& cover : covers) {
    if (!printer.Print(cover.options)) break;
  }
  return printer.Finish();
}

cli::ExitCode BestOf(const Diagram& diagram, const Natural& number) {
  return PrintInOrder(diagram.Cheapest(AtMost(number)), diagram.problem());
}

cli::ExitCode Worst(const Diagram& diagram, const Natural& number) {
  return PrintInOrder(diagram.Costliest(AtMost(number)), diagram.problem());
}

cli::ExitCode Costs(const Diagram& diagram, const Natural&) {
  if (diagram.count() == 0) {
    cli::Note("there is no cover");
    return PrintText("");
  }
  const int64_t least = diagram.Cheapest(1)[0].cost;
  const int64_t greatest = diagram.Costliest(1)[0].cost;
  const CostSum sum = diagram.SumOfCosts();
  const std::string total =
      absl::StrCat(sum.is_negative ? "-" : "", sum.magnitude.ToString());
  const double mean = (sum.is_negative ? -1 : 1) * sum.magnitude.ToDouble() /
                      diagram.count().ToDouble();
  std::string text;
  if (WantsJson()) {
    cli::JsonWriter(&text)
        .BeginObject()
        .Key("type")
        .String("costs")
        .Key("least")
        .Number(least)
        .Key("greatest")
        .Number(greatest)
        .Key("sum")
        .String(total)
        .Key("mean")
        .Number(mean)
        .EndObject();
    text.push_back('\n');
  } else {
    text = absl::StrCat("least     ", least, "\ngreatest  ", greatest,
                        "\nsum       ", total, "\nmean      ", mean, "\n");
  }
  return PrintText(text);
}

cli::ExitCode Count(const Diagram& diagram, const Natural&) {
  const absl::StatusOr<std::vector<OptionId>> givens =
      Givens(diagram.problem());
  if (!givens.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, givens.status().message());
  }
  return PrintText(CountAsText(diagram.Count(*givens)));
}

// The number that follows a question: none, or which cover is meant, or how
// many covers are wanted.
enum class Number { kNone, kWhich, kHowMany };

struct Question {
  absl::string_view name;
  Number number;
  cli::ExitCode (*answer)(const Diagram& diagram, const Natural& number);
  // Says how many are wanted, too.
  absl::string_view flag = "";
  std::optional<uint64_t> (*flag_value)() = nullptr;
};

constexpr Question kQuestions[] = {
    {"count", Number::kNone, Count},
    {"first", Number::kNone, FirstOf},
    {"nth", Number::kWhich, Nth},
    {"covers", Number::kNone, Covers},
    {"sample", Number::kHowMany, SampleAll, "-n", WantedSamples},
    {"options", Number::kNone, Tally},
    {"best", Number::kHowMany, BestOf, "--k", WantedBest},
    {"worst", Number::kHowMany, Worst, "--k", WantedBest},
    {"costs", Number::kNone, Costs},
};

// Decimal digits, as many as there are.
std::optional<Natural> ParseNatural(absl::string_view text) {
  if (text.empty() || !absl::c_all_of(text, absl::ascii_isdigit)) {
    return std::nullopt;
  }
  Natural number = 0;
  for (const char digit : text) number = number * 10 + (digit - '0');
  return number;
}

struct Asked {
  const Question* question;
  Natural number;
};

absl::StatusOr<const Question*> FindQuestion(absl::string_view name) {
  for (const Question& question : kQuestions) {
    if (question.name == name) return &question;
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "a diagram cannot be asked for \"", name, "\", only for ",
      absl::StrJoin(QuestionsToAsk(), ", "), ", or the number of a cover"));
}

absl::StatusOr<Natural> NumberOf(const Question& question,
                                 absl::Span<const std::string> words) {
  const std::optional<uint64_t> flag_value =
      question.flag_value == nullptr ? std::nullopt : question.flag_value();
  if (words.empty()) {
    if (question.number != Number::kWhich) return flag_value.value_or(1);
    return absl::InvalidArgumentError(absl::StrCat(
        "which cover? Its number must follow, as in ", question.name, " 5"));
  }
  if (question.number == Number::kNone) {
    return absl::InvalidArgumentError(absl::StrCat(
        "nothing may follow ", question.name, ", but \"", words[0], "\" does"));
  }
  if (flag_value.has_value()) {
    return absl::InvalidArgumentError(
        absl::StrCat("how many covers? \"", words[0],
                     "\" says it, and so does ", question.flag));
  }
  const std::optional<Natural> number = ParseNatural(words[0]);
  if (!number.has_value() || *number == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("a number from 1 on must follow ", question.name,
                     ", and not \"", words[0], "\""));
  }
  return *number;
}

// What the words after the diagram's name mean. REQUIRES: there are one or two.
absl::StatusOr<Asked> ParseQuestion(absl::Span<const std::string> words) {
  const bool is_number = ParseNatural(words[0]).has_value();
  const absl::StatusOr<const Question*> question =
      FindQuestion(is_number && words.size() == 1 ? "nth" : words[0]);
  if (!question.ok()) return question.status();
  absl::StatusOr<Natural> number =
      NumberOf(**question, is_number ? words : words.subspan(1));
  if (!number.ok()) return number.status();
  return Asked{*question, *std::move(number)};
}

}  // namespace

std::vector<std::string> QuestionsToAsk() {
  std::vector<std::string> names;
  for (const Question& question : kQuestions) names.emplace_back(question.name);
  return names;
}

cli::ExitCode RunSample(const cli::Arguments& arguments) {
  return WithDiagram(arguments[0], [](const Diagram& diagram,
                                      const std::vector<OptionId>& givens) {
    return Sample(diagram, givens, WantedSamples().value_or(1));
  });
}

cli::ExitCode RunTally(const cli::Arguments& arguments) {
  return WithDiagram(arguments[0],
                     [](const Diagram& diagram, const std::vector<OptionId>&) {
                       return Tally(diagram, 0);
                     });
}

cli::ExitCode RunCompile(const cli::Arguments& arguments) {
  const bool has_argument = arguments.size() > 1;
  if (has_argument != DiagramFile().empty()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "where is the diagram to be written? Give the file once, "
                     "after the problem or with -o (more: dlx compile --help)");
  }
  const std::string path = has_argument ? arguments[1] : DiagramFile();
  if (absl::Status status = cli::CheckIsNoInput(path, {arguments[0]});
      !status.ok()) {
    return cli::Fail(cli::ExitCode::kUsage, status.message());
  }
  return WithDiagram(arguments[0],
                     [&](const Diagram& diagram, const std::vector<OptionId>&) {
                       return Compile(diagram, path);
                     });
}

cli::ExitCode RunAsk(const cli::Arguments& arguments) {
  const absl::StatusOr<Asked> asked =
      ParseQuestion(absl::MakeConstSpan(arguments).subspan(1));
  if (!asked.ok()) {
    return cli::Fail(
        cli::ExitCode::kUsage,
        absl::StrCat(asked.status().message(), " (more: dlx ask --help)"));
  }
  const SearchOptions options = OptionsNow();
  const absl::StatusOr<cli::InputFile> file = cli::ReadInput(arguments[0]);
  if (!file.ok()) {
    return cli::Fail(cli::ExitCode::kNoInput, file.status().message());
  }
  const absl::StatusOr<Diagram> diagram = io::ReadDiagram(
      file->text, file->name, options.limits, options.memory_limit);
  if (absl::IsResourceExhausted(diagram.status()) ||
      absl::IsDeadlineExceeded(diagram.status()) ||
      absl::IsCancelled(diagram.status())) {
    return NoDiagram(diagram.status());
  }
  if (!diagram.ok()) {
    return cli::Fail(cli::ExitCode::kBadInput, diagram.status().message());
  }
  return asked->question->answer(*diagram, asked->number);
}

}  // namespace dlx::tool
