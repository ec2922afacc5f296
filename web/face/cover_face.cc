// What can be asked about exact cover problems in general. A question has the
// problem in Knuth's text format (`text`), but for those about well-known
// problems, which make such a text.
//
// Where a problem is about a board, covers come with a picture: pieces, each
// with the cells that it takes. Which items are cells is told from their names,
// as dlx/make writes them: "3a" or "3.10" is row 3, column 10, three of these
// are a layer, a row and a column; and where options have items such as "r3"
// and "c10" and none of the other kind, they stand in row 3, column 10.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/ask/diagram.h"
#include "dlx/ask/estimate.h"
#include "dlx/ask/explain.h"
#include "dlx/ask/symmetry.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/io/problem_reader.h"
#include "dlx/io/problem_writer.h"
#include "dlx/limits.h"
#include "dlx/make/arguments.h"
#include "dlx/make/registry.h"
#include "dlx/make/shape.h"
#include "dlx/problem.h"
#include "dlx/search.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"
#include "web/face/face.h"

namespace web {
namespace cover_face {
namespace {

using ::dlx::ItemId;
using ::dlx::OptionId;
using ::dlx::Problem;
using ::dlx::make::Cell;

absl::StatusOr<Problem> ProblemOf(const Request& request) {
  return dlx::io::ReadProblem(request.Text("text"));
}

dlx::SearchOptions OptionsOf(const Request& request) {
  dlx::SearchOptions options;
  const double seconds = request.Seconds("seconds", 0);
  if (seconds > 0) options.limits.time = absl::Seconds(seconds);
  const int64_t limit = request.Number("limit", 0);
  if (limit > 0) options.limits.solutions = limit;
  // A page of a browser has 4 GB at the most, and others want some of it.
  options.memory_limit = size_t{512} << 20;
  const int64_t seed = request.Number("seed", -1);
  if (seed >= 0) options.seed = static_cast<uint64_t>(seed);
  return options;
}

// ------------------------------------------------------------------ boards

// Of "3a", "3.10", "012" or "0.1.12".
std::optional<Cell> CellOfName(absl::string_view name) {
  std::vector<int> numbers;
  if (name.find('.') != absl::string_view::npos) {
    for (const absl::string_view part : absl::StrSplit(name, '.')) {
      int number = 0;
      if (!absl::SimpleAtoi(part, &number)) return std::nullopt;
      numbers.push_back(number);
    }
  } else {
    for (const char c : name) {
      if (!absl::ascii_isdigit(c) && !absl::ascii_islower(c)) {
        return std::nullopt;
      }
      numbers.push_back(absl::ascii_isdigit(c) ? c - '0' : c - 'a' + 10);
    }
  }
  if (numbers.size() == 2) return Cell{0, numbers[0], numbers[1]};
  if (numbers.size() == 3) return Cell{numbers[0], numbers[1], numbers[2]};
  return std::nullopt;
}

// Of "r12", with that letter.
std::optional<int> IndexOfName(absl::string_view name, char letter) {
  if (name.size() < 2 || name[0] != letter) return std::nullopt;
  const absl::string_view rest = name.substr(1);
  if (rest.size() == 1 && absl::ascii_islower(rest[0]))
    return rest[0] - 'a' + 10;
  int number = 0;
  return absl::SimpleAtoi(rest, &number) ? std::optional(number) : std::nullopt;
}

class Board {
 public:
  explicit Board(const Problem& problem) : problem_(problem) {
    bool has_origin = false;  // Or its neighbour, where a corner is missing.
    for (uint32_t k = 0; k < problem.item_count(); ++k) {
      const std::string& name = problem.item_name(ItemId(k));
      cells_.push_back(CellOfName(name));
      if (cells_.back().has_value()) ++cell_count_;
      has_origin |= name == "00" || name == "000" || name == "0.0" ||
                    name == "0.0.0" || name == "01" || name == "001";
      rows_.push_back(IndexOfName(name, 'r'));
      columns_.push_back(IndexOfName(name, 'c'));
    }
    // Problems that have some such names by accident are not about boards.
    has_cells_ = has_origin && cell_count_ > 3 &&
                 2 * cell_count_ >= problem.primary_count();
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      if (PieceOf(OptionId(k)).empty()) continue;
      ++placed_count_;
    }
    exists_ = 2 * placed_count_ > problem.option_count();
  }

  // Whether most options stand in cells.
  bool exists() const { return exists_; }

  // The cells in which an option stands: none, if it does not.
  std::vector<Cell> PieceOf(OptionId option) const {
    std::vector<Cell> piece;
    std::optional<int> row, column;
    for (const dlx::ItemUse& use : problem_.option(option)) {
      const uint32_t k = use.item.value();
      if (has_cells_ && cells_[k].has_value()) piece.push_back(*cells_[k]);
      if (rows_[k].has_value()) row = rows_[k];
      if (columns_[k].has_value()) column = columns_[k];
    }
    if (!has_cells_ && row.has_value() && column.has_value()) {
      piece.push_back({0, *row, *column});
    }
    return piece;
  }

  Json ToJson() const {
    if (!exists_) return nullptr;
    Json cells = Json::array();
    if (has_cells_) {
      for (const std::optional<Cell>& cell : cells_) {
        if (cell.has_value()) cells.push_back(CellToJson(*cell));
      }
    } else {
      for (uint32_t k = 0; k < problem_.option_count(); ++k) {
        for (const Cell& cell : PieceOf(OptionId(k))) {
          cells.push_back(CellToJson(cell));
        }
      }
    }
    return {{"cells", std::move(cells)}, {"pieces_fill_it", has_cells_}};
  }

  Json CoverToJson(absl::Span<const OptionId> options) const {
    Json pieces = Json::array();
    for (const OptionId option : options) {
      Json cells = Json::array();
      for (const Cell& cell : PieceOf(option)) {
        cells.push_back(CellToJson(cell));
      }
      if (!cells.empty()) pieces.push_back(std::move(cells));
    }
    return pieces;
  }

 private:
  static Json CellToJson(const Cell& cell) {
    return Json::array({cell.layer, cell.row, cell.column});
  }

  const Problem& problem_;
  std::vector<std::optional<Cell>> cells_;  // By item.
  std::vector<std::optional<int>> rows_, columns_;
  size_t cell_count_ = 0;
  size_t placed_count_ = 0;
  bool has_cells_ = false;
  bool exists_ = false;
};

// ------------------------------------------------------------------ covers

Json CoverToJson(const Problem& problem, const Board& board,
                 absl::Span<const OptionId> options, uint64_t number) {
  std::vector<uint32_t> numbers;
  std::vector<std::string> texts;
  for (const OptionId option : options) {
    numbers.push_back(option.value());
    texts.push_back(problem.OptionToString(option));
  }
  Json json = {{"number", number},
               {"options", std::move(numbers)},
               {"texts", std::move(texts)}};
  if (board.exists()) json["pieces"] = board.CoverToJson(options);
  if (problem.has_costs()) json["cost"] = problem.TotalCost(options);
  return json;
}

absl::StatusOr<Json> Inspect(const Request& request, Emit) {
  // A larger matrix is not to be looked at.
  constexpr size_t kLargestMatrix = 40'000;
  const absl::StatusOr<Problem> problem = ProblemOf(request);
  if (!problem.ok()) return problem.status();
  const Board board(*problem);
  Json json = {{"primary", problem->primary_count()},
               {"secondary", problem->secondary_count()},
               {"options", problem->option_count()},
               {"colors", problem->color_count()},
               {"has_multiplicities", problem->has_multiplicities()},
               {"has_costs", problem->has_costs()},
               {"board", board.ToJson()}};
  if (problem->item_count() * problem->option_count() <= kLargestMatrix) {
    Json rows = Json::array();
    for (uint32_t k = 0; k < problem->option_count(); ++k) {
      std::vector<uint32_t> items;
      for (const dlx::ItemUse& use : problem->option(OptionId(k))) {
        items.push_back(use.item.value());
      }
      rows.push_back(std::move(items));
    }
    std::vector<std::string> names;
    for (uint32_t k = 0; k < problem->item_count(); ++k) {
      names.push_back(problem->item_name(ItemId(k)));
    }
    json["matrix"] = {{"rows", std::move(rows)}, {"items", std::move(names)}};
  }
  return json;
}

// The covers, as they are found, up to `limit`.
absl::StatusOr<Json> Covers(const Request& request, Emit emit) {
  const absl::StatusOr<Problem> problem = ProblemOf(request);
  if (!problem.ok()) return problem.status();
  const Board board(*problem);
  absl::StatusOr<dlx::Search> search =
      dlx::Search::Create(*problem, OptionsOf(request));
  if (!search.ok()) return search.status();
  Json found = Json::array();
  uint64_t count = 0;
  absl::Time last_report = absl::Now();
  while (search->Next()) {
    found.push_back(
        CoverToJson(*problem, board, search->solution().options, ++count));
    if (absl::Now() - last_report > absl::Milliseconds(100)) {
      last_report = absl::Now();
      emit({{"covers", std::exchange(found, Json::array())}, {"count", count}});
    }
  }
  return Json{{"covers", std::move(found)},
              {"count", count},
              {"outcome", std::string(OutcomeName(search->outcome()))},
              {"engine", std::string(EngineName(search->engine().kind))},
              {"nodes", search->statistics().nodes}};
}

// Why there is no cover: items that cannot be covered together.
std::vector<std::string> ClashingItems(const Problem& problem) {
  std::vector<std::string> names;
  const absl::StatusOr<dlx::Explanation> why = dlx::ExplainNoCover(
      problem, {.limits = {.nodes = 100'000, .time = absl::Seconds(2)}});
  if (!why.ok() || !why->no_cover) return names;
  for (const ItemId item : why->items) names.push_back(problem.item_name(item));
  return names;
}

absl::StatusOr<Json> CountCovers(const Request& request, Emit emit) {
  const absl::StatusOr<Problem> problem = ProblemOf(request);
  if (!problem.ok()) return problem.status();
  dlx::SearchOptions options = OptionsOf(request);
  options.on_progress = [&](const dlx::Progress& progress) {
    emit({{"count", progress.solutions.ToString()},
          {"nodes", progress.nodes},
          {"fraction", progress.fraction_done}});
  };
  const absl::StatusOr<dlx::CountResult> result =
      CountSolutions(*problem, options);
  if (!result.ok()) return result.status();
  Json json = {{"count", result->count.ToString()},
               {"outcome", std::string(OutcomeName(result->summary.outcome))},
               {"is_all", result->summary.outcome == dlx::Outcome::kExhausted},
               {"engine", std::string(EngineName(result->summary.engine.kind))},
               {"nodes", result->summary.statistics.nodes}};
  if (result->count == 0) json["clashing_items"] = ClashingItems(*problem);
  return json;
}

// How many there are up to the symmetries of the problem.
absl::StatusOr<Json> CountClasses(const Request& request, Emit) {
  const absl::StatusOr<Problem> problem = ProblemOf(request);
  if (!problem.ok()) return problem.status();
  const dlx::SearchOptions options = OptionsOf(request);
  const absl::StatusOr<dlx::SymmetryGroup> group = FindSymmetries(
      *problem,
      {.limits = options.limits, .memory_limit = options.memory_limit});
  if (!group.ok()) return group.status();
  Json json = {{"symmetries", group->order().ToString()}};
  const absl::StatusOr<dlx::ClassCount> count =
      CountUpToSymmetry(*group, options);
  if (!count.ok()) {
    json["why_not"] = std::string(count.status().message());
    return json;
  }
  json["classes"] = count->classes.ToString();
  json["is_all"] = count->summary.outcome == dlx::Outcome::kExhausted;
  return json;
}

absl::StatusOr<Json> BestCover(const Request& request, Emit emit) {
  const absl::StatusOr<Problem> problem = ProblemOf(request);
  if (!problem.ok()) return problem.status();
  const Board board(*problem);
  dlx::SearchOptions options = OptionsOf(request);
  options.on_progress = [&](const dlx::Progress& progress) {
    Json part = {{"nodes", progress.nodes}};
    if (progress.best_cost.has_value()) part["cost"] = *progress.best_cost;
    if (progress.lower_bound.has_value()) part["bound"] = *progress.lower_bound;
    emit(part);
  };
  const absl::StatusOr<dlx::BestResult> result =
      FindBest(*problem, static_cast<size_t>(request.Number("k", 1)), options);
  if (!result.ok()) return result.status();
  Json covers = Json::array();
  for (const dlx::CostedCover& cover : result->covers) {
    covers.push_back(
        CoverToJson(*problem, board, cover.options, covers.size() + 1));
  }
  return Json{{"covers", std::move(covers)},
              {"outcome", std::string(OutcomeName(result->summary.outcome))}};
}

absl::StatusOr<Json> SampleCovers(const Request& request, Emit) {
  // With their texts and pictures, more could be too much for a page.
  constexpr int64_t kMostSamples = 1'000'000;
  const int64_t wanted = request.Number("n", 1);
  if (wanted > kMostSamples) {
    return absl::InvalidArgumentError(
        absl::StrCat(wanted, " covers are more than ", kMostSamples,
                     ": ask for fewer at a time, each time with another seed"));
  }
  const absl::StatusOr<Problem> problem = ProblemOf(request);
  if (!problem.ok()) return problem.status();
  const Board board(*problem);
  const dlx::SearchOptions options = OptionsOf(request);
  const absl::StatusOr<dlx::Diagram> diagram =
      dlx::Diagram::Build(*problem, options);
  if (!diagram.ok()) return diagram.status();
  Json covers = Json::array();
  if (diagram->count() != 0) {
    std::mt19937_64 random(options.seed.has_value() ? *options.seed : 0);
    for (int64_t k = wanted; k > 0; --k) {
      covers.push_back(CoverToJson(*problem, board, diagram->Sample(random),
                                   covers.size() + 1));
    }
  }
  return Json{{"covers", std::move(covers)},
              {"count", diagram->count().ToString()}};
}

absl::StatusOr<Json> EstimateCovers(const Request& request, Emit) {
  const absl::StatusOr<Problem> problem = ProblemOf(request);
  if (!problem.ok()) return problem.status();
  dlx::EstimateOptions options;
  options.limits.time = absl::Seconds(request.Seconds("seconds", 5));
  const absl::StatusOr<dlx::Estimate> estimate =
      EstimateSearch(*problem, options);
  if (!estimate.ok()) return estimate.status();
  const auto number = [](const dlx::Estimate::Number& from) {
    return Json{{"value", static_cast<double>(from.value)},
                {"low", static_cast<double>(from.low)},
                {"high", static_cast<double>(from.high)}};
  };
  return Json{{"covers", number(estimate->covers)},
              {"nodes", number(estimate->nodes)},
              {"is_exact", estimate->exact}};
}

// ------------------------------------------------------ well-known problems

std::string TypeName(dlx::make::ParameterType type) {
  switch (type) {
    case dlx::make::ParameterType::kNumber:
      return "number";
    case dlx::make::ParameterType::kFlag:
      return "flag";
    case dlx::make::ParameterType::kText:
      return "text";
    case dlx::make::ParameterType::kSize:
      return "size";
    case dlx::make::ParameterType::kFile:
      return "file";
  }
  return "text";
}

absl::StatusOr<Json> Families(const Request&, Emit) {
  Json families = Json::array();
  for (const dlx::make::Generator& generator : dlx::make::AllGenerators()) {
    Json parameters = Json::array();
    for (const dlx::make::Parameter& parameter : generator.parameters) {
      Json json = {{"name", std::string(parameter.name)},
                   {"type", TypeName(parameter.type)},
                   {"is_positional", parameter.positional},
                   {"help", std::string(parameter.help)}};
      if (parameter.default_value.has_value()) {
        json["default"] = std::string(*parameter.default_value);
      }
      parameters.push_back(std::move(json));
    }
    families.push_back({{"name", std::string(generator.name)},
                        {"summary", std::string(generator.summary)},
                        {"details", std::string(generator.details)},
                        {"example", std::string(generator.example)},
                        {"parameters", std::move(parameters)}});
  }
  return Json{{"families", std::move(families)}};
}

// The problem that `dlx make NAME WORDS...` writes. Files that the words name
// are the texts in `files`.
absl::StatusOr<Json> MakeProblem(const Request& request, Emit) {
  const std::string name = request.Text("name");
  const dlx::make::Generator* generator = dlx::make::FindGenerator(name);
  if (generator == nullptr) {
    return absl::InvalidArgumentError(
        absl::StrCat("there is no well-known problem \"", name, "\""));
  }
  const std::vector<std::string> words = request.Texts("words");
  const std::map<std::string, std::string> files = request.TextsByName("files");
  const auto read_file =
      [&](dlx::StringView path) -> absl::StatusOr<std::string> {
    const auto file = files.find(std::string(path));
    if (file != files.end()) return file->second;
    return absl::NotFoundError(
        absl::StrCat("there is no file \"", path, "\" here"));
  };
  const absl::StatusOr<Problem> problem = dlx::make::Make(
      *generator, std::vector<dlx::StringView>(words.begin(), words.end()),
      read_file);
  if (!problem.ok()) return problem.status();
  absl::StatusOr<std::string> text = dlx::io::WriteProblem(*problem);
  if (!text.ok()) return text.status();
  return Json{{"text", *std::move(text)}};
}

constexpr Command kCommands[] = {
    // primary, secondary, options, board, matrix (if it is not large), ...
    {"inspect", Inspect},
    // limit, seconds, seed -> covers, count, outcome
    {"covers", Covers},
    // seconds -> count, is_all, clashing_items
    {"count-covers", CountCovers},
    // seconds -> symmetries; classes, is_all; or why_not
    {"count-classes", CountClasses},
    // k -> covers
    {"best-covers", BestCover},
    // n, seed -> covers, count
    {"sample-covers", SampleCovers},
    // seconds -> covers, nodes (value, low, high), is_exact
    {"estimate-covers", EstimateCovers},
    // families
    {"families", Families},
    // name, words, files -> text
    {"make", MakeProblem},
};

}  // namespace
}  // namespace cover_face

absl::Span<const Command> CoverCommands() { return cover_face::kCommands; }

}  // namespace web
