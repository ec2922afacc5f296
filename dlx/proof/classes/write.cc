#include "dlx/proof/classes/write.h"

#include <cstddef>
#include <cstdint>
#include <string>
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

class ClassWriter {
 public:
  explicit ClassWriter(const CertificateSink& sink) : sink_(sink) {}

  void Begin(const SymmetryGroup& group) {
    absl::StrAppend(&bytes_, internal::kCertificateMagic);
    bytes_.push_back(internal::kClassesVersion);
    internal::AppendWord(internal::DigestOfCosts(group.problem()), bytes_);
    const std::vector<Permutation>& generators =
        group.data().automorphisms.generators;
    AppendNumber(generators.size(), bytes_);
    for (const Permutation& generator : generators) Append(generator);
  }

  absl::StatusOr<CountResult> Count(const Permutation& symmetry,
                                    const Problem& quotient,
                                    const SearchOptions& options) {
    AppendNumber(1, bytes_);
    Append(symmetry);
    absl::StatusOr<CountResult> count = CountWithCertificate(
        quotient,
        [this](absl::string_view piece) {
          if (piece.empty()) return true;
          AppendNumber(piece.size(), bytes_);
          absl::StrAppend(&bytes_, piece);
          return Send();
        },
        options);
    AppendNumber(0, bytes_);
    return count;
  }

  bool Finish(const Natural& classes) {
    AppendNumber(0, bytes_);
    internal::AppendWords(classes.ToWords(), bytes_);
    if (!Send()) return false;
    internal::AppendWord(seal_.value(), bytes_);
    return Send();
  }

 private:
  void Append(const Permutation& permutation) {
    for (const uint32_t image : permutation) AppendNumber(image, bytes_);
  }

  bool Send() {
    seal_.Add(bytes_);
    return sink_(std::exchange(bytes_, {}));
  }

  const CertificateSink& sink_;
  std::string bytes_;
  internal::Digest seal_;
};

}  // namespace

absl::StatusOr<ClassCount> CountUpToSymmetryWithCertificate(
    const SymmetryGroup& group, const CertificateSink& sink,
    SearchOptions options) {
  if (!options.givens.empty()) {
    return absl::UnimplementedError(
        "the certificate of a count up to symmetry knows no givens");
  }
  if (group.order() > kMostSymmetries) {
    return absl::UnimplementedError(absl::StrCat(
        "there are ", group.order().ToString(),
        " symmetries: a certificate is written for up to ", kMostSymmetries));
  }
  ClassWriter writer(sink);
  writer.Begin(group);
  absl::StatusOr<ClassCount> result = internal::CountClasses(
      group, std::move(options),
      [&writer](const Permutation& symmetry, const Problem& quotient,
                const SearchOptions& its_options) {
        return writer.Count(symmetry, quotient, its_options);
      });
  if (result.ok() && result->summary.outcome == Outcome::kExhausted &&
      !writer.Finish(result->classes)) {
    return absl::UnavailableError("the certificate cannot be written");
  }
  return result;
}

}  // namespace dlx
