// The checker trusts nothing: it accepts certificates that are right, and
// rejects all others, however they came about.

#include "dlx/proof/check/checker.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"
#include "dlx/id.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/proof/format.h"
#include "dlx/proof/write/certify.h"
#include "dlx/proof/write/record_writer.h"
#include "dlx/proof/write/writer.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sanitized.h"
#include "dlx/testing/sealed.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::dlx::internal::CertificateWriter;
using ::dlx::testing::AllCovers;
using ::dlx::testing::CoversWith;
using ::dlx::testing::Dice;
using ::dlx::testing::DominoProblem;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::QueensProblem;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::RandomShape;
using ::dlx::testing::RandomUnion;
using ::dlx::testing::Repetitions;
using ::dlx::testing::Resealed;
using ::dlx::testing::ShuffledUnion;
using ::dlx::testing::ToNotation;
using ::dlx::testing::Union;
using ::testing::HasSubstr;

absl::StatusOr<CertificateFacts> Check(const Problem& problem,
                                       absl::string_view certificate,
                                       const CheckLimits& limits = {},
                                       const RecordListener& listener = {}) {
  return CheckCertificate(
      problem,
      [&](char* buffer, size_t size) {
        // In small pieces.
        size = std::min({size, certificate.size(), size_t{7}});
        std::copy_n(certificate.begin(), size, buffer);
        certificate.remove_prefix(size);
        return size;
      },
      limits, listener);
}

std::string Certify(const Problem& problem, SearchOptions options = {},
                    CertificateForm form = CertificateForm::kAny) {
  std::string certificate;
  const absl::StatusOr<CountResult> result = CountWithCertificate(
      problem,
      [&](absl::string_view bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      },
      std::move(options), form);
  EXPECT_TRUE(result.ok()) << result.status();
  return certificate;
}

// A clock that a search has waited long for, whenever it is asked.
absl::Duration SlowClock() {
  static absl::Duration now;
  return now += absl::Seconds(1);
}

// A look for symmetries comes as soon as it can.
std::string CertifyByOrbits(const Problem& problem,
                            EngineKind engine = EngineKind::kBitSets) {
  std::string certificate;
  const absl::StatusOr<CountResult> result = internal::CountWithCertificate(
      problem,
      [&](absl::string_view bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      },
      {.engine = engine}, CertificateForm::kAny, &SlowClock);
  EXPECT_TRUE(result.ok()) << result.status();
  return certificate;
}

// What the checker makes of it: the count, or the message.
std::string Verdict(const Problem& problem, absl::string_view certificate) {
  const absl::StatusOr<CertificateFacts> facts = Check(problem, certificate);
  return facts.ok() ? facts->count.ToString()
                    : std::string(facts.status().message());
}

// A certificate by hand.
std::string Written(const Problem& problem,
                    const std::function<void(CertificateWriter&)>& write) {
  std::string certificate;
  CertificateWriter writer(problem, [&](absl::string_view bytes) {
    certificate.append(bytes.data(), bytes.size());
    return true;
  });
  write(writer);
  return certificate;
}

// All ways of writing a certificate.
std::vector<SearchOptions> Ways() {
  std::vector<SearchOptions> ways;
  for (const EngineKind engine :
       {EngineKind::kAuto, EngineKind::kMemoCounter, EngineKind::kDancingLinks,
        EngineKind::kBitPlanes, EngineKind::kBitSets, EngineKind::kSparseSets,
        EngineKind::kLayers}) {
    for (const Branching branching :
         {Branching::kFewestOptions, Branching::kSharpPreference,
          Branching::kInputOrder}) {
      ways.push_back({.engine = engine, .branching = branching});
    }
  }
  ways.push_back({.seed = 1});
  ways.push_back({.engine = EngineKind::kBitSets, .seed = 1});
  ways.push_back({.engine = EngineKind::kBitPlanes, .seed = 1});
  ways.push_back({.engine = EngineKind::kSparseSets, .seed = 1});
  // Room for four subproblems or so, so that they are forgotten.
  ways.push_back({.memory_limit = 300});
  ways.push_back({.memory_limit = 0});
  // Layers run out of it, and leave the rest to a search.
  ways.push_back({.engine = EngineKind::kLayers, .memory_limit = 300});
  // Clauses, if there are neither colours nor multiplicities; with room for a
  // few of them, too, so that the search goes on without learning.
  ways.push_back({.engine = EngineKind::kNogoods});
  ways.push_back({.engine = EngineKind::kNogoods, .memory_limit = 100});
  return ways;
}

void ExpectCounts(const Problem& problem, uint64_t covers) {
  for (const SearchOptions& options : Ways()) {
    ASSERT_EQ(Verdict(problem, Certify(problem, options)),
              std::to_string(covers))
        << ToNotation(problem);
  }
}

TEST(CheckerTest, CountsTinyProblems) {
  for (const testing::TinyFamily& family : testing::TinyFamilies()) {
    int number = 0;
    ForEachProblem(family, [&](const Problem& problem) {
      if (++number % 16 != 0) return;
      ASSERT_EQ(Verdict(problem, Certify(problem)),
                std::to_string(AllCovers(problem).size()))
          << ToNotation(problem);
    });
  }
}

TEST(CheckerTest, CountsRandomProblems) {
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(3000); ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice), dice);
    ExpectCounts(problem, AllCovers(problem).size());
    if (HasFatalFailure()) return;
  }
}

using Write = std::function<void(CertificateWriter&)>;

// A listener hears all that there is.
TEST(CheckerTest, ACertificateCanBeWrittenAsItIsHeard) {
  const auto copied = [](const Problem& problem, const std::string& original) {
    return Written(problem, [&](CertificateWriter& writer) {
      const absl::StatusOr<CertificateFacts> facts =
          Check(problem, original, {}, [&](RecordPart part, int64_t number) {
            switch (part) {
              case RecordPart::kBranch:
                return writer.Branch(ItemId(static_cast<uint32_t>(number)));
              case RecordPart::kKeep:
                return writer.Keep(number);
              case RecordPart::kReference:
                return writer.Refer(number);
              case RecordPart::kImage:
                return writer.Image(number);
              case RecordPart::kImageOption:
                return writer.ImageOption(
                    OptionId(static_cast<uint32_t>(number)));
              case RecordPart::kItem:
              case RecordPart::kOption:
              case RecordPart::kOther:
                return writer.Copy(static_cast<uint64_t>(number));
            }
          });
      ASSERT_TRUE(facts.ok()) << facts.status();
      writer.Finish(facts->count);
    });
  };
  std::vector<Problem> problems = {
      ShuffledUnion({DominoProblem(2, 4), QueensProblem(5)}, Dice(1)).problem,
      DominoProblem(4, 4)};
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const Dice dice(seed);
    problems.push_back(RandomProblem(RandomShape(dice), dice));
  }
  for (const Problem& problem : problems) {
    for (const SearchOptions& options : Ways()) {
      const std::string certificate = Certify(problem, options);
      ASSERT_EQ(copied(problem, certificate), certificate)
          << ToNotation(problem);
    }
  }
  const std::string images = CertifyByOrbits(problems[1]);
  EXPECT_EQ(copied(problems[1], images), images);
}

TEST(CheckerTest, CountsKnownProblems) {
  for (const testing::KnownProblem& known : testing::KnownProblems()) {
    SCOPED_TRACE(known.name);
    ExpectCounts(known.problem, known.covers);
  }
}

// In each form: states that are kept, and a sweep.
// Records alone, of one problem, with options that are given: whatever a byte
// is changed to, a number that is accepted is right.
TEST(RecordsTest, CountWhatGivensLeave) {
  int accepted = 0;
  for (uint64_t seed = 1; seed <= 600; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice), dice);
    const std::vector<testing::Cover> covers = AllCovers(problem);
    const std::unique_ptr<RecordWriter> writer = RecordWriter::Make(problem);
    ASSERT_EQ(writer == nullptr, problem.has_multiplicities());
    if (writer == nullptr) continue;
    RecordChecker checker(problem);
    for (uint32_t n = 0; n < 4 && problem.option_count() > 0; ++n) {
      std::vector<OptionId> givens;
      while (givens.size() < n) {
        givens.emplace_back(
            dice(static_cast<uint32_t>(problem.option_count())));
      }
      const uint64_t right = CoversWith(covers, givens).size();
      const RecordWriter::Result written = writer->Write(givens, {});
      ASSERT_EQ(written.outcome, Outcome::kExhausted);
      ASSERT_EQ(written.count, right) << ToNotation(problem);
      const auto counted = [&](absl::string_view records) {
        const auto facts = checker.Check(givens, records);
        return facts.ok() ? facts->count.ToString() : "";
      };
      ASSERT_EQ(counted(written.records), std::to_string(right))
          << ToNotation(problem);
      ASSERT_EQ(counted(absl::StrCat(written.records, "?")), "");
      for (size_t at = 0; at < written.records.size(); ++at) {
        std::string other = written.records;
        other[at] = static_cast<char>(dice(32));
        const std::string count = counted(other);
        accepted += !count.empty();
        ASSERT_EQ(count.empty() ? std::to_string(right) : count,
                  std::to_string(right));
        ASSERT_EQ(counted(written.records.substr(0, at)), "");
      }
    }
  }
  EXPECT_GT(accepted, 0);  // Some bytes stay what they are, or choose well.
}

TEST(RecordsTest, AreWrittenWithinLimits) {
  int limited = 0;
  for (const testing::KnownProblem& known : testing::KnownProblems()) {
    const auto writer = RecordWriter::Make(known.problem);
    if (writer == nullptr) continue;
    limited += writer->Write({}, {.nodes = 1}).outcome == Outcome::kNodeLimit;
    const RecordWriter::Result all = writer->Write({}, {});
    EXPECT_EQ(all.outcome, Outcome::kExhausted);
    EXPECT_EQ(all.count, known.covers) << known.name;
  }
  EXPECT_GT(limited, 0);
}

TEST(CheckerTest, HasLimits) {
  const Problem problem = testing::DominoProblem(6, 6);
  for (const CertificateForm form :
       {CertificateForm::kTree, CertificateForm::kAny}) {
    const std::string certificate = Certify(problem, {}, form);
    const auto expect = [&](const CheckLimits& limits, absl::StatusCode code) {
      EXPECT_EQ(Check(problem, certificate, limits).status().code(), code);
    };
    expect({.memory = 1 << 20}, absl::StatusCode::kOk);
    expect({.memory = 100}, absl::StatusCode::kResourceExhausted);
    expect({.must_stop = [] { return true; }}, absl::StatusCode::kCancelled);
  }
}

// What it keeps to go back is the certificate's demand, too: here a state of
// 272 bytes or more for each of 2,000 branches, one below the other.
TEST(CheckerTest, StatesToGoBackToCountForTheLimitOfMemory) {
  std::string text = "2000:2000|a\n";
  for (int i = 0; i < 2000; ++i) text += "a\n";
  const Problem problem = ProblemFromNotation(text);
  const std::string certificate = Certify(problem, {}, CertificateForm::kTree);
  const auto expect = [&](size_t memory, absl::StatusCode code) {
    EXPECT_EQ(Check(problem, certificate, {.memory = memory}).status().code(),
              code);
  };
  expect(2'000'000, absl::StatusCode::kOk);
  expect(700'000, absl::StatusCode::kResourceExhausted);
}

// The first items, then a0, a1, ... which have two options each, then the last
// ones. Their options, and thousands of that one.
constexpr size_t kDepth = 13;
Problem ProblemOfMany(absl::string_view first, absl::string_view last,
                      absl::string_view options, absl::string_view of_many) {
  std::string text(first);
  for (size_t i = 0; i < kDepth; ++i) absl::StrAppend(&text, " a", i);
  absl::StrAppend(&text, " ", last, "\n");
  for (size_t i = 0; i < kDepth; ++i) {
    absl::StrAppend(&text, "a", i, "\na", i, "\n");
  }
  absl::StrAppend(&text, options);
  for (int i = 0; i < 8192; ++i) absl::StrAppend(&text, of_many, "\n");
  return ProblemFromNotation(text);
}

// Branches on these of a0, a1, ..., and goes on below each of the states.
void BranchOnAll(uint32_t item, size_t depth, CertificateWriter& writer,
                 const std::function<void()>& go_on) {
  if (depth == 0) return go_on();
  writer.Branch(ItemId(item));
  for (int i = 0; i < 2; ++i) BranchOnAll(item + 1, depth - 1, writer, go_on);
}

// However few bytes make it look at many options, it looks at its limits. (By
// its nodes alone, it would do so once.)
TEST(CheckerTest, LooksAtLimitsWhileItLooksAtOptions) {
  int looks = 0;
  const auto verdict = [&](const Problem& problem, const auto& write) {
    looks = 0;
    const CheckLimits limits = {.must_stop = [&] { return ++looks < 0; }};
    return Check(problem, Written(problem, write), limits).status().code();
  };
  constexpr uint32_t kMany = kDepth + 1;
  const Problem none_fits =
      ProblemOfMany("root", "many | x", "root x\n", "many x");
  EXPECT_EQ(verdict(none_fits,
                    [&](CertificateWriter& writer) {
                      writer.Branch(ItemId(0));
                      BranchOnAll(1, kDepth, writer,
                                  [&] { writer.Branch(ItemId(kMany)); });
                      writer.Finish(0);
                    }),
            absl::StatusCode::kOk);
  EXPECT_GT(looks, 3);
  EXPECT_EQ(verdict(none_fits,
                    [&](CertificateWriter& writer) {
                      writer.Branch(ItemId(0));
                      std::vector<uint32_t> order(kMany);
                      std::iota(order.begin(), order.end(), 1);
                      writer.Sweep(order);
                      // Each state is a new one, though it is like others.
                      for (int states = 2; states <= 1 << kDepth; states *= 2) {
                        for (int i = 0; i < states; ++i) writer.Copy(0);
                      }
                      writer.Finish(0);
                    }),
            absl::StatusCode::kOk);
  EXPECT_GT(looks, 3);
  // States that differ in y, which does not matter.
  EXPECT_EQ(
      verdict(ProblemOfMany("root other", "last many | y",
                            "root many\nother\nother y\nlast\n", "many y"),
              [&](CertificateWriter& writer) {
                bool is_kept = false;
                writer.Branch(ItemId(0));
                writer.Branch(ItemId(1));
                for (int i = 0; i < 2; ++i) {
                  BranchOnAll(2, kDepth, writer, [&] {
                    if (std::exchange(is_kept, true)) {
                      return writer.Refer(0);
                    }
                    writer.Keep(0);
                    writer.Branch(ItemId(kDepth + 2));
                  });
                }
                writer.Finish(uint64_t{2} << kDepth);
              }),
      absl::StatusCode::kOk);
  EXPECT_GT(looks, 3);
  // Products of a state and of nothing.
  EXPECT_EQ(verdict(ProblemOfMany("root", "many", "root\n", "many"),
                    [&](CertificateWriter& writer) {
                      const std::vector<uint32_t> parts(kDepth + 2, 0);
                      for (int i = 0; i < 100; ++i) writer.Product(2, parts);
                      writer.Finish(0);
                    }),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_GT(looks, 3);
  // Clauses with the options of an item, which are assumed one by one to be
  // ruled out.
  EXPECT_EQ(verdict(ProblemOfMany("root", "many", "root\n", "many"),
                    [&](CertificateWriter& writer) {
                      std::vector<uint32_t> clause(8192, 2);
                      clause.front() = 2 * (2 * kDepth + 1);
                      std::partial_sum(clause.begin(), clause.end(),
                                       clause.begin());
                      writer.Clauses();
                      for (int i = 0; i < 2; ++i) writer.Learn(clause);
                      writer.NoCover({});
                      writer.Finish(0);
                    }),
            absl::StatusCode::kFailedPrecondition);
  EXPECT_GT(looks, 30);
  // Images with many options, all of which have many items.
  std::string twins = "root", options;
  for (int i = 0; i < 60; ++i) absl::StrAppend(&twins, " t", i);
  constexpr uint32_t kImages = 30;
  for (uint32_t k = 0; k < kImages; ++k) absl::StrAppend(&options, "root\n");
  for (int k = 0; k < 500; ++k) {
    absl::StrAppend(&options, twins.substr(5), "\n");
  }
  EXPECT_EQ(verdict(ProblemFromNotation(absl::StrCat(twins, "\n", options)),
                    [&](CertificateWriter& writer) {
                      writer.Branch(ItemId(0));
                      writer.Keep(0);
                      writer.Branch(ItemId(1));
                      for (uint32_t i = 1; i < kImages; ++i) {
                        writer.Image(0);
                        for (uint32_t k = 0; k < 500; ++k) {
                          writer.ImageOption(OptionId(kImages + k));
                        }
                      }
                      writer.Finish(kImages * 500);
                    }),
            absl::StatusCode::kOk);
  EXPECT_GT(looks, 3);
}

// With "b p", the items n, m and l have one option each, and those of m and l
// are for the same z: that is why there is no cover, whatever becomes of n.
TEST(CheckerTest, BitPlanesTellsWhatADeadEndNeeds) {
  const Problem problem = ProblemFromNotation(
      "n b m l | p q z\nb p\nb q\nn p\nn p\nn\nm p\nm p\nm z\nl p\nl p\nl z\n");
  const std::string certificate =
      Certify(problem, {.engine = EngineKind::kBitPlanes});
  EXPECT_EQ(Verdict(problem, certificate),
            std::to_string(AllCovers(problem).size()));
  const auto branch_on = [&](absl::string_view name) {
    return static_cast<char>(problem.FindItem(name)->value()
                             << internal::kBranchBits);
  };
  EXPECT_EQ(certificate[16], branch_on("b"));
  EXPECT_THAT(certificate.substr(17, 2),
              ::testing::UnorderedElementsAre(branch_on("m"), branch_on("l")));
}

// As a product of what is written about each part, or as what is written about
// the only one. The forced items see to it that the problems are not too small
// for that.
TEST(CheckerTest, CountsUnions) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    std::vector<Problem> parts = {testing::PowerProblem(64, 1)};
    Natural product = 1;
    for (uint64_t i = 0; i < 1 + seed % 3; ++i) {
      testing::ProblemShape shape = RandomShape(dice);
      shape.multiplicities = 0;
      shape.planted = 80;
      parts.push_back(RandomProblem(shape, dice));
      product *= AllCovers(parts.back()).size();
    }
    const Problem problem =
        testing::ShuffledUnion(std::move(parts), dice).problem;
    ASSERT_EQ(Verdict(problem, Certify(problem)), product.ToString())
        << ToNotation(problem);
  }
}

// Each part refers to slots of its own, whatever was in them before.
TEST(CheckerTest, CountsUnionsOfWhatIsRemembered) {
  const Problem board = testing::DominoProblem(6, 7);
  const Problem problem =
      testing::ShuffledUnion({board, testing::QueensProblem(7), board}, Dice(1))
          .problem;
  const absl::StatusOr<CertificateFacts> one = Check(board, Certify(board));
  ASSERT_TRUE(one.ok());
  const std::string certificate = Certify(problem);
  EXPECT_EQ(Verdict(problem, certificate),
            (one->count * one->count * 40).ToString());
  EXPECT_LT(certificate.size(), 100'000u);
}

TEST(CheckerTest, CountsBeyondAnyWord) {
  // 10^64 covers, by references.
  EXPECT_EQ(Verdict(testing::EndlessProblem(),
                    Certify(ProblemFromNotation("a\na\n"))),
            "byte 8 of the certificate: this is the certificate of another "
            "problem");
  std::string items;
  for (int i = 0; i < 60; ++i) items += "i" + std::to_string(i) + " ";
  std::string options;
  for (int i = 0; i < 60; ++i) {
    for (int j = 0; j < 10; ++j) options += "i" + std::to_string(i) + "\n";
  }
  const Problem problem = ProblemFromNotation(items + "\n" + options);
  const std::string certificate =
      Written(problem, [](CertificateWriter& writer) {
        for (uint32_t i = 0; i < 60; ++i) {
          writer.Keep(i);
          writer.Branch(ItemId(i));
        }
        for (uint32_t i = 59; i > 0; --i) {
          for (int j = 0; j < 9; ++j) writer.Refer(i);
        }
        Natural count = 1;
        for (int i = 0; i < 60; ++i) count *= 10;
        writer.Finish(count);
      });
  EXPECT_EQ(Verdict(problem, certificate), "1" + std::string(60, '0'));
}

// ---- Products ----

// Two parts that share no item, then some that share a secondary one.
constexpr char kTwoParts[] = "a b c d\na\na b\nb\nc d\nc\nd\nd\n";

// Two options, of which each has two of a to e, and n.
constexpr char kTooFew[] = "2|n a b c d e\nn a b\nn c d\nn b e\nn c\n";

std::string CertificateOfTwoParts(const Problem& problem,
                                  const std::vector<uint32_t>& part_of,
                                  uint64_t count) {
  return Written(problem, [&](CertificateWriter& writer) {
    writer.Product(2, part_of);
    writer.Branch(ItemId(0));  // "a": b is left. "a b" is a cover of the part.
    writer.Branch(ItemId(1));
    writer.Branch(ItemId(2));  // "c d" is a cover. "c": d is left.
    writer.Branch(ItemId(3));
    writer.Finish(count);
  });
}

// A search to which the others have left the race has their nodes behind it,
// too: it comes to the limit, and to each look at the time, as soon as before.
TEST(CertifyingRaceTest, WhatWasDroppedCountsForTheLimits) {
  constexpr uint64_t kNodes = 200'000;
  const Problem problem = testing::QueensProblem(15);
  const auto result = internal::CountWithCertificate(
      problem, [](absl::string_view) { return true; },
      {.limits = {.nodes = kNodes}, .memory_limit = 20'000},
      CertificateForm::kAny, &SlowClock);
  ASSERT_TRUE(result.ok()) << result.status();
  EXPECT_EQ(result->summary.outcome, Outcome::kNodeLimit);
  const Statistics& statistics = result->summary.statistics;
  EXPECT_GE(statistics.nodes, kNodes);
  uint64_t own = 0;
  for (const uint64_t nodes : statistics.nodes_by_depth) own += nodes;
  EXPECT_LT(own, kNodes);
}

// Eight pigeons come before many choices that are between two options each, so
// that the fewest options lead away from them.
TEST(CertifyingRaceTest, TheOrderOfTheInputHasAChance) {
  constexpr int kPigeons = 8;
  constexpr int kChoices = 18;
  std::string items, holes, options;
  for (int p = 0; p < kPigeons; ++p) absl::StrAppend(&items, "p", p, " ");
  for (int h = 0; h + 1 < kPigeons; ++h) {
    absl::StrAppend(&holes, " h", h);
    for (int p = 0; p < kPigeons; ++p) {
      absl::StrAppend(&options, "p", p, " h", h, "\n");
    }
  }
  for (int x = 0; x < kChoices; ++x) {
    absl::StrAppend(&items, "x", x, " ");
    absl::StrAppend(&holes, " y", x);
    absl::StrAppend(&options, "x", x, " y", x, ":a\nx", x, " y", x, ":b\n");
    // What was chosen matters to the end, so that no state comes again.
    for (int z = 0; z < x; ++z) {
      absl::StrAppend(&options, "all y", x, ":a y", z, ":b\n");
    }
  }
  const Problem problem =
      ProblemFromNotation(absl::StrCat(items, "all |", holes, "\n", options));
  SearchOptions limited;
  limited.limits.nodes = 2000000;
  EXPECT_EQ(Verdict(problem, Certify(problem, limited, CertificateForm::kTree)),
            "0");
}

TEST(ProductTest, MultipliesParts) {
  const Problem problem = ProblemFromNotation(kTwoParts);
  ASSERT_EQ(AllCovers(problem).size(), 6);
  EXPECT_EQ(Verdict(problem, CertificateOfTwoParts(problem, {0, 0, 1, 1}, 6)),
            "6");
  EXPECT_THAT(Verdict(problem, CertificateOfTwoParts(problem, {0, 0, 1, 1}, 5)),
              HasSubstr("there are 6 covers, and not as many as it says"));
  EXPECT_THAT(Verdict(problem, CertificateOfTwoParts(problem, {0, 1, 1, 1}, 6)),
              HasSubstr("have to do with each other: option 1 (a b)"));
  EXPECT_THAT(Verdict(problem, CertificateOfTwoParts(problem, {0, 0, 1}, 6)),
              HasSubstr("each of the 4 open items"));
  EXPECT_THAT(Verdict(problem, CertificateOfTwoParts(problem, {0, 0, 1, 2}, 6)),
              HasSubstr("there is no part 2"));
}

// No search comes to the end of an odd board, but a count does; then the other
// part need not be counted.
TEST(ProductTest, APartWithoutCoverIsEnough) {
  const Union all =
      ShuffledUnion({DominoProblem(11, 11), QueensProblem(20)}, Dice(1));
  EXPECT_EQ(Verdict(all.problem, Certify(all.problem)), "0");
}

// With multiplicities, too, and items that need not be covered.
TEST(ProductTest, HoldsForRandomUnions) {
  int with_multiplicities = 0;
  for (uint64_t seed = 1; seed <= Repetitions<uint64_t>(300); ++seed) {
    SCOPED_TRACE(seed);
    const Union all = RandomUnion(Dice(seed));
    Natural count = 1;
    for (const Problem& part : all.parts) count *= AllCovers(part).size();
    EXPECT_EQ(Verdict(all.problem, Certify(all.problem)), count.ToString());
    with_multiplicities += all.problem.has_multiplicities();
  }
  EXPECT_GE(with_multiplicities, Repetitions(300) / 5);
}

// Also where a part has no cover for a shortage, which is none of the whole;
// and where options of another part have more items.
TEST(ProductTest, HoldsForPartsWithCounters) {
  const Problem counted = ProblemFromNotation(
      "2:3|n a b c d e f\nn a\nn a b c\nn b d\nn d e\nn d\nn e f\n");
  const Problem large =
      ProblemFromNotation("p q r s t u v\np q r s t u v\np q r\ns t u v\n");
  const uint64_t covers = AllCovers(counted).size();
  ASSERT_GT(covers, 0);
  for (const auto& [part, count] : std::vector<std::pair<Problem, uint64_t>>{
           {counted, 2 * covers * covers}, {ProblemFromNotation(kTooFew), 0}}) {
    const Union all = ShuffledUnion(
        {counted, part, large, testing::PowerProblem(64, 1)}, Dice(1));
    EXPECT_EQ(Verdict(all.problem, Certify(all.problem)),
              std::to_string(count));
  }
}

// Nothing comes again in trees so small.
TEST(ProductTest, SmallPartsKeepNothing) {
  std::string items;
  std::string options;
  for (int i = 0; i < 20; ++i) {
    absl::StrAppend(&items, "a", i, " b", i, " c", i, " d", i, " ");
    absl::StrAppend(&options, "\na", i, " b", i, "\nc", i, " d", i);
    absl::StrAppend(&options, "\na", i, " b", i, " c", i, " d", i);
  }
  const Problem problem = ProblemFromNotation(items + options + "\n");
  const absl::StatusOr<CertificateFacts> facts =
      Check(problem, Certify(problem));
  ASSERT_TRUE(facts.ok()) << facts.status();
  EXPECT_EQ(facts->count, 1 << 20);
  EXPECT_EQ(facts->kept, 0);
}

std::string Name(char letter, int number) {
  return absl::StrCat(std::string(1, letter), number, " ");
}

// What tells the time tells how often it was asked: no race, no question.
int times_asked = 0;
absl::Duration AskedClock() {
  ++times_asked;
  return absl::ZeroDuration();
}

TEST(ProductTest, OneOfPartsThatAreAlikeHasARace) {
  const auto asked_for = [](int parts) {
    // Their items do not stand together.
    std::string items;
    std::string options;
    for (const char name : {'a', 'b', 'c', 'd'}) {
      for (int i = 0; i < parts; ++i) absl::StrAppend(&items, Name(name, i));
    }
    for (int i = 0; i < parts; ++i) {
      for (const char* const option : {"ab", "cd", "abcd", "acd"}) {
        absl::StrAppend(&options, "\n");
        for (const char* name = option; *name != 0; ++name) {
          absl::StrAppend(&options, Name(*name, i));
        }
      }
    }
    const Problem problem = ProblemFromNotation(items + options + "\n");
    std::string certificate;
    times_asked = 0;
    EXPECT_TRUE(internal::CountWithCertificate(
                    problem,
                    [&](absl::string_view bytes) {
                      certificate.append(bytes.data(), bytes.size());
                      return true;
                    },
                    {}, CertificateForm::kAny, &AskedClock)
                    .ok());
    EXPECT_EQ(Verdict(problem, certificate), std::to_string(1 << parts));
    return times_asked;
  };
  EXPECT_EQ(asked_for(20), asked_for(10));
}

// Whether the first record is a product of so many parts.
bool IsProduct(absl::string_view certificate, int parts) {
  return static_cast<uint64_t>(certificate[16]) ==
         (parts == 1 ? internal::kSweepRecord
                     : internal::ProductRecord(static_cast<uint64_t>(parts)));
}

TEST(ProductTest, LayersSeeParts) {
  struct {
    const char* problem;
    int parts;
  } const kCases[] = {
      {kTwoParts, 2},
      {"c a d b\na\na b\nb\nc d\nc\nd\nd\n", 2},
      {"a b c | x y\na x\na\nb y\nb y\nc\n", 3},
      {"a b c | x y\na x\na\nb x\nb y\nc\n", 2},
      {"a b c\na b\nb c\na\nc\n", 1},
      {"a b c\na b\nc\n", 2},
      // The first part has no covers, but the others are told, too.
      {"a b c d\na b\nb c\nd\nd\n", 2},
  };
  for (const auto& [text, parts] : kCases) {
    SCOPED_TRACE(text);
    const Problem problem = ProblemFromNotation(text);
    const std::string covers = std::to_string(AllCovers(problem).size());
    const SearchOptions options = {.engine = EngineKind::kLayers};
    const std::string certificate = Certify(problem, options);
    EXPECT_EQ(Verdict(problem, certificate), covers);
    // One part: that is a sweep.
    EXPECT_TRUE(IsProduct(certificate, parts));
    const std::string tree = Certify(problem, options, CertificateForm::kTree);
    EXPECT_EQ(Verdict(problem, tree), covers);
    EXPECT_FALSE(IsProduct(tree, parts));
  }
}

TEST(ProductTest, SeesWhatConnectsParts) {
  struct {
    const char* problem;
    bool is_product;
  } const kCases[] = {
      {"a b | x\na\na x\nb\nb x\n", false},
      {"a b | x y\na\na x\nb\nb y\n", true},
      {"a b | x\na\na x:r\nb\nb x:s\n", false},
      // Even in the same colour: who knows what else will be chosen.
      {"a b | x\na\na x:r\nb\nb x:r\nb x\n", false},
      // They agree in any case.
      {"a b | x\na\na x:r\nb\nb x:r\n", true},
  };
  for (const auto& [text, is_product] : kCases) {
    const Problem problem = ProblemFromNotation(text);
    const std::string certificate =
        Written(problem, [&](CertificateWriter& writer) {
          writer.Product(2, {0, 1});
          writer.Branch(ItemId(0));
          writer.Branch(ItemId(1));
          writer.Finish(AllCovers(problem).size());
        });
    EXPECT_EQ(Check(problem, certificate).ok(), is_product)
        << text << Verdict(problem, certificate);
  }
}

// ---- Images ----

// Two rooks on two rows and columns. Behind "a x" is "b y", behind "a y" is its
// image "b x".
constexpr char kRooks[] = "a b | x y\na x\na y\nb x\nb y\n";

std::string CertificateOfRooks(const Problem& problem,
                               const std::vector<uint32_t>& images) {
  return Written(problem, [&](CertificateWriter& writer) {
    writer.Branch(ItemId(0));
    writer.Keep(0);
    writer.Branch(ItemId(1));
    writer.Image(0);
    for (const uint32_t image : images) writer.ImageOption(OptionId(image));
    writer.Finish(2);
  });
}

TEST(ImageTest, HaveAsManyCovers) {
  const Problem problem = ProblemFromNotation(kRooks);
  EXPECT_EQ(Verdict(problem, CertificateOfRooks(problem, {2})), "2");
  EXPECT_EQ(Verdict(problem, CertificateOfRooks(problem, {3})),
            "byte 19 of the certificate: this is no image of the state in slot "
            "0: the images are not the options that fit, each of them once");
  EXPECT_THAT(Verdict(problem, CertificateOfRooks(problem, {4})),
              HasSubstr("there is no option 4"));
}

// A branch on the first item, whose two options leave other options for the
// second and third one: an option for each, in this order. What the first one
// leaves is kept.
std::string VerdictOfImage(absl::string_view text, uint64_t covers,
                           const std::vector<uint32_t>& images) {
  const Problem problem = ProblemFromNotation(text);
  return Verdict(problem, Written(problem, [&](CertificateWriter& writer) {
                   writer.Branch(ItemId(0));
                   writer.Keep(0);
                   writer.Branch(ItemId(1));
                   writer.Branch(ItemId(2));
                   writer.Image(0);
                   for (const uint32_t image : images) {
                     writer.ImageOption(OptionId(image));
                   }
                   writer.Finish(covers);
                 }));
}

TEST(ImageTest, ItemsHaveImages) {
  constexpr char kAlike[] = "a b c | x y\na x\na y\nb y\nc y\nb x\nc x\n";
  EXPECT_EQ(VerdictOfImage(kAlike, 0, {4, 5}), "0");
  // b stands for c, and c for b.
  EXPECT_EQ(VerdictOfImage(kAlike, 0, {5, 4}), "0");
  // Here is one with both.
  EXPECT_THAT(
      VerdictOfImage("a b c | x y\na x\na y\nb y\nc y\nb c x\nc x\n", 0,
                     {4, 5}),
      HasSubstr("the item \"c\" of the state that was kept has no image"));
  // An item without options is the image of such a one only.
  EXPECT_THAT(
      VerdictOfImage("a b c d | x y\na x\na d y\nb y\nc y\nb x\nc x\n", 0,
                     {4, 5}),
      HasSubstr("the item \"d\" of the state that was kept has no image"));
}

TEST(ImageTest, ColorsAgreeWhereTheirImagesDo) {
  const auto verdict = [](absl::string_view kept, absl::string_view here) {
    return VerdictOfImage(
        absl::StrCat("a b c | x z\na x:1\na x:2\nb x:1 z:", kept,
                     "\nc x:1 z:r\nb x:2 z:", here, "\nc x:2 z:s\n"),
        2, {4, 5});
  };
  EXPECT_EQ(verdict("r", "s"), "2");
  EXPECT_THAT(verdict("r", "r"),
              HasSubstr("the item \"z\" is the image of none"));
  EXPECT_THAT(verdict("s", "s"),
              HasSubstr("the item \"z\" of the state that was kept has no"));
}

TEST(ImageTest, AreNotKeptAndNotForMultiplicities) {
  const Problem rooks = ProblemFromNotation(kRooks);
  EXPECT_FALSE(Check(rooks, Written(rooks,
                                    [](CertificateWriter& writer) {
                                      writer.Branch(ItemId(0));
                                      writer.Keep(0);
                                      writer.Branch(ItemId(1));
                                      writer.Keep(1);
                                      writer.Image(0);
                                      writer.ImageOption(OptionId(2));
                                      writer.Finish(2);
                                    }))
                   .ok());
  // Nothing is in the slot.
  EXPECT_THAT(Verdict(rooks, Written(rooks,
                                     [](CertificateWriter& writer) {
                                       writer.Image(0);
                                       writer.Finish(2);
                                     })),
              HasSubstr("nothing was kept in slot 0"));
  const Problem twice = ProblemFromNotation("0:2|a b\na\nb\n");
  EXPECT_FALSE(Check(twice, Written(twice,
                                    [](CertificateWriter& writer) {
                                      writer.Branch(ItemId(1));
                                      writer.Image(0);
                                      writer.Finish(1);
                                    }))
                   .ok());
}

// A listener may look up what it hears of.
TEST(CheckerTest, AListenerHearsOfItemsAndOptionsThatAreThere) {
  const auto hears = [](absl::string_view text, const Write& write) {
    const Problem problem = ProblemFromNotation(text);
    const std::string certificate =
        Written(problem, [&](CertificateWriter& writer) {
          write(writer);
          writer.Finish(0);
        });
    int wrong = 0;
    const absl::Status status =
        Check(problem, certificate, {}, [&](RecordPart part, int64_t number) {
          const auto n = static_cast<uint64_t>(number);
          wrong += (part == RecordPart::kItem && n >= problem.item_count()) ||
                   (part == RecordPart::kOption && n >= problem.option_count());
        }).status();
    EXPECT_THAT(status.message(), HasSubstr("there is no "));
    return wrong;
  };
  const Write sweep = [](CertificateWriter& writer) { writer.Sweep({0, 9}); };
  EXPECT_EQ(hears("a b\na\nb\n", sweep), 0);
  constexpr absl::string_view kFreeItems = "0:2|a b\na\nb\n";
  EXPECT_EQ(hears(kFreeItems, sweep), 0);
  EXPECT_EQ(hears(kFreeItems,
                  [](CertificateWriter& writer) {
                    writer.BranchOnOption(OptionId(9));
                  }),
            0);
  EXPECT_EQ(
      hears(kFreeItems,
            [](CertificateWriter& writer) { writer.Shortage(ItemId(9)); }),
      0);
}

int CountImages(const Problem& problem, absl::string_view certificate) {
  int images = 0;
  EXPECT_TRUE(Check(problem, certificate, {}, [&](RecordPart part, int64_t) {
                images += part == RecordPart::kImage;
              }).ok());
  return images;
}

TEST(ImageTest, AreWrittenWhereSymmetriesRepeat) {
  // Three rows of a Latin square's cells stand for the fourth, and so on.
  std::string items;
  for (const char* kind : {"x", "r", "c"}) {
    for (int i = 0; i < 16; ++i) absl::StrAppend(&items, kind, i, " ");
  }
  std::string latin = items;
  std::string normal = items;  // 0 1 2 3 in its first row, which is forced.
  for (int cell = 0; cell < 64; ++cell) {
    const int r = cell / 16, c = cell / 4 % 4, d = cell % 4;
    const std::string option =
        absl::StrCat("\nx", 4 * r + c, " r", 4 * r + d, " c", 4 * c + d);
    latin += option;
    if (r > 0 || c == d) normal += option;
  }
  const struct {
    Problem problem;
    const char* covers;
  } kCases[] = {{QueensProblem(8), "92"},
                {DominoProblem(6, 6), "6728"},
                {ProblemFromNotation(absl::StrCat(latin, "\n")), "576"},
                {ProblemFromNotation(absl::StrCat(normal, "\n")), "24"}};
  for (const auto& [problem, covers] : kCases) {
    const std::string certificate = CertifyByOrbits(problem);
    EXPECT_EQ(Verdict(problem, certificate), covers);
    EXPECT_GT(CountImages(problem, certificate), 0) << covers;
  }
}

// In a product, as far as what wins there looks for symmetries.
TEST(ImageTest, MayBeInParts) {
  const Union all =
      ShuffledUnion({QueensProblem(6), QueensProblem(7)}, Dice(1));
  EXPECT_EQ(
      Verdict(all.problem, CertifyByOrbits(all.problem, EngineKind::kAuto)),
      "160");
}

// Two of each item, and of each option, which takes one or the other of each
// pair of items: the other option takes the other ones.
Problem Mirrored(const Problem& half, const Dice& dice) {
  ProblemBuilder builder;
  std::vector<ItemId> items[2];
  for (uint32_t i = 0; i < half.item_count(); ++i) {
    for (int side = 0; side < 2; ++side) {
      const std::string name =
          absl::StrCat(half.item_name(ItemId(i)), ".", side);
      items[side].push_back(half.is_primary(ItemId(i))
                                ? builder.AddPrimary(name)
                                : builder.AddSecondary(name));
    }
  }
  for (uint32_t k = 0; k < half.option_count(); ++k) {
    std::vector<uint32_t> sides;
    for (size_t i = 0; i < half.option(OptionId(k)).size(); ++i) {
      sides.push_back(dice(2));
    }
    for (int mirror = 0; mirror < 2; ++mirror) {
      std::vector<ItemUse> uses;
      for (size_t i = 0; i < sides.size(); ++i) {
        const ItemUse use = half.option(OptionId(k))[i];
        const ItemId item = items[sides[i] ^ mirror][use.item.value()];
        uses.push_back({item, use.color == kNoColor
                                  ? kNoColor
                                  : builder.AddColor(
                                        absl::StrCat("c", use.color.value()))});
      }
      builder.AddOption(uses);
    }
  }
  return *std::move(builder).Build();
}

TEST(ImageTest, AreRight) {
  Dice dice(1);
  int images = 0;
  for (int repetition = Repetitions(300); repetition-- > 0;) {
    const Problem half = RandomProblem(RandomShape(dice), dice);
    if (half.has_multiplicities()) continue;
    const Problem problem = Mirrored(half, dice);
    const std::string certificate = CertifyByOrbits(problem);
    ASSERT_EQ(Verdict(problem, certificate),
              std::to_string(AllCovers(problem).size()))
        << ToNotation(problem);
    images += CountImages(problem, certificate);
  }
  EXPECT_GT(images, 0);
}

// ---- Sweeps ----

// All ways to cover a row of cells with pieces of one and two cells.
constexpr char kRow[] = "a b c d\na\na b\nb\nb c\nc\nc d\nd\n";

// The states named in a sweep over that row, in its order.
std::string SweepOfRow(const Problem& problem, const std::vector<int>& states,
                       uint64_t count) {
  return Written(problem, [&](CertificateWriter& writer) {
    writer.Sweep({0, 1, 2, 3});
    // As they come: from a to b and c, from b to c and d, from c to d.
    const size_t queues[] = {1, 2, 2, 3, 3};
    std::vector<int64_t> last(4, -1);
    for (size_t i = 0; i < states.size(); ++i) {
      writer.State(states[i], last[queues[i]]);
    }
    writer.Finish(count);
  });
}

TEST(SweepTest, AddsWays) {
  const Problem problem = ProblemFromNotation(kRow);
  ASSERT_EQ(AllCovers(problem).size(), 5);
  EXPECT_EQ(Verdict(problem, SweepOfRow(problem, {0, 0, 0, 0, 0}, 5)), "5");
  // Two that are alike may go their own ways: then each has a child of d.
  EXPECT_EQ(Verdict(problem, Written(problem,
                                     [&](CertificateWriter& writer) {
                                       writer.Sweep({0, 1, 2, 3});
                                       int64_t b = -1, c = -1, d = -1;
                                       writer.State(0, b);
                                       writer.State(0, c);
                                       writer.State(1, c);
                                       writer.State(0, d);
                                       writer.State(1, d);
                                       writer.State(0, d);
                                       writer.Finish(5);
                                     })),
            "5");
  EXPECT_THAT(Verdict(problem, SweepOfRow(problem, {0, 0, 0, 0, 0}, 4)),
              HasSubstr("there are 5 covers, and not as many as it says"));
  EXPECT_EQ(Verdict(problem, SweepOfRow(problem, {0, 0, 2, 0, 0}, 5)),
            "byte 24 of the certificate: state 2 of item \"c\" has not been "
            "reached");
  EXPECT_EQ(Verdict(problem, SweepOfRow(problem, {-1, 0, 0, 0, 0}, 5)),
            "byte 22 of the certificate: state -1 of item \"b\" has not been "
            "reached");
}

TEST(SweepTest, LooksAtStates) {
  // After "a" b and c are left, after "a b" only c: no two states of c are
  // like each other but those after "a b" and "b".
  const Problem problem = ProblemFromNotation("a b c\na\na b\na c\nb\nc\n");
  const auto certificate = [&](int64_t second) {
    return Written(problem, [&](CertificateWriter& writer) {
      writer.Sweep({0, 1, 2});
      int64_t b = -1, c = -1;
      writer.State(0, b);
      writer.State(0, c);
      writer.State(second, b);
      writer.State(0, c);
      writer.Finish(3);
    });
  };
  EXPECT_EQ(Verdict(problem, certificate(1)), "3");
  EXPECT_EQ(Verdict(problem, certificate(0)),
            "byte 23 of the certificate: this is not state 0 of item \"b\"");
}

TEST(SweepTest, TheOrderHasTheOpenItems) {
  const Problem problem = ProblemFromNotation("a b | x\na\na x\nb\nb x\n");
  const auto verdict = [&](const std::vector<uint32_t>& order) {
    return Verdict(problem, Written(problem, [&](CertificateWriter& writer) {
                     writer.Branch(ItemId(0));
                     writer.Sweep(order);
                     writer.Sweep({1});
                     writer.Finish(3);
                   }));
  };
  EXPECT_EQ(verdict({1}), "3");
  EXPECT_THAT(verdict({}), HasSubstr("the order of the 1 open items"));
  EXPECT_THAT(verdict({0, 1}), HasSubstr("the order of the 1 open items"));
  EXPECT_THAT(verdict({0}), HasSubstr("item \"a\" cannot be swept here"));
  EXPECT_THAT(verdict({2}), HasSubstr("item \"x\" cannot be swept here"));
  EXPECT_THAT(verdict({3}), HasSubstr("there is no item 3"));
  const Problem two = ProblemFromNotation("a b\na\nb\n");
  EXPECT_THAT(Verdict(two, Written(two,
                                   [&](CertificateWriter& writer) {
                                     writer.Sweep({0, 0});
                                     writer.Finish(1);
                                   })),
              HasSubstr("item \"a\" cannot be swept here"));
}

TEST(SweepTest, DecidesAboutOptions) {
  // Two of a, one or two of b.
  const Problem problem = ProblemFromNotation("2|a 1:2|b\na b\na\na b\nb\n");
  ASSERT_EQ(AllCovers(problem).size(), 5);
  const auto certificate = [&](const std::vector<uint32_t>& order,
                               const std::vector<int64_t>& of_second,
                               const std::vector<int64_t>& of_third,
                               const std::vector<int64_t>& of_fourth) {
    return Written(problem, [&](CertificateWriter& writer) {
      writer.Sweep(order);
      int64_t last = -1;
      for (const int64_t state : of_second) writer.State(state, last);
      last = -1;
      for (const int64_t state : of_third) writer.State(state, last);
      last = -1;
      for (const int64_t state : of_fourth) writer.State(state, last);
      writer.Finish(5);
    });
  };
  const std::vector<uint32_t> order = {0, 1, 2, 3};
  // With "a b" and "a", a is done, and b may be covered once more. Without the
  // first two, a cannot be covered often enough. What is left to decide about
  // "b" is the same after "a b" and "a" as after "a" and "a b".
  EXPECT_EQ(Verdict(problem, certificate(order, {0, 1}, {0, 1}, {0, 0})), "5");
  EXPECT_THAT(Verdict(problem, certificate(order, {0, 0}, {0, 1}, {0, 0})),
              HasSubstr("this is not state 0 of option 1"));
  // They need not be known to be the same.
  EXPECT_EQ(Verdict(problem, certificate(order, {0, 1}, {0, 1}, {0, 1})), "5");
}

TEST(SweepTest, TheOrderHasTheOptionsThatFit) {
  const Problem problem = ProblemFromNotation("0:2|a b\na\nb\na b\n");
  const auto verdict = [&](const std::vector<uint32_t>& order) {
    return Verdict(problem, Written(problem, [&](CertificateWriter& writer) {
                     writer.Sweep(order);
                     writer.Finish(0);
                   }));
  };
  EXPECT_THAT(verdict({0, 1}), HasSubstr("the order of the 3 options"));
  EXPECT_THAT(verdict({0, 1, 3}), HasSubstr("there is no option 3"));
  EXPECT_THAT(verdict({0, 1, 1}), HasSubstr("option 1 cannot be swept here"));
}

TEST(SweepTest, ASweptStateMayBeKept) {
  const Problem problem = ProblemFromNotation("a b\na\na\nb\nb\n");
  EXPECT_EQ(Verdict(problem, Written(problem,
                                     [&](CertificateWriter& writer) {
                                       writer.Branch(ItemId(0));
                                       writer.Keep(0);
                                       writer.Sweep({1});
                                       writer.Refer(0);
                                       writer.Finish(4);
                                     })),
            "4");
}

// ---- Options ----

// Two of a, one or two of b: five covers.
constexpr absl::string_view kTwoOfA = "2|a 1:2|b\na b\na\na b\nb\n";

// What is left of these with option 1 taken, and with it out.
void WriteWithOption1(CertificateWriter& writer) {
  writer.BranchOnOption(OptionId(0));
  writer.Branch(ItemId(1));  // With it, "b" or nothing is left.
  writer.Branch(ItemId(0));  // Without it, "a b" is,
  writer.Branch(ItemId(1));  // and again "b" or nothing.
}
void WriteWithoutOption1(CertificateWriter& writer) {
  writer.Branch(ItemId(0));
  writer.Branch(ItemId(0));
}

std::string VerdictOfOptions(const Write& write, uint64_t covers = 5) {
  const Problem problem = ProblemFromNotation(kTwoOfA);
  return Verdict(problem, Written(problem, [&](CertificateWriter& writer) {
                   write(writer);
                   writer.Finish(covers);
                 }));
}

TEST(OptionTest, IsTakenOrOut) {
  ASSERT_EQ(AllCovers(ProblemFromNotation(kTwoOfA)).size(), 5);
  const auto write = [](CertificateWriter& writer) {
    writer.BranchOnOption(OptionId(1));
    WriteWithOption1(writer);
    WriteWithoutOption1(writer);
  };
  EXPECT_EQ(VerdictOfOptions(write), "5");
  EXPECT_THAT(VerdictOfOptions(write, 4), HasSubstr("there are 5 covers"));
  // There is no end where a state is to come, but a shortage.
  EXPECT_THAT(VerdictOfOptions([](CertificateWriter& writer) {
                writer.BranchOnOption(OptionId(1));
                WriteWithOption1(writer);
              }),
              HasSubstr("a shortage where no more is missing"));
}

TEST(OptionTest, MayBeKept) {
  EXPECT_EQ(VerdictOfOptions([](CertificateWriter& writer) {
              writer.Keep(0);
              writer.BranchOnOption(OptionId(1));
              writer.Keep(1);
              WriteWithOption1(writer);
              WriteWithoutOption1(writer);
            }),
            "5");
  // Without option 1, and when a is closed, the same is left as with it.
  const Problem problem = ProblemFromNotation("1:2|a 0:3|b\na\na\nb\n");
  ASSERT_EQ(AllCovers(problem).size(), 6);
  const auto verdict = [&problem](bool closes) {
    return Verdict(problem, Written(problem, [&](CertificateWriter& writer) {
                     writer.BranchOnOption(OptionId(0));
                     writer.BranchOnOption(OptionId(1));
                     writer.Keep(0);
                     writer.BranchOnOption(OptionId(2));
                     writer.Branch(ItemId(1));
                     writer.Branch(ItemId(1));
                     if (closes) writer.Branch(ItemId(0));
                     writer.Refer(0);
                     writer.Branch(ItemId(0));
                     writer.Branch(ItemId(0));
                     writer.Refer(0);
                     writer.Finish(6);
                   }));
  };
  EXPECT_EQ(verdict(true), "6");
  EXPECT_THAT(verdict(false), HasSubstr("this is not the state in slot 0"));
}

TEST(OptionTest, Fits) {
  EXPECT_THAT(VerdictOfOptions([](CertificateWriter& writer) {
                writer.BranchOnOption(OptionId(4));
              }),
              "byte 16 of the certificate: there is no option 4");
  const auto twice = [](CertificateWriter& writer) {
    writer.BranchOnOption(OptionId(1));
    writer.BranchOnOption(OptionId(1));
  };
  EXPECT_EQ(VerdictOfOptions(twice),
            "byte 18 of the certificate: option 1 does not fit here");
  const auto out = [](CertificateWriter& writer) {
    writer.BranchOnOption(OptionId(1));
    WriteWithOption1(writer);
    writer.BranchOnOption(OptionId(1));
  };
  EXPECT_THAT(VerdictOfOptions(out), HasSubstr("option 1 does not fit here"));
  const auto closed = [](CertificateWriter& writer) {
    writer.BranchOnOption(OptionId(1));
    writer.BranchOnOption(OptionId(0));
    writer.BranchOnOption(OptionId(2));
  };
  EXPECT_THAT(VerdictOfOptions(closed),
              HasSubstr("option 2 does not fit here"));
}

TEST(OptionTest, IsForMultiplicitiesAlone) {
  const Problem problem = ProblemFromNotation("a b\na\na\nb\n");
  const Write write = [](CertificateWriter& writer) {
    writer.BranchOnOption(OptionId(0));
    writer.Branch(ItemId(1));
    writer.Branch(ItemId(0));
    writer.Branch(ItemId(1));
    writer.Finish(2);
  };
  EXPECT_THAT(Verdict(problem, Written(problem, write)),
              HasSubstr("nothing was kept"));
  // In older versions it is a product of two parts.
  const Problem twice = ProblemFromNotation(kTwoOfA);
  std::string older = Written(twice, [](CertificateWriter& writer) {
    writer.BranchOnOption(OptionId(1));
    WriteWithOption1(writer);
    WriteWithoutOption1(writer);
    writer.Finish(5);
  });
  older[7] = '6';
  EXPECT_THAT(Verdict(twice, testing::Resealed(older)),
              HasSubstr("open items"));
}

// A state that is changed in place.
TEST(OptionTest, MayBeOfLargeStates) {
  constexpr uint32_t kItems = 12000;
  std::string text = "0:1|i0";
  for (uint32_t i = 1; i < kItems; ++i) absl::StrAppend(&text, " i", i);
  absl::StrAppend(&text, "\n");
  for (uint32_t i = 0; i < kItems; ++i) absl::StrAppend(&text, "i", i, "\n");
  const Problem problem = ProblemFromNotation(text);
  const auto rest = [](CertificateWriter& writer) {
    for (uint32_t i = 1; i < kItems; ++i) writer.Branch(ItemId(i));
  };
  EXPECT_EQ(Verdict(problem, Written(problem,
                                     [&](CertificateWriter& writer) {
                                       writer.BranchOnOption(OptionId(0));
                                       rest(writer);
                                       writer.Branch(ItemId(0));
                                       rest(writer);
                                       writer.Finish(2);
                                     })),
            "2");
}

TEST(OptionTest, HasLimits) {
  const Problem problem = ProblemFromNotation(kTwoOfA);
  const std::string certificate =
      Written(problem, [](CertificateWriter& writer) {
        writer.BranchOnOption(OptionId(1));
        WriteWithOption1(writer);
        WriteWithoutOption1(writer);
        writer.Finish(5);
      });
  EXPECT_EQ(Check(problem, certificate, {.memory = 10}).status().code(),
            absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(Check(problem, certificate, {.must_stop = [] { return true; }})
                .status()
                .code(),
            absl::StatusCode::kCancelled);
}

// ---- Shortages ----

TEST(ShortageTest, TellsThatTooFewOptionsAreLeft) {
  const auto verdict = [](absl::string_view text, uint32_t item) {
    const Problem problem = ProblemFromNotation(text);
    EXPECT_THAT(AllCovers(problem), ::testing::IsEmpty());
    return Verdict(problem, Written(problem, [&](CertificateWriter& writer) {
                     writer.Shortage(ItemId(item));
                     writer.Finish(0);
                   }));
  };
  EXPECT_EQ(verdict(kTooFew, 0), "0");
  // Bounds count as they are, however few options there are.
  EXPECT_EQ(verdict("2|n 9|b c\nn b c\nn b\n", 0), "0");
  EXPECT_EQ(verdict(kTooFew, 1),
            "byte 16 of the certificate: a shortage by the item \"a\", which "
            "some options that fit do not have");
  EXPECT_THAT(verdict(kTooFew, 6), HasSubstr("there is no item 6"));
  EXPECT_THAT(
      verdict("2|n a | x\nn a x\nn x\n", 2),
      HasSubstr("the item \"x\", which some options that fit do not have"));
  // Seven times is more than the one option could do if it were there twice.
  EXPECT_EQ(verdict("3:4|a 3:3|b 1:2|c\na b c\n", 2), "0");
  EXPECT_EQ(verdict("4000000000|a 3|b\na b\n", 1), "0");
  // Two options may have six items, and no more are missing.
  EXPECT_THAT(verdict("2|n a b c d\nn a b\nn b c\nn b d\n", 0),
              HasSubstr("no more is missing than may be covered"));
  // Without multiplicities, it is a record of clauses.
  EXPECT_THAT(verdict("n a b c\nn a b\nn c\n", 0),
              HasSubstr("there are no such decisions"));
}

// Options of the other part do not fit.
TEST(ShortageTest, MayBeInParts) {
  const Problem problem =
      ProblemFromNotation(absl::StrCat("2|m f g ", kTooFew, "m f\nm g\n"));
  EXPECT_EQ(
      Verdict(problem, Written(problem,
                               [](CertificateWriter& writer) {
                                 writer.Product(2, {0, 0, 0, 1, 1, 1, 1, 1, 1});
                                 writer.Branch(ItemId(1));
                                 writer.Branch(ItemId(2));
                                 writer.Shortage(ItemId(3));
                                 writer.Finish(0);
                               })),
      "0");
  EXPECT_THAT(Verdict(problem, Written(problem,
                                       [](CertificateWriter& writer) {
                                         writer.Shortage(ItemId(3));
                                         writer.Finish(0);
                                       })),
              HasSubstr("the item \"n\", which some options that fit do not"));
}

TEST(ShortageTest, IsNotKept) {
  const Problem problem = ProblemFromNotation(kTooFew);
  EXPECT_THAT(Verdict(problem, Written(problem,
                                       [](CertificateWriter& writer) {
                                         writer.Keep(0);
                                         writer.Shortage(ItemId(0));
                                         writer.Finish(0);
                                       })),
              HasSubstr("the end comes too early"));
}

// In the certificate of a search with multiplicities, which has no other odd
// numbers.
int64_t CountShortages(absl::string_view certificate, bool has_covers) {
  certificate.remove_prefix(internal::kCertificateHead);
  certificate.remove_suffix((has_covers ? 10 : 2) + 8);  // The end, the seal.
  return std::count(certificate.begin(), certificate.end(),
                    static_cast<char>(internal::kShortageRecord));
}

TEST(ShortageTest, AreToldBySearches) {
  int64_t shortages = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    std::string text = std::to_string(2 + dice(3)) + "|n";
    for (char item = 'a'; item <= 'g'; ++item) {
      text += dice(3) == 0 ? " 1:3|" : " ";
      text += item;
    }
    for (int k = 0; k < 10; ++k) {
      text += "\nn";
      for (char item = 'a'; item <= 'g'; ++item) {
        if (dice(3) == 0) text += std::string(" ") + item;
      }
    }
    const Problem problem = ProblemFromNotation(text + "\n");
    const uint64_t covers = AllCovers(problem).size();
    ExpectCounts(problem, covers);
    if (HasFatalFailure()) return;
    shortages += CountShortages(
        Certify(problem, {.engine = EngineKind::kDancingLinks}), covers > 0);
  }
  EXPECT_GT(shortages, 200);
}

// ---- Clauses ----

// Covers: the first two options; the third one.
constexpr char kTwoCovers[] = "a b\na\nb\na b\n";
// Each option has two of a, b, c: so no option can be taken.
constexpr char kTriangle[] = "a b c d\na b\nb c\nc a\na b d\nb c d\nc a d\n";

std::string VerdictOfClauses(
    absl::string_view text,
    const std::function<void(CertificateWriter&)>& write,
    const Natural& count) {
  const Problem problem = ProblemFromNotation(text);
  return Verdict(problem, Written(problem, [&](CertificateWriter& writer) {
                   writer.Clauses();
                   write(writer);
                   writer.Finish(count);
                 }));
}

uint32_t Chosen(uint32_t option) { return 2 * option; }
uint32_t RuledOut(uint32_t option) { return 2 * option + 1; }

TEST(ClausesTest, CountCoversAndRefuteTheRest) {
  // Without option 2, the others follow.
  EXPECT_EQ(VerdictOfClauses(
                kTwoCovers,
                [](auto& w) { w.Cover({2}), w.Cover({}), w.NoCover({}); }, 2),
            "2");
  EXPECT_EQ(VerdictOfClauses(
                kTwoCovers,
                [](auto& w) {
                  w.Cover({0, 1}), w.Cover({2}), w.NoCover({});
                },
                2),
            "2");
  EXPECT_EQ(VerdictOfClauses(
                kTriangle,
                [](auto& w) {
                  for (uint32_t k = 0; k < 4; ++k) w.Learn({RuledOut(k)});
                  w.NoCover({});
                },
                0),
            "0");
  // Nothing need be told where propagation is enough.
  EXPECT_EQ(VerdictOfClauses(
                "a b c\na b\nb c\n", [](auto& w) { w.NoCover({}); }, 0),
            "0");
}

// The triangle is the part without cover; x is open beside it.
TEST(ClausesTest, OfAPartAreAboutTheOptionsOfAll) {
  const Problem whole = ProblemFromNotation(
      "x a b c d\nx\na b\nx\nb c\nc a\nx\na b d\nb c d\nc a d\n");
  EXPECT_EQ(Verdict(whole, Written(whole,
                                   [](CertificateWriter& writer) {
                                     std::string records;
                                     CertificateWriter part(
                                         ProblemFromNotation(kTriangle),
                                         [&](absl::string_view bytes) {
                                           records = std::string(bytes);
                                           return true;
                                         },
                                         {.is_whole = false,
                                          .ranks = {1, 3, 4, 6, 7, 8}});
                                     part.Clauses();
                                     for (uint32_t k = 0; k < 4; ++k) {
                                       part.Learn({RuledOut(k)});
                                     }
                                     part.NoCover({});
                                     part.EndPart();
                                     writer.AddRecords(records);
                                     writer.Finish(0);
                                   })),
            "0");
}

TEST(ClausesTest, WhatDoesNotFollowIsRefused) {
  const auto verdict =
      [](const std::function<void(CertificateWriter&)>& write) {
        return VerdictOfClauses(kTwoCovers, write, 2);
      };
  EXPECT_THAT(verdict([](auto& w) { w.Learn({RuledOut(2)}); }),
              HasSubstr("byte 17 of the certificate: this clause does not"));
  EXPECT_THAT(verdict([](auto& w) { w.NoCover({}); }),
              HasSubstr("these options may have a cover"));
  EXPECT_THAT(verdict([](auto& w) { w.Cover({}); }),
              HasSubstr("these options lead to no cover"));
  EXPECT_THAT(verdict([](auto& w) {
                w.Cover({0, 2});
              }),
              HasSubstr("these options lead to no cover"));
  // Not twice, in whatever words.
  EXPECT_THAT(verdict([](auto& w) { w.Cover({0}), w.Cover({1}); }),
              HasSubstr("these options lead to no cover"));
  // This would be the third one.
  EXPECT_THAT(verdict([](auto& w) { w.Cover({2}), w.Cover({}), w.Cover({0}); }),
              HasSubstr("these options lead to no cover"));
  EXPECT_THAT(verdict([](auto& w) { w.Cover({3}); }),
              HasSubstr("there are no such decisions"));
  EXPECT_THAT(verdict([](auto& w) { w.Learn({Chosen(3)}); }),
              HasSubstr("there is no such literal"));
  EXPECT_THAT(VerdictOfClauses(
                  kTwoCovers,
                  [](auto& w) { w.Cover({2}), w.Cover({}), w.NoCover({}); }, 3),
              HasSubstr("there are 2 covers, and not as many as it says"));
}

TEST(ClausesTest, WhatBlocksIsNotForgotten) {
  // What was learnt is, and what blocks has no number.
  EXPECT_THAT(VerdictOfClauses(
                  kTwoCovers,
                  [](auto& w) {
                    w.Cover({0, 1}), w.Forget({0});
                  },
                  2),
              HasSubstr("there is no such clause to forget"));
  EXPECT_THAT(
      VerdictOfClauses(
          kTwoCovers,
          [](auto& w) {
            w.Learn({RuledOut(0), RuledOut(2)}), w.Forget({0}), w.Forget({0});
          },
          2),
      HasSubstr("byte 22 of the certificate: there is no such clause"));
  // A cover with fewer decisions blocks those that were counted with them, too.
  EXPECT_EQ(VerdictOfClauses(
                "a b c d\na\na\nb\nb\nc\nc\nd\n",
                [](auto& w) {
                  w.Cover({0, 2, 4}), w.Cover({0, 2});
                  w.Cover({0, 4}), w.Cover({0});
                  w.Cover({2, 4}), w.Cover({2});
                  w.Cover({4}), w.Cover({}), w.NoCover({});
                },
                8),
            "8");
}

TEST(ClausesTest, AreNotKeptAndNotForMultiplicities) {
  const auto verdict =
      [](absl::string_view text,
         const std::function<void(CertificateWriter&)>& write) {
        const Problem problem = ProblemFromNotation(text);
        return Verdict(problem, Written(problem, write));
      };
  EXPECT_THAT(
      verdict(kTwoCovers, [](auto& w) { w.Keep(0), w.Clauses(), w.Finish(0); }),
      HasSubstr("the end comes too early"));
  EXPECT_THAT(verdict("2|a\na\na\n",
                      [](auto& w) { w.Clauses(), w.NoCover({}), w.Finish(1); }),
              HasSubstr("there is no item 3"));
}

// A search that learns is where the record comes from.
TEST(ClausesTest, AreToldBySearchesThatLearn) {
  int with_clauses = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    const Dice dice(seed);
    const Problem problem = RandomProblem(RandomShape(dice), dice);
    const std::string certificate =
        Certify(problem, {.engine = EngineKind::kNogoods});
    ASSERT_EQ(Verdict(problem, certificate),
              std::to_string(AllCovers(problem).size()));
    with_clauses += certificate[16] == internal::kClausesRecord;
  }
  EXPECT_GT(with_clauses, 50);
}

TEST(VersionTest, EarlierOnesAreRead) {
  const Problem problem = ProblemFromNotation("a b\na\nb\na b\n");
  const size_t place = internal::kCertificateMagic.size();
  const auto verdict = [&](const Problem& about, std::string certificate,
                           char version) {
    EXPECT_EQ(certificate[place], '8');
    certificate[place] = version;
    return Verdict(about, Resealed(certificate));
  };
  const std::string tree =
      Certify(problem, {.engine = EngineKind::kDancingLinks});
  EXPECT_EQ(verdict(problem, tree, '1'), "2");
  EXPECT_THAT(verdict(problem, tree, '5'),
              HasSubstr("not a certificate of a number of covers, or one of a "
                        "later version"));
  const std::string sweep = Certify(problem, {.engine = EngineKind::kLayers});
  EXPECT_EQ(verdict(problem, sweep, '2'), "2");
  // Products had another number.
  const Problem parts = ProblemFromNotation(kTwoParts);
  std::string product = CertificateOfTwoParts(parts, {0, 0, 1, 1}, 6);
  product[16] = 2 << internal::kProductBits | internal::kProductMark;
  EXPECT_EQ(verdict(parts, product, '6'), "6");
  const Problem rooks = ProblemFromNotation(kRooks);
  EXPECT_THAT(verdict(rooks, CertificateOfRooks(rooks, {2}), '6'),
              HasSubstr("a product must tell the part"));
  EXPECT_THAT(verdict(problem, sweep, '1'), HasSubstr("there is no part 1"));
  const std::string clauses =
      Certify(problem, {.engine = EngineKind::kNogoods});
  EXPECT_THAT(verdict(problem, clauses, '3'),
              HasSubstr("the end comes too early"));
  const Problem too_few = ProblemFromNotation(kTooFew);
  const std::string shortage = Written(too_few, [](CertificateWriter& writer) {
    writer.Shortage(ItemId(0));
    writer.Finish(0);
  });
  EXPECT_THAT(verdict(too_few, shortage, '2'),
              HasSubstr("the end comes too early"));
}

// ---- Attacks ----

// A bug that an engine may have.
enum class Bug {
  kNone,
  kForgetsLastOption,
  kForgetsFirstOption,
  kWrongReference,
  kMiscounts,
  kBranchesOnCovered,
};

// That two have as many items covered is not enough.
bool IsLike(Bug bug, const std::vector<bool>& a, const std::vector<bool>& b) {
  return bug == Bug::kWrongReference ? std::count(a.begin(), a.end(), true) ==
                                           std::count(b.begin(), b.end(), true)
                                     : a == b;
}

// What is covered if an option of the item is taken, one that fits.
std::vector<std::vector<bool>> Children(const Problem& problem, Bug bug,
                                        const std::vector<bool>& covered,
                                        ItemId item) {
  std::vector<std::vector<bool>> children;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    std::vector<bool> child = covered;
    bool fits = true;
    bool has_item = false;
    for (const ItemUse& use : problem.option(OptionId(k))) {
      fits = fits && !covered[use.item.value()];
      has_item = has_item || use.item == item;
      child[use.item.value()] = true;
    }
    if (fits && has_item) children.push_back(child);
  }
  if (children.size() > 1) {
    if (bug == Bug::kForgetsLastOption) children.pop_back();
    if (bug == Bug::kForgetsFirstOption) children.erase(children.begin());
  }
  return children;
}

// A small counter with a certificate, and a bug, for problems with nothing but
// primary items: this is how a reader of docs/certificate.md would write it.
class BuggyCounter {
 public:
  BuggyCounter(const Problem& problem, Bug bug, CertificateWriter& writer)
      : problem_(problem), bug_(bug), writer_(writer) {}

  void Run() {
    const uint64_t count =
        Count(std::vector<bool>(problem_.item_count(), false));
    writer_.Finish(count + (bug_ == Bug::kMiscounts));
  }

 private:
  uint64_t Count(const std::vector<bool>& covered) {
    const auto open = std::find(covered.begin(), covered.end(), false);
    if (open == covered.end()) return 1;
    for (const auto& [state, entry] : known_) {
      if (!IsLike(bug_, state, covered)) continue;
      writer_.Refer(entry.first);
      return entry.second;
    }
    const int64_t slot = next_slot_++;
    writer_.Keep(slot);
    const ItemId item(static_cast<uint32_t>(open - covered.begin()));
    const bool is_wrong = bug_ == Bug::kBranchesOnCovered && item.value() > 0;
    writer_.Branch(is_wrong ? ItemId(0) : item);
    uint64_t count = 0;
    for (const std::vector<bool>& child :
         Children(problem_, bug_, covered, item)) {
      count += Count(child);
    }
    known_[covered] = {slot, count};
    return count;
  }

  const Problem& problem_;
  Bug bug_;
  CertificateWriter& writer_;
  int64_t next_slot_ = 0;
  std::map<std::vector<bool>, std::pair<int64_t, uint64_t>> known_;
};

// The same by a sweep, in the order of the items.
class BuggySweep {
 public:
  BuggySweep(const Problem& problem, Bug bug, CertificateWriter& writer)
      : problem_(problem), bug_(bug), writer_(writer) {}

  void Run() {
    std::vector<uint32_t> order(problem_.item_count());
    std::iota(order.begin(), order.end(), 0);
    if (bug_ == Bug::kBranchesOnCovered) order.back() = order.front();
    writer_.Sweep(order);
    queues_.resize(order.size());
    queues_[0].push_back({std::vector<bool>(order.size(), false), 1});
    last_.assign(order.size(), -1);
    for (uint32_t i = 0; i < order.size(); ++i) {
      for (size_t k = 0; k < queues_[i].size(); ++k) {
        const auto [covered, ways] = queues_[i][k];
        for (const std::vector<bool>& child :
             Children(problem_, bug_, covered, ItemId(i))) {
          Reach(child, ways);
        }
      }
    }
    writer_.Finish(covers_ + (bug_ == Bug::kMiscounts));
  }

 private:
  void Reach(const std::vector<bool>& covered, uint64_t ways) {
    const auto open = std::find(covered.begin(), covered.end(), false);
    if (open == covered.end()) {
      covers_ += ways;
      return;
    }
    const auto place = static_cast<size_t>(open - covered.begin());
    auto& queue = queues_[place];
    size_t i = 0;
    while (i < queue.size() && !IsLike(bug_, queue[i].first, covered)) {
      ++i;
    }
    if (i == queue.size()) queue.push_back({covered, 0});
    queue[i].second += ways;
    writer_.State(static_cast<int64_t>(i), last_[place]);
  }

  const Problem& problem_;
  Bug bug_;
  CertificateWriter& writer_;
  std::vector<std::vector<std::pair<std::vector<bool>, uint64_t>>> queues_;
  std::vector<int64_t> last_;
  uint64_t covers_ = 0;
};

template <typename BuggyEngine>
void ExpectBugsAreCaught() {
  const auto proved = [](const Problem& problem, Bug bug) {
    return Verdict(problem, Written(problem, [&](CertificateWriter& writer) {
                     BuggyEngine(problem, bug, writer).Run();
                   }));
  };
  std::map<Bug, int> caught;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE(seed);
    const Dice dice(seed);
    const Problem problem = RandomProblem(
        {.primary = 6, .options = 14, .max_option_size = 3, .planted = 50},
        dice);
    const std::string covers = std::to_string(AllCovers(problem).size());
    EXPECT_EQ(proved(problem, Bug::kNone), covers);
    for (const Bug bug :
         {Bug::kForgetsLastOption, Bug::kForgetsFirstOption,
          Bug::kWrongReference, Bug::kMiscounts, Bug::kBranchesOnCovered}) {
      // Where a bug does no harm, the number is right.
      const std::string verdict = proved(problem, bug);
      if (verdict == covers) continue;
      EXPECT_THAT(verdict, HasSubstr("certificate")) << ToNotation(problem);
      ++caught[bug];
    }
  }
  EXPECT_EQ(caught[Bug::kMiscounts], 500);
  EXPECT_GT(caught[Bug::kForgetsLastOption], 100);
  EXPECT_GT(caught[Bug::kForgetsFirstOption], 100);
  EXPECT_GT(caught[Bug::kWrongReference], 100);
  EXPECT_GT(caught[Bug::kBranchesOnCovered], 100);
}

TEST(AttackTest, WrongEnginesAreCaught) {
  ExpectBugsAreCaught<BuggyCounter>();
  ExpectBugsAreCaught<BuggySweep>();
}

// Problems of every kind, each with its certificate.
std::vector<Problem> Targets() {
  std::vector<Problem> problems;
  for (const char* text : {
           "a b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n",
           "a b c | x y\na x\na y\nb x\nb c y\nc\nb\n",
           "a b c | x y\na x:r\na x:s y\nb x:r\nb c y\nc x:s\nb\nc y:t\n",
           "1:2|a 2|b c\na b\nb\nb c\na\nc\na c\n",
           "0:3|a b | x\na\na b\na x\nb x\nb\n",
           "2:3|n a b c d e f\nn a\nn a b c\nn b d\nn d e\nn f d\nn e f\n",
           kTwoParts,
       }) {
    problems.push_back(ProblemFromNotation(text));
  }
  problems.push_back(testing::QueensProblem(5));
  return problems;
}

// One bit after the other.
void ExpectDamageIsNoticed(const Problem& problem,
                           const std::string& certificate) {
  const std::string count = std::to_string(AllCovers(problem).size());
  ASSERT_EQ(Verdict(problem, certificate), count);
  int other_proofs = 0;
  for (size_t i = 0; i < certificate.size(); ++i) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string damaged = certificate;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
      EXPECT_FALSE(Check(problem, damaged).ok()) << i << ", " << bit;
      if (i + 8 >= certificate.size()) continue;
      // A forger would mend the seal. Another proof may come out, but not of
      // another number.
      const absl::StatusOr<CertificateFacts> facts =
          Check(problem, Resealed(damaged));
      if (!facts.ok()) continue;
      ++other_proofs;
      EXPECT_EQ(facts->count.ToString(), count) << i << ", " << bit;
    }
  }
  EXPECT_LT(other_proofs, certificate.size());
}

TEST(AttackTest, EveryDamagedByteIsNoticed) {
  for (const Problem& problem : Targets()) {
    ExpectDamageIsNoticed(problem, Certify(problem));
    ExpectDamageIsNoticed(problem,
                          Certify(problem, {.engine = EngineKind::kLayers}));
    ExpectDamageIsNoticed(problem,
                          Certify(problem, {.engine = EngineKind::kNogoods}));
  }
}

TEST(AttackTest, TruncatedOrLongerIsNoticed) {
  for (const Problem& problem : Targets()) {
    const std::string certificate = Certify(problem);
    for (size_t size = 0; size < certificate.size(); ++size) {
      EXPECT_FALSE(Check(problem, certificate.substr(0, size)).ok()) << size;
    }
    EXPECT_FALSE(Check(problem, certificate + '\0').ok());
    // A byte less or more, with the seal in its place.
    for (size_t i = 16; i + 8 < certificate.size(); ++i) {
      const std::string count = std::to_string(AllCovers(problem).size());
      std::string less = certificate;
      less.erase(i, 1);
      std::string more = certificate;
      more.insert(i, 1, certificate[i]);
      for (const std::string& changed : {less, more}) {
        const absl::StatusOr<CertificateFacts> facts =
            Check(problem, Resealed(changed));
        if (!facts.ok()) continue;
        EXPECT_EQ(facts->count.ToString(), count) << i;
      }
    }
  }
}

TEST(AttackTest, AnotherProblemsIsNoticed) {
  const std::vector<Problem> problems = Targets();
  for (const Problem& a : problems) {
    for (const Problem& b : problems) {
      if (&a == &b) continue;
      EXPECT_THAT(Verdict(a, Certify(b)), HasSubstr("of another problem"));
    }
  }
}

TEST(AttackTest, SaysWhatIsWrongAndWhere) {
  const Problem problem = ProblemFromNotation("a b | x\na\na x\nb\nb x\na b\n");
  const ItemId a(0), b(1), x(2);
  struct {
    std::function<void(CertificateWriter&)> write;
    const char* message;
  } const kCases[] = {
      {[&](auto& w) { w.Branch(x), w.Finish(0); },
       "byte 16 of the certificate: a branch on the secondary item \"x\""},
      {[&](auto& w) { w.Branch(ItemId(3)), w.Finish(0); },
       "byte 16 of the certificate: there is no item 3"},
      {[&](auto& w) { w.Branch(a), w.Branch(a), w.Finish(0); },
       "byte 17 of the certificate: a branch on the item \"a\", which is "
       "covered already"},
      // This might be a record of clauses.
      {[&](auto& w) { w.Branch(a), w.Finish(0); },
       "byte 18 of the certificate: this clause does not follow"},
      {[&](auto& w) { w.Refer(0); },
       "byte 16 of the certificate: nothing was kept in slot 0"},
      // Not even in the midst of it.
      {[&](auto& w) { w.Keep(0), w.Branch(a), w.Refer(0); },
       "byte 18 of the certificate: nothing was kept in slot 0"},
      {[&](auto& w) { w.Keep(1); },
       "byte 16 of the certificate: there is no slot 1 to keep a state"},
      {[&](auto& w) { w.Keep(0), w.Keep(1); },
       "byte 17 of the certificate: a state that is to be kept needs a record "
       "of its children"},
      // After "a" both options of b are left; after "a x" only one.
      {[&](auto& w) { w.Branch(a), w.Keep(0), w.Branch(b), w.Refer(0); },
       "byte 19 of the certificate: this is not the state in slot 0"},
      {[&](auto& w) {
         w.Branch(a), w.Branch(b), w.Branch(b), w.Branch(b), w.Finish(4);
       },
       "byte 19 of the certificate: all is counted, but this is not the end"},
      {[&](auto& w) { w.Branch(a), w.Branch(b), w.Branch(b), w.Finish(5); },
       "byte 19 of the certificate: there are 4 covers, and not as many as it "
       "says"},
  };
  for (const auto& test : kCases) {
    std::string certificate = Written(problem, [&](CertificateWriter& writer) {
      test.write(writer);
      writer.Finish(0);  // So that all is written.
    });
    EXPECT_EQ(Verdict(problem, certificate), test.message);
  }
  EXPECT_EQ(Verdict(problem, "dlx"), "this is not a certificate");
  EXPECT_EQ(Verdict(problem, Certify(problem).substr(0, 18)),
            "the certificate ends before its end");
}

TEST(CheckerTest, SecondaryItemsThatDoNotMatterMayDiffer) {
  // Whether "a x" or "a" was taken, c is left, and has no option with x.
  const Problem problem =
      ProblemFromNotation("a b c | x\na x\na\nb x\nb\nc\nc\n");
  const auto certificate = [&](ItemId second, ItemId third) {
    return Written(problem, [&](CertificateWriter& writer) {
      writer.Branch(ItemId(0));
      writer.Branch(second);  // "a x"
      for (int i = 0; i < (second == ItemId(1) ? 1 : 2); ++i) {
        writer.Keep(i);
        writer.Branch(third);
      }
      writer.Branch(second);  // "a"
      writer.Refer(0);
      writer.Refer(second == ItemId(1) ? 0 : 1);
      writer.Finish(6);
    });
  };
  EXPECT_EQ(Verdict(problem, certificate(ItemId(1), ItemId(2))), "6");
  // But b, if it is left, has one.
  EXPECT_THAT(Verdict(problem, certificate(ItemId(2), ItemId(1))),
              HasSubstr("this is not the state in slot 0"));
}

}  // namespace
}  // namespace dlx
