#ifndef DLX_CERTIFICATE_CERTIFYING_RACE_H_
#define DLX_CERTIFICATE_CERTIFYING_RACE_H_

// The search and layers take turns, and whoever is done first has written the
// certificate.
//
// By estimated time, layers have a quarter of what the search has; four times
// as much as it if they are likely to have fewer children in the end, and next
// to nothing if they are likely to have many more. Until it is known whose the
// certificate is, what the search writes is kept in memory.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/certificate/certify.h"
#include "dlx/certificate/layered_certificate.h"
#include "dlx/certificate/writer.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx::internal::certificate {

class CertifyingRace final : public CountsOnly<Engine> {
 public:
  // Makes the search, which is going to use the writer.
  using MakeSearch = std::function<std::unique_ptr<Engine>(
      const SearchOptions& options, CertificateWriter& writer)>;

  enum class Runners {
    kSearch,
    kBoth,    // If layers suit the problem.
    kLayers,  // And the search if layers run out of memory.
  };
  // `search` is the row of the engine that searches. REQUIRES: there are no
  // givens; no item has a multiplicity, or it is only the search that runs.
  CertifyingRace(const Problem& problem, SearchOptions options, Runners runners,
                 Products products, const EngineRow& search,
                 const MakeSearch& make_search, CertificateWriter::Sink sink);

  // Sets *count to what the search has counted so far, and in the end to the
  // number of covers.
  Step Count(uint64_t pause_at, Natural* count) override;
  // The end of the certificate. REQUIRES: Count() has come to its end.
  void Finish(const Natural& count);

  // False if the sink has failed.
  bool ok() const { return ok_; }
  // It was layers who came to the end.
  bool is_by_layers() const { return is_by_layers_; }

  double FractionDone() const override {
    return runners_ == Runners::kLayers && layers_ != nullptr
               ? layers_->part_done()
               : search_->FractionDone();
  }
  std::vector<PathStep> Path() const override { return search_->Path(); }
  // It is not done twice.
  void Restart(absl::Span<const OptionId>) override { std::abort(); }

 private:
  // What the search has written; and what the certificate consists of.
  bool Draft(absl::string_view bytes);
  bool Send(absl::string_view bytes) { return ok_ = ok_ && sink_(bytes); }
  bool IsLayersTurn() const;
  Step TakeLayersTurn(Natural* count);
  Step TakeSearchTurn(uint64_t pause_at, Natural* count);
  // From now on the search is alone.
  void LeaveToSearch();
  void UpdateNodesByDepth() const override;

  const Problem& problem_;
  const Runners runners_;
  const SearchOptions options_;
  const CertificateWriter::Sink sink_;
  bool ok_ = true;

  std::string draft_;  // What the search has written before it was alone.
  bool is_alone_ = false;
  CertificateWriter search_writer_;
  const EngineRow& search_row_;
  std::unique_ptr<Engine> search_;

  const Products products_;
  std::unique_ptr<LayeredCertificate> layers_;
  bool is_by_layers_ = false;
  std::optional<CertificateWriter> layers_writer_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_CERTIFICATE_CERTIFYING_RACE_H_
