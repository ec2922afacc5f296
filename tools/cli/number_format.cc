#include "tools/cli/number_format.h"

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "dlx/natural.h"

namespace cli {

std::string Decimal(dlx::Natural number) { return number.ToString(); }

std::string WithThousands(dlx::Natural number) {
  std::string digits = Decimal(number);
  for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string Approximate(long double number) {
  constexpr long double kLargestInFull = 1e6;
  const bool is_large = !(number < kLargestInFull);  // Or infinite.
  if (is_large || number < 100) return absl::StrFormat("%.4g", number);
  return WithThousands(static_cast<uint64_t>(number + 0.5));
}

std::string ShortDuration(absl::Duration duration) {
  const double seconds = absl::ToDoubleSeconds(duration);
  if (seconds < 10) return absl::StrFormat("%.2f s", seconds);
  if (seconds < 60) return absl::StrFormat("%.1f s", seconds);
  const int64_t whole = absl::ToInt64Seconds(duration);
  if (whole < 3600) {
    return absl::StrFormat("%d min %02d s", whole / 60, whole % 60);
  }
  return absl::StrFormat("%d h %02d min", whole / 3600, whole / 60 % 60);
}

std::string AboutTimeLeft(double fraction_done, absl::Duration time) {
  if (!(fraction_done > 0.001 && fraction_done < 1)) return "";
  if (time <= absl::Seconds(1)) return "";
  return absl::StrCat("about ", ShortDuration(time * (1 / fraction_done - 1)),
                      " left");
}

std::string ProgressBar(double fraction_done, int places) {
  // Full only if all is done.
  const int done = static_cast<int>(places * fraction_done);
  return absl::StrCat("[", std::string(done, '#'),
                      std::string(places - done, '.'), "]");
}

std::string Bar(double value, double most) {
  constexpr double kLongest = 40;
  if (!(value > 0)) return "";
  return std::string(static_cast<size_t>(kLongest * value / most + 0.5), '#');
}

}  // namespace cli
