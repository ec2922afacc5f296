#include "dlx/proof/write/writer.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dlx::internal {

CertificateWriter::CertificateWriter(Sink sink) : out_(std::move(sink)) {
  out_.bytes.reserve(kBufferSize + 16);
}

CertificateWriter::CertificateWriter(const Problem& problem, Sink sink)
    : CertificateWriter(std::move(sink)) {
  AppendHead(kLastVersion, DigestOf(problem), out_.bytes);
}

CertificateWriter::CertificateWriter(const Problem& problem, Sink sink,
                                     uint64_t k,
                                     absl::Span<const CostedCover> covers)
    : CertificateWriter(std::move(sink)) {
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

void CertificateWriter::WriteIn(const Place& place) {
  if (place.part == nullptr) return;
  part_ = place.part;
  last_slot_ = place.last_slot;
  others_ = place.others;
  out_.bytes.clear();
}

void CertificateWriter::Product(uint32_t parts,
                                absl::Span<const uint32_t> part_of_items) {
  assert(others_.empty());  // A part does not fall into parts.
  WriteNumber(uint64_t{parts} << kProductBits | kProductMark);
  WriteNumber(part_of_items.size());
  for (const uint32_t part : part_of_items) WriteNumber(part);
}

void CertificateWriter::Sweep(absl::Span<const uint32_t> order) {
  WriteNumber(kSweepRecord);
  WriteNumber(order.size() + others_.size());
  for (const uint32_t number : order) WriteNumber(NumberOf(number));
  for (const ItemId item : others_) WriteNumber(item.value());
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
