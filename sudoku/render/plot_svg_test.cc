#include "sudoku/render/plot_svg.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace sudoku {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string Number(double value) { return absl::StrCat(value); }

int Count(const std::string& text, const std::string& part) {
  int count = 0;
  for (size_t at = text.find(part); at != std::string::npos;
       at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(BarsSvgTest, ABarIsAsLongAsItsLogarithm) {
  const std::string svg =
      BarsSvg("a < b",
              std::vector<PlotBar>{{"one", 1}, {"ten", 10, true}, {"all", 100}},
              Number);
  EXPECT_THAT(svg, AllOf(HasSubstr("<title>a &lt; b</title>"),
                         HasSubstr("prefers-color-scheme:dark"),
                         Not(HasSubstr("<script"))));
  // 45 is where bars begin, 632 where the axis ends.
  EXPECT_THAT(svg, AllOf(HasSubstr("<rect class=\"bar\" x=\"45.0\" y=\"47.0\" "
                                   "width=\"2.0\""),
                         HasSubstr("<rect class=\"open\" x=\"45.0\" y=\"71.0\" "
                                   "width=\"293.5\""),
                         HasSubstr("<rect class=\"bar\" x=\"45.0\" y=\"95.0\" "
                                   "width=\"587.0\""),
                         HasSubstr(">&gt; 10</text>")));
  EXPECT_THAT(BarsSvg("nothing", {}, Number), HasSubstr("</svg>"));
}

TEST(HistogramsSvgTest, MarksMedianAndNinetyFivePercent) {
  PlotSeries series = {.name = "moler", .values = {}};
  for (int i = 100; i >= 1; --i) series.values.push_back(i);
  const std::string svg =
      HistogramsSvg("times", std::vector<PlotSeries>{series, {"empty", {}}},
                    PlotAxis::kLogarithmic, Number);
  EXPECT_THAT(svg,
              AllOf(HasSubstr(">median 50, 95 % 95</text>"),
                    HasSubstr("class=\"median\" d="),
                    HasSubstr("class=\"most\" d="), Not(HasSubstr("empty"))));
  // What was given up counts as longer.
  series.unknown = 20;
  EXPECT_THAT(HistogramsSvg("times", std::vector<PlotSeries>{series},
                            PlotAxis::kLogarithmic, Number),
              AllOf(HasSubstr(">median 60, 95 % unknown; 20 of 120 gave up<"),
                    Not(HasSubstr("class=\"most\" d="))));
}

// Where the middle of the first bar is, and where its tick.
TEST(HistogramsSvgTest, BarsStandAboveTheirWholeNumbers) {
  const std::string svg =
      HistogramsSvg("clues", std::vector<PlotSeries>{{"puzzles", {4, 6, 6}}},
                    PlotAxis::kLinear, Number);
  // From 73 to 680 there are three bins: of 4, 5 and 6.
  EXPECT_EQ(Count(svg, "class=\"bar\""), 2);
  EXPECT_THAT(svg, AllOf(HasSubstr("x=\"174.2\" y=\"130.0\" "
                                   "text-anchor=\"middle\">4<"),
                         HasSubstr("<rect class=\"bar\" x=\"160.2\""),
                         HasSubstr("width=\"28.0\"")));
}

TEST(HistogramsSvgTest, ABinHasAsManyWholeNumbersAsAnother) {
  PlotSeries series = {.name = "s", .values = {}};
  for (int i = 0; i < 96; ++i) series.values.push_back(i);
  const std::string svg = HistogramsSvg("x", std::vector<PlotSeries>{series},
                                        PlotAxis::kLinear, Number);
  EXPECT_EQ(Count(svg, "class=\"bar\""), 48);
  EXPECT_EQ(Count(svg, "height=\"50.0\""), 48);
}

TEST(HistogramsSvgTest, ASingleValueAndZeroAreNoTrouble) {
  for (const PlotAxis axis : {PlotAxis::kLinear, PlotAxis::kLogarithmic}) {
    for (const std::vector<double>& values :
         {std::vector<double>{0}, {7}, {0, 0, 5}}) {
      const std::string svg = HistogramsSvg(
          "x", std::vector<PlotSeries>{{"s", values}}, axis, Number);
      EXPECT_GE(Count(svg, "class=\"bar\""), 1);
      EXPECT_THAT(svg, AllOf(Not(HasSubstr("nan")), Not(HasSubstr("inf"))));
    }
  }
}

TEST(CloudsSvgTest, EachPuzzleIsAPoint) {
  const std::vector<PlotCloud> clouds = {
      {"moler",
       {{.x = 17, .y = 1000}, {.x = 30, .y = 10, .is_at_least = true}}},
      {"empty", {}}};
  const std::string svg =
      CloudsSvg("times", "clues", clouds, PlotAxis::kLinear, Number, Number);
  // From 16.5 to 30.5 clues, 84 to 696, and from 10 to 1000, 194 to 60.
  EXPECT_THAT(svg, AllOf(HasSubstr("class=\"bar\" cx=\"105.9\" cy=\"60.0\""),
                         HasSubstr("class=\"open\" cx=\"674.1\" cy=\"194.0\""),
                         HasSubstr(">clues</text>"), Not(HasSubstr("empty"))));
  EXPECT_EQ(Count(svg, "<circle "), 2);
  EXPECT_THAT(CloudsSvg("x", "x", {}, PlotAxis::kLogarithmic, Number, Number),
              HasSubstr("</svg>"));
}

TEST(CurveSvgTest, LongCurvesHaveAPointOrTwoForEachPlace) {
  EXPECT_THAT(CurveSvg("c", "x", "y", std::vector<int>{4, 2, 0}),
              HasSubstr("d=\"M56.0 44.0L376.0 194.0L696.0 344.0\""));
  std::vector<int> values;
  for (int i = 0; i < 100'000; ++i) values.push_back(i % 50);
  const std::string svg = CurveSvg("c", "x", "y", values);
  EXPECT_LT(svg.size(), 30'000u);
  EXPECT_THAT(svg, HasSubstr("class=\"curve\" d=\"M56.0 "));
}

TEST(CurveSvgTest, RestartsAreLabelled) {
  const std::vector<int> values = {4, 2, 0};
  EXPECT_THAT(CurveSvg("c", "x", "y", values), Not(HasSubstr(" restart")));
  EXPECT_THAT(CurveSvg("c", "x", "y", values, std::vector<size_t>{1}),
              AllOf(HasSubstr("class=\"restart\" d=\"M376.0 44.0L376.0 344.0"),
                    HasSubstr(">1 restart<")));
  EXPECT_THAT(CurveSvg("c", "x", "y", values, std::vector<size_t>{1, 1, 3}),
              HasSubstr(">3 restarts<"));
}

TEST(SpeedUpsSvgTest, EachMethodHasALineAndItsName) {
  const std::string svg = SpeedUpsSvg(
      "Threads", std::vector<PlotSpeedUps>{
                     {"one", {1, 2}}, {"two", {1, 1.99}}, {"absent", {}}});
  EXPECT_EQ(Count(svg, "class=\"curve\""), 2);
  // 48 is where the first thread is, 560 the second; 364 is the height of 0 and
  // 44 that of 2.
  EXPECT_THAT(
      svg, AllOf(HasSubstr("d=\"M48.0 204.0L560.0 44.0\"/>"),
                 HasSubstr("M48.0 204.0L560.0 45.6"),
                 HasSubstr("stroke-dasharray"), HasSubstr(">one 2.00</text>"),
                 HasSubstr(">two 1.99</text>"), Not(HasSubstr("absent"))));
  // Names that would be on top of each other are apart.
  EXPECT_THAT(svg, AllOf(HasSubstr("y=\"48.0\" text-anchor=\"start\">one"),
                         HasSubstr("y=\"63.0\" text-anchor=\"start\">two")));
}

}  // namespace
}  // namespace sudoku
