// Counts the covers of a state by clauses, as searches do that learn.
//
// A *literal* says of an option that it is chosen, or that it is ruled out; a
// *clause*, that one of its literals holds. The certificate tells clauses and
// covers, one after the other, until nothing can be left. Whatever it tells,
// there are always these two facts:
//
//   1. each cover that was not counted satisfies all clauses that are there;
//   2. each cover that was counted violates one of those that *block*.
//
// What follows from literals that are assumed is found by *propagation*:
//
//   * if an option is chosen, those that clash with it are ruled out;
//   * if all options of an open item but one are ruled out, that one is chosen;
//   * if all literals of a clause but one are false, that one holds.
//
// If that ends in a contradiction, no cover that satisfies the clauses has the
// literals that were assumed. So a clause may be added if the negations of its
// literals end in one: by (1) it is satisfied by what is not counted. A cover
// is told by options that are assumed, so many that propagation decides about
// all options. It satisfies all clauses, so by (2) it is a new one, and it is
// the only one with these options that is not counted; so a clause which says
// that they are not all chosen may block. Clauses that were learnt may be
// forgotten, and those that block if another one blocks what they do. When the
// empty clause is added, nothing is left that is not counted.
//
// (Goldberg, Novikov: Verification of proofs of unsatisfiability for CNF
// formulas, 2003.)

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "dlx/proof/check/records.h"
#include "dlx/proof/format.h"

namespace dlx::checker {
namespace {

// Twice an option, and 1 more if it is ruled out.
using Literal = uint32_t;
Literal Negation(Literal literal) { return literal ^ 1; }
bool IsChosen(Literal literal) { return literal % 2 == 0; }

// How many literals, two or more, and these; the first two are watched. Nothing
// instead of a clause of fewer, as what it says is known for good.
using Clause = std::unique_ptr<Literal[]>;
absl::Span<Literal> LiteralsOf(Literal* clause) {
  return {clause + 1, *clause};
}

// By a literal of a clause, of which `other` is another one: if that holds, so
// does the clause.
struct Watch {
  Literal* clause;
  Literal other;
};

size_t BytesOf(size_t literals) {
  return 2 * sizeof(Watch) + (literals + 1) * sizeof(Literal);
}

class ClauseChecker {
 public:
  ClauseChecker(State& state, Reader& reader, Allowance& allowance)
      : state_(state), reader_(reader), allowance_(allowance) {
    const Problem& problem = state.problem();
    allowance_.Work(problem.use_count());
    values_.resize(2 * problem.option_count());
    watches_.resize(2 * problem.option_count());
    places_.resize(problem.option_count());
    not_out_.resize(state.size());
    left_.assign(problem.item_count(), kCovered);
    const std::vector<ItemId> open = state.OpenItems();
    for (const ItemId item : open) left_[item.value()] = 0;
    for (const uint32_t option : fitting_) {
      const auto [place, bit] = state.BitOf(option);
      not_out_[place] |= bit;
      for (const ItemUse& use : UsesOf(option)) ++left_[use.item.value()];
    }
    for (const ItemId item : open) {
      const uint64_t left = left_[item.value()];
      if (left < 2) Note(left == 1 && ChooseLast(item));
    }
    Note(is_possible_ && Propagate());
  }

  std::optional<Natural> Run() {
    const size_t memory = allowance_.memory();
    while (!has_ended_) {
      const uint64_t step = reader_.OtherRecord();
      const bool is_right = Step(step >> internal::kStepBits,
                                 step & ((1 << internal::kStepBits) - 1));
      if (!reader_.ok()) reader_.Refuse("");
      if (!is_right || !reader_.ok() || !allowance_.MayGoOn()) {
        return std::nullopt;
      }
    }
    allowance_.GiveBack(allowance_.memory() - memory);
    return covers_;
  }

 private:
  // A clause which says that some decisions are not all taken. At least so many
  // of them, at first, are also those of the block below.
  struct Blocking {
    Clause clause;
    uint64_t shared;
  };

  absl::Span<const ItemUse> UsesOf(uint32_t option) const {
    return state_.problem().option(OptionId(option));
  }
  bool Holds(Literal literal) const { return values_[literal] == kTrue; }
  bool IsFalse(Literal literal) const { return values_[literal] == kFalse; }

  // ------------------------------------------------------------ propagation
  //
  // These return false at a contradiction.

  bool Assign(Literal literal) {
    if (values_[literal] != kOpen) return Holds(literal);
    const uint32_t option = literal / 2;
    values_[literal] = kTrue;
    values_[Negation(literal)] = kFalse;
    places_[option] = trail_.size();
    trail_.push_back(literal);
    if (!IsChosen(literal)) {
      const auto [place, bit] = state_.BitOf(option);
      not_out_[place] &= ~bit;
    }
    bool is_possible = true;
    for (const ItemUse& use : UsesOf(option)) {
      uint64_t& left = left_[use.item.value()];
      left = IsChosen(literal) ? left + kCovered : left - 1;
      if (left > 1) continue;
      is_possible = left == 1 && ChooseLast(use.item) && is_possible;
    }
    return is_possible;
  }

  bool ChooseLast(ItemId item) {
    const Bits* last = state_.OptionsOf(item).begin();
    while ((not_out_[last->place] & last->bits) == 0) ++last;
    return Assign(2 * (state_.OptionAt(last->place) +
                       LowestBit(not_out_[last->place] & last->bits)));
  }

  // Ends sooner if the allowance does not suffice: then nothing that follows
  // counts.
  bool Propagate() {
    while (propagated_ < trail_.size() && allowance_.MayGoOn(1)) {
      const Literal literal = trail_[propagated_++];
      if (IsChosen(literal) && !RuleOutOthers(literal / 2)) return false;
      if (!PropagateClauses(Negation(literal))) return false;
    }
    return true;
  }

  bool RuleOutOthers(uint32_t option) {
    bool is_possible = true;
    const auto [own_place, own_bit] = state_.BitOf(option);
    not_out_[own_place] ^= own_bit;
    for (const ItemUse& use : UsesOf(option)) {
      allowance_.Work(state_.OptionsOf(use.item).size());
      for (const auto [place, all] : state_.OptionsOf(use.item)) {
        uint64_t bits = all & not_out_[place];
        for (; bits != 0 && is_possible; bits &= bits - 1) {
          const uint32_t other = state_.OptionAt(place) + LowestBit(bits);
          if (use.color != kNoColor && absl::c_count(UsesOf(other), use) > 0) {
            continue;
          }
          is_possible = Assign(2 * other + 1);
        }
      }
    }
    not_out_[own_place] ^= own_bit;
    return is_possible;
  }

  bool PropagateClauses(Literal is_false) {
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

  // Notes whether there is a contradiction with what is assumed.
  void Note(bool is_possible) { is_possible_ = is_possible_ && is_possible; }
  // Assumes it, too, and propagates, unless there is a contradiction.
  void Assume(Literal literal) {
    if (!is_possible_) return;
    levels_.push_back(trail_.size());
    Note(Assign(literal) && Propagate());
  }
  // Assumes no more than the first `level` literals that were assumed.
  void GoBackTo(size_t level) {
    if (level >= levels_.size()) return;  // As it is if there are no levels.
    for (; trail_.size() > levels_[level]; trail_.pop_back()) {
      const Literal literal = trail_.back();
      const uint32_t option = literal / 2;
      values_[literal] = values_[Negation(literal)] = kOpen;
      if (!IsChosen(literal)) {
        const auto [place, bit] = state_.BitOf(option);
        not_out_[place] |= bit;
      }
      for (const ItemUse& use : UsesOf(option)) {
        uint64_t& left = left_[use.item.value()];
        left = IsChosen(literal) ? left - kCovered : left + 1;
      }
    }
    propagated_ = trail_.size();
    levels_.resize(level);
    is_possible_ = true;
  }

  // ---------------------------------------------------------------- clauses

  // Adds a clause, after going back as far as it takes to see what follows from
  // it: it does so on the level of the last but one of its literals to become
  // false. Puts the literals in another order.
  Clause Add(absl::Span<Literal> literals) {
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
    Clause clause;
    size_t level = 0;
    if (size > 1) {
      clause = std::make_unique<Literal[]>(size + 1);
      clause[0] = static_cast<Literal>(size);
      absl::c_copy(literals, &clause[1]);
      watches_[literals[0]].push_back({clause.get(), literals[1]});
      watches_[literals[1]].push_back({clause.get(), literals[0]});
      allowance_.Take(BytesOf(size));
      if (!IsFalse(literals[1])) return clause;
      level = static_cast<size_t>(
          absl::c_upper_bound(levels_, places_[literals[1] / 2]) -
          levels_.begin());
    }
    GoBackTo(level);
    Note(size > 0 && Assign(literals[0]) && Propagate());
    return clause;
  }

  void Drop(Clause clause) {
    if (clause == nullptr) return;
    const absl::Span<const Literal> literals = LiteralsOf(clause.get());
    for (const Literal literal : literals.first(2)) {
      std::vector<Watch>& watches = watches_[literal];
      const auto watch =
          std::find_if(watches.rbegin(), watches.rend(),
                       [&](Watch one) { return one.clause == clause.get(); });
      allowance_.Work(static_cast<uint64_t>(watch - watches.rbegin()));
      *watch = watches.back();
      watches.pop_back();
    }
    allowance_.GiveBack(BytesOf(literals.size()));
  }

  // ------------------------------------------------------------------ steps
  //
  // False if one is wrong, which the reader then refuses.

  bool Step(uint64_t number, uint64_t kind) {
    if (kind == internal::kLearnStep) return Learn(number);
    if (kind == internal::kForgetStep) return Forget(number);
    return Block(number, kind == internal::kCoverStep);
  }

  bool Learn(uint64_t size) {
    std::vector<Literal> clause = reader_.Ascending(size, 2 * fitting_.size());
    if (clause.size() < size) return reader_.Refuse("there is no such literal");
    for (Literal& literal : clause) {
      literal = 2 * fitting_[literal / 2] + literal % 2;
    }
    GoBackTo(0);
    for (const Literal literal : clause) {
      if (!IsFalse(literal)) Assume(Negation(literal));
    }
    if (is_possible_) return reader_.Refuse("this clause does not follow");
    GoBackTo(0);
    Clause added = Add(absl::MakeSpan(clause));
    if (added != nullptr) learnt_.push_back(std::move(added));
    return true;
  }

  bool Forget(uint64_t count) {
    const std::vector<uint32_t> places =
        reader_.Ascending(count, learnt_.size());
    if (count == 0 || places.size() < count) {
      return reader_.Refuse("there is no such clause to forget");
    }
    for (const uint32_t place : places) Drop(std::move(learnt_[place]));
    allowance_.Work(learnt_.size());
    learnt_.erase(std::remove(learnt_.begin(), learnt_.end(), nullptr),
                  learnt_.end());
    return true;
  }

  // Those of the last block, so many of them, and others.
  bool ReadDecisions(uint64_t shared) {
    const uint64_t others = reader_.OtherNumber();
    if (shared > decisions_.size() || others > fitting_.size()) return false;
    decisions_.resize(shared);
    for (uint64_t i = 0; i < others; ++i) {
      const uint64_t option = reader_.OtherNumber();
      if (!reader_.ok() || option >= fitting_.size()) return false;
      decisions_.push_back(2 * fitting_[option]);
    }
    return true;
  }

  bool Block(uint64_t shared, bool has_cover) {
    if (!ReadDecisions(shared)) {
      return reader_.Refuse("there are no such decisions");
    }
    GoBackTo(shared);
    while (is_possible_ && levels_.size() < decisions_.size()) {
      Assume(decisions_[levels_.size()]);
    }
    if (has_cover && !(is_possible_ && trail_.size() == fitting_.size())) {
      return reader_.Refuse("these options lead to no cover");
    }
    if (!has_cover && is_possible_) {
      return reader_.Refuse("these options may have a cover");
    }
    covers_ += has_cover;
    has_ended_ = !has_cover && decisions_.empty();
    // What begins with these decisions is blocked by them.
    for (bool is_blocked = shared == decisions_.size();
         is_blocked && !blocks_.empty(); blocks_.pop_back()) {
      Drop(std::move(blocks_.back().clause));
      is_blocked = blocks_.back().shared >= shared;
      shared = std::min<uint64_t>(shared, blocks_.back().shared);
    }
    block_ = decisions_;
    for (Literal& literal : block_) literal = Negation(literal);
    blocks_.push_back({Add(absl::MakeSpan(block_)), shared});
    return true;
  }

  State& state_;  // Stays as it is.
  Reader& reader_;
  Allowance& allowance_;
  const std::vector<uint32_t> fitting_ = state_.Fitting();

  enum Value : uint8_t { kOpen, kTrue, kFalse };
  std::vector<Value> values_;      // By literal.
  std::vector<uint64_t> not_out_;  // As a state: the options not ruled out.
  // By item: options not ruled out, and kCovered for each that is chosen, and
  // if it need not be covered.
  static constexpr uint64_t kCovered = uint64_t{1} << 32;
  std::vector<uint64_t> left_;
  std::vector<Literal> trail_;  // What holds, in the order in which it came.
  std::vector<size_t> places_;  // By option: where it is, or was last, there.
  size_t propagated_ = 0;       // Of the trail: what follows is on it, too.
  // Where on the trail what follows from each literal begins that is assumed:
  // between steps, the first ones of decisions_.
  std::vector<size_t> levels_;
  bool is_possible_ = true;

  std::vector<std::vector<Watch>> watches_;  // By literal.
  // Those that may be forgotten, as they came.
  std::vector<Clause> learnt_;
  std::vector<Blocking> blocks_;
  std::vector<Literal> decisions_;  // Of the last block.
  std::vector<Literal> block_;      // Its clause.
  bool has_ended_ = false;
  uint64_t covers_ = 0;
};

}  // namespace

std::optional<Natural> CountByClauses(State& state, Reader& reader,
                                      Allowance& allowance) {
  return ClauseChecker(state, reader, allowance).Run();
}

}  // namespace dlx::checker
