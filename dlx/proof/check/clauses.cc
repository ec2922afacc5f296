#include "dlx/proof/check/clauses.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/id.h"
#include "dlx/proof/format.h"

namespace dlx::checker {

Clauses::Clauses(const Problem& problem, State& state, Reader& reader,
                 Allowance& allowance)
    : problem_(problem), reader_(reader), allowance_(allowance) {
  ListOptions(state);
  values_.resize(2 * (use_starts_.size() - 1));
  places_.resize(use_starts_.size() - 1);
  watches_.resize(values_.size());
  chosen_.resize(open_items_);
  for (uint32_t item = 0; item < open_items_; ++item) {
    left_.push_back(static_cast<uint32_t>(OptionsOf(item).size()));
  }
  for (uint32_t item = 0; item < open_items_; ++item) {
    Note(left_[item] > 1 ||
         (left_[item] == 1 && Assign(2 * OptionsOf(item)[0].number)));
  }
  Note(is_possible_ && Propagate());
}

// Those that fit have open items alone.
void Clauses::ListOptions(State& state) {
  allowance_.Work(problem_.use_count());
  std::vector<uint32_t> options;
  std::vector<uint32_t> items;
  for (const ItemId item : state.OpenItems()) {
    items.push_back(item.value());
    for (const auto& listed : state.CandidatesOf(item)) {
      if (state.Fits(listed)) options.push_back(listed.option);
    }
  }
  std::sort(options.begin(), options.end());
  options.erase(std::unique(options.begin(), options.end()), options.end());
  open_items_ = static_cast<uint32_t>(items.size());
  std::vector<uint32_t> secondary;
  for (const uint32_t option : options) {
    for (const ItemUse& use : problem_.option(OptionId(option))) {
      if (!problem_.is_primary(use.item)) secondary.push_back(use.item.value());
    }
  }
  std::sort(secondary.begin(), secondary.end());
  std::unique_copy(secondary.begin(), secondary.end(),
                   std::back_inserter(items));
  const auto number_of = [&](ItemId item) {
    const auto first_secondary = items.begin() + open_items_;
    const bool is_open = problem_.is_primary(item);
    return static_cast<uint32_t>(
        std::lower_bound(is_open ? items.begin() : first_secondary,
                         is_open ? first_secondary : items.end(),
                         item.value()) -
        items.begin());
  };
  std::vector<uint32_t> counts(items.size() + 1);
  for (const uint32_t option : options) {
    for (const ItemUse& use : problem_.option(OptionId(option))) {
      uses_.push_back({number_of(use.item), use.color});
      ++counts[uses_.back().number + 1];
    }
    use_starts_.push_back(static_cast<uint32_t>(uses_.size()));
  }
  for (size_t i = 1; i < counts.size(); ++i) counts[i] += counts[i - 1];
  option_starts_ = counts;
  options_.resize(uses_.size());
  for (uint32_t option = 0; option < options.size(); ++option) {
    for (const Use& use : UsesOf(option)) {
      options_[counts[use.number]++] = {option, use.color};
    }
  }
}

bool Clauses::Assign(Literal literal) {
  if (values_[literal] != 0) return Holds(literal);
  values_[literal] = 1;
  values_[Negation(literal)] = -1;
  places_[literal / 2] = trail_.size();
  trail_.push_back(literal);
  for (const Use& use : UsesOf(literal / 2)) {
    if (use.number >= open_items_) continue;
    if (IsChosen(literal)) {
      covered_ += chosen_[use.number]++ == 0;
    } else {
      --left_[use.number];
    }
  }
  return true;
}

void Clauses::GoBackTo(size_t level) {
  if (level >= levels_.size()) return;
  for (; trail_.size() > levels_[level]; trail_.pop_back()) {
    const Literal literal = trail_.back();
    values_[literal] = values_[Negation(literal)] = 0;
    for (const Use& use : UsesOf(literal / 2)) {
      if (use.number >= open_items_) continue;
      if (IsChosen(literal)) {
        covered_ -= --chosen_[use.number] == 0;
      } else {
        ++left_[use.number];
      }
    }
  }
  propagated_ = trail_.size();
  levels_.resize(level);
  is_possible_ = true;
}

void Clauses::Assume(Literal literal) {
  if (!is_possible_) return;
  levels_.push_back(trail_.size());
  Note(Assign(literal) && Propagate());
}

size_t Clauses::LevelOf(Literal literal) const {
  return static_cast<size_t>(
      std::upper_bound(levels_.begin(), levels_.end(), places_[literal / 2]) -
      levels_.begin());
}

bool Clauses::Propagate() {
  while (propagated_ < trail_.size() && allowance_.MayGoOn()) {
    const Literal literal = trail_[propagated_++];
    const uint32_t option = literal / 2;
    if (!(IsChosen(literal) ? RuleOutOthers(option) : ChooseLast(option)) ||
        !PropagateClauses(Negation(literal))) {
      return false;
    }
  }
  return true;
}

bool Clauses::RuleOutOthers(uint32_t option) {
  for (const Use& use : UsesOf(option)) {
    const absl::Span<const Use> others = OptionsOf(use.number);
    allowance_.Work(others.size());
    for (const Use& other : others) {
      const bool is_same = other.color == use.color && use.color != kNoColor;
      if (other.number == option || is_same) continue;
      if (!Assign(Negation(2 * other.number))) return false;
    }
  }
  return true;
}

// Where the option, which is ruled out, leaves an item but one.
bool Clauses::ChooseLast(uint32_t option) {
  for (const Use& use : UsesOf(option)) {
    if (use.number >= open_items_ || left_[use.number] > 1) continue;
    if (left_[use.number] == 0) return false;
    if (chosen_[use.number] > 0) continue;
    const absl::Span<const Use> options = OptionsOf(use.number);
    const auto last =
        std::find_if(options.begin(), options.end(),
                     [&](const Use& one) { return !IsFalse(2 * one.number); });
    allowance_.Work(options.size());
    if (!Assign(2 * last->number)) return false;
  }
  return true;
}

bool Clauses::PropagateClauses(Literal is_false) {
  std::vector<Watch>& watches = watches_[is_false];
  allowance_.Work(watches.size());
  size_t kept = 0;
  bool is_possible = true;
  for (const Watch watch : watches) {
    if (!is_possible || Holds(watch.other)) {
      watches[kept++] = watch;
      continue;
    }
    const Clause& clause = clauses_[watch.clause];
    if (!clause.is_there) continue;
    Literal* const literals = &literals_[clause.begin];
    if (literals[0] == is_false) std::swap(literals[0], literals[1]);
    Literal* const end = &literals_[clause.begin] + (clause.end - clause.begin);
    Literal* const next = std::find_if(
        literals + 2, end, [&](Literal literal) { return !IsFalse(literal); });
    allowance_.Work(static_cast<uint64_t>(next - literals));
    if (!Holds(literals[0]) && next != end) {
      std::swap(literals[1], *next);
      watches_[literals[1]].push_back({watch.clause, literals[0]});
      continue;
    }
    watches[kept++] = {watch.clause, literals[0]};
    is_possible = Assign(literals[0]);
  }
  watches.resize(kept);
  return is_possible;
}

// What follows from a clause does so on the level of the last but one of its
// literals to become false.
void Clauses::WatchClause(uint32_t number) {
  const Clause& clause = clauses_[number];
  const auto begin = literals_.begin() + static_cast<ptrdiff_t>(clause.begin);
  const auto size = clause.end - clause.begin;
  allowance_.Work(size);
  const auto is_better = [this](Literal a, Literal b) {
    if (IsFalse(a) != IsFalse(b)) return IsFalse(b);
    return IsFalse(a) && places_[a / 2] > places_[b / 2];
  };
  const auto watched = static_cast<ptrdiff_t>(std::min<size_t>(size, 2));
  std::partial_sort(begin, begin + watched,
                    begin + static_cast<ptrdiff_t>(size), is_better);
  if (size > 1) {
    watches_[begin[0]].push_back({number, begin[1]});
    watches_[begin[1]].push_back({number, begin[0]});
    if (!IsFalse(begin[1])) return;
  }
  GoBackTo(size > 1 ? LevelOf(begin[1]) : 0);
  Note(size > 0 && Assign(begin[0]) && Propagate());
}

uint32_t Clauses::Add(absl::Span<const Literal> literals) {
  const auto number = static_cast<uint32_t>(clauses_.size());
  const size_t begin = literals_.size();
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  clauses_.push_back({begin, literals_.size()});
  allowance_.Take(BytesOf(clauses_.back()));
  WatchClause(number);
  return number;
}

void Clauses::Drop(uint32_t number) {
  Clause& clause = clauses_[number];
  clause.is_there = false;
  gone_ += clause.end - clause.begin;
}

void Clauses::Tidy() {
  constexpr size_t kFew = 1024;
  if (gone_ < kFew || gone_ < literals_.size() / 2) return;
  GoBackTo(0);
  const std::vector<Clause> clauses = std::exchange(clauses_, {});
  const std::vector<Literal> literals = std::exchange(literals_, {});
  for (std::vector<Watch>& watches : watches_) watches.clear();
  gone_ = 0;
  std::vector<uint32_t> numbers;
  for (const Clause& clause : clauses) {
    numbers.push_back(static_cast<uint32_t>(clauses_.size()));
    allowance_.GiveBack(BytesOf(clause));
    if (!clause.is_there) continue;
    Add(absl::MakeConstSpan(literals).subspan(clause.begin,
                                              clause.end - clause.begin));
  }
  for (uint32_t& clause : learnt_) clause = numbers[clause];
  for (Blocking& block : blocks_) block.clause = numbers[block.clause];
}

std::string Clauses::Learn(uint64_t size) {
  const std::vector<Literal> clause = reader_.Ascending(size, values_.size());
  if (clause.size() < size) return "there is no such literal";
  GoBackTo(0);
  for (const Literal literal : clause) Assume(Negation(literal));
  if (is_possible_) return "this clause does not follow";
  GoBackTo(0);
  const uint32_t number = Add(clause);
  if (size > 1) learnt_.push_back(number);
  return "";
}

std::string Clauses::Forget(uint64_t count) {
  const std::vector<uint32_t> places = reader_.Ascending(count, learnt_.size());
  if (count == 0 || places.size() < count) {
    return "there is no such clause to forget";
  }
  constexpr uint32_t kNone = ~uint32_t{0};
  for (const uint32_t place : places) {
    Drop(std::exchange(learnt_[place], kNone));
  }
  allowance_.Work(learnt_.size());
  learnt_.erase(std::remove(learnt_.begin(), learnt_.end(), kNone),
                learnt_.end());
  return "";
}

// Those of the last block, so many of them, and others.
bool Clauses::ReadDecisions(uint64_t shared) {
  const uint64_t options = values_.size() / 2;
  const uint64_t others = Number();
  if (shared > decisions_.size() || others > options) return false;
  decisions_.resize(shared);
  for (uint64_t i = 0; i < others; ++i) {
    const uint64_t option = Number();
    if (!reader_.ok() || option >= options) return false;
    decisions_.push_back(static_cast<Literal>(2 * option));
  }
  return true;
}

std::string Clauses::Block(uint64_t shared, bool has_cover) {
  if (!ReadDecisions(shared)) return "there are no such decisions";
  GoBackTo(shared);
  while (is_possible_ && levels_.size() < decisions_.size()) {
    Assume(decisions_[levels_.size()]);
  }
  if (has_cover && !(is_possible_ && covered_ == open_items_)) {
    return "these options lead to no cover";
  }
  if (!has_cover && is_possible_) return "these options may have a cover";
  covers_ += has_cover;
  has_ended_ = !has_cover && decisions_.empty();
  // What begins with these decisions is blocked by them.
  while (shared == decisions_.size() && !blocks_.empty()) {
    const Blocking top = blocks_.back();
    Drop(top.clause);
    blocks_.pop_back();
    if (top.shared >= shared) continue;
    shared = top.shared;
    break;
  }
  std::vector<Literal> clause;
  for (const Literal decision : decisions_)
    clause.push_back(Negation(decision));
  blocks_.push_back({Add(clause), static_cast<size_t>(shared)});
  return "";
}

std::string Clauses::Step(uint64_t step) {
  const uint64_t number = step >> internal::kStepBits;
  const uint64_t kind = step & ((1 << internal::kStepBits) - 1);
  if (kind == internal::kLearnStep) return Learn(number);
  if (kind == internal::kForgetStep) return Forget(number);
  return Block(number, kind == internal::kCoverStep);
}

absl::StatusOr<uint64_t> Clauses::Run() {
  do {
    record_at_ = reader_.position();
    const uint64_t step = Number();
    const std::string wrong = Step(step);
    if (!reader_.ok()) {
      return absl::FailedPreconditionError("the certificate ends in clauses");
    }
    if (wrong.empty()) Tidy();
    if (!allowance_.MayGoOn()) return allowance_.status();
    if (!wrong.empty()) return absl::FailedPreconditionError(wrong);
  } while (!has_ended_);
  for (const Clause& clause : clauses_) allowance_.GiveBack(BytesOf(clause));
  return covers_;
}

}  // namespace dlx::checker
