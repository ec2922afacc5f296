#include "dlx/proof/write/writer.h"

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
  buffer_.append(kCertificateMagic.data(), kCertificateMagic.size());
  buffer_.push_back(kLastVersion);
  AppendWord(DigestOf(problem), buffer_);
}

void CertificateWriter::WriteIn(const Place& place) {
  if (place.part == nullptr) return;
  part_ = place.part;
  last_slot_ = place.last_slot;
  buffer_.clear();
}

void CertificateWriter::Product(uint32_t parts,
                                absl::Span<const uint32_t> part_of_items) {
  WriteNumber(uint64_t{parts} << kProductBits | kProductMark);
  WriteNumber(part_of_items.size());
  for (const uint32_t part : part_of_items) WriteNumber(part);
}

void CertificateWriter::Sweep(absl::Span<const uint32_t> order) {
  WriteNumber(kSweepRecord);
  WriteNumber(order.size());
  for (const uint32_t number : order) WriteNumber(NumberOf(number));
}

void CertificateWriter::Finish(const Natural& count) {
  WriteNumber(kEndRecord);
  const std::vector<uint64_t> words = count.ToWords();
  WriteNumber(words.size());
  for (const uint64_t word : words) AppendWord(word, buffer_);
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
