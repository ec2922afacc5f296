#ifndef SUDOKU_RENDER_PLOT_SVG_H_
#define SUDOKU_RENDER_PLOT_SVG_H_

// Plots in SVG, for light and dark pages, without a script.

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "absl/types/span.h"
#include "dlx/base/string_view.h"

namespace sudoku {

// Writes a value beside an axis or a bar: "1.23 ms".
using PlotLabel = std::function<std::string(double)>;

struct PlotBar {
  std::string name;
  double value = 0;          // Positive.
  bool is_at_least = false;  // A limit came first: the bar is open at its end.
};

// A bar for each entry, one below the other, on a logarithmic axis that begins
// and ends at powers of ten.
std::string BarsSvg(dlx::StringView title, absl::Span<const PlotBar> bars,
                    const PlotLabel& label);

struct PlotSeries {
  std::string name;
  std::vector<double> values;  // Not negative; those that are known.
  // Values that are not known, but larger than a limit that came first.
  size_t unknown = 0;
};

enum class PlotAxis { kLinear, kLogarithmic };

// A histogram for each series, one below the other, with the same axis. The
// median and what 95 % do not exceed are marked, if they are known. On a
// logarithmic axis, 0 counts as the least value above it; on a linear one, the
// values are whole numbers, and each bar is centred on those that it counts.
// Series without any value are left out.
std::string HistogramsSvg(dlx::StringView title,
                          absl::Span<const PlotSeries> series, PlotAxis axis,
                          const PlotLabel& label);

struct PlotPoint {
  double x = 0;
  double y = 0;
  bool is_at_least = false;  // A limit came first: y is more.
};
struct PlotCloud {
  std::string name;
  std::vector<PlotPoint> points;
};

// A cloud of points for each entry, one below the other, with the same axes;
// the one for y is logarithmic. On a logarithmic axis, what is less counts
// as 1. Clouds without points are left out.
std::string CloudsSvg(dlx::StringView title, dlx::StringView x_name,
                      absl::Span<const PlotCloud> clouds, PlotAxis x_axis,
                      const PlotLabel& x_label, const PlotLabel& y_label);

// A curve of values at 0, 1, 2, ... steps. Of more steps than the picture is
// wide, each place shows the least and the largest value. Before the values
// whose indices are `restarts` (ascending), there is a dashed line, and a label
// says how many of them there are.
std::string CurveSvg(dlx::StringView title, dlx::StringView x_name,
                     dlx::StringView y_name, absl::Span<const int> values,
                     absl::Span<const size_t> restarts = {});

struct PlotSpeedUps {
  std::string name;
  std::vector<double> speed_ups;  // With 1, 2, ... threads.
};

// A line for each method over the number of threads, and a dashed one where n
// threads would be n times as fast as one.
std::string SpeedUpsSvg(dlx::StringView title,
                        absl::Span<const PlotSpeedUps> methods);

}  // namespace sudoku

#endif  // SUDOKU_RENDER_PLOT_SVG_H_
