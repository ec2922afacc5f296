#include "dlx/farm/verify_unit.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <string>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "dlx/farm/files.h"
#include "dlx/farm/unit.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::units {

CheckLimits UntilStopped(const Limits& limits, size_t memory) {
  return {.memory = memory, .must_stop = [watch = LimitWatch(limits)] {
            return watch.MustStop();
          }};
}

absl::Status Stopped() {
  return absl::CancelledError("stopped before all was checked");
}

absl::StatusOr<CertificateFacts> CheckUnit(const RunFolder& run,
                                           const NamedUnit& unit,
                                           const Problem& rest,
                                           const CheckLimits& limits,
                                           const RecordListener& listener) {
  const std::string path = run.CertificatePath(unit);
  const auto error = [&path](int number) {
    return FileError(number, "cannot read", path);
  };
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return error(errno);
  const absl::Cleanup close_file = [file] { close(file); };
  absl::Status failure;
  const auto source = [&](char* buffer, size_t size) -> size_t {
    ssize_t got;
    do {
      got = read(file, buffer, size);
    } while (got < 0 && errno == EINTR);
    if (got < 0) failure = error(errno);
    return got < 0 ? 0 : static_cast<size_t>(got);
  };
  absl::StatusOr<CertificateFacts> facts =
      CheckCertificate(rest, source, limits, listener);
  if (!failure.ok()) return failure;
  if (absl::IsCancelled(facts.status())) {
    return Stopped();
  }
  if (absl::IsResourceExhausted(facts.status())) {
    return absl::ResourceExhaustedError(
        absl::StrCat("\"", path, "\": ", facts.status().message(),
                     "; --memory gives it more"));
  }
  if (!facts.ok()) {
    return absl::DataLossError(absl::StrCat(
        "\"", path, "\" proves nothing: ", facts.status().message()));
  }
  return facts;
}

absl::Status VerifyUnit(const RunFolder& run, const NamedUnit& unit,
                        const UnitResult& result, const CheckLimits& limits) {
  const absl::StatusOr<CertificateFacts> facts =
      CheckUnit(run, unit, run.RestOf(unit).problem(), limits);
  if (!facts.ok()) return facts.status();
  if (facts->count != result.count) {
    return absl::DataLossError(
        absl::StrCat("unit ", unit.name, " has ", facts->count.ToString(),
                     " covers, as \"", run.CertificatePath(unit),
                     "\" proves, and not ", result.count.ToString()));
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<NamedUnit>> DamagedUnits(const RunFolder& run,
                                                    bool check_certificates,
                                                    const CheckLimits& limits) {
  absl::StatusOr<std::vector<NamedUnit>> units = run.Units();
  if (!units.ok()) return units.status();
  std::vector<NamedUnit> damaged;
  for (NamedUnit& unit : *units) {
    if (!unit.is_done) continue;
    if (limits.must_stop && limits.must_stop()) {
      return Stopped();
    }
    const absl::StatusOr<UnitResult> result = run.ReadResult(unit);
    absl::Status status = result.status();
    if (status.ok() && check_certificates) {
      status = VerifyUnit(run, unit, *result, limits);
    }
    if (IsOfLimits(status)) return status;
    // A file that belongs to the result may be gone.
    if (absl::IsDataLoss(status) || absl::IsNotFound(status)) {
      damaged.push_back(std::move(unit));
    }
  }
  return damaged;
}

}  // namespace dlx::units
