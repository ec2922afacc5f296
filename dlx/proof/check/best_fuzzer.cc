// The first bytes make a small problem with costs, the others are the weights
// and the records of a certificate of least costs, which is given a head and an
// end that are right, and covers that need not be the cheapest ones. If the
// checker accepts it, they are.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "dlx/answers.h"
#include "dlx/id.h"
#include "dlx/problem.h"
#include "dlx/proof/check/best.h"
#include "dlx/proof/format.h"
#include "dlx/proof/write/writer.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sealed.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The problem has so many bytes.
  const size_t head = std::min<size_t>(size, 48);
  const uint8_t* next = data;
  const auto pick = [&](uint32_t bound) -> uint32_t {
    return next == data + head ? 0 : *next++ % bound;
  };
  const size_t wanted = 1 + pick(3);
  const size_t skipped = pick(2);
  const dlx::Problem plain = dlx::testing::RandomProblem(
      dlx::testing::RandomShape(pick, /*max_options=*/9), pick);
  dlx::ProblemBuilder builder = dlx::ProblemBuilder::WithItemsOf(plain);
  for (uint32_t k = 0; k < plain.option_count(); ++k) {
    builder.AddOption(plain.option(dlx::OptionId(k)), int64_t{pick(20)} - 5);
  }
  const dlx::Problem problem = *std::move(builder).Build();

  std::vector<dlx::CostedCover> covers;
  for (const dlx::testing::Cover& cover : dlx::testing::AllCovers(problem)) {
    int64_t cost = 0;
    for (const dlx::OptionId option : cover) cost += problem.cost(option);
    covers.push_back({{cover.begin(), cover.end()}, cost});
  }
  std::stable_sort(covers.begin(), covers.end(),
                   [](const dlx::CostedCover& a, const dlx::CostedCover& b) {
                     return a.cost < b.cost;
                   });
  std::vector<int64_t> least;
  for (size_t i = 0; i < std::min(wanted, covers.size()); ++i) {
    least.push_back(covers[i].cost);
  }
  covers.erase(covers.begin(), covers.begin() + static_cast<ptrdiff_t>(std::min(
                                                    skipped, covers.size())));
  covers.resize(std::min(wanted, covers.size()));

  std::string certificate;
  dlx::internal::CertificateWriter writer(
      problem,
      [&](absl::string_view bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      },
      wanted, covers);
  writer.FinishBest();
  // Before the end and the seal.
  certificate.insert(certificate.size() - 9,
                     std::string(data + head, data + size));
  certificate = dlx::testing::Resealed(std::move(certificate));

  const auto facts =
      dlx::CheckBestCertificate(problem, dlx::SourceOf(certificate));
  if (facts.ok() && facts->costs != least) {
    std::cerr << dlx::testing::ToNotation(problem);
    std::abort();
  }
  return 0;
}
