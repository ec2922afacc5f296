#include "dlx/make/size_limit.h"

#include "absl/strings/str_format.h"

namespace dlx::make {

absl::Status CheckSize(absl::string_view problem, double uses) {
  if (uses <= kMaxUses) return absl::OkStatus();
  return absl::ResourceExhaustedError(absl::StrFormat(
      "%s is too large: its options would have %.3g items in all, and %g is "
      "the limit",
      problem, uses, kMaxUses));
}

}  // namespace dlx::make
