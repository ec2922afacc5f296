#ifndef DLX_PROOF_WRITE_CERTIFYING_ORBITS_H_
#define DLX_PROOF_WRITE_CERTIFYING_ORBITS_H_

// A certificate that leaves out what symmetries repeat, as OrbitSearch
// (dlx/schedule/orbit_search.h) does for counts.
//
// A race writes it. If that takes long, and there are symmetries, the
// certificate begins anew with a branch on an item of which they spare options:
// what is left when the first option of an orbit is taken, a *case*, has a race
// of its own, is kept, and may fall into cases in turn; what is left when
// another one is taken is an image of that.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/certifying_race.h"
#include "dlx/proof/write/writer.h"
#include "dlx/reduce/reducer.h"
#include "dlx/schedule/orbit_choice.h"
#include "dlx/schedule/race.h"
#include "dlx/search_options.h"

namespace dlx::internal::certificate {

class CertifyingOrbits final : public CountsOnly<Engine> {
 public:
  // Makes a race that writes in a place of the whole.
  using MakeRace = std::function<std::unique_ptr<CertifyingRace>(
      const Problem& problem, const SearchOptions& options,
      CertificateForm form, const CertificateWriter::Place& place,
      CertificateWriter::Sink sink)>;

  // Without a place, it writes a certificate, otherwise records. There are no
  // cases if it never looks. The problem must outlive it.
  CertifyingOrbits(const Problem& problem, SearchOptions options,
                   CertificateForm form,
                   std::optional<CertificateWriter::Place> place, bool looks,
                   MakeRace make_race, CertificateWriter::Sink sink,
                   RaceClock clock);

  // Sets *count to what has been counted so far, and in the end to the number
  // of covers.
  Step Count(uint64_t pause_at, Natural* count) override;
  // The end of the certificate. REQUIRES: Count() has come to its end.
  void Finish(const Natural& count) { writer_.Finish(count); }
  // The end of records: the slot that was named last. REQUIRES: the same.
  int64_t EndRecords();

  // False if the sink has failed.
  bool ok() const { return writer_.ok(); }
  // Who came to the end of the last race.
  EngineKind winner() const { return winner_; }
  // How often a case fell into others.
  uint64_t divisions() const { return divisions_; }

  double FractionDone() const override;
  std::vector<PathStep> Path() const override;
  // It is not done twice.
  void Restart(absl::Span<const OptionId>) override { std::abort(); }

 private:
  // Options of the problem are taken.
  struct Case {
    std::vector<OptionId> taken = {};
    Natural factor = 1;  // Each of its covers stands for so many.
    double part = 1;     // Of the work.
    // Where it is to be kept, or -1; and the first one that is free.
    int64_t slot = -1;
    int64_t first_free = 0;
    uint32_t looks = 0;
    bool is_settled = false;  // It falls into no others.
  };
  // What the look found about the rest of a case.
  struct Division {
    Reduction rest;
    OrbitLook look;
  };
  // What is left when an option of the rest is taken, as an image of what is in
  // the slot: what is left when `first` is.
  struct ImageOfCase {
    std::shared_ptr<const Division> division;
    OptionId first = {};
    OptionId option = {};
    std::vector<OptionId> left = {};  // With the first one, of the rest.
    int64_t slot = -1;
  };
  using Waiting = std::variant<Case, ImageOfCase>;

  // Begins with the last of those that wait. False if that needs no race.
  bool Begin(Waiting next);
  void WriteImage(const ImageOfCase& image);
  void EndRace(const Natural& covers);
  // Looks for symmetries if the race has taken long enough.
  void MayDivide();
  void Divide();
  std::optional<ItemId> FirstItem(const Reduction& rest,
                                  const OrbitLook& look) const;
  // Gives up the race.
  void BranchOn(const OrbitChoice& choice,
                std::shared_ptr<const Division> division);
  const Problem& problem_of_race() const {
    return rest_.has_value() ? rest_->problem() : problem_;
  }
  void UpdateNodesByDepth() const override;

  const Problem& problem_;
  const SearchOptions options_;
  const CertificateForm form_;
  const CertificateWriter::Place place_;
  const MakeRace make_race_;
  const RaceClock clock_;
  CertificateWriter writer_;
  std::vector<Waiting> waiting_;
  // At work, if there is a race: what is left, if something was taken.
  Case case_;
  std::optional<Reduction> rest_;
  std::unique_ptr<CertifyingRace> race_;
  double time_ = 0;         // Of the race, in nanoseconds.
  uint64_t next_look_ = 0;  // A node of it.
  Natural count_ = 0;       // Of the cases before it.
  double done_part_ = 0;    // The same.
  Statistics done_;         // The same.
  EngineKind winner_ = EngineKind::kAuto;
  uint64_t divisions_ = 0;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_ORBITS_H_
