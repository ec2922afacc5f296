#include "dlx/engine/bit_sets/stage.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

#include "absl/strings/str_cat.h"

namespace dlx::internal::bit_sets {

void Stage::BuildRoot() {
  own_options_.resize(problem_.option_count());
  std::iota(own_options_.begin(), own_options_.end(), 0);
  own_items_.resize(problem_.primary_count());
  std::iota(own_items_.begin(), own_items_.end(), 0);
  Fill(own_items_);
}

void Stage::ShareRoot(const Stage& root) {
  options_ = root.options_;
  items_ = root.items_;
  words_ = root.words_;
  item_words_ = root.item_words_;
  groups_ = root.groups_;
  masks_ = root.masks_;
  secondary_masks_ = root.secondary_masks_;
  covers_ = root.covers_;
  sets_.Reserve(2 * words_);
  rows_ready_ = sets_.data();
  std::fill_n(rows_ready_, words_, 0);
  scratch_row_ = rows_ready_ + words_;
  KeepRows();
}

bool Stage::Build(const Stage& parent, const uint64_t* live,
                  const uint64_t* open, std::vector<uint32_t>& numbers) {
  own_options_.clear();
  for (size_t w = 0; w < parent.words_; ++w) {
    for (uint64_t bits = live[w]; bits != 0; bits &= bits - 1) {
      own_options_.push_back(parent.options_[64 * w + std::countr_zero(bits)]);
    }
  }
  own_items_.clear();
  for (size_t w = 0; w < parent.item_words_; ++w) {
    for (uint64_t bits = open[w]; bits != 0; bits &= bits - 1) {
      const uint32_t item = parent.items_[64 * w + std::countr_zero(bits)];
      numbers[item] = static_cast<uint32_t>(own_items_.size());
      own_items_.push_back(item);
    }
  }
  return Fill(numbers);
}

bool Stage::Fill(const std::vector<uint32_t>& numbers) {
  options_ = own_options_;
  items_ = own_items_;
  words_ = WordsFor(options_.size());
  item_words_ = (items_.size() + 63) / 64;
  groups_ = (items_.size() + kGroupItems - 1) / kGroupItems;
  if (!LayOut()) return false;
  SetBits(numbers);
  KeepRows();
  return true;
}

bool Stage::LayOut() {
  const size_t masks = groups_ * words_;
  const size_t secondary_words = problem_.secondary_count() * words_;
  const size_t cover_words = options_.size() * item_words_;
  const size_t zeros =
      masks * kGroupItems + secondary_words + cover_words + words_;
  if (!sets_.Reserve(zeros + words_)) return false;
  std::fill_n(sets_.data(), zeros, 0);
  masks_ = reinterpret_cast<MaskGroup*>(sets_.data());
  secondary_masks_ = sets_.data() + masks * kGroupItems;
  covers_ = secondary_masks_ + secondary_words;
  rows_ready_ = covers_ + cover_words;
  scratch_row_ = rows_ready_ + words_;
  return true;
}

void Stage::SetBits(const std::vector<uint32_t>& numbers) {
  for (uint32_t option = 0; option < options_.size(); ++option) {
    const size_t word = option / 64;
    const uint64_t bit = uint64_t{1} << option % 64;
    uint64_t* const cover = covers_ + option * item_words_;
    for (const uint32_t primary : problem_.Primaries(options_[option])) {
      const uint32_t item = numbers[primary];
      masks_[item / kGroupItems * words_ + word].lanes[item % kGroupItems] |=
          bit;
      cover[item / 64] |= uint64_t{1} << item % 64;
    }
    for (const uint32_t i : problem_.Secondaries(options_[option])) {
      secondary_masks_[i * words_ + word] |= bit;
    }
    for (const SetProblem::Colored& c :
         problem_.ColoredSecondaries(options_[option])) {
      secondary_masks_[c.item * words_ + word] |= bit;
      secondary_masks_[c.item_with_color * words_ + word] |= bit;
    }
  }
}

void Stage::KeepRows() {
  const size_t count = options_.size() * words_;
  keeps_rows_ =
      count * sizeof(uint64_t) <= rows_.available() / 2 && rows_.Reserve(count);
}

void Stage::FreeRows() {
  rows_.Free();
  keeps_rows_ = false;
}

size_t Stage::ChooseItem(const uint64_t* live, const uint64_t* open,
                         size_t smallest) const {
  size_t best = smallest;
  size_t best_count = std::numeric_limits<size_t>::max();
  for (size_t v = 0; v < item_words_; ++v) {
    for (uint64_t bits = open[v]; bits != 0; bits &= bits - 1) {
      const size_t item = 64 * v + std::countr_zero(bits);
      if (problem_.branching() == Branching::kInputOrder) return item;
      if (items_[item] >= problem_.preferred_count()) return best;
      size_t count = 0;
      for (size_t w = 0; w < words_; ++w) {
        count += std::popcount(live[w] & mask(item, w));
      }
      if (count >= best_count) continue;
      best = item;
      best_count = count;
    }
  }
  return best;
}

void Stage::ComputeRow(uint32_t option, size_t begin, size_t end,
                       uint64_t* row) const {
  std::fill(row + begin, row + end, 0);
  for (size_t v = 0; v < item_words_; ++v) {
    for (uint64_t bits = cover(option)[v]; bits != 0; bits &= bits - 1) {
      const size_t item = 64 * v + std::countr_zero(bits);
      for (size_t w = begin; w < end; ++w) row[w] |= mask(item, w);
    }
  }
  for (const uint32_t i : problem_.Secondaries(options_[option])) {
    for (size_t w = begin; w < end; ++w) {
      row[w] |= secondary_masks_[i * words_ + w];
    }
  }
  for (const SetProblem::Colored& c :
       problem_.ColoredSecondaries(options_[option])) {
    for (size_t w = begin; w < end; ++w) {
      row[w] |= secondary_masks_[c.item * words_ + w] &
                ~secondary_masks_[c.item_with_color * words_ + w];
    }
  }
  for (size_t w = begin; w < end; ++w) row[w] = ~row[w];
}

std::string Stage::CheckInvariants() const {
  std::vector<uint32_t> number_of(problem_.primary_count());
  for (size_t i = 0; i < items_.size(); ++i) {
    number_of[items_[i]] = static_cast<uint32_t>(i);
  }
  std::vector<uint64_t> uses(items_.size());
  for (size_t k = 0; k < options_.size(); ++k) {
    size_t items = 0;
    for (const uint32_t primary : problem_.Primaries(options_[k])) {
      const uint32_t i = number_of[primary];
      if (i >= items_.size() || items_[i] != primary ||
          (mask(i, k / 64) >> k % 64 & 1) == 0 ||
          (cover(k)[i / 64] >> i % 64 & 1) == 0) {
        return absl::StrCat("option ", k, " lacks item ", primary);
      }
      ++uses[i];
      ++items;
    }
    for (size_t v = 0; v < item_words_; ++v)
      items -= std::popcount(cover(k)[v]);
    if (items != 0) return absl::StrCat("option ", k, " covers other items");
  }
  for (size_t i = 0; i < groups_ * kGroupItems; ++i) {
    uint64_t count = 0;
    for (size_t w = 0; w < words_; ++w) count += std::popcount(mask(i, w));
    if (count != (i < items_.size() ? uses[i] : 0)) {
      return absl::StrCat("item ", i, " has other options");
    }
  }
  if (!keeps_rows_) return "";
  std::vector<uint64_t> row(words_);
  for (uint32_t k = 0; k < options_.size(); ++k) {
    if ((rows_ready_[k / 64] >> k % 64 & 1) == 0) continue;
    ComputeRow(k, 0, words_, row.data());
    if (!std::equal(row.begin(), row.end(), rows_.data() + k * words_)) {
      return absl::StrCat("the row of option ", k, " is wrong");
    }
  }
  return "";
}

}  // namespace dlx::internal::bit_sets
