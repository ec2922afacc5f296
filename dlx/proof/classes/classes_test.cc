#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/symmetry.h"
#include "dlx/ask/symmetry_data.h"
#include "dlx/make/registry.h"
#include "dlx/proof/classes/check.h"
#include "dlx/proof/classes/write.h"
#include "dlx/proof/format.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sealed.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using testing::Dice;
using ::testing::HasSubstr;
using testing::IsOk;
using testing::ProblemFromNotation;
using testing::Resealed;
using testing::Sealed;
using testing::StatusIs;
using testing::ToNotation;

Problem Made(absl::string_view words) {
  const std::vector<std::string> all = absl::StrSplit(words, ' ');
  std::vector<StringView> rest(all.begin() + 1, all.end());
  return *make::Make(*make::FindGenerator(all[0]), rest, [](StringView) {
    return absl::StatusOr<std::string>(absl::NotFoundError(""));
  });
}

absl::StatusOr<ClassFacts> Check(const Problem& problem,
                                 absl::string_view certificate,
                                 const CheckLimits& limits = {}) {
  return CheckClassCertificate(problem, SourceOf(certificate), limits);
}

struct Written {
  std::string certificate;
  ClassCount count;
};

Written Write(const SymmetryGroup& group, SearchOptions options = {}) {
  Written written;
  absl::StatusOr<ClassCount> count = CountUpToSymmetryWithCertificate(
      group,
      [&written](StringView bytes) {
        written.certificate.append(bytes);
        return true;
      },
      std::move(options));
  EXPECT_THAT(count, IsOk());
  if (count.ok()) written.count = *std::move(count);
  return written;
}

// Where they end in a certificate. REQUIRES: few vertices.
size_t GeneratorsEnd(const SymmetryGroup& group) {
  const size_t degree = group.data().graph.graph().size();
  EXPECT_LT(degree, 128);
  return 17 + group.data().automorphisms.generators.size() * degree;
}

TEST(ClassCertificateTest, KnownNumbers) {
  struct Known {
    absl::string_view problem;
    uint64_t classes;
    uint64_t symmetries;
  };
  const Known known[] = {
      {"queens 6", 1, 8},
      {"queens 8", 12, 8},
      {"dominoes 4x4", 9, 8},
      {"dominoes 6x6", 930, 8},
      {"langford 7", 26, 2},
      {"pentominoes 3x20", 2, 4},
      {"steiner-systems 7", 1, 5040},
      // Symmetric factors.
      {"steiner-systems 9", 1, 362880},
      {"latin-squares 5", 2, 10368000},
      {"kirkman 9", 1, 8709120},
      {"set-partitions 9", 30, 362880},
  };
  for (const auto& [words, classes, symmetries] : known) {
    SCOPED_TRACE(words);
    const Problem problem = Made(words);
    const auto group = FindSymmetries(problem);
    ASSERT_THAT(group, IsOk());
    const Written written = Write(*group);
    const absl::StatusOr<ClassFacts> facts =
        Check(problem, written.certificate);
    ASSERT_THAT(facts, IsOk());
    EXPECT_EQ(facts->count, classes);
    EXPECT_EQ(facts->symmetries, symmetries);
    EXPECT_EQ(facts->kinds, written.count.kinds);
    EXPECT_EQ(facts->bytes, written.certificate.size());
  }
}

TEST(ClassCertificateTest, RandomProblems) {
  Dice dice(7);
  size_t with_symmetry = 0;
  for (int i = 0; i < 600; ++i) {
    testing::ProblemShape shape = testing::RandomShape(dice, 7);
    shape.primary = std::min<uint32_t>(shape.primary, 4);
    shape.secondary = std::min<uint32_t>(shape.secondary, 2);
    const Problem problem = RandomProblem(shape, dice);
    SCOPED_TRACE(ToNotation(problem));
    const auto group = FindSymmetries(problem);
    ASSERT_THAT(group, IsOk());
    const absl::StatusOr<ClassCount> count = CountUpToSymmetry(*group);
    if (absl::IsUnimplemented(count.status())) {
      EXPECT_THAT(Check(problem, ""), StatusIs(absl::StatusCode::kUnimplemented,
                                               HasSubstr("are equal")));
      continue;
    }
    const Written written = Write(*group);
    const absl::StatusOr<ClassFacts> facts =
        Check(problem, written.certificate);
    ASSERT_THAT(facts, IsOk());
    EXPECT_EQ(facts->count, count->classes);
    EXPECT_EQ(facts->symmetries, group->order());
    if (facts->symmetries > 1 && facts->count != 0) ++with_symmetry;
    // What is changed behind the generators proves the right number or nothing.
    const size_t begin = GeneratorsEnd(*group);
    for (int mutants = 0; mutants < 5; ++mutants) {
      std::string mutant = written.certificate;
      const auto rest = static_cast<uint32_t>(mutant.size() - 8 - begin);
      mutant[begin + dice(rest)] = static_cast<char>(dice(256));
      const absl::StatusOr<ClassFacts> other = Check(problem, Resealed(mutant));
      if (other.ok()) {
        EXPECT_EQ(other->count, count->classes);
      }
    }
  }
  EXPECT_GT(with_symmetry, 20);
}

// A certificate with a byte that is wrong proves the right number or nothing,
// with the seal that belongs to it, too.
TEST(ClassCertificateTest, MutantsProveNothingFalse) {
  const Problem problem = Made("dominoes 4x4");
  const std::string certificate = Write(*FindSymmetries(problem)).certificate;
  size_t refused = 0;
  for (size_t i = 0; i + 8 < certificate.size(); ++i) {
    for (const int change : {1, 128}) {
      std::string mutant = certificate;
      mutant[i] = static_cast<char>(mutant[i] ^ change);
      EXPECT_THAT(Check(problem, mutant), ::testing::Not(IsOk()));
      const absl::StatusOr<ClassFacts> facts = Check(problem, Resealed(mutant));
      if (facts.ok()) {
        EXPECT_EQ(facts->count, 9);
      } else {
        ++refused;
      }
    }
    EXPECT_THAT(Check(problem, certificate.substr(0, i)),
                StatusIs(absl::StatusCode::kDataLoss, HasSubstr("")));
  }
  EXPECT_GT(refused, certificate.size());
}

// What a certificate is made of, to make wrong ones.
class Pieces {
 public:
  explicit Pieces(const Problem& problem, char version = '5') {
    bytes_ = std::string(internal::kCertificateMagic) + version;
    internal::AppendWord(internal::DigestOfCosts(problem), bytes_);
  }
  Pieces& Number(uint64_t number) {
    internal::AppendNumber(number, bytes_);
    return *this;
  }
  Pieces& Permutation(const std::vector<uint32_t>& images) {
    for (const uint32_t image : images) Number(image);
    return *this;
  }
  // A symmetry, and how many covers it leaves as they are.
  Pieces& Kind(const std::vector<uint32_t>& images, const Problem& quotient) {
    Number(1).Permutation(images);
    EXPECT_THAT(CountWithCertificate(quotient,
                                     [this](StringView piece) {
                                       if (piece.empty()) return true;
                                       Number(piece.size());
                                       bytes_.append(piece);
                                       return true;
                                     }),
                IsOk());
    return Number(0);
  }
  std::string End(uint64_t count) {
    Number(0);
    internal::AppendWords({count}, bytes_);
    return Sealed(bytes_);
  }

 private:
  std::string bytes_;
};

// Two covers, which the exchange of a and b takes to each other. The vertices
// are the four options, then the items a to d.
TEST(ClassCertificateTest, WhatIsWrong) {
  const Problem problem = ProblemFromNotation("a b c d\na c\nb d\na d\nb c");
  const std::vector<uint32_t> all = {0, 1, 2, 3, 4, 5, 6, 7};
  const std::vector<uint32_t> swap = {3, 2, 1, 0, 5, 4, 6, 7};
  const Problem none = ProblemFromNotation("a c d");
  struct Case {
    std::string certificate;
    absl::string_view message;
  };
  const auto begin = [&] { return Pieces(problem); };
  const Case cases[] = {
      {begin().Number(1).Permutation(swap).Kind(all, problem).End(1),
       "there are 2 symmetries, but 1 of them"},
      {begin().Number(0).Kind(all, problem).Kind(swap, none).End(1),
       "do not generate"},
      {begin().Number(0).Kind(all, problem).Kind(all, problem).End(2),
       "of a kind that was there"},
      {begin().Number(1).Permutation({1, 0, 2, 3, 4, 5, 6, 7}).End(1),
       "no symmetry"},
      {begin().Number(1).Permutation({0, 0, 2, 3, 4, 5, 6, 7}).End(1),
       "no permutation"},
      {begin().Number(0).Kind(all, problem).End(1),
       "there are 2 covers up to symmetry, and not as many as it says"},
      {begin().Number(0).Kind(all, none).End(1), "kind 1 of symmetries: "},
      {begin().Number(0).End(0), "but 0 of them are looked at"},
      {Pieces(none).Number(0).End(0), "of another problem"},
      {Pieces(problem, '3').Number(0).End(0), "of a count up to symmetry"},
      {begin().Number(0).Kind(all, problem).End(2) + "x", "behind the end"},
  };
  for (const auto& [certificate, message] : cases) {
    SCOPED_TRACE(message);
    const absl::StatusOr<ClassFacts> facts = Check(problem, certificate);
    ASSERT_FALSE(facts.ok());
    EXPECT_THAT(std::string(facts.status().message()), HasSubstr(message));
  }
  // Without any symmetry, each cover is a class.
  EXPECT_EQ(Check(problem, begin().Number(0).Kind(all, problem).End(2))->count,
            2);
}

// Nine equal things, one of which may have a prize.
constexpr char kThings[] =
    "a b c d e f g h i | p\na\nb\nc\nd\ne\nf\ng\nh\ni\n"
    "a p\nb p\nc p\nd p\ne p\nf p\ng p\nh p\ni p";

TEST(ClassCertificateTest, MutantsWithFactorsProveNothingFalse) {
  const Problem problem = ProblemFromNotation(kThings);
  const std::string certificate = Write(*FindSymmetries(problem)).certificate;
  EXPECT_EQ(certificate[7], internal::kFactorsVersion);
  const absl::StatusOr<ClassFacts> right = Check(problem, certificate);
  ASSERT_THAT(right, IsOk());
  EXPECT_EQ(right->count, 2);
  EXPECT_EQ(right->kinds, 30);
  const Dice dice(9);
  size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    std::string mutant = certificate;
    // Half of them where the factors are.
    const size_t end = i % 2 == 0 ? 400 : mutant.size() - 8;
    const size_t place = 8 + dice(static_cast<uint32_t>(end - 8));
    mutant[place] = static_cast<char>(mutant[place] ^ (1 + dice(255)));
    const absl::StatusOr<ClassFacts> facts = Check(problem, Resealed(mutant));
    if (facts.ok()) {
      EXPECT_EQ(facts->count, 2);
    } else {
      ++refused;
    }
  }
  EXPECT_GT(refused, 2900);
}

// The vertices are the options a, b, c, d, then the items.
TEST(ClassCertificateTest, WrongFactors) {
  const Problem problem = ProblemFromNotation("a b c d\na\nb\nc\nd");
  const std::vector<uint32_t> ab = {1, 0, 2, 3, 5, 4, 6, 7};
  const std::vector<uint32_t> bc = {0, 2, 1, 3, 4, 6, 5, 7};
  const std::vector<uint32_t> cd = {0, 1, 3, 2, 4, 5, 7, 6};
  const std::vector<uint32_t> circle = {1, 2, 3, 0, 5, 6, 7, 4};
  struct Case {
    std::string certificate;
    absl::string_view message;
  };
  const auto begin = [&] { return Pieces(problem, '7'); };
  const Case cases[] = {
      {begin()
           .Number(1)
           .Number(3)
           .Number(1)
           .Permutation(ab)
           .Permutation(cd)
           .End(0),
       "no product of symmetric groups"},
      {begin().Number(1).Number(2).Number(1).Permutation(circle).End(0),
       "no product of symmetric groups"},
      {begin()
           .Number(1)
           .Number(2)
           .Number(2)
           .Permutation(ab)
           .Permutation(bc)
           .End(0),
       "no product of symmetric groups"},
      {begin().Number(1).Number(1).Number(1).End(0), "of no points"},
      {begin().Number(1).Number(2).Number(0).End(0), "of no points"},
      {begin().Number(1).Number(51).Number(2).End(0), "or of too many"},
      {begin()
           .Number(2)
           .Number(2)
           .Number(1)
           .Permutation(ab)
           .Number(2)
           .Number(1)
           .Permutation(bc)
           .End(0),
       "does not commute with another one"},
      {begin()
           .Number(1)
           .Number(2)
           .Number(1)
           .Permutation(ab)
           .Number(1)
           .Permutation(bc)
           .End(0),
       "does not commute with a factor"},
  };
  for (const auto& [certificate, message] : cases) {
    SCOPED_TRACE(message);
    const absl::StatusOr<ClassFacts> facts = Check(problem, certificate);
    ASSERT_FALSE(facts.ok());
    EXPECT_THAT(std::string(facts.status().message()), HasSubstr(message));
  }
}

TEST(ClassCertificateTest, LimitsWithFactors) {
  const Problem problem = ProblemFromNotation(kThings);
  const std::string certificate = Write(*FindSymmetries(problem)).certificate;
  EXPECT_THAT(Check(problem, certificate, {.memory = 2000}),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("")));
  EXPECT_THAT(Check(problem, certificate, {.must_stop = [] { return true; }}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("")));
}

// There are 190,569,292 partitions of 100. (What exchanges nothing meets the
// relations, too.)
TEST(ClassCertificateTest, LimitsOfPartitions) {
  const Problem problem = ProblemFromNotation("a\na");
  Pieces pieces(problem, '7');
  pieces.Number(1).Number(100).Number(1);
  for (int i = 0; i < 99; ++i) pieces.Permutation({0, 1});
  const std::string certificate = pieces.End(0);
  EXPECT_THAT(
      Check(problem, certificate, {.memory = 1'000'000}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory")));
}

// A hundred factors of two elements have 2^100 classes.
TEST(ClassCertificateTest, LimitsOfManyFactors) {
  const Problem problem = ProblemFromNotation("a\na");
  Pieces pieces(problem, '7');
  pieces.Number(100);
  for (int i = 0; i < 100; ++i) pieces.Number(2).Number(1).Permutation({0, 1});
  const std::string certificate = pieces.End(0);
  EXPECT_THAT(
      Check(problem, certificate, {.memory = 1'000'000}),
      StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory")));
  int looks = 0;
  EXPECT_THAT(Check(problem, certificate,
                    {.must_stop = [&looks] { return ++looks == 2; }}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("")));
}

TEST(ClassCertificateTest, Limits) {
  const Problem problem = Made("steiner-systems 7");
  const std::string certificate = Write(*FindSymmetries(problem)).certificate;
  EXPECT_THAT(Check(problem, certificate, {.memory = 100000}),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("")));
  EXPECT_THAT(Check(problem, certificate, {.must_stop = [] { return true; }}),
              StatusIs(absl::StatusCode::kCancelled, HasSubstr("")));
  // Permutations of nothing take no bytes.
  const Problem nothing = ProblemFromNotation("a");
  const std::string endless = Pieces(nothing).Number(1'000'000).End(0);
  EXPECT_THAT(Check(nothing, endless, {.memory = 1'000}),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("")));
  bool may_begin = true;
  EXPECT_THAT(
      Check(nothing, endless,
            {.must_stop =
                 [&may_begin] { return !std::exchange(may_begin, false); }}),
      StatusIs(absl::StatusCode::kCancelled, HasSubstr("")));
}

TEST(ClassCertificateTest, WhatIsNotWritten) {
  const Problem problem = Made("queens 6");
  const auto sink = [](StringView) { return true; };
  EXPECT_THAT(
      CountUpToSymmetryWithCertificate(
          *FindSymmetries(problem, {.givens = {OptionId(0)}}), sink,
          {.givens = {OptionId(0)}}),
      StatusIs(absl::StatusCode::kUnimplemented, HasSubstr("no givens")));
  EXPECT_THAT(CountUpToSymmetryWithCertificate(
                  *FindSymmetries(problem), [](StringView) { return false; }),
              StatusIs(absl::StatusCode::kUnavailable, HasSubstr("written")));
  const absl::StatusOr<ClassCount> stopped = CountUpToSymmetryWithCertificate(
      *FindSymmetries(problem), sink, {.limits = {.nodes = 1}});
  ASSERT_THAT(stopped, IsOk());
  EXPECT_EQ(stopped->summary.outcome, Outcome::kNodeLimit);
}

}  // namespace
}  // namespace dlx
