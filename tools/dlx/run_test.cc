// The commands plan, work, status and merge, and count --resume.

#include <signal.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tools/testing/dlx_program.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {
namespace {

using ::cli::testing::Complains;
using ::cli::testing::Exits;
using ::cli::testing::Prints;
using ::cli::testing::Subprocess;
using ::cli::testing::ThreadsCanBeRefused;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

// A path in the test's own folder where nothing is.
std::string NewPath(const std::string& name) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::filesystem::remove_all(path);
  return path;
}

// A file with that problem of `dlx make`.
std::string Made(const std::vector<std::string>& what) {
  std::vector<std::string> words = {"make"};
  words.insert(words.end(), what.begin(), what.end());
  const cli::testing::Result result = Dlx(words);
  EXPECT_THAT(result, Exits(0));
  return WriteFile(absl::StrCat(what[0], what[1], ".dlx"), result.output);
}

TEST(RunTest, APlanIsWorkedOnAndMerged) {
  const std::string run = NewPath("queens");
  EXPECT_THAT(
      Dlx({"plan", Made({"queens", "8"}), run, "--units=20"}),
      AllOf(Exits(0), Prints(""), Complains(HasSubstr(" units are in"))));
  EXPECT_THAT(Dlx({"check", run}),
              AllOf(Exits(0), Prints("the units are the whole search\n")));
  EXPECT_THAT(Dlx({"merge", run}),
              AllOf(Exits(75), Prints(""),
                    Complains(HasSubstr("unit 0 has no result yet"))));
  EXPECT_THAT(Dlx({"status", run}),
              AllOf(Exits(0), Prints(HasSubstr("] 0.0%\nunits    0 of "))));
  EXPECT_THAT(Dlx({"work", run, "--shard=1/2"}), Exits(0));
  for (const char* format : {"--json", "--format=json"}) {
    EXPECT_THAT(Dlx({"status", run, format}),
                AllOf(Exits(0), Prints(HasSubstr(R"("claimed":[],)"))));
  }
  EXPECT_THAT(Dlx({"work", run}), AllOf(Exits(0), Prints("")));
  EXPECT_THAT(Dlx({"merge", run, "--recheck=100%"}),
              AllOf(Exits(0), Prints("92\n"), Complains("")));
  EXPECT_THAT(Dlx({"merge", run, "--json"}),
              AllOf(Exits(0), Prints(HasSubstr(R"("count":"92",)"))));
  EXPECT_THAT(Dlx({"status", run}),
              AllOf(Exits(0), Prints(AllOf(HasSubstr("] 100.0%\n"),
                                           HasSubstr("covers   92 so far")))));
}

TEST(RunTest, TheFolderIsAnArgumentOrAFlag) {
  const std::string problem = Made({"queens", "6"});
  const std::string run = NewPath("by_flag");
  EXPECT_THAT(Dlx({"plan", problem, "-o", run}), Exits(0));
  EXPECT_THAT(Dlx({"work", run, "--unit=nobody"}),
              AllOf(Exits(2), Complains(HasSubstr("there is no unit"))));
  EXPECT_THAT(Dlx({"work", run}), Exits(0));
  EXPECT_THAT(Dlx({"merge", run}), AllOf(Exits(0), Prints("4\n")));
  const auto refuses =
      AllOf(Exits(2), Prints(""), Complains(HasSubstr("Give it once")));
  EXPECT_THAT(Dlx({"plan", problem}), refuses);
  EXPECT_THAT(Dlx({"plan", problem, run, "-o", NewPath("twice")}), refuses);
}

TEST(RunTest, StatusNamesWhoWorksAndWhatHasFailed) {
  const std::string run = NewPath("named");
  EXPECT_THAT(Dlx({"plan", Made({"queens", "6"}), run, "--units=30"}),
              Exits(0));
  for (int unit = 0; unit < 20; ++unit) {
    std::ofstream(absl::StrCat(run, "/claims/", unit))
        << "host-" << unit << "\n";
  }
  EXPECT_THAT(
      Dlx({"status", run}),
      Prints(AllOf(HasSubstr(" done, 20 being searched\n"),
                   HasSubstr("running  0 by host-0\nrunning  1 by host-1\n"),
                   HasSubstr("running  4 more\n"))));
  EXPECT_THAT(
      Dlx({"status", run, "--json"}),
      Prints(HasSubstr(R"("claimed":[{"unit":"0","worker":"host-0"},)")));
  EXPECT_THAT(Dlx({"work", run, "--lease=0.05"}), Exits(0));
  std::filesystem::resize_file(run + "/results/3.json", 30);
  EXPECT_THAT(Dlx({"status", run}),
              Prints(AllOf(ContainsRegex("failed   .*results/3.json"),
                           Not(HasSubstr("running")))));
}

TEST(RunTest, ATerminalGetsTheSameBar) {
  const std::string run = NewPath("bar");
  EXPECT_THAT(Dlx({"plan", Made({"queens", "6"}), run}), Exits(0));
  EXPECT_THAT(Dlx({"status", run}, {.output_is_terminal = true}),
              Prints(HasSubstr("[........................................] ")));
  EXPECT_THAT(Dlx({"status", run, "--json"}, {.output_is_terminal = true}),
              Prints(HasSubstr(R"({"type":"status",)")));
}

TEST(RunTest, CertificatesOfUnitsVerifyTheWhole) {
  const std::string run = NewPath("certified");
  const std::string file = Made({"queens", "8"});
  EXPECT_THAT(Dlx({"plan", file, run, "--units=20", "--certificates"}),
              Exits(0));
  EXPECT_THAT(Dlx({"work", run}), Exits(0));
  EXPECT_THAT(Dlx({"merge", run, "--verify"}),
              AllOf(Exits(0), Prints("92\n"), Complains("")));
  EXPECT_THAT(Dlx({"merge", run, "--verify", "--json"}),
              AllOf(Exits(0), Prints(ContainsRegex("\"verified\":[1-9]"))));
  const std::string whole = NewPath("whole");
  EXPECT_THAT(Dlx({"merge", run, "--certificate=" + whole}),
              AllOf(Exits(0), Prints("92\n"), Complains("")));
  EXPECT_THAT(Dlx({"verify", file, whole}), AllOf(Exits(0), Prints("92\n")));
  std::filesystem::remove(whole);
  for (const std::string& wanted :
       {std::string("--verify"), "--certificate=" + whole}) {
    EXPECT_THAT(
        Dlx({"merge", run, wanted, "--timeout=1ns"}),
        AllOf(Exits(75), Prints(""), Complains(HasSubstr("stopped before"))));
  }
  EXPECT_FALSE(std::filesystem::exists(whole));
  EXPECT_THAT(Dlx({"work", run, "--redo-damaged", "--memory=1"}),
              AllOf(Exits(71), Complains(HasSubstr("--memory gives it more"))));
  const std::string certificate = run + "/results/3.certificate";
  EXPECT_THAT(Dlx({"merge", run, "--certificate=" + certificate}),
              AllOf(Exits(2), Prints(""),
                    Complains(HasSubstr("is in the folder of the run"))));
  EXPECT_THAT(Dlx({"merge", run, "--certificate=-"}), Exits(2));
  EXPECT_THAT(Dlx({"merge", run, "--verify"}), Exits(0));
  std::filesystem::resize_file(certificate, 20);
  EXPECT_THAT(Dlx({"merge", run, "--verify"}),
              AllOf(Exits(65), Prints(""),
                    Complains(HasSubstr(certificate + "\" proves nothing"))));
  EXPECT_THAT(
      Dlx({"merge", run, "--certificate=" + whole}),
      AllOf(Exits(65), Prints(""), Complains(HasSubstr("--redo-damaged"))));
  EXPECT_FALSE(std::filesystem::exists(whole));
  std::filesystem::remove(certificate);
  EXPECT_THAT(Dlx({"merge", run, "--certificate=" + whole}),
              AllOf(Exits(65), Complains(AllOf(HasSubstr(certificate),
                                               HasSubstr("--redo-damaged")))));
  const std::string without = NewPath("without");
  EXPECT_THAT(Dlx({"plan", file, without}), Exits(0));
  EXPECT_THAT(Dlx({"merge", without, "--verify"}),
              AllOf(Exits(2), Complains(HasSubstr("with certificates"))));
  EXPECT_THAT(
      Dlx({"plan", file, NewPath("best"), "--task=best", "--certificates"}),
      AllOf(Exits(2), Complains(HasSubstr("there is none of \"best\""))));
}

TEST(RunTest, APlanIsMadeInTheTimeThatThereIs) {
  const std::string run = NewPath("in_time");
  const std::string file = Made({"queens", "8"});
  EXPECT_THAT(Dlx({"plan", file, run, "--units=20", "--timeout=1ns"}),
              AllOf(Exits(0), Complains(HasSubstr("1 unit is in"))));
  EXPECT_THAT(Dlx({"work", run}), Exits(0));
  EXPECT_THAT(Dlx({"merge", run}), AllOf(Exits(0), Prints("92\n")));

  const std::string resumed = NewPath("resumed_in_time");
  EXPECT_THAT(Dlx({"count", file, "--resume=" + resumed, "--timeout=1ns"}),
              Exits(75));
  EXPECT_THAT(Dlx({"count", file, "--resume=" + resumed}),
              AllOf(Exits(0), Prints("92\n")));
}

TEST(RunTest, DamagedUnitsAreSearchedOnceMore) {
  const std::string run = NewPath("damaged");
  const std::string file = Made({"queens", "8"});
  EXPECT_THAT(Dlx({"plan", file, run, "--units=20"}), Exits(0));
  EXPECT_THAT(Dlx({"work", run}), Exits(0));
  std::filesystem::resize_file(run + "/results/3.json", 30);
  const auto says_what_to_do = [&run] {
    return AllOf(Exits(65),
                 Complains(HasSubstr("'dlx work " + run + " --redo-damaged'")));
  };
  EXPECT_THAT(Dlx({"work", run}),
              AllOf(says_what_to_do(),
                    Complains(HasSubstr("of 1 unit are damaged: 3; "))));
  EXPECT_THAT(Dlx({"merge", run}), says_what_to_do());
  EXPECT_THAT(Dlx({"count", file, "--resume=" + run}), says_what_to_do());
  EXPECT_THAT(Dlx({"work", run, "--redo-damaged"}), Exits(0));
  EXPECT_THAT(Dlx({"merge", run}), AllOf(Exits(0), Prints("92\n")));
  EXPECT_TRUE(std::filesystem::exists(run + "/results/3.json.damaged"));
  std::filesystem::resize_file(run + "/results/4.json", 0);
  EXPECT_THAT(Dlx({"count", file, "--resume=" + run, "--redo-damaged"}),
              AllOf(Exits(0), Prints("92\n")));
}

TEST(RunTest, CoversAreThoseOfSolve) {
  const std::string run = NewPath("four");
  EXPECT_THAT(Dlx({"plan", "-", run, "--task=solve"}, {.input = kFour}),
              Exits(0));
  EXPECT_THAT(Dlx({"work", run}), Exits(0));
  EXPECT_THAT(Dlx({"merge", run}),
              AllOf(Exits(0), Prints("| cover 1\na\nb\n\n| cover 2\na\nb\n\n"
                                     "| cover 3\na\nb\n\n| cover 4\na\nb\n")));
  const std::string best = NewPath("best");
  EXPECT_THAT(
      Dlx({"plan", "-", best, "--task=best", "--k=2"}, {.input = kCosts}),
      Exits(0));
  EXPECT_THAT(Dlx({"work", best}), Exits(0));
  EXPECT_THAT(
      Dlx({"merge", best}),
      AllOf(Exits(0), Prints(AllOf(HasSubstr("cost 7"), HasSubstr("cost 8"),
                                   Not(HasSubstr("cost 9"))))));
  const std::string none = NewPath("none");
  EXPECT_THAT(Dlx({"plan", "-", none, "--task=first"}, {.input = kNone}),
              Exits(0));
  EXPECT_THAT(Dlx({"work", none}), Exits(0));
  EXPECT_THAT(Dlx({"merge", none}), AllOf(Exits(0), Prints("")));
}

TEST(RunTest, WhatIsWrongIsSaid) {
  const std::string run = NewPath("wrong");
  const std::string file = Made({"queens", "6"});
  EXPECT_THAT(Dlx({"work", run}),
              AllOf(Exits(66), Complains(HasSubstr("is not the folder of"))));
  EXPECT_THAT(Dlx({"plan", file, run, "--units=10"}), Exits(0));
  EXPECT_THAT(Dlx({"plan", file, run}),
              AllOf(Exits(74), Complains(HasSubstr("something called"))));
  EXPECT_THAT(Dlx({"plan", file, "/not/there/run"}),
              AllOf(Exits(66), Complains(HasSubstr("/not/there"))));
  EXPECT_THAT(
      Dlx({"plan", file, NewPath("task"), "--task=some"}),
      AllOf(Exits(2), Complains(HasSubstr("count, solve, first or best"))));
  for (const char* flag : {"--shard=0/3", "--shard=4/3", "--shard=3"}) {
    EXPECT_THAT(Dlx({"work", run, flag}),
                AllOf(Exits(2), Complains(HasSubstr("such as 2/10"))));
  }
  EXPECT_THAT(Dlx({"merge", run, "--recheck=200%"}), Exits(2));
  EXPECT_THAT(Dlx({"work", run}), Exits(0));
  EXPECT_THAT(Dlx({"count", Made({"queens", "7"}), "--resume=" + run}),
              AllOf(Exits(2), Complains(HasSubstr("is another run"))));
  std::filesystem::resize_file(run + "/results/3.json", 30);
  EXPECT_THAT(Dlx({"merge", run}),
              AllOf(Exits(65), Complains(HasSubstr("results/3.json"))));
  std::filesystem::resize_file(run + "/units.txt", 30);
  for (const char* command : {"work", "merge", "status", "check"}) {
    EXPECT_THAT(Dlx({command, run}),
                AllOf(Exits(65), Complains(HasSubstr("units.txt"))));
  }
}

TEST(RunTest, ACountIsResumed) {
  const std::string run = NewPath("resumed");
  const std::string file = Made({"queens", "12"});
  const std::vector<std::string> words = {"count", file, "--resume=" + run,
                                          "--units=100"};
  std::vector<std::string> limited = words;
  limited.push_back("--timeout=0.000001");
  EXPECT_THAT(Dlx(limited),
              AllOf(Exits(75), Prints(""), Complains(HasSubstr("goes on"))));
  EXPECT_THAT(Dlx(words), AllOf(Exits(0), Prints("14200\n")));
  // Nothing is done again.
  EXPECT_THAT(Dlx(words), AllOf(Exits(0), Prints("14200\n")));
}

TEST(RunTest, AnInterruptedWorkerGivesItsUnitsBack) {
  const std::string run = NewPath("interrupted");
  EXPECT_THAT(Dlx({"plan", "-", run, "--units=4"}, {.input = Pigeons()}),
              Exits(0));
  Subprocess worker(
      Command({"work", run, "--engine=dancing_links", "--threads=2"}));
  const std::string claims = run + "/claims";
  while (std::filesystem::is_empty(claims)) {
    absl::SleepFor(absl::Milliseconds(10));
  }
  worker.Signal(SIGINT);
  EXPECT_EQ(worker.WaitForEnd(), 130);
  EXPECT_TRUE(std::filesystem::is_empty(claims));
}

TEST(RunTest, ASystemMayRefuseThreads) {
  if (!ThreadsCanBeRefused()) GTEST_SKIP();
  const std::string run = NewPath("threadless");
  const std::string file = Made({"queens", "8"});
  EXPECT_THAT(Dlx({"plan", file, run}), Exits(0));
  EXPECT_THAT(Dlx({"work", run, "--threads=4"}, {.refuses_threads = true}),
              Exits(0));
  EXPECT_THAT(Dlx({"merge", run}), AllOf(Exits(0), Prints("92\n")));
  EXPECT_THAT(Dlx({"count", Made({"queens", "11"}), "--threads=4",
                   "--engine=dancing_links"},
                  {.refuses_threads = true}),
              AllOf(Exits(0), Prints("2680\n")));
}

// Workers are killed at random moments, until all is done nevertheless.
TEST(RunTest, WorkersMayBeKilledAtAnyTime) {
  const std::string run = NewPath("killed");
  EXPECT_THAT(Dlx({"plan", Made({"queens", "11"}), run, "--units=60"}),
              Exits(0));
  std::mt19937 random(1);
  int kills = 0;
  while (true) {
    Subprocess worker(Command({"work", run, "--engine=dancing_links",
                               "--threads=2", "--slice=0.02", "--lease=0.05"}));
    absl::SleepFor(absl::Milliseconds(20 + random() % 200));
    if (kills++ < 15) worker.Signal(SIGKILL);
    const int code = worker.WaitForEnd();
    EXPECT_THAT(Dlx({"check", run}), Exits(0));
    if (code == 0) break;
    ASSERT_EQ(code, 128 + SIGKILL);
  }
  EXPECT_THAT(Dlx({"merge", run, "--recheck=10%"}),
              AllOf(Exits(0), Prints("2680\n")));
}

}  // namespace
}  // namespace dlx::tool
