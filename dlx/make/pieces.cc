#include "dlx/make/pieces.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <set>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "absl/types/span.h"
#include "dlx/make/picture.h"

namespace dlx::make {
namespace {

// A number of at most 9 digits.
std::optional<uint32_t> ParseNumber(absl::string_view text) {
  uint32_t number;
  if (text.size() > 9 || !absl::SimpleAtoi(text, &number)) return std::nullopt;
  return number;
}

}  // namespace

absl::StatusOr<Copies> ParseCopies(StringView text) {
  if (text == "*") return Copies{0, Copies::kUnlimited};
  const size_t colon = text.find(':');
  const std::optional<uint32_t> low = ParseNumber(text.substr(0, colon));
  std::optional<uint32_t> high = low;
  if (colon != absl::string_view::npos) {
    const absl::string_view rest = text.substr(colon + 1);
    high = rest.empty() ? Copies::kUnlimited : ParseNumber(rest);
  }
  if (!low.has_value() || !high.has_value()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a number of copies is like 2, 0:3, 2: or *, not '", text, "'"));
  }
  if (*low > *high) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there cannot be at least ", *low, " and at most ", *high, " copies"));
  }
  return Copies{*low, *high};
}

absl::Status SetCopies(StringView text, std::vector<Piece>& pieces) {
  for (absl::string_view term : absl::StrSplit(text, ',')) {
    const size_t equals = term.rfind('=');
    const bool for_all = equals == absl::string_view::npos;
    const absl::string_view name = term.substr(0, equals);
    absl::StatusOr<Copies> copies =
        ParseCopies(for_all ? term : term.substr(equals + 1));
    if (!copies.ok()) return copies.status();
    bool found = false;
    for (Piece& piece : pieces) {
      if (!for_all && piece.name != name) continue;
      piece.copies = *copies;
      found = true;
    }
    if (!found) {
      return absl::InvalidArgumentError(
          absl::StrCat("there is no piece '", name, "' to have copies of"));
    }
  }
  return absl::OkStatus();
}

namespace {

// A set is either drawn, or all polyominoes of a size, numbered: hex1, hex2,...
struct PieceSet {
  absl::string_view name;
  absl::string_view pictures;
  int size = 0;
  absl::string_view prefix = "";
  bool is_solid = false;  // Its pieces are for boards in space.
};

constexpr PieceSet kPieceSets[] = {
    {"monomino", R"(
piece O
#
)"},
    {"domino", R"(
piece I
##
)"},
    {"trominoes", R"(
piece I
###

piece V
##
#.
)"},
    {"tetrominoes", R"(
piece I
####

piece L
###
#..

piece O
##
##

piece S
.##
##.

piece T
###
.#.
)"},
    {"pentominoes", R"(
piece F
##.
.##
.#.

piece I
#####

piece L
####
#...

piece N
###.
..##

piece P
###
##.

piece T
###
.#.
.#.

piece U
###
#.#

piece V
###
#..
#..

piece W
##.
.##
..#

piece X
.#.
###
.#.

piece Y
####
.#..

piece Z
##.
.#.
.##
)"},
    {"hexominoes", "", 6, "hex"},
    {"heptominoes", "", 7, "hep"},
    {"octominoes", "", 8, "oct"},
    {"soma", R"(
piece V
##
#.

piece L
###
#..

piece T
###
.#.

piece Z
##.
.##

piece A
##
#.
--
..
#.

piece B
##
#.
--
.#
..

piece P
##
#.
--
#.
..
)",
     0, "", /*is_solid=*/true},
    {"conway", R"(
piece 1x2x4 13
####
####

piece 2x2x2
##
##
--
##
##

piece 1x2x2
##
##

piece 1x1x3 3
###
)",
     0, "", /*is_solid=*/true},
    {"slothouber-graatsma", R"(
piece 1x2x2 6
##
##

piece 1x1x1 3
#
)",
     0, "", /*is_solid=*/true},
};

Shape Canonical(const Shape& shape, const std::vector<Motion>& motions) {
  return Orientations(shape, motions).front();
}

// Adds the mirror images of those pieces that are not their own, if turned.
std::vector<Piece> OneSided(const std::vector<Piece>& pieces) {
  const std::vector<Motion> rotations =
      Motions(Freedom::kRotate, /*space=*/false);
  const Motion mirror = {.sign = {1, 1, -1}};
  std::vector<Piece> one_sided;
  for (const Piece& piece : pieces) {
    one_sided.push_back(piece);
    Piece image = piece;
    image.shape = Moved(piece.shape, mirror);
    absl::StrAppend(&image.name, "'");
    if (Canonical(image.shape, rotations) !=
        Canonical(piece.shape, rotations)) {
      one_sided.push_back(std::move(image));
    }
  }
  return one_sided;
}

std::vector<Piece> PiecesOf(const PieceSet& set) {
  if (!set.pictures.empty()) return *ParsePieces(set.pictures);
  std::vector<Piece> pieces;
  for (Shape& shape : FreePolyominoes(set.size)) {
    pieces.push_back({.name = absl::StrCat(set.prefix, pieces.size() + 1),
                      .shape = std::move(shape)});
  }
  return pieces;
}

// One of the terms of a sum: SET or SET:LETTERS.
absl::StatusOr<std::vector<Piece>> NamedSet(absl::string_view term) {
  const std::pair<absl::string_view, absl::string_view> parts =
      absl::StrSplit(term, absl::MaxSplits(':', 1));
  const auto& [full_name, letters] = parts;
  absl::string_view name = full_name;
  const bool one_sided = absl::ConsumePrefix(&name, "one-sided-");
  const auto* const set =
      std::find_if(std::begin(kPieceSets), std::end(kPieceSets),
                   [name = name](const PieceSet& s) { return s.name == name; });
  if (set == std::end(kPieceSets) || (one_sided && set->is_solid)) {
    return absl::InvalidArgumentError(absl::StrCat(
        "there are no pieces '", full_name, "'; known are ", PieceSetNames()));
  }
  std::vector<Piece> pieces = PiecesOf(*set);
  if (one_sided) pieces = OneSided(pieces);
  if (!absl::StrContains(term, ':')) return pieces;

  std::vector<Piece> chosen;
  for (size_t i = 0; i < letters.size(); ++i) {
    const auto it = std::find_if(pieces.begin(), pieces.end(),
                                 [&, letters = letters](const Piece& p) {
                                   return p.name == letters.substr(i, 1);
                                 });
    if (it == pieces.end()) {
      return absl::InvalidArgumentError(absl::StrCat(
          "there is no '", letters.substr(i, 1), "' among the ", full_name));
    }
    chosen.push_back(*it);
  }
  return chosen;
}

}  // namespace

absl::StatusOr<std::vector<Piece>> NamedPieces(StringView names) {
  std::vector<Piece> pieces;
  absl::flat_hash_set<std::string> taken;
  for (absl::string_view term : absl::StrSplit(names, '+')) {
    absl::StatusOr<std::vector<Piece>> set = NamedSet(term);
    if (!set.ok()) return set.status();
    for (Piece& piece : *set) {
      if (!taken.insert(piece.name).second) {
        absl::StrAppend(&piece.name, piece.shape.size());
        if (!taken.insert(piece.name).second) {
          return absl::InvalidArgumentError(
              absl::StrCat("'", names,
                           "' names a piece twice; to have more copies of a "
                           "piece, say how many"));
        }
      }
      pieces.push_back(std::move(piece));
    }
  }
  if (pieces.empty()) {
    return absl::InvalidArgumentError("there are no pieces");
  }
  return pieces;
}

std::string PieceSetNames() {
  return absl::StrJoin(kPieceSets, ", ",
                       [](std::string* out, const PieceSet& set) {
                         absl::StrAppend(out, set.name);
                       });
}

std::vector<Shape> FreePolyominoes(int size) {
  assert(size > 0);
  const std::vector<Motion> motions =
      Motions(Freedom::kRotateAndReflect, /*space=*/false);
  std::set<Shape> shapes = {{Cell{}}};
  for (int cells = 2; cells <= size; ++cells) {
    std::set<Shape> larger;
    for (const Shape& shape : shapes) {
      for (const Cell& cell : shape) {
        for (const auto& [down, right] : {std::pair(0, 1), std::pair(1, 0),
                                          std::pair(0, -1), std::pair(-1, 0)}) {
          Shape grown = shape;
          grown.push_back({.layer = 0,
                           .row = cell.row + down,
                           .column = cell.column + right});
          std::sort(grown.begin(), grown.end());
          if (std::adjacent_find(grown.begin(), grown.end()) == grown.end()) {
            larger.insert(Canonical(grown, motions));
          }
        }
      }
    }
    shapes = std::move(larger);
  }
  return {shapes.begin(), shapes.end()};
}

}  // namespace dlx::make
