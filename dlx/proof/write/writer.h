#ifndef DLX_PROOF_WRITE_WRITER_H_
#define DLX_PROOF_WRITE_WRITER_H_

// Writes a certificate, record by record, in the order in which a walk through
// the tree comes by. docs/certificate.md says what the records mean.
//
// Example, for the items a, b, c and the options "a b", "b c", "c", "a":
//
//   CertificateWriter writer(problem, write);
//   writer.Branch(a);  // "a b" is the first child:
//   writer.Branch(c);  //   "c" is left, and completes a cover.
//                      // "a" is the second:
//   writer.Branch(c);  //   "b c" completes a cover; "c" does not:
//   writer.Branch(b);  //     nothing is left for b.
//   writer.Finish(2);

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/format.h"
#include "dlx/reduce/partial_cover.h"
#include "dlx/reduce/reducer.h"

namespace dlx::internal {

class CertificateWriter {
 public:
  // Takes the bytes of a certificate, some ten thousand at a time. False if
  // that was not possible; then it is not called again.
  using Sink = SealedSink::Sink;

  // What is left of a problem, in a certificate of the whole.
  struct Place {
    bool is_whole = true;
    // By item and option of what is left: those of the whole. Empty if they
    // have the same numbers.
    std::vector<ItemId> items = {};
    std::vector<OptionId> options = {};
    int64_t last_slot = -1;  // Of what was written before.
    int64_t first_slot = 0;  // The one that is slot 0 here.
    // What is open beside that, if it is not a part of a product: items of the
    // whole, or if that has multiplicities, options.
    std::vector<uint32_t> others = {};
    // By option of what is left, where others are open: which one it is of all
    // options that fit.
    std::vector<uint32_t> ranks = {};
    // How many primary items the largest option has, if it is of the whole.
    uint64_t most_primaries = 0;

    ItemId Original(ItemId item) const {
      return items.empty() ? item : items[item.value()];
    }
    OptionId Original(OptionId option) const {
      return options.empty() ? option : options[option.value()];
    }
    // The place of what is left of what is left here. Nothing else is open.
    Place Of(const Reduction& rest) const;
  };

  // Of records for the place: of the whole if it begins there, and otherwise
  // neither beginning nor end. Slots from the place's first one on are free.
  CertificateWriter(const Problem& problem, Sink sink, Place place);
  CertificateWriter(const Problem& problem, Sink sink);
  // Of the k covers of least cost; these are they, the cheapest first.
  // Weights() comes next, then branches alone, and FinishBest().
  CertificateWriter(const Problem& problem, Sink sink, uint64_t k,
                    absl::Span<const CostedCover> covers);

  // Hands over what is there. REQUIRES: the place is not the whole.
  void EndPart() { out_.Send(); }
  // What writers in places have written.
  void AddRecords(absl::string_view bytes) {
    out_.bytes.append(bytes.data(), bytes.size());
    if (out_.bytes.size() >= kBufferSize) out_.Send();
  }
  // The slot that was named last, as the whole knows it.
  int64_t last_slot() const { return last_slot_; }
  void set_last_slot(int64_t slot) { last_slot_ = slot; }

  // The children follow, and the children of these. A child that is a cover
  // takes no record.
  void Branch(ItemId item) {
    WriteNumber(uint64_t{NumberOf(item.value())} << kBranchBits | kBranchMark);
  }
  // Two children follow: with this option, and without it. REQUIRES: it can be
  // taken, and the problem has multiplicities.
  void BranchOnOption(OptionId option) {
    WriteNumber(kOptionRecord);
    WriteNumber(place_.Original(option).value());
  }
  // Several, one after the other.
  void Branches(absl::Span<const ItemId> items);
  // The same of options that are taken one after the other, each of an item
  // that needs all it has left. REQUIRES: the cover is where the certificate
  // is; it goes along.
  void ForcedBranches(absl::Span<const OptionId> options, PartialCover& cover);
  // And on the items that need no more options, and have none.
  void BranchesOnNothing(const PartialCover& cover);
  // Before a branch, a Product or a Sweep: when it is done, the state and its
  // count are to be put into a slot: one that was in use before, and what was
  // there is forgotten; or the next new one, counting from 0.
  void Keep(int64_t slot) {
    slot += place_.first_slot;
    WriteNumber(ZigZag(slot - last_slot_ - 1) << kKeepBits | kKeepMark);
    last_slot_ = slot;
  }
  // Instead of a Branch: the same state is in that slot.
  void Refer(int64_t slot) {
    WriteNumber(ZigZag(Back(slot)) << kReferenceBits | kReferenceMark);
  }
  // Instead of a Branch: the state in that slot is the same but for names. For
  // each of its options that fit, in ascending order, the one that stands for
  // it here follows. REQUIRES: there are no multiplicities.
  void Image(int64_t slot) {
    WriteNumber(kImageRecord);
    WriteNumber(ZigZag(Back(slot)));
    last_image_ = -1;
  }
  void ImageOption(OptionId option) {
    const int64_t image = place_.Original(option).value();
    WriteNumber(ZigZag(image - last_image_ - 1));
    last_image_ = image;
  }
  // Instead of a Branch: the items fall into parts that have nothing to do with
  // each other. For each item that is still open, in ascending order, the part
  // in which it is. The parts follow, each with its items alone.
  void Product(uint32_t parts, absl::Span<const uint32_t> part_of_items);
  // Instead of a Branch: the covers are counted layer by layer. In order, these
  // are the items that are still open; or if the problem has multiplicities,
  // the options that fit, of which it is decided one by one. A state is named
  // for each one that is reached and is no cover: those of an item or option in
  // the order in which they were reached themselves, and from each the children
  // of the item's options that fit, or if it is an option, the one with it and
  // the one without it.
  void Sweep(absl::Span<const uint32_t> order);
  // Instead of a Branch: there are no covers, since more is missing than the
  // options cover that can still be taken; this item, which all options have,
  // tells how many that are.
  void Shortage(ItemId item) {
    WriteNumber(kShortageRecord);
    WriteNumber(NumberOf(item.value()));
  }
  // Instead of a Branch: the covers are counted by clauses. Steps follow; the
  // last one is NoCover({}).
  void Clauses() { WriteNumber(kClausesRecord); }
  // One of these literals holds: of an option that is chosen twice its number,
  // and 1 more if it is ruled out. It follows by propagation.
  void Learn(absl::Span<const uint32_t> clause);
  // So many of those that were learnt, and have two literals or more, counting
  // from 0.
  void Forget(absl::Span<const uint32_t> clauses);
  // Propagation from these decisions leads to a cover, or to a contradiction.
  // Decisions that the last step had need not be told again, and are not.
  void Cover(absl::Span<const uint32_t> decisions) {
    WriteDecisions(kCoverStep, decisions);
  }
  void NoCover(absl::Span<const uint32_t> decisions) {
    WriteDecisions(kNoCoverStep, decisions);
  }
  // In a sweep: this one of its queue. `last` is where the one is that was
  // named before in this queue, -1 at first.
  void State(int64_t state, int64_t& last) {
    WriteNumber(ZigZag(state - last - 1));
    last = state;
  }
  // A number of a record that is copied.
  void Copy(uint64_t number) { WriteNumber(number); }
  // By item, of which 2^shift is a cost of 1.
  void Weights(int shift, absl::Span<const int64_t> weights);
  // Instead of a Branch: by other weights, no cover below the state is cheap
  // enough. Each change is an item, in ascending order, and what is added to
  // its weight in the last bound, or among Weights().
  void Bound(absl::Span<const std::pair<uint32_t, int64_t>> changes);
  void FinishBest();
  // The end.
  void Finish(const Natural& count);

  // False if the sink has failed.
  bool ok() const { return out_.ok(); }
  // How many bytes there are so far.
  uint64_t size() const { return out_.size(); }

 private:
  static constexpr size_t kBufferSize = size_t{1} << 16;

  void WriteNumber(uint64_t number) {
    AppendNumber(number, out_.bytes);
    if (out_.bytes.size() >= kBufferSize) out_.Send();
  }
  // In the whole.
  uint32_t NumberOf(uint32_t item) const {
    return place_.Original(ItemId(item)).value();
  }
  // Of those that fit.
  uint32_t RankOf(uint32_t option) const {
    return place_.ranks.empty() ? option : place_.ranks[option];
  }
  int64_t Back(int64_t slot) const {
    return last_slot_ - slot - place_.first_slot;
  }
  void WriteAscending(absl::Span<const uint32_t> numbers);
  void WriteDecisions(uint64_t step, absl::Span<const uint32_t> decisions);

  const bool has_multiplicities_;
  Place place_;
  std::vector<uint32_t> decisions_;  // That were told last.
  int64_t last_image_ = -1;
  int64_t last_slot_ = -1;
  SealedSink out_;
};

}  // namespace dlx::internal

#endif  // DLX_PROOF_WRITE_WRITER_H_
