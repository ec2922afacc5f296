// That proofs prove what they claim is seen by a checker that knows nothing of
// covers: a small one here, and a larger one if it is installed.

#include "dlx/proof/lrat.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/id.h"
#include "dlx/io/export/model_counter.h"
#include "dlx/proof/write/certify.h"
#include "dlx/proof/write/writer.h"
#include "dlx/search_options.h"
#include "dlx/testing/known_problems.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/status_matchers.h"
#include "dlx/testing/tiny_problems.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx::io {
namespace {

using ::dlx::testing::IsOk;
using ::dlx::testing::ProblemFromNotation;
using ::dlx::testing::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// ------------------------------------------------------------ a checker

using Clause = std::vector<int64_t>;

// Reads a proof line by line, and follows the hints of each clause: under the
// assumption that it is false, every clause that they name must leave one
// literal, which is then true, and the last one none.
class LratChecker {
 public:
  explicit LratChecker(const Formula& formula) {
    for (const std::vector<int>& clause : formula.clauses) {
      last_id_ += 1;
      clauses_[last_id_] = Clause(clause.begin(), clause.end());
    }
  }

  // What is wrong with the proof; nothing if it refutes the formula.
  std::string Check(absl::string_view proof) {
    for (const absl::string_view line :
         absl::StrSplit(proof, '\n', absl::SkipEmpty())) {
      const std::string wrong = CheckLine(line);
      if (!wrong.empty()) return absl::StrCat(wrong, ": ", line);
      if (is_refuted_) return "";
    }
    return "the empty clause is missing";
  }

 private:
  std::string CheckLine(absl::string_view line) {
    const std::vector<absl::string_view> words = absl::StrSplit(line, ' ');
    std::vector<int64_t> numbers;
    for (const absl::string_view word : words) {
      int64_t number = 0;
      if (word != "d" && !absl::SimpleAtoi(word, &number)) return "no number";
      if (word != "d") numbers.push_back(number);
    }
    if (numbers.size() < 2 || numbers.back() != 0) return "no end";
    if (words[1] == "d") {
      for (size_t i = 1; i + 1 < numbers.size(); ++i) {
        if (clauses_.erase(numbers[i]) == 0) return "deleted twice";
      }
      return "";
    }
    const auto middle = std::find(numbers.begin() + 1, numbers.end(), 0);
    if (middle + 1 == numbers.end()) return "no hints";
    const Clause clause(numbers.begin() + 1, middle);
    if (numbers[0] <= last_id_) return "not a new number";
    last_id_ = numbers[0];
    const std::string wrong =
        Propagate(clause, Clause(middle + 1, numbers.end() - 1));
    if (!wrong.empty()) return wrong;
    clauses_[last_id_] = clause;
    is_refuted_ = clause.empty();
    return "";
  }

  std::string Propagate(const Clause& clause, const Clause& hints) const {
    std::set<int64_t> is_false(clause.begin(), clause.end());
    for (size_t i = 0; i < hints.size(); ++i) {
      const auto it = clauses_.find(hints[i]);
      if (it == clauses_.end()) return absl::StrCat("no clause ", hints[i]);
      Clause left;
      for (const int64_t literal : it->second) {
        if (is_false.count(-literal) != 0) {
          return absl::StrCat("true already: ", hints[i]);
        }
        if (is_false.count(literal) == 0) left.push_back(literal);
      }
      if (left.empty()) {
        return i + 1 == hints.size() ? "" : "hints behind the contradiction";
      }
      if (left.size() > 1) return absl::StrCat("not a unit: ", hints[i]);
      is_false.insert(-left[0]);
    }
    return "no contradiction";
  }

  std::map<int64_t, Clause> clauses_;
  int64_t last_id_ = 0;
  bool is_refuted_ = false;
};

// ------------------------------------------------------------ proofs

std::string Certify(const Problem& problem, const SearchOptions& options = {},
                    CertificateForm form = CertificateForm::kTree) {
  std::string certificate;
  const absl::StatusOr<CountResult> result = CountWithCertificate(
      problem,
      [&](absl::string_view bytes) {
        absl::StrAppend(&certificate, bytes);
        return true;
      },
      options, form);
  EXPECT_THAT(result, IsOk());
  return certificate;
}

struct Proof {
  absl::StatusOr<LratFacts> facts;
  std::string text;
};

Proof Prove(const Problem& problem, absl::string_view certificate) {
  Proof proof = {absl::UnknownError(""), ""};
  proof.facts = WriteLrat(problem, certificate, [&](absl::string_view lines) {
    absl::StrAppend(&proof.text, lines);
    return true;
  });
  return proof;
}

std::string Verdict(const LratFacts& facts, absl::string_view proof) {
  return LratChecker(ParseDimacs(facts.formula)).Check(proof);
}

// The proof is right, and the clauses that it relies on besides those of the
// problem rule out the covers and nothing else.
void ExpectProved(const Problem& problem) {
  SCOPED_TRACE(testing::ToNotation(problem));
  const std::vector<testing::Cover> covers = testing::AllCovers(problem);
  for (const EngineKind engine : {EngineKind::kAuto, EngineKind::kDancingLinks,
                                  EngineKind::kMemoCounter}) {
    const Proof proof = Prove(problem, Certify(problem, {.engine = engine}));
    ASSERT_THAT(proof.facts, IsOk());
    ASSERT_EQ(Verdict(*proof.facts, proof.text), "")
        << proof.facts->formula << proof.text;
    ASSERT_EQ(proof.facts->covers, covers.size());
    const Formula formula = ParseDimacs(proof.facts->formula);
    std::set<std::vector<int>> ruled_out(
        formula.clauses.end() - static_cast<ptrdiff_t>(covers.size()),
        formula.clauses.end());
    std::set<std::vector<int>> expected;
    for (const testing::Cover& cover : covers) {
      std::vector<int> clause;
      for (const OptionId option : cover) {
        clause.push_back(-static_cast<int>(option.value()) - 1);
      }
      std::sort(clause.begin(), clause.end());
      expected.insert(clause);
    }
    ASSERT_EQ(ruled_out, expected);
  }
}

TEST(LratTest, TinyProblems) {
  int proved = 0;
  for (const testing::TinyFamily& family : testing::TinyFamilies()) {
    if (family.costs) continue;
    int number = 0;
    testing::ForEachProblem(family, [&](const Problem& problem) {
      if (problem.has_multiplicities() || number++ % 7 != 0) return;
      ExpectProved(problem);
      ++proved;
    });
  }
  EXPECT_GT(proved, 500);
}

TEST(LratTest, RandomProblems) {
  for (uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(absl::StrCat("seed ", seed));
    const testing::Dice dice(seed);
    testing::ProblemShape shape = testing::RandomShape(dice);
    shape.costs = 0;
    shape.multiplicities = 0;
    ExpectProved(testing::RandomProblem(shape, dice));
  }
}

TEST(LratTest, KnownProblems) {
  int proved = 0;
  for (const testing::KnownProblem& known : testing::KnownProblems()) {
    SCOPED_TRACE(known.name);
    if (known.problem.has_multiplicities() || known.problem.has_costs() ||
        known.covers > 1000) {
      continue;
    }
    const Proof proof = Prove(known.problem, Certify(known.problem));
    ASSERT_THAT(proof.facts, IsOk());
    EXPECT_EQ(proof.facts->covers, known.covers);
    EXPECT_EQ(Verdict(*proof.facts, proof.text), "");
    ++proved;
  }
  EXPECT_GT(proved, 3);
}

// A proof that leaves something out is rejected.
TEST(LratTest, DamagedProofsAreNoProofs) {
  const Problem problem = testing::QueensProblem(6);
  const Proof proof = Prove(problem, Certify(problem));
  ASSERT_THAT(proof.facts, IsOk());
  ASSERT_EQ(proof.facts->covers, 4);
  ASSERT_EQ(Verdict(*proof.facts, proof.text), "");
  const std::vector<std::string> lines =
      absl::StrSplit(proof.text, '\n', absl::SkipEmpty());
  for (size_t i = 0; i < lines.size(); ++i) {
    if (absl::StrContains(lines[i], " d ")) continue;
    std::vector<std::string> fewer = lines;
    fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
    EXPECT_NE(Verdict(*proof.facts, absl::StrJoin(fewer, "\n")), "")
        << lines[i];
  }
  // Without one of the covers, the formula has a model.
  LratFacts other = *proof.facts;
  const size_t last = other.formula.rfind('\n', other.formula.size() - 2) + 1;
  other.formula.replace(last, std::string::npos, "1 -1 0\n");
  EXPECT_NE(Verdict(other, proof.text), "");
}

TEST(LratTest, SaysWhatItCannotDo) {
  const Problem many = ProblemFromNotation("2|a b\na\na\na\nb\nb\n");
  EXPECT_THAT(Prove(many, Certify(many)).facts,
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("problems with multiplicities")));
  const Problem costs = ProblemFromNotation("a\na |1\n");
  EXPECT_THAT(Prove(costs, Certify(costs)).facts,
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("problems with costs")));
  const Problem powers = testing::PowerProblem(20, 2);
  EXPECT_THAT(Prove(powers, Certify(powers)).facts,
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("1048576 of them"),
                             HasSubstr("more than 1000000"))));
  EXPECT_THAT(
      Prove(testing::QueensProblem(4), Certify(testing::QueensProblem(5)))
          .facts,
      StatusIs(absl::StatusCode::kFailedPrecondition,
               HasSubstr("another problem")));
  const Problem parts = ProblemFromNotation("a b\na\nb\n");
  std::string product;
  internal::CertificateWriter writer(parts, [&](absl::string_view bytes) {
    absl::StrAppend(&product, bytes);
    return true;
  });
  writer.Product(2, {0, 1});
  writer.Branch(ItemId(0));
  writer.Branch(ItemId(1));
  writer.Finish(1);
  const std::string sweep =
      Certify(testing::QueensProblem(4), {.engine = EngineKind::kLayers},
              CertificateForm::kAny);
  for (const auto& [problem, certificate] :
       {std::pair(parts, product), {testing::QueensProblem(4), sweep}}) {
    EXPECT_THAT(Prove(problem, certificate).facts,
                StatusIs(absl::StatusCode::kUnimplemented,
                         HasSubstr("has products, sweeps, images or clauses")));
  }
  EXPECT_THAT(
      WriteLrat(parts, Certify(parts), [](absl::string_view) { return false; }),
      StatusIs(absl::StatusCode::kUnavailable, HasSubstr("written")));
}

// ---------------------------------------------------- another party's checker

// The path of a program that reads a formula and a proof, or nothing.
// --test_env=DLX_LRAT_CHECKER=PATH says where one is.
std::string OtherChecker() {
  if (const char* path = std::getenv("DLX_LRAT_CHECKER")) return path;
  for (const char* path : {"/usr/bin/lrat-check", "/usr/local/bin/lrat-check",
                           "/usr/bin/cake_lpr", "/usr/local/bin/cake_lpr"}) {
    if (access(path, X_OK) == 0) return path;
  }
  return "";
}

TEST(LratTest, ACountWritesItsProof) {
  const Problem problem = ProblemFromNotation("a b c\na b\nc\nb c\na\n");
  Proof proof = {LratFacts(), ""};
  const auto sink = [&proof](absl::string_view lines) {
    absl::StrAppend(&proof.text, lines);
    return true;
  };
  absl::StatusOr<CountResult> result =
      CountWithLrat(problem, sink, &*proof.facts);
  ASSERT_THAT(result, IsOk());
  EXPECT_EQ(result->count, 2);
  EXPECT_EQ(proof.facts->covers, 2u);
  EXPECT_EQ(proof.text, Prove(problem, Certify(problem)).text);

  // A search that is not finished proves nothing.
  proof.text.clear();
  result =
      CountWithLrat(problem, sink, &*proof.facts, {.limits = {.nodes = 1}});
  ASSERT_THAT(result, IsOk());
  EXPECT_NE(result->summary.outcome, Outcome::kExhausted);
  EXPECT_EQ(proof.text, "");
}

TEST(LratTest, AnotherCheckerAgrees) {
  const std::string checker = OtherChecker();
  if (checker.empty()) {
    GTEST_SKIP() << "neither lrat-check (of drat-trim) nor cake_lpr is there";
  }
  for (const int size : {5, 6, 7}) {
    const Problem problem = testing::QueensProblem(size);
    const Proof proof = Prove(problem, Certify(problem));
    ASSERT_THAT(proof.facts, IsOk());
    const std::string path = absl::StrCat(::testing::TempDir(), "/", size);
    std::ofstream(path + ".cnf") << proof.facts->formula;
    std::ofstream(path + ".lrat") << proof.text;
    const std::string command = absl::StrCat(
        checker, " '", path, ".cnf' '", path, ".lrat' > '", path, ".answer'");
    const int code = std::system(command.c_str());
    std::ifstream answer(path + ".answer");
    const std::string text((std::istreambuf_iterator<char>(answer)), {});
    EXPECT_THAT(text,
                AllOf(HasSubstr("VERIFIED"), Not(HasSubstr("NOT VERIFIED"))))
        << command << " ended with " << code;
  }
}

}  // namespace
}  // namespace dlx::io
