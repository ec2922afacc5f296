#include "dlx/engine/nogoods/nogood_store.h"

#include <algorithm>

namespace dlx::internal {

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

uint32_t NogoodStore::Add(absl::Span<const Statement> statements,
                          uint32_t glue) {
  if (words_.size() + kHeader + statements.size() > max_words_) return 0;
  const uint32_t nogood = static_cast<uint32_t>(words_.size());
  words_.insert(words_.end(),
                {static_cast<uint32_t>(statements.size()), glue, 0, 0});
  for (const Statement s : statements) words_.push_back(s.code());
  Watch(nogood, 0);
  Watch(nogood, 1);
  ++size_;
  return nogood;
}

bool NogoodStore::Follow(Statement statement, Assignment& assignment) {
  const auto holds = [&](uint32_t code) {
    return assignment.Holds(Statement::Decode(code));
  };
  uint32_t* link = &heads_[statement.code()];
  while (*link != 0) {
    const uint32_t watch = *link;
    const uint32_t nogood = watch / 2;
    const uint32_t which = watch % 2;
    uint32_t* const statements = &words_[nogood + kHeader];
    uint32_t* const next = &words_[nogood + kNext + which];
    const Statement other = Statement::Decode(statements[1 - which]);
    if (assignment.Holds(other.Negation())) {
      link = next;
      continue;
    }
    const uint32_t size = words_[nogood + kSize];
    uint32_t i = 2;
    while (i < size && holds(statements[i])) ++i;
    if (i < size) {
      std::swap(statements[which], statements[i]);
      *link = *next;
      Watch(nogood, which);
      continue;
    }
    const Reason reason(Reason::Kind::kNogood, nogood);
    if (assignment.Holds(other)) {
      assignment.SetConflict({other.option(), reason});
      return false;
    }
    if (!assignment.State(other.Negation(), reason)) return false;
    link = next;
  }
  return true;
}

void NogoodStore::Reduce(Assignment& assignment) {
  // Nobody asks for the reasons of what is on level 0.
  const auto for_each_reason = [&](auto visit) {
    for (size_t i = 0; i < assignment.trail_size(); ++i) {
      const uint32_t option = assignment.trail(i).option();
      const Reason reason = assignment.reason_of(option);
      if (reason.kind() == Reason::Kind::kNogood &&
          assignment.level_of(option) > 0) {
        visit(option, reason.index());
      }
    }
  };
  for_each_reason(
      [&](uint32_t, uint32_t nogood) { words_[nogood + kGlue] |= kInUse; });

  // Those that have the median's glue go, too: there are many of them.
  scratch_.clear();
  for (uint32_t n = 1; n < words_.size(); n = end_of(n)) {
    scratch_.push_back(words_[n + kGlue] & ~kInUse);
  }
  const auto median = scratch_.begin() + scratch_.size() / 2;
  std::nth_element(scratch_.begin(), median, scratch_.end());
  const auto is_kept = [bound = *median](uint32_t glue) {
    return glue >= kInUse || glue < bound;
  };

  // First the new numbers, where the links have been; then the reasons; then
  // the nogoods themselves.
  uint32_t end = 1;
  for (uint32_t n = 1; n < words_.size(); n = end_of(n)) {
    if (!is_kept(words_[n + kGlue])) continue;
    words_[n + kNext] = end;
    end += kHeader + words_[n + kSize];
  }
  for_each_reason([&](uint32_t option, uint32_t nogood) {
    assignment.ChangeReason(
        option, Reason(Reason::Kind::kNogood, words_[nogood + kNext]));
  });
  std::fill(heads_.begin(), heads_.end(), 0);
  size_ = 0;
  end = 1;
  for (uint32_t n = 1; n < words_.size();) {
    const size_t next = end_of(n);
    if (is_kept(words_[n + kGlue])) {
      words_[n + kGlue] &= ~kInUse;
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
}

}  // namespace dlx::internal
