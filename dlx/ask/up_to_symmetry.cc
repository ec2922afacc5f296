// Counting classes of covers by Burnside's lemma.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "dlx/ask/symmetry.h"
#include "dlx/ask/symmetry/conjugacy.h"
#include "dlx/ask/symmetry/division.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/ask/symmetry/quotient.h"
#include "dlx/ask/symmetry_data.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {
namespace {

using ::dlx::internal::ElementClass;
using ::dlx::internal::PermutationGroup;
using ::dlx::internal::ProblemGraph;
using ::dlx::internal::Quotient;
using ::dlx::internal::QuotientCounter;

absl::Status CheckQuestion(const SearchOptions& options,
                           const std::vector<OptionId>& givens) {
  if (options.givens != givens) {
    return absl::InvalidArgumentError(
        "the symmetries were found for other givens");
  }
  if (options.limits.solutions != kUnlimited) {
    return absl::InvalidArgumentError(
        "covers are counted up to symmetry without a limit on their number");
  }
  if (!options.item_order.empty()) {
    return absl::InvalidArgumentError(
        "an order of the items is none for covers up to symmetry");
  }
  return absl::OkStatus();
}

// Counts what one symmetry after the other leaves as it is.
class ClassCounter {
 public:
  ClassCounter(const ProblemGraph& graph, SearchOptions options,
               QuotientCounter count, const LimitWatch& watch)
      : graph_(graph),
        options_(std::move(options)),
        count_(count),
        watch_(watch),
        start_(watch.Now()) {
    result_.summary.outcome = Outcome::kExhausted;
  }

  // The order is the product of these divisors.
  absl::StatusOr<ClassCount> Count(const std::vector<ElementClass>& classes,
                                   absl::Span<const uint64_t> order) {
    Natural sum = 0;
    for (const ElementClass& some : classes) {
      fraction_ahead_ =
          result_.kinds == 0 && classes.size() > 1 ? 0.5 : 1.0 - fraction_done_;
      if (result_.kinds > 0) {
        fraction_ahead_ /= static_cast<double>(classes.size() - result_.kinds);
      }
      absl::StatusOr<Natural> fixed = CountFixed(some.representative);
      if (!fixed.ok()) return fixed.status();
      if (result_.kinds++ == 0) result_.covers = *fixed;
      fraction_done_ += fraction_ahead_;
      sum += *fixed * some.size;
      if (result_.summary.outcome != Outcome::kExhausted) break;
    }
    internal::Division mean = internal::Divide(std::move(sum), order);
    if (!mean.is_exact && result_.summary.outcome == Outcome::kExhausted) {
      return absl::InternalError(
          "the covers that symmetries leave as they are have no whole mean");
    }
    result_.classes = std::move(mean.quotient);
    return std::move(result_);
  }

 private:
  absl::StatusOr<Natural> CountFixed(const internal::Permutation& symmetry) {
    absl::StatusOr<Quotient> quotient =
        internal::MakeQuotient(graph_, symmetry);
    if (!quotient.ok()) return quotient.status();
    if (quotient->has_no_cover) return Natural(0);
    SearchOptions options = options_;
    options.givens = quotient->givens;
    const absl::StatusOr<Limits> left = LimitsLeft();
    if (!left.ok()) return Natural(0);
    options.limits = *left;
    if (options_.on_progress != nullptr) {
      options.on_progress = [this](const Progress& progress) {
        Report(progress);
      };
    }
    absl::StatusOr<CountResult> count =
        count_(symmetry, quotient->problem, options);
    if (!count.ok()) return count.status();
    result_.summary.statistics.Add(count->summary.statistics);
    result_.summary.engine = std::move(count->summary.engine);
    result_.summary.outcome = count->summary.outcome;
    return std::move(count->count);
  }

  // What is left of them; an error, and the outcome, if nothing is.
  absl::StatusOr<Limits> LimitsLeft() {
    const uint64_t nodes = result_.summary.statistics.nodes;
    const Outcome outcome = watch_.Check(nodes);
    if (outcome != Outcome::kRunning) {
      result_.summary.outcome = outcome;
      return absl::DeadlineExceededError("");
    }
    Limits limits = options_.limits;
    if (limits.nodes != kUnlimited) limits.nodes -= nodes;
    if (watch_.has_deadline()) limits.time -= watch_.Now() - start_;
    return limits;
  }

  void Report(Progress progress) {
    progress.fraction_done =
        fraction_done_ + fraction_ahead_ * progress.fraction_done;
    progress.nodes += result_.summary.statistics.nodes;
    if (result_.kinds > 0) progress.solutions = result_.covers;
    // These are of another problem.
    progress.path.clear();
    progress.layers.reset();
    options_.on_progress(progress);
  }

  const ProblemGraph& graph_;
  const SearchOptions options_;
  const QuotientCounter count_;
  const LimitWatch& watch_;
  const absl::Duration start_;
  ClassCount result_;
  // Of all counts; and the part of the one at hand. The first one, of all
  // covers, has half.
  double fraction_done_ = 0;
  double fraction_ahead_ = 0;
};

// By a look at each element.
absl::StatusOr<std::vector<ElementClass>> ClassesOfAll(
    const SymmetryGroup::Data& data, const LimitWatch& watch,
    size_t memory_limit) {
  if (data.automorphisms.order > kMostSymmetries) {
    return absl::UnimplementedError(
        absl::StrCat("there are ", data.automorphisms.order.ToString(),
                     " symmetries, and their classes were not found: there can "
                     "be up to ",
                     kMostSymmetries));
  }
  const absl::StatusOr<PermutationGroup> permutations =
      PermutationGroup::Generate(data.graph.graph().size(),
                                 data.automorphisms.generators, watch,
                                 memory_limit);
  if (!permutations.ok()) return permutations.status();
  if (permutations->order() != data.automorphisms.order) {
    return absl::InternalError(absl::StrCat(
        "the symmetries make a group of ", permutations->order().ToString(),
        " elements, but should make one of ",
        data.automorphisms.order.ToString()));
  }
  return permutations->Classes(watch, memory_limit);
}

// Nothing if each element can be looked at, or they were not found.
absl::StatusOr<std::optional<std::vector<ElementClass>>> ClassesOfMany(
    const SymmetryGroup::Data& data, const LimitWatch& watch,
    size_t memory_limit) {
  if (!data.has_all || data.automorphisms.order <= kMostSymmetries) {
    return std::nullopt;
  }
  return internal::FindClasses(
      data.graph.graph(), data.graph.option_vertices(), data.automorphisms,
      [&watch](uint64_t partitions) {
        return internal::CheckLimits(watch, partitions);
      },
      memory_limit);
}

}  // namespace

absl::StatusOr<ClassCount> internal::CountClasses(const SymmetryGroup& group,
                                                  SearchOptions options,
                                                  QuotientCounter count) {
  const SymmetryGroup::Data& data = group.data();
  absl::Status status = CheckQuestion(options, data.givens);
  if (!status.ok()) return status;
  status = CheckEqualOptions(data.graph);
  if (!status.ok()) return status;
  const LimitWatch watch(options.limits);
  absl::StatusOr<std::optional<std::vector<ElementClass>>> found =
      ClassesOfMany(data, watch, options.memory_limit);
  if (!found.ok()) return found.status();
  if (found->has_value()) {
    return ClassCounter(data.graph, std::move(options), count, watch)
        .Count(**found, data.automorphisms.orbit_lengths);
  }
  const absl::StatusOr<std::vector<ElementClass>> classes =
      ClassesOfAll(data, watch, options.memory_limit);
  if (!classes.ok()) return classes.status();
  const auto order = static_cast<uint64_t>(group.order().ToUint128());
  return ClassCounter(data.graph, std::move(options), count, watch)
      .Count(*classes, {order});
}

absl::StatusOr<ClassCount> CountUpToSymmetry(const SymmetryGroup& group,
                                             SearchOptions options,
                                             Parallelism parallelism) {
  return internal::CountClasses(
      group, std::move(options),
      [parallelism](const internal::Permutation&, const Problem& quotient,
                    const SearchOptions& its_options) {
        return CountInParallel(quotient, its_options, parallelism);
      });
}

absl::StatusOr<ClassCount> CountUpToSymmetry(const Problem& problem,
                                             SearchOptions options,
                                             Parallelism parallelism) {
  const LimitWatch watch(options.limits);
  const absl::Duration start = watch.Now();
  const absl::StatusOr<SymmetryGroup> group =
      FindSymmetries(problem, {.givens = options.givens,
                               .limits = options.limits,
                               .memory_limit = options.memory_limit});
  if (!group.ok()) return group.status();
  if (watch.has_deadline()) options.limits.time -= watch.Now() - start;
  return CountUpToSymmetry(*group, std::move(options), parallelism);
}

}  // namespace dlx
