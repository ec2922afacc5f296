#ifndef DLX_PROOF_WRITE_DRAFT_H_
#define DLX_PROOF_WRITE_DRAFT_H_

// What one of a race writes: kept in memory until it is known whose the
// certificate is.

#include <cstddef>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "dlx/problem.h"
#include "dlx/proof/write/writer.h"

namespace dlx::internal::certificate {

class Draft {
 public:
  // What a writer of this kind is told behind the sink.
  template <typename... Rest>
  explicit Draft(const Problem& problem, Rest&&... rest)
      : writer_(
            problem, [this](absl::string_view bytes) { return Take(bytes); },
            std::forward<Rest>(rest)...) {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  CertificateWriter& writer() { return writer_; }
  // What is kept in memory, in bytes.
  size_t size() const { return kept_.size(); }

  // From now on, all that was written and is going to be is for the sink.
  void Publish(CertificateWriter::Sink sink) {
    sink_ = std::move(sink);
    sink_(std::exchange(kept_, {}));
  }

 private:
  bool Take(absl::string_view bytes) {
    if (sink_) return sink_(bytes);
    kept_.append(bytes.data(), bytes.size());
    return true;
  }

  CertificateWriter::Sink sink_;  // Null before it is published.
  std::string kept_;
  CertificateWriter writer_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_DRAFT_H_
