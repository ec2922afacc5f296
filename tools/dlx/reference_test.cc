// docs/certificate.md says what a certificate is. A checker in Python, written
// from that page, and `dlx verify` say the same of certificates of every kind;
// and certificates that are written from that page are accepted.

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "dlx/ask/symmetry.h"
#include "dlx/io/problem_reader.h"
#include "dlx/problem.h"
#include "dlx/proof/check/best.h"
#include "dlx/proof/check/checker.h"
#include "dlx/proof/classes/check.h"
#include "dlx/proof/classes/write.h"
#include "dlx/proof/write/best.h"
#include "dlx/proof/write/certify.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/testing/notation.h"
#include "dlx/testing/oracle.h"
#include "dlx/testing/random_problem.h"
#include "dlx/testing/sealed.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::dlx::testing::AllCovers;
using ::dlx::testing::Dice;
using ::dlx::testing::kSealSize;
using ::dlx::testing::Sealed;
using ::testing::AllOf;

std::string ContentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

cli::testing::Result Python(const std::string& script,
                            const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {
      "/usr/bin/env", "python3", "-B",
      absl::StrCat("dlx/proof/check/reference/", script)};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return cli::testing::Run(words);
}

// The count, the least costs, or "refused".
std::string VerdictOf(const Problem& problem, absl::string_view certificate) {
  const bool is_of_best = certificate[7] == '4';
  const auto source = [&](char* buffer, size_t size) {
    size = certificate.copy(buffer, size);
    certificate.remove_prefix(size);
    return size;
  };
  if (is_of_best) {
    const absl::StatusOr<BestFacts> facts =
        CheckBestCertificate(problem, source);
    return facts.ok() ? absl::StrJoin(facts->costs, " ") : "refused";
  }
  if (certificate[7] == '5' || certificate[7] == '7') {
    const absl::StatusOr<ClassFacts> facts =
        CheckClassCertificate(problem, source);
    return facts.ok() ? facts->count.ToString() : "refused";
  }
  const absl::StatusOr<CertificateFacts> facts =
      CheckCertificate(problem, source);
  return facts.ok() ? facts->count.ToString() : "refused";
}

// Certificates in files, and what `dlx verify` is to say of them.
class Certificates {
 public:
  void Add(const std::string& problem_file, const Problem& problem,
           const std::string& certificate) {
    const std::string name =
        absl::StrCat("certificate", files_.size(), ".bytes");
    files_.push_back(problem_file);
    files_.push_back(WriteFile(name, certificate));
    verdicts_.push_back(VerdictOf(problem, certificate));
    refused_ += verdicts_.back() == "refused";
  }

  void ExpectThatTheReferenceAgrees() const {
    const cli::testing::Result result = Python("reference.py", files_);
    ASSERT_THAT(result, Exits(0));
    std::vector<std::string> lines = absl::StrSplit(result.output, '\n');
    ASSERT_EQ(lines.size(), verdicts_.size() + 1);
    for (size_t i = 0; i < verdicts_.size(); ++i) {
      const std::string said = lines[i].substr(0, lines[i].find(':'));
      EXPECT_EQ(said, verdicts_[i])
          << lines[i] << "\n"
          << ContentOf(files_[2 * i])
          << absl::BytesToHexString(ContentOf(files_[2 * i + 1]));
    }
  }

  size_t size() const { return verdicts_.size(); }
  size_t refused() const { return refused_; }

 private:
  std::vector<std::string> files_;
  std::vector<std::string> verdicts_;
  size_t refused_ = 0;
};

std::string CertificateBy(EngineKind engine, const Problem& problem) {
  std::string certificate;
  SearchOptions options;
  options.engine = engine;
  options.branching = Branching::kInputOrder;
  const absl::StatusOr<CountResult> result = CountWithCertificate(
      problem,
      [&](absl::string_view bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      },
      std::move(options));
  EXPECT_TRUE(result.ok()) << result.status();
  return certificate;
}

// Of the k covers of least cost.
std::string BestCertificate(const Problem& problem, size_t k) {
  const absl::StatusOr<BestResult> best = FindBest(problem, k);
  EXPECT_TRUE(best.ok()) << best.status();
  std::string certificate;
  const absl::Status status =
      WriteBestCertificate(problem, k, *best, [&](absl::string_view bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      });
  EXPECT_TRUE(status.ok()) << status;
  return certificate;
}

// The bytes before the first record.
constexpr size_t kHead = 16;

// Another byte somewhere, or another version, and a seal that is right.
std::string Damaged(std::string certificate, const Dice& dice) {
  certificate.resize(certificate.size() - kSealSize);
  const size_t rest = certificate.size() - kHead;
  switch (dice(6)) {
    case 0:
      certificate[kHead - 9] = static_cast<char>('0' + dice(8));
      break;
    case 1:
      certificate.erase(kHead + dice(static_cast<uint32_t>(rest)), 1);
      break;
    case 2:
      certificate.insert(kHead + dice(static_cast<uint32_t>(rest)), 1,
                         static_cast<char>(dice(32)));
      break;
    default:
      certificate[kHead + dice(static_cast<uint32_t>(rest))] =
          static_cast<char>(dice(dice(8) == 0 ? 256 : 32));
  }
  return Sealed(std::move(certificate));
}

TEST(ReferenceTest, AgreesOnWhatIsWrittenAndOnWhatIsDamaged) {
  Certificates certificates;
  for (uint64_t seed = 1; seed <= 80; ++seed) {
    const Dice dice(seed);
    const std::string text = testing::ToNotation(
        testing::RandomProblem(testing::RandomShape(dice), dice));
    // Numbered as in the text.
    const Problem problem = testing::ProblemFromNotation(text);
    if (problem.option_count() > 40) continue;
    const std::string file =
        WriteFile(absl::StrCat("written", seed, ".dlx"), text);
    for (const EngineKind engine :
         {EngineKind::kMemoCounter, EngineKind::kDancingLinks,
          EngineKind::kBitPlanes, EngineKind::kBitSets, EngineKind::kLayers,
          EngineKind::kNogoods, EngineKind::kSparseSets}) {
      const std::string certificate = CertificateBy(engine, problem);
      if (certificate.size() > 1000) continue;
      certificates.Add(file, problem, certificate);
      ASSERT_EQ(VerdictOf(problem, certificate),
                absl::StrCat(AllCovers(problem).size()));
      for (int i = 0; i < 4; ++i) {
        certificates.Add(file, problem, Damaged(certificate, dice));
      }
    }
  }
  EXPECT_GT(certificates.size(), 1000u);
  EXPECT_GT(certificates.refused(), 400u);
  certificates.ExpectThatTheReferenceAgrees();
}

TEST(ReferenceTest, AgreesOnLeastCosts) {
  Certificates certificates;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    const Dice dice(seed);
    const Problem plain =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    ProblemBuilder builder = ProblemBuilder::WithItemsOf(plain);
    for (uint32_t i = 0; i < plain.option_count(); ++i) {
      builder.AddOption(plain.option(OptionId(i)), int64_t{dice(20)} - 5);
    }
    const std::string text = testing::ToNotation(*std::move(builder).Build());
    const Problem problem = testing::ProblemFromNotation(text);
    const std::string file =
        WriteFile(absl::StrCat("costs", seed, ".dlx"), text);
    for (const size_t k : {1, 3}) {
      const std::string certificate = BestCertificate(problem, k);
      certificates.Add(file, problem, certificate);
      for (int i = 0; i < 4; ++i) {
        certificates.Add(file, problem, Damaged(certificate, dice));
      }
    }
  }
  EXPECT_GT(certificates.size(), 1000u);
  EXPECT_GT(certificates.refused(), 400u);
  EXPECT_LT(certificates.refused(), certificates.size() * 4 / 5);
  certificates.ExpectThatTheReferenceAgrees();
}

// Nothing if there is none, or one with very many kinds of symmetries.
std::string CertificateUpToSymmetry(const Problem& problem) {
  const absl::StatusOr<SymmetryGroup> group = FindSymmetries(problem);
  EXPECT_TRUE(group.ok()) << group.status();
  std::string certificate;
  const absl::StatusOr<ClassCount> count =
      CountUpToSymmetryWithCertificate(*group, [&](absl::string_view bytes) {
        certificate.append(bytes.data(), bytes.size());
        return true;
      });
  return count.ok() && certificate.size() < 8000 ? certificate : "";
}

TEST(ReferenceTest, AgreesOnCountsUpToSymmetry) {
  std::vector<std::string> texts = {
      // All colours of x and y may be exchanged, with a and b or without.
      "a b | x y\na x:r\na x:s y:r\nb y:r\nb y:s x:r\nb\na x:s y:s\n"};
  for (const absl::string_view words :
       {"queens 5", "dominoes 3x4", "langford 4", "set-partitions 4",
        "latin-squares 3",
        // More than 50,000 symmetries, with symmetric groups as factors.
        "latin-squares 4"}) {
    std::vector<std::string> command = absl::StrSplit(words, ' ');
    command.insert(command.begin(), "make");
    texts.push_back(Dlx(command).output);
  }
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    const Dice dice(seed);
    const Problem problem =
        testing::RandomProblem(testing::RandomShape(dice), dice);
    if (problem.has_multiplicities() || problem.option_count() == 0) continue;
    texts.push_back(testing::ToNotation(problem));
  }
  Certificates certificates;
  bool has_factors = false;
  for (size_t i = 0; i < texts.size(); ++i) {
    const absl::StatusOr<Problem> problem = io::ReadProblem(texts[i]);
    ASSERT_TRUE(problem.ok()) << problem.status() << texts[i];
    const std::string certificate = CertificateUpToSymmetry(*problem);
    if (certificate.empty()) continue;
    has_factors |= certificate[7] == '7';
    const std::string file =
        WriteFile(absl::StrCat("symmetric", i, ".dlx"), texts[i]);
    certificates.Add(file, *problem, certificate);
    for (uint64_t seed = 0; seed < 5; ++seed) {
      certificates.Add(file, *problem, Damaged(certificate, Dice(seed)));
    }
  }
  EXPECT_TRUE(has_factors);
  EXPECT_GT(certificates.size(), 200u);
  EXPECT_GT(certificates.size() - certificates.refused(), 40u);
  certificates.ExpectThatTheReferenceAgrees();
}

TEST(ReferenceTest, WhatIsWrittenFromThePageIsAccepted) {
  constexpr int kProblems = 500;
  const std::string folder = absl::StrCat(::testing::TempDir(), "/by_the_page");
  mkdir(folder.c_str(), 0755);
  ASSERT_THAT(
      Python("random_certificates.py", {folder, "1", absl::StrCat(kProblems)}),
      Exits(0));
  Certificates certificates;
  for (int i = 0; i < kProblems; ++i) {
    const std::string file = absl::StrCat(folder, "/", i, ".dlx");
    const std::string text = ContentOf(file);
    const absl::StatusOr<Problem> problem = io::ReadProblem(text);
    ASSERT_TRUE(problem.ok()) << problem.status() << "\n" << text;
    const std::string certificate =
        ContentOf(absl::StrCat(folder, "/", i, ".certificate"));
    EXPECT_EQ(VerdictOf(*problem, certificate),
              absl::StrCat(AllCovers(*problem).size()))
        << text << absl::BytesToHexString(certificate);
    certificates.Add(file, *problem, certificate);
    certificates.Add(file, *problem, Damaged(certificate, Dice(i)));
  }
  EXPECT_GT(certificates.refused(), 200u);
  certificates.ExpectThatTheReferenceAgrees();
}

// In one state option 1 is out, in the other it does not fit for want of b: the
// same options fit.
TEST(ReferenceTest, WhyAnOptionDoesNotFitDoesNotMatter) {
  const std::string problem =
      WriteFile("out.dlx", "0:2|a b c\nc\nc\nb\na b\na\n");
  const std::string certificate =
      WriteFile("out.certificate",
                absl::HexStringToBytes(
                    "646c78636572743322014dd717943771040200030000000002"
                    "010207010800000000000000ac7d5b038280186f"));
  EXPECT_THAT(Dlx({"verify", problem, certificate}),
              AllOf(Exits(0), Prints("8\n")));
  EXPECT_THAT(Python("reference.py", {problem, certificate}),
              AllOf(Exits(0), Prints("8\n")));
}

// There is one option, and cannot be two decisions.
TEST(ReferenceTest, DecisionsAreNoMoreThanOptions) {
  const std::string problem = WriteFile("one.dlx", "p0\np0 |5\n");
  const std::string certificate = WriteFile(
      "one.certificate",
      absl::HexStringToBytes("646c786365727436c56d1cbc22f78f3c07020200"
                             "00030007010100000000000000725383c778a73e"
                             "d4"));
  EXPECT_THAT(Dlx({"verify", problem, certificate}), Exits(1));
  EXPECT_THAT(Python("reference.py", {problem, certificate}).output,
              ::testing::StartsWith("refused"));
}

// All that a file of a problem may have.
TEST(ReferenceTest, ReadsTheSameProblem) {
  const std::string problem = WriteFile(
      "format.dlx",
      "\xef\xbb\xbf| \x01\r\n \t\n2:3|a 2|\xc3\xa4 c\t|x y\r\n\n|\n"
      " a x:: |7 |-3\na x:|\n  | a a\n\xc3\xa4 a |-4 y:\xf0\x9f\x98\x80 \r\t\r"
      "\nc \xc3\xa4 x::\na |0 x\nc y:-\n\xc3\xa4 |4");
  const std::string certificate = WriteFile("format.certificate", "");
  const std::string count =
      Dlx({"count", problem, "--certificate=" + certificate}).output;
  EXPECT_THAT(Dlx({"verify", problem, certificate}), Prints(count));
  EXPECT_THAT(Python("reference.py", {problem, certificate}),
              AllOf(Exits(0), Prints(count)));
}

}  // namespace
}  // namespace dlx::tool
