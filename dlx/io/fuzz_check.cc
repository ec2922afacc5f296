#include "dlx/io/fuzz_check.h"

#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace dlx::io {

void FuzzCheck(bool condition, absl::string_view message) {
  if (condition) return;
  std::cerr << message << std::endl;
  std::abort();
}

void CheckPlace(const absl::Status& error, absl::string_view file_name,
                absl::string_view text) {
  absl::string_view message = error.message();
  FuzzCheck(absl::ConsumePrefix(&message, file_name) &&
                absl::ConsumePrefix(&message, ":"),
            error.message());
  const std::vector<absl::string_view> parts =
      absl::StrSplit(message, absl::MaxSplits(':', 2));
  size_t line = 0;
  size_t column = 0;
  FuzzCheck(parts.size() == 3 && absl::SimpleAtoi(parts[0], &line) &&
                absl::SimpleAtoi(parts[1], &column) && parts[2].size() > 1,
            message);
  const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
  FuzzCheck(line >= 1 && line <= lines.size(), message);
  // The end of the line, or of the text, is a place too.
  FuzzCheck(column >= 1 && column <= lines[line - 1].size() + 1, message);
}

}  // namespace dlx::io
