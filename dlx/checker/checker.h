#ifndef DLX_CHECKER_CHECKER_H_
#define DLX_CHECKER_CHECKER_H_

// Is the number of covers what a certificate says? Answered without a search:
// the certificate tells on which item to branch, and the checker sees that
// nothing is left out.
//
// For every cover of a state takes exactly one of the options of an open item
// that fit. So the number of covers of the state is the sum of those of its
// children, one for each of these options; and 1 if no item is open. Who goes
// through the whole tree in this way knows the number, whoever has chosen the
// items, and for whatever reason. What was seen before need not be seen again:
// the certificate may say that a state is one that it told to keep, and the
// checker compares the two. And where a state falls into parts that have
// nothing to do with each other, the number is the product of theirs.
//
// Or the covers of a state are counted layer by layer: the certificate gives an
// order of the items and says which states come up twice (sweep.h).
//
// An item that may be covered several times has a child for each option that
// is the first one taken, those before it being out of the question; and one
// more for no option, if none must be taken. Where n must be taken, the last
// n - 1 options cannot come first.
//
// This folder shares nothing with what writes certificates, but the numbers of
// the format. Memory is needed for the states that are kept, and that is up to
// the certificate.

#include <cstdint>

#include "absl/status/statusor.h"
#include "dlx/checker/reader.h"
#include "dlx/natural.h"
#include "dlx/problem.h"

namespace dlx {

struct CertificateFacts {
  Natural count;           // Of the covers.
  uint64_t bytes = 0;      // Of the certificate.
  uint64_t nodes = 0;      // Options taken.
  uint64_t kept = 0;       // States that were kept,
  uint64_t most_kept = 0;  // and how many of them at once.
};

// The number of covers of the problem, if the certificate proves it. Otherwise
// an error that says what is wrong, and where:
//   * kDataLoss if the certificate is not complete, or has been damaged;
//   * kFailedPrecondition if it proves something else, or nothing.
absl::StatusOr<CertificateFacts> CheckCertificate(
    const Problem& problem, const CertificateSource& source);

}  // namespace dlx

#endif  // DLX_CHECKER_CHECKER_H_
