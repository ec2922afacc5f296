#ifndef DLX_CERTIFICATE_CERTIFYING_RACE_H_
#define DLX_CERTIFICATE_CERTIFYING_RACE_H_

// Searches and layers take turns, and whoever is done first has written the
// certificate.
//
// One search begins; others join it, if there are any, each after sixteen times
// as long as the one before. Of these the one that seems to be done first, by
// the pace of each so far, is ahead. Any other one has so much less time as it
// seems to take longer, but a sixteenth of what the first one has at least,
// since a search that remembers may become faster. Outsiders, which are good
// only now and then, have a sixteenth at most until they seem to be clearly
// faster.
//
// By estimated time, layers have four times as much as the search that is ahead
// if they are likely to be done sooner, or much shorter; otherwise a quarter or
// less, but a sixteenth at least, too.
//
// Until it is known whose the certificate is, what they write is kept in
// memory. Where that becomes too much, the search that is ahead goes on alone.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/certificate/certify.h"
#include "dlx/certificate/drafted_search.h"
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
  struct Runners {
    // The first one begins.
    std::vector<DraftedSearch::Setting> searches;
    // kOnly: searches begin if layers run out of memory.
    enum class Layers { kNone, kToo, kOnly } layers;
  };
  // REQUIRES: there are no givens.
  CertifyingRace(const Problem& problem, SearchOptions options, Runners runners,
                 const DraftedSearch::MakeEngine& make_engine,
                 CertificateWriter::Sink sink);

  // Sets *count to what the search that is ahead has counted so far, and in the
  // end to the number of covers.
  Step Count(uint64_t pause_at, Natural* count) override;
  // The end of the certificate. REQUIRES: Count() has come to its end.
  void Finish(const Natural& count);

  // False if the sink has failed.
  bool ok() const { return ok_; }
  // Who came to the end.
  EngineKind winner() const {
    return is_by_layers_ ? EngineKind::kLayers : ahead().row().kind;
  }

  double FractionDone() const override {
    return runners_.layers == Runners::Layers::kOnly && layers_ != nullptr
               ? layers_->part_done()
               : ahead().engine().FractionDone();
  }
  std::vector<PathStep> Path() const override {
    return ahead().engine().Path();
  }
  // It is not done twice.
  void Restart(absl::Span<const OptionId>) override { std::abort(); }

 private:
  bool Send(absl::string_view bytes) { return ok_ = ok_ && sink_(bytes); }
  // It is time for one more search.
  bool IsSearchDue() const;
  void AddSearch();
  // The one that is ahead comes first.
  DraftedSearch& ahead() { return *searches_.front(); }
  const DraftedSearch& ahead() const { return *searches_.front(); }
  bool IsLayersTurn() const;
  Step TakeLayersTurn(Natural* count);
  Step TakeSearchTurn(uint64_t pause_at, Natural* count);
  DraftedSearch& NextSearch();
  // From now on it is alone.
  void LeaveTo(DraftedSearch& search);
  bool AreDraftsTooLong() const;
  void UpdateNodesByDepth() const override;

  const Problem& problem_;
  Runners runners_;
  const SearchOptions options_;
  const DraftedSearch::MakeEngine make_engine_;
  const CertificateWriter::Sink sink_;
  bool ok_ = true;

  std::vector<std::unique_ptr<DraftedSearch>> searches_;
  bool is_alone_ = false;

  std::unique_ptr<LayeredCertificate> layers_;
  bool is_by_layers_ = false;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_CERTIFICATE_CERTIFYING_RACE_H_
