#include "dlx/proof/classes/write.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/symmetry_data.h"
#include "dlx/proof/format.h"

namespace dlx {
namespace {

using ::dlx::internal::AppendNumber;
using ::dlx::internal::Permutation;
using ::dlx::internal::SymmetricFactor;
using ::dlx::internal::SymmetryKinds;

class ClassWriter {
 public:
  explicit ClassWriter(const CertificateSink& sink) : out_(sink) {}

  void Begin(const Problem& problem, const SymmetryKinds& kinds) {
    const std::vector<SymmetricFactor>& factors = kinds.factors.symmetric;
    internal::AppendHead(
        factors.empty() ? internal::kClassesVersion : internal::kFactorsVersion,
        internal::DigestOfCosts(problem), out_.bytes);
    if (!factors.empty()) AppendNumber(factors.size(), out_.bytes);
    for (const SymmetricFactor& factor : factors) {
      AppendNumber(factor.point_count(), out_.bytes);
      AppendNumber(factor.copy_count(), out_.bytes);
      for (const Permutation& points : factor.points[0]) Append(points);
      for (const Permutation& copies : factor.copies) Append(copies);
    }
    AppendNumber(kinds.factors.rest.size(), out_.bytes);
    for (const Permutation& generator : kinds.factors.rest) Append(generator);
    Natural rest = 0;
    for (const internal::ElementClass& some : kinds.of_rest) rest += some.size;
    can_be_checked_ = rest <= kMostSymmetries;
    kinds_of_factors_ = kinds.of_factors.size();
  }

  absl::StatusOr<CountResult> Count(const Permutation& symmetry,
                                    const Problem& quotient,
                                    const SearchOptions& options) {
    if (!can_be_checked_) {
      return absl::UnimplementedError(absl::StrCat(
          "there are too many symmetries: besides ways to permute things, a "
          "certificate is written for up to ",
          kMostSymmetries));
    }
    // For each kind of the rest, the first is the one without a factor.
    if (count_++ % kinds_of_factors_ == 0) {
      AppendNumber(1, out_.bytes);
      Append(symmetry);
    }
    absl::StatusOr<CountResult> count = CountWithCertificate(
        quotient,
        [this](absl::string_view piece) {
          if (piece.empty()) return true;
          AppendNumber(piece.size(), out_.bytes);
          absl::StrAppend(&out_.bytes, piece);
          return out_.Send();
        },
        options);
    AppendNumber(0, out_.bytes);
    return count;
  }

  bool Finish(const Natural& classes) {
    AppendNumber(0, out_.bytes);
    internal::AppendWords(classes.ToWords(), out_.bytes);
    return out_.Finish();
  }

 private:
  void Append(const Permutation& permutation) {
    for (const uint32_t image : permutation) AppendNumber(image, out_.bytes);
  }

  internal::SealedSink out_;
  bool can_be_checked_ = false;
  size_t kinds_of_factors_ = 1;
  size_t count_ = 0;
};

}  // namespace

absl::StatusOr<ClassCount> CountUpToSymmetryWithCertificate(
    const SymmetryGroup& group, const CertificateSink& sink,
    SearchOptions options) {
  if (!options.givens.empty()) {
    return absl::UnimplementedError(
        "the certificate of a count up to symmetry knows no givens");
  }
  ClassWriter writer(sink);
  absl::StatusOr<ClassCount> result = internal::CountClasses(
      group, std::move(options),
      [&writer](const Permutation& symmetry, const Problem& quotient,
                const SearchOptions& its_options) {
        return writer.Count(symmetry, quotient, its_options);
      },
      [&](const SymmetryKinds& kinds) {
        writer.Begin(group.problem(), kinds);
      });
  if (result.ok() && result->summary.outcome == Outcome::kExhausted &&
      !writer.Finish(result->classes)) {
    return absl::UnavailableError("the certificate cannot be written");
  }
  return result;
}

}  // namespace dlx
