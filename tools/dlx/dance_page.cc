#include "tools/dlx/dance_page.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "sudoku/render/player/player_page.h"
#include "tools/dlx/dance_css.h"
#include "tools/dlx/dance_html.h"
#include "tools/dlx/dance_js.h"

namespace dlx::tool {

namespace {

using ::sudoku::ScriptString;

// {"items":[{"name","primary"}],"options":[{"name","items":[0,3]}],
//  "steps":[[kind,item,option,"words"]],"start":"words","builds":false}
std::string Data(const Dance& dance) {
  const Problem& problem = dance.problem();
  std::vector<std::string> items;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    items.push_back(absl::StrCat(
        "{\"name\":", ScriptString(problem.item_name(ItemId(i))),
        ",\"primary\":", problem.is_primary(ItemId(i)) ? "true}" : "false}"));
  }
  std::vector<std::string> options;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    std::vector<uint32_t> uses;
    for (const ItemUse& use : problem.option(OptionId(k))) {
      uses.push_back(use.item.value());
    }
    options.push_back(
        absl::StrCat("{\"name\":", ScriptString(dance.names().names[k]),
                     ",\"items\":[", absl::StrJoin(uses, ","), "]}"));
  }
  std::vector<std::string> steps;
  for (size_t i = 0; i < dance.steps().size(); ++i) {
    const DanceStep& step = dance.steps()[i];
    steps.push_back(absl::StrCat("[", static_cast<int>(step.kind), ",",
                                 step.item.value(), ",", step.option.value(),
                                 ",", ScriptString(dance.DescriptionOf(i + 1)),
                                 "]"));
  }
  return absl::StrCat(
      "{\"items\":[", absl::StrJoin(items, ","), "],\n\"options\":[",
      absl::StrJoin(options, ","), "],\n\"steps\":[\n",
      absl::StrJoin(steps, ",\n"),
      "],\n\"start\":", ScriptString(dance.DescriptionOf(0)),
      ",\"builds\":", dance.shows_building() ? "true}" : "false}");
}

}  // namespace

std::string DancePage(const Dance& dance, const std::string& end_text) {
  return sudoku::PlayerPage(
      {.mark = kDancePageMark,
       .title = "Dancing links",
       .subtitle = absl::StrCat(dance.problem().item_count(), " items, ",
                                dance.problem().option_count(), " options"),
       .board = kDanceHtml,
       .css = kDanceCss,
       .script = kDanceJs,
       .recording = Data(dance),
       .step_count = dance.steps().size(),
       .start = dance.step(),
       .end_text = end_text,
       .steps_per_second = 2});
}

}  // namespace dlx::tool
