#include "dlx/make/symmetry_breaking.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/make/shape.h"

namespace dlx::make {
namespace {

using Permutation = std::vector<int>;

// What the symmetries of the board do to the numbers of its cells. Two motions
// that do the same (if the board is a straight line, say) count once. The
// identity comes first, being the least.
std::set<Permutation> BoardSymmetries(const NumberedBoard& board, bool space) {
  const std::vector<Cell> cells = ShiftedToOrigin(board.cells);
  std::map<Cell, int> numbers;
  for (const Cell& cell : cells) {
    numbers.emplace(cell, static_cast<int>(numbers.size()));
  }
  std::set<Permutation> symmetries;
  for (const Motion& motion : Motions(Freedom::kRotateAndReflect, space)) {
    std::vector<Cell> images;
    for (const Cell& cell : cells) images.push_back(motion(cell));
    Permutation permutation;
    for (const Cell& image : ShiftedToOrigin(std::move(images))) {
      const auto it = numbers.find(image);
      if (it == numbers.end() || board.is_optional[it->second] !=
                                     board.is_optional[permutation.size()]) {
        break;
      }
      permutation.push_back(it->second);
    }
    if (permutation.size() == cells.size()) {
      symmetries.insert(std::move(permutation));
    }
  }
  return symmetries;
}

// The sets of cells that some piece can cover, and the group G acting on them.
// A set is known by its number; several pieces may have it.
class GroupAction {
 public:
  GroupAction(const NumberedBoard& board, const std::vector<Piece>& pieces,
              const std::vector<Placement>& placements, bool space);

  // The order of G. The motions are 0 .. order() - 1, and 0 is the identity.
  int order() const { return static_cast<int>(images_.size()); }

  // The set of the placement.
  int SetOf(size_t placement) const { return set_of_placement_[placement]; }
  int Image(int motion, int set) const { return images_[motion][set]; }

  // Whether every motion maps the piece's placements to placements of it.
  bool FixesPiece(int piece) const { return fixes_piece_[piece]; }

  // The motions, as bits, that map the set to itself; not the identity.
  uint64_t Stabilizer(int set) const {
    uint64_t stabilizer = 0;
    for (int motion = 1; motion < order(); ++motion) {
      if (Image(motion, set) == set) stabilizer |= uint64_t{1} << motion;
    }
    return stabilizer;
  }

  // Whether no motion out of `motions` maps the set to one with a lesser
  // number.
  bool IsLeast(int set, uint64_t motions) const {
    for (int motion = 1; motion < order(); ++motion) {
      if ((motions >> motion & 1) != 0 && Image(motion, set) < set) {
        return false;
      }
    }
    return true;
  }

 private:
  // Pieces that are alike: with the same placements, and as many copies.
  using Kind = std::tuple<std::vector<int>, uint32_t, uint32_t>;

  // What a symmetry of the board does to the sets; nothing if it maps a set to
  // cells that no piece can cover.
  static std::optional<std::vector<int>> ImagesOf(
      const std::vector<std::vector<int>>& sets,
      const absl::flat_hash_map<std::vector<int>, int>& numbers,
      const Permutation& permutation);

  // Takes the motion into G if it maps kinds of pieces to kinds of as many.
  void AddMotion(std::vector<int> images, const std::vector<Kind>& kinds,
                 const std::map<Kind, int>& piece_counts);

  std::vector<int> set_of_placement_;
  std::vector<std::vector<int>> images_;  // images_[motion][set]
  std::vector<bool> fixes_piece_;
};

GroupAction::GroupAction(const NumberedBoard& board,
                         const std::vector<Piece>& pieces,
                         const std::vector<Placement>& placements, bool space)
    : fixes_piece_(pieces.size(), true) {
  absl::flat_hash_map<std::vector<int>, int> numbers;
  std::vector<std::vector<int>> sets;
  std::vector<Kind> kinds;
  for (const Piece& piece : pieces) {
    kinds.emplace_back(std::vector<int>(), piece.copies.low, piece.copies.high);
  }
  for (const Placement& placement : placements) {
    const auto [it, inserted] =
        numbers.emplace(placement.cells, static_cast<int>(numbers.size()));
    if (inserted) sets.push_back(placement.cells);
    set_of_placement_.push_back(it->second);
    std::get<0>(kinds[placement.piece]).push_back(it->second);
  }
  std::map<Kind, int> piece_counts;
  for (Kind& kind : kinds) {
    std::sort(std::get<0>(kind).begin(), std::get<0>(kind).end());
    ++piece_counts[kind];
  }

  for (const Permutation& permutation : BoardSymmetries(board, space)) {
    std::optional<std::vector<int>> images =
        ImagesOf(sets, numbers, permutation);
    if (images.has_value()) AddMotion(*std::move(images), kinds, piece_counts);
  }
}

std::optional<std::vector<int>> GroupAction::ImagesOf(
    const std::vector<std::vector<int>>& sets,
    const absl::flat_hash_map<std::vector<int>, int>& numbers,
    const Permutation& permutation) {
  std::vector<int> images;
  for (const std::vector<int>& set : sets) {
    std::vector<int> image;
    for (int cell : set) image.push_back(permutation[cell]);
    std::sort(image.begin(), image.end());
    const auto it = numbers.find(image);
    if (it == numbers.end()) return std::nullopt;
    images.push_back(it->second);
  }
  return images;
}

void GroupAction::AddMotion(std::vector<int> images,
                            const std::vector<Kind>& kinds,
                            const std::map<Kind, int>& piece_counts) {
  std::vector<bool> fixes_piece = fixes_piece_;
  for (size_t piece = 0; piece < kinds.size(); ++piece) {
    Kind image = kinds[piece];
    for (int& set : std::get<0>(image)) set = images[set];
    std::sort(std::get<0>(image).begin(), std::get<0>(image).end());
    if (image == kinds[piece]) continue;
    fixes_piece[piece] = false;
    const auto it = piece_counts.find(image);
    if (it == piece_counts.end() ||
        it->second != piece_counts.at(kinds[piece])) {
      return;
    }
  }
  images_.push_back(std::move(images));
  fixes_piece_ = std::move(fixes_piece);
}

// The placements of a piece that G maps to itself and that there is one of.
struct Candidate {
  std::vector<size_t> placements;
  std::vector<uint64_t> stabilizers;  // For each of them.
};

std::vector<Candidate> FindCandidates(
    const GroupAction& action, const std::vector<Piece>& pieces,
    const std::vector<Placement>& placements) {
  std::vector<Candidate> all(pieces.size());
  for (size_t i = 0; i < placements.size(); ++i) {
    Candidate& candidate = all[placements[i].piece];
    candidate.placements.push_back(i);
    candidate.stabilizers.push_back(action.Stabilizer(action.SetOf(i)));
  }
  std::vector<Candidate> candidates;
  for (size_t piece = 0; piece < pieces.size(); ++piece) {
    if (action.FixesPiece(static_cast<int>(piece)) &&
        pieces[piece].copies == Copies{1, 1}) {
      candidates.push_back(std::move(all[piece]));
    }
  }
  // A piece with few placements leaves few possibilities to begin with.
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) {
                     return a.placements.size() < b.placements.size();
                   });
  return candidates;
}

bool AreDisjoint(const std::vector<int>& a, const std::vector<int>& b) {
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    if (*i == *j) return false;
    ++(*i < *j ? i : j);
  }
  return true;
}

// Whether Q breaks the symmetries that placements of P leave unbroken.
bool Completes(const Candidate& p, const Candidate& q,
               const std::vector<Placement>& placements) {
  for (size_t i = 0; i < p.placements.size(); ++i) {
    if (p.stabilizers[i] == 0) continue;
    for (size_t j = 0; j < q.placements.size(); ++j) {
      if ((p.stabilizers[i] & q.stabilizers[j]) != 0 &&
          AreDisjoint(placements[p.placements[i]].cells,
                      placements[q.placements[j]].cells)) {
        return false;
      }
    }
  }
  return true;
}

// P alone (then Q is null), or P and Q, or nothing.
std::pair<const Candidate*, const Candidate*> ChoosePieces(
    const std::vector<Candidate>& candidates,
    const std::vector<Placement>& placements) {
  for (const Candidate& p : candidates) {
    if (std::all_of(p.stabilizers.begin(), p.stabilizers.end(),
                    [](uint64_t stabilizer) { return stabilizer == 0; })) {
      return {&p, nullptr};
    }
  }
  for (const Candidate& p : candidates) {
    for (const Candidate& q : candidates) {
      if (&p != &q && Completes(p, q, placements)) return {&p, &q};
    }
  }
  return {nullptr, nullptr};
}

}  // namespace

absl::StatusOr<BrokenSymmetry> BreakSymmetry(
    const NumberedBoard& board, const std::vector<Piece>& pieces,
    const std::vector<Placement>& placements, bool space) {
  BrokenSymmetry broken = {
      .keep = std::vector<bool>(placements.size(), true),
      .exclusions = std::vector<std::vector<int>>(placements.size())};
  const GroupAction action(board, pieces, placements, space);
  broken.group_order = action.order();
  if (action.order() == 1) return broken;

  const std::vector<Candidate> candidates =
      FindCandidates(action, pieces, placements);
  const auto [p, q] = ChoosePieces(candidates, placements);
  if (p == nullptr) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the board has ", action.order(),
        " symmetries, and no one or two pieces of which there is exactly one "
        "copy can break them"));
  }

  for (size_t i : p->placements) {
    broken.keep[i] = action.IsLeast(action.SetOf(i), ~uint64_t{0});
  }
  if (q == nullptr) return broken;
  std::map<uint64_t, int> exclusions;  // By the group S.
  for (size_t k = 0; k < p->placements.size(); ++k) {
    const uint64_t stabilizer = p->stabilizers[k];
    const size_t i = p->placements[k];
    if (stabilizer == 0 || !broken.keep[i]) continue;
    const int number = static_cast<int>(exclusions.size());
    broken.exclusions[i].push_back(
        exclusions.emplace(stabilizer, number).first->second);
  }
  for (const auto& [stabilizer, exclusion] : exclusions) {
    for (size_t j : q->placements) {
      if (!action.IsLeast(action.SetOf(j), stabilizer)) {
        broken.exclusions[j].push_back(exclusion);
      }
    }
  }
  broken.exclusion_count = static_cast<int>(exclusions.size());
  return broken;
}

}  // namespace dlx::make
