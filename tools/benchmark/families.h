#ifndef TOOLS_BENCHMARK_FAMILIES_H_
#define TOOLS_BENCHMARK_FAMILIES_H_

// Families of problems, of several sizes each, made by name and seed: what the
// automatic choice of an engine is held against.
//
// What was tuned needs problems that it was not tuned for. So some families are
// kept aside: look at their results, but not at their problems.

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "dlx/problem.h"

namespace contest {

// Random numbers that are the same everywhere.
class Random {
 public:
  explicit Random(uint64_t seed) : generator_(seed) {}

  // 0 up to bound - 1. REQUIRES: bound > 0.
  int Below(int bound) {
    return static_cast<int>(generator_() % static_cast<uint64_t>(bound));
  }
  bool Chance(int percent) { return Below(100) < percent; }

  template <typename T>
  void Shuffle(std::vector<T>& values) {
    for (int i = static_cast<int>(values.size()) - 1; i > 0; --i) {
      std::swap(values[i], values[Below(i + 1)]);
    }
  }

 private:
  std::mt19937_64 generator_;  // The standard fixes its numbers.
};

struct Family {
  absl::string_view name;
  // Sizes are 0 up to levels - 1; what they mean is up to the family.
  int levels = 0;
  dlx::Problem (*make)(int level, Random& random) = nullptr;
  // It has costs, and covers of least cost are asked for.
  bool has_costs = false;
  // There are so many covers, or so few that are so hard to find, that only the
  // first one is asked for.
  bool has_too_many = false;
  bool is_kept_aside = false;
};

// All families, by subject.
std::vector<Family> AllFamilies();

// Graphs: matchings, partitions, colourings, domination.
absl::Span<const Family> GraphFamilies();
// Boards that are packed, and squares that are filled in.
absl::Span<const Family> BoardFamilies();
// Puzzles and labellings whose options are long, or have colours.
absl::Span<const Family> PuzzleFamilies();
// Words, timetables, sets without structure, and what is composed of others.
absl::Span<const Family> OtherFamilies();

// The problem of that level; the same seed gives the same problem.
dlx::Problem MakeProblem(const Family& family, int level, uint64_t seed);

// --- For the families.

// Items `prefix`0, `prefix`1, ...
std::vector<dlx::ItemId> AddPrimaries(dlx::ProblemBuilder& builder,
                                      absl::string_view prefix, int count);
std::vector<dlx::ItemId> AddSecondaries(dlx::ProblemBuilder& builder,
                                        absl::string_view prefix, int count);
// The problem. Ends the program if there is a mistake in it.
dlx::Problem Require(absl::StatusOr<dlx::Problem> problem);
dlx::Problem Finish(dlx::ProblemBuilder builder);
// What `dlx make` makes of these words.
dlx::Problem MakeWellKnown(absl::string_view words);

}  // namespace contest

#endif  // TOOLS_BENCHMARK_FAMILIES_H_
