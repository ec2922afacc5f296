#include "dlx/proof/check/choices.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace dlx::checker {

// A row is to be no longer than a look at the options of two items.
Choices::Choices(const Problem& problem, State& state) : state_(state) {
  const size_t options = problem.option_count();
  const size_t row_size = (options + 63) / 64;
  if (state.has_multiplicities() || options > kMostInRows ||
      row_size * problem.item_count() > 2 * problem.use_count()) {
    return;
  }
  row_size_ = row_size;
  row_of_.resize(options);
  users_.resize(64 * state.size());
  for (uint32_t k = 0; k < options; ++k) {
    for (const auto [place, bits] : state.NeedOf(k)) {
      for (uint64_t left = bits; left != 0; left &= left - 1) {
        auto& row = users_[64 * place + LowestBit(left)];
        if (row.empty() || row.back().place != k / 64)
          row.push_back({k / 64, 0});
        row.back().bits |= uint64_t{1} << k % 64;
      }
    }
  }
}

const uint64_t* Choices::CompatibleWith(uint32_t option) {
  if (row_of_[option] == 0) {
    compatible_.resize(compatible_.size() + row_size_, ~uint64_t{0});
    uint64_t* const row = &compatible_.back() + 1 - row_size_;
    for (const auto [place, bits] : state_.LossOf(option)) {
      for (uint64_t left = bits; left != 0; left &= left - 1) {
        for (const State::Bits& users : users_[64 * place + LowestBit(left)]) {
          row[users.place] &= ~users.bits;
          state_.NoteWork(1);
        }
      }
    }
    row_of_[option] = compatible_.size() / row_size_;
  }
  return compatible_.data() + (row_of_[option] - 1) * row_size_;
}

void Choices::Start() {
  nodes_.clear();
  end_ = 0;
  rows_.assign(row_size_, 0);
  for (uint32_t k = 0; k < row_of_.size(); ++k) {
    rows_[k / 64] |= uint64_t{state_.Fits(k)} << k % 64;
  }
}

void Choices::Enter() {
  const size_t depth = nodes_.size();
  if (row_size_ > 0 && depth > 0) {
    rows_.resize(std::max(rows_.size(), (depth + 1) * row_size_));
    uint64_t* const row = rows_.data() + depth * row_size_;
    const uint64_t* const above = row - row_size_;
    const Node& parent = nodes_.back();
    if (parent.next == parent.first) {
      std::copy_n(above, row_size_, row);
    } else {
      const uint64_t* const with = CompatibleWith(options_[parent.next - 1]);
      for (size_t i = 0; i < row_size_; ++i) row[i] = above[i] & with[i];
    }
    state_.NoteWork(row_size_);
  }
  nodes_.push_back({.first = end_, .next = end_});
}

size_t Choices::List(ItemId item, uint32_t end) {
  const size_t most = end_ + state_.OptionsOf(item).size();
  if (options_.size() < most) options_.resize(2 * most);
  uint32_t* to = options_.data() + end_;
  if (row_size_ == 0) {
    to += state_.ListFitting(state_.CandidatesOf(item), to);
  } else {
    const uint64_t* const row = rows_.data() + (nodes_.size() - 1) * row_size_;
    const auto& users = users_[state_.FirstBitOf(item)];
    for (const auto [place, bits] : users) {
      for (uint64_t left = row[place] & bits; left != 0; left &= left - 1) {
        *to++ = 64 * place + LowestBit(left);
      }
    }
    state_.NoteWork(users.size());
  }
  end_ = static_cast<size_t>(to - options_.data());
  while (has_next() && options_[end_ - 1] >= end) --end_;
  return end_ - nodes_.back().next;
}

}  // namespace dlx::checker
