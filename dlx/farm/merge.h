#ifndef DLX_FARM_MERGE_H_
#define DLX_FARM_MERGE_H_

// Merges the results of a run.
//
// It trusts nothing: it checks that the units are the whole search (see
// partition.h), that each result is one of its unit in this run, and that the
// covers in it are covers. It names what fails.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/farm/run_folder.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/proof/write/certify.h"

namespace dlx::units {

// OK if each cover of the problem belongs to exactly one unit.
[[nodiscard]] absl::Status CheckRun(const RunFolder& run);

struct MergeOptions {
  // This part of the units, 0 to 1, is searched once more, with another engine
  // than the one that made the result (or, with multiplicities, in another
  // order), and compared.
  double recheck = 0;
  uint64_t seed = 0;
  // The certificate of each unit is checked. InvalidArgument if the run has
  // none.
  bool verify = false;
  // If not null, takes one certificate of the whole, made of those of the
  // units, which are checked (see merge_certificates.h).
  CertificateSink certificate = nullptr;
  // Cancelled if it takes longer, or is interrupted.
  absl::Duration time = absl::InfiniteDuration();
  const Interrupter* interrupter = nullptr;
  // In bytes, to check a certificate.
  size_t memory = std::numeric_limits<size_t>::max();
};

struct MergedRun {
  // Of kCount and kSolve.
  Natural count = 0;
  // Of kFirst: one cover, or none if there is none. Of kBest: the best ones,
  // cheapest first; of equal cost, in lexicographic order.
  std::vector<CostedCover> covers = {};
  size_t units = 0;
  size_t rechecked = 0;
  size_t verified = 0;
  uint64_t nodes = 0;
  double seconds = 0;  // Of all workers together.
};

// The error is a sentence that names what is missing or wrong;
// FailedPrecondition if the run has merely not ended.
absl::StatusOr<MergedRun> MergeRun(const RunFolder& run,
                                   const MergeOptions& options = {});

// The covers of a run that was to find all, in lexicographic order of their
// options. Each is verified, and that none is there twice. Ends when `visit`
// returns false.
// REQUIRES: MergeRun() has succeeded.
absl::Status ForEachCoverOfRun(
    const RunFolder& run,
    absl::FunctionRef<bool(absl::Span<const OptionId>)> visit);

}  // namespace dlx::units

#endif  // DLX_FARM_MERGE_H_
