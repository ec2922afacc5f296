#include "dlx/farm/run_folder.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "dlx/engines.h"
#include "dlx/farm/compression.h"
#include "dlx/farm/cover_file.h"
#include "dlx/farm/digest.h"
#include "dlx/farm/files.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/verify.h"
#include "nlohmann/json.hpp"

namespace dlx::units {
namespace {

using Json = nlohmann::json;

// Of the files in the folder. Another number: another meaning.
constexpr int kFormat = 1;

constexpr struct {
  RunTask task;
  const char* name;
} kTasks[] = {{RunTask::kCount, "count"},
              {RunTask::kSolve, "solve"},
              {RunTask::kFirst, "first"},
              {RunTask::kBest, "best"}};

absl::Status Damaged(const std::string& path, absl::string_view what) {
  return absl::DataLossError(absl::StrCat("\"", path, "\" is damaged: ", what));
}

// Names of hosts need not be UTF-8.
std::string ToText(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// The text of an object that says itself what its digest is.
std::string Seal(Json object) {
  object["digest"] = Digest(ToText(object));
  return ToText(object) + "\n";
}

std::string TextOf(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>()
                                                     : "";
}

// What Seal() was given. An error if it is anything else.
absl::StatusOr<Json> Unseal(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  Json object = Json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!object.is_object() || !object.contains("digest")) {
    return Damaged(path, "it is not a whole JSON object");
  }
  const Json digest = object["digest"];
  object.erase("digest");
  if (digest != Digest(ToText(object))) {
    return Damaged(path, "its digest is another one");
  }
  if (!object.contains("format") || object["format"] != kFormat) {
    return absl::UnimplementedError(absl::StrCat(
        "\"", path, "\" has a format that this version does not know"));
  }
  return object;
}

std::optional<Natural> ParseNatural(absl::string_view digits) {
  if (digits.empty()) return std::nullopt;
  Natural number;
  for (const char c : digits) {
    if (!absl::ascii_isdigit(c)) return std::nullopt;
    number *= 10;
    number += c - '0';
  }
  return number;
}

// A list of units, sealed by its last line.
std::string UnitsText(absl::Span<const SizedUnit> units,
                      absl::string_view parent) {
  std::string text;
  for (size_t i = 0; i < units.size(); ++i) {
    absl::StrAppend(&text,
                    NamedUnitToString({.name = absl::StrCat(parent, i),
                                       .unit = units[i].unit,
                                       .nodes = units[i].nodes}),
                    "\n");
  }
  return absl::StrCat(text, "end ", Digest(text), "\n");
}

Json CoverToJson(const CostedCover& cover) {
  std::vector<uint32_t> options;
  for (const OptionId option : cover.options) {
    options.push_back(option.value());
  }
  return {{"cost", cover.cost}, {"options", options}};
}

// The cover that the object is, or nothing if it is not one of the problem.
std::optional<CostedCover> CoverFromJson(const Json& json,
                                         const Problem& problem) {
  if (!json.is_object() || !json.contains("options") ||
      !json["options"].is_array()) {
    return std::nullopt;
  }
  CostedCover cover;
  for (const Json& number : json["options"]) {
    if (!number.is_number_unsigned() ||
        number.get<uint64_t>() >= problem.option_count()) {
      return std::nullopt;
    }
    cover.options.emplace_back(number.get<uint32_t>());
  }
  if (!VerifyCover(problem, cover.options).ok()) return std::nullopt;
  cover.cost = problem.TotalCost(cover.options);
  return cover;
}

// As facts of a run have it: null if nothing is known.
Json RehearsalToJson(const std::optional<Rehearsal>& rehearsal) {
  if (!rehearsal.has_value()) return nullptr;
  return {{"engine", std::string(EngineName(rehearsal->engine))},
          {"nodes", rehearsal->nodes},
          {"seconds", rehearsal->seconds}};
}

// The reverse. False if it is anything else.
bool RehearsalFromJson(const Json& json, std::optional<Rehearsal>& rehearsal) {
  if (json.is_null()) return true;
  if (!json.is_object()) return false;
  const std::optional<EngineKind> engine = FindEngine(TextOf(json, "engine"));
  const auto is_number = [&json](const char* key) {
    return json.contains(key) && json[key].is_number();
  };
  if (!engine.has_value() || !is_number("nodes") || !is_number("seconds")) {
    return false;
  }
  rehearsal = {.engine = *engine,
               .nodes = json["nodes"].get<double>(),
               .seconds = json["seconds"].get<double>()};
  return true;
}

// The reason why there cannot be certificates, if there is one.
absl::Status CheckCertifiable(const RunFacts& facts) {
  if (!facts.has_certificates || facts.task == RunTask::kCount ||
      facts.task == RunTask::kSolve) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "a certificate says how many covers there are, so there is none of \"",
      TaskName(facts.task), "\""));
}

}  // namespace

const char* TaskName(RunTask task) {
  for (const auto& row : kTasks) {
    if (row.task == task) return row.name;
  }
  return "";
}

std::optional<RunTask> TaskByName(absl::string_view name) {
  for (const auto& row : kTasks) {
    if (row.name == name) return row.task;
  }
  return std::nullopt;
}

std::string NamedUnitToString(const NamedUnit& unit) {
  return absl::StrCat(unit.name, " ", unit.nodes, " ", UnitToString(unit.unit));
}

absl::StatusOr<NamedUnit> ParseNamedUnit(absl::string_view text,
                                         const Problem& problem) {
  const std::vector<absl::string_view> parts =
      absl::StrSplit(text, absl::MaxSplits(' ', 2));
  NamedUnit named;
  if (parts.size() != 3 || !absl::SimpleAtod(parts[1], &named.nodes)) {
    return absl::InvalidArgumentError(absl::StrCat("what is \"", text, "\"?"));
  }
  absl::StatusOr<Unit> unit = ParseUnit(parts[2], problem);
  if (!unit.ok()) return unit.status();
  named.name = std::string(parts[0]);
  named.unit = *std::move(unit);
  return named;
}

absl::StatusOr<RunFolder> RunFolder::Create(const std::string& path,
                                            const Problem& problem,
                                            const RunFacts& facts,
                                            absl::Span<const SizedUnit> units,
                                            absl::string_view version) {
  if (absl::Status status = CheckCertifiable(facts); !status.ok()) {
    return status;
  }
  absl::StatusOr<std::string> text = io::WriteProblem(problem);
  if (!text.ok()) return text.status();
  std::error_code error;
  if (!std::filesystem::create_directory(path, error)) {
    if (error) {
      return FileError(error.value(), "cannot make the folder", path);
    }
    return absl::AlreadyExistsError(
        absl::StrCat("there is something called \"", path, "\" already"));
  }
  RunFolder run(path, problem, facts, Digest(*text), version);
  for (const char* folder : {"splits", "results", "claims"}) {
    std::filesystem::create_directory(run.Path(folder, "", ""), error);
    if (error) {
      return FileError(error.value(), "cannot make folders in", path);
    }
  }
  absl::Status status =
      WriteFileAtomically(run.Path("problem", "", ".dlx"), *text);
  const std::string list = UnitsText(units, "");
  if (status.ok()) {
    status = WriteFileAtomically(run.Path("units", "", ".txt"), list);
  }
  // Comes last: without it, the folder is no run.
  if (status.ok()) {
    status = WriteFileAtomically(
        run.Path("run", "", ".json"),
        Seal({{"format", kFormat},
              {"version", run.version_},
              {"task", TaskName(facts.task)},
              {"best", facts.best},
              {"certificates", facts.has_certificates},
              {"rehearsal", RehearsalToJson(facts.rehearsal)},
              {"problem", run.digest_},
              {"units", Digest(list)}}));
  }
  if (!status.ok()) return status;
  return run;
}

absl::StatusOr<RunFolder> RunFolder::Open(const std::string& path,
                                          absl::string_view version) {
  const std::string main_file = absl::StrCat(path, "/run.json");
  if (!std::filesystem::exists(main_file)) {
    return absl::NotFoundError(
        absl::StrCat("\"", path, "\" is not the folder of a run"));
  }
  const absl::StatusOr<Json> json = Unseal(main_file);
  if (!json.ok()) return json.status();
  if (TextOf(*json, "version") != version) {
    return absl::UnimplementedError(absl::StrCat(
        "\"", path, "\" was planned by version ", TextOf(*json, "version"),
        " of this program, and this is version ", version));
  }
  const std::optional<RunTask> task = TaskByName(TextOf(*json, "task"));
  if (!task.has_value() || !json->contains("best") ||
      !(*json)["best"].is_number_unsigned() ||
      !json->contains("certificates") ||
      !(*json)["certificates"].is_boolean()) {
    return Damaged(main_file, "it does not say what is wanted");
  }
  std::optional<Rehearsal> rehearsal;
  if (!json->contains("rehearsal") ||
      !RehearsalFromJson((*json)["rehearsal"], rehearsal)) {
    return Damaged(main_file, "it does not say which engine seems best");
  }
  const std::string problem_file = absl::StrCat(path, "/problem.dlx");
  const absl::StatusOr<std::string> text = ReadFile(problem_file);
  if (!text.ok()) return text.status();
  if (Digest(*text) != TextOf(*json, "problem")) {
    return Damaged(problem_file, "it is not the problem of this run");
  }
  const absl::StatusOr<std::string> units =
      ReadFile(absl::StrCat(path, "/units.txt"));
  if (!units.ok()) return units.status();
  if (Digest(*units) != TextOf(*json, "units")) {
    return Damaged(absl::StrCat(path, "/units.txt"),
                   "these are not the units of this run");
  }
  absl::StatusOr<Problem> problem = io::ReadProblem(*text, problem_file);
  if (!problem.ok()) return problem.status();
  return RunFolder(path, *std::move(problem),
                   {.task = *task,
                    .best = (*json)["best"].get<size_t>(),
                    .has_certificates = (*json)["certificates"].get<bool>(),
                    .rehearsal = rehearsal},
                   TextOf(*json, "problem"), version);
}

internal::Reduction RunFolder::RestOf(const NamedUnit& unit) const {
  using internal::OptionalItems;
  return RestrictToUnit(problem_, unit.unit,
                        facts_.has_certificates ? OptionalItems::kPrimary
                                                : OptionalItems::kSecondary);
}

bool RunFolder::IsAbout(const Problem& problem) const {
  const absl::StatusOr<std::string> text = io::WriteProblem(problem);
  return text.ok() && Digest(*text) == digest_;
}

std::string RunFolder::Path(absl::string_view folder, absl::string_view name,
                            absl::string_view ending) const {
  return absl::StrCat(path_, "/", folder, name.empty() ? "" : "/", name,
                      ending);
}

std::string RunFolder::CoversPath(const NamedUnit& unit) const {
  return PackedOrNot(Path("results", unit.name, ".covers.zst"));
}

std::string RunFolder::CertificatePath(const NamedUnit& unit) const {
  return Path("results", unit.name, ".certificate");
}

std::string RunFolder::ClaimPath(const NamedUnit& unit) const {
  return Path("claims", unit.name, "");
}

absl::StatusOr<std::vector<ClaimedUnit>> RunFolder::ClaimedUnits() const {
  const absl::StatusOr<std::vector<std::string>> names =
      NamesIn(Path("claims", "", ""));
  if (!names.ok()) return names.status();
  std::vector<ClaimedUnit> claimed;
  for (const std::string& name : *names) {
    // It may be gone by now.
    const absl::StatusOr<std::string> worker =
        ReadFile(Path("claims", name, ""));
    claimed.push_back(
        {name,
         worker.ok() ? std::string(absl::StripAsciiWhitespace(*worker)) : ""});
  }
  return claimed;
}

bool RunFolder::IsOpen(const NamedUnit& unit) const {
  std::error_code error;
  return !std::filesystem::exists(Path("results", unit.name, ".json"), error) &&
         !std::filesystem::exists(Path("splits", unit.name, ".txt"), error);
}

absl::StatusOr<std::vector<NamedUnit>> RunFolder::ReadUnits(
    const std::string& path, absl::string_view parent) const {
  const absl::StatusOr<std::string> text = ReadFile(path);
  if (!text.ok()) return text.status();
  const size_t end = text->rfind("end ");
  if (end == text->npos ||
      absl::string_view(*text).substr(end) !=
          absl::StrCat("end ", Digest(text->substr(0, end)), "\n")) {
    return Damaged(path, "its digest is another one");
  }
  std::vector<NamedUnit> units;
  for (const absl::string_view line :
       absl::StrSplit(text->substr(0, end), '\n', absl::SkipEmpty())) {
    absl::StatusOr<NamedUnit> unit = ParseNamedUnit(line, problem_);
    if (!unit.ok()) return Damaged(path, unit.status().message());
    if (unit->name != absl::StrCat(parent, units.size())) {
      return Damaged(path, absl::StrCat("what is \"", line, "\"?"));
    }
    units.push_back(*std::move(unit));
  }
  if (units.empty()) return Damaged(path, "there are no units in it");
  return units;
}

absl::StatusOr<std::vector<NamedUnit>> RunFolder::PartsOf(
    const NamedUnit& unit) const {
  return ReadUnits(Path("splits", unit.name, ".txt"),
                   absl::StrCat(unit.name, "."));
}

absl::StatusOr<std::vector<NamedUnit>> RunFolder::Units() const {
  // The splits are listed before the results: a split of a unit that another
  // worker brings to an end at the same time must not hide the result.
  const auto names_in = [this](const char* folder, absl::string_view ending)
      -> absl::StatusOr<absl::flat_hash_set<std::string>> {
    const absl::StatusOr<std::vector<std::string>> files =
        NamesIn(Path(folder, "", ""));
    if (!files.ok()) return files.status();
    absl::flat_hash_set<std::string> names;
    for (absl::string_view name : *files) {
      if (absl::ConsumeSuffix(&name, ending)) names.insert(std::string(name));
    }
    return names;
  };
  const auto splits = names_in("splits", ".txt");
  if (!splits.ok()) return splits.status();
  const auto results = names_in("results", ".json");
  if (!results.ok()) return results.status();

  absl::StatusOr<std::vector<NamedUnit>> units =
      ReadUnits(Path("units", "", ".txt"), "");
  if (!units.ok()) return units.status();
  std::vector<NamedUnit> leaves;
  // Depth first, so that the order is that of the tree.
  std::vector<NamedUnit> open(units->rbegin(), units->rend());
  while (!open.empty()) {
    NamedUnit unit = std::move(open.back());
    open.pop_back();
    unit.is_done = results->contains(unit.name);
    if (unit.is_done || !splits->contains(unit.name)) {
      leaves.push_back(std::move(unit));
      continue;
    }
    absl::StatusOr<std::vector<NamedUnit>> parts = PartsOf(unit);
    if (!parts.ok()) return parts.status();
    std::move(parts->rbegin(), parts->rend(), std::back_inserter(open));
  }
  return leaves;
}

absl::StatusOr<std::vector<NamedUnit>> RunFolder::UnitsToDo() const {
  absl::StatusOr<std::vector<NamedUnit>> units = Units();
  if (!units.ok()) return units.status();
  std::vector<NamedUnit> to_do;
  for (NamedUnit& unit : *units) {
    if (!unit.is_done) {
      to_do.push_back(std::move(unit));
    } else if (facts_.task == RunTask::kFirst) {
      const absl::StatusOr<UnitResult> result = ReadResult(unit);
      if (result.ok() && result->count != 0) return std::vector<NamedUnit>();
    }
  }
  return to_do;
}

absl::Status RunFolder::WriteSplit(const NamedUnit& unit,
                                   absl::Span<const SizedUnit> parts) const {
  const absl::Status status =
      PublishFile(Path("splits", unit.name, ".txt"),
                  UnitsText(parts, absl::StrCat(unit.name, ".")));
  return absl::IsAlreadyExists(status) ? absl::OkStatus() : status;
}

absl::Status RunFolder::WriteResult(
    const NamedUnit& unit, const UnitResult& result,
    std::vector<std::vector<OptionId>> covers) const {
  Json json = {{"format", kFormat},
               {"version", version_},
               {"problem", digest_},
               {"task", TaskName(facts_.task)},
               {"unit", unit.name},
               {"decisions", Digest(UnitToString(unit.unit))},
               {"count", result.count.ToString()},
               {"nodes", absl::StrCat(result.nodes)},
               {"seconds", result.seconds},
               {"engine", result.engine},
               {"worker", result.worker}};
  json["covers"] = Json::array();
  for (const CostedCover& cover : result.covers) {
    json["covers"].push_back(CoverToJson(cover));
  }
  if (facts_.task == RunTask::kSolve) {
    const std::string text = CoversAsText(std::move(covers));
    json["covers_digest"] = Digest(text);
    absl::Status status = WriteFileAtomically(
        Path("results", unit.name, ".covers.zst"), Compress(text));
    if (!status.ok()) return status;
  }
  return WriteFileAtomically(Path("results", unit.name, ".json"),
                             Seal(std::move(json)));
}

absl::StatusOr<UnitResult> RunFolder::ReadResult(const NamedUnit& unit) const {
  const std::string path = Path("results", unit.name, ".json");
  const absl::StatusOr<Json> json = Unseal(path);
  if (!json.ok()) return json.status();
  const auto text_of = [&json](const char* key) { return TextOf(*json, key); };
  if (text_of("version") != version_) {
    return absl::DataLossError(
        absl::StrCat("\"", path, "\" was made by version ", text_of("version"),
                     " of this program, and the run is of version ", version_));
  }
  if (text_of("problem") != digest_) {
    return Damaged(path, "it is a result of another problem");
  }
  if (text_of("task") != TaskName(facts_.task) ||
      text_of("unit") != unit.name ||
      text_of("decisions") != Digest(UnitToString(unit.unit))) {
    return Damaged(path, "it is a result of another unit");
  }
  UnitResult result;
  const std::optional<Natural> count = ParseNatural(text_of("count"));
  if (!count.has_value() ||
      !absl::SimpleAtoi(text_of("nodes"), &result.nodes) ||
      !json->contains("covers") || !(*json)["covers"].is_array()) {
    return Damaged(path, "numbers are missing");
  }
  result.count = *count;
  for (const Json& entry : (*json)["covers"]) {
    std::optional<CostedCover> cover = CoverFromJson(entry, problem_);
    if (!cover.has_value()) return Damaged(path, "not a cover is in it");
    result.covers.push_back(*std::move(cover));
  }
  result.seconds = json->value("seconds", 0.0);
  result.engine = text_of("engine");
  result.worker = text_of("worker");
  if (facts_.task == RunTask::kSolve) {
    const absl::StatusOr<std::string> covers = ReadCovers(CoversPath(unit));
    if (!covers.ok()) return covers.status();
    if (Digest(*covers) != text_of("covers_digest")) {
      return Damaged(CoversPath(unit), "its digest is another one");
    }
    if (absl::c_count(*covers, '\n') != result.count) {
      return Damaged(path, "its number of covers is another one");
    }
  }
  return result;
}

absl::Status RunFolder::SetResultAside(const NamedUnit& unit) const {
  const std::string path = Path("results", unit.name, ".json");
  std::error_code error;
  std::filesystem::rename(path, absl::StrCat(path, ".damaged"), error);
  // Another worker may have done so.
  if (!error || error == std::errc::no_such_file_or_directory) {
    return absl::OkStatus();
  }
  return FileError(error.value(), "cannot rename", path);
}

}  // namespace dlx::units
