#ifndef DLX_PROOF_WRITE_LAYERED_CERTIFICATE_H_
#define DLX_PROOF_WRITE_LAYERED_CERTIFICATE_H_

// A certificate that is written while layers are gone through: a sweep, or
// where the items fall into parts, a product of sweeps.

#include <cstdint>
#include <memory>

#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/writer.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx::internal::certificate {

class LayeredCertificate {
 public:
  // Null if there is no hope that layers stay small, or, with multiplicities,
  // of a cover.
  static std::unique_ptr<LayeredCertificate> Make(
      const Problem& problem, const SearchOptions& options,
      const CertificateWriter::Place& place);
  virtual ~LayeredCertificate() = default;

  // Goes on for about that many states, unless memory runs out, which is looked
  // at after each layer and in the end.
  virtual void Work(uint64_t states) = 0;
  virtual bool is_done() const = 0;
  virtual bool is_out_of_memory() const = 0;
  // Of the items.
  virtual double part_done() const = 0;
  // How many were expanded; how many children these have so far, and are likely
  // to have.
  virtual uint64_t states() const = 0;
  virtual uint64_t children() const = 0;
  virtual double ExpectedChildren() const = 0;

  // The certificate is this one: all that was written is for the sink. What is
  // missing is the end.
  virtual void Publish(CertificateWriter::Sink sink) = 0;
  virtual CertificateWriter& writer() = 0;

  // The number of covers. REQUIRES: is_done().
  virtual const Natural& count() const = 0;
  // As those of layers.
  virtual Statistics statistics() const = 0;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_LAYERED_CERTIFICATE_H_
