#ifndef DLX_CERTIFICATE_LAYERED_CERTIFICATE_H_
#define DLX_CERTIFICATE_LAYERED_CERTIFICATE_H_

// A certificate made of the states of engine layers. All of them have to be
// there before the first record can be written: a state is told once, where the
// walk from the root comes by first, and who comes later refers to it.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "dlx/certificate/certify.h"
#include "dlx/certificate/writer.h"
#include "dlx/engine/layers/state_graph.h"
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

  explicit LayeredCertificate(std::unique_ptr<layers::StateGraph> graph)
      : graph_(std::move(graph)) {}

  // Goes on for about so many states.
  void Work(uint64_t states) { graph_->Work(states); }
  bool is_done() const { return graph_->is_done(); }
  bool is_out_of_memory() const { return graph_->is_out_of_memory(); }
  // Of the items.
  double part_done() const {
    return static_cast<double>(graph_->position()) /
           static_cast<double>(graph_->items().size() + 1);
  }
  // How many children its states have so far, and are likely to have.
  uint64_t children() const { return graph_->edge_count(); }
  double ExpectedChildren() const { return graph_->ExpectedEdges(); }

  // Writes all records but the end: the number of covers. REQUIRES: is_done().
  Natural Write(Products products, CertificateWriter& writer);

  // As those of layers.
  Statistics statistics() const;

 private:
  using State = layers::StateGraph::State;

  class Scribe;

  std::unique_ptr<layers::StateGraph> graph_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_CERTIFICATE_LAYERED_CERTIFICATE_H_
