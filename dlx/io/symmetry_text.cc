#include "dlx/io/symmetry_text.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "dlx/io/names.h"
#include "dlx/io/scanner.h"

namespace dlx::io {
namespace {

// An item, or one of its colours.
using Point = std::pair<uint32_t, uint32_t>;

Point PointOf(const ItemUse& use) {
  return {use.item.value(), use.color.value()};
}

class SymmetryReader {
 public:
  SymmetryReader(StringView text, const Problem& problem, StringView file_name)
      : problem_(problem), scanner_(text, file_name) {}

  absl::StatusOr<std::vector<ItemMap>> Read() {
    std::vector<ItemMap> maps;
    while (scanner_.NextLine()) {
      absl::Status status = ReadLine();
      if (!status.ok()) return status;
      maps.push_back(std::move(map_));
    }
    if (!scanner_.status().ok()) return scanner_.status();
    return maps;
  }

 private:
  absl::Status ReadLine() {
    map_ = {};
    for (uint32_t i = 0; i < problem_.item_count(); ++i) {
      map_.items.emplace_back(i);
    }
    seen_.clear();
    is_open_ = false;
    while (scanner_.NextWord()) {
      absl::Status status = ReadWord(scanner_.word());
      if (!status.ok()) return status;
    }
    if (!scanner_.status().ok()) return scanner_.status();
    if (is_open_) {
      return scanner_.ErrorAt(scanner_.word(),
                              "the cycle has no ')' at its end");
    }
    return absl::OkStatus();
  }

  // Parentheses may be parts of names: what is a name is taken for one.
  absl::Status ReadWord(absl::string_view word) {
    if (!is_open_) {
      if (!absl::ConsumePrefix(&word, "(")) {
        return scanner_.ErrorAt(word,
                                "a cycle such as (a b c) must begin with '('");
      }
      is_open_ = true;
      cycle_.clear();
      if (word.empty()) return absl::OkStatus();
    }
    if (const std::optional<ItemUse> use = Find(word)) return Add(*use, word);
    // The longest name before a ')'.
    for (size_t end = word.rfind(')'); end != absl::string_view::npos;
         end = end == 0 ? absl::string_view::npos : word.rfind(')', end - 1)) {
      const absl::string_view name = word.substr(0, end);
      const std::optional<ItemUse> use = Find(name);
      if (!name.empty() && !use.has_value()) continue;
      if (use.has_value()) {
        if (absl::Status status = Add(*use, name); !status.ok()) return status;
      }
      Close();
      const absl::string_view rest = word.substr(end + 1);
      return rest.empty() ? absl::OkStatus() : ReadWord(rest);
    }
    return scanner_.ErrorAt(
        word, absl::StrCat(
                  "there is no item ", Quoted(word.substr(0, word.find(')'))),
                  absl::StrContains(word, ':') ? " with that colour" : ""));
  }

  std::optional<ItemUse> Find(absl::string_view name) const {
    const std::optional<ItemId> item =
        problem_.FindItem(name.substr(0, name.find(':')));
    if (!item.has_value()) return std::nullopt;
    if (!absl::StrContains(name, ':')) return ItemUse(*item);
    const std::optional<ColorId> color =
        problem_.FindColor(name.substr(name.find(':') + 1));
    if (!color.has_value()) return std::nullopt;
    return ItemUse(*item, *color);
  }

  absl::Status Add(const ItemUse& use, absl::string_view where) {
    if (!seen_.insert(PointOf(use)).second) {
      return scanner_.ErrorAt(
          where, absl::StrCat(Quoted(where), " stands in the line twice"));
    }
    if (!cycle_.empty() &&
        (cycle_[0].color == kNoColor) != (use.color == kNoColor)) {
      return scanner_.ErrorAt(where,
                              "a cycle has either items or colours of items");
    }
    cycle_.push_back(use);
    return absl::OkStatus();
  }

  void Close() {
    is_open_ = false;
    for (size_t i = 0; i < cycle_.size(); ++i) {
      const ItemUse& from = cycle_[i];
      const ItemUse& to = cycle_[(i + 1) % cycle_.size()];
      if (from.color == kNoColor) {
        map_.items[from.item.value()] = to.item;
      } else {
        map_.colors.push_back({from, to});
      }
    }
  }

  const Problem& problem_;
  Scanner scanner_;
  ItemMap map_;
  absl::flat_hash_set<Point> seen_;  // In the line.
  bool is_open_ = false;
  std::vector<ItemUse> cycle_;
};

std::string NameOf(const Problem& problem, const ItemUse& use) {
  return use.color == kNoColor ? problem.item_name(use.item)
                               : absl::StrCat(problem.item_name(use.item), ":",
                                              problem.color_name(use.color));
}

}  // namespace

absl::StatusOr<std::vector<ItemMap>> ReadSymmetries(StringView text,
                                                    const Problem& problem,
                                                    StringView file_name) {
  return SymmetryReader(text, problem, file_name).Read();
}

std::string WriteSymmetry(const Problem& problem, const Symmetry& symmetry) {
  absl::flat_hash_map<Point, ItemUse> changed;
  for (const auto& [from, to] : symmetry.colors) changed[PointOf(from)] = to;
  const auto image_of = [&](const ItemUse& use) {
    const auto found = changed.find(PointOf(use));
    return found != changed.end()
               ? found->second
               : ItemUse(symmetry.items[use.item.value()], use.color);
  };
  std::string text;
  absl::flat_hash_set<Point> seen;
  const auto write = [&](const ItemUse& start) {
    if (image_of(start) == start) return;
    if (!seen.insert(PointOf(start)).second) return;
    absl::StrAppend(&text, text.empty() ? "(" : " (", NameOf(problem, start));
    for (ItemUse use = image_of(start); use != start; use = image_of(use)) {
      seen.insert(PointOf(use));
      absl::StrAppend(&text, " ", NameOf(problem, use));
    }
    text.push_back(')');
  };
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    write(ItemUse(ItemId(i)));
  }
  // A cycle of colours in which one has another name: all of it is told.
  for (const auto& [from, to] : symmetry.colors) write(from);
  return text.empty() ? "()" : text;
}

}  // namespace dlx::io
