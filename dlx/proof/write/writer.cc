#include "dlx/proof/write/writer.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dlx::internal {

CertificateWriter::CertificateWriter(const Problem& problem, Sink sink,
                                     Place place)
    : has_multiplicities_(problem.has_multiplicities()),
      place_(std::move(place)),
      last_slot_(place_.last_slot),
      // The whole has the seal.
      out_(std::move(sink), place_.is_whole) {
  if (!place_.is_whole) return;
  AppendHead(kLastVersion, DigestOf(problem), out_.bytes);
}

CertificateWriter::CertificateWriter(const Problem& problem, Sink sink)
    : CertificateWriter(problem, std::move(sink), Place()) {}

CertificateWriter::CertificateWriter(const Problem& problem, Sink sink,
                                     uint64_t k,
                                     absl::Span<const CostedCover> covers)
    : has_multiplicities_(problem.has_multiplicities()), out_(std::move(sink)) {
  AppendHead(kBestVersion, DigestOfCosts(problem), out_.bytes);
  WriteNumber(k);
  WriteNumber(covers.size());
  for (const CostedCover& cover : covers)
    AppendCover(cover.options, out_.bytes);
}

void CertificateWriter::Weights(int shift, absl::Span<const int64_t> weights) {
  WriteNumber(static_cast<uint64_t>(shift));
  for (const int64_t weight : weights) WriteNumber(ZigZag(weight));
}

void CertificateWriter::Bound(
    absl::Span<const std::pair<uint32_t, int64_t>> changes) {
  WriteNumber(kBoundRecord);
  WriteNumber(changes.size());
  uint32_t next = 0;
  for (const auto& [item, change] : changes) {
    WriteNumber(item - next);
    WriteNumber(ZigZag(change));
    next = item + 1;
  }
}

CertificateWriter::Place CertificateWriter::Place::Of(
    const Reduction& rest) const {
  Place place = {
      .is_whole = false, .last_slot = last_slot, .first_slot = first_slot};
  for (uint32_t i = 0; i < rest.problem().item_count(); ++i) {
    place.items.push_back(Original(rest.OriginalItem(ItemId(i))));
  }
  for (const OptionId option : rest.original()) {
    place.options.push_back(Original(option));
  }
  return place;
}

void CertificateWriter::Branches(absl::Span<const ItemId> items) {
  // Most are a byte or two.
  constexpr uint64_t kShort = 1 << 14;
  constexpr size_t kMostAtATime = 2048;
  char bytes[2 * kMostAtATime];
  while (!items.empty()) {
    const size_t most = std::min(items.size(), kMostAtATime);
    char* end = bytes;
    size_t count = 0;
    for (; count < most; ++count) {
      const uint64_t number =
          uint64_t{NumberOf(items[count].value())} << kBranchBits | kBranchMark;
      if (number >= kShort) break;
      const bool has_two = number >= 0x80;
      end[0] = static_cast<char>((number & 0x7F) | uint64_t{has_two} << 7);
      end[1] = static_cast<char>(number >> 7);
      end += 1 + has_two;
    }
    AddRecords({bytes, static_cast<size_t>(end - bytes)});
    if (count < most) Branch(items[count++]);
    items.remove_prefix(count);
  }
}

void CertificateWriter::ForcedBranches(absl::Span<const OptionId> options,
                                       PartialCover& cover) {
  for (const OptionId option : options) {
    for (const ItemUse& use : cover.problem().option(option)) {
      // Of several that are forced, a branch takes the first one.
      if (cover.missing(use.item) > 0 &&
          cover.missing(use.item) == cover.left(use.item) &&
          cover.first_left(use.item) == option) {
        Branch(use.item);
        break;
      }
    }
    cover.Choose(option);
  }
}

void CertificateWriter::BranchesOnNothing(const PartialCover& cover) {
  const Problem& problem = cover.problem();
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (problem.is_primary(item) && cover.left(item) == 0 &&
        cover.covered(item) < problem.multiplicity(item).high) {
      Branch(item);
    }
  }
}

void CertificateWriter::Product(uint32_t parts,
                                absl::Span<const uint32_t> part_of_items) {
  assert(place_.others.empty());  // A part does not fall into parts.
  WriteNumber(ProductRecord(parts));
  WriteNumber(part_of_items.size());
  for (const uint32_t part : part_of_items) WriteNumber(part);
}

void CertificateWriter::Sweep(absl::Span<const uint32_t> order) {
  WriteNumber(kSweepRecord);
  WriteNumber(order.size() + place_.others.size());
  for (const uint32_t number : order) {
    WriteNumber(has_multiplicities_ ? place_.Original(OptionId(number)).value()
                                    : NumberOf(number));
  }
  for (const uint32_t number : place_.others) WriteNumber(number);
}

void CertificateWriter::WriteAscending(absl::Span<const uint32_t> numbers) {
  uint32_t next = 0;
  for (const uint32_t number : numbers) {
    WriteNumber(number - next);
    next = number + 1;
  }
}

void CertificateWriter::Learn(absl::Span<const uint32_t> clause) {
  std::vector<uint32_t> literals;
  for (const uint32_t literal : clause) {
    literals.push_back(2 * RankOf(literal / 2) + literal % 2);
  }
  std::sort(literals.begin(), literals.end());
  WriteNumber(literals.size() << kStepBits | kLearnStep);
  WriteAscending(literals);
}

void CertificateWriter::Forget(absl::Span<const uint32_t> clauses) {
  WriteNumber(clauses.size() << kStepBits | kForgetStep);
  WriteAscending(clauses);
}

void CertificateWriter::WriteDecisions(uint64_t step,
                                       absl::Span<const uint32_t> decisions) {
  const size_t shared = std::mismatch(decisions.begin(), decisions.end(),
                                      decisions_.begin(), decisions_.end())
                            .first -
                        decisions.begin();
  const bool is_same =
      shared == decisions.size() && shared == decisions_.size();
  if (is_same && !decisions.empty()) return;
  WriteNumber(shared << kStepBits | step);
  WriteNumber(decisions.size() - shared);
  for (const uint32_t option : decisions.subspan(shared)) {
    WriteNumber(RankOf(option));
  }
  decisions_.assign(decisions.begin(), decisions.end());
}

void CertificateWriter::Finish(const Natural& count) {
  WriteNumber(kEndRecord);
  AppendWords(count.ToWords(), out_.bytes);
  out_.Finish();
}

void CertificateWriter::FinishBest() {
  WriteNumber(kEndRecord);
  out_.Finish();
}

}  // namespace dlx::internal
