#include "dlx/proof/check/clauses.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "dlx/id.h"
#include "dlx/proof/format.h"

namespace dlx::checker {

Clauses::Clauses(const Problem& problem, State& state, Reader& reader,
                 Allowance& allowance)
    : problem_(problem), reader_(reader), allowance_(allowance) {
  ListOptions(state);
  const size_t options = use_starts_.size() - 1;
  values_.resize(2 * options);
  watches_.resize(2 * options);
  places_.resize(options);
  for (uint32_t item = 0; item < open_items_; ++item) {
    if (left_[item] < 2) Note(left_[item] == 1 && ChooseLast(item));
  }
  Note(is_possible_ && Propagate());
}

// Those that fit have open items alone.
void Clauses::ListOptions(State& state) {
  allowance_.Work(problem_.use_count());
  constexpr uint32_t kNoNumber = ~uint32_t{0};
  std::vector<uint32_t> numbers(problem_.item_count(), kNoNumber);
  for (const ItemId item : state.OpenItems()) {
    numbers[item.value()] = open_items_++;
  }
  const std::vector<uint32_t> options = state.Fitting();
  left_.resize(open_items_);
  options_.resize(open_items_);
  not_out_.resize(options.size() / 64 + 1);
  for (uint32_t option = 0; option < options.size(); ++option) {
    const uint32_t place = option / 64;
    const uint64_t bit = uint64_t{1} << option % 64;
    not_out_[place] |= bit;
    for (const ItemUse& use : problem_.option(OptionId(options[option]))) {
      uint32_t& item = numbers[use.item.value()];
      if (item == kNoNumber) {
        item = static_cast<uint32_t>(left_.size());
        left_.push_back(kCovered);
        options_.emplace_back();
      }
      uses_.push_back({item, use.color});
      ++left_[item];
      std::vector<Bits>& list = options_[item];
      if (list.empty() || list.back().place != place)
        list.push_back({place, 0});
      list.back().bits |= bit;
    }
    use_starts_.push_back(static_cast<uint32_t>(uses_.size()));
  }
  for (const auto& list : options_) {
    others_.resize(std::max(others_.size(), list.size() + 1));
  }
}

bool Clauses::Assign(Literal literal) {
  if (values_[literal] != kOpen) return Holds(literal);
  const uint32_t option = literal / 2;
  values_[literal] = kTrue;
  values_[Negation(literal)] = kFalse;
  places_[option] = trail_.size();
  trail_.push_back(literal);
  if (!IsChosen(literal)) return RuleOut(option);
  bool is_possible = true;
  for (const Use& use : UsesOf(option)) {
    if (IsOpen(use.item)) {
      ++covered_;
      is_possible = is_possible && left_[use.item] < kCovered;
    }
    left_[use.item] += kCovered;
  }
  return is_possible;
}

bool Clauses::RuleOut(uint32_t option) {
  not_out_[option / 64] &= ~(uint64_t{1} << option % 64);
  bool is_possible = true;
  for (const Use& use : UsesOf(option)) {
    if (--left_[use.item] > 1) continue;
    is_possible = left_[use.item] == 1 && ChooseLast(use.item) && is_possible;
  }
  return is_possible;
}

bool Clauses::ChooseLast(uint32_t item) {
  const auto last = absl::c_find_if(options_[item], [this](Bits bits) {
    return (not_out_[bits.place] & bits.bits) != 0;
  });
  return Assign(
      2 * (64 * last->place + LowestBit(not_out_[last->place] & last->bits)));
}

void Clauses::GoBackTo(size_t level) {
  if (level >= levels_.size()) return;  // As it is if there are no levels.
  for (; trail_.size() > levels_[level]; trail_.pop_back()) {
    const Literal literal = trail_.back();
    const uint32_t option = literal / 2;
    values_[literal] = values_[Negation(literal)] = kOpen;
    if (IsChosen(literal)) {
      for (const Use& use : UsesOf(option)) {
        left_[use.item] -= kCovered;
        covered_ -= IsOpen(use.item);
      }
    } else {
      not_out_[option / 64] |= uint64_t{1} << option % 64;
      for (const Use& use : UsesOf(option)) ++left_[use.item];
    }
  }
  propagated_ = clauses_propagated_ = trail_.size();
  levels_.resize(level);
  is_possible_ = true;
}

void Clauses::Assume(Literal literal) {
  if (!is_possible_) return;
  levels_.push_back(trail_.size());
  Note(Assign(literal) && Propagate());
}

// Clauses are looked at when nothing else is left to do.
bool Clauses::Propagate() {
  while (clauses_propagated_ < trail_.size() && allowance_.MayGoOn(1)) {
    for (; propagated_ < trail_.size(); ++propagated_) {
      const Literal literal = trail_[propagated_];
      if (IsChosen(literal) && !RuleOutOthers(literal / 2)) return false;
    }
    if (!PropagateClauses(Negation(trail_[clauses_propagated_++])))
      return false;
  }
  return true;
}

bool Clauses::RuleOutOthers(uint32_t option) {
  bool is_possible = true;
  const uint64_t own = uint64_t{1} << option % 64;
  not_out_[option / 64] ^= own;
  for (const Use& use : UsesOf(option)) {
    const auto has_color = [&use](const Use& one) {
      return one.item == use.item && one.color == use.color;
    };
    // The words that have some, without a jump for each.
    size_t size = 0;
    for (const Bits& list : options_[use.item]) {
      others_[size] = {list.place, list.bits & not_out_[list.place]};
      size += others_[size].bits != 0;
    }
    allowance_.Work(options_[use.item].size());
    for (size_t i = 0; i < size && is_possible; ++i) {
      for (uint64_t bits = others_[i].bits; bits != 0; bits &= bits - 1) {
        const uint32_t other = 64 * others_[i].place + LowestBit(bits);
        if (use.color != kNoColor && absl::c_any_of(UsesOf(other), has_color)) {
          continue;
        }
        is_possible = Assign(2 * other + 1) && is_possible;
      }
    }
  }
  not_out_[option / 64] ^= own;
  return is_possible;
}

bool Clauses::PropagateClauses(Literal is_false) {
  std::vector<Watch>& watches = watches_[is_false];
  allowance_.Work(watches.size());
  auto kept = watches.begin();
  bool is_possible = true;
  for (const Watch watch : watches) {
    if (!is_possible || Holds(watch.other)) {
      *kept++ = watch;
      continue;
    }
    const absl::Span<Literal> literals = LiteralsOf(watch.clause);
    if (literals[0] == is_false) std::swap(literals[0], literals[1]);
    const Watch new_watch = {watch.clause, literals[0]};
    if (!Holds(literals[0])) {
      const auto next =
          std::find_if(literals.begin() + 2, literals.end(),
                       [&](Literal literal) { return !IsFalse(literal); });
      allowance_.Work(static_cast<uint64_t>(next - literals.begin()));
      if (next != literals.end()) {
        std::swap(literals[1], *next);
        watches_[literals[1]].push_back(new_watch);
        continue;
      }
      is_possible = Assign(literals[0]);
    }
    *kept++ = new_watch;
  }
  watches.erase(kept, watches.end());
  return is_possible;
}

// What follows from a clause does so on the level of the last but one of its
// literals to become false.
Clauses::Clause Clauses::Add(absl::Span<Literal> literals) {
  const size_t size = literals.size();
  allowance_.Work(size);
  const auto is_worse = [this](Literal a, Literal b) {
    if (IsFalse(a) != IsFalse(b)) return IsFalse(a);
    return IsFalse(a) && places_[a / 2] < places_[b / 2];
  };
  for (size_t i = 0; i < std::min<size_t>(size, 2); ++i) {
    std::swap(literals[i],
              *std::max_element(&literals[i], literals.end(), is_worse));
  }
  const Clause clause = Store(literals);
  if (size > 1 && !IsFalse(literals[1])) return clause;
  const size_t level =
      size < 2 ? 0
               : absl::c_upper_bound(levels_, places_[literals[1] / 2]) -
                     levels_.begin();
  GoBackTo(level);
  Note(size > 0 && Assign(literals[0]) && Propagate());
  return clause;
}

Clauses::Clause Clauses::Store(absl::Span<const Literal> literals) {
  if (literals.size() < 2) return kNone;
  literals_.push_back(static_cast<uint32_t>(literals.size()));
  const auto clause = static_cast<Clause>(literals_.size());
  literals_.insert(literals_.end(), literals.begin(), literals.end());
  watches_[literals[0]].push_back({clause, literals[1]});
  watches_[literals[1]].push_back({clause, literals[0]});
  allowance_.Take(BytesOf(literals.size()));
  memory_ += BytesOf(literals.size());
  return clause;
}

void Clauses::Drop(Clause clause) {
  if (clause == kNone) return;
  const absl::Span<const Literal> literals = LiteralsOf(clause);
  const size_t bytes = BytesOf(literals.size());
  for (const Literal literal : literals.first(2)) {
    std::vector<Watch>& watches = watches_[literal];
    const auto watch =
        std::find_if(watches.rbegin(), watches.rend(),
                     [clause](Watch one) { return one.clause == clause; });
    allowance_.Work(static_cast<uint64_t>(watch - watches.rbegin()));
    *watch = watches.back();
    watches.pop_back();
  }
  if (clause + literals.size() == literals_.size()) {
    literals_.resize(clause - 1);
  } else {
    gone_ += literals.size() + 1;
  }
  allowance_.GiveBack(bytes);
  memory_ -= bytes;
}

void Clauses::Tidy() {
  if (gone_ < literals_.size() / 2 + watches_.size()) return;
  const std::vector<Literal> old = std::exchange(literals_, {});
  for (std::vector<Watch>& watches : watches_) watches.clear();
  allowance_.Work(watches_.size() + old.size());
  allowance_.GiveBack(std::exchange(memory_, 0));
  gone_ = 0;
  const auto move = [&](Clause& clause) {
    if (clause == kNone) return;
    clause = Store(absl::MakeConstSpan(&old[clause], old[clause - 1]));
  };
  for (Clause& clause : learnt_) move(clause);
  for (Blocking& block : blocks_) move(block.clause);
}

bool Clauses::Learn(uint64_t size) {
  std::vector<Literal> clause = reader_.Ascending(size, values_.size());
  if (clause.size() < size) return reader_.Refuse("there is no such literal");
  GoBackTo(0);
  for (const Literal literal : clause) {
    if (!IsFalse(literal)) Assume(Negation(literal));
  }
  if (is_possible_) return reader_.Refuse("this clause does not follow");
  GoBackTo(0);
  const Clause added = Add(absl::MakeSpan(clause));
  if (added != kNone) learnt_.push_back(added);
  return true;
}

bool Clauses::Forget(uint64_t count) {
  const std::vector<uint32_t> places = reader_.Ascending(count, learnt_.size());
  if (count == 0 || places.size() < count) {
    return reader_.Refuse("there is no such clause to forget");
  }
  for (const uint32_t place : places) {
    Drop(std::exchange(learnt_[place], kNone));
  }
  allowance_.Work(learnt_.size());
  learnt_.erase(std::remove(learnt_.begin(), learnt_.end(), kNone),
                learnt_.end());
  return true;
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

bool Clauses::Block(uint64_t shared, bool has_cover) {
  if (!ReadDecisions(shared))
    return reader_.Refuse("there are no such decisions");
  GoBackTo(shared);
  while (is_possible_ && levels_.size() < decisions_.size()) {
    Assume(decisions_[levels_.size()]);
  }
  if (has_cover && !(is_possible_ && covered_ == open_items_)) {
    return reader_.Refuse("these options lead to no cover");
  }
  if (!has_cover && is_possible_)
    return reader_.Refuse("these options may have a cover");
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
  block_.clear();
  for (const Literal decision : decisions_) {
    block_.push_back(Negation(decision));
  }
  blocks_.push_back({Add(absl::MakeSpan(block_)), static_cast<size_t>(shared)});
  return true;
}

bool Clauses::Step(uint64_t step) {
  const uint64_t number = step >> internal::kStepBits;
  const uint64_t kind = step & ((1 << internal::kStepBits) - 1);
  if (kind == internal::kLearnStep) return Learn(number);
  if (kind == internal::kForgetStep) return Forget(number);
  return Block(number, kind == internal::kCoverStep);
}

std::optional<uint64_t> Clauses::Run() {
  while (!has_ended_) {
    const bool is_right = Step(reader_.Record(RecordPart::kOther));
    if (!reader_.ok()) reader_.Refuse("");
    if (!is_right || !reader_.ok() || !allowance_.MayGoOn()) {
      return std::nullopt;
    }
    Tidy();
    if (literals_.size() >= kMostLiterals) {
      reader_.Refuse("there are too many clauses");
      return std::nullopt;
    }
  }
  allowance_.GiveBack(memory_);
  return covers_;
}

}  // namespace dlx::checker
