// Reads any bytes, but for the first, which chooses a format, as what a solver
// has answered. If a cover comes of it, it is one.

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/io/export/format.h"
#include "dlx/io/export/solution.h"
#include "dlx/io/fuzz_check.h"
#include "dlx/io/problem_reader.h"
#include "dlx/problem.h"
#include "dlx/verify.h"

namespace dlx::io {
namespace {

const Problem& FixedProblem() {
  static const Problem* const kProblem = new Problem(
      *ReadProblem("a b 0:2|c | x\na x:r |3\nb\nc x:r\nb c\na b |-2\nc\n"));
  return *kProblem;
}

void Run(absl::string_view text) {
  if (text.empty()) return;
  const absl::Span<const ExportFormatInfo> formats = AllExportFormats();
  const ExportFormat format =
      formats[static_cast<uint8_t>(text[0]) % formats.size()].format;
  const absl::StatusOr<SolverAnswer> answer =
      ReadSolution(format, text.substr(1), FixedProblem());
  if (!answer.ok()) {
    FuzzCheck(!answer.status().message().empty(), "a sentence");
    return;
  }
  if (!answer->has_cover()) {
    FuzzCheck(answer->options.empty(), "no options without a cover");
    return;
  }
  const absl::Status verdict = VerifyCover(FixedProblem(), answer->options);
  FuzzCheck(verdict.ok(), verdict.message());
}

}  // namespace
}  // namespace dlx::io

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dlx::io::Run(dlx::io::AsText(data, size));
  return 0;
}
