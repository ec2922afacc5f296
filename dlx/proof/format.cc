#include "dlx/proof/format.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "dlx/id.h"
#include "dlx/problem.h"

namespace dlx::internal {

void AppendWord(uint64_t word, std::string& bytes) {
  for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<char>(word >> 8 * i));
}

void AppendWords(absl::Span<const uint64_t> words, std::string& bytes) {
  AppendNumber(words.size(), bytes);
  for (const uint64_t word : words) AppendWord(word, bytes);
}

void AppendHead(char version, uint64_t digest, std::string& bytes) {
  bytes.append(kCertificateMagic.data(), kCertificateMagic.size());
  bytes.push_back(version);
  AppendWord(digest, bytes);
}

void AppendCover(std::vector<OptionId> cover, std::string& bytes) {
  std::sort(cover.begin(), cover.end());
  AppendNumber(cover.size(), bytes);
  uint32_t next = 0;
  for (const OptionId option : cover) {
    AppendNumber(option.value() - next, bytes);
    next = option.value() + 1;
  }
}

void Digest::AddNumber(uint64_t number) {
  for (int i = 0; i < 8; ++i) AddByte(static_cast<uint8_t>(number >> 8 * i));
}

bool SealedSink::Send() {
  if (has_seal_) seal_.Add(bytes);
  ok_ = ok_ && sink_(bytes);
  sent_ += bytes.size();
  bytes.clear();
  return ok_;
}

bool SealedSink::Finish() {
  Send();
  AppendWord(seal_.value(), bytes);
  return Send();
}

uint64_t DigestOf(const Problem& problem) {
  Digest digest;
  digest.AddNumber(problem.item_count());
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const auto [low, high] = problem.multiplicity(ItemId(i));
    digest.AddNumber(problem.is_primary(ItemId(i)));
    digest.AddNumber(low);
    digest.AddNumber(high);
  }
  digest.AddNumber(problem.option_count());
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    digest.AddNumber(problem.option(OptionId(k)).size());
    for (const ItemUse& use : problem.option(OptionId(k))) {
      digest.AddNumber(use.item.value());
      digest.AddNumber(use.color.value());
    }
  }
  return digest.value();
}

uint64_t DigestOfCosts(const Problem& problem) {
  Digest digest;
  digest.AddNumber(DigestOf(problem));
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    digest.AddNumber(static_cast<uint64_t>(problem.cost(OptionId(k))));
  }
  return digest.value();
}

}  // namespace dlx::internal
