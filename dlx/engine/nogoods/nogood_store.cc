#include "dlx/engine/nogoods/nogood_store.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace dlx::internal::nogoods {

NogoodStore::NogoodStore(size_t option_count, size_t memory_limit)
    : max_words_(
          std::min<size_t>(memory_limit / sizeof(uint32_t), Reason::kMaxIndex)),
      heads_(2 * option_count) {}

void NogoodStore::Clear() {
  if (size_ == 0) return;
  words_.resize(1);
  size_ = 0;
  std::fill(heads_.begin(), heads_.end(), 0);
}

uint32_t NogoodStore::Add(absl::Span<const Literal> literals, uint32_t lbd) {
  if (words_.size() + kHeader + literals.size() > max_words_) return 0;
  const uint32_t nogood = static_cast<uint32_t>(words_.size());
  words_.insert(words_.end(),
                {static_cast<uint32_t>(literals.size()), lbd, 0, 0});
  for (const Literal s : literals) words_.push_back(s.code());
  Watch(nogood, 0);
  Watch(nogood, 1);
  ++size_;
  return nogood;
}

bool NogoodStore::Propagate(Literal literal, Assignment& assignment) {
  const auto holds = [&](uint32_t code) {
    return assignment.Holds(Literal::Decode(code));
  };
  uint32_t* link = &heads_[literal.code()];
  while (*link != 0) {
    const uint32_t watch = *link;
    const uint32_t nogood = watch / 2;
    const uint32_t which = watch % 2;
    uint32_t* const literals = &words_[nogood + kHeader];
    uint32_t* const next = &words_[nogood + kNext + which];
    const Literal other = Literal::Decode(literals[1 - which]);
    if (assignment.Holds(other.Negation())) {
      link = next;
      continue;
    }
    const uint32_t size = words_[nogood + kSize];
    uint32_t i = 2;
    while (i < size && holds(literals[i])) ++i;
    if (i < size) {
      std::swap(literals[which], literals[i]);
      *link = *next;
      Watch(nogood, which);
      continue;
    }
    const Reason reason(Reason::Kind::kNogood, nogood);
    if (assignment.Holds(other)) {
      assignment.SetConflict({other.option(), reason});
      return false;
    }
    if (!assignment.Assign(other.Negation(), reason)) return false;
    link = next;
  }
  return true;
}

template <typename Visit>
void NogoodStore::ForEachReason(const Assignment& assignment, Visit visit) {
  for (size_t i = 0; i < assignment.trail_size(); ++i) {
    const uint32_t option = assignment.trail(i).option();
    const Reason reason = assignment.reason_of(option);
    // The reasons of what is on level 0 are never needed.
    if (reason.kind() == Reason::Kind::kNogood &&
        assignment.level_of(option) > 0) {
      visit(option, reason.index());
    }
  }
}

uint32_t NogoodStore::MedianLbd() {
  scratch_.clear();
  for (uint32_t n = 1; n < words_.size(); n = end_of(n)) {
    scratch_.push_back(words_[n + kLbd] & ~kInUse);
  }
  const auto median = scratch_.begin() + scratch_.size() / 2;
  std::nth_element(scratch_.begin(), median, scratch_.end());
  return *median;
}

absl::Span<const uint32_t> NogoodStore::Reduce(Assignment& assignment) {
  ForEachReason(assignment, [&](uint32_t, uint32_t nogood) {
    words_[nogood + kLbd] |= kInUse;
  });
  // Those that have the median's LBD go, too: there are many of them.
  const auto is_kept = [bound = MedianLbd()](uint32_t lbd) {
    return lbd >= kInUse || lbd < bound || lbd <= kFewLevels;
  };

  // First the new numbers, where the links have been; then the reasons; then
  // the nogoods themselves.
  uint32_t end = 1;
  forgotten_.clear();
  for (uint32_t n = 1, i = 0; n < words_.size(); n = end_of(n), ++i) {
    if (!is_kept(words_[n + kLbd])) {
      forgotten_.push_back(i);
      continue;
    }
    words_[n + kNext] = end;
    end += kHeader + words_[n + kSize];
  }
  ForEachReason(assignment, [&](uint32_t option, uint32_t nogood) {
    assignment.ChangeReason(
        option, Reason(Reason::Kind::kNogood, words_[nogood + kNext]));
  });
  std::fill(heads_.begin(), heads_.end(), 0);
  size_ = 0;
  end = 1;
  for (uint32_t n = 1; n < words_.size();) {
    const size_t next = end_of(n);
    if (is_kept(words_[n + kLbd])) {
      words_[n + kLbd] &= ~kInUse;
      std::copy(words_.begin() + n, words_.begin() + next,
                words_.begin() + end);
      Watch(end, 0);
      Watch(end, 1);
      end = static_cast<uint32_t>(end_of(end));
      ++size_;
    }
    n = static_cast<uint32_t>(next);
  }
  words_.resize(end);
  return forgotten_;
}

std::string NogoodStore::CheckInvariants() const {
  size_t count = 0;
  size_t position = 1;
  for (; position < words_.size(); ++count) {
    const uint32_t size = words_[position + kSize];
    if (size < 2) return absl::StrCat("nogood ", position, " is too short");
    position += kHeader + size;
  }
  if (position != words_.size() || count != size_) {
    return absl::StrCat(count, " nogoods instead of ", size_, " end at ",
                        position, " of ", words_.size(), " words");
  }
  size_t watches = 0;
  for (uint32_t code = 0; code < heads_.size(); ++code) {
    for (uint32_t link = heads_[code]; link != 0;) {
      const uint32_t nogood = link / 2;
      const uint32_t which = link % 2;
      if (words_[nogood + kHeader + which] != code) {
        return absl::StrCat("nogood ", nogood, " is in the list of literal ",
                            code, ", which it does not watch");
      }
      if (++watches > 2 * count) return "a list of nogoods goes in circles";
      link = words_[nogood + kNext + which];
    }
  }
  if (watches != 2 * count) {
    return absl::StrCat(count, " nogoods are in lists ", watches, " times");
  }
  return "";
}

}  // namespace dlx::internal::nogoods
