#ifndef DLX_IO_EXPORT_LEGEND_H_
#define DLX_IO_EXPORT_LEGEND_H_

// Comments that say what a variable means, for formats that know numbers only.

#include <cstdint>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/strings/string_view.h"
#include "dlx/io/export/zero_one_form.h"
#include "dlx/problem.h"

namespace dlx::io {

// Appends a comment, whose lines begin with `prefix`. What could end a comment,
// or garble a terminal, is written like \x1b. Long comments are broken, because
// some programs read lines into a buffer of fixed size.
void AppendComment(absl::string_view prefix, absl::string_view comment,
                   std::string& text);

// "item x in colour red"
std::string DescribeColor(const Problem& problem, const ColorVariable& color);

// REQUIRES, of both functions: that is of the problem's 0-1 form.
//
// Appends a comment for each option, and one for each variable of a colour:
//
//   * x1 is option 0: p q x y:A
//   * x6 is item x in colour A
//
// `name` gives the name of a variable in the format.
void AppendLegend(const Problem& problem, const ZeroOneForm& form,
                  absl::string_view prefix,
                  absl::FunctionRef<std::string(uint32_t variable)> name,
                  std::string& text);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_LEGEND_H_
