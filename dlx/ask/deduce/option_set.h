#ifndef DLX_ASK_DEDUCE_OPTION_SET_H_
#define DLX_ASK_DEDUCE_OPTION_SET_H_

// A set of options of one problem, as bits: option k is bit k % 64 of word
// k / 64. The 729 options of a Sudoku are twelve words, which stand in the set
// itself.

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "dlx/id.h"

namespace dlx {

class OptionSet {
 public:
  OptionSet() = default;
  // Empty, with room for that many options.
  explicit OptionSet(size_t option_count) : words_((option_count + 63) / 64) {}

  void Add(OptionId option) { Word(option) |= Bit(option); }
  void Remove(OptionId option) { Word(option) &= ~Bit(option); }
  bool Has(OptionId option) const {
    return (words_[option.value() / 64] & Bit(option)) != 0;
  }

  bool empty() const {
    for (const uint64_t word : words_) {
      if (word != 0) return false;
    }
    return true;
  }
  size_t size() const {
    size_t size = 0;
    for (const uint64_t word : words_) size += CountBits(word);
    return size;
  }
  // REQUIRES: not empty.
  OptionId first() const {
    size_t i = 0;
    while (words_[i] == 0) ++i;
    return OptionId(
        static_cast<uint32_t>(i * 64 + std::countr_zero(words_[i])));
  }

  // REQUIRES, of what takes another set: both are of the same problem.
  bool Meets(const OptionSet& other) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      if ((words_[i] & other.words_[i]) != 0) return true;
    }
    return false;
  }
  bool IsIn(const OptionSet& other) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      if ((words_[i] & ~other.words_[i]) != 0) return false;
    }
    return true;
  }
  // The option that both have, if there is exactly one.
  std::optional<OptionId> OnlyOneIn(const OptionSet& other) const {
    std::optional<OptionId> only;
    for (size_t i = 0; i < words_.size(); ++i) {
      const uint64_t both = words_[i] & other.words_[i];
      if (both == 0) continue;
      if (only.has_value() || (both & (both - 1)) != 0) return std::nullopt;
      only = OptionId(static_cast<uint32_t>(i * 64 + std::countr_zero(both)));
    }
    return only;
  }
  OptionSet& operator&=(const OptionSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
    return *this;
  }
  OptionSet& operator|=(const OptionSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
    return *this;
  }
  OptionSet& operator-=(const OptionSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= ~other.words_[i];
    return *this;
  }
  friend OptionSet operator&(OptionSet a, const OptionSet& b) { return a &= b; }
  friend OptionSet operator|(OptionSet a, const OptionSet& b) { return a |= b; }
  friend OptionSet operator-(OptionSet a, const OptionSet& b) { return a -= b; }
  friend bool operator==(const OptionSet&, const OptionSet&) = default;

  // Calls visit(option) with each, in ascending order.
  template <typename Visit>
  void ForEach(Visit visit) const {
    for (size_t i = 0; i < words_.size(); ++i) {
      for (uint64_t rest = words_[i]; rest != 0; rest &= rest - 1) {
        visit(OptionId(static_cast<uint32_t>(i * 64 + std::countr_zero(rest))));
      }
    }
  }
  std::vector<OptionId> ToVector() const {
    std::vector<OptionId> options;
    ForEach([&](OptionId option) { options.push_back(option); });
    return options;
  }

  template <typename H>
  friend H AbslHashValue(H h, const OptionSet& set) {
    return H::combine(std::move(h), set.words_);
  }

 private:
  // std::popcount calls a function where a program is to run on every
  // processor.
  static size_t CountBits(uint64_t bits) {
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return static_cast<size_t>(bits * 0x0101010101010101 >> 56);
  }
  static uint64_t Bit(OptionId option) {
    return uint64_t{1} << (option.value() % 64);
  }
  uint64_t& Word(OptionId option) {
    assert(option.value() / 64 < words_.size());
    return words_[option.value() / 64];
  }

  // What copies and counts them is a loop that the compiler sees through.
  class Words {
   public:
    Words() = default;
    explicit Words(size_t size) : size_(size) {
      if (size > kNear) far_.assign(size, 0);
    }
    // A copy of what is near does not touch what is far.
    Words(const Words& other) : size_(other.size_), near_(other.near_) {
      if (size_ > kNear) far_ = other.far_;
    }
    Words& operator=(const Words& other) {
      size_ = other.size_;
      near_ = other.near_;
      if (size_ > kNear) far_ = other.far_;
      return *this;
    }
    Words(Words&&) noexcept = default;
    Words& operator=(Words&&) noexcept = default;
    ~Words() = default;

    size_t size() const { return size_; }
    uint64_t* data() { return size_ <= kNear ? near_.data() : far_.data(); }
    const uint64_t* data() const {
      return size_ <= kNear ? near_.data() : far_.data();
    }
    const uint64_t* begin() const { return data(); }
    const uint64_t* end() const { return data() + size_; }
    uint64_t& operator[](size_t i) { return data()[i]; }
    uint64_t operator[](size_t i) const { return data()[i]; }
    friend bool operator==(const Words& a, const Words& b) {
      return std::equal(a.begin(), a.end(), b.begin(), b.end());
    }
    template <typename H>
    friend H AbslHashValue(H h, const Words& words) {
      return H::combine_contiguous(std::move(h), words.data(), words.size());
    }

   private:
    static constexpr size_t kNear = 12;

    size_t size_ = 0;
    std::array<uint64_t, kNear> near_ = {};
    std::vector<uint64_t> far_;  // All, if they are more than kNear.
  };

  Words words_;
};

}  // namespace dlx

#endif  // DLX_ASK_DEDUCE_OPTION_SET_H_
