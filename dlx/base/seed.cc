#include "dlx/base/seed.h"

#include <array>

namespace dlx {

uint64_t DrawSeed() {
  std::random_device device;
  const uint64_t high = device();
  return high << 32 | device();
}

std::mt19937_64 GeneratorFor(std::optional<uint64_t> seed) {
  if (seed.has_value()) return std::mt19937_64(*seed);
  std::random_device device;
  std::array<uint32_t, 8> words;
  for (uint32_t& word : words) word = device();
  std::seed_seq bits(words.begin(), words.end());
  return std::mt19937_64(bits);
}

}  // namespace dlx
