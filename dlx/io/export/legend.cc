#include "dlx/io/export/legend.h"

#include <cstddef>

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "dlx/io/names.h"

namespace dlx::io {
namespace {

constexpr size_t kLineLength = 76;

// How many bytes of `text`, which is longer than `length`, fit into a line:
// up to the last blank if there is one, and never cutting through a character.
size_t BreakAt(absl::string_view text, size_t length) {
  const size_t blank = text.rfind(' ', length);
  if (blank != text.npos && blank > 0) return blank;
  while (length > 1 && (text[length] & 0xc0) == 0x80) --length;
  return length;
}

}  // namespace

void AppendComment(absl::string_view prefix, absl::string_view comment,
                   std::string& text) {
  const std::string escaped = Utf8Prefix(comment) == comment.size()
                                  ? absl::Utf8SafeCHexEscape(comment)
                                  : absl::CHexEscape(comment);
  absl::string_view rest = escaped;
  absl::StrAppend(&text, prefix);
  while (rest.size() > kLineLength) {
    const size_t length = BreakAt(rest, kLineLength);
    absl::StrAppend(&text, rest.substr(0, length), "\n", prefix, "   ");
    rest.remove_prefix(length);
    absl::ConsumePrefix(&rest, " ");
  }
  absl::StrAppend(&text, rest, "\n");
}

std::string DescribeColor(const Problem& problem, const ColorVariable& color) {
  return absl::StrCat("item ", problem.item_name(color.item), " in colour ",
                      problem.color_name(color.color));
}

void AppendLegend(const Problem& problem, const ZeroOneForm& form,
                  absl::string_view prefix,
                  absl::FunctionRef<std::string(uint32_t variable)> name,
                  std::string& text) {
  for (uint32_t i = 0; i < form.option_count; ++i) {
    AppendComment(prefix,
                  absl::StrCat(name(i), " is option ", i, ": ",
                               problem.OptionToString(OptionId(i))),
                  text);
  }
  for (const ColorVariable& color : form.colors) {
    AppendComment(prefix,
                  absl::StrCat(name(color.variable), " is ",
                               DescribeColor(problem, color)),
                  text);
  }
}

}  // namespace dlx::io
