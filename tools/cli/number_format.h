#ifndef TOOLS_CLI_NUMBER_FORMAT_H_
#define TOOLS_CLI_NUMBER_FORMAT_H_

// Numbers as people like to read them.

#include <string>

#include "absl/time/time.h"
#include "dlx/natural.h"

namespace cli {

// "1234567"
std::string Decimal(dlx::Natural number);

// "1,234,567"
std::string WithThousands(dlx::Natural number);

// A number that is not known exactly, or is too large to be written out:
// "123,456", "0.25", "6.671e+21".
std::string Approximate(long double number);

// "0.12 s", "12.3 s", "2 min 05 s", "3 h 04 min"
std::string ShortDuration(absl::Duration duration);

// "about 12.3 s left": what the rest takes if it goes on like this, after a
// time in which that part was done. Nothing at the end, within the first
// second, and before a thousandth is done: an estimate from less would be a
// guess.
std::string AboutTimeLeft(double fraction_done, absl::Duration time);

// "[####....]", of that many places, for the part of something that is done.
std::string ProgressBar(double fraction_done, int places);

// A bar of '#' for a chart; 40 of them if `value` is `most`.
std::string Bar(double value, double most);

}  // namespace cli

#endif  // TOOLS_CLI_NUMBER_FORMAT_H_
