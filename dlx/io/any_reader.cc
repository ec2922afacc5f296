#include "dlx/io/any_reader.h"

#include "absl/strings/string_view.h"
#include "dlx/io/ec_reader.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/set_text.h"
#include "dlx/io/table_text.h"

namespace dlx::io {
namespace {

struct OtherForm {
  bool (*looks_like)(absl::string_view text);
  absl::StatusOr<Problem> (*read)(absl::string_view text,
                                  absl::string_view file_name);
};

constexpr OtherForm kOtherForms[] = {
    {LooksLikeEc, ReadEc},
    {LooksLikeSets, ReadSets},
    {LooksLikeTable, ReadTable},
};

}  // namespace

absl::StatusOr<Problem> ReadAnyProblem(StringView text, StringView file_name) {
  absl::StatusOr<Problem> problem = ReadProblem(text, file_name);
  // A line alone lists items without options, whatever it was meant to be.
  if (problem.ok() && problem->option_count() > 0) return problem;
  for (const OtherForm& form : kOtherForms) {
    if (form.looks_like(text)) return form.read(text, file_name);
  }
  return problem;
}

}  // namespace dlx::io
