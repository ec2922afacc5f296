#include "dlx/testing/pull.h"

#include <cstdlib>
#include <iostream>
#include <utility>

#include "absl/status/statusor.h"

namespace dlx::testing {

Search CreateOrDie(const Problem& problem, SearchOptions options) {
  absl::StatusOr<Search> search = Search::Create(problem, std::move(options));
  if (!search.ok()) {
    std::cerr << "CreateOrDie: " << search.status() << "\n";
    std::abort();
  }
  return *std::move(search);
}

std::vector<std::vector<OptionId>> Pull(Search& search, size_t at_most) {
  std::vector<std::vector<OptionId>> covers;
  while (covers.size() < at_most && search.Next()) {
    covers.push_back(ToVector(search.solution().options));
  }
  return covers;
}

std::vector<OptionId> ToVector(absl::Span<const OptionId> options) {
  return {options.begin(), options.end()};
}

}  // namespace dlx::testing
