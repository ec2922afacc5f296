#ifndef DLX_PROOF_WRITE_CERTIFYING_ORBITS_H_
#define DLX_PROOF_WRITE_CERTIFYING_ORBITS_H_

// A search that leaves out what symmetries repeat, as OrbitSearch
// (dlx/schedule/orbit_search.h) does, and writes down where it goes.
//
// It begins like any other. If that takes long, and there are symmetries, the
// records begin anew with a branch on an item of which they spare options: what
// is left when the first option of an orbit is taken, a *case*, is searched and
// kept, and may fall into cases in turn; what is left when another one is taken
// is an image of that.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/writer.h"
#include "dlx/reduce/reducer.h"
#include "dlx/schedule/orbit_choice.h"
#include "dlx/schedule/race.h"
#include "dlx/search_options.h"

namespace dlx::internal::certificate {

class CertifyingOrbits final : public CountsOnly<Engine> {
 public:
  // Makes a search, which is going to use the writer.
  using MakeSearch = std::function<std::unique_ptr<Engine>(
      const Problem& problem, const SearchOptions& options,
      CertificateWriter& writer)>;

  // The problem and the writer, which writes in the place, must outlive it.
  // REQUIRES: there are no multiplicities, and nothing is open beside the
  // place.
  CertifyingOrbits(const Problem& problem, SearchOptions options,
                   MakeSearch make_search, CertificateWriter::Place place,
                   CertificateWriter& writer, RaceClock clock);

  // Sets *count to what has been counted so far. There is nothing more to do if
  // nothing more can be written.
  Step Count(uint64_t pause_at, Natural* count) override;
  void SetMemoryLimit(size_t bytes) override;

  double FractionDone() const override;
  double ExpectedPart() const override;
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
  // What a look found about the rest of a case.
  struct Division {
    Reduction rest;
    OrbitLook look;
  };
  // How a case falls into others, when its search has taken longer than their
  // images take to check: nanoseconds.
  struct Found {
    OrbitChoice choice;
    std::shared_ptr<const Division> division;
    double price;
  };
  // What is left when an option of the rest is taken, as an image of what is in
  // the slot: what is left when `first` is.
  struct ImageOfCase {
    std::shared_ptr<const Division> division;
    OptionId first = {};
    OptionId option = {};
    // With the first one; options of the rest, of which all images know.
    std::shared_ptr<const std::vector<OptionId>> left;
    int64_t slot = -1;
  };
  using Waiting = std::variant<Case, ImageOfCase>;

  // Begins with the next of those that wait. A case without open items, or in
  // which one has no option, is done at once; so is an image.
  void Begin(Waiting next);
  void WriteImage(const ImageOfCase& image);
  void EndCase(const Natural& covers);
  // What is written from now on is for the certificate, as is what was written.
  void Settle();
  // Looks for symmetries if the search has taken long enough.
  void MayDivide();
  void Divide();
  // REQUIRES: something was found.
  void BranchOnFound();
  std::optional<ItemId> FirstItem(const Reduction& rest,
                                  const OrbitLook& look) const;
  // Gives up the search.
  void BranchOn(const OrbitChoice& choice,
                std::shared_ptr<const Division> division);
  const Problem& problem_at_work() const {
    return rest_.has_value() ? rest_->problem() : problem_;
  }
  void UpdateNodesByDepth() const override;

  const Problem& problem_;
  SearchOptions options_;
  const MakeSearch make_search_;
  const CertificateWriter::Place place_;
  CertificateWriter& writer_;
  const RaceClock clock_;
  std::vector<Waiting> waiting_;  // The next one comes last.
  // At work, if there is a search: what is left, if something was taken.
  Case case_;
  std::optional<Reduction> rest_;
  std::optional<CertificateWriter> records_;
  std::string kept_;  // The records, as long as it is not settled.
  std::unique_ptr<Engine> search_;
  Natural count_ = 0;       // Of the case.
  double time_ = 0;         // Of the search, in nanoseconds.
  uint64_t next_look_ = 0;  // A node of it.
  std::optional<Found> found_;
  Natural counted_ = 0;   // With the cases before it.
  double done_part_ = 0;  // Of these.
  Statistics done_;       // The same.
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_ORBITS_H_
