#include "tools/sudoku/replay_face.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/replay_picture.h"
#include "tools/cli/number_format.h"

namespace sudoku::tool {

namespace {

using ::cli::WithThousands;
using ::player::Counter;
using ::player::Picture;

uint64_t FilledCells(const Replay& replay) {
  return static_cast<uint64_t>(replay.state().digits.filled_count());
}

// How often each kind of event has happened.
std::vector<Counter> EventCounters(const Replay& replay) {
  using Kind = Event::Kind;
  const ReplayState& state = replay.state();
  return {
      {"tried", state.count(Kind::kTry)},
      {"implied", state.count(Kind::kPlace)},
      {"ruled out", state.count(Kind::kRuleOut)},
      {"taken back", state.count(Kind::kUndo)},
      {state.count(Kind::kDeadEnd) == 1 ? "dead end" : "dead ends",
       state.count(Kind::kDeadEnd)},
      {"swaps", state.count(Kind::kSwap), false},
      {"restarts", state.count(Kind::kRestart), false},
      {"wrong digits", replay.ConflictingCells().size(), false},
      {state.count(Kind::kSolution) == 1 ? "solution" : "solutions",
       state.count(Kind::kSolution), false},
  };
}

}  // namespace

std::vector<Counter> ReplayFace::Counters() const {
  std::vector<Counter> counters = EventCounters(replay_);
  counters.insert(
      counters.begin(),
      {{"depth", static_cast<uint64_t>(replay_.state().depth()), true},
       {"filled cells", FilledCells(replay_), true}});
  if (options_.with_article_steps) {
    counters.push_back({"by article", replay_.ArticleStep()});
  }
  return counters;
}

std::vector<Picture> ReplayFace::Pictures() const {
  const auto [colors, lines] = std::pair(options_.colors, options_.lines);
  const GridPicture picture = PictureOfStep(replay_, options_.with_candidates);
  std::vector<Picture> pictures;
  if (options_.with_candidates) {
    for (const bool has_gaps : {true, false}) {
      pictures.push_back({DrawCandidates(picture, colors, lines, has_gaps),
                          DrawLegend(colors, /*has_brackets=*/true)});
    }
  }
  pictures.push_back({DrawGrid(picture, colors, lines),
                      DrawLegend(colors, /*has_brackets=*/false)});
  return pictures;
}

std::string ReplayFace::Text() const {
  const GridPicture picture = PictureOfStep(replay_, options_.with_candidates);
  return absl::StrCat(options_.title, "\nStep ", replay_.step(), " of ",
                      replay_.step_count(), ": ", replay_.EventText(), "\n",
                      options_.with_candidates
                          ? DrawCandidates(picture, options_.text_colors)
                          : DrawGrid(picture, options_.text_colors),
                      CountersText(replay_, options_.with_article_steps), "\n");
}

std::string CountersText(const Replay& replay, bool with_article_steps) {
  std::vector<std::string> parts;
  for (const Counter& counter : EventCounters(replay)) {
    if (counter.value > 0) {
      parts.push_back(
          absl::StrCat(WithThousands(counter.value), " ", counter.name));
    }
  }
  return absl::StrCat(
      "depth ", replay.state().depth(), "; ", FilledCells(replay), " of ",
      replay.state().digits.cell_count(), " cells filled",
      parts.empty() ? "" : "; ", absl::StrJoin(parts, ", "),
      with_article_steps && replay.step() > 0
          ? absl::StrCat("; step ", WithThousands(replay.ArticleStep()),
                         " of the article")
          : "");
}

}  // namespace sudoku::tool
