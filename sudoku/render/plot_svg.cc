#include "sudoku/render/plot_svg.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/io/text.h"
#include "sudoku/render/svg_text.h"

namespace sudoku {

namespace {

constexpr absl::string_view kPlotLight =
    R"(.text{fill:#1c1c22}.faint{fill:#6a6a75}
.axis{stroke:#d3d3da}.bar{fill:#1c71d8}.open{fill:#99c1f1}
.median{stroke:#26803a;stroke-width:2}.most{stroke:#c01c28;stroke-width:2}
.curve{fill:none;stroke:#1c71d8;stroke-width:1.5}
.restart{stroke:#c01c28;stroke-dasharray:3 3}
)";
constexpr absl::string_view kPlotDark =
    R"(.text{fill:#e8e8ee}.faint{fill:#a0a0ac}
.axis{stroke:#3d3d46}.bar{fill:#62a0ea}.open{fill:#2b4a70}
.median{stroke:#6cc98a}.most{stroke:#ff7b84}.curve{stroke:#62a0ea}
.restart{stroke:#ff7b84})";

constexpr int kPlotWidth = 720;
constexpr int kHeadHeight = 44;
constexpr int kFootHeight = 34;
constexpr int kRightMargin = 88;  // For a label behind the longest bar.

std::string Begin(int height, absl::string_view title) {
  return absl::StrCat(
      SvgBeginLightAndDark(kPlotWidth, height, "font-size=\"12\"", title,
                           kPlotLight, kPlotDark),
      "<text class=\"text\" x=\"12\" y=\"24\" font-size=\"15\">",
      dlx::io::XmlText(title), "</text>\n");
}

void Text(std::string& svg, absl::string_view css, double x, double y,
          absl::string_view anchor, absl::string_view text) {
  absl::StrAppendFormat(
      &svg,
      "<text class=\"%s\" x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n",
      css, x, y, anchor, dlx::io::XmlText(text));
}

void Line(std::string& svg, absl::string_view css, double x1, double y1,
          double x2, double y2) {
  absl::StrAppendFormat(&svg,
                        "<path class=\"%s\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
                        css, x1, y1, x2, y2);
}

void Bar(std::string& svg, absl::string_view css, double x, double y,
         double width, double height) {
  absl::StrAppendFormat(&svg,
                        "<rect class=\"%s\" x=\"%.1f\" y=\"%.1f\" "
                        "width=\"%.1f\" height=\"%.1f\"/>\n",
                        css, x, y, width, height);
}

// Values from left to right.
class Scale {
 public:
  Scale(PlotAxis axis, double least, double most, double left, double right)
      : is_log_(axis == PlotAxis::kLogarithmic), left_(left), right_(right) {
    if (is_log_) {
      first_ = std::floor(std::log10(least));
      last_ = std::max(std::ceil(std::log10(most)), first_ + 1);
    } else {
      first_ = std::floor(least);
      last_ = std::max(std::ceil(most), first_ + 1);
    }
  }

  // Room before the first value and behind the last one, in their unit.
  // REQUIRES: the axis is linear.
  void Widen(double before, double behind) {
    first_ -= before;
    last_ += behind;
  }

  // How many whole numbers there are. REQUIRES: as of Widen().
  int Wholes() const { return static_cast<int>(last_ - first_) + 1; }

  double At(double value) const {
    const double place = is_log_ ? std::log10(value) : value;
    const double part = (place - first_) / (last_ - first_);
    return left_ + std::clamp(part, 0.0, 1.0) * (right_ - left_);
  }

  // At most nine values that are round.
  std::vector<double> Ticks() const {
    double step = 1;
    for (const double factor : {2.0, 2.5, 2.0}) {
      if ((last_ - first_) / step <= 8) break;
      step *= factor;
    }
    while ((last_ - first_) / step > 8) step *= 10;
    if (is_log_) step = std::ceil(step);
    std::vector<double> ticks;
    for (double at = std::ceil(first_ / step) * step; at <= last_; at += step) {
      ticks.push_back(is_log_ ? std::pow(10.0, at) : at);
    }
    return ticks;
  }

 private:
  const bool is_log_;
  const double left_;
  const double right_;
  double first_ = 0;
  double last_ = 1;
};

void DrawTicks(std::string& svg, const Scale& scale, int top, int bottom,
               const PlotLabel& label) {
  for (const double tick : scale.Ticks()) {
    Line(svg, "axis", scale.At(tick), top, scale.At(tick), bottom);
    Text(svg, "faint", scale.At(tick), bottom + 18, "middle", label(tick));
  }
}

// Room for the longest name.
template <typename T>
int NameWidth(absl::Span<const T> things) {
  size_t longest = 0;
  for (const T& thing : things) longest = std::max(longest, thing.name.size());
  return 24 + 7 * static_cast<int>(std::min<size_t>(longest, 30));
}

// The value that so many in a thousand of all do not exceed; nothing if it is
// among those that are not known. REQUIRES: the values are sorted.
std::optional<double> Quantile(const PlotSeries& series, size_t per_mille) {
  const size_t all = series.values.size() + series.unknown;
  const size_t index = std::max<size_t>((all * per_mille + 999) / 1000, 1) - 1;
  if (index >= series.values.size()) return std::nullopt;
  return series.values[index];
}

constexpr int kMostBins = 48;
constexpr int kHistogramHeight = 64;
constexpr double kWidestBar = 28;

// Lets whole numbers stand in the middle of bins, the same number of them in
// each, and returns how many bins there are.
int MakeBins(PlotAxis axis, Scale& scale) {
  if (axis == PlotAxis::kLogarithmic) return kMostBins;
  const int wholes = scale.Wholes();
  const int in_bin = (wholes + kMostBins - 1) / kMostBins;
  const int bins = (wholes + in_bin - 1) / in_bin;
  scale.Widen(0.5, bins * in_bin - wholes + 0.5);
  return bins;
}

void DrawHistogram(std::string& svg, const PlotSeries& series,
                   const Scale& scale, int bins, double left, double right,
                   int top, const PlotLabel& label) {
  std::vector<int> counts(static_cast<size_t>(bins), 0);
  const double width = (right - left) / bins;
  for (const double value : series.values) {
    const int bin = static_cast<int>((scale.At(value) - left) / width);
    ++counts[std::clamp(bin, 0, bins - 1)];
  }
  const int most = *std::max_element(counts.begin(), counts.end());
  const int bottom = top + kHistogramHeight;
  const double bar = std::min(width - 1, kWidestBar);
  for (int bin = 0; bin < bins; ++bin) {
    if (counts[bin] == 0) continue;
    const double height =
        std::max(1.0, (kHistogramHeight - 14.0) * counts[bin] / most);
    Bar(svg, "bar", left + (bin + 0.5) * width - bar / 2, bottom - height, bar,
        height);
  }
  Line(svg, "axis", left, bottom, right, bottom);
  std::string marks;
  for (const auto& [css, name, per_mille] :
       {std::tuple("median", "median", 500), std::tuple("most", "95 %", 950)}) {
    const std::optional<double> value =
        Quantile(series, static_cast<size_t>(per_mille));
    absl::StrAppend(&marks, marks.empty() ? "" : ", ", name, " ",
                    value.has_value() ? label(*value) : "unknown");
    if (!value.has_value()) continue;
    Line(svg, css, scale.At(*value), top + 12, scale.At(*value), bottom);
  }
  const size_t all = series.values.size() + series.unknown;
  Text(svg, "text", 12, bottom - 22, "start", series.name);
  Text(svg, "faint", right, top + 8, "end",
       absl::StrCat(marks, series.unknown > 0
                               ? absl::StrCat("; ", series.unknown, " of ", all,
                                              " gave up")
                               : ""));
}

// A line for each, unless it would be where another one is, and what they are.
void DrawRestarts(std::string& svg, const Scale& across,
                  absl::Span<const size_t> restarts, int top, int bottom,
                  int right) {
  if (restarts.empty()) return;
  double last = -1;
  for (const size_t index : restarts) {
    const double x = across.At(static_cast<double>(index));
    if (x - last < 1) continue;
    Line(svg, "restart", x, top, x, bottom);
    last = x;
  }
  Line(svg, "restart", right - 100, top - 12, right - 76, top - 12);
  Text(svg, "faint", right, top - 8, "end",
       absl::StrCat(restarts.size(),
                    restarts.size() == 1 ? " restart" : " restarts"));
}

}  // namespace

std::string BarsSvg(dlx::StringView title, absl::Span<const PlotBar> bars,
                    const PlotLabel& label) {
  constexpr int kBarHeight = 24;
  const int count = static_cast<int>(bars.size());
  const int bottom = kHeadHeight + count * kBarHeight;
  std::string svg = Begin(bottom + kFootHeight, title);
  if (bars.empty()) return absl::StrCat(svg, "</svg>\n");
  double least = bars[0].value;
  double most = bars[0].value;
  for (const PlotBar& bar : bars) {
    least = std::min(least, bar.value);
    most = std::max(most, bar.value);
  }
  const int left = NameWidth(bars);
  const Scale scale(PlotAxis::kLogarithmic, least, most, left,
                    kPlotWidth - kRightMargin);
  DrawTicks(svg, scale, kHeadHeight - 6, bottom, label);
  for (int i = 0; i < count; ++i) {
    const PlotBar& bar = bars[i];
    const int y = kHeadHeight + i * kBarHeight;
    const double end = std::max(scale.At(bar.value), left + 2.0);
    Text(svg, "text", left - 8, y + 15, "end", bar.name);
    Bar(svg, bar.is_at_least ? "open" : "bar", left, y + 3, end - left,
        kBarHeight - 7);
    Text(svg, "text", end + 6, y + 15, "start",
         absl::StrCat(bar.is_at_least ? "> " : "", label(bar.value)));
  }
  return absl::StrCat(svg, "</svg>\n");
}

std::string HistogramsSvg(dlx::StringView title,
                          absl::Span<const PlotSeries> series, PlotAxis axis,
                          const PlotLabel& label) {
  std::vector<PlotSeries> shown;
  std::optional<double> least;
  double most = 0;
  for (const PlotSeries& one : series) {
    if (one.values.empty()) continue;
    shown.push_back(one);
    std::vector<double>& values = shown.back().values;
    std::sort(values.begin(), values.end());
    for (const double value : values) {
      if (value <= 0 && axis == PlotAxis::kLogarithmic) continue;
      least = std::min(least.value_or(value), value);
      most = std::max(most, value);
    }
  }
  constexpr int kDistance = kHistogramHeight + 12;
  const int bottom = kHeadHeight + static_cast<int>(shown.size()) * kDistance;
  std::string svg = Begin(bottom + kFootHeight, title);
  if (shown.empty()) return absl::StrCat(svg, "</svg>\n");
  // All values may be 0.
  const double first = least.value_or(1);
  for (PlotSeries& one : shown) {
    if (axis == PlotAxis::kLinear) break;
    for (double& value : one.values) value = std::max(value, first);
  }
  const int left = NameWidth(absl::MakeConstSpan(shown));
  const int right = kPlotWidth - 40;
  Scale scale(axis, first, std::max(most, first), left, right);
  const int bins = MakeBins(axis, scale);
  DrawTicks(svg, scale, kHeadHeight - 6, bottom - 8, label);
  for (size_t i = 0; i < shown.size(); ++i) {
    DrawHistogram(svg, shown[i], scale, bins, left, right,
                  kHeadHeight + static_cast<int>(i) * kDistance, label);
  }
  return absl::StrCat(svg, "</svg>\n");
}

std::string CloudsSvg(dlx::StringView title, dlx::StringView x_name,
                      absl::Span<const PlotCloud> clouds, PlotAxis x_axis,
                      const PlotLabel& x_label, const PlotLabel& y_label) {
  constexpr int kCloudHeight = 150;
  constexpr int kGap = 34;
  const auto x_of = [&](const PlotPoint& point) {
    return x_axis == PlotAxis::kLogarithmic ? std::max(point.x, 1.0) : point.x;
  };
  const auto y_of = [](const PlotPoint& point) {
    return std::max(point.y, 1.0);
  };
  std::vector<PlotCloud> shown;
  std::optional<std::pair<double, double>> xs;
  std::optional<std::pair<double, double>> ys;
  const auto widen = [](std::optional<std::pair<double, double>>& range,
                        double value) {
    if (!range.has_value()) range = {value, value};
    range->first = std::min(range->first, value);
    range->second = std::max(range->second, value);
  };
  for (const PlotCloud& cloud : clouds) {
    if (!cloud.points.empty()) shown.push_back(cloud);
    for (const PlotPoint& point : cloud.points) {
      widen(xs, x_of(point));
      widen(ys, y_of(point));
    }
  }
  const int count = static_cast<int>(shown.size());
  const int bottom = kHeadHeight + count * (kCloudHeight + kGap);
  std::string svg = Begin(bottom + kFootHeight, title);
  if (shown.empty()) return absl::StrCat(svg, "</svg>\n");
  constexpr int kLeft = 84;
  const int right = kPlotWidth - 24;
  Scale across(x_axis, xs->first, xs->second, kLeft, right);
  if (x_axis == PlotAxis::kLinear) across.Widen(0.5, 0.5);
  DrawTicks(svg, across, kHeadHeight, bottom - kGap, x_label);
  for (int i = 0; i < count; ++i) {
    const int top = kHeadHeight + i * (kCloudHeight + kGap);
    const Scale up(PlotAxis::kLogarithmic, ys->first, ys->second,
                   top + kCloudHeight, top + 16);
    for (const double tick : up.Ticks()) {
      Line(svg, "axis", kLeft, up.At(tick), right, up.At(tick));
      Text(svg, "faint", kLeft - 8, up.At(tick) + 4, "end", y_label(tick));
    }
    Text(svg, "text", kLeft, top + 8, "start", shown[i].name);
    for (const PlotPoint& point : shown[i].points) {
      absl::StrAppendFormat(
          &svg, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\"/>\n",
          point.is_at_least ? "open" : "bar", across.At(x_of(point)),
          up.At(y_of(point)));
    }
  }
  Text(svg, "faint", (kLeft + right) / 2.0, bottom + 8, "middle", x_name);
  return absl::StrCat(svg, "</svg>\n");
}

std::string CurveSvg(dlx::StringView title, dlx::StringView x_name,
                     dlx::StringView y_name, absl::Span<const int> values,
                     absl::Span<const size_t> restarts) {
  constexpr int kHeight = 300;
  constexpr int kBottom = kHeadHeight + kHeight;
  constexpr int kLeft = 56;
  constexpr int kRight = kPlotWidth - 24;
  std::string svg = Begin(kBottom + kFootHeight + 14, title);
  const int most =
      values.empty()
          ? 1
          : std::max(*std::max_element(values.begin(), values.end()), 1);
  const auto number = [](double value) { return absl::StrCat(value); };
  const double steps =
      std::max<double>(1, static_cast<double>(values.size()) - 1);
  const Scale across(PlotAxis::kLinear, 0, steps, kLeft, kRight);
  const Scale up(PlotAxis::kLinear, 0, most, kBottom, kHeadHeight);
  for (const double tick : up.Ticks()) {
    Line(svg, "axis", kLeft, up.At(tick), kRight, up.At(tick));
    Text(svg, "faint", kLeft - 8, up.At(tick) + 4, "end", number(tick));
  }
  DrawTicks(svg, across, kHeadHeight, kBottom, number);
  Text(svg, "faint", (kLeft + kRight) / 2.0, kBottom + 36, "middle", x_name);
  Text(svg, "faint", kLeft, kHeadHeight - 8, "start", y_name);
  constexpr size_t kPlaces = kRight - kLeft;
  std::string path;
  const size_t run =
      std::max<size_t>(1, (values.size() + kPlaces - 1) / kPlaces);
  for (size_t i = 0; i < values.size(); i += run) {
    const absl::Span<const int> part = values.subspan(i, run);
    const auto [low, high] = std::minmax_element(part.begin(), part.end());
    const double x = across.At(static_cast<double>(i));
    absl::StrAppendFormat(&path, "%c%.1f %.1f", i == 0 ? 'M' : 'L', x,
                          up.At(*high));
    if (*low != *high)
      absl::StrAppendFormat(&path, "L%.1f %.1f", x, up.At(*low));
  }
  absl::StrAppend(&svg, "<path class=\"curve\" d=\"", path, "\"/>\n");
  DrawRestarts(svg, across, restarts, kHeadHeight, kBottom, kRight);
  return absl::StrCat(svg, "</svg>\n");
}

std::string SpeedUpsSvg(dlx::StringView title,
                        absl::Span<const PlotSpeedUps> methods) {
  constexpr int kBottom = kHeadHeight + 320;
  constexpr int kLeft = 48;
  constexpr int kRowHeight = 15;
  // Each line has its name beside its end.
  const int right = kPlotWidth - 160;
  std::string svg = Begin(kBottom + kFootHeight + 14, title);
  size_t most_threads = 2;
  double most = 2;
  for (const PlotSpeedUps& method : methods) {
    most_threads = std::max(most_threads, method.speed_ups.size());
    for (const double value : method.speed_ups) most = std::max(most, value);
  }
  const auto threads = static_cast<double>(most_threads);
  most = std::max(most, threads);
  const Scale across(PlotAxis::kLinear, 1, threads, kLeft, right);
  const Scale up(PlotAxis::kLinear, 0, most, kBottom, kHeadHeight);
  const auto number = [](double value) { return absl::StrCat(value); };
  for (const double tick : up.Ticks()) {
    Line(svg, "axis", kLeft, up.At(tick), right, up.At(tick));
    Text(svg, "faint", kLeft - 8, up.At(tick) + 4, "end", number(tick));
  }
  DrawTicks(svg, across, kHeadHeight, kBottom, number);
  Text(svg, "faint", (kLeft + right) / 2.0, kBottom + 36, "middle", "threads");
  Text(svg, "faint", kLeft, kHeadHeight - 8, "start", "times as fast as one");
  absl::StrAppendFormat(
      &svg,
      "<path class=\"axis\" stroke-width=\"2\" "
      "stroke-dasharray=\"6 5\" d=\"M%.1f %.1fL%.1f %.1f\"/>\n",
      across.At(1), up.At(1), across.At(threads), up.At(threads));
  std::vector<std::pair<double, std::string>> ends;  // From top to bottom.
  for (const PlotSpeedUps& method : methods) {
    if (method.speed_ups.empty()) continue;
    std::string path;
    for (size_t i = 0; i < method.speed_ups.size(); ++i) {
      absl::StrAppendFormat(&path, "%c%.1f %.1f", i == 0 ? 'M' : 'L',
                            across.At(static_cast<double>(i + 1)),
                            up.At(method.speed_ups[i]));
    }
    absl::StrAppend(&svg, "<path class=\"curve\" d=\"", path, "\"/>\n");
    ends.emplace_back(
        up.At(method.speed_ups.back()),
        absl::StrFormat("%s %.2f", method.name, method.speed_ups.back()));
  }
  std::sort(ends.begin(), ends.end());
  double least_y = kHeadHeight;
  for (const auto& [end, name] : ends) {
    const double y = std::max(end + 4, least_y);
    Text(svg, "text", right + 8, y, "start", name);
    least_y = y + kRowHeight;
  }
  return absl::StrCat(svg, "</svg>\n");
}

}  // namespace sudoku
