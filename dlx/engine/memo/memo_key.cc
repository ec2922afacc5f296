#include "dlx/engine/memo/memo_key.h"

#include "absl/numeric/bits.h"
#include "dlx/engine/dancing_links/cover_moves.h"

namespace dlx::internal::memo {
namespace {

using dancing_links::Links;

// An item that has a colour keeps its list as it was. Is there an option in it
// that agrees, and can still be chosen?
bool ColorMatters(const Links& links, int32_t item) {
  for (int32_t p = links.node(item).down; p != item; p = links.node(p).down) {
    if (links.color(p) != Links::kAgreed) continue;
    const int32_t q = FindPrimary(links, links.OptionOf(p));
    if (!links.covered(links.node(q).item) && links.linked(q)) return true;
  }
  return false;
}

// A number for each place and word that is as good as random.
uint64_t HashOf(size_t place, uint64_t word) {
  uint64_t x = word + (place + 1) * 0x9e3779b97f4a7c15;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93;
  return x ^ x >> 32;
}

}  // namespace

MemoKey::MemoKey(const Problem& problem)
    : state_bits_(absl::bit_width(
          problem.has_colors() ? problem.color_count() + 1 : size_t{1})),
      has_secondary_(problem.secondary_count() > 0),
      has_colors_(problem.has_colors()),
      item_count_(static_cast<int32_t>(problem.item_count())),
      primary_words_((problem.primary_count() + 63) / 64) {
  const size_t states_in_word = 64 / state_bits_;  // None is split.
  words_.resize(primary_words_ +
                (problem.secondary_count() + states_in_word - 1) /
                    states_in_word);
  hashes_.reserve(problem.primary_count());
  for (size_t i = 0; i < problem.primary_count(); ++i) {
    hashes_.push_back(HashOf(words_.size() + i, 1));
  }
}

void MemoKey::SetPrimary(size_t place, uint64_t word) {
  uint64_t changed = words_[place] ^ word;
  if (changed == 0) return;
  changes_.push_back({place, words_[place]});
  words_[place] = word;
  for (; changed != 0; changed &= changed - 1) {
    hash_ ^= hashes_[64 * place + absl::countr_zero(changed)];
  }
}

void MemoKey::SetSecondary(size_t place, uint64_t word) {
  const uint64_t before = words_[place];
  if (before == word) return;
  changes_.push_back({place, before});
  words_[place] = word;
  hash_ ^= HashOf(place, before) ^ HashOf(place, word);
}

// Fills the key's words one after the other.
class MemoKey::Packer {
 public:
  explicit Packer(MemoKey& key) : key_(key) {}

  void Add(uint64_t value, int bits) {
    if (used_ + bits > 64) NextWord();
    pending_ |= value << used_;
    used_ += bits;
  }
  void NextWord() {
    if (used_ > 0) {
      if (place_ < key_.primary_words_) {
        key_.SetPrimary(place_, pending_);
      } else {
        key_.SetSecondary(place_, pending_);
      }
      ++place_;
    }
    pending_ = 0;
    used_ = 0;
  }

 private:
  MemoKey& key_;
  size_t place_ = 0;
  uint64_t pending_ = 0;
  int used_ = 0;
};

void MemoKey::Write(const Links& links) {
  Packer packer(*this);
  int32_t item = 1;
  for (; item <= links.primary_count(); ++item) {
    packer.Add(!links.covered(item), 1);
  }
  packer.NextWord();
  for (; item <= item_count_; ++item) {
    packer.Add(StateOfSecondary(links, item), state_bits_);
  }
  packer.NextWord();
}

uint64_t MemoKey::StateOfSecondary(const Links& links, int32_t item) const {
  if (links.covered(item) || links.degree(item) == Links::kSecondary) return 0;
  if (!has_colors_ || links.color(item) == 0) return 1;
  return ColorMatters(links, item) ? 1 + links.color(item) : 0;
}

}  // namespace dlx::internal::memo
