#ifndef DLX_ENGINE_MEMO_MEMO_TABLE_H_
#define DLX_ENGINE_MEMO_MEMO_TABLE_H_

// A hash table from keys of a fixed length to 128-bit numbers that keeps to a
// limit of memory.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/hash/hash.h"
#include "absl/numeric/int128.h"
#include "absl/types/span.h"

namespace dlx::internal {

class MemoTable {
 public:
  using Key = absl::Span<const uint64_t>;

  // All keys will be of `key_words` words.
  MemoTable(size_t key_words, size_t memory_limit)
      : entry_words_(key_words + 2),
        max_entries_(
            std::min<size_t>(memory_limit / (8 * entry_words_ + kSlotBytes),
                             std::numeric_limits<uint32_t>::max())),
        slots_(0, Hash{this}, Equal{this}) {}

  // Copies would look into each other's entries.
  MemoTable(const MemoTable&) = delete;
  MemoTable& operator=(const MemoTable&) = delete;

  // The number stored for the key, or null.
  const absl::uint128* Find(Key key) {
    const auto it = slots_.find(key);
    if (it == slots_.end()) return nullptr;
    const uint64_t* number = Entry(*it) + key.size();
    found_ = absl::MakeUint128(number[1], number[0]);
    return &found_;
  }

  // REQUIRES: nothing is stored for the key. When the memory is used up, all
  // that was stored is forgotten.
  void Insert(Key key, absl::uint128 number) {
    if (max_entries_ == 0) return;
    if (slots_.size() >= max_entries_) slots_.clear();
    const uint32_t slot = static_cast<uint32_t>(slots_.size());
    if (slot / kChunk == chunks_.size()) {
      chunks_.push_back(std::make_unique<uint64_t[]>(kChunk * entry_words_));
    }
    uint64_t* const words = Entry(slot);
    std::copy(key.begin(), key.end(), words);
    words[key.size()] = absl::Uint128Low64(number);
    words[key.size() + 1] = absl::Uint128High64(number);
    slots_.insert(slot);
  }

 private:
  // What a slot of the hash table takes, at the least load that it has after it
  // has grown, while old and new table are both there.
  static constexpr size_t kSlotBytes = 3 * (sizeof(uint32_t) + 1);

  // Entries stand in chunks, so that more of them can be had without a copy of
  // those that are there.
  static constexpr uint32_t kChunk = 1024;

  uint64_t* Entry(uint32_t slot) const {
    return &chunks_[slot / kChunk][slot % kChunk * entry_words_];
  }
  Key KeyOf(uint32_t slot) const { return {Entry(slot), entry_words_ - 2}; }

  // The set holds the places of entries, but is asked for keys.
  struct Hash {
    using is_transparent = void;
    const MemoTable* table;
    size_t operator()(Key key) const { return absl::Hash<Key>()(key); }
    size_t operator()(uint32_t slot) const {
      return (*this)(table->KeyOf(slot));
    }
  };
  struct Equal {
    using is_transparent = void;
    const MemoTable* table;
    bool operator()(uint32_t a, uint32_t b) const { return a == b; }
    bool operator()(uint32_t slot, Key key) const {
      return table->KeyOf(slot) == key;
    }
    bool operator()(Key key, uint32_t slot) const {
      return table->KeyOf(slot) == key;
    }
  };

  size_t entry_words_;  // The key's, and two for the number.
  size_t max_entries_;
  std::vector<std::unique_ptr<uint64_t[]>> chunks_;
  absl::flat_hash_set<uint32_t, Hash, Equal> slots_;
  absl::uint128 found_;
};

}  // namespace dlx::internal

#endif  // DLX_ENGINE_MEMO_MEMO_TABLE_H_
