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

class ClassWriter {
 public:
  explicit ClassWriter(const CertificateSink& sink) : out_(sink) {}

  void Begin(const SymmetryGroup& group) {
    internal::AppendHead(internal::kClassesVersion,
                         internal::DigestOfCosts(group.problem()), out_.bytes);
    const std::vector<Permutation>& generators =
        group.data().automorphisms.generators;
    AppendNumber(generators.size(), out_.bytes);
    for (const Permutation& generator : generators) Append(generator);
  }

  absl::StatusOr<CountResult> Count(const Permutation& symmetry,
                                    const Problem& quotient,
                                    const SearchOptions& options) {
    AppendNumber(1, out_.bytes);
    Append(symmetry);
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
