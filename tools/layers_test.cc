// What includes what in dlx/: no arrow runs up, and there is no circle.

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace dlx {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

// The text of each file, by its path.
using Sources = std::map<std::string, std::string>;

// A file belongs to the room with the longest prefix of its path. It may
// include files of its own room and of rooms on lower floors.
struct Room {
  absl::string_view prefix;
  int floor;
};
constexpr Room kRooms[] = {
    {"dlx/base/", 0},
    {"dlx/", 1},  // The core: problem, options, answers,
                  // verify.
    {"dlx/engine/", 2},
    {"dlx/reduce/", 3},
    {"dlx/schedule/", 4},
    {"dlx/engines.", 5},
    {"dlx/search.", 6},
    {"dlx/parallel.", 7},
    {"dlx/ask/", 8},
    {"dlx/model/", 8},
    {"dlx/proof/", 8},
    {"dlx/proof/classes/", 9},
    {"dlx/io/", 9},
    {"dlx/make/", 9},
    {"dlx/proof/lrat.", 10},
    {"dlx/proof/veripb.", 10},
    {"dlx/solvers/", 10},
    {"dlx/farm/", 10},
    {"dlx/c/", 10},
    {"dlx/testing/", 11},
};

// What the checker of certificates may include besides its own files: the less
// it is, the less has to be believed.
constexpr absl::string_view kBelowTheChecker[] = {
    "dlx/base/",     "dlx/id.h",         "dlx/natural.h",
    "dlx/problem.h", "dlx/proof/check/", "dlx/proof/format.h"};

const Room& RoomOf(absl::string_view path) {
  const Room* best = nullptr;
  for (const Room& room : kRooms) {
    if (absl::StartsWith(path, room.prefix) &&
        (best == nullptr || best->prefix.size() < room.prefix.size())) {
      best = &room;
    }
  }
  return *best;
}

// A new folder has no room until kRooms names it.
bool HasRoom(absl::string_view path) {
  return RoomOf(path).prefix != "dlx/" ||
         !absl::StrContains(absl::StripPrefix(path, "dlx/"), '/');
}

std::vector<std::string> IncludesOf(const std::string& text) {
  std::vector<std::string> includes;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    if (!absl::ConsumePrefix(&line, "#include \"dlx/")) continue;
    includes.push_back(absl::StrCat("dlx/", line.substr(0, line.find('"'))));
  }
  return includes;
}

std::string Arrow(absl::string_view from, absl::string_view to) {
  return absl::StrCat(from, " -> ", to);
}

std::vector<std::string> WrongArrows(const Sources& sources) {
  std::vector<std::string> wrong;
  for (const auto& [path, text] : sources) {
    const Room& room = RoomOf(path);
    for (const std::string& include : IncludesOf(text)) {
      const Room& other = RoomOf(include);
      const bool is_of_checker = absl::StartsWith(path, "dlx/proof/check/");
      if ((&room != &other && other.floor >= room.floor) ||
          (is_of_checker &&
           absl::c_none_of(kBelowTheChecker, [&](absl::string_view allowed) {
             return absl::StartsWith(include, allowed);
           }))) {
        wrong.push_back(Arrow(path, include));
      }
    }
  }
  return wrong;
}

// Includes that lead back to a file from which they come.
class CircleFinder {
 public:
  explicit CircleFinder(const Sources& sources) : sources_(sources) {}

  std::vector<std::string> Find() {
    for (const auto& [path, text] : sources_) Visit(path);
    return std::move(closing_);
  }

 private:
  void Visit(const std::string& path) {
    const auto source = sources_.find(path);
    if (source == sources_.end() || !seen_.insert(path).second) return;
    open_.insert(path);
    for (const std::string& include : IncludesOf(source->second)) {
      if (open_.contains(include)) closing_.push_back(Arrow(path, include));
      Visit(include);
    }
    open_.erase(path);
  }

  const Sources& sources_;
  std::set<std::string> seen_;
  std::set<std::string> open_;
  std::vector<std::string> closing_;
};

// The files, all that they include, and the sources that belong to those.
std::set<std::string> Closure(const Sources& sources,
                              std::vector<std::string> files) {
  std::set<std::string> closure;
  while (!files.empty()) {
    const std::string path = files.back();
    files.pop_back();
    const auto source = sources.find(path);
    if (source == sources.end() || !closure.insert(path).second) continue;
    for (const std::string& include : IncludesOf(source->second)) {
      files.push_back(include);
    }
    files.push_back(
        absl::StrCat(absl::StripSuffix(absl::StripSuffix(path, ".h"), ".cc"),
                     absl::EndsWith(path, ".h") ? ".cc" : ".h"));
  }
  return closure;
}

Sources ReadSources() {
  Sources sources;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator("dlx")) {
    const std::string path = entry.path().generic_string();
    if (!absl::EndsWith(path, ".h") && !absl::EndsWith(path, ".cc")) continue;
    std::stringstream text;
    text << std::ifstream(path).rdbuf();
    sources[path] = text.str();
  }
  return sources;
}

TEST(LayersTest, EveryFileHasARoom) {
  const Sources sources = ReadSources();
  ASSERT_THAT(sources, Not(IsEmpty()));
  for (const auto& [path, text] : sources) EXPECT_TRUE(HasRoom(path)) << path;
  EXPECT_FALSE(HasRoom("dlx/attic/junk.h"));
}

TEST(LayersTest, NoArrowRunsUp) {
  EXPECT_THAT(WrongArrows(ReadSources()), IsEmpty());
}

TEST(LayersTest, ThereIsNoCircle) {
  EXPECT_THAT(CircleFinder(ReadSources()).Find(), IsEmpty());
}

TEST(LayersTest, TheCoreIsReadInAnEvening) {
  const Sources sources = ReadSources();
  size_t lines = 0;
  for (const std::string& path :
       Closure(sources, {"dlx/problem.h", "dlx/verify.h", "dlx/engine/engine.h",
                         "dlx/engine/plain_sets/plain_sets.h"})) {
    lines += static_cast<size_t>(absl::c_count(sources.at(path), '\n'));
  }
  EXPECT_GE(lines, 1500);
  EXPECT_LE(lines, 2500);
}

// ------------------------------------------------- these checks can fail

TEST(LayersTest, AnArrowThatRunsUpIsSeen) {
  Sources sources = ReadSources();
  const auto plant = [&sources](const char* path, const char* include) {
    ASSERT_TRUE(sources.contains(path)) << path;
    absl::StrAppend(&sources[path], "#include \"", include, "\"\n");
  };
  plant("dlx/problem.h", "dlx/ask/explain.h");
  plant("dlx/search_options.h", "dlx/search.h");
  plant("dlx/ask/explain.cc", "dlx/proof/format.h");
  plant("dlx/schedule/driver.h", "dlx/schedule/choice.h");  // May be.
  plant("dlx/proof/check/checker.h", "dlx/verify.h");
  EXPECT_THAT(
      WrongArrows(sources),
      UnorderedElementsAre("dlx/problem.h -> dlx/ask/explain.h",
                           "dlx/search_options.h -> dlx/search.h",
                           "dlx/ask/explain.cc -> dlx/proof/format.h",
                           "dlx/proof/check/checker.h -> dlx/verify.h"));
}

TEST(LayersTest, ACircleIsSeen) {
  const Sources circle = {{"dlx/a.h", "#include \"dlx/b.h\"\n"},
                          {"dlx/b.h", "#include \"dlx/c.h\"\n"},
                          {"dlx/c.h", "#include \"dlx/a.h\"\n"}};
  EXPECT_THAT(CircleFinder(circle).Find(), ElementsAre("dlx/c.h -> dlx/a.h"));
}

}  // namespace
}  // namespace dlx
