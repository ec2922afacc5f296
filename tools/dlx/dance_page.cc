#include "tools/dlx/dance_page.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "dlx/io/text.h"
#include "tools/dlx/dance_page_html.h"

namespace dlx::tool {

namespace {

// A string of JSON, in which nothing can end the script element around it.
std::string ScriptString(absl::string_view text) {
  return absl::StrReplaceAll(io::JsonString(text), {{"<", "\\u003c"}});
}

// {"items":[{"name","primary"}],"options":[{"name","items":[0,3]}],
//  "steps":[[kind,item,option,"words"]],"start":0,"cut":false}
std::string Data(const Dance& dance, size_t start) {
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
  return absl::StrCat("{\"items\":[", absl::StrJoin(items, ","),
                      "],\n\"options\":[", absl::StrJoin(options, ","),
                      "],\n\"steps\":[\n", absl::StrJoin(steps, ",\n"),
                      "],\n\"start\":", start,
                      ",\"cut\":", dance.is_cut() ? "true}" : "false}");
}

}  // namespace

std::string DancePage(const Dance& dance, size_t start) {
  const std::string subtitle =
      absl::StrCat(dance.problem().item_count(), " items, ",
                   dance.problem().option_count(), " options");
  return absl::StrReplaceAll(
      kDancePageHtml,
      {{"{{subtitle}}", subtitle}, {"{{dance}}", Data(dance, start)}});
}

}  // namespace dlx::tool
