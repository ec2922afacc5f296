#ifndef DLX_ENGINE_BIT_SETS_MEMORY_H_
#define DLX_ENGINE_BIT_SETS_MEMORY_H_

// Memory for sets of bits, within a budget. A walk has many stages, and each of
// them keeps its memory for the next one of its kind; so what all of them have
// is counted in one place.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace dlx::internal::bit_sets {

// How many bytes there are left to share.
class Budget {
 public:
  explicit Budget(size_t bytes) : left_(bytes) {}
  Budget(const Budget&) = delete;
  Budget& operator=(const Budget&) = delete;

  size_t left() const { return left_; }

 private:
  friend class Words;
  size_t left_;
};

// An array of words of 64 bits, aligned for vectors. What is in them is
// undefined at first.
class Words {
 public:
  // The budget must outlive it; null stands for one without an end.
  explicit Words(Budget* budget) : budget_(budget) {}
  ~Words() { Free(); }
  Words(const Words&) = delete;
  Words& operator=(const Words&) = delete;

  // Makes room for `count` words, and forgets what was in them. Returns false
  // and changes nothing if the budget is too small.
  bool Reserve(size_t count) {
    if (count <= capacity_) return true;
    if (count * kBytes > available()) return false;
    // Half as much again, so as not to grow often, unless that is a lot.
    const size_t generous = capacity_ + capacity_ / 2;
    if (generous * kBytes <= available() / 16)
      count = std::max(count, generous);
    Free();
    data_ = static_cast<uint64_t*>(
        ::operator new (count* kBytes, std::align_val_t{kAlignment}));
    capacity_ = count;
    if (budget_ != nullptr) budget_->left_ -= count * kBytes;
    return true;
  }

  void Free() {
    if (data_ == nullptr) return;
    ::operator delete (std::exchange(data_, nullptr),
                       std::align_val_t{kAlignment});
    if (budget_ != nullptr) budget_->left_ += capacity_ * kBytes;
    capacity_ = 0;
  }

  // How many bytes it has or can get.
  size_t available() const {
    return budget_ == nullptr ? SIZE_MAX : capacity_ * kBytes + budget_->left_;
  }

  size_t capacity() const { return capacity_; }
  uint64_t* data() { return data_; }
  const uint64_t* data() const { return data_; }

 private:
  static constexpr size_t kBytes = sizeof(uint64_t);
  static constexpr size_t kAlignment = 64;

  Budget* const budget_;
  uint64_t* data_ = nullptr;
  size_t capacity_ = 0;
};

}  // namespace dlx::internal::bit_sets

#endif  // DLX_ENGINE_BIT_SETS_MEMORY_H_
