// Writes a problem with arbitrary names. The writer may refuse it only if the
// format cannot express it: if the text that one would write without any
// checks does not state that problem. Otherwise the reader must give it back.
//
// The input is cut into pieces by its bytes 0xfe, which occur in no UTF-8:
// each piece is a secondary item and its colour, but the first is a primary
// item.

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/fuzz_check.h"
#include "dlx/io/problem_difference.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/problem.h"

namespace dlx::io {
namespace {

void Run(absl::string_view data) {
  const std::vector<absl::string_view> pieces = absl::StrSplit(data, '\xfe');
  ProblemBuilder builder;
  std::vector<ItemUse> uses = {builder.AddPrimary(pieces[0])};
  std::string items(pieces[0]);
  std::string option(pieces[0]);
  if (pieces.size() > 2) items += " |";
  for (size_t i = 1; i + 1 < pieces.size(); i += 2) {
    uses.emplace_back(builder.AddSecondary(pieces[i]),
                      builder.AddColor(pieces[i + 1]));
    absl::StrAppend(&items, " ", pieces[i]);
    absl::StrAppend(&option, " ", pieces[i], ":", pieces[i + 1]);
  }
  builder.AddOption(uses);
  const absl::StatusOr<Problem> problem = std::move(builder).Build();
  if (!problem.ok()) return;  // An empty name, for example.

  const absl::StatusOr<std::string> text = WriteProblem(*problem);
  const absl::StatusOr<Problem> again =
      ReadProblem(text.ok() ? *text : absl::StrCat(items, "\n", option, "\n"));
  if (text.ok()) {
    FuzzCheck(again.ok(), again.status().message());
    FuzzCheck(DifferenceBetween(*problem, *again).empty(),
              DifferenceBetween(*problem, *again));
  } else {
    FuzzCheck(!again.ok() || !DifferenceBetween(*problem, *again).empty(),
              text.status().message());
  }
}

}  // namespace
}  // namespace dlx::io

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  dlx::io::Run(dlx::io::AsText(data, size));
  return 0;
}
