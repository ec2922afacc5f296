#include "tools/cli/flag_values.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/time.h"

namespace cli {
namespace {

// True if `text` has nothing but digits and a decimal point. (SimpleAtod would
// accept "inf", "1e9" and "0x10", too.)
bool IsPlainDecimal(absl::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789.") == absl::string_view::npos;
}

// 2^40 for "t", "T", "TiB", and so on; 0 for what is not a unit.
double BinaryUnit(absl::string_view unit) {
  absl::string_view letter = unit;
  if (!absl::ConsumeSuffix(&letter, "iB")) absl::ConsumeSuffix(&letter, "B");
  if (letter.empty()) return unit == "iB" ? 0 : 1;
  if (letter.size() > 1) return 0;
  switch (absl::ascii_tolower(static_cast<unsigned char>(letter[0]))) {
    case 'k':
      return std::ldexp(1, 10);
    case 'm':
      return std::ldexp(1, 20);
    case 'g':
      return std::ldexp(1, 30);
    case 't':
      return std::ldexp(1, 40);
    default:
      return 0;
  }
}

}  // namespace

bool AbslParseFlag(absl::string_view text, LimitFlag* flag,
                   std::string* error) {
  uint64_t value;
  if (!absl::SimpleAtoi(text, &value) || value == 0) {
    *error = "a whole number from 1 on is expected";
    return false;
  }
  flag->value = value;
  return true;
}

std::string AbslUnparseFlag(const LimitFlag& flag) {
  return flag.value.has_value() ? absl::StrCat(*flag.value) : "";
}

bool AbslParseFlag(absl::string_view text, SeedFlag* flag, std::string* error) {
  uint64_t value;
  if (!absl::SimpleAtoi(text, &value)) {
    *error = "a whole number from 0 to 2^64 - 1 is expected";
    return false;
  }
  flag->value = value;
  return true;
}

std::string AbslUnparseFlag(const SeedFlag& flag) {
  return flag.value.has_value() ? absl::StrCat(*flag.value) : "";
}

bool AbslParseFlag(absl::string_view text, TimeoutFlag* flag,
                   std::string* error) {
  absl::Duration value;
  double seconds;
  if (IsPlainDecimal(text) && absl::SimpleAtod(text, &seconds)) {
    value = absl::Seconds(seconds);
  } else if (!absl::ParseDuration(text, &value)) {
    *error = "a time such as 5s, 100ms or 1m30s is expected";
    return false;
  }
  if (value <= absl::ZeroDuration()) {
    *error = "a time greater than zero is expected";
    return false;
  }
  flag->value = value;
  return true;
}

std::string AbslUnparseFlag(const TimeoutFlag& flag) {
  if (flag.value == absl::InfiniteDuration()) return "";
  return absl::FormatDuration(flag.value);
}

bool AbslParseFlag(absl::string_view text, BytesFlag* flag,
                   std::string* error) {
  const size_t digits =
      std::min(text.find_first_not_of("0123456789."), text.size());
  const double unit = BinaryUnit(text.substr(digits));
  double number;
  if (unit == 0 || !IsPlainDecimal(text.substr(0, digits)) ||
      !absl::SimpleAtod(text.substr(0, digits), &number)) {
    *error = "a number of bytes such as 1000000, 512M or 1.5G is expected";
    return false;
  }
  if (number * unit >= std::ldexp(1, 63)) {
    *error = "that is more than any computer has";
    return false;
  }
  flag->value = static_cast<size_t>(number * unit);
  return true;
}

std::string AbslUnparseFlag(const BytesFlag& flag) {
  constexpr absl::string_view kUnits = "KMGT";
  size_t number = flag.value;
  absl::string_view unit;
  for (size_t i = 0; i < kUnits.size(); ++i) {
    if (number == 0 || number % 1024 != 0) break;
    number /= 1024;
    unit = kUnits.substr(i, 1);
  }
  return absl::StrCat(number, unit);
}

bool AbslParseFlag(absl::string_view text, CountFlag* flag,
                   std::string* error) {
  int times;
  if (!absl::SimpleAtoi(text, &times) || times < 0 || times > 99) {
    *error = "a whole number from 0 to 99 is expected";
    return false;
  }
  flag->times = times;
  return true;
}

std::string AbslUnparseFlag(const CountFlag& flag) {
  return absl::StrCat(flag.times);
}

bool AbslParseFlag(absl::string_view text, ShardFlag* flag,
                   std::string* error) {
  const std::vector<absl::string_view> parts = absl::StrSplit(text, '/');
  ShardFlag shard;
  if (parts.size() == 2 && absl::SimpleAtoi(parts[0], &shard.number) &&
      absl::SimpleAtoi(parts[1], &shard.count) && shard.number >= 1 &&
      shard.number <= shard.count) {
    *flag = shard;
    return true;
  }
  *error = "something such as 2/10 is expected: the second of ten parts";
  return false;
}

std::string AbslUnparseFlag(const ShardFlag& flag) {
  return absl::StrCat(flag.number, "/", flag.count);
}

}  // namespace cli
