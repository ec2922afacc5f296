// Counting classes of covers by Burnside's lemma.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/ask/symmetry.h"
#include "dlx/ask/symmetry/conjugacy.h"
#include "dlx/ask/symmetry/division.h"
#include "dlx/ask/symmetry/factor_classes.h"
#include "dlx/ask/symmetry/factors.h"
#include "dlx/ask/symmetry/find_factors.h"
#include "dlx/ask/symmetry/permutation_group.h"
#include "dlx/ask/symmetry/quotient.h"
#include "dlx/ask/symmetry_data.h"
#include "dlx/schedule/limit_watch.h"

namespace dlx {
namespace {

using ::dlx::internal::ElementClass;
using ::dlx::internal::Permutation;
using ::dlx::internal::PermutationGroup;
using ::dlx::internal::ProblemGraph;
using ::dlx::internal::Quotient;
using ::dlx::internal::QuotientCounter;
using ::dlx::internal::SymmetryKinds;

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

  absl::StatusOr<ClassCount> Count(const SymmetryKinds& kinds) {
    kinds_left_ = kinds.of_rest.size() * kinds.of_factors.size();
    absl::Status status;
    for (const ElementClass& rest : kinds.of_rest) {
      for (const ElementClass& factor : kinds.of_factors) {
        if (!status.ok() || !MayGoOn()) break;
        status = CountKind(
            internal::Then(rest.representative, factor.representative),
            rest.size * factor.size);
      }
    }
    if (!status.ok()) return status;
    internal::Division mean = internal::Divide(std::move(sum_), kinds.order);
    if (!mean.is_exact && MayGoOn()) {
      return absl::InternalError(
          "the covers that symmetries leave as they are have no whole mean");
    }
    result_.classes = std::move(mean.quotient);
    return std::move(result_);
  }

 private:
  bool MayGoOn() const {
    return result_.summary.outcome == Outcome::kExhausted;
  }

  absl::Status CountKind(const Permutation& symmetry, const Natural& size) {
    const bool is_first = result_.kinds == 0;
    fraction_ahead_ = (1.0 - fraction_done_) / static_cast<double>(kinds_left_);
    if (is_first && kinds_left_ > 1) fraction_ahead_ = 0.5;
    absl::StatusOr<Natural> fixed = CountFixed(symmetry);
    if (!fixed.ok()) return fixed.status();
    sum_ += *fixed * size;
    if (is_first) result_.covers = *std::move(fixed);
    ++result_.kinds;
    --kinds_left_;
    fraction_done_ += fraction_ahead_;
    return absl::OkStatus();
  }

  absl::StatusOr<Natural> CountFixed(const Permutation& symmetry) {
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
  Natural sum_ = 0;  // Of the covers that the symmetries so far leave.
  size_t kinds_left_ = 0;
  // Of all counts; and the part of the one at hand. The first one, of all
  // covers, has half.
  double fraction_done_ = 0;
  double fraction_ahead_ = 0;
};

// The kinds of a group without factors, by a look at each element; of a larger
// one, if they are found.
absl::StatusOr<std::vector<ElementClass>> KindsOfRest(
    const SymmetryGroup::Data& data, const std::vector<Permutation>& generators,
    const LimitWatch& watch, size_t memory_limit,
    std::vector<uint64_t>* order) {
  const absl::StatusOr<PermutationGroup> rest = PermutationGroup::Generate(
      data.graph.graph().size(), generators, watch, memory_limit);
  if (!rest.ok()) return rest.status();
  for (const uint64_t length : rest->OrbitLengths()) order->push_back(length);
  if (rest->order() <= kMostSymmetries) {
    return rest->Classes(watch, memory_limit);
  }
  if (data.has_all && rest->order() == data.automorphisms.order) {
    absl::StatusOr<std::optional<std::vector<ElementClass>>> found =
        internal::FindClasses(
            data.graph.graph(), data.graph.option_vertices(),
            data.automorphisms,
            [&watch](uint64_t partitions) {
              return internal::CheckLimits(watch, partitions);
            },
            memory_limit);
    if (!found.ok()) return found.status();
    if (found->has_value()) return **std::move(found);
  }
  return absl::UnimplementedError(absl::StrCat(
      "there are ", data.automorphisms.order.ToString(),
      " symmetries, too many to look at each (up to ", kMostSymmetries,
      " can be), and their kinds were not found without that"));
}

}  // namespace

absl::StatusOr<SymmetryKinds> internal::FindKinds(
    const SymmetryGroup::Data& data, const LimitWatch& watch,
    size_t memory_limit) {
  const size_t degree = data.graph.graph().size();
  SymmetryKinds kinds;
  kinds.factors.rest = data.automorphisms.generators;
  if (data.automorphisms.order > kFewSymmetries) {
    absl::StatusOr<Factors> factors =
        FindFactors(degree, data.automorphisms.generators, watch, memory_limit);
    if (!factors.ok()) return factors.status();
    kinds.factors = *std::move(factors);
  }
  absl::StatusOr<std::vector<ElementClass>> of_rest =
      KindsOfRest(data, kinds.factors.rest, watch, memory_limit, &kinds.order);
  if (!of_rest.ok()) return of_rest.status();
  kinds.of_rest = *std::move(of_rest);
  absl::StatusOr<std::vector<ElementClass>> of_factors = ClassesOf(
      degree, kinds.factors.symmetric,
      [&watch] {
        return watch.MustStop() ? StoppedError(watch) : absl::OkStatus();
      },
      memory_limit);
  if (!of_factors.ok()) return of_factors.status();
  kinds.of_factors = *std::move(of_factors);
  for (const SymmetricFactor& factor : kinds.factors.symmetric) {
    for (const uint64_t n : factor.OrderAsFactors()) kinds.order.push_back(n);
  }
  Natural order = 1;
  for (const uint64_t n : kinds.order) order *= n;
  if (order != data.automorphisms.order) {
    return absl::InternalError(
        absl::StrCat("the symmetries make a group of ", order.ToString(),
                     " elements, but should make one of ",
                     data.automorphisms.order.ToString()));
  }
  return kinds;
}

absl::StatusOr<ClassCount> internal::CountClasses(
    const SymmetryGroup& group, SearchOptions options, QuotientCounter count,
    absl::FunctionRef<void(const SymmetryKinds& kinds)> on_kinds) {
  const SymmetryGroup::Data& data = group.data();
  absl::Status status = CheckQuestion(options, data.givens);
  if (!status.ok()) return status;
  status = CheckEqualOptions(data.graph);
  if (!status.ok()) return status;
  const LimitWatch watch(options.limits);
  const absl::StatusOr<SymmetryKinds> kinds =
      FindKinds(data, watch, options.memory_limit);
  if (!kinds.ok()) return kinds.status();
  on_kinds(*kinds);
  return ClassCounter(data.graph, std::move(options), count, watch)
      .Count(*kinds);
}

absl::StatusOr<ClassCount> CountUpToSymmetry(const SymmetryGroup& group,
                                             SearchOptions options,
                                             Parallelism parallelism) {
  return internal::CountClasses(
      group, std::move(options),
      [parallelism](const Permutation&, const Problem& quotient,
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
