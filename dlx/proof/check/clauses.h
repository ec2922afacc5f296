#ifndef DLX_PROOF_CHECK_CLAUSES_H_
#define DLX_PROOF_CHECK_CLAUSES_H_

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
// is told by options that are assumed, so many that propagation chooses all of
// it. It satisfies all clauses, so by (2) it is a new one, and it is the only
// one with these options that is not counted; so a clause which says that they
// are not all chosen may block. Clauses that were learnt may be forgotten, and
// those that block if another one blocks what they do. When the empty clause is
// added, nothing is left that is not counted.
//
// (Goldberg, Novikov: Verification of proofs of unsatisfiability for CNF
// formulas, 2003.)

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "dlx/problem.h"
#include "dlx/proof/check/allowance.h"
#include "dlx/proof/check/reader.h"
#include "dlx/proof/check/state.h"

namespace dlx::checker {

class Clauses {
 public:
  // Of the covers of the state, which stays as it is. The reader is behind the
  // record that says that clauses follow. REQUIRES: there are no
  // multiplicities.
  Clauses(const Problem& problem, State& state, Reader& reader,
          Allowance& allowance);

  // How many there are; nothing if the reader has refused something, or the
  // allowance does not suffice.
  std::optional<uint64_t> Run();

 private:
  // An option's number among those that fit, twice, plus 1 if it is ruled out.
  using Literal = uint32_t;
  static Literal Negation(Literal literal) { return literal ^ 1; }
  static bool IsChosen(Literal literal) { return literal % 2 == 0; }

  // A use of an item by an option.
  struct Use {
    uint32_t item;
    ColorId color;
  };
  // Where in literals_ a clause of two literals or more begins; kNone is for
  // others, as what they say is known for good.
  using Clause = uint32_t;
  static constexpr Clause kNone = 0;
  // `other` is one of the clause's literals, too. If it holds, so does the
  // clause.
  struct Watch {
    Clause clause;
    Literal other;
  };
  // A clause which says that some decisions are not all taken. At least so many
  // of them, at first, are also those of the block below.
  struct Blocking {
    Clause clause;
    size_t shared;
  };

  // The steps. False if one is wrong, which the reader then refuses.
  bool Step(uint64_t step);
  bool Learn(uint64_t size);
  bool Forget(uint64_t count);
  bool Block(uint64_t shared, bool has_cover);
  bool ReadDecisions(uint64_t shared);

  void ListOptions(State& state);
  absl::Span<const Use> UsesOf(uint32_t option) const {
    return absl::MakeConstSpan(uses_).subspan(
        use_starts_[option], use_starts_[option + 1] - use_starts_[option]);
  }
  bool IsOpen(uint32_t item) const { return item < open_items_; }
  absl::Span<Literal> LiteralsOf(Clause clause) {
    return {&literals_[clause], literals_[clause - 1]};
  }

  bool Holds(Literal literal) const { return values_[literal] == kTrue; }
  bool IsFalse(Literal literal) const { return values_[literal] == kFalse; }
  // All of these: false at a contradiction. Propagate() ends sooner if the
  // allowance does not suffice, and then nothing that follows counts.
  bool Assign(Literal literal);
  bool RuleOut(uint32_t option);
  bool ChooseLast(uint32_t item);
  bool Propagate();
  bool RuleOutOthers(uint32_t option);
  bool PropagateClauses(Literal is_false);

  // Notes whether there is a contradiction with what is assumed.
  void Note(bool is_possible) { is_possible_ = is_possible_ && is_possible; }
  // Assumes it, too, and propagates, unless there is a contradiction.
  void Assume(Literal literal);
  // Assumes no more than the first `level` literals that were assumed.
  void GoBackTo(size_t level);

  // Adds a clause, after going back as far as it takes to see what follows from
  // it. Puts the literals in another order.
  Clause Add(absl::Span<Literal> literals);
  Clause Store(absl::Span<const Literal> literals);
  void Drop(Clause clause);
  // Puts the clauses that are there together if there are enough others.
  void Tidy();
  static size_t BytesOf(size_t literals) {
    return 2 * sizeof(Watch) + (literals + 1) * sizeof(Literal);
  }

  uint64_t Number() { return reader_.Number(RecordPart::kOther); }

  const Problem& problem_;
  Reader& reader_;
  Allowance& allowance_;

  // By option that fits: its items. These have numbers of their own, of which
  // the first are open, and the others secondary.
  uint32_t open_items_ = 0;
  std::vector<Use> uses_;
  std::vector<uint32_t> use_starts_ = {0};
  // By item: its options, as bits of words of not_out_.
  std::vector<std::vector<Bits>> options_;
  std::vector<Bits> others_;  // In RuleOutOthers() only.

  enum Value : uint8_t { kOpen, kTrue, kFalse };
  std::vector<Value> values_;      // By literal.
  std::vector<uint64_t> not_out_;  // A bit for each option not ruled out.
  // By item: options not ruled out, and kCovered for each that is chosen, and
  // if it need not be covered.
  static constexpr uint64_t kCovered = uint64_t{1} << 32;
  std::vector<uint64_t> left_;
  uint64_t covered_ = 0;        // How many open items have an option.
  std::vector<Literal> trail_;  // What holds, in the order in which it came.
  std::vector<size_t> places_;  // By option: where it is, or was last, there.
  // How many of the trail options are ruled out for, and clauses looked at.
  size_t propagated_ = 0;
  size_t clauses_propagated_ = 0;
  // Where on the trail what follows from each literal begins that is assumed:
  // between steps, the first ones of decisions_.
  std::vector<size_t> levels_;
  bool is_possible_ = true;

  // Of the clauses, behind how many each has; its first two are watched.
  static constexpr size_t kMostLiterals = size_t{1} << 31;
  std::vector<Literal> literals_;
  size_t gone_ = 0;    // How many of these are of no clause any more.
  size_t memory_ = 0;  // Of the clauses.
  std::vector<std::vector<Watch>> watches_;  // By literal.
  // Those that may be forgotten, as they came.
  std::vector<Clause> learnt_;
  std::vector<Blocking> blocks_;
  std::vector<Literal> decisions_;  // Of the last block.
  std::vector<Literal> block_;      // Its clause.

  bool has_ended_ = false;
  uint64_t covers_ = 0;
};

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_CLAUSES_H_
