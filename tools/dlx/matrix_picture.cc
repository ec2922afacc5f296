#include "tools/dlx/matrix_picture.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "dlx/io/text.h"

namespace dlx::tool {

namespace {

using Mark = MatrixPicture::Mark;

size_t WidestOf(const std::vector<std::string>& texts) {
  size_t width = 1;
  for (const std::string& text : texts) width = std::max(width, text.size());
  return width;
}

// As wide as that, the text in the middle.
std::string Centered(absl::string_view text, size_t width) {
  const size_t blanks = width - std::min(width, text.size());
  return absl::StrCat(std::string(blanks / 2, ' '), text,
                      std::string(blanks - blanks / 2, ' '));
}

void EndLine(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text.push_back('\n');
}

}  // namespace

MatrixPicture PictureOfOptions(const Problem& problem, const OptionNames& names,
                               const std::vector<OptionId>& chosen) {
  MatrixPicture picture;
  picture.covered.resize(problem.item_count());
  picture.chosen.resize(problem.option_count());
  for (const OptionId option : chosen) {
    picture.chosen[option.value()] = true;
    for (const ItemUse& use : problem.option(option)) {
      picture.covered[use.item.value()] = true;
    }
  }
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    picture.items.push_back(problem.item_name(ItemId(i)));
  }
  picture.options = names.names;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const absl::Span<const ItemUse> uses = problem.option(OptionId(k));
    const bool is_hidden =
        !picture.chosen[k] &&
        std::any_of(uses.begin(), uses.end(), [&](const ItemUse& use) {
          return picture.covered[use.item.value()];
        });
    picture.marks.emplace_back(problem.item_count(), Mark::kNone);
    for (const ItemUse& use : uses) {
      picture.marks.back()[use.item.value()] =
          is_hidden ? Mark::kUnlinked : Mark::kLinked;
    }
  }
  return picture;
}

std::string DrawMatrix(const MatrixPicture& picture) {
  const size_t width = WidestOf(picture.items) + 2;
  const size_t left = WidestOf(picture.options) + 2;
  std::string text(left, ' ');
  for (size_t i = 0; i < picture.items.size(); ++i) {
    const std::string& name = picture.items[i];
    absl::StrAppend(
        &text,
        Centered(picture.covered[i] ? absl::StrCat("(", name, ")") : name,
                 width));
  }
  EndLine(text);
  if (!picture.lengths.empty()) {
    std::string line(left, ' ');
    for (const int length : picture.lengths) {
      absl::StrAppend(&line, Centered(absl::StrCat(length), width));
    }
    EndLine(line);
    text += line;
  }
  for (size_t k = 0; k < picture.options.size(); ++k) {
    std::string line =
        absl::StrFormat("%s %-*s", picture.chosen[k] ? "*" : " ",
                        static_cast<int>(left - 2), picture.options[k]);
    for (size_t i = 0; i < picture.items.size(); ++i) {
      const Mark mark = picture.marks[k][i];
      const bool is_active = static_cast<int>(k) == picture.active_option &&
                             static_cast<int>(i) == picture.active_item;
      const absl::string_view sign = mark == Mark::kNone     ? "."
                                     : mark == Mark::kLinked ? "1"
                                                             : "-";
      absl::StrAppend(&line, Centered(is_active ? absl::StrCat("<", sign, ">")
                                                : std::string(sign),
                                      width));
    }
    EndLine(line);
    text += line;
  }
  return text;
}

namespace {

constexpr int kSquare = 22;

// Colours are classes, so that a reader of the dark gets others.
constexpr absl::string_view kStyle = R"(<style>
.ground{fill:#fff}.text{fill:#1c1c22}.faint{fill:#8a8a94}.grid{stroke:#c9c9d2}
.mark{fill:#3d3846}.gone{fill:#d6d6dc}.column{fill:#dbe7f5}.row{fill:#ffe8b0}
.chosen{fill:#b35900}
@media (prefers-color-scheme:dark){
.ground{fill:#17171b}.text{fill:#e8e8ee}.faint{fill:#8a8a94}.grid{stroke:#45454f}
.mark{fill:#c9c9d2}.gone{fill:#3a3a44}.column{fill:#22344c}.row{fill:#584411}
.chosen{fill:#ffa348}}
</style>
)";

class MatrixWriter {
 public:
  explicit MatrixWriter(const MatrixPicture& picture)
      : picture_(picture),
        left_(24 + 8 * static_cast<int>(WidestOf(picture.options))),
        has_long_names_(WidestOf(picture.items) > 2),
        top_(has_long_names_
                 ? 20 + 8 * static_cast<int>(WidestOf(picture.items))
                 : 34),
        width_(left_ + kSquare * static_cast<int>(picture.items.size()) + 12),
        height_(top_ + kSquare * static_cast<int>(picture.options.size()) +
                12) {}

  std::string Write(absl::string_view title) {
    absl::StrAppendFormat(
        &svg_,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "viewBox=\"0 0 %d %d\" font-family=\"Helvetica, Arial, sans-serif\" "
        "font-size=\"14\">\n<title>%s</title>\n%s"
        "<rect class=\"ground\" width=\"100%%\" height=\"100%%\"/>\n",
        width_, height_, width_, height_, io::XmlText(title), kStyle);
    AddBands();
    AddGrid();
    AddMarks();
    AddNames();
    absl::StrAppend(&svg_, "</svg>\n");
    return svg_;
  }

 private:
  int X(size_t item) const { return left_ + kSquare * static_cast<int>(item); }
  int Y(size_t option) const {
    return top_ + kSquare * static_cast<int>(option);
  }

  // Behind covered items, and on top of that behind chosen options.
  void AddBands() {
    for (size_t i = 0; i < picture_.items.size(); ++i) {
      if (!picture_.covered[i]) continue;
      absl::StrAppendFormat(&svg_,
                            "<rect class=\"column\" x=\"%d\" y=\"4\" "
                            "width=\"%d\" height=\"%d\"/>\n",
                            X(i), kSquare, height_ - 16);
    }
    for (size_t k = 0; k < picture_.options.size(); ++k) {
      if (!picture_.chosen[k]) continue;
      absl::StrAppendFormat(&svg_,
                            "<rect class=\"row\" x=\"4\" y=\"%d\" "
                            "width=\"%d\" height=\"%d\"/>\n",
                            Y(k), width_ - 16, kSquare);
    }
  }

  void AddGrid() {
    std::string path;
    for (size_t i = 0; i <= picture_.items.size(); ++i) {
      absl::StrAppendFormat(&path, "M%d %dV%d", X(i), top_, height_ - 12);
    }
    for (size_t k = 0; k <= picture_.options.size(); ++k) {
      absl::StrAppendFormat(&path, "M%d %dH%d", left_, Y(k), width_ - 12);
    }
    absl::StrAppend(&svg_, "<path class=\"grid\" d=\"", path, "\"/>\n");
  }

  void AddMarks() {
    for (size_t k = 0; k < picture_.options.size(); ++k) {
      for (size_t i = 0; i < picture_.items.size(); ++i) {
        const Mark mark = picture_.marks[k][i];
        if (mark == Mark::kNone) continue;
        absl::StrAppendFormat(
            &svg_,
            "<rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" "
            "rx=\"3\"/>\n",
            mark == Mark::kUnlinked ? "gone"
            : picture_.chosen[k]    ? "chosen"
                                    : "mark",
            X(i) + 3, Y(k) + 3, kSquare - 6, kSquare - 6);
      }
    }
  }

  void AddNames() {
    for (size_t i = 0; i < picture_.items.size(); ++i) {
      const std::string name = io::XmlText(picture_.items[i]);
      const double x = X(i) + kSquare / 2.0;
      if (has_long_names_) {
        absl::StrAppendFormat(
            &svg_,
            "<text class=\"text\" transform=\"translate(%.1f %d) "
            "rotate(-90)\">%s</text>\n",
            x + 5, top_ - 6, name);
      } else {
        absl::StrAppendFormat(&svg_,
                              "<text class=\"text\" x=\"%.1f\" y=\"%d\" "
                              "text-anchor=\"middle\">%s</text>\n",
                              x, top_ - 10, name);
      }
    }
    for (size_t k = 0; k < picture_.options.size(); ++k) {
      absl::StrAppendFormat(
          &svg_,
          "<text class=\"%s\" x=\"%d\" y=\"%d\" text-anchor=\"end\"%s>%s"
          "</text>\n",
          IsHidden(k) ? "faint" : "text", left_ - 8, Y(k) + 16,
          picture_.chosen[k] ? " font-weight=\"bold\"" : "",
          io::XmlText(picture_.options[k]));
    }
  }

  bool IsHidden(size_t option) const {
    const std::vector<Mark>& marks = picture_.marks[option];
    return std::find(marks.begin(), marks.end(), Mark::kUnlinked) !=
           marks.end();
  }

  const MatrixPicture& picture_;
  const int left_;
  const bool has_long_names_;
  const int top_;
  const int width_;
  const int height_;
  std::string svg_;
};

}  // namespace

std::string MatrixSvg(const MatrixPicture& picture, absl::string_view title) {
  return MatrixWriter(picture).Write(title);
}

}  // namespace dlx::tool
