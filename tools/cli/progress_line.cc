#include "tools/cli/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "tools/cli/number_format.h"
#include "tools/cli/terminal.h"

namespace cli {
namespace {

// To the beginning of the line, and erase it from there.
constexpr char kEraseLine[] = "\r\x1b[K";

void WriteToTerminal(absl::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

}  // namespace

std::string SearchProgressText(const dlx::Progress& progress,
                               absl::string_view one, absl::string_view several,
                               absl::Duration time) {
  const double seconds = absl::ToDoubleSeconds(time);
  const double rate =
      seconds > 0 ? static_cast<double>(progress.nodes) / seconds : 0;
  // A search for the least cost has most of the tree behind it soon, because it
  // never enters it; it is the gap that tells how far it is.
  const bool is_for_least_cost =
      progress.best_cost.has_value() || progress.lower_bound.has_value();
  std::string text;
  if (!is_for_least_cost) {
    absl::StrAppendFormat(&text, "%5.1f%%  ", progress.fraction_done * 100);
  }
  absl::StrAppendFormat(
      &text, "%s %s  %s nodes (%s/s)  %s", WithThousands(progress.solutions),
      progress.solutions == 1 ? one : several, WithThousands(progress.nodes),
      WithThousands(static_cast<uint64_t>(rate)), ShortDuration(time));
  if (const std::string left = AboutTimeLeft(progress.fraction_done, time);
      !left.empty() && !is_for_least_cost) {
    absl::StrAppend(&text, "  ", left);
  }
  if (progress.best_cost.has_value()) {
    absl::StrAppend(&text, "  best cost ", *progress.best_cost);
    if (progress.gap.has_value()) {
      absl::StrAppend(&text, ", at most ", *progress.gap, " less possible");
    }
  }
  if (progress.layers.has_value()) {
    const dlx::LayerProgress& layers = *progress.layers;
    absl::StrAppend(&text, "  layer ", layers.done, "/", layers.layers, ": ",
                    WithThousands(layers.states), " states, ",
                    WithThousands(layers.states_ahead), " ahead");
  }
  absl::string_view separator = "  at ";
  for (const dlx::PathStep& step : progress.path) {
    if (step.branches < 2) continue;
    absl::StrAppend(&text, separator, step.done, "/", step.branches);
    separator = " ";
  }
  return text;
}

ProgressLine::ProgressLine(bool wanted)
    : enabled_(wanted && IsTerminal(STDERR_FILENO)) {}

void ProgressLine::Show(absl::string_view text) {
  if (!enabled_) return;
  // The last place stays free: some terminals wrap the line otherwise.
  const int width = std::max(TerminalWidth(STDERR_FILENO) - 1, 0);
  WriteToTerminal(
      absl::StrCat(kEraseLine, text.substr(0, static_cast<size_t>(width))));
  shown_ = true;
}

void ProgressLine::Erase() {
  if (!shown_) return;
  WriteToTerminal(kEraseLine);
  shown_ = false;
}

}  // namespace cli
