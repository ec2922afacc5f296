#ifndef DLX_MODEL_MODEL_H_
#define DLX_MODEL_MODEL_H_

// Variables with finitely many values, and constraints on them, as an exact
// cover problem.
//
// Each value of each variable is an option; a constraint is items for those
// options, and options of its own. Covers and solutions are one to one, so
// counts, samples, diagrams and certificates of covers are those of solutions.
//
// Example: three numbers from 1 to 9 that rise and whose sum is 10.
//
//   dlx::Model model;
//   std::vector<dlx::Variable> numbers;
//   for (const char* name : {"a", "b", "c"}) {
//     numbers.push_back(model.AddVariable(name, dlx::ValuesFrom(1, 9)));
//   }
//   model.AddAutomaton(numbers, {.step = [](size_t, int64_t last, int value) {
//     return value > last ? std::optional<int64_t>(value) : std::nullopt;
//   }});
//   model.AddSum(numbers, 10);
//   absl::StatusOr<dlx::ModelProblem> made = model.Build();
//   absl::StatusOr<dlx::Search> search = dlx::Search::Create(made->problem());
//   for (const dlx::Solution& cover : *search) {
//     std::vector<int> values = made->Values(cover.options);  // 1 2 7, ...
//   }
//
// The words for a constraint ("cage 3") can be given; the names of its items
// begin with them. Without, it is "constraint_1" and so on.

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/base/string_view.h"
#include "dlx/id.h"
#include "dlx/model/automaton.h"
#include "dlx/problem.h"

namespace dlx {

namespace internal {
class Constraint;
}

// The number of a variable of a model, from 0 in the order of AddVariable().
enum class Variable : uint32_t {};

// first, first + 1, ..., last.
[[nodiscard]] std::vector<int> ValuesFrom(int first, int last);

struct ModelOptions {
  // How many steps the automaton of one constraint may have.
  size_t most_steps = 1'000'000;
};

// A problem, and what its covers mean.
//
// Immutable. Any number of threads may use one ModelProblem at the same time.
class ModelProblem {
 public:
  ModelProblem(Problem problem,
               std::vector<std::pair<Variable, int>> value_of_option,
               size_t variable_count)
      : problem_(std::move(problem)),
        value_of_option_(std::move(value_of_option)),
        variable_count_(variable_count) {}

  const Problem& problem() const { return problem_; }
  // The value of each variable in a cover.
  [[nodiscard]] std::vector<int> Values(absl::Span<const OptionId> cover) const;

 private:
  Problem problem_;
  // Of the first options: those of values.
  std::vector<std::pair<Variable, int>> value_of_option_;
  size_t variable_count_;
};

// Collects variables and constraints.
//
// Nothing is reported until the end: after the first mistake the model ignores
// what it is given, and Build() returns the sentence that describes the
// mistake. Variables that a constraint must not have twice, values that occur
// twice in a domain, variables that are of no model, lists of different length
// and automata with too many steps are mistakes. A variable or a constraint
// without any possibility is none: there are then no covers.
class Model {
 public:
  using Variables = absl::Span<const Variable>;

  explicit Model(ModelOptions options = {});
  Model(Model&&) noexcept;
  Model& operator=(Model&&) noexcept;
  ~Model();

  Variable AddVariable(StringView name, absl::Span<const int> values);
  size_t variable_count() const { return domains_.size(); }

  // The values are a path of the automaton. A variable may occur repeatedly.
  void AddAutomaton(Variables variables, const Automaton& automaton,
                    StringView name = "");
  // The values are one of these tuples, which may be repeated.
  void AddTable(Variables variables, absl::Span<const std::vector<int>> tuples,
                StringView name = "");
  // Not one of `values` and, at the same time, one of `other_values`.
  void AddForbidden(Variable variable, absl::Span<const int> values,
                    Variable other, absl::Span<const int> other_values,
                    StringView name = "");
  // No two of the variables have the same value; none may occur twice.
  void AddAllDifferent(Variables variables, StringView name = "");
  // The caller says so elsewhere, where options of values are those of a
  // problem (AddTo()). Constraints that are added later make use of it.
  void AssumeAllDifferent(Variables variables);
  // No two of them have the same value, and together the values are one of
  // these sets: "different, and with the sum 10" by its ten sets is found much
  // faster than by AddAllDifferent() and AddSum(). No variable may occur twice.
  void AddOneOfSets(Variables variables, std::vector<std::vector<int>> sets,
                    StringView name = "");
  // No two of them have the same value, and `sum` is the sum of the values.
  // Neither may occur twice.
  void AddSumOfDifferent(Variables variables, Variable sum,
                         StringView name = "");
  // At most one of the variables has the value; `occurs` is 1 if one has, and 0
  // if none. No variable may occur twice.
  void AddOccurs(Variables variables, int value, Variable occurs,
                 StringView name = "");
  // The values of each list are different, and all lists have the same ones.
  // Within a list, no variable may occur twice.
  void AddSameSets(absl::Span<const std::vector<Variable>> lists,
                   StringView name = "");
  // Exactly one of the cases holds, that is, its selector has its key; and
  // `result` has the value of that case's variable.
  struct Case {
    Variable selector;
    int key;
    Variable value;
  };
  void AddElement(absl::Span<const Case> cases, Variable result,
                  StringView name = "");
  void AddEqual(Variable one, Variable other, StringView name = "");
  // The sum of the values, each times its factor (1 if there are none), is
  // `total`. A variable may occur repeatedly.
  void AddSum(Variables variables, int64_t total,
              absl::Span<const int> factors = {}, StringView name = "");
  // At least `low` and at most `high` of the variables have one of `values`.
  // (This is an automaton: few engines know multiplicities.)
  void AddCount(Variables variables, absl::Span<const int> values, size_t low,
                size_t high, StringView name = "");
  // The first list comes before the second in lexicographic order, or is equal.
  void AddLex(Variables first, Variables second, StringView name = "");

  // OK, or a sentence about the first bad call.
  const absl::Status& status() const { return status_; }

  // Drops values that some constraint has no room for, until there are none.
  // (So do Build() and AddTo().)
  void Narrow();
  // What is left for a variable, ascending.
  absl::Span<const int> values(Variable variable) const {
    return domains_[static_cast<uint32_t>(variable)];
  }

  // The problem, whose first items are the variables.
  [[nodiscard]] absl::StatusOr<ModelProblem> Build();
  // Adds the constraints to a problem that has options for the values()
  // already, and for no others. A variable has one value because these share a
  // primary item there. `option` is called for values() only.
  absl::Status AddTo(ProblemBuilder& builder,
                     absl::FunctionRef<OptionId(Variable, int)> option);

 private:
  using Scope = std::vector<uint32_t>;

  // The numbers of variables. Notes the mistake if one is of no model, or
  // `once` and twice among them.
  Scope ScopeOf(Variables variables, bool once, StringView name);
  // The same, where `other`, which is not in it, may not be one of them either.
  Scope ScopeBeside(Variables variables, Variable other, StringView name);
  // What is left of variables that are all different, have each of their
  // values, and include these.
  std::vector<Scope> RestsOf(const Scope& scope) const;
  void Fail(StringView name, StringView what);
  std::string NameOf(StringView name) const;
  void Add(std::unique_ptr<internal::Constraint> constraint, StringView name);

  struct NamedConstraint {
    std::string name;
    std::unique_ptr<internal::Constraint> constraint;
  };

  ModelOptions options_;
  absl::Status status_;
  std::vector<std::string> names_;
  internal::Domains domains_;
  // Variables that are all different, and as many as they have values.
  std::vector<Scope> permutations_;
  std::vector<NamedConstraint> constraints_;
  // No constraint has come since Narrow().
  bool is_narrow_ = false;
};

}  // namespace dlx

#endif  // DLX_MODEL_MODEL_H_
