#include "dlx/proof/write/writer.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace dlx::internal {

CertificateWriter::CertificateWriter(Sink sink) : sink_(std::move(sink)) {
  buffer_.reserve(kBufferSize + 16);
}

CertificateWriter::CertificateWriter(const Problem& problem, Sink sink)
    : CertificateWriter(std::move(sink)) {
  WriteHead(kLastVersion, DigestOf(problem));
}

CertificateWriter::CertificateWriter(const Problem& problem, Sink sink,
                                     uint64_t k,
                                     absl::Span<const CostedCover> covers)
    : CertificateWriter(std::move(sink)) {
  WriteHead(kBestVersion, DigestOfCosts(problem));
  WriteNumber(k);
  WriteNumber(covers.size());
  for (const CostedCover& cover : covers) AppendCover(cover.options, buffer_);
}

void CertificateWriter::WriteHead(char version, uint64_t digest) {
  buffer_.append(kCertificateMagic.data(), kCertificateMagic.size());
  buffer_.push_back(version);
  AppendWord(digest, buffer_);
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
  buffer_.clear();
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
  AppendWords(count.ToWords(), buffer_);
  WriteSeal();
}

void CertificateWriter::FinishBest() {
  WriteNumber(kEndRecord);
  WriteSeal();
}

void CertificateWriter::WriteSeal() {
  Flush();
  AppendWord(seal_.value(), buffer_);
  Flush();
}

void CertificateWriter::Flush() {
  seal_.Add(buffer_);
  ok_ = ok_ && sink_(buffer_);
  flushed_ += buffer_.size();
  buffer_.clear();
}

}  // namespace dlx::internal
