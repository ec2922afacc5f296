#include "sudoku/render/film_svg.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_replace.h"
#include "dlx/io/text.h"
#include "sudoku/names.h"
#include "sudoku/render/dark_colors.h"
#include "sudoku/render/grid_picture.h"
#include "sudoku/render/replay_picture.h"
#include "sudoku/render/svg.h"

namespace sudoku {

namespace {

// As in grid_svg.cc.
constexpr int kFilmCell = 48;
constexpr int kFilmMargin = 12;
constexpr int kCaptionLetter = 8;  // About as wide.
constexpr double kLastFrameSeconds = 2;

constexpr absl::string_view kFilmColors[] = {"#1a5fb4", "#9141ac", "#c01c28"};

// A digit as it stands in a cell: in which cell, which one, and its colour.
using DigitLook = std::tuple<int, int, int>;
// The frames from `first` up to `second`, without that.
using Stretch = std::pair<size_t, size_t>;

class Film {
 public:
  Film(Replay& replay, absl::Span<const size_t> steps,
       const FilmOptions& options)
      : replay_(replay),
        geometry_(replay.puzzle().geometry),
        steps_(steps),
        seconds_per_frame_(1 / options.steps_per_second),
        seconds_(seconds_per_frame_ * static_cast<double>(steps.size() - 1) +
                 std::max(kLastFrameSeconds, seconds_per_frame_)) {}

  std::string Make(absl::string_view title) {
    for (size_t frame = 0; frame < steps_.size(); ++frame) Shoot(frame);
    // The stage is a picture of the clues, with room for a caption.
    GridPicture stage = GridPicture::OfClues(replay_.puzzle());
    stage.caption = std::string(kCaptionMark);
    stage.caption_width = 2 * kFilmMargin + kCaptionLetter * LongestCaption();
    return ForLightAndDark(absl::StrReplaceAll(
        GridSvg(stage, std::string(title)),
        {{absl::StrCat(">", kCaptionMark, "<"), "><"},
         {"</g>\n</svg>\n", absl::StrCat(Actors(), "</g>\n</svg>\n")}}));
  }

 private:
  static constexpr absl::string_view kCaptionMark = "(caption)";

  int LongestCaption() const {
    size_t longest = 0;
    for (const std::string& caption : captions_) {
      longest = std::max(longest, caption.size());
    }
    return static_cast<int>(longest);
  }

  // Takes note of what is to be seen in a frame.
  void Shoot(size_t frame) {
    replay_.Seek(steps_[frame]);
    const GridPicture picture =
        PictureOfStep(replay_, /*with_candidates=*/false);
    const auto contains = [](const std::vector<int>& cells, int cell) {
      return std::find(cells.begin(), cells.end(), cell) != cells.end();
    };
    for (int cell = 0; cell < geometry_.cell_count(); ++cell) {
      if (picture.clues[cell] != 0 || picture.digits[cell] == 0) continue;
      const int color = contains(picture.wrong_cells, cell)   ? 2
                        : contains(picture.tried_cells, cell) ? 1
                                                              : 0;
      Extend(digits_[{cell, picture.digits[cell], color}], frame);
    }
    for (const int cell : picture.active_cells) Extend(active_[cell], frame);
    captions_.push_back(picture.caption);
  }

  static void Extend(std::vector<Stretch>& stretches, size_t frame) {
    if (!stretches.empty() && stretches.back().second == frame) {
      ++stretches.back().second;
    } else {
      stretches.emplace_back(frame, frame + 1);
    }
  }

  std::string Actors() const {
    std::string svg;
    for (const auto& [cell, stretches] : active_) {
      absl::StrAppendFormat(
          &svg,
          "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"none\" "
          "stroke=\"#e5a50a\" stroke-width=\"3\" visibility=\"hidden\">%s"
          "</rect>\n",
          X(cell) + 3, Y(cell) + 3, kFilmCell - 6, kFilmCell - 6,
          Visible(stretches));
    }
    absl::StrAppend(&svg, "<g text-anchor=\"middle\" font-size=\"29.8\">\n");
    for (const auto& [look, stretches] : digits_) {
      const auto [cell, digit, color] = look;
      absl::StrAppendFormat(
          &svg,
          "<text x=\"%d\" y=\"%.1f\" fill=\"%s\" visibility=\"hidden\">%c%s"
          "</text>\n",
          X(cell) + kFilmCell / 2, Y(cell) + kFilmCell / 2 + 10.6,
          kFilmColors[color], geometry_.DigitChar(digit), Visible(stretches));
    }
    absl::StrAppend(&svg, "</g>\n<g font-size=\"16\" fill=\"#111\">\n");
    for (size_t frame = 0; frame < captions_.size(); ++frame) {
      absl::StrAppendFormat(
          &svg, "<text y=\"%d\" visibility=\"hidden\">%s%s</text>\n",
          geometry_.size() * kFilmCell + 28, dlx::io::XmlText(captions_[frame]),
          Visible({{frame, frame + 1}}));
    }
    return absl::StrCat(svg, "</g>\n");
  }

  int X(int cell) const { return geometry_.ColumnOf(cell) * kFilmCell; }
  int Y(int cell) const { return geometry_.RowOf(cell) * kFilmCell; }

  // When an element is to be seen. All animations take the same time, and so
  // go on together however often the film begins anew.
  std::string Visible(const std::vector<Stretch>& stretches) const {
    std::string values;
    std::string times;
    const auto add = [&](absl::string_view value, size_t frame) {
      absl::StrAppend(&values, values.empty() ? "" : ";", value);
      absl::StrAppendFormat(
          &times, "%s%.6g", times.empty() ? "" : ";",
          static_cast<double>(frame) * seconds_per_frame_ / seconds_);
    };
    if (stretches.front().first > 0) add("hidden", 0);
    for (const auto& [first, end] : stretches) {
      add("visible", first);
      if (end < steps_.size()) add("hidden", end);
    }
    return absl::StrFormat(
        "<animate attributeName=\"visibility\" calcMode=\"discrete\" "
        "dur=\"%.6gs\" repeatCount=\"indefinite\" values=\"%s\" "
        "keyTimes=\"%s\"/>",
        seconds_, values, times);
  }

  Replay& replay_;
  const Geometry& geometry_;
  const absl::Span<const size_t> steps_;
  const double seconds_per_frame_;
  const double seconds_;
  std::map<DigitLook, std::vector<Stretch>> digits_;
  std::map<int, std::vector<Stretch>> active_;
  std::vector<std::string> captions_;
};

}  // namespace

std::string FilmSvg(Replay& replay, absl::Span<const size_t> steps,
                    const FilmOptions& options) {
  assert(!steps.empty() && steps.back() <= replay.step_count());
  assert(options.steps_per_second > 0);
  return Film(replay, steps, options).Make(options.title);
}

}  // namespace sudoku
