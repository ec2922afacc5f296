#ifndef DLX_PROOF_WRITE_CERTIFYING_PARTS_H_
#define DLX_PROOF_WRITE_CERTIFYING_PARTS_H_

// The certificate of a problem that falls into independent parts, or to one, of
// which much is forced.
//
// First come the items that have no more options left than they need, until
// only choices remain, and those that need none and have none; then a product,
// if there are several parts, and for each part what a race of its own has
// written about it. If it is known that a part has no cover, there is no
// product: the records of this part alone show that there is none of the whole,
// since they come to an item without options wherever they go.
//
// Of parts that are alike one has a race, if what that writes are branches: the
// others have the same, on items of their own.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "dlx/engine/counts_only.h"
#include "dlx/engine/engine.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/write/certifying_race.h"
#include "dlx/proof/write/writer.h"
#include "dlx/schedule/parts.h"

namespace dlx::internal::certificate {

class CertifyingParts final : public CountsOnly<Engine> {
 public:
  // Makes a race that writes in a place of the whole.
  using MakeRace = std::function<std::unique_ptr<CertifyingRace>(
      const Reduction& part, const CertificateWriter::Place& place,
      CertificateWriter::Sink sink)>;

  // `empty` is a part without cover, if there is one. An option counts as one
  // with so many primary items; see Place. REQUIRES: the problem was split
  // without givens, and primary items stayed so.
  CertifyingParts(const Problem& whole, SplitProblem split,
                  std::optional<size_t> empty, uint64_t most_primaries,
                  MakeRace make_race, CertificateWriter::Sink sink);

  // Sets *count to the number of covers in the end.
  Step Count(uint64_t pause_at, Natural* count) override;
  // The end of the certificate. REQUIRES: Count() has come to its end.
  void Finish(const Natural& count) { writer_.Finish(count); }

  // False if the sink has failed.
  bool ok() const { return writer_.ok(); }
  // What came to the end of the last part that had a race.
  EngineKind winner() const { return winner_; }

  double FractionDone() const override;
  // It is not done twice.
  void Restart(absl::Span<const OptionId>) override { std::abort(); }

 private:
  // What a part has that others are like.
  struct Model {
    std::vector<ItemId> branches;  // On items of its problem.
    Natural count;
    Statistics statistics;
  };

  void BeginRace();
  // Of the part, whose race is over.
  void MayBecomeModel(const Natural& count);
  // The part is like the model.
  void CopyModel(const Model& model);
  void ListOthers(bool has_multiplicities);
  void WriteProduct(const Problem& whole);
  void UpdateNodesByDepth() const override;

  const SplitProblem split_;
  const MakeRace make_race_;
  CertificateWriter writer_;
  std::vector<const Reduction*> parts_;
  // Beside the part that is written about; see Place.
  std::vector<uint32_t> others_;
  std::vector<uint32_t> ranks_;
  const uint64_t most_primaries_;
  size_t part_ = 0;
  // Of parts that others are like, by their numbers.
  absl::flat_hash_map<size_t, Model> models_;
  std::vector<bool> has_copies_;  // By part.
  std::string records_;  // Of the part, as far as it may become a model.
  std::unique_ptr<CertifyingRace> race_;  // Of that part, if it has begun.
  Natural product_ = 1;                   // Of the parts before it.
  Statistics done_;                       // The same.
  EngineKind winner_ = EngineKind::kAuto;
};

}  // namespace dlx::internal::certificate

#endif  // DLX_PROOF_WRITE_CERTIFYING_PARTS_H_
