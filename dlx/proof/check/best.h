#ifndef DLX_PROOF_CHECK_BEST_H_
#define DLX_PROOF_CHECK_BEST_H_

// Checks whether covers are those of least cost, without a search.
//
// The certificate has the covers, and a proof that no other one is cheaper than
// the last of them: a walk through the tree of states, as in checker.h, without
// options that cost too much. What that is, is told by a weight for each item.
// What is left of an option's cost, its *reduced cost*, is its cost without the
// weights of its items. Each cover has each primary item once; so it costs the
// sum of these weights, and the reduced costs of its options. If that, with the
// options that were taken, is known to reach the limit, the cover is none of
// those that are looked for.

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/check/reader.h"

namespace dlx {

struct BestFacts {
  std::vector<int64_t> costs;  // Of the covers, the least first.
  uint64_t wanted = 0;         // If there are fewer, these are all covers.
  uint64_t bytes = 0;          // Of the certificate.
  uint64_t nodes = 0;          // Options taken.
};

// Returns what the cheapest covers of the problem cost, if the certificate
// proves it. Fails as CheckCertificate() does.
absl::StatusOr<BestFacts> CheckBestCertificate(const Problem& problem,
                                               const CertificateSource& source,
                                               const CheckLimits& limits = {});

}  // namespace dlx

#endif  // DLX_PROOF_CHECK_BEST_H_
