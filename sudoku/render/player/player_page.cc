#include "sudoku/render/player/player_page.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "dlx/io/text.h"
#include "sudoku/render/player/player_css.h"
#include "sudoku/render/player/player_html.h"
#include "sudoku/render/player/player_js.h"

namespace sudoku {

using ::dlx::io::XmlText;

std::string ScriptString(absl::string_view text) {
  return absl::StrReplaceAll(dlx::io::JsonString(text), {{"<", "\\u003c"}});
}

std::string PlayerPage(const PlayerPageParts& parts) {
  const std::string data = absl::StrCat(
      "{\"start\":", parts.start, ",\"stepCount\":", parts.step_count,
      ",\"stepsPerSecond\":", parts.steps_per_second,
      ",\"endText\":", ScriptString(parts.end_text),
      ",\n\"recording\":", parts.recording, "}");
  return absl::StrReplaceAll(
      kPlayerHtml, {{"{{mark}}", parts.mark},
                    {"{{title}}", XmlText(parts.title)},
                    {"{{subtitle}}", XmlText(parts.subtitle)},
                    {"{{css}}", absl::StrCat(kPlayerCss, "\n", parts.css)},
                    {"{{board}}", parts.board},
                    {"{{below}}", parts.below},
                    {"{{data}}", data},
                    {"{{js}}", absl::StrCat(kPlayerJs, "\n", parts.script)}});
}

}  // namespace sudoku
