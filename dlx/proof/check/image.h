#ifndef DLX_PROOF_CHECK_IMAGE_H_
#define DLX_PROOF_CHECK_IMAGE_H_

// Whether two states are the same but for the names of options and items: then
// they have as many covers.
//
// A certificate says which option stands for which. Items follow: one is the
// image of another if the options that have it are the images of those that
// have the other, and (of secondary items) two of them agree in its colour if
// and only if those do of which they are the images. So options clash if those
// do for which they stand, and covers become covers. (A secondary item does not
// matter if all that have it agree there.)

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"

namespace dlx::checker {

// The options of a state that fit, in ascending order, and how many of its
// items are open.
struct Fitting {
  absl::Span<const uint32_t> options;
  size_t open_items;
};

// Empty if images[i] is an option of `here` that stands for option i of `kept`,
// and this state is the other one's image; otherwise why it is not.
// REQUIRES: the problem has no multiplicities; images are options of it, as
// many as fit in `kept`.
std::string WhyNotImage(const Problem& problem, const Fitting& kept,
                        absl::Span<const uint32_t> images, const Fitting& here,
                        Allowance& allowance);

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_IMAGE_H_
