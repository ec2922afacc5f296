#ifndef DLX_ENGINE_LAYERS_LAYER_TABLE_H_
#define DLX_ENGINE_LAYERS_LAYER_TABLE_H_

// The states of one layer, and in how many ways each was reached: a hash table
// from bit sets to numbers that can only be added to.
//
//   slots_   | key 0110.. | 3 |  -  | 0 | key 1000.. | 12 | ...
//
// A key stands in the first free slot from the one that its hash points to
// (open addressing with linear probing). A slot is free if its number is 0:
// only states that were reached are stored. There is nothing else, so a state
// takes 16 bytes if its bits and its number fit into 64 bits each.
//
// The hash function is fixed, so that the same problem always has its states in
// the same slots.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "dlx/engine/layers/add_with_carry.h"
#include "dlx/natural.h"

namespace dlx::internal::layers {

// A set of at most 64 * kWords small numbers.
template <size_t kWords>
struct BitSet {
  std::array<uint64_t, kWords> words = {};

  void Insert(size_t i) { words[i / 64] |= uint64_t{1} << i % 64; }
  bool Intersects(const BitSet& other) const {
    uint64_t common = 0;
    for (size_t w = 0; w < kWords; ++w) common |= words[w] & other.words[w];
    return common != 0;
  }
  bool Contains(const BitSet& other) const {
    uint64_t missing = 0;
    for (size_t w = 0; w < kWords; ++w) missing |= other.words[w] & ~words[w];
    return missing == 0;
  }
  void Unite(const BitSet& other) {
    for (size_t w = 0; w < kWords; ++w) words[w] |= other.words[w];
  }
  void Subtract(const BitSet& other) {
    for (size_t w = 0; w < kWords; ++w) words[w] &= ~other.words[w];
  }
  // Each word for itself.
  void Add(const BitSet& other) {
    for (size_t w = 0; w < kWords; ++w) words[w] += other.words[w];
  }
  uint64_t Hash() const {
    uint64_t hash = 0;
    for (const uint64_t word : words) {
      hash ^= word;
      hash = (hash ^ hash >> 32) * 0xd6e8feb86659fd93;
    }
    hash = (hash ^ hash >> 32) * 0x9e3779b97f4a7c15;
    return hash ^ hash >> 29;
  }
  // Written out, because the default calls memcmp.
  friend bool operator==(const BitSet& a, const BitSet& b) {
    uint64_t differences = 0;
    for (size_t w = 0; w < kWords; ++w) {
      differences |= a.words[w] ^ b.words[w];
    }
    return differences == 0;
  }
};

// Calls make(std::integral_constant) with a number of words that has room for a
// key of that many bits; null if it would have more than 512.
template <typename Make>
auto WithKeyWords(size_t bits, Make make)
    -> decltype(make(std::integral_constant<size_t, 1>())) {
  if (bits <= 64) return make(std::integral_constant<size_t, 1>());
  if (bits <= 128) return make(std::integral_constant<size_t, 2>());
  if (bits <= 256) return make(std::integral_constant<size_t, 4>());
  if (bits <= 512) return make(std::integral_constant<size_t, 8>());
  return nullptr;
}

// Nearly all numbers have at most this many words; larger ones take more time
// and more memory.
inline constexpr size_t kMostFixedWords = 3;
inline constexpr size_t kAnyWords = kMostFixedWords + 1;

// A number of 64 * kWords bits; the least significant word comes first.
template <size_t kWords>
struct Count {
  std::array<uint64_t, kWords> words = {};

  static Count One() {
    Count one;
    one.words[0] = 1;
    return one;
  }
  bool is_zero() const {
    uint64_t any = 0;
    for (const uint64_t word : words) any |= word;
    return any == 0;
  }
  // Returns false and changes nothing if the sum is too large.
  bool Add(const Count& other) {
    std::array<uint64_t, kWords> sum;
    uint64_t carry = 0;
    for (size_t w = 0; w < kWords; ++w) {
      sum[w] = AddWithCarry(words[w], other.words[w], carry);
    }
    if (carry != 0) return false;
    words = sum;
    return true;
  }
  static constexpr size_t heap_bytes() { return 0; }
  Natural ToNatural() const { return Natural::FromWords(words); }
  template <size_t kWiderWords>
  Count<kWiderWords> Widened() const {
    Count<kWiderWords> wide;
    for (size_t w = 0; w < kWords; ++w) wide.words[w] = words[w];
    return wide;
  }
};

// A number of any size.
template <>
struct Count<kAnyWords> {
  Natural number;

  static Count One() { return {1}; }
  bool is_zero() const { return number == 0; }
  bool Add(const Count& other) {
    number += other.number;
    return true;
  }
  size_t heap_bytes() const { return number.heap_bytes(); }
  Natural ToNatural() const { return number; }
};

// Memory that may be used, in bytes.
class Budget {
 public:
  explicit Budget(size_t bytes) : left_(bytes) {}
  bool Take(size_t bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }
  void Return(size_t bytes) {
    const size_t paid = std::min(bytes, overdrawn_);
    overdrawn_ -= paid;
    left_ += bytes - paid;
  }

  // A number that grows takes what it needs even if too little is left; then
  // nothing else can be taken.
  void Charge(size_t bytes) {
    const size_t lacking = bytes > left_ ? bytes - left_ : 0;
    left_ -= bytes - lacking;
    overdrawn_ += lacking;
  }
  // Makes the budget smaller, at most by what is left.
  void Reduce(size_t bytes) { left_ -= std::min(bytes, left_); }
  size_t left() const { return left_; }
  size_t overdrawn() const { return overdrawn_; }
  bool is_overdrawn() const { return overdrawn_ > 0; }

 private:
  size_t left_;
  size_t overdrawn_ = 0;
};

template <size_t kKeyWords, size_t kCountWords>
class LayerTable {
 public:
  using Key = BitSet<kKeyWords>;
  using Number = Count<kCountWords>;
  struct Slot {
    Key key;
    Number number;  // 0 if the slot is free.
  };
  enum class Result {
    kAdded,
    kNoRoom,    // The budget is used up.
    kOverflow,  // The sum is too large for a Number.
  };

  // Which bits of the hash say where a key stands: those from `rotation` on.
  // If states go from one table to a smaller one in the order of their slots,
  // the two must not use the same bits: they would not spread over the new
  // table, but crowd in one part of it after the other, and each state would
  // have to look for a free slot all through the crowd.
  explicit LayerTable(int rotation = 0) : rotation_(rotation) {}

  // The bytes that a slot counts for. If its number has a fixed size, it counts
  // as if that were the largest one, so that there is room when numbers must be
  // widened.
  static constexpr size_t kSlotBytes = kCountWords == kAnyWords
                                           ? sizeof(Slot)
                                           : 8 * (kKeyWords + kMostFixedWords);
  // The bytes that a table for `states` states takes.
  static constexpr size_t BytesFor(size_t states) {
    size_t slots = kFewestSlots;
    while (IsCrowded(states, slots)) slots *= 2;
    return slots * kSlotBytes;
  }

  void Prefetch(uint64_t hash) const {
    if (slot_count_ == 0) return;
    __builtin_prefetch(&slots_[Home(hash)], /*rw=*/1);
  }

  // Adds to the number of the key, which was 0 if it is new. Does nothing
  // unless the result is kAdded. REQUIRES: hash is the key's; number is not 0.
  Result Add(const Key& key, uint64_t hash, const Number& number,
             Budget& budget) {
    if (budget.is_overdrawn()) return Result::kNoRoom;
    if (slot_count_ > 0) {
      Slot& slot = Find(key, hash);
      if (!slot.number.is_zero()) {
        const size_t heap_bytes = slot.number.heap_bytes();
        if (!slot.number.Add(number)) return Result::kOverflow;
        Charge(slot.number.heap_bytes() - heap_bytes, budget);
        return Result::kAdded;
      }
      if (!IsCrowded(size_ + 1, slot_count_)) {
        slot = {key, number};
        Charge(number.heap_bytes(), budget);
        ++size_;
        return Result::kAdded;
      }
    }
    if (!Grow(budget)) return Result::kNoRoom;
    Find(key, hash) = {key, number};
    Charge(number.heap_bytes(), budget);
    ++size_;
    return Result::kAdded;
  }

  // For a look at the states in the table: those of all slots that are not
  // free.
  size_t slot_count() const { return slot_count_; }
  const Slot& slot(size_t i) const { return slots_[i]; }
  size_t size() const { return size_; }

  // Takes a state out. Nothing may be added to the table afterwards.
  Slot Extract(size_t i) {
    const Slot slot = slots_[i];
    slots_[i].number = Number();
    --size_;
    return slot;
  }

  // Gives the memory back.
  void Free(Budget& budget) {
    budget.Return(slot_count_ * kSlotBytes + heap_bytes_);
    slots_.reset();
    slot_count_ = 0;
    size_ = 0;
    heap_bytes_ = 0;
  }
  // The bytes on the heap of the numbers that were added.
  size_t heap_bytes() const { return heap_bytes_; }

  // Takes the states of a table with smaller numbers, in the same slots.
  template <size_t kNarrow>
  void TakeFrom(LayerTable<kKeyWords, kNarrow>& other) {
    rotation_ = other.rotation_;
    slot_count_ = other.slot_count_;
    size_ = other.size_;
    if (slot_count_ == 0) return;
    slots_ = std::make_unique<Slot[]>(slot_count_);
    for (size_t i = 0; i < slot_count_; ++i) {
      slots_[i].key = other.slots_[i].key;
      slots_[i].number = other.slots_[i].number.template Widened<kCountWords>();
    }
    other.slots_.reset();
  }

 private:
  template <size_t, size_t>
  friend class LayerTable;

  static constexpr size_t kFewestSlots = 8;
  static constexpr bool IsCrowded(size_t states, size_t slots) {
    return 4 * states > 3 * slots;
  }

  // Where to look first.
  size_t Home(uint64_t hash) const {
    return std::rotr(hash, rotation_) & (slot_count_ - 1);
  }
  // The slot of the key, or a free one where it may stand.
  Slot& Find(const Key& key, uint64_t hash) {
    size_t i = Home(hash);
    while (!slots_[i].number.is_zero() && !(slots_[i].key == key)) {
      i = (i + 1) & (slot_count_ - 1);
    }
    return slots_[i];
  }

  void Charge(size_t heap_bytes, Budget& budget) {
    if (heap_bytes == 0) return;
    heap_bytes_ += heap_bytes;
    budget.Charge(heap_bytes);
  }

  // Returns false if the budget does not allow it.
  bool Grow(Budget& budget) {
    const size_t old_count = slot_count_;
    const size_t new_count = old_count == 0 ? kFewestSlots : 2 * old_count;
    // The old slots are there until the states have moved.
    if (!budget.Take(new_count * kSlotBytes)) return false;
    const std::unique_ptr<Slot[]> old_slots = std::move(slots_);
    slots_ = std::make_unique<Slot[]>(new_count);
    slot_count_ = new_count;
    for (size_t i = 0; i < old_count; ++i) {
      Slot& slot = old_slots[i];
      if (slot.number.is_zero()) continue;
      Slot& new_slot = Find(slot.key, slot.key.Hash());
      new_slot = std::move(slot);
    }
    budget.Return(old_count * kSlotBytes);
    return true;
  }

  int rotation_;
  std::unique_ptr<Slot[]> slots_;
  size_t slot_count_ = 0;  // A power of 2, or 0.
  size_t size_ = 0;
  size_t heap_bytes_ = 0;
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_LAYER_TABLE_H_
