#ifndef DLX_ENGINE_MEMO_MEMO_STORE_H_
#define DLX_ENGINE_MEMO_MEMO_STORE_H_

// The numbers of covers of subproblems: a table, and a place for numbers that
// are too large for it. Several walks may share it.
//
// Then it consists of many tables, each with a lock of its own, and the hash of
// a key says which is for it. So two threads seldom want the same lock.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "absl/numeric/int128.h"
#include "absl/types/span.h"
#include "dlx/engine/memo/memo_table.h"
#include "dlx/natural.h"

namespace dlx::internal::memo {

// Numbers that are too large for the table of subproblems, which keeps places
// of such numbers instead: 2^127 and so on.
class LargeNumbers {
 public:
  explicit LargeNumbers(size_t memory_limit) : memory_limit_(memory_limit) {}

  static bool IsPlace(absl::uint128 number) {
    return absl::Uint128High64(number) >> 63 != 0;
  }

  // Its place; nothing if there is no memory for it.
  std::optional<absl::uint128> Add(const Natural& number) {
    const size_t bytes = BytesOf(number);
    if (bytes > memory_limit_ - bytes_) return std::nullopt;
    bytes_ += bytes;
    if (free_.empty()) {
      free_.push_back(numbers_.size());
      numbers_.emplace_back();
    }
    const uint64_t i = free_.back();
    free_.pop_back();
    numbers_[i] = number;
    return absl::MakeUint128(kMark, i);
  }
  const Natural& At(absl::uint128 place) const {
    return numbers_[absl::Uint128Low64(place)];
  }
  void Remove(absl::uint128 place) {
    const uint64_t i = absl::Uint128Low64(place);
    bytes_ -= BytesOf(numbers_[i]);
    numbers_[i] = 0;
    free_.push_back(i);
  }

  // Changes the limit, but keeps all numbers.
  void SetMemoryLimit(size_t memory_limit) {
    memory_limit_ = std::max(memory_limit, bytes_);
  }
  size_t LeastMemoryLimit() const { return bytes_; }

 private:
  static constexpr uint64_t kMark = uint64_t{1} << 63;
  // While the vectors grow, there are two of each.
  static size_t BytesOf(const Natural& number) {
    return number.heap_bytes() + 3 * (sizeof(Natural) + sizeof(uint64_t));
  }

  size_t memory_limit_;
  size_t bytes_ = 0;
  std::vector<Natural> numbers_;
  std::vector<uint64_t> free_;
};

// If it is shared, any thread may call any of this at any time.
class MemoStore {
 public:
  using Key = MemoTable::Key;

  // For keys of `key_words` words each.
  MemoStore(size_t key_words, size_t memory_limit, bool is_shared)
      : is_shared_(is_shared) {
    const size_t count = is_shared ? kStripes : 1;
    const size_t limit = memory_limit / count;
    for (size_t i = 0; i < count; ++i) {
      stripes_.push_back(std::make_unique<Stripe>(
          key_words, limit - limit / kPartOfLargeNumbers,
          limit / kPartOfLargeNumbers));
    }
  }

  // REQUIRES: no other thread uses the store. See Engine about both.
  void SetMemoryLimit(size_t memory_limit) {
    const size_t limit = memory_limit / stripes_.size();
    for (const std::unique_ptr<Stripe>& stripe : stripes_) {
      stripe->table.SetMemoryLimit(limit - limit / kPartOfLargeNumbers);
      stripe->large_numbers.SetMemoryLimit(limit / kPartOfLargeNumbers);
    }
  }
  size_t LeastMemoryLimit() const {
    size_t most = 0;
    for (const std::unique_ptr<Stripe>& stripe : stripes_) {
      const size_t of_table = stripe->table.LeastMemoryLimit();
      most = std::max(
          {most,
           of_table + of_table / (kPartOfLargeNumbers - 1) +
               (of_table > 0 ? 1 : 0),
           stripe->large_numbers.LeastMemoryLimit() * kPartOfLargeNumbers});
    }
    return most * stripes_.size();
  }

  // Whether the number for the key is known; sets it then.
  bool Find(Key key, uint64_t hash, Natural& number) {
    Stripe& stripe = StripeOf(hash);
    const std::unique_lock<std::mutex> lock = Lock(stripe);
    const absl::uint128* const found = stripe.table.Find(key, hash);
    if (found == nullptr) return false;
    if (LargeNumbers::IsPlace(*found)) {
      number = stripe.large_numbers.At(*found);
    } else {
      number = *found;
    }
    return true;
  }

  // Stores a number that took `work` to find out. REQUIRES: no engine that
  // shares the store has stored another number for the key.
  void Insert(Key key, uint64_t hash, const Natural& number, uint64_t work) {
    Stripe& stripe = StripeOf(hash);
    const std::unique_lock<std::mutex> lock = Lock(stripe);
    // Two may have found it out at the same time.
    if (is_shared_ && stripe.table.Find(key, hash) != nullptr) return;
    const bool is_large =
        !number.is_small() || LargeNumbers::IsPlace(number.ToUint128());
    const std::optional<absl::uint128> stored =
        is_large ? stripe.large_numbers.Add(number) : number.ToUint128();
    if (!stored.has_value()) return;
    const std::optional<absl::uint128> forgotten =
        stripe.table.Insert(key, hash, *stored, work);
    if (forgotten.has_value() && LargeNumbers::IsPlace(*forgotten)) {
      stripe.large_numbers.Remove(*forgotten);
    }
  }

 private:
  // The part of the memory for large numbers. They belong to few subproblems,
  // near the root.
  static constexpr size_t kPartOfLargeNumbers = 8;
  static constexpr int kStripeBits = 6;
  static constexpr size_t kStripes = size_t{1} << kStripeBits;

  struct Stripe {
    Stripe(size_t key_words, size_t memory_limit, size_t large_limit)
        : table(key_words, memory_limit), large_numbers(large_limit) {}

    std::mutex mutex;
    MemoTable table;
    LargeNumbers large_numbers;
  };

  // Uses other bits than those that tell where in a table an entry stands.
  Stripe& StripeOf(uint64_t hash) {
    return *stripes_[is_shared_ ? hash >> (64 - kStripeBits) : 0];
  }
  std::unique_lock<std::mutex> Lock(Stripe& stripe) const {
    return is_shared_ ? std::unique_lock<std::mutex>(stripe.mutex)
                      : std::unique_lock<std::mutex>();
  }

  const bool is_shared_;
  std::vector<std::unique_ptr<Stripe>> stripes_;
};

}  // namespace dlx::internal::memo

#endif  // DLX_ENGINE_MEMO_MEMO_STORE_H_
