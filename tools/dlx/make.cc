// The command make.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/symmetry.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"
#include "dlx/io/problem_writer.h"
#include "dlx/io/symmetry_text.h"
#include "dlx/make/arguments.h"
#include "dlx/make/registry.h"
#include "dlx/problem.h"
#include "tools/cli/command.h"
#include "tools/cli/error.h"
#include "tools/cli/exit_code.h"
#include "tools/cli/help.h"
#include "tools/cli/input_file.h"
#include "tools/cli/output.h"
#include "tools/cli/suggest.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/make_sudoku.h"

namespace dlx::tool {
namespace {

// Those of the library and our own, sorted by name.
const std::vector<const make::Generator*>& Generators() {
  static const auto& generators = *[] {
    auto* all = new std::vector<const make::Generator*>{&SudokuGenerator()};
    for (const make::Generator& generator : make::AllGenerators()) {
      all->push_back(&generator);
    }
    std::sort(all->begin(), all->end(),
              [](const make::Generator* a, const make::Generator* b) {
                return a->name < b->name;
              });
    return all;
  }();
  return generators;
}

const make::Generator* FindGenerator(absl::string_view name) {
  for (const make::Generator* generator : Generators()) {
    if (generator->name == name) return generator;
  }
  return nullptr;
}

cli::ExitCode Print(absl::string_view text) {
  cli::Output output;
  output.Write(text);
  return output.Finish(cli::ExitCode::kFinished);
}

std::string ListOfGenerators() {
  std::string text =
      "Write a well-known problem in DLX format.\n"
      "\nUsage:\n  dlx make NAME [PARAMETERS]\n"
      "\nProblems:\n";
  for (const make::Generator* generator : Generators()) {
    absl::StrAppend(&text,
                    cli::ListEntry(generator->name, generator->summary, 24));
  }
  absl::StrAppend(
      &text,
      "\n'dlx make NAME --help' tells the parameters of a problem.\n"
      "\nExample:\n"
      "  dlx make queens 8 | dlx count -\n");
  return text;
}

bool IsHelpFlag(absl::string_view word) {
  return word == "--help" || word == "-h";
}

cli::ExitCode UnknownGenerator(absl::string_view name) {
  std::vector<absl::string_view> names;
  for (const make::Generator* generator : Generators()) {
    names.push_back(generator->name);
  }
  return cli::Fail(
      cli::ExitCode::kUsage,
      absl::StrCat("there is no problem called \"", name, "\"",
                   cli::DidYouMean(name, names), " (more: dlx make --help)"));
}

// What went wrong while the words after the name were understood, or while the
// problem was made of them.
class FileErrors {
 public:
  absl::StatusOr<std::string> Read(absl::string_view path) {
    was_read_ = true;
    absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
    if (file.ok()) return std::move(file->text);
    could_not_read_ = true;
    return file.status();
  }

  // A mistake in a file is bad input; any other is bad usage.
  cli::ExitCode ExitCode() const {
    if (could_not_read_) return cli::ExitCode::kNoInput;
    return was_read_ ? cli::ExitCode::kBadInput : cli::ExitCode::kUsage;
  }

 private:
  bool was_read_ = false;
  bool could_not_read_ = false;
};

constexpr absl::string_view kOf = "--of=";

// "all", and those that have names.
std::vector<absl::string_view> SymmetriesOf(const make::Generator& generator) {
  std::vector<absl::string_view> names = {"all"};
  for (const make::NamedSymmetries& some : generator.symmetries) {
    names.push_back(some.name);
  }
  return names;
}

// A number for each item: those of one kind have the same.
std::vector<uint32_t> NumbersOf(const make::NamedSymmetries& symmetries,
                                const Problem& problem) {
  std::map<std::string, uint32_t> numbers;
  std::vector<uint32_t> number_of;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const std::string kind = symmetries.kind_of(problem.item_name(ItemId(i)));
    const auto next = static_cast<uint32_t>(numbers.size());
    number_of.push_back(numbers.try_emplace(kind, next).first->second);
  }
  return number_of;
}

// The symmetries "rows+columns" of a problem, as --symmetry reads them.
absl::StatusOr<std::string> SymmetriesAsText(const make::Generator& generator,
                                             const Problem& problem,
                                             absl::string_view names) {
  std::string text;
  for (const absl::string_view name : absl::StrSplit(names, '+')) {
    SymmetryOptions options;
    const auto found = absl::c_find_if(
        generator.symmetries, [name](const make::NamedSymmetries& some) {
          return some.name == name;
        });
    if (found != generator.symmetries.end()) {
      options.item_numbers = NumbersOf(*found, problem);
    } else if (name != "all") {
      const std::vector<absl::string_view> known = SymmetriesOf(generator);
      return absl::InvalidArgumentError(absl::StrCat(
          "--of: of ", absl::StrJoin(known, ", "), " none is called \"", name,
          "\"", cli::DidYouMean(name, known)));
    }
    const absl::StatusOr<SymmetryGroup> group =
        FindSymmetries(problem, options);
    if (!group.ok()) return group.status();
    for (const Symmetry& symmetry : group->generators()) {
      absl::StrAppend(&text, io::WriteSymmetry(problem, symmetry), "\n");
    }
  }
  return text.empty() ? "()\n" : text;
}

cli::ExitCode Make(const make::Generator& generator,
                   const std::vector<StringView>& words, absl::string_view of) {
  FileErrors files;
  const absl::StatusOr<Problem> problem =
      make::Make(generator, words,
                 [&](absl::string_view path) { return files.Read(path); });
  if (!problem.ok()) {
    const cli::ExitCode code = files.ExitCode();
    std::string message(problem.status().message());
    if (code == cli::ExitCode::kUsage) {
      absl::StrAppend(&message, " (more: dlx make ", generator.name,
                      " --help)");
    }
    return cli::Fail(code, message);
  }
  const absl::StatusOr<std::string> text =
      of.empty() ? io::WriteProblem(*problem)
                 : SymmetriesAsText(generator, *problem, of);
  if (!text.ok()) {
    return cli::Fail(
        of.empty() ? cli::ExitCode::kBadInput : cli::ExitCode::kUsage,
        text.status().message());
  }
  return Print(*text);
}

}  // namespace

std::vector<std::string> NamesToMake() {
  std::vector<std::string> names;
  for (const make::Generator* generator : Generators()) {
    names.emplace_back(generator->name);
  }
  return names;
}

cli::ExitCode RunMake(const cli::Arguments& arguments) {
  if (arguments.empty()) {
    return cli::Fail(cli::ExitCode::kUsage,
                     "dlx make needs the name of a problem (more: dlx make "
                     "--help)");
  }
  if (IsHelpFlag(arguments[0])) return Print(ListOfGenerators());
  const make::Generator* generator = FindGenerator(arguments[0]);
  if (generator == nullptr) return UnknownGenerator(arguments[0]);
  std::vector<StringView> words;
  absl::string_view of;
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (IsHelpFlag(arguments[i])) {
      return Print(absl::StrCat(
          make::HelpText(*generator, "dlx make"),
          "\nWith --of=NAMES, symmetries are written instead, for "
          "--symmetry=FILE of other\ncommands. NAMES, with + between them: ",
          absl::StrJoin(SymmetriesOf(*generator), ", "), ".\n"));
    }
    if (absl::StartsWith(arguments[i], kOf)) {
      of = absl::string_view(arguments[i]).substr(kOf.size());
    } else {
      words.push_back(arguments[i]);
    }
  }
  return Make(*generator, words, of);
}

}  // namespace dlx::tool
