#include "dlx/engine/nogoods/conflict_analysis.h"

#include <utility>

namespace dlx::internal::nogoods {

ConflictAnalysis::ConflictAnalysis(const MaskProblem& problem)
    : problem_(problem),
      is_marked_(problem.option_count()),
      seen_at_(problem.option_count() + 1) {
  marked_.reserve(problem.option_count());
  nogood_.reserve(problem.option_count());
}

void ConflictAnalysis::Mark(const Assignment& assignment, uint32_t option) {
  const uint32_t level = assignment.level_of(option);
  if (level == 0 || is_marked_[option]) return;
  is_marked_[option] = true;
  marked_.push_back(option);
  if (level == assignment.level()) {
    ++marked_on_level_;
    return;
  }
  const Literal chosen = Literal::Chosen(option);
  nogood_.push_back(assignment.Holds(chosen) ? chosen : chosen.Negation());
}

void ConflictAnalysis::MarkCauses(const Assignment& assignment,
                                  const NogoodStore& nogoods, uint32_t option,
                                  Reason reason, ItemActivity& activity) {
  switch (reason.kind()) {
    case Reason::Kind::kNone:
      break;
    case Reason::Kind::kOption:
      Mark(assignment, reason.index());
      break;
    case Reason::Kind::kItem:
      activity.Bump(reason.index());
      for (const uint32_t other : problem_.OptionsOf(reason.index())) {
        if (other != option) Mark(assignment, other);
      }
      break;
    case Reason::Kind::kNogood:
      for (size_t i = 0; i < nogoods.literal_count(reason.index()); ++i) {
        const uint32_t other = nogoods.literal(reason.index(), i).option();
        if (other != option) Mark(assignment, other);
      }
      break;
  }
}

void ConflictAnalysis::Learn(const Assignment& assignment,
                             const NogoodStore& nogoods,
                             ItemActivity& activity) {
  nogood_.assign(1, Literal::Chosen(0));  // To be replaced at the end.
  marked_on_level_ = 0;
  const auto& [option, reason] = assignment.conflict();
  Mark(assignment, option);
  MarkCauses(assignment, nogoods, option, reason, activity);
  for (size_t i = assignment.trail_size();;) {
    const Literal literal = assignment.trail(--i);
    const uint32_t latest = literal.option();
    if (!is_marked_[latest] ||
        assignment.level_of(latest) != assignment.level()) {
      continue;
    }
    if (--marked_on_level_ == 0) {
      nogood_[0] = literal;
      break;
    }
    MarkCauses(assignment, nogoods, latest, assignment.reason_of(latest),
               activity);
  }
  for (const uint32_t marked : marked_) is_marked_[marked] = false;
  marked_.clear();
  SortOut(assignment);
}

void ConflictAnalysis::SortOut(const Assignment& assignment) {
  ++calls_;
  second_level_ = 0;
  lbd_ = 1;
  for (size_t i = 1; i < nogood_.size(); ++i) {
    const uint32_t level = assignment.level_of(nogood_[i].option());
    if (level > second_level_) {
      second_level_ = level;
      std::swap(nogood_[1], nogood_[i]);
    }
    if (seen_at_[level] != calls_) {
      seen_at_[level] = calls_;
      ++lbd_;
    }
  }
}

}  // namespace dlx::internal::nogoods
