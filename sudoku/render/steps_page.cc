#include "sudoku/render/steps_page.h"

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "sudoku/render/dark_colors.h"
#include "sudoku/render/player/player_page.h"
#include "sudoku/render/step_picture.h"
#include "sudoku/render/steps_legend_html.h"
#include "sudoku/render/steps_page_css.h"
#include "sudoku/render/steps_page_html.h"
#include "sudoku/render/steps_page_js.h"
#include "sudoku/render/svg.h"

namespace sudoku {

void StepsPage::Add(const Board& board, const std::optional<Step>& step,
                    dlx::StringView text, absl::Span<const Rule> rules) {
  const std::string svg = GridSvg(PictureOf(board, step, rules));
  absl::StrAppend(&frames_, count_ == 0 ? "[" : ",\n",
                  "{\"text\":", ScriptString(text),
                  ",\"picture\":", ScriptString(svg), "}");
  colors_ += svg;
  ++count_;
}

std::string StepsPage::Page(dlx::StringView title,
                            dlx::StringView subtitle) const {
  const std::string css =
      absl::StrCat(kStepsPageCss, DarkColorRules(colors_), "\n");
  return PlayerPage({.mark = kStepsPageMark,
                     .title = std::string(title),
                     .subtitle = std::string(subtitle),
                     .board = kStepsPageHtml,
                     .below = kStepsLegendHtml,
                     .css = css,
                     .script = kStepsPageJs,
                     .recording = absl::StrCat(frames_, "]"),
                     .step_count = count_ - 1,
                     .end_text = end_text_,
                     .steps_per_second = 1});
}

}  // namespace sudoku
