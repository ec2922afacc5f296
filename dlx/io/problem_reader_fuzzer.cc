// Reads any bytes as a problem, in any form. They are one, and then it can be
// written and read again without a difference and its options can be found by
// their text; or there is an error that says where.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/any_reader.h"
#include "dlx/io/fuzz_check.h"
#include "dlx/io/option_list.h"
#include "dlx/io/problem_difference.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/problem.h"

namespace dlx::io {
namespace {

void CheckRoundTrip(const Problem& problem) {
  const absl::StatusOr<std::string> text = WriteProblem(problem);
  FuzzCheck(text.ok(), text.status().message());
  const absl::StatusOr<Problem> again = ReadProblem(*text);
  FuzzCheck(again.ok(), again.status().message());
  FuzzCheck(DifferenceBetween(problem, *again).empty(),
            DifferenceBetween(problem, *again));
  FuzzCheck(*WriteProblem(*again) == *text, "another text of the same problem");
}

void CheckOptionList(const Problem& problem) {
  std::string text;
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    absl::StrAppend(&text, problem.OptionToString(OptionId(i)), "\n");
  }
  const absl::StatusOr<std::vector<OptionId>> options =
      ReadOptionList(text, problem);
  FuzzCheck(options.ok(), options.status().message());
  FuzzCheck(options->size() == problem.option_count(), "options are missing");
  for (uint32_t i = 0; i < problem.option_count(); ++i) {
    FuzzCheck((*options)[i] == OptionId(i), absl::StrCat("option ", i));
  }
}

void Run(absl::string_view text) {
  const absl::StatusOr<Problem> problem = ReadAnyProblem(text, "f");
  if (!problem.ok()) {
    CheckPlace(problem.status(), "f", text);
    return;
  }
  CheckRoundTrip(*problem);
  CheckOptionList(*problem);
}

}  // namespace
}  // namespace dlx::io

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dlx::io::Run(dlx::io::AsText(data, size));
  return 0;
}
