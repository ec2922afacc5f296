#include "dlx/proof/veripb.h"

#include <string>

#include "absl/strings/string_view.h"
#include "dlx/proof/write/certify.h"
#include "dlx/proof/write/writer.h"
#include "dlx/testing/notation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::ProblemFromNotation;
using ::testing::HasSubstr;

// The lines of the proof, or what is wrong.
std::string ProofOf(const Problem& problem, const std::string& certificate) {
  std::string proof;
  const absl::StatusOr<VeripbFacts> facts =
      WriteVeripb(problem, certificate, [&](absl::string_view lines) {
        proof.append(lines.data(), lines.size());
        return true;
      });
  return facts.ok() ? proof : std::string(facts.status().message());
}

TEST(VeripbTest, EachStepIsALine) {
  const Problem problem = ProblemFromNotation("a b c\na\na\nb\nb\nc\n");
  std::string certificate;
  internal::CertificateWriter writer(problem, [&](absl::string_view bytes) {
    certificate.append(bytes.data(), bytes.size());
    return true;
  });
  writer.Clauses();
  writer.Learn({0, 2});
  writer.Learn({1, 3});
  writer.Forget({1});
  writer.Cover({0, 2});
  writer.Cover({0});
  writer.Cover({2});
  writer.Cover({});
  writer.NoCover({});
  writer.Finish(4);
  // The items a and b are equations, of which each is two constraints.
  EXPECT_EQ(ProofOf(problem, certificate),
            "pseudo-Boolean proof version 1.1\n"
            "f 5\n"
            "rup 1 x1 1 x2 >= 1 ;\n"
            "rup 1 ~x1 1 ~x2 >= 1 ;\n"
            "del id 7\n"
            "v x1 x3\n"
            "v x1\n"
            "del id 8\n"
            "v x3\n"
            "v\n"
            "rup >= 1 ;\n"
            "c 12\n");
}

TEST(VeripbTest, RefusesWhatItCannotSay) {
  const Problem problem = ProblemFromNotation("a b\na\nb\na b\n");
  std::string certificate;
  ASSERT_TRUE(CountWithCertificate(problem,
                                   [&](absl::string_view bytes) {
                                     certificate.append(bytes.data(),
                                                        bytes.size());
                                     return true;
                                   },
                                   {.engine = EngineKind::kDancingLinks})
                  .ok());
  EXPECT_THAT(ProofOf(problem, certificate),
              HasSubstr("made from clauses, but this certificate has other"));
  EXPECT_THAT(ProofOf(ProblemFromNotation("a\na |1\n"), certificate),
              HasSubstr("the problem has costs"));
  EXPECT_THAT(ProofOf(problem, "dlxcert6"),
              HasSubstr("the certificate ends before its end"));
}

}  // namespace
}  // namespace dlx::io
