// Reads any bytes as a list of options of a fixed problem. An error says where
// it is; otherwise the list has as many options as the text has lines that are
// neither blank nor comments, and the numbers of its options give it back.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/fuzz_check.h"
#include "dlx/io/option_list.h"
#include "dlx/io/problem_reader.h"
#include "dlx/problem.h"

namespace dlx::io {
namespace {

const Problem& FixedProblem() {
  static const Problem* const kProblem =
      new Problem(*ReadProblem("a b 1 | x y\n"
                               "a x:0 y\n"
                               "a b |3\n"
                               "1\n"
                               "b a |4\n"
                               "1 b x:1 y:|\n"
                               "a b |3\n"));
  return *kProblem;
}

bool HasOption(absl::string_view line) {
  const size_t i = line.find_first_not_of(" \t\r");
  return i != line.npos && line[i] != '|';
}

void Run(absl::string_view text) {
  const Problem& problem = FixedProblem();
  const absl::StatusOr<std::vector<OptionId>> options =
      ReadOptionList(text, problem, "f");
  if (!options.ok()) {
    CheckPlace(options.status(), "f", text);
    return;
  }
  // A byte order mark belongs to no line.
  if (absl::StartsWith(text, "\xef\xbb\xbf")) text.remove_prefix(3);
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  FuzzCheck(static_cast<size_t>(std::count_if(lines.begin(), lines.end(),
                                              HasOption)) == options->size(),
            "as many options as lines");
  std::string numbers;
  for (const OptionId option : *options) {
    FuzzCheck(option.value() < problem.option_count(), "a known option");
    // Without the zero, 1 would be the item of that name.
    absl::StrAppend(&numbers, "0", option.value(), "\n");
  }
  const absl::StatusOr<std::vector<OptionId>> again =
      ReadOptionList(numbers, problem);
  FuzzCheck(again.ok(), again.status().message());
  FuzzCheck(*again == *options, "the same by numbers");
}

}  // namespace
}  // namespace dlx::io

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dlx::io::Run(dlx::io::AsText(data, size));
  return 0;
}
