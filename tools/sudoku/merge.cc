// The command merge: what the shards of files came to, as one summary.
//
// Each file is what a command wrote with --shard=I/N --json; its last line is a
// summary. All shards of the same input must be there, each once, and be what
// the same command of the same version has made of it: any other sum is not
// printed.

#include <cstdint>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"
#include "tools/cli/error.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/input_file.h"
#include "tools/cli/output.h"
#include "tools/sudoku/commands.h"

namespace sudoku::tool {
namespace {

using Json = nlohmann::ordered_json;

// The summary at the end of what a command has written.
absl::StatusOr<Json> SummaryOf(const cli::InputFile& file) {
  absl::string_view text = file.text;
  while (!text.empty() && text.back() == '\n') text.remove_suffix(1);
  const absl::string_view last = text.substr(text.rfind('\n') + 1);
  Json summary = Json::parse(last.begin(), last.end(), nullptr,
                             /*allow_exceptions=*/false);
  if (!summary.is_object() || summary.value("type", Json()) != "summary") {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", file.name, "\" does not end with a summary, as ",
                     "--json writes it: was the work interrupted?"));
  }
  if (summary.value("interrupted", Json(false)) == true) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", file.name, "\" is of a work that was interrupted"));
  }
  return summary;
}

// Puts summaries together.
class Sum {
 public:
  absl::Status Add(const std::string& name, Json summary) {
    const absl::StatusOr<cli::ShardFlag> shard = TakeShard(name, summary);
    if (!shard.ok()) return shard.status();
    if (total_.empty()) {
      shards_ = shard->count;
    } else if (absl::Status status = CheckSameWork(name, *shard, summary);
               !status.ok()) {
      return status;
    }
    const auto [other, is_new] = files_.emplace(shard->number, name);
    if (!is_new) {
      return absl::InvalidArgumentError(
          absl::StrCat("shard ", AbslUnparseFlag(*shard), " is there twice: \"",
                       other->second, "\" and \"", name, "\""));
    }
    if (total_.empty()) {
      total_ = std::move(summary);
      return absl::OkStatus();
    }
    for (auto& [key, value] : total_.items()) {
      const Json& more = summary[key];
      if (key == "input_bytes") continue;
      if (value.is_number_unsigned()) {
        value = value.get<uint64_t>() + more.get<uint64_t>();
      } else if (value.is_number_float()) {
        value = value.get<double>() + more.get<double>();
      }
    }
    return absl::OkStatus();
  }

  // OK if no shard is missing.
  absl::Status Finish() {
    for (size_t number = 1; number <= shards_; ++number) {
      if (!files_.contains(number)) {
        return absl::NotFoundError(
            absl::StrCat("shard ", number, "/", shards_, " is missing"));
      }
    }
    return absl::OkStatus();
  }

  std::string ToLine() const { return total_.dump() + "\n"; }

 private:
  // OK if it is another shard of the work that the shards so far are of.
  absl::Status CheckSameWork(const std::string& name,
                             const cli::ShardFlag& shard,
                             const Json& summary) const {
    const std::string& first = files_.begin()->second;
    for (const auto& [key, what] : {std::pair("version", "was made by version"),
                                    std::pair("command", "is what came of")}) {
      if (summary.at(key) == total_.at(key)) continue;
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", name, "\" ", what, " ", summary.at(key).dump(), ", and \"",
          first, "\" ", what, " ", total_.at(key).dump()));
    }
    if (shard.count != shards_) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", name, "\" is one of ", shard.count,
                       " shards, and \"", first, "\" one of ", shards_));
    }
    if (summary.at("input_bytes") != total_.at("input_bytes") ||
        summary.at("input_digest") != total_.at("input_digest")) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", name, "\" is a shard of another input than \"", first, "\""));
    }
    if (KindsOf(summary) != KindsOf(total_)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", name, "\" does not say the same things as \"", first, "\""));
    }
    return absl::OkStatus();
  }

  // What is said, and whether it is text, a number, and so on.
  static std::map<std::string, Json::value_t> KindsOf(const Json& summary) {
    std::map<std::string, Json::value_t> kinds;
    for (const auto& [key, value] : summary.items()) kinds[key] = value.type();
    return kinds;
  }

  static absl::StatusOr<cli::ShardFlag> TakeShard(const std::string& name,
                                                  Json& summary) {
    cli::ShardFlag shard;
    std::string error;
    const Json text = summary.value("shard", Json());
    const bool has_all = absl::c_all_of(
        std::initializer_list<const char*>{"input_bytes", "input_digest",
                                           "command", "version"},
        [&](const char* key) { return summary.contains(key); });
    if (!text.is_string() || !has_all ||
        !cli::AbslParseFlag(text.get<std::string>(), &shard, &error)) {
      return absl::InvalidArgumentError(absl::StrCat(
          "\"", name, "\" does not say which shard of its input it is about"));
    }
    summary.erase("shard");
    // Seconds may be written like whole numbers.
    if (summary.contains("seconds") && summary["seconds"].is_number()) {
      summary["seconds"] = summary["seconds"].get<double>();
    }
    return shard;
  }

  size_t shards_ = 0;
  Json total_;
  std::map<size_t, std::string> files_;  // By the numbers of their shards.
};

}  // namespace

cli::ExitCode Merge(const cli::Arguments& arguments, const Settings&) {
  Sum sum;
  for (const std::string& path : arguments) {
    const absl::StatusOr<cli::InputFile> file = cli::ReadInput(path);
    if (!file.ok()) {
      return cli::Fail(cli::ExitCode::kNoInput, file.status().message());
    }
    absl::StatusOr<Json> summary = SummaryOf(*file);
    absl::Status status = summary.status();
    if (status.ok()) status = sum.Add(path, *std::move(summary));
    if (!status.ok()) {
      return cli::Fail(cli::ExitCode::kBadInput, status.message());
    }
  }
  const absl::Status status = sum.Finish();
  if (!status.ok()) return cli::Fail(cli::ExitCode::kLimit, status.message());
  cli::Output output;
  output.Write(sum.ToLine());
  return output.Finish(cli::ExitCode::kFinished);
}

}  // namespace sudoku::tool
