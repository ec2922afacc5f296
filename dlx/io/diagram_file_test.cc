#include "dlx/io/diagram_file.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/diagram.h"
#include "dlx/id.h"
#include "dlx/io/problem_difference.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/problem.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sealed.h"
#include "dlx/testing/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::Dice;
using ::dlx::testing::DominoProblem;
using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::RandomProblem;
using ::dlx::testing::Sealed;
using ::dlx::testing::StatusIs;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

std::string Written(const Diagram& diagram) {
  std::string bytes;
  EXPECT_THAT(WriteDiagram(diagram,
                           [&](absl::string_view more) {
                             bytes.append(more.data(), more.size());
                             return true;
                           }),
              IsOk());
  return bytes;
}

// With the numbers that items have when they were written and read.
Problem AsInFile(const Problem& problem) {
  return *ReadProblem(*WriteProblem(problem));
}

void ExpectEqual(const Diagram& a, const Diagram& b) {
  EXPECT_EQ(DifferenceBetween(a.problem(), b.problem()), "");
  EXPECT_EQ(a.count(), b.count());
  EXPECT_EQ(a.node_count(), b.node_count());
  EXPECT_EQ(a.edge_count(), b.edge_count());
  EXPECT_THAT(b.givens(), ElementsAreArray(a.givens()));
  DiagramWalker in_a(a);
  DiagramWalker in_b(b);
  for (int i = 0; i < 100; ++i) {
    const bool has_next = in_a.Next();
    ASSERT_EQ(in_b.Next(), has_next);
    if (!has_next) return;
    ASSERT_THAT(in_b.cover(), ElementsAreArray(in_a.cover()));
  }
}

TEST(DiagramFileTest, GivesDiagramsBack) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    const Dice dice(seed);
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const Problem problem =
        AsInFile(RandomProblem({.primary = 1 + dice(7),
                                .secondary = dice(4),
                                .options = dice(20),
                                .colors = dice(3),
                                .multiplicities = dice(2) * 60,
                                .planted = 70,
                                .costs = 30},
                               dice));
    std::vector<OptionId> givens;
    if (problem.option_count() > 0 && dice(3) == 0) {
      givens.emplace_back(dice(static_cast<uint32_t>(problem.option_count())));
    }
    const absl::StatusOr<Diagram> diagram =
        Diagram::Build(problem, {.givens = givens});
    ASSERT_THAT(diagram, IsOk());
    const std::string bytes = Written(*diagram);
    EXPECT_EQ(bytes.substr(0, 8),
              problem.has_multiplicities() ? "dlxdiag2" : "dlxdiag1");
    const absl::StatusOr<Diagram> again = ReadDiagram(bytes);
    ASSERT_THAT(again, IsOk());
    ExpectEqual(*diagram, *again);
    EXPECT_EQ(Written(*again), bytes);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(DiagramFileTest, GivesADecisionAboutTheOnlyOptionBack) {
  const Diagram diagram = *Diagram::Build(ProblemFromNotation("0:1|a\na\n"));
  const absl::StatusOr<Diagram> again = ReadDiagram(Written(diagram));
  ASSERT_THAT(again, IsOk());
  ExpectEqual(diagram, *again);
  EXPECT_EQ(again->count(), 2u);
}

TEST(DiagramFileTest, NumbersOfCoversHaveLimits) {
  const std::string bytes =
      Written(*Diagram::Build(testing::PowerProblem(1000, 2)));
  EXPECT_THAT(ReadDiagram(bytes, "", {}, 1000),
              StatusIs(absl::StatusCode::kResourceExhausted,
                       HasSubstr("the numbers of covers are so long")));
  EXPECT_THAT(ReadDiagram(bytes, "", {}, 1'000'000), IsOk());
}

TEST(DiagramFileTest, IsSmallAndExact) {
  const absl::StatusOr<Diagram> diagram = Diagram::Build(DominoProblem(16, 16));
  ASSERT_THAT(diagram, IsOk());
  const std::string bytes = Written(*diagram);
  EXPECT_LT(bytes.size(), 6 * diagram->edge_count());
  const absl::StatusOr<Diagram> again = ReadDiagram(bytes);
  ASSERT_THAT(again, IsOk());
  EXPECT_EQ(again->count().ToString(), "2444888770250892795802079170816");
}

class DamageTest : public ::testing::TestWithParam<const char*> {
 protected:
  const Diagram diagram_ = *Diagram::Build(ProblemFromNotation(GetParam()));
  const std::string bytes_ = Written(diagram_);
};

// Of both versions.
INSTANTIATE_TEST_SUITE_P(Versions, DamageTest,
                         ::testing::Values("a b c d\na b\nc d\na c\nb d\n",
                                           "1:2|a b c\na b\na\na c\nb c\nc\n"));

TEST_P(DamageTest, NoBitIsWithoutMeaning) {
  for (size_t bit = 0; bit < 8 * bytes_.size(); ++bit) {
    std::string damaged = bytes_;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ 1 << bit % 8);
    EXPECT_FALSE(ReadDiagram(damaged, "d").ok()) << "bit " << bit;
  }
}

TEST_P(DamageTest, NoByteMayBeMissing) {
  for (size_t size = 0; size < bytes_.size(); ++size) {
    EXPECT_FALSE(ReadDiagram(absl::string_view(bytes_).substr(0, size)).ok());
  }
  EXPECT_THAT(ReadDiagram(absl::StrCat(bytes_, "x"), "d"),
              StatusIs(absl::StatusCode::kDataLoss,
                       HasSubstr("d: the file is damaged")));
}

// With a check sum that fits, each number that cannot be is found.
TEST_P(DamageTest, NothingIsBelieved) {
  const std::string sealed = bytes_.substr(0, bytes_.size() - 8);
  size_t refused = 0;
  for (size_t i = 8; i < sealed.size(); ++i) {
    for (const int value : {0, 1, 7, 127, 128, 255}) {
      std::string damaged = sealed;
      damaged[i] = static_cast<char>(value);
      const absl::StatusOr<Diagram> diagram = ReadDiagram(Sealed(damaged), "d");
      refused += !diagram.ok();
      if (diagram.ok()) {
        // It can be asked all the same.
        EXPECT_EQ(diagram->CountByOption().size(),
                  diagram->problem().option_count());
      }
    }
  }
  EXPECT_GT(refused, sealed.size());
}

TEST(DiagramFileTest, SaysWhatIsWrong) {
  const auto read = [](absl::string_view after_magic) {
    return ReadDiagram(Sealed(absl::StrCat("dlxdiag1", after_magic)), "d");
  };
  EXPECT_THAT(ReadDiagram("a b\na\n", "d"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("d: this is not a diagram")));
  EXPECT_THAT(read("\4a\na\n"), StatusIs(absl::StatusCode::kDataLoss,
                                         HasSubstr("byte 13: the file ends")));
  EXPECT_THAT(read("\4a\nb\n"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("d, its problem:2:1: unknown item")));
  EXPECT_THAT(read(absl::string_view("\4a\na\n\0\1\1\5\1\2", 11)),
              StatusIs(absl::StatusCode::kDataLoss,
                       HasSubstr("option 5, but there are only 1")));
  EXPECT_THAT(read(absl::string_view("\4a\na\n\0\1\1\0\0\2", 11)),
              StatusIs(absl::StatusCode::kDataLoss,
                       HasSubstr("leads to its own node")));
  EXPECT_THAT(read(absl::string_view("\4a\na\n\0\1\1\0\1\2", 11)), IsOk());
  EXPECT_THAT(read(absl::string_view("\4a\na\n\0\1\1\0\1\3", 11)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("the root")));
  EXPECT_THAT(read(absl::string_view("\4a\na\n\0\1\1\0\1\2\0", 12)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("more than")));
  EXPECT_THAT(read(absl::string_view("\4a\na\n\0\2\1\0\1\1\0\1\3", 14)),
              StatusIs(absl::StatusCode::kDataLoss,
                       HasSubstr("more options than there are primary")));
  const auto read_2 = [](absl::string_view after_magic) {
    return ReadDiagram(Sealed(absl::StrCat("dlxdiag2", after_magic)), "d");
  };
  EXPECT_THAT(read_2(absl::string_view("\4a\na\n\0\1\1\1\1\2", 11)), IsOk());
  EXPECT_THAT(read_2(absl::string_view("\4a\na\n\0\1\1\2\1\2", 11)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("option 2")));
  // A node with nothing to choose; two decisions about one option.
  EXPECT_THAT(read_2(absl::string_view("\4a\na\n\0\1\1\0\1\2", 11)),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("no edges")));
  EXPECT_THAT(read_2(absl::string_view("\4a\na\n\0\2\1\1\1\1\1\1\3", 14)),
              StatusIs(absl::StatusCode::kDataLoss,
                       HasSubstr("more decisions than options")));
  EXPECT_THAT(ReadDiagram("dlxdiag3", "d"),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("neither with dlxdiag1 nor with dlxdiag2")));
  EXPECT_THAT(read("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f"),
              StatusIs(absl::StatusCode::kDataLoss, HasSubstr("too large")));
}

TEST(DiagramFileTest, ASinkThatFailsIsNotAskedAgain) {
  const Diagram diagram = *Diagram::Build(DominoProblem(16, 16));
  int calls = 0;
  EXPECT_THAT(
      WriteDiagram(diagram, [&](absl::string_view) { return ++calls < 2; }),
      StatusIs(absl::StatusCode::kUnavailable, HasSubstr("written")));
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace dlx::io
