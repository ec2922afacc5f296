#ifndef DLX_PROOF_VERIPB_H_
#define DLX_PROOF_VERIPB_H_

// A certificate by clauses (dlx/proof/check/clauses.cc), as a proof for VeriPB,
// a checker of pseudo-Boolean reasoning that knows nothing of covers.
//
// What it is about is what WriteOpb() makes of the problem. Each step is a
// line:
//
//     learn       rup 1 x1 1 ~x3 >= 1 ;    it follows by propagation
//     forget      del id 12 13
//     a cover     v x1 x4                  propagation leads to a solution, and
//                                          not all are chosen from now on
//     no cover    rup 1 ~x1 1 ~x4 >= 1 ;
//     the end     rup >= 1 ;  and  c 57    a contradiction
//
// So there are as many covers as lines that begin with v. (Gocht: Certifying
// Correctness for Combinatorial Algorithms, 2022, has the checker's rules.)

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/statusor.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"

namespace dlx::io {

// Takes the next lines. False if that was not possible: then there is no proof.
using VeripbSink = std::function<bool(StringView lines)>;

struct VeripbFacts {
  // What the proof is about, in OPB.
  std::string formula;
  uint64_t covers = 0;
};

// Checks the certificate, and writes the proof. Fails if the certificate proves
// nothing, if it has other records than clauses, if the problem has costs, or
// as CheckCertificate() does.
absl::StatusOr<VeripbFacts> WriteVeripb(const Problem& problem,
                                        StringView certificate,
                                        const VeripbSink& sink,
                                        const CheckLimits& limits = {});

}  // namespace dlx::io

#endif  // DLX_PROOF_VERIPB_H_
