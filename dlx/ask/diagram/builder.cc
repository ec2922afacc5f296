#include "dlx/ask/diagram/builder.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace dlx::internal::diagram {

absl::Status IsFull(uint64_t nodes, absl::string_view far) {
  return absl::ResourceExhaustedError(absl::StrCat(
      "the diagram is too large for the memory that it may use: there are ",
      nodes, " nodes already, after ", far));
}

absl::Status WillNotFit(const SizeBound& bound, size_t memory_limit) {
  return absl::ResourceExhaustedError(absl::StrFormat(
      "the diagram is too large for the memory that it may use: %d ways down "
      "at random tell that it would have %.2g nodes or more, and in %d bytes "
      "there is room for %.2g",
      bound.ways(), bound.states(), memory_limit, bound.room()));
}

}  // namespace dlx::internal::diagram
