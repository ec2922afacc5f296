#include "dlx/engine/bit_sets/set_stage.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>

namespace dlx::internal {
namespace {

// All rows together take up to so many bytes.
constexpr size_t kMaxRowBytes = size_t{16} << 20;

}  // namespace

void SetStage::BuildRoot(const SetProblem& problem) {
  options.resize(problem.option_count());
  std::iota(options.begin(), options.end(), 0);
  items.resize(problem.primary_count());
  std::iota(items.begin(), items.end(), 0);
  Fill(problem, items);
}

void SetStage::Build(const SetProblem& problem, const SetStage& parent,
                     const uint64_t* live, const uint64_t* open,
                     std::vector<uint32_t>& numbers) {
  options.clear();
  for (size_t w = 0; w < parent.words; ++w) {
    for (uint64_t bits = live[w]; bits != 0; bits &= bits - 1) {
      options.push_back(parent.options[64 * w + std::countr_zero(bits)]);
    }
  }
  items.clear();
  for (size_t w = 0; w < parent.item_words; ++w) {
    for (uint64_t bits = open[w]; bits != 0; bits &= bits - 1) {
      const uint32_t item = parent.items[64 * w + std::countr_zero(bits)];
      numbers[item] = static_cast<uint32_t>(items.size());
      items.push_back(item);
    }
  }
  Fill(problem, numbers);
}

void SetStage::Fill(const SetProblem& problem,
                    const std::vector<uint32_t>& numbers) {
  words = WordsFor(options.size());
  item_words = (items.size() + 63) / 64;
  groups = (items.size() + kGroupItems - 1) / kGroupItems;
  masks.assign(groups * words, {});
  secondary_masks.assign(problem.secondary_count() * words, 0);
  covers.assign(options.size() * item_words, 0);
  for (uint32_t option = 0; option < options.size(); ++option) {
    const size_t word = option / 64;
    const uint64_t bit = uint64_t{1} << option % 64;
    uint64_t* const cover = &covers[option * item_words];
    for (const uint32_t primary : problem.Primaries(options[option])) {
      const uint32_t item = numbers[primary];
      masks[item / kGroupItems * words + word].lanes[item % kGroupItems] |= bit;
      cover[item / 64] |= uint64_t{1} << item % 64;
    }
    for (const uint32_t i : problem.Secondaries(options[option])) {
      secondary_masks[i * words + word] |= bit;
    }
    for (const SetProblem::Colored& c :
         problem.ColoredSecondaries(options[option])) {
      secondary_masks[c.item * words + word] |= bit;
      secondary_masks[c.item_with_color * words + word] |= bit;
    }
  }

  const size_t row_words = options.size() * words;
  keeps_rows = row_words * sizeof(uint64_t) <= kMaxRowBytes;
  if (keeps_rows) {
    if (rows.size() < row_words) rows.resize(row_words);
    rows_ready.assign(words, 0);
  } else {
    rows.resize(words);
  }

  // Every choice covers an item.
  stride = 2 * words + item_words;
  const size_t levels = items.size() + 1;
  if (choices.size() < levels) choices.resize(levels);
  if (choice_sets.size() < levels * stride) choice_sets.resize(levels * stride);

  forced_items.resize(item_words);
  OpenAll();
}

void SetStage::OpenAll() {
  live.assign(words, 0);
  for (size_t k = 0; k < options.size(); ++k) {
    live[k / 64] |= uint64_t{1} << k % 64;
  }
  open.assign(item_words, 0);
  for (size_t i = 0; i < items.size(); ++i) {
    open[i / 64] |= uint64_t{1} << i % 64;
  }
  height = 0;
  entering = true;
  depth = 0;
  own_nodes = 0;
  nodes_elsewhere = 0;
}

bool SetStage::Start(const SetProblem& problem,
                     absl::Span<const OptionId> givens) {
  OpenAll();
  for (const OptionId given : givens) {
    const uint32_t option = problem.NumberOf(given);
    if ((live[option / 64] >> option % 64 & 1) == 0) return false;
    const uint64_t* const row = Row(problem, option);
    for (size_t w = 0; w < words; ++w) live[w] &= row[w];
    for (size_t v = 0; v < item_words; ++v) {
      open[v] &= ~covers[option * item_words + v];
    }
  }
  return true;
}

size_t SetStage::ChooseItem(const SetProblem& problem, const uint64_t* live,
                            const uint64_t* open, size_t smallest) const {
  size_t best = smallest;
  size_t best_count = std::numeric_limits<size_t>::max();
  for (size_t v = 0; v < item_words; ++v) {
    for (uint64_t bits = open[v]; bits != 0; bits &= bits - 1) {
      const size_t item = 64 * v + std::countr_zero(bits);
      if (problem.branching() == Branching::kInputOrder) return item;
      if (items[item] >= problem.preferred_count()) return best;
      size_t count = 0;
      for (size_t w = 0; w < words; ++w) {
        count += std::popcount(live[w] & mask(item, w));
      }
      if (count >= best_count) continue;
      best = item;
      best_count = count;
    }
  }
  return best;
}

void SetStage::ComputeRow(const SetProblem& problem, uint32_t option,
                          uint64_t* row) const {
  std::fill_n(row, words, 0);
  for (size_t v = 0; v < item_words; ++v) {
    for (uint64_t bits = covers[option * item_words + v]; bits != 0;
         bits &= bits - 1) {
      const size_t item = 64 * v + std::countr_zero(bits);
      for (size_t w = 0; w < words; ++w) row[w] |= mask(item, w);
    }
  }
  for (const uint32_t i : problem.Secondaries(options[option])) {
    for (size_t w = 0; w < words; ++w) {
      row[w] |= secondary_masks[i * words + w];
    }
  }
  for (const SetProblem::Colored& c :
       problem.ColoredSecondaries(options[option])) {
    for (size_t w = 0; w < words; ++w) {
      row[w] |= secondary_masks[c.item * words + w] &
                ~secondary_masks[c.item_with_color * words + w];
    }
  }
  for (size_t w = 0; w < words; ++w) row[w] = ~row[w];
}

}  // namespace dlx::internal
