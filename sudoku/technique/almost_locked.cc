// Almost locked sets: cells of a house that have one digit more than they are.
// Without one of their digits, each other one is in one of the cells.
//
// Two sets are linked by a digit if each place of it in one set sees each place
// in the other: one of the sets has to do without it. What is done with that:
// two sets (XZ), three (XY-Wing), a chain of them, and a cell each of whose
// candidates takes a digit from a set (Death Blossom).

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "sudoku/technique/finders.h"
#include "sudoku/technique/step_memory.h"

namespace sudoku::internal {

using enum Technique;

std::vector<dlx::AlmostCovered> AlmostLockedSets(const Board& board,
                                                 size_t least) {
  std::vector<dlx::AlmostCovered> sets;
  std::set<std::vector<dlx::ItemId>> seen;
  const absl::Span<const House> houses = board.geometry().houses();
  for (size_t house = 0; house < houses.size(); ++house) {
    std::vector<dlx::ItemId> cells;
    for (const int cell : houses[house].cells) {
      if (board.is_open(cell)) cells.push_back(board.cell_item(cell));
    }
    for (size_t size = least; size < cells.size(); ++size) {
      dlx::VisitAlmostCovered(board.state(), cells, board.house_items(house),
                              size, [&](dlx::AlmostCovered set) {
                                if (seen.insert(set.base).second) {
                                  sets.push_back(std::move(set));
                                }
                                return true;
                              });
    }
  }
  return sets;
}

namespace {

constexpr size_t kLongestChain = 12;
// Enough for 9x9; larger puzzles take no more.
constexpr uint64_t kSetEffort = 2'000'000;

// A set, and by digit - 1 its places and what these rule out.
struct LockedSet {
  const dlx::AlmostCovered* set;
  DigitSet digits = 0;
  std::vector<dlx::OptionSet> places;
  std::vector<dlx::OptionSet> out;
};

struct Neighbour {
  uint32_t set;
  int digit;
};

}  // namespace

class LockedSets {
 public:
  // A set, and the digits that link it to another one.
  struct Linked {
    uint32_t set;
    DigitSet digits;
  };

  explicit LockedSets(const Board& board) : found_(AlmostLockedSets(board, 1)) {
    const size_t size = board.geometry().size();
    const dlx::OptionSet none(board.state().problem().option_count());
    for (const dlx::AlmostCovered& set : found_) {
      LockedSet locked{&set, 0, std::vector(size, none),
                       std::vector(size, none)};
      for (size_t k = 0; k < set.groups.size(); ++k) {
        const int digit = MeaningOf(board, set.cover[k]).digit;
        locked.digits |= DigitBit(digit);
        locked.places[digit - 1] = set.groups[k];
        locked.out[digit - 1] = board.state().CommonConflicts(set.groups[k]);
      }
      sets_.push_back(std::move(locked));
    }
    later_.resize(sets_.size());
  }
  LockedSets(const LockedSets&) = delete;
  LockedSets& operator=(const LockedSets&) = delete;

  const std::vector<LockedSet>& all() const { return sets_; }

  // The sets behind this one that are linked to it.
  const std::vector<Linked>& LaterOf(uint32_t set) {
    if (!later_[set].has_value()) {
      later_[set].emplace();
      for (uint32_t other = set + 1; other < sets_.size(); ++other) {
        const DigitSet digits = LinksOf(set, other);
        if (digits != 0) later_[set]->push_back({other, digits});
      }
    }
    return *later_[set];
  }

 private:
  // The digits that at most one of the sets has.
  DigitSet LinksOf(uint32_t a, uint32_t b) const {
    DigitSet links = 0;
    for (DigitSet rest = sets_[a].digits & sets_[b].digits; rest != 0;
         rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      if (sets_[a].places[i].IsIn(sets_[b].out[i])) links |= DigitBit(i + 1);
    }
    return links;
  }

  const std::vector<dlx::AlmostCovered> found_;
  std::vector<LockedSet> sets_;
  std::vector<std::optional<std::vector<Linked>>> later_;
};

namespace {

class AlmostLockedWalk {
 public:
  AlmostLockedWalk(const Board& board, LockedSets& sets, VisitStep visit)
      : board_(board),
        state_(board.state()),
        visit_(visit),
        locked_(sets),
        sets_(sets.all()),
        none_(state_.problem().option_count()) {}

  bool VisitPairs() {
    for (uint32_t a = 0; a < sets_.size(); ++a) {
      for (const auto& [b, links] : locked_.LaterOf(a)) {
        for (DigitSet rest = links; rest != 0; rest &= rest - 1) {
          const int digit = std::countr_zero(rest) + 1;
          if (!VisitDoubleLinks(a, b, digit,
                                links & ~(DigitBit(digit + 1) - 1))) {
            return false;
          }
          if (!ConcludeChain(kAlmostLockedXZ, {a, b}, {digit})) return false;
        }
      }
    }
    return true;
  }

  bool VisitTriples() {
    FindNeighbours();
    for (uint32_t pivot = 0; pivot < sets_.size(); ++pivot) {
      const std::vector<Neighbour>& near = neighbours_[pivot];
      for (size_t i = 0; i < near.size(); ++i) {
        for (size_t k = i + 1; k < near.size(); ++k) {
          if (near[i].digit == near[k].digit || near[i].set == near[k].set) {
            continue;
          }
          if (!ConcludeChain(kAlmostLockedXYWing,
                             {near[i].set, pivot, near[k].set},
                             {near[i].digit, near[k].digit})) {
            return false;
          }
        }
      }
    }
    return true;
  }

  // Breadth first from each set and each digit that leads out of it.
  bool VisitChainsOfSets() {
    FindNeighbours();
    for (uint32_t start = 0; start < sets_.size(); ++start) {
      for (DigitSet rest = sets_[start].digits; rest != 0; rest &= rest - 1) {
        if (!ChainsFrom(start, std::countr_zero(rest) + 1)) return false;
      }
    }
    return true;
  }

  bool VisitBlossoms() {
    for (int stem = 0; stem < board_.geometry().cell_count(); ++stem) {
      for (int digit = 1; digit <= board_.geometry().size(); ++digit) {
        effort_ = kSetEffort / 10;
        chosen_.clear();
        if (!AddPetal(stem, digit, board_.candidates(stem), state_.left())) {
          return false;
        }
      }
    }
    return true;
  }

 private:
  struct Node {
    uint32_t set;
    int digit;  // That led here.
    int parent;
    size_t length;
  };

  // What one of two sets rules out, of the digits that both have but `but`.
  dlx::OptionSet CommonOut(uint32_t a, uint32_t b, DigitSet but) const {
    dlx::OptionSet out = none_;
    for (DigitSet rest = sets_[a].digits & sets_[b].digits & ~but; rest != 0;
         rest &= rest - 1) {
      const int i = std::countr_zero(rest);
      out |= sets_[a].out[i] & sets_[b].out[i];
    }
    return out;
  }

  // Two links: each set does without one of the two digits, and has all others.
  bool VisitDoubleLinks(uint32_t a, uint32_t b, int digit, DigitSet others) {
    for (; others != 0; others &= others - 1) {
      const int other = std::countr_zero(others) + 1;
      dlx::OptionSet out = none_;
      for (const int link : {digit, other}) {
        out |= sets_[a].out[link - 1] & sets_[b].out[link - 1];
      }
      for (const uint32_t set : {a, b}) {
        DigitSet kept = sets_[set].digits & ~DigitBit(digit) & ~DigitBit(other);
        for (; kept != 0; kept &= kept - 1) {
          out |= sets_[set].out[std::countr_zero(kept)];
        }
      }
      if (out.empty()) continue;
      dlx::Deduction loop{.kind = dlx::Deduction::Kind::kChain,
                          .removed = out.ToVector(),
                          .is_loop = true};
      AddLink(a, DigitBit(other), DigitBit(digit), loop);
      AddLink(b, DigitBit(digit), DigitBit(other), loop);
      if (!Conclude(kAlmostLockedXZ, std::move(loop))) return false;
    }
    return true;
  }

  // Sets, and the digits that link each to the next. What the first and the
  // last one have in common is in one of them.
  bool ConcludeChain(Technique technique, absl::Span<const uint32_t> sets,
                     absl::Span<const int> links) {
    const DigitSet ends = DigitBit(links.front()) | DigitBit(links.back());
    const dlx::OptionSet out = CommonOut(sets.front(), sets.back(), ends);
    if (out.empty()) return true;
    DigitSet common = 0;
    for (int digit = 1; digit <= board_.geometry().size(); ++digit) {
      if (out.Meets(board_.options_of_digit(digit))) common |= DigitBit(digit);
    }
    dlx::Deduction chain{.kind = dlx::Deduction::Kind::kChain,
                         .removed = out.ToVector()};
    for (size_t i = 0; i < sets.size(); ++i) {
      AddLink(sets[i], i == 0 ? common : DigitBit(links[i - 1]),
              i < links.size() ? DigitBit(links[i]) : common, chain);
    }
    return Conclude(technique, std::move(chain));
  }

  // Without the digits `off`, the set has those of `on`.
  void AddLink(uint32_t set, DigitSet off, DigitSet on,
               dlx::Deduction& deduction) const {
    const std::vector<dlx::ItemId>& base = sets_[set].set->base;
    deduction.links.push_back({base.front(),
                               PlacesOf(set, off),
                               PlacesOf(set, on),
                               {base.begin() + 1, base.end()}});
  }

  std::vector<dlx::OptionId> PlacesOf(uint32_t set, DigitSet digits) const {
    dlx::OptionSet places = none_;
    for (; digits != 0; digits &= digits - 1) {
      places |= sets_[set].places[std::countr_zero(digits)];
    }
    return places.ToVector();
  }

  bool Conclude(Technique technique, dlx::Deduction deduction) {
    for (const dlx::ChainLink& link : deduction.links) {
      deduction.base.push_back(link.item);
      deduction.base.insert(deduction.base.end(), link.more_items.begin(),
                            link.more_items.end());
    }
    std::sort(deduction.base.begin(), deduction.base.end());
    deduction.base.erase(
        std::unique(deduction.base.begin(), deduction.base.end()),
        deduction.base.end());
    return visit_(StepOf(technique, std::move(deduction)));
  }

  void FindNeighbours() {
    neighbours_.resize(sets_.size());
    for (uint32_t a = 0; a < sets_.size(); ++a) {
      for (const auto& [b, links] : locked_.LaterOf(a)) {
        for (DigitSet rest = links; rest != 0; rest &= rest - 1) {
          const int digit = std::countr_zero(rest) + 1;
          neighbours_[a].push_back({b, digit});
          neighbours_[b].push_back({a, digit});
        }
      }
    }
  }

  bool ChainsFrom(uint32_t start, int first_digit) {
    std::vector<DigitSet> seen(sets_.size(), 0);
    std::vector<Node> nodes;
    for (const Neighbour& next : neighbours_[start]) {
      if (next.digit != first_digit) continue;
      seen[next.set] |= DigitBit(next.digit);
      nodes.push_back({next.set, next.digit, -1, 2});
    }
    for (size_t i = 0; i < nodes.size(); ++i) {
      const Node node = nodes[i];
      if (node.length > 3 && !ConcludeNode(start, nodes, i)) {
        return false;
      }
      if (node.length == kLongestChain) continue;
      for (const Neighbour& next : neighbours_[node.set]) {
        if (next.digit == node.digit || next.set == start ||
            (seen[next.set] & DigitBit(next.digit)) != 0) {
          continue;
        }
        seen[next.set] |= DigitBit(next.digit);
        nodes.push_back(
            {next.set, next.digit, static_cast<int>(i), node.length + 1});
      }
    }
    return true;
  }

  bool ConcludeNode(uint32_t start, const std::vector<Node>& nodes, size_t i) {
    std::vector<uint32_t> sets;
    std::vector<int> links;
    for (int k = static_cast<int>(i); k >= 0; k = nodes[k].parent) {
      sets.push_back(nodes[k].set);
      links.push_back(nodes[k].digit);
    }
    sets.push_back(start);
    return ConcludeChain(kAlmostLockedChain, sets, links);
  }

  // Of all digits that each petal has if it loses its candidate of the stem.
  dlx::OptionSet OutOfPetals(int stem) const {
    dlx::OptionSet out = none_;
    DigitSet common = ~board_.candidates(stem);
    for (const uint32_t set : chosen_) common &= sets_[set].digits;
    for (; common != 0; common &= common - 1) {
      dlx::OptionSet its = state_.left();
      for (const uint32_t set : chosen_) {
        its &= sets_[set].out[std::countr_zero(common)];
      }
      out |= its;
    }
    return out;
  }

  // The stem has one of its candidates, and then its petal has the digit.
  bool ConcludeBlossom(int stem, int digit) {
    const dlx::OptionSet removed = OutOfPetals(stem);
    if (removed.empty()) return true;
    dlx::Deduction blossom{.kind = dlx::Deduction::Kind::kForcing,
                           .removed = removed.ToVector()};
    DigitSet candidates = board_.candidates(stem);
    for (const uint32_t petal : chosen_) {
      const int candidate = std::countr_zero(candidates) + 1;
      candidates &= candidates - 1;
      blossom.links.push_back(
          {board_.cell_item(stem), {}, {board_.option(stem, candidate)}});
      AddLink(petal, DigitBit(candidate), DigitBit(digit), blossom);
    }
    return Conclude(kDeathBlossom, std::move(blossom));
  }

  // A set for each candidate of the stem from the first of `rest` on, that
  // loses it and so has `digit`; `removed` is what all of them rule out so far.
  bool AddPetal(int stem, int digit, DigitSet rest,
                const dlx::OptionSet& removed) {
    if (rest == 0) {
      return chosen_.size() < 2 || ConcludeBlossom(stem, digit);
    }
    const int candidate = std::countr_zero(rest) + 1;
    if (candidate == digit) return true;
    const dlx::OptionSet& out =
        state_.conflicts(board_.option(stem, candidate));
    std::vector<dlx::OptionSet> tried;
    for (uint32_t i = 0; i < sets_.size(); ++i) {
      const LockedSet& set = sets_[i];
      if ((set.digits & DigitBit(digit)) == 0 ||
          (set.digits & DigitBit(candidate)) == 0 ||
          !set.places[candidate - 1].IsIn(out)) {
        continue;
      }
      const dlx::OptionSet next = removed & set.out[digit - 1];
      if (next.empty() ||
          std::find(tried.begin(), tried.end(), next) != tried.end()) {
        continue;
      }
      if (effort_ == 0) return true;
      --effort_;
      tried.push_back(next);
      chosen_.push_back(i);
      const bool goes_on = AddPetal(stem, digit, rest & (rest - 1), next);
      chosen_.pop_back();
      if (!goes_on) return false;
    }
    return true;
  }

  const Board& board_;
  const dlx::DeductionState& state_;
  VisitStep visit_;
  LockedSets& locked_;
  const std::vector<LockedSet>& sets_;
  const dlx::OptionSet none_;
  std::vector<std::vector<Neighbour>> neighbours_;
  std::vector<uint32_t> chosen_;
  uint64_t effort_ = 0;
};

}  // namespace

bool VisitAlmostLocked(const Board& board, Technique technique,
                       StepMemory* memory, VisitStep visit) {
  std::shared_ptr<LockedSets> own;
  std::shared_ptr<LockedSets>& sets =
      memory != nullptr ? memory->LockedSetsOf(board.state().left()) : own;
  if (sets == nullptr) sets = std::make_shared<LockedSets>(board);
  AlmostLockedWalk walk(board, *sets, visit);
  switch (technique) {
    case kAlmostLockedXZ:
      return walk.VisitPairs();
    case kAlmostLockedXYWing:
      return walk.VisitTriples();
    case kAlmostLockedChain:
      return walk.VisitChainsOfSets();
    default:
      return walk.VisitBlossoms();
  }
}

}  // namespace sudoku::internal
