#ifndef DLX_PROOF_CHECK_CHECKER_H_
#define DLX_PROOF_CHECK_CHECKER_H_

// Checks whether the number of covers is what a certificate says, without a
// search: the certificate tells on which item to branch, and the checker sees
// that nothing is left out.
//
// Every cover of a state takes exactly one of the options of an open item that
// fit. So the number of covers of the state is the sum of those of its
// children, one for each of these options; and 1 if no item is open. A walk
// through the whole tree gives the number, whatever items were chosen and why.
//
// An item that may be covered several times has a child for each option that
// is the first one taken, those before it being out of the question; and one
// more for no option, if none must be taken. Where n must be taken, the last
// n - 1 options cannot come first.
//
// Or such a problem has a child that takes some option, and one without it.
//
// Not all of the tree need be walked through. Instead of a branch, a record may
// say that a state
//
//   * is one that the certificate told the checker to keep, or is the same but
//     for the names of options and items: it has as many covers;
//   * falls into parts that have nothing to do with each other: the number is
//     the product of theirs;
//   * has no covers, as more is missing than so few options can cover;
//   * is counted layer by layer, or by clauses, as the records behind it say.
//
// (docs/certificate.md says the same with all that a writer needs to know.)
//
// This folder shares nothing with what writes certificates, but the numbers of
// the format (dlx/proof/format.h). To read it, some 2,340 lines without
// comments:
//
//   * reader.h      bytes and numbers
//   * allowance.h   limits: what is asked for is up to the certificate
//   * state.h       the remainder of a problem: which options fit
//   * checker.cc    the walk through the tree, record by record
//   * records.h     what else a record may say of a state:
//     product.cc      it falls into parts
//     image.cc        it differs from another one in names alone
//     sweep.cc        its covers, counted layer by layer
//     clauses.cc      or by what a search has learnt
//   * best.h        covers of least cost, by a walk of its own

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/check/reader.h"

namespace dlx {

struct CertificateFacts {
  Natural count;           // Of the covers.
  uint64_t bytes = 0;      // Of the certificate.
  uint64_t nodes = 0;      // Options taken.
  uint64_t kept = 0;       // States that were kept,
  uint64_t most_kept = 0;  // and how many of them at once.
};

// Returns the number of covers of the problem, if the certificate proves it.
// Otherwise the error says what is wrong, and where:
//   * kDataLoss if the certificate is not complete, or has been damaged;
//   * kFailedPrecondition if it proves something else, or nothing;
//   * kResourceExhausted or kCancelled if a limit was reached.
// The listener, if there is one, hears each record before it is accepted.
absl::StatusOr<CertificateFacts> CheckCertificate(
    const Problem& problem, const CertificateSource& source,
    const CheckLimits& limits = {}, const RecordListener& listener = nullptr);

namespace checker {
class State;
}  // namespace checker

// Checks records alone, without the beginning and the end of a certificate: for
// many questions about one problem, each with options of its own that are
// chosen in advance. One thread at a time may use it and its copies.
class RecordChecker {
 public:
  explicit RecordChecker(const Problem& problem);

  // Returns the number of covers that have all the givens, if the records, of
  // the state that these leave, prove it. If givens clash, there are none, and
  // no records. Fails as CheckCertificate() does. REQUIRES: the givens are
  // options of the problem.
  absl::StatusOr<CertificateFacts> Check(absl::Span<const OptionId> givens,
                                         StringView records,
                                         const CheckLimits& limits = {});

 private:
  std::shared_ptr<checker::State> state_;
  std::vector<uint64_t> start_;  // The state without givens.
};

}  // namespace dlx

#endif  // DLX_PROOF_CHECK_CHECKER_H_
