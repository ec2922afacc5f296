#include "dlx/make/kirkman.h"

#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/generators.h"

namespace dlx::make {
namespace {

absl::Status CheckParams(const KirkmanParams& params) {
  const int n = params.girls;
  if (n < 3 || n % 6 != 3) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there are 3, 9, 15, 21 or so schoolgirls (3 modulo 6), not ", n));
  }
  const double pairs = 0.5 * n * (n - 1);
  const double rows = pairs * (n - 2) / 3;
  const double days = (n - 1) / 2;
  return CheckSize(absl::StrCat("the problem of ", n, " schoolgirls"),
                   pairs + days * n + 6 * rows * days);
}

// Whether the row a < b < c may be one of that day.
bool FitsFirst(int a, int b, int c, int day) {
  const bool is_fixed_row = b == 2 * day + 1 && c == 2 * day + 2;
  return a != 0 || is_fixed_row;
}

}  // namespace

absl::StatusOr<Problem> MakeKirkman(const KirkmanParams& params) {
  if (absl::Status status = CheckParams(params); !status.ok()) return status;
  const int n = params.girls;
  const int days = (n - 1) / 2;
  ProblemBuilder builder;
  std::vector<std::vector<ItemId>> pairs(n, std::vector<ItemId>(n));
  for (int a = 0; a < n; ++a) {
    for (int b = a + 1; b < n; ++b) {
      pairs[a][b] = builder.AddPrimary(IndexedName("", {a, b}, n));
    }
  }
  std::vector<std::vector<ItemId>> walks(days);
  for (int day = 0; day < days; ++day) {
    for (int a = 0; a < n; ++a) {
      walks[day].push_back(builder.AddPrimary(IndexedName("d", {day, a}, n)));
    }
  }
  for (int a = 0; a < n; ++a) {
    for (int b = a + 1; b < n; ++b) {
      for (int c = b + 1; c < n; ++c) {
        for (int day = 0; day < days; ++day) {
          if (params.fix_first && !FitsFirst(a, b, c, day)) continue;
          builder.AddOption({pairs[a][b], pairs[a][c], pairs[b][c],
                             walks[day][a], walks[day][b], walks[day][c]});
        }
      }
    }
  }
  return std::move(builder).Build();
}

namespace {

bool IsOfDay(StringView item) { return item[0] == 'd'; }

// Items such as "d36" are a girl on a day, others pairs of girls.
std::string DayOf(StringView item) {
  if (!IsOfDay(item)) return "";
  const size_t point = item.find('.');
  return std::string(item.substr(0, point == StringView::npos ? 2 : point));
}

std::string PairOf(StringView item) {
  return IsOfDay(item) ? "" : std::string(item);
}

}  // namespace

std::vector<Generator> KirkmanGenerators() {
  return {
      {.name = "kirkman",
       .summary = "Schoolgirls in rows of three, each two in a row once",
       .parameters = {Positional("n", "the number of girls: 3 modulo 6", "15"),
                      Flag("fix-first",
                           "girl 0 goes with 1 2 on day 0, 3 4 on day 1, ...")},
       .example = "kirkman 9 --fix-first",
       .make =
           [](const Arguments& arguments) {
             return MakeKirkman({.girls = arguments.Number("n"),
                                 .fix_first = arguments.Flag("fix-first")});
           },
       .symmetries = {{"girls", DayOf}, {"days", PairOf}}},
  };
}

}  // namespace dlx::make
