#include "tools/dlx/cover_list.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "dlx/id.h"
#include "dlx/io/option_list.h"
#include "dlx/problem.h"

namespace dlx::tool {
namespace {

using Cover = std::vector<OptionId>;

// A group of lines between empty lines.
struct Group {
  absl::string_view text;
  size_t options = 0;  // Lines that are not comments.
};

std::vector<Group> SplitIntoGroups(absl::string_view text) {
  std::vector<Group> groups;
  bool is_open = false;
  const char* begin = nullptr;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    const absl::string_view words = absl::StripAsciiWhitespace(line);
    if (words.empty()) {
      is_open = false;
      continue;
    }
    if (!is_open) {
      groups.emplace_back();
      begin = line.data();
      is_open = true;
    }
    Group& group = groups.back();
    group.text = absl::string_view(
        begin, static_cast<size_t>(line.data() + line.size() - begin));
    if (!absl::StartsWith(words, "|")) ++group.options;
  }
  groups.erase(std::remove_if(groups.begin(), groups.end(),
                              [](const Group& group) {
                                return group.options == 0 &&
                                       !absl::StartsWith(group.text, "| cover");
                              }),
               groups.end());
  return groups;
}

bool HasDuplicates(const Cover& cover) {
  absl::flat_hash_set<OptionId> seen;
  return !std::all_of(cover.begin(), cover.end(), [&](OptionId option) {
    return seen.insert(option).second;
  });
}

absl::StatusOr<std::vector<Cover>> ReadTextCovers(absl::string_view text,
                                                  const Problem& problem,
                                                  absl::string_view file_name) {
  // Reading one list looks at the whole problem, so all groups are read as one.
  const absl::StatusOr<Cover> all =
      io::ReadOptionList(text, problem, file_name);
  if (!all.ok()) return all.status();
  std::vector<Cover> covers;
  auto next = all->begin();
  for (const Group& group : SplitIntoGroups(text)) {
    const size_t size =
        std::min(group.options, static_cast<size_t>(all->end() - next));
    Cover& cover = covers.emplace_back(next, next + size);
    next += size;
    // If the problem has equal options, an earlier group may have used up those
    // that this one means.
    if (!HasDuplicates(cover)) continue;
    absl::StatusOr<Cover> alone =
        io::ReadOptionList(group.text, problem, file_name);
    if (!alone.ok()) return alone.status();
    cover = *std::move(alone);
  }
  return covers;
}

// What stands behind a member's name and colon in a line of JSON; nothing if
// there is no such member. Within a string the quotation marks of what looks
// like a name would be escaped.
std::optional<absl::string_view> FindMember(absl::string_view line,
                                            absl::string_view quoted_name) {
  const size_t begin = line.find(quoted_name);
  if (begin == absl::string_view::npos) return std::nullopt;
  line = absl::StripLeadingAsciiWhitespace(
      line.substr(begin + quoted_name.size()));
  if (!absl::ConsumePrefix(&line, ":")) return std::nullopt;
  return absl::StripLeadingAsciiWhitespace(line);
}

// Numbers separated by commas: "0,3,4".
absl::StatusOr<Cover> ParseOptionNumbers(absl::string_view text,
                                         const Problem& problem) {
  Cover cover;
  if (absl::StripAsciiWhitespace(text).empty()) return cover;
  for (absl::string_view word : absl::StrSplit(text, ',')) {
    uint32_t number;
    if (!absl::SimpleAtoi(word, &number)) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", word, "\" is not the number of an option"));
    }
    if (number >= problem.option_count()) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no option ", number, ": ",
                       problem.option_count(), " options are numbered from 0"));
    }
    cover.push_back(OptionId(number));
  }
  return cover;
}

absl::StatusOr<Cover> ReadJsonCover(absl::string_view line,
                                    const Problem& problem) {
  std::optional<absl::string_view> list = FindMember(line, "\"options\"");
  if (!list.has_value() || !absl::ConsumePrefix(&*list, "[")) {
    return absl::InvalidArgumentError(
        "neither a cover, with its list \"options\", nor a summary");
  }
  const size_t end = list->find(']');
  if (end == absl::string_view::npos) {
    return absl::InvalidArgumentError("the list of options has no end");
  }
  return ParseOptionNumbers(list->substr(0, end), problem);
}

absl::StatusOr<std::vector<Cover>> ReadJsonCovers(absl::string_view text,
                                                  const Problem& problem,
                                                  absl::string_view file_name) {
  std::vector<Cover> covers;
  size_t line_number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++line_number;
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    const std::optional<absl::string_view> type = FindMember(line, "\"type\"");
    if (type.has_value() && absl::StartsWith(*type, "\"summary\"")) continue;
    absl::StatusOr<Cover> cover = ReadJsonCover(line, problem);
    if (!cover.ok()) {
      return absl::Status(cover.status().code(),
                          absl::StrCat(file_name, ":", line_number, ": ",
                                       cover.status().message()));
    }
    covers.push_back(*std::move(cover));
  }
  return covers;
}

}  // namespace

absl::StatusOr<std::vector<Cover>> ReadCovers(absl::string_view text,
                                              const Problem& problem,
                                              absl::string_view file_name) {
  const bool is_json =
      absl::StartsWith(absl::StripLeadingAsciiWhitespace(text), "{");
  return is_json ? ReadJsonCovers(text, problem, file_name)
                 : ReadTextCovers(text, problem, file_name);
}

}  // namespace dlx::tool
