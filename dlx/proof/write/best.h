#ifndef DLX_PROOF_WRITE_BEST_H_
#define DLX_PROOF_WRITE_BEST_H_

// Writes down why covers are those of least cost: dlx/proof/check/best.h checks
// it without a search.

#include <cstddef>

#include "absl/status/status.h"
#include "dlx/answers.h"
#include "dlx/problem.h"
#include "dlx/proof/write/certify.h"
#include "dlx/search_options.h"

namespace dlx {

// The problem's k covers of least cost are known: those of FindBest(), if it
// was exhausted. Searches once more below what the last of them costs, by
// bit_sets and best_walk.h in turns; by the second one alone if the first
// cannot do the problem, or the engine is to be dancing_links. Cancelled if a
// limit comes first, and ResourceExhausted if that is the one on memory;
// Internal, which should never happen, if there are others.
absl::Status WriteBestCertificate(const Problem& problem, size_t k,
                                  const BestResult& best,
                                  const CertificateSink& sink,
                                  const SearchOptions& options = {});

}  // namespace dlx

#endif  // DLX_PROOF_WRITE_BEST_H_
