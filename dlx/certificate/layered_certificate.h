#ifndef DLX_CERTIFICATE_LAYERED_CERTIFICATE_H_
#define DLX_CERTIFICATE_LAYERED_CERTIFICATE_H_

// A certificate made of the states of engine layers. All of them have to be
// there before the first record can be written: a state is told once, where the
// walk from the root comes by first, and who comes later refers to it.

#include <cstdint>
#include <memory>

#include "dlx/certificate/certify.h"
#include "dlx/certificate/writer.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx::internal::certificate {

class LayeredCertificate {
 public:
  // Null if there is no hope that layers stay small. REQUIRES: no item has a
  // multiplicity.
  static std::unique_ptr<LayeredCertificate> Make(const Problem& problem,
                                                  const SearchOptions& options);
  virtual ~LayeredCertificate() = default;

  // Goes on for about so many states, unless memory runs out.
  virtual void Work(uint64_t states) = 0;
  virtual bool is_done() const = 0;
  virtual bool is_out_of_memory() const = 0;
  // Of the items.
  virtual double part_done() const = 0;
  // How many children its states have so far, and are likely to have.
  virtual uint64_t children() const = 0;
  virtual double ExpectedChildren() const = 0;

  // Writes all records but the end: the number of covers. REQUIRES: is_done().
  virtual Natural Write(Products products, CertificateWriter& writer) const = 0;

  // As those of layers.
  virtual Statistics statistics() const = 0;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_CERTIFICATE_LAYERED_CERTIFICATE_H_
