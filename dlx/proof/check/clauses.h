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
#include <string>
#include <vector>

#include "absl/status/statusor.h"
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

  // How many there are, or what is wrong, and that it is where the last step
  // began. An error if the allowance does not suffice, too.
  absl::StatusOr<uint64_t> Run();
  uint64_t record_at() const { return record_at_; }

 private:
  // An option's number among those that fit, twice, plus 1 if it is ruled out.
  using Literal = uint32_t;
  static Literal Negation(Literal literal) { return literal ^ 1; }
  static bool IsChosen(Literal literal) { return literal % 2 == 0; }

  // A use of an item by an option, in a list of one of them: the other one.
  struct Use {
    uint32_t number;
    ColorId color;
  };
  struct Clause {
    size_t begin;
    size_t end;
    bool is_there = true;
  };
  // `other` is one of the clause's literals, too. If it holds, so does the
  // clause.
  struct Watch {
    uint32_t clause;
    Literal other;
  };
  // A clause which says that some decisions are not all taken. At least so many
  // of them, at first, are also those of the block below.
  struct Blocking {
    uint32_t clause;
    size_t shared;
  };

  // The steps. They say what is wrong; nothing if all is well.
  std::string Step(uint64_t step);
  std::string Learn(uint64_t size);
  std::string Forget(uint64_t count);
  std::string Block(uint64_t shared, bool has_cover);
  bool ReadDecisions(uint64_t shared);

  void ListOptions(State& state);
  absl::Span<const Use> UsesOf(uint32_t option) const {
    return absl::MakeConstSpan(uses_).subspan(
        use_starts_[option], use_starts_[option + 1] - use_starts_[option]);
  }
  absl::Span<const Use> OptionsOf(uint32_t item) const {
    return absl::MakeConstSpan(options_).subspan(
        option_starts_[item], option_starts_[item + 1] - option_starts_[item]);
  }

  bool Holds(Literal literal) const { return values_[literal] > 0; }
  bool IsFalse(Literal literal) const { return values_[literal] < 0; }
  // All of these: false at a contradiction. Propagate() ends sooner if the
  // allowance does not suffice, and then nothing that follows counts.
  bool Assign(Literal literal);
  bool Propagate();
  bool RuleOutOthers(uint32_t option);
  bool ChooseLast(uint32_t option);
  bool PropagateClauses(Literal is_false);

  // Notes whether there is a contradiction with what is assumed.
  void Note(bool is_possible) { is_possible_ = is_possible_ && is_possible; }
  // Assumes it, too, and propagates, unless there is a contradiction.
  void Assume(Literal literal);
  // Assumes no more than the first `level` literals that were assumed.
  void GoBackTo(size_t level);
  // How many literals had to be assumed before this one held, or was false.
  size_t LevelOf(Literal literal) const;

  // The clause is watched, after going back as far as it takes to see what
  // follows from it. Returns its number.
  uint32_t Add(absl::Span<const Literal> literals);
  void WatchClause(uint32_t number);
  void Drop(uint32_t number);
  // Puts the clauses that are there together if there are enough others.
  void Tidy();
  static size_t BytesOf(const Clause& clause) {
    return sizeof(Clause) + 2 * sizeof(Watch) +
           (clause.end - clause.begin) * sizeof(Literal);
  }

  uint64_t Number() { return reader_.Number(RecordPart::kOther); }

  const Problem& problem_;
  Reader& reader_;
  Allowance& allowance_;

  // By option that fits: its items, the open ones first; and the other way
  // round. Items have numbers of their own, of which the first are open.
  uint32_t open_items_ = 0;
  std::vector<Use> uses_;
  std::vector<uint32_t> use_starts_ = {0};
  std::vector<Use> options_;
  std::vector<uint32_t> option_starts_;

  // By literal: 1 if it holds, -1 if it is false.
  std::vector<int8_t> values_;
  std::vector<size_t> places_;    // By option: where it is on the trail.
  std::vector<uint32_t> left_;    // By open item: options not ruled out.
  std::vector<uint32_t> chosen_;  // By open item: options chosen.
  uint32_t covered_ = 0;          // How many of these items have one.
  std::vector<Literal> trail_;    // What holds, in the order in which it came.
  size_t propagated_ = 0;         // How many of these are.
  // Where on the trail what follows from each literal begins that is assumed:
  // between steps, the first ones of decisions_.
  std::vector<size_t> levels_;
  bool is_possible_ = true;

  std::vector<Clause> clauses_;
  std::vector<Literal> literals_;  // Of the clauses; the first two are watched.
  size_t gone_ = 0;                // How many are of clauses not there.
  std::vector<std::vector<Watch>> watches_;  // By literal.
  // Those that may be forgotten, of two literals or more, as they came.
  std::vector<uint32_t> learnt_;
  std::vector<Blocking> blocks_;
  std::vector<Literal> decisions_;  // Of the last block.

  bool has_ended_ = false;
  uint64_t covers_ = 0;
  uint64_t record_at_ = 0;
};

}  // namespace dlx::checker

#endif  // DLX_PROOF_CHECK_CLAUSES_H_
