// Certificates: the flag --certificate, and the command verify.

#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "dlx/testing/sealed.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::dlx::testing::Resealed;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;

bool Exists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

std::string ReadFile(const std::string& path) {
  std::ifstream file(path);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string CertificateFlag(const std::string& path) {
  return "--certificate=" + path;
}

TEST(VerifyTest, AcceptsWhatSearchesWrite) {
  const std::string certificate = WriteFile("certificate", "");
  for (const char* text :
       {kExample, kFour, kNone, kCosts, "a b | x\na x:r\nb x:r\nb x\n",
        "2|a b\na\na\na\nb\nb\n"}) {
    const std::string problem = WriteFile("problem.dlx", text);
    const std::string count = Dlx({"count", problem}).output;
    for (const char* command : {"count", "solve"}) {
      ASSERT_THAT(Dlx({command, problem, CertificateFlag(certificate)}),
                  Exits(0));
      EXPECT_THAT(Dlx({"verify", problem, certificate}),
                  AllOf(Exits(0), Prints(count), Complains("")))
          << command << " " << text;
    }
  }
}

TEST(VerifyTest, FirstHasOneIfThereIsNoCover) {
  const std::string certificate = ::testing::TempDir() + "/first.certificate";
  const std::string none = WriteFile("none.dlx", kNone);
  EXPECT_THAT(Dlx({"first", none, CertificateFlag(certificate)}), Exits(0));
  EXPECT_THAT(Dlx({"verify", none, certificate}), Prints("0\n"));
  unlink(certificate.c_str());
  EXPECT_THAT(Dlx({"first", WriteFile("four.dlx", kFour),
                   CertificateFlag(certificate)}),
              AllOf(Exits(0), Complains(HasSubstr("no certificate"))));
  EXPECT_FALSE(Exists(certificate));
}

TEST(VerifyTest, AnOlderCertificateIsThereUntilThereIsANewOne) {
  const std::string certificate = ::testing::TempDir() + "/old.certificate";
  const std::string four = WriteFile("four.dlx", kFour);
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  ASSERT_THAT(Dlx({"count", four, CertificateFlag(certificate)}), Exits(0));
  const std::string old = ReadFile(certificate);
  EXPECT_THAT(
      Dlx({"count", pigeons, "--nodes=1000", CertificateFlag(certificate)}),
      Exits(75));
  EXPECT_EQ(ReadFile(certificate), old);
  EXPECT_THAT(Dlx({"verify", four, certificate}), Exits(0));
}

TEST(VerifyTest, HasLimits) {
  const std::string certificate = ::testing::TempDir() + "/limits.certificate";
  const std::string problem = WriteFile("problem.dlx", kFour);
  ASSERT_THAT(Dlx({"count", problem, CertificateFlag(certificate)}), Exits(0));
  EXPECT_THAT(Dlx({"verify", problem, certificate, "--memory=1"}),
              AllOf(Exits(71), Complains(HasSubstr("--memory"))));
  EXPECT_THAT(Dlx({"verify", problem, certificate, "--timeout=1ns"}),
              AllOf(Exits(75), Complains(HasSubstr("too little time"))));
}

TEST(VerifyTest, ADiagramHasExactlyTheCovers) {
  const std::string certificate = WriteFile("of.certificate", "");
  const std::string diagram = WriteFile("of.diagram", "");
  for (const char* text :
       {kExample, kFour, kNone, kCosts, "a b | x\na x:r\nb x:r\nb x\n",
        "2|a b\na\na\na\nb\nb\n"}) {
    const std::string problem = WriteFile("problem.dlx", text);
    const std::string count =
        Dlx({"count", problem, CertificateFlag(certificate)}).output;
    ASSERT_THAT(Dlx({"compile", problem, diagram}), Prints(count));
    EXPECT_THAT(Dlx({"verify", problem, certificate, "--diagram=" + diagram}),
                AllOf(Exits(0), Prints(count), Complains("")))
        << text;
  }
}

TEST(VerifyTest, RefusesOtherDiagrams) {
  const std::string problem = WriteFile("problem.dlx", kFour);
  const std::string certificate = ::testing::TempDir() + "/four.certificate";
  const std::string diagram = ::testing::TempDir() + "/four.diagram";
  ASSERT_THAT(Dlx({"count", problem, CertificateFlag(certificate)}), Exits(0));
  const auto verdict = [&] {
    return Dlx({"verify", problem, certificate, "--diagram=" + diagram});
  };
  const auto refuses = [](const char* why) {
    return AllOf(Exits(1), Prints(""), Complains(HasSubstr(why)));
  };
  ASSERT_THAT(Dlx({"compile", problem, diagram, "--given=0"}), Exits(0));
  EXPECT_THAT(verdict(), refuses("what was given"));
  ASSERT_THAT(Dlx({"compile", WriteFile("priced.dlx", "a b\na |1\na\nb\nb\n"),
                   diagram}),
              Exits(0));
  EXPECT_THAT(verdict(), refuses("of another problem"));
  EXPECT_THAT(Dlx({"verify", problem, certificate, "--diagram=" + problem}),
              refuses("not a diagram"));
  EXPECT_THAT(Dlx({"verify", problem, certificate, "--diagram=/none"}),
              AllOf(Exits(66), Complains(HasSubstr("cannot read"))));
  // Each byte of the graph changed.
  ASSERT_THAT(Dlx({"compile", problem, diagram}), Exits(0));
  EXPECT_THAT(verdict(), Exits(0));
  const std::string bytes = ReadFile(diagram);
  ASSERT_EQ(Resealed(bytes), bytes);
  const size_t graph = bytes.find(kFour) + std::string(kFour).size();
  for (size_t i = graph; i < bytes.size() - 8; ++i) {
    std::string damaged = bytes;
    damaged[i] ^= 1;
    std::ofstream(diagram, std::ios::binary) << Resealed(damaged);
    EXPECT_THAT(verdict(), AllOf(Exits(1), Prints(""))) << i;
  }
}

TEST(VerifyTest, WhatIsReadIsNotOverwritten) {
  const std::string problem = WriteFile("problem.dlx", kFour);
  const std::string formula = WriteFile("proof.cnf", kFour);
  const std::string proof = formula.substr(0, formula.size() - 4);
  const std::string certificate = ::testing::TempDir() + "/fine.certificate";
  ASSERT_THAT(Dlx({"count", problem, CertificateFlag(certificate)}), Exits(0));
  const auto refuses = [] {
    return AllOf(Exits(2), Complains(HasSubstr("would be overwritten")));
  };
  for (const char* command : {"count", "solve", "first"}) {
    EXPECT_THAT(Dlx({command, problem, CertificateFlag(problem)}), refuses());
  }
  EXPECT_THAT(Dlx({"count", formula, CertificateFlag(proof),
                   "--certificate-format=lrat"}),
              refuses());
  EXPECT_THAT(Dlx({"verify", problem, certificate, "--lrat=" + certificate}),
              refuses());
  for (const char* other : {"--lrat=", "--veripb="}) {
    EXPECT_THAT(Dlx({"verify", problem, certificate, "--diagram=" + formula,
                     other + formula}),
                refuses());
  }
  EXPECT_THAT(Dlx({"verify", "-", certificate, "--diagram=-"}),
              AllOf(Exits(2), Complains(HasSubstr("only one of"))));
  EXPECT_THAT(Dlx({"compile", problem, problem}), refuses());
  EXPECT_THAT(Dlx({"compile", problem, "-o", problem}), refuses());
  EXPECT_EQ(ReadFile(problem), kFour);
  EXPECT_EQ(ReadFile(formula), kFour);
}

TEST(VerifyTest, NothingIsLeftOfASearchThatWasNotFinished) {
  const std::string certificate = ::testing::TempDir() + "/limit.certificate";
  const std::string pigeons = WriteFile("pigeons.dlx", Pigeons());
  EXPECT_THAT(
      Dlx({"count", pigeons, "--nodes=1000", CertificateFlag(certificate)}),
      AllOf(Exits(75), Complains(HasSubstr("no certificate"))));
  EXPECT_FALSE(Exists(certificate));
  EXPECT_THAT(
      Dlx({"count", pigeons, "--limit=1", CertificateFlag(certificate)}),
      AllOf(Exits(2), Complains(HasSubstr("all covers"))));
  EXPECT_THAT(
      Dlx({"solve", pigeons, "--limit=1", CertificateFlag(certificate)}),
      AllOf(Exits(75), Complains(HasSubstr("no certificate"))));
  EXPECT_FALSE(Exists(certificate));
}

// The covers are known, but not that no others are cheaper.
TEST(VerifyTest, ALimitMayComeAfterTheBest) {
  const std::string certificate = ::testing::TempDir() + "/dear.certificate";
  std::string items;
  std::string options;
  for (int i = 0; i < 60; ++i) {
    absl::StrAppend(&items, "1:2|", i, " ");
    absl::StrAppend(&options, i, " ", i % 5 < 4 ? i + 1 : i - 4, " |1\n");
  }
  const std::string cycles = WriteFile("cycles.dlx", items + "\n" + options);
  EXPECT_THAT(
      Dlx({"best", cycles, "--memory=500", CertificateFlag(certificate)}),
      AllOf(Exits(71), Prints(HasSubstr("cost 36")),
            Complains(HasSubstr("more memory than it is given; --memory"))));
  EXPECT_THAT(
      Dlx({"best", cycles, "--nodes=10000", CertificateFlag(certificate)}),
      AllOf(Exits(75), Prints(HasSubstr("cost 36")),
            Complains(HasSubstr("no certificate is written"))));
  EXPECT_FALSE(Exists(certificate));
}

// nogoods sees that there is no cover in some 3,700 nodes; dancing_links, whose
// tree becomes the proof, needs 10,789.
TEST(VerifyTest, ALimitMayComeAfterTheAnswer) {
  const std::string certificate = ::testing::TempDir() + "/late.certificate";
  const std::string file =
      WriteFile("langford.dlx", Dlx({"make", "langford", "9"}).output);
  for (const char* command : {"first", "solve"}) {
    EXPECT_THAT(
        Dlx({command, file, "--engine=nogoods", "--nodes=6000",
             CertificateFlag(certificate), "--certificate-format=lrat"}),
        AllOf(Exits(75), Complains(HasSubstr("there is no cover")),
              Complains(HasSubstr("no certificate is written"))))
        << command;
    EXPECT_FALSE(Exists(certificate));
  }
}

TEST(VerifyTest, ACountInPartsHasNone) {
  const std::string folder = ::testing::TempDir() + "/parts";
  EXPECT_THAT(Dlx({"count", WriteFile("example.dlx", kExample),
                   "--resume=" + folder, CertificateFlag(folder + ".c")}),
              AllOf(Exits(2), Complains(HasSubstr("do not go together"))));
}

TEST(VerifyTest, LratProofs) {
  const std::string proof = ::testing::TempDir() + "/proof.lrat";
  const std::string four = WriteFile("four.dlx", kFour);
  for (const char* command : {"count", "solve"}) {
    ASSERT_THAT(Dlx({command, four, CertificateFlag(proof),
                     "--certificate-format=lrat"}),
                AllOf(Exits(0), Complains("")));
    const std::string formula = ReadFile(proof + ".cnf");
    EXPECT_THAT(formula, AllOf(HasSubstr("\np cnf "),
                               HasSubstr("as many as there are covers (4)")));
    // A line that adds the empty clause comes last.
    EXPECT_THAT(ReadFile(proof), ContainsRegex("\n[0-9]+ 0 [0-9 ]+ 0\n$"));
  }
  EXPECT_THAT(Dlx({"count", WriteFile("many.dlx", "2|a b\na\na\nb\n"),
                   CertificateFlag(proof), "--certificate-format=lrat"}),
              AllOf(Exits(2), Complains(HasSubstr("multiplicities"))));
  EXPECT_THAT(
      Dlx({"count", four, CertificateFlag(proof), "--certificate-format=drat"}),
      AllOf(Exits(2), Complains(HasSubstr("dlx or lrat"))));
  for (const char* const command : {"count", "solve", "first"}) {
    EXPECT_THAT(Dlx({command, four, "--certificate-format=lrat"}),
                AllOf(Exits(2), Complains(HasSubstr("--certificate=FILE"))));
  }
  EXPECT_THAT(Dlx({"count", four, CertificateFlag("/dev/full"),
                   "--certificate-format=lrat"}),
              AllOf(Exits(74), Complains(HasSubstr("cannot write"))));
}

TEST(VerifyTest, StandardOutputIsNoPlaceForACertificate) {
  const std::string problem = WriteFile("pair.dlx", "a b\na\nb\n");
  const auto refuses =
      AllOf(Exits(2), Prints(""), Complains(HasSubstr("a file of its own")));
  for (const char* const command : {"count", "solve", "first"}) {
    EXPECT_THAT(Dlx({command, problem, CertificateFlag("-")}), refuses);
  }
  EXPECT_THAT(Dlx({"verify", problem, problem, "--lrat=-"}), refuses);
}

TEST(VerifyTest, VeripbProofsOfClauses) {
  const std::string four = WriteFile("four.dlx", kFour);
  const std::string certificate = ::testing::TempDir() + "/clauses.certificate";
  const std::string proof = ::testing::TempDir() + "/clauses.pbp";
  Dlx({"count", four, "--engine=nogoods", CertificateFlag(certificate)});
  EXPECT_THAT(Dlx({"verify", four, certificate, "--veripb=" + proof}),
              AllOf(Exits(0), Prints("4\n"), Complains("")));
  EXPECT_THAT(ReadFile(proof), ContainsRegex("\nrup >= 1 ;\nc [0-9]+\n$"));
  EXPECT_THAT(ReadFile(proof + ".opb"), HasSubstr("#variable= "));
  EXPECT_THAT(Dlx({"verify", four, certificate, "--veripb=" + certificate}),
              AllOf(Exits(2), Prints("")));
  Dlx({"count", four, "--engine=dancing_links", CertificateFlag(certificate)});
  EXPECT_THAT(Dlx({"verify", four, certificate, "--veripb=" + proof}),
              AllOf(Exits(2), Complains(HasSubstr("--engine=nogoods"))));
}

TEST(VerifyTest, LratProofsOfCertificates) {
  const std::string at_once = ::testing::TempDir() + "/at_once.lrat";
  const std::string later = ::testing::TempDir() + "/later.lrat";
  const std::string certificate = ::testing::TempDir() + "/later.certificate";
  for (const char* text : {kExample, kFour, kNone}) {
    const std::string problem = WriteFile("problem.dlx", text);
    ASSERT_THAT(Dlx({"count", problem, "--engine=dancing_links",
                     CertificateFlag(at_once), "--certificate-format=lrat"}),
                Exits(0));
    const std::string count = Dlx({"count", problem, "--engine=dancing_links",
                                   CertificateFlag(certificate)})
                                  .output;
    EXPECT_THAT(Dlx({"verify", problem, certificate, "--lrat=" + later}),
                AllOf(Exits(0), Prints(count), Complains("")));
    EXPECT_EQ(ReadFile(later), ReadFile(at_once)) << text;
    EXPECT_EQ(ReadFile(later + ".cnf"), ReadFile(at_once + ".cnf")) << text;
  }
  const std::string four = WriteFile("four.dlx", kFour);
  EXPECT_THAT(Dlx({"verify", four, certificate, "--lrat=" + later}),
              AllOf(Exits(1), Prints("")));
  Dlx({"count", four, "--engine=dancing_links", CertificateFlag(certificate)});
  EXPECT_THAT(Dlx({"verify", four, certificate, "--lrat=/dev/full"}),
              AllOf(Exits(74), Complains(HasSubstr("cannot write"))));
  const std::string many = WriteFile("many.dlx", "2|a b\na\na\nb\n");
  Dlx({"count", many, CertificateFlag(certificate)});
  EXPECT_THAT(Dlx({"verify", many, certificate, "--lrat=" + later}),
              AllOf(Exits(2), Complains(HasSubstr("multiplicities"))));
}

TEST(VerifyTest, SaysWhoWrites) {
  const std::string certificate = ::testing::TempDir() + "/who.certificate";
  const std::string problem = WriteFile("example.dlx", kExample);
  EXPECT_THAT(Dlx({"count", problem, "--stats", "--engine=bit_sets",
                   CertificateFlag(certificate)}),
              Complains(HasSubstr("bit_sets (it writes the certificate)")));
  EXPECT_THAT(Dlx({"count", problem, "--stats", "--engine=nogoods",
                   CertificateFlag(certificate)}),
              Complains(HasSubstr("nogoods (it writes the certificate)")));
  EXPECT_THAT(Dlx({"count", problem, "--stats", "--engine=bit_planes",
                   CertificateFlag(certificate)}),
              Complains(HasSubstr("bit_planes (it writes the certificate)")));
  EXPECT_THAT(Dlx({"count", problem, "--stats", "--engine=consistent_sets",
                   CertificateFlag(certificate)}),
              Complains(HasSubstr("dancing_links (it writes the certificate, "
                                  "which consistent_sets does not)")));
  EXPECT_THAT(Dlx({"count", problem, "--stats", "--engine=memo_counter",
                   CertificateFlag(certificate)}),
              Complains(HasSubstr("memo_counter (it writes the certificate)")));
  EXPECT_THAT(Dlx({"count", problem, "--stats", "--engine=layers",
                   CertificateFlag(certificate)}),
              Complains(HasSubstr("layers (it writes the certificate)")));
  EXPECT_THAT(Dlx({"count", problem, "--stats", "--engine=layers", "--memory=1",
                   CertificateFlag(certificate)}),
              Complains(HasSubstr("memo_counter (it writes the certificate, "
                                  "which layers does not)")));
}

// Which of the searches that is does not matter: they race by the clock.
TEST(VerifyTest, TheFirstToEndIsWritten) {
  const std::string certificate = ::testing::TempDir() + "/race.certificate";
  struct {
    std::vector<std::string> make;
    const char* count;
  } const kCases[] = {
      {{"polyominoes", "6x8", "--pieces=tetrominoes", "--copies=*"},
       "22483347\n"},
      {{"queens", "11"}, "2680\n"},
  };
  for (const auto& [make, count] : kCases) {
    std::vector<std::string> arguments = {"make"};
    arguments.insert(arguments.end(), make.begin(), make.end());
    const std::string problem = WriteFile("race.dlx", Dlx(arguments).output);
    EXPECT_THAT(
        Dlx({"count", problem, "--stats", CertificateFlag(certificate)}),
        AllOf(Prints(count),
              Complains(HasSubstr("(it writes the certificate)"))));
    EXPECT_THAT(Dlx({"verify", problem, certificate}), Prints(count));
  }
}

TEST(VerifyTest, ReadsStandardInput) {
  const std::string certificate = ::testing::TempDir() + "/stream.certificate";
  const std::string problem = WriteFile("example.dlx", kExample);
  ASSERT_THAT(Dlx({"count", problem, CertificateFlag(certificate)}), Exits(0));
  EXPECT_THAT(Dlx({"verify", "-", certificate}, {.input = kExample}),
              AllOf(Exits(0), Prints("1\n")));
  EXPECT_THAT(Dlx({"verify", problem, "-"}, {.input = "nonsense"}),
              AllOf(Exits(1), Prints(""),
                    Complains(HasSubstr("this is not a certificate"))));
  EXPECT_THAT(Dlx({"verify", "-", "-"}),
              AllOf(Exits(2), Complains(HasSubstr("only one of"))));
}

TEST(VerifyTest, TellsMoreOnRequest) {
  const std::string certificate = ::testing::TempDir() + "/more.certificate";
  const std::string problem = WriteFile("four.dlx", kFour);
  ASSERT_THAT(Dlx({"count", problem, CertificateFlag(certificate)}), Exits(0));
  EXPECT_THAT(Dlx({"verify", problem, certificate, "--stats"}),
              AllOf(Prints("4\n"), Complains(HasSubstr("kept"))));
  EXPECT_THAT(
      Dlx({"verify", problem, certificate, "--json"}),
      Prints(HasSubstr("{\"type\":\"verified\",\"count\":\"4\",\"bytes\":")));
}

TEST(VerifyTest, SaysWhatIsWrong) {
  const std::string certificate = ::testing::TempDir() + "/wrong.certificate";
  const std::string problem = WriteFile("example.dlx", kExample);
  ASSERT_THAT(Dlx({"count", problem, CertificateFlag(certificate)}), Exits(0));
  EXPECT_THAT(Dlx({"verify", WriteFile("four.dlx", kFour), certificate}),
              AllOf(Exits(1), Prints(""), Complains(HasSubstr("another"))));
  EXPECT_THAT(Dlx({"verify", problem, "/nowhere/at/all"}),
              AllOf(Exits(66), Complains(HasSubstr("cannot read"))));
  EXPECT_THAT(Dlx({"verify", problem, ::testing::TempDir()}),
              AllOf(Exits(66), Complains(HasSubstr("cannot read"))));
  EXPECT_THAT(Dlx({"count", problem, "--certificate=/nowhere/at/all"}),
              AllOf(Exits(74), Complains(HasSubstr("cannot write"))));
  EXPECT_THAT(Dlx({"count", problem, "--certificate=/dev/full"}),
              AllOf(Exits(74), Complains(HasSubstr("cannot write"))));
}

TEST(VerifyTest, LeastCosts) {
  const std::string problem =
      WriteFile("costs.dlx", "a b\na |3\nb |4\na b |9\na b |8\n");
  const std::string certificate =
      absl::StrCat(::testing::TempDir(), "/costs.certificate");
  const auto best = [&](const char* flag) {
    return Dlx({"best", problem, flag, "--certificate=" + certificate});
  };
  EXPECT_THAT(best("--k=2"), AllOf(Exits(0), Prints(HasSubstr("cost 8"))));
  EXPECT_THAT(Dlx({"verify", problem, certificate}),
              AllOf(Exits(0), Prints("7\n8\n"), Complains("")));
  EXPECT_THAT(Dlx({"verify", problem, certificate, "--json"}),
              AllOf(Exits(0), Prints(HasSubstr("\"costs\":[7,8]"))));
  EXPECT_THAT(Dlx({"verify", problem, certificate, "--lrat=x"}),
              AllOf(Exits(2), Complains(HasSubstr("costs"))));
  EXPECT_THAT(best("--k=9"), Exits(0));
  EXPECT_THAT(Dlx({"verify", problem, certificate}),
              AllOf(Exits(0), Prints("7\n8\n9\n"),
                    Complains(HasSubstr("these are all covers"))));
  const std::string other =
      WriteFile("other_costs.dlx", "a b\na |3\nb |4\na b |9\na b |6\n");
  EXPECT_THAT(Dlx({"verify", other, certificate}),
              AllOf(Exits(1), Complains(HasSubstr("another problem"))));
  const std::string many =
      WriteFile("many.dlx", "2|a b\na b |3\na |4\na |-5\nb |7\n");
  EXPECT_THAT(Dlx({"best", many, "--k=2", "--certificate=" + certificate}),
              Exits(0));
  EXPECT_THAT(Dlx({"verify", many, certificate}),
              AllOf(Exits(0), Prints("-2\n6\n"), Complains("")));
}

}  // namespace
}  // namespace dlx::tool
