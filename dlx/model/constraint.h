#ifndef DLX_MODEL_CONSTRAINT_H_
#define DLX_MODEL_CONSTRAINT_H_

// What a model does with a constraint: it takes values away, and becomes items
// and options.
//
// Whatever the form, an assignment that satisfies the constraint lets its items
// be covered in one way, and any other assignment in none. So covers are
// solutions, one to one.

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "dlx/id.h"
#include "dlx/model/automaton.h"
#include "dlx/problem.h"

namespace dlx::internal {

// Variables by their numbers.
using Scope = std::vector<uint32_t>;

bool HasRepeated(Scope scope);

// The domains of those variables.
Domains DomainsOf(const Scope& scope, const Domains& domains);

// Where constraints are stated: the builder, and the options that stand for
// values.
class Statement {
 public:
  using OptionOf = absl::FunctionRef<OptionId(uint32_t variable, int value)>;

  // `names` are those of the variables.
  Statement(absl::Span<const std::string> names, const Domains& domains,
            OptionOf option, ProblemBuilder& builder)
      : names_(names), domains_(domains), option_(option), builder_(builder) {}

  absl::Span<const int> values(uint32_t variable) const {
    return domains_[variable];
  }
  ProblemBuilder& builder() { return builder_; }
  // From now on, the option of that value covers the item, too.
  void Cover(ItemId item, uint32_t variable, int value) {
    builder_.AddToOption(option_(variable, value), {item});
  }
  // From now on, the item is covered if the variable has another value than
  // that one. An option says so: where taking forced options rules out the
  // value, it is taken, and what else covers the item is ruled out; and the
  // other way round.
  //
  //   the value        | x!=v
  //   not the value    | x!=v  item ...
  void CoverUnless(ItemId item, uint32_t variable, int value);

 private:
  absl::Span<const std::string> names_;
  const Domains& domains_;
  OptionOf option_;
  ProblemBuilder& builder_;
  // "Not the value", by variable and value.
  std::map<std::pair<uint32_t, int>, OptionId> not_options_;
};

class Constraint {
 public:
  virtual ~Constraint() = default;

  // Drops values that no assignment has which satisfies this constraint; not
  // necessarily all of them.
  virtual void Narrow(Domains& domains) = 0;
  // Items begin with `name`. REQUIRES: Narrow() has seen the domains.
  virtual void State(const std::string& name, Statement& statement) const = 0;
};

// The values spell a path.
class PathConstraint : public Constraint {
 public:
  PathConstraint(Scope scope, LayeredAutomaton automaton)
      : scope_(std::move(scope)), automaton_(std::move(automaton)) {}

  void Narrow(Domains& domains) override;
  void State(const std::string& name, Statement& statement) const override;

 private:
  Scope scope_;
  LayeredAutomaton automaton_;
};

// All values are different. REQUIRES: all variables are.
class DifferentConstraint : public Constraint {
 public:
  explicit DifferentConstraint(Scope scope) : scope_(std::move(scope)) {}

  void Narrow(Domains& domains) override;
  void State(const std::string& name, Statement& statement) const override;

 private:
  Scope scope_;
};

// A set of values, ascending, and the value of another variable that goes with
// it.
struct KeyedSet {
  std::vector<int> values;
  int key = 0;

  friend auto operator<=>(const KeyedSet&, const KeyedSet&) = default;
};

// All values are different, and together they are one of these sets; `key`, if
// there is one, has the key of that set. The variables of each scope in `rests`
// have the values that are not in the set, each of them once.
// REQUIRES: all variables are different, and so are the sets; each has as many
// values as there are variables in the scope. What is said of `rests` follows
// from other constraints.
class SetConstraint : public Constraint {
 public:
  SetConstraint(Scope scope, std::vector<KeyedSet> sets,
                std::vector<Scope> rests,
                std::optional<uint32_t> key = std::nullopt)
      : scope_(std::move(scope)),
        sets_(std::move(sets)),
        rests_(std::move(rests)),
        key_(key) {}

  void Narrow(Domains& domains) override;
  void State(const std::string& name, Statement& statement) const override;

 private:
  // The items that the option of a set covers, by its key.
  std::map<int, ItemId> ChosenItems(const std::string& name,
                                    Statement& statement) const;
  // Adds the items about the value, and for each set those of its option.
  void StateValue(int value, const std::string& name, Statement& statement,
                  std::vector<std::vector<ItemUse>>& uses) const;

  Scope scope_;
  std::vector<KeyedSet> sets_;
  std::vector<Scope> rests_;
  std::optional<uint32_t> key_;
};

// The values of each scope are different, and all scopes have the same ones.
// REQUIRES: the variables of a scope are different.
class SameSetsConstraint : public Constraint {
 public:
  explicit SameSetsConstraint(std::vector<Scope> scopes)
      : scopes_(std::move(scopes)) {}

  void Narrow(Domains& domains) override;
  void State(const std::string& name, Statement& statement) const override;

 private:
  std::vector<Scope> scopes_;
};

// At most one of the variables has the value; another variable is 1 if one has,
// and 0 if none.
// REQUIRES: all variables are different.
class OccursConstraint : public Constraint {
 public:
  OccursConstraint(Scope scope, int value, uint32_t occurs)
      : scope_(std::move(scope)), value_(value), occurs_(occurs) {}

  void Narrow(Domains& domains) override;
  void State(const std::string& name, Statement& statement) const override;

 private:
  Scope scope_;
  int value_;
  uint32_t occurs_;
};

// Exactly one of the cases holds: its selector has its key. Then its value is
// the one that `result` has.
class ElementConstraint : public Constraint {
 public:
  struct Case {
    uint32_t selector;
    int key;
    uint32_t value;
  };
  ElementConstraint(std::vector<Case> cases, uint32_t result)
      : cases_(std::move(cases)), result_(result) {}

  void Narrow(Domains& domains) override;
  void State(const std::string& name, Statement& statement) const override;

 private:
  std::vector<Case> cases_;
  uint32_t result_;
};

// Not one of `values` and, at the same time, one of `other_values`.
// REQUIRES: the variables are different.
class ForbiddenConstraint : public Constraint {
 public:
  struct Side {
    uint32_t variable;
    std::vector<int> values;  // Ascending.
  };
  ForbiddenConstraint(Side one, Side other)
      : one_(std::move(one)), other_(std::move(other)) {}

  void Narrow(Domains& domains) override;
  void State(const std::string& name, Statement& statement) const override;

 private:
  Side one_;
  Side other_;
};

// Two different variables have the same value.
class EqualConstraint : public Constraint {
 public:
  EqualConstraint(uint32_t one, uint32_t other) : one_(one), other_(other) {}

  void Narrow(Domains& domains) override;
  void State(const std::string& name, Statement& statement) const override;

 private:
  uint32_t one_;
  uint32_t other_;
};

}  // namespace dlx::internal

#endif  // DLX_MODEL_CONSTRAINT_H_
