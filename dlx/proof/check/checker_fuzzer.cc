// The first bytes make a small problem, the others are records of a
// certificate, which is given a head and an end that are right. Whatever it
// says, if the checker accepts it, the number of covers must be what the
// brute-force oracle finds.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/format.h"
#include "dlx/proof/write/writer.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The problem has so many bytes.
  const size_t head = std::min<size_t>(size, 48);
  const uint8_t* next = data;
  const auto pick = [&](uint32_t bound) -> uint32_t {
    return next == data + head ? 0 : *next++ % bound;
  };
  const dlx::Problem problem = dlx::testing::RandomProblem(
      dlx::testing::RandomShape(pick, /*max_options=*/9), pick);
  const size_t covers = dlx::testing::AllCovers(problem).size();

  // The end says what is right.
  std::string certificate;
  dlx::internal::CertificateWriter writer(
      problem, [&](absl::string_view bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      });
  writer.Finish(covers);
  const std::string records(data + head, data + size);
  certificate.insert(16, records);
  certificate.resize(certificate.size() - 8);
  dlx::internal::Digest seal;
  seal.Add(certificate);
  for (int i = 0; i < 8; ++i) {
    certificate.push_back(static_cast<char>(seal.value() >> 8 * i));
  }

  const absl::StatusOr<dlx::CertificateFacts> facts =
      dlx::CheckCertificate(problem, dlx::SourceOf(certificate));
  // If it has come to the end, it has a number of its own.
  const std::string own(facts.status().message());
  const bool proves_other_number =
      absl::StrContains(own, ", but there are ") &&
      !absl::EndsWith(own, absl::StrCat(", but there are ", covers));
  if (proves_other_number) {
    std::cerr << facts.status() << "\n" << dlx::testing::ToNotation(problem);
    std::abort();
  }
  return 0;
}
