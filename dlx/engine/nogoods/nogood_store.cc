#include "dlx/engine/nogoods/nogood_store.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"

namespace dlx::internal::nogoods {

NogoodStore::NogoodStore(size_t option_count, size_t memory_limit)
    : max_words_(
          std::min<size_t>(memory_limit / sizeof(uint32_t), Reason::kMaxIndex)),
      heads_(2 * option_count) {}

void NogoodStore::Clear() {
  if (size_ == 0) return;
  words_.resize(1);
  watches_.resize(1);
  size_ = 0;
  std::fill(heads_.begin(), heads_.end(), 0);
}

void NogoodStore::AddWatches(uint32_t nogood) {
  const uint32_t* const literals = &words_[nogood + kHeader];
  for (const int which : {0, 1}) {
    uint32_t& head = heads_[literals[which]];
    const auto number = static_cast<uint32_t>(watches_.size());
    watches_.push_back({head, nogood, literals[1 - which]});
    head = number;
  }
}

uint32_t NogoodStore::Add(absl::Span<const Literal> literals, uint32_t lbd) {
  if (words_.size() + size_ * kWordsOfWatches + kHeader + literals.size() +
          kWordsOfWatches >
      max_words_) {
    return 0;
  }
  const uint32_t nogood = static_cast<uint32_t>(words_.size());
  words_.insert(words_.end(), {static_cast<uint32_t>(literals.size()), lbd, 0});
  for (const Literal s : literals) words_.push_back(s.code());
  AddWatches(nogood);
  ++size_;
  return nogood;
}

bool NogoodStore::Propagate(Literal literal, Assignment& assignment) {
  const auto holds = [&](uint32_t code) {
    return assignment.Holds(Literal::Decode(code));
  };
  const auto is_false = [&](uint32_t code) {
    return assignment.Holds(Literal::Decode(code).Negation());
  };
  uint32_t* link = &heads_[literal.code()];
  while (*link != 0) {
    const uint32_t number = *link;
    Watch& watch = watches_[number];
    if (is_false(watch.blocker)) {
      link = &watch.next;
      continue;
    }
    uint32_t* const literals = &words_[watch.nogood + kHeader];
    const int which = literals[0] == literal.code() ? 0 : 1;
    const Literal other = Literal::Decode(literals[1 - which]);
    watch.blocker = other.code();
    if (is_false(watch.blocker)) {
      link = &watch.next;
      continue;
    }
    const uint32_t size = words_[watch.nogood + kSize];
    uint32_t i = 2;
    while (i < size && holds(literals[i])) ++i;
    if (i < size) {
      std::swap(literals[which], literals[i]);
      *link = watch.next;
      watch.next = std::exchange(heads_[literals[which]], number);
      continue;
    }
    link = &watch.next;
    const Reason reason(Reason::Kind::kNogood, watch.nogood);
    if (assignment.Holds(other)) {
      assignment.SetConflict({other.option(), reason});
      return false;
    }
    if (!assignment.Assign(other.Negation(), reason)) return false;
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

  // First the new numbers; then the reasons; then the nogoods themselves.
  uint32_t end = 1;
  forgotten_.clear();
  for (uint32_t n = 1, i = 0; n < words_.size(); n = end_of(n), ++i) {
    if (!is_kept(words_[n + kLbd])) {
      forgotten_.push_back(i);
      continue;
    }
    words_[n + kNewNumber] = end;
    end += kHeader + words_[n + kSize];
  }
  ForEachReason(assignment, [&](uint32_t option, uint32_t nogood) {
    assignment.ChangeReason(
        option, Reason(Reason::Kind::kNogood, words_[nogood + kNewNumber]));
  });
  std::fill(heads_.begin(), heads_.end(), 0);
  watches_.resize(1);
  size_ = 0;
  end = 1;
  for (uint32_t n = 1; n < words_.size();) {
    const size_t next = end_of(n);
    if (is_kept(words_[n + kLbd])) {
      words_[n + kLbd] &= ~kInUse;
      std::copy(words_.begin() + n, words_.begin() + next,
                words_.begin() + end);
      AddWatches(end);
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
    for (uint32_t link = heads_[code]; link != 0; link = watches_[link].next) {
      const uint32_t nogood = watches_[link].nogood;
      const uint32_t* const literals = &words_[nogood + kHeader];
      if (literals[0] != code && literals[1] != code) {
        return absl::StrCat("nogood ", nogood, " is in the list of literal ",
                            code, ", which it does not watch");
      }
      if (++watches > 2 * count) return "a list of nogoods goes in circles";
      if (!absl::c_linear_search(absl::MakeSpan(literals, words_[nogood]),
                                 watches_[link].blocker)) {
        return absl::StrCat("the blocker of nogood ", nogood, " is not in it");
      }
    }
  }
  if (watches != 2 * count) {
    return absl::StrCat(count, " nogoods are in lists ", watches, " times");
  }
  return "";
}

}  // namespace dlx::internal::nogoods
