#ifndef DLX_PROOF_WRITE_CERTIFYING_RACE_H_
#define DLX_PROOF_WRITE_CERTIFYING_RACE_H_

// Searches and layers take turns (dlx/schedule/turns.h), as engines do that
// only count, and keep the same accounts; the first one that is done has
// written the certificate.
//
// Until it is known whose the certificate is, what they write is kept in
// memory. Where that becomes too much, the search that is ahead goes on alone.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/table.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/certify.h"
#include "dlx/proof/write/drafted_search.h"
#include "dlx/proof/write/layered_certificate.h"
#include "dlx/proof/write/writer.h"
#include "dlx/schedule/race.h"
#include "dlx/schedule/turns.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx::internal::certificate {

class CertifyingRace final : public CountsOnly<Engine> {
 public:
  struct Runners {
    // Those of searches, and of layers. The first one begins; the others come
    // if that takes long. (If it is layers, if these run out of memory.)
    std::vector<Setting> settings;
    // Where layers write; engines of searches are made to do so.
    CertificateWriter::Place place = {};
  };
  // REQUIRES: there are no givens.
  CertifyingRace(const Problem& problem, const SearchOptions& options,
                 Runners runners, DraftedSearch::MakeEngine make_engine,
                 CertificateWriter::Sink sink, RaceClock clock);
  ~CertifyingRace() override;

  // Sets *count to what the search that is ahead has counted so far, and in the
  // end to the number of covers.
  Step Count(uint64_t pause_at, Natural* count) override;
  // The end of the certificate. REQUIRES: Count() has come to its end.
  void Finish(const Natural& count);

  // The same of a part: the slot that was named last.
  int64_t EndPart();

  // False if the sink has failed.
  bool ok() const { return ok_; }
  // What came to the end.
  EngineKind winner() const;

  double FractionDone() const override;
  std::vector<PathStep> Path() const override;
  // It is not done twice.
  void Restart(absl::Span<const OptionId>) override { std::abort(); }

 private:
  class LayersRunner;

  // Of what is the certificate.
  CertificateWriter& writer();
  bool Send(absl::string_view bytes) { return ok_ = ok_ && sink_(bytes); }
  // Of the searches.
  DraftedSearch& ahead() const { return *searches_[ahead_]; }
  void Add(const Setting& setting);
  void AddOthers();
  void BeginTurns();
  // A step of a runner.
  Step TakeTurn(uint64_t pause_at, Natural* count);
  // From now on it is alone.
  void LeaveTo(DraftedSearch& search);
  bool AreDraftsTooLong() const;
  void NoteNodes();
  void UpdateNodesByDepth() const override;

  const Problem& problem_;
  const SearchOptions options_;
  const Runners runners_;
  const DraftedSearch::MakeEngine make_engine_;
  const RaceClock clock_;
  const CertificateWriter::Sink sink_;
  bool ok_ = true;

  AllCovers all_covers_;
  std::vector<std::unique_ptr<DraftedSearch>> searches_;
  size_t ahead_ = 0;
  bool is_alone_ = false;
  // Those that may go further.
  std::vector<std::unique_ptr<LayersRunner>> layers_;
  // What has come to the end, if it is one of these.
  LayersRunner* layers_at_end_ = nullptr;
  bool has_others_ = false;
  uint64_t nodes_of_dropped_ = 0;
  std::optional<Turns> turns_;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_RACE_H_
