#include "dlx/base/name_list.h"

#include <chrono>
#include <cstring>

#include "absl/numeric/int128.h"

namespace dlx::internal {
namespace {

constexpr size_t kFirstSlots = 16;

// Up to eight bytes as a number. Names of the same length that differ yield
// different numbers.
inline uint64_t ShortNumber(const char* bytes, size_t count) {
  if (count < 4) {
    uint64_t number = 0;
    for (size_t i = 0; i < count; ++i) {
      number = number << 8 | static_cast<unsigned char>(bytes[i]);
    }
    return number;
  }
  uint32_t first = 0;
  uint32_t last = 0;
  std::memcpy(&first, bytes, sizeof(first));
  std::memcpy(&last, bytes + count - sizeof(last), sizeof(last));
  return uint64_t{first} << 32 | last;
}

// Another one in each run: a file whose names all have the same hash cannot be
// prepared. (Nanoseconds are had everywhere; for random numbers a module of
// WebAssembly would need files.)
inline uint64_t Seed() {
  static const uint64_t seed = static_cast<uint64_t>(
      std::chrono::steady_clock::now().time_since_epoch().count());
  return seed;
}

}  // namespace

// Both halves of a product count: in the lower one, the highest bit of a number
// is the highest bit alone whatever the seed, so that a bit of the next number
// could cancel it.
uint32_t HashOfName(StringView name, uint64_t seed) {
  constexpr uint64_t kFactor = 0x9e3779b97f4a7c15;
  uint64_t hash = (seed ^ name.size()) * kFactor;
  const auto add = [&hash](uint64_t number) {
    const absl::uint128 product = absl::uint128(hash ^ number) * kFactor;
    hash = absl::Uint128High64(product) ^ absl::Uint128Low64(product);
  };
  const char* bytes = name.data();
  size_t left = name.size();
  for (; left > 8; left -= 8, bytes += 8) add(ShortNumber(bytes, 8));
  add(ShortNumber(bytes, left));
  return static_cast<uint32_t>(hash);
}

inline size_t NameList::SlotOf(StringView name, uint32_t hash) const {
  size_t slot = FirstSlot(hash);
  while (slots_[slot].number != kFree &&
         (slots_[slot].hash != hash || names_[slots_[slot].number] != name)) {
    slot = NextSlot(slot);
  }
  return slot;
}

std::optional<uint32_t> NameList::Find(StringView name) const {
  if (slots_.empty()) return std::nullopt;
  const uint32_t number = slots_[SlotOf(name, HashOfName(name, Seed()))].number;
  if (number == kFree) return std::nullopt;
  return number;
}

uint32_t NameList::Add(StringView name) {
  if (2 * size() >= slots_.size()) MakeRoom();
  const uint32_t hash = HashOfName(name, Seed());
  Slot& slot = slots_[SlotOf(name, hash)];
  if (slot.number == kFree) {
    slot = {hash, static_cast<uint32_t>(size())};
    names_.emplace_back(name);
  }
  return slot.number;
}

void NameList::MakeRoom() {
  std::vector<Slot> before(slots_.empty() ? kFirstSlots : 2 * slots_.size());
  before.swap(slots_);
  for (const Slot& moved : before) {
    if (moved.number == kFree) continue;
    size_t slot = FirstSlot(moved.hash);
    while (slots_[slot].number != kFree) slot = NextSlot(slot);
    slots_[slot] = moved;
  }
}

}  // namespace dlx::internal
