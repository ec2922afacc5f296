#include "dlx/proof/classes/check.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <unordered_map>
#include <utility>
#include <vector>

#include "absl/hash/hash.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/symmetry/division.h"
#include "dlx/ask/symmetry/factor_classes.h"
#include "dlx/ask/symmetry/factors.h"
#include "dlx/ask/symmetry/quotient.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/format.h"
#include "dlx/reduce/symmetry/permutation.h"
#include "dlx/reduce/symmetry/problem_graph.h"

namespace dlx {
namespace checker {
namespace {

using ::dlx::internal::Permutation;
using ::dlx::internal::SymmetricFactor;

// Of a factor: its classes could not be counted otherwise.
constexpr uint64_t kMostPoints = 100;

class ClassChecker {
 public:
  ClassChecker(const Problem& problem, const CertificateSource& source,
               const CheckLimits& limits)
      : problem_(problem),
        graph_(problem, {}),
        reader_(source),
        limits_(limits),
        allowance_(limits) {}

  absl::StatusOr<ClassFacts> Run() {
    absl::Status status = internal::CheckEqualOptions(graph_);
    if (status.ok()) status = ReadHead();
    if (status.ok() && has_factors_) status = ReadFactors();
    if (status.ok()) status = MakeKindsOfFactors();
    if (status.ok()) status = ReadGenerators();
    if (status.ok()) status = MakeElements();
    for (uint64_t record; status.ok() && (record = reader_.Record()) != 0;) {
      status = record == 1 ? CheckKind() : Wrong("neither a kind nor the end");
    }
    if (status.ok()) status = ReadEnd();
    if (!status.ok()) return status;
    return std::move(facts_);
  }

 private:
  absl::Status Wrong(absl::string_view what) { return reader_.Wrong(what); }

  absl::Status ReadHead();
  absl::StatusOr<Permutation> ReadPermutation();
  Permutation WithoutOptions(const Permutation& symmetry) const;
  absl::StatusOr<Permutation> ReadSymmetry();
  absl::Status ReadFactors();
  absl::StatusOr<SymmetricFactor> ReadFactor();
  absl::Status MakeKindsOfFactors();
  absl::Status ReadGenerators();
  absl::Status MakeElements();
  absl::Status CheckKind();
  absl::StatusOr<uint64_t> MeetAllLike(const Permutation& symmetry);
  absl::StatusOr<Natural> CheckCovers(const Permutation& symmetry);
  absl::Status ReadEnd();

  const Problem& problem_;
  const internal::ProblemGraph graph_;
  const size_t degree_ = graph_.graph().size();
  const size_t points_ = degree_ - graph_.option_vertices();
  const size_t bytes_of_element_ = points_ * sizeof(uint32_t) + 96;
  Reader reader_;
  const CheckLimits limits_;
  Allowance allowance_;
  ClassFacts facts_;

  bool has_factors_ = false;
  std::vector<SymmetricFactor> factors_;
  std::vector<internal::ElementClass> kinds_of_factors_;
  // Of the rest of the group, as all that follows.
  std::vector<Permutation> generators_;
  // Each element, and whether one of its kind was there. An option is known by
  // its items and their colours: where these go tells one element from others.
  std::unordered_map<Permutation, bool, absl::Hash<Permutation>> elements_;
  uint64_t met_ = 0;
  Natural sum_ = 0;  // Of the covers that the elements met leave as they are.
};

absl::Status ClassChecker::ReadHead() {
  const absl::StatusOr<char> version =
      reader_.Head(internal::kVersionsOfClasses, "a count up to symmetry",
                   internal::DigestOfCosts(problem_));
  has_factors_ = version.ok() && *version == internal::kFactorsVersion;
  return version.status();
}

absl::StatusOr<Permutation> ClassChecker::ReadPermutation() {
  Permutation permutation;
  std::vector<bool> seen(degree_);
  while (permutation.size() < degree_) {
    const uint64_t image = reader_.Record();
    if (!reader_.ok() || image >= degree_ || seen[image]) {
      return Wrong("what is no permutation");
    }
    seen[image] = true;
    permutation.push_back(static_cast<uint32_t>(image));
  }
  return permutation;
}

// Where items and their colours go.
Permutation ClassChecker::WithoutOptions(const Permutation& symmetry) const {
  Permutation points;
  const auto options = static_cast<uint32_t>(graph_.option_vertices());
  for (uint32_t p = options; p < degree_; ++p) {
    points.push_back(symmetry[p] - options);
  }
  return points;
}

absl::StatusOr<Permutation> ClassChecker::ReadSymmetry() {
  absl::StatusOr<Permutation> symmetry = ReadPermutation();
  if (symmetry.ok() && !graph_.graph().IsAutomorphism(*symmetry)) {
    return Wrong("a permutation that is no symmetry");
  }
  allowance_.Take(bytes_of_element_);
  // (Without options there are no points, and no end of permutations.)
  if (!allowance_.MayGoOn(degree_ + 1)) return allowance_.status();
  return symmetry;
}

absl::Status ClassChecker::ReadFactors() {
  for (uint64_t left = reader_.Record(); left > 0; --left) {
    absl::StatusOr<SymmetricFactor> factor = ReadFactor();
    if (!factor.ok()) return factor.status();
    for (const SymmetricFactor& other : factors_) {
      if (!allowance_.MayGoOn(degree_)) return allowance_.status();
      if (!Commute(*factor, other)) {
        return Wrong("a factor that does not commute with another one");
      }
    }
    factors_.push_back(*std::move(factor));
  }
  return reader_.ok() ? absl::OkStatus() : Wrong("");
}

absl::StatusOr<SymmetricFactor> ClassChecker::ReadFactor() {
  const uint64_t points = reader_.Record();
  const uint64_t copies = reader_.Record();
  if (!reader_.ok() || points < 2 || copies < 1 || points > kMostPoints ||
      copies > kMostPoints || points * copies > kMostPoints) {
    return Wrong("a factor of no points, or of too many");
  }
  // Those of the other copies follow.
  allowance_.Take(points * copies * degree_ * sizeof(uint32_t));
  std::vector<Permutation> symmetries;
  while (symmetries.size() < points - 1 + copies - 1) {
    absl::StatusOr<Permutation> symmetry = ReadSymmetry();
    if (!symmetry.ok()) return symmetry.status();
    symmetries.push_back(*std::move(symmetry));
  }
  const auto middle = symmetries.begin() + static_cast<ptrdiff_t>(points - 1);
  SymmetricFactor factor = internal::MakeFactor({symmetries.begin(), middle},
                                                {middle, symmetries.end()});
  if (!MeetsRelations(factor)) {
    return Wrong("what generates no product of symmetric groups");
  }
  return factor;
}

absl::Status ClassChecker::MakeKindsOfFactors() {
  const size_t memory =
      limits_.memory - std::min(limits_.memory, allowance_.memory());
  absl::StatusOr<std::vector<internal::ElementClass>> kinds =
      internal::ClassesOf(
          degree_, factors_,
          [this] {
            return allowance_.MayGoOn(degree_) ? absl::OkStatus()
                                               : allowance_.status();
          },
          memory);
  if (!kinds.ok()) return kinds.status();
  allowance_.Take(kinds->size() * degree_ * sizeof(uint32_t));
  kinds_of_factors_ = *std::move(kinds);
  return absl::OkStatus();
}

absl::Status ClassChecker::ReadGenerators() {
  for (uint64_t left = reader_.Record(); left > 0; --left) {
    const absl::StatusOr<Permutation> generator = ReadSymmetry();
    if (!generator.ok()) return generator.status();
    for (const SymmetricFactor& factor : factors_) {
      if (!allowance_.MayGoOn(degree_)) return allowance_.status();
      if (!Commute(factor, *generator)) {
        return Wrong("a symmetry that does not commute with a factor");
      }
    }
    generators_.push_back(WithoutOptions(*generator));
  }
  return reader_.ok() ? absl::OkStatus() : Wrong("");
}

// Products of generators, until no new ones come. (Inverses are powers.)
absl::Status ClassChecker::MakeElements() {
  std::vector<const Permutation*> found;
  const auto add = [&](Permutation element) {
    const auto [place, is_new] = elements_.emplace(std::move(element), false);
    if (!is_new) return;
    found.push_back(&place->first);
    allowance_.Take(bytes_of_element_);
  };
  add(internal::Identity(points_));
  for (size_t next = 0; next < found.size(); ++next) {
    for (const Permutation& generator : generators_) {
      if (!allowance_.MayGoOn(points_)) return allowance_.status();
      add(internal::Then(*found[next], generator));
    }
  }
  facts_.symmetries = elements_.size();
  for (const SymmetricFactor& factor : factors_) {
    facts_.symmetries *= factor.Order();
  }
  return absl::OkStatus();
}

// Meets the elements that generate the same group as the symmetry, and their
// conjugates. How many there are.
absl::StatusOr<uint64_t> ClassChecker::MeetAllLike(
    const Permutation& symmetry) {
  std::vector<const Permutation*> found;
  const auto meet = [&](const Permutation& element) {
    const auto place = elements_.find(element);
    if (!std::exchange(place->second, true)) found.push_back(&place->first);
  };
  uint64_t order = 1;
  for (Permutation power = symmetry; internal::FirstMoved(power) != points_;) {
    if (!allowance_.MayGoOn(points_)) return allowance_.status();
    power = internal::Then(power, symmetry);
    ++order;
  }
  Permutation power = symmetry;
  for (uint64_t k = 1; k <= order; ++k) {
    if (!allowance_.MayGoOn(points_)) return allowance_.status();
    if (std::gcd(k, order) == 1) meet(power);
    power = internal::Then(power, symmetry);
  }
  for (size_t next = 0; next < found.size(); ++next) {
    for (const Permutation& generator : generators_) {
      if (!allowance_.MayGoOn(points_)) return allowance_.status();
      meet(internal::Conjugate(*found[next], generator));
    }
  }
  return found.size();
}

// How many covers a symmetry leaves as they are, by the certificate that comes
// next, in pieces.
absl::StatusOr<Natural> ClassChecker::CheckCovers(const Permutation& symmetry) {
  const absl::StatusOr<internal::Quotient> quotient =
      internal::MakeQuotient(graph_, symmetry);
  if (!quotient.ok()) return quotient.status();
  CheckLimits limits = limits_;
  limits.memory -= std::min(limits.memory, allowance_.memory());
  uint64_t left = 0;
  bool at_end = false;
  const CertificateSource pieces = [&](char* buffer, size_t size) {
    if (left == 0 && !at_end) at_end = (left = reader_.Record()) == 0;
    size_t got = 0;
    for (; got < size && left > 0 && reader_.ok(); --left) {
      buffer[got++] = static_cast<char>(reader_.Byte());
    }
    return got;
  };
  absl::StatusOr<CertificateFacts> facts =
      CheckCertificate(quotient->problem, pieces, limits);
  if (!reader_.ok()) return Wrong("");
  if (!facts.ok()) {
    return absl::Status(
        facts.status().code(),
        absl::StrCat("kind ", facts_.kinds + 1,
                     " of symmetries: ", facts.status().message()));
  }
  facts_.nodes += facts->nodes;
  return std::move(facts->count);
}

absl::Status ClassChecker::CheckKind() {
  const absl::StatusOr<Permutation> symmetry = ReadPermutation();
  if (!symmetry.ok()) return symmetry.status();
  const auto element = elements_.find(WithoutOptions(*symmetry));
  if (element == elements_.end() || !graph_.graph().IsAutomorphism(*symmetry)) {
    return Wrong("a symmetry that the first ones do not generate");
  }
  if (element->second) return Wrong("a symmetry of a kind that was there");
  const absl::StatusOr<uint64_t> alike = MeetAllLike(element->first);
  if (!alike.ok()) return alike.status();
  met_ += *alike;
  for (const internal::ElementClass& factor : kinds_of_factors_) {
    const absl::StatusOr<Natural> covers =
        CheckCovers(internal::Then(*symmetry, factor.representative));
    if (!covers.ok()) return covers.status();
    sum_ += *covers * factor.size * Natural(*alike);
    ++facts_.kinds;
  }
  return absl::OkStatus();
}

absl::Status ClassChecker::ReadEnd() {
  if (!reader_.ok() || met_ != elements_.size()) {
    return Wrong(absl::StrCat("there are ", elements_.size(),
                              " symmetries, but ", met_,
                              " of them are looked at"));
  }
  std::vector<uint64_t> order = {met_};
  for (const SymmetricFactor& factor : factors_) {
    for (const uint64_t n : factor.OrderAsFactors()) order.push_back(n);
  }
  internal::Division mean = internal::Divide(std::move(sum_), order);
  const std::vector<uint64_t> told = reader_.Words();
  if (!reader_.ok() || !mean.is_exact ||
      Natural::FromWords(told) != mean.quotient) {
    return Wrong(absl::StrCat("there are ", mean.quotient.ToString(),
                              " covers up to symmetry, and not as many as it "
                              "says"));
  }
  facts_.count = std::move(mean.quotient);
  absl::Status status = reader_.End();
  facts_.bytes = reader_.position() - 1;
  return status;
}

}  // namespace
}  // namespace checker

absl::StatusOr<ClassFacts> CheckClassCertificate(
    const Problem& problem, const CertificateSource& source,
    const CheckLimits& limits) {
  return checker::ClassChecker(problem, source, limits).Run();
}

}  // namespace dlx
