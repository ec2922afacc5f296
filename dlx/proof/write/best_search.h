#ifndef DLX_PROOF_WRITE_BEST_SEARCH_H_
#define DLX_PROOF_WRITE_BEST_SEARCH_H_

// A search for all covers that cost less than a limit, which writes down where
// it goes.

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "dlx/limits.h"
#include "dlx/proof/write/writer.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx::internal::certificate {

class BestSearch {
 public:
  // Without a limit, all covers are looked for.
  BestSearch(std::optional<int64_t> limit, CertificateWriter& writer)
      : limit_(limit), writer_(writer) {}
  virtual ~BestSearch() = default;

  // Writes the records that come next, for about so long. Cancelled or
  // ResourceExhausted if a limit comes first.
  absl::Status GoOn(const LimitWatch& watch, absl::Duration time) {
    const absl::Duration end = watch.Now() + time;
    do {
      Step();
      if (is_done_) return absl::OkStatus();
      if (is_full_) {
        return absl::ResourceExhaustedError(
            "the proof needs more memory than it is given");
      }
      if (watch.Check(nodes()) != Outcome::kRunning || !writer_.ok()) {
        return absl::CancelledError("a limit came before the end of the proof");
      }
    } while (watch.Now() < end);
    return absl::OkStatus();
  }
  // All is written.
  bool is_done() const { return is_done_; }
  // The covers below the limit that were found.
  uint64_t cheaper() const { return cheaper_; }

 protected:
  // As far as it goes between two looks at the limits.
  virtual void Step() = 0;
  virtual uint64_t nodes() const = 0;

  void SetDone() { is_done_ = true; }
  // There is no memory left.
  void SetFull() { is_full_ = true; }
  bool is_full() const { return is_full_; }
  void NoteCover(int64_t cost) {
    cheaper_ += !limit_.has_value() || cost < *limit_;
  }
  std::optional<int64_t> limit() const { return limit_; }
  CertificateWriter& writer() { return writer_; }

 private:
  const std::optional<int64_t> limit_;
  CertificateWriter& writer_;
  bool is_done_ = false;
  bool is_full_ = false;
  uint64_t cheaper_ = 0;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_BEST_SEARCH_H_
