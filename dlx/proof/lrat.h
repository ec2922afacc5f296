#ifndef DLX_PROOF_LRAT_H_
#define DLX_PROOF_LRAT_H_

// A certificate of a number of covers, as a proof for checkers that know
// nothing of covers: in LRAT, for which there are some, one of them verified
// down to the machine code (cake_lpr).
//
// What is refuted is the formula that says "there is a cover besides these":
// the clauses of WriteCnf(), and for each cover one that rules it out. So it is
// for problems that have no covers, or a few.
//
// How: let S be a state of the certificate without covers, in which some items
// are open. To cover these takes an option that does not fit in S. So there is
// a clause of options that do not fit, some of them at least, of which one must
// be taken. It is the same wherever S comes again, however its other items were
// covered; so a reference of the certificate costs nothing.
//
//     S branches on i:   the options of i are  x (does not fit), o1, o2
//     below o1:          not o1, or y          from the clause of that state
//     below o2:          not o2, or z          without what clashes with o2
//     so of S:           x or y or z           by the clause of WriteCnf for i
//
// At the root all options fit, and the clause is empty. States with covers have
// clauses that also name options that were taken, so they are gone through
// again wherever they are referred to; there are no more of them than there are
// options in all covers together.

#include <cstdint>
#include <functional>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/answers.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/search_options.h"

namespace dlx::io {

// Takes the next lines. False if that was not possible: then it is not called
// again, and there is no proof.
using LratSink = std::function<bool(StringView lines)>;

struct LratFacts {
  // What is refuted, in DIMACS.
  std::string formula;
  uint64_t covers = 0;  // How many are ruled out, by its last clauses.
  uint64_t lemmas = 0;  // How many clauses the proof adds.
};

// More covers are not listed.
inline constexpr uint64_t kMostLratCovers = 1'000'000;

// Fails if there are no such proofs for the problem, because it has
// multiplicities or costs.
absl::Status CheckLratProblem(const Problem& problem);

// Checks the certificate, and writes the proof. Fails if the certificate proves
// nothing, if it has products, if there are too many covers, or if
// CheckLratProblem() fails; or as CheckCertificate() does, if a limit comes
// first: a proof can be far longer than its certificate.
absl::StatusOr<LratFacts> WriteLrat(const Problem& problem,
                                    StringView certificate,
                                    const LratSink& sink,
                                    const CheckLimits& limits = {});

// Counts all covers, and writes the proof when they are counted. There is no
// proof unless the outcome is kExhausted. Fails as CountWithCertificate() and
// WriteLrat() do.
absl::StatusOr<CountResult> CountWithLrat(const Problem& problem,
                                          const LratSink& sink,
                                          LratFacts* facts,
                                          SearchOptions options = {});

}  // namespace dlx::io

#endif  // DLX_PROOF_LRAT_H_
