#include "sudoku/technique/explainer_chains.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "dlx/ask/deduce/forcing.h"
#include "sudoku/technique/step_memory.h"

namespace sudoku {

std::shared_ptr<StepMemory> NewStepMemory() {
  return std::make_shared<StepMemory>();
}

namespace internal {
namespace {

using enum Technique;
using Kind = PencilMarks::HouseKind;

// 0.1 for each of 4, 6, 8, 12, 16, 24 and so on that are fewer than the
// conclusions without two.
int RatingOfLength(size_t complexity) {
  int added = 0;
  size_t limit = 4;
  for (bool is_odd = false; complexity - 2 > limit; is_odd = !is_odd) {
    ++added;
    limit = is_odd ? limit * 4 / 3 : limit * 3 / 2;
  }
  return added;
}

// By the rating, then by the complexity, then by the kind.
using Rank = std::tuple<int, size_t, int>;

// A hint of forcing, as a step.
struct Hint {
  dlx::Forcing& forcing;
  const dlx::ForcingHint& what;
  Technique technique;
  Rank rank;
};
using Consider = std::function<void(const Hint& hint)>;

// All hints of a board, in the order of Sudoku Explainer.
class HintWalk {
 public:
  HintWalk(const Board& board, Consider consider)
      : board_(board),
        marks_(board.marks()),
        consider_(std::move(consider)),
        ranks_(Ranks()) {}

  dlx::ForcingNets NetsFor(bool cells_rule, bool cells_force,
                           bool houses_force) const {
    const size_t count = board_.state().problem().item_count();
    dlx::ForcingNets nets{.rules_out = std::vector<bool>(count, true),
                          .forces = std::vector<bool>(count, houses_force)};
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      nets.rules_out[board_.cell_item(cell).value()] = cells_rule;
      nets.forces[board_.cell_item(cell).value()] = cells_force;
    }
    return nets;
  }
  dlx::ForcingNets AllNets() const { return NetsFor(true, true, true); }
  // Lives as long as this.
  dlx::Forcing& ForcingOf(dlx::ForcingNets nets) {
    forcings_.push_back(std::make_unique<dlx::Forcing>(
        board_.state(), std::move(nets), ranks_));
    return *forcings_.back();
  }

  // Cycles and chains of one digit, and cycles of cells with two digits. After
  // a hint, `most_complexity` says how complex another may be.
  using MostComplexity = absl::FunctionRef<size_t()>;
  void SimpleChains(MostComplexity most) {
    ChainsOf(NetsFor(false, false, true),
             {kXCycle, 65, kForcingXChain, 66, 2, true}, most);
    ChainsOf(NetsFor(true, true, false), {kYCycle, 65, kYCycle, 0, 3, false},
             most);
  }
  // Those with cells and houses.
  void MixedChains(MostComplexity most) {
    ChainsOf(AllNets(), {kXYCycle, 70, kForcingChain, 70, 4, true}, most);
  }

  void Nishio() {
    dlx::ForcingNets nets = NetsFor(false, false, true);
    nets.is_dynamic = true;
    dlx::Forcing& forcing = ForcingOf(std::move(nets));
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      for (DigitSet rest = marks_.at(cell); rest != 0; rest &= rest - 1) {
        Contradictions(forcing, cell, std::countr_zero(rest) + 1,
                       kNishioForcingChain, 75);
      }
    }
  }

  void Multiple() {
    dlx::Forcing& forcing = ForcingOf(AllNets());
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      if (CountBits(marks_.at(cell)) < 3) continue;
      for (DigitSet rest = marks_.at(cell); rest != 0; rest &= rest - 1) {
        Regions(forcing, cell, std::countr_zero(rest) + 1, kRegionForcingChain,
                80);
      }
      Verities(forcing, board_.cell_item(cell), kCellForcingChain, 80);
    }
  }

  // The techniques of dynamic chains, and the rating of the shortest.
  struct Names {
    Technique contradiction;
    Technique both;
    Technique region;
    Technique cell;
    int rating;
  };
  void Dynamic(dlx::Forcing& forcing, const Names& names) {
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      const int count = CountBits(marks_.at(cell));
      if (count < 2) continue;
      for (DigitSet rest = marks_.at(cell); rest != 0; rest &= rest - 1) {
        const int digit = std::countr_zero(rest) + 1;
        Contradictions(forcing, cell, digit, names.contradiction, names.rating);
        if (count > 2) {
          forcing.VisitDouble(
              board_.option(cell, digit), [&](const dlx::ForcingHint& hint) {
                Visit(forcing, hint, names.both, names.rating, 1);
              });
        }
        Regions(forcing, cell, digit, names.region, names.rating);
      }
      Verities(forcing, board_.cell_item(cell), names.cell, names.rating);
    }
  }

 private:
  std::vector<int> Ranks() const {
    std::vector<int> ranks(board_.state().problem().item_count(), 0);
    for (const auto& [kind, rank] :
         {std::pair(Kind::kBox, 1), std::pair(Kind::kRow, 2),
          std::pair(Kind::kColumn, 3)}) {
      for (const int house : marks_.houses(kind)) {
        for (const dlx::ItemId item : board_.house_items(house)) {
          ranks[item.value()] = rank;
        }
      }
    }
    return ranks;
  }

  void Visit(dlx::Forcing& forcing, const dlx::ForcingHint& hint,
             Technique technique, int rating, int order) {
    consider_({forcing, hint, technique,
               Rank(rating + RatingOfLength(hint.complexity), hint.complexity,
                    order)});
  }

  struct ChainNames {
    Technique cycle;
    int cycle_rating;
    Technique chain;
    int chain_rating;
    int order;
    bool has_chains;
  };
  void ChainsOf(dlx::ForcingNets nets, const ChainNames& names,
                MostComplexity most) {
    dlx::Forcing& forcing = ForcingOf(std::move(nets));
    for (int cell = 0; cell < marks_.cells(); ++cell) {
      const int count = CountBits(marks_.at(cell));
      if (count < 2 || (!names.has_chains && count > 2)) continue;
      for (DigitSet rest = marks_.at(cell); rest != 0; rest &= rest - 1) {
        const dlx::OptionId option =
            board_.option(cell, std::countr_zero(rest) + 1);
        forcing.VisitCycles(option, [&](const dlx::ForcingHint& hint) {
          Visit(forcing, hint, names.cycle, names.cycle_rating, names.order);
        });
        // A chain that is more complex than the best is not easier, if chains
        // and cycles begin with the same rating; else not if it is twice as
        // complex.
        const size_t limit = most();
        forcing.set_most_complexity(
            limit <= SIZE_MAX / 2 && names.cycle_rating != names.chain_rating
                ? 2 * limit
                : limit);
        if (!names.has_chains) continue;
        forcing.VisitChains(option, [&](const dlx::ForcingHint& hint) {
          Visit(forcing, hint, names.chain, names.chain_rating, names.order);
        });
      }
    }
  }

  void Contradictions(dlx::Forcing& forcing, int cell, int digit,
                      Technique technique, int rating) {
    for (const bool is_on : {true, false}) {
      forcing.VisitContradiction(board_.option(cell, digit), is_on,
                                 [&](const dlx::ForcingHint& hint) {
                                   Visit(forcing, hint, technique, rating, 7);
                                 });
    }
  }

  // The houses in which the cell is the first place of the digit.
  void Regions(dlx::Forcing& forcing, int cell, int digit, Technique technique,
               int rating) {
    for (const Kind kind : {Kind::kBox, Kind::kRow, Kind::kColumn}) {
      for (const int house : marks_.houses(kind)) {
        const uint32_t places = marks_.places(house, digit);
        if (CountBits(places) < 2 ||
            marks_.cell(house, std::countr_zero(places)) != cell) {
          continue;
        }
        forcing.VisitVerity(board_.house_items(house)[digit - 1],
                            [&](const dlx::ForcingHint& hint) {
                              Visit(forcing, hint, technique, rating, 6);
                            });
      }
    }
  }

  void Verities(dlx::Forcing& forcing, dlx::ItemId item, Technique technique,
                int rating) {
    forcing.VisitVerity(item, [&](const dlx::ForcingHint& hint) {
      Visit(forcing, hint, technique, rating, 5);
    });
  }

  const Board& board_;
  const PencilMarks& marks_;
  Consider consider_;
  const std::vector<int> ranks_;
  std::vector<std::unique_ptr<dlx::Forcing>> forcings_;
};

constexpr HintWalk::Names kNames[] = {
    {kDynamicContradiction, kDynamicDouble, kDynamicRegion, kDynamicCell, 85},
    {kDynamicPlus, kDynamicPlus, kDynamicPlus, kDynamicPlus, 90},
    {kNestedChains, kNestedChains, kNestedChains, kNestedChains, 95},
    {kNestedMultiple, kNestedMultiple, kNestedMultiple, kNestedMultiple, 100},
    {kNestedDynamic, kNestedDynamic, kNestedDynamic, kNestedDynamic, 105}};

// The easiest hint, of equal ones the first.
class Best {
 public:
  void Take(const Hint& hint) {
    if (has_step() && hint.rank >= rank_) return;
    if (hint.forcing.RemovedBy(hint.what).empty()) return;
    rank_ = hint.rank;
    step_ = {.technique = hint.technique,
             .rating = std::get<0>(hint.rank),
             .deduction = hint.forcing.DeductionOf(hint.what)};
  }

  bool has_step() const { return step_.has_value(); }
  size_t most_complexity() const {
    return has_step() ? std::get<1>(rank_) : SIZE_MAX;
  }
  std::optional<Step>& step() { return step_; }

 private:
  std::optional<Step> step_;
  Rank rank_;
};

// The easiest hint for everything that hints rule out, as inferences. They are
// made at the end; until then, what the hints are of has to live.
class EasiestOfEach {
 public:
  explicit EasiestOfEach(const Board& board)
      : board_(board), single_(board.state().problem().option_count(), 0) {}

  void Take(const Hint& hint) {
    std::vector<dlx::OptionId> removed = hint.forcing.RemovedBy(hint.what);
    if (removed.empty()) return;
    size_t& place = removed.size() == 1 ? single_[removed[0].value()]
                                        : several_[std::move(removed)];
    if (place == 0) {
      found_.push_back({hint.rank, 0, nullptr, {}});
      place = found_.size();
    } else if (hint.rank >= found_[place - 1].rank) {
      return;
    }
    found_[place - 1] = {hint.rank, count_++, &hint.forcing, hint.what};
  }

  dlx::NetInferences Inferences() {
    std::sort(found_.begin(), found_.end(), [](const Found& a, const Found& b) {
      return std::tie(a.rank, a.order) < std::tie(b.rank, b.order);
    });
    auto inferences = std::make_shared<std::vector<dlx::NetInference>>();
    dlx::OptionSet done(board_.state().problem().option_count());
    for (const Found& found : found_) {
      bool is_new = false;
      for (const dlx::OptionId option : found.forcing->RemovedBy(found.what)) {
        is_new |= !done.Has(option);
        done.Add(option);
      }
      if (is_new) inferences->push_back(found.forcing->InferenceOf(found.what));
    }
    return inferences;
  }

 private:
  struct Found {
    Rank rank;
    size_t order;  // In which the best of those that are equal came.
    dlx::Forcing* forcing;
    dlx::ForcingHint what;
  };

  const Board& board_;
  std::vector<size_t> single_;  // By option: its place from 1, or 0.
  absl::flat_hash_map<std::vector<dlx::OptionId>, size_t> several_;
  std::vector<Found> found_;
  size_t count_ = 0;
};

}  // namespace

// ------------------------------------------------------- within other chains

namespace {

class Inner {
 public:
  Inner(const Board& board, StepMemory& memory, int level,
        const ExplainerChains::Easy& easy)
      : board_(board), memory_(memory), level_(level), easy_(easy) {}

  dlx::NetInferences Infer(const dlx::OptionSet& left, bool with_nets) {
    StepMemory::Entry& entry = memory_.EntryOf(left);
    if (!entry.easy.has_value()) entry.easy = Easy(left);
    if (!(*entry.easy)->empty() || level_ == 1 || !with_nets) {
      return *entry.easy;
    }
    if (level_ == ExplainerChains::kMostLevel) {
      if (!entry.dynamic.has_value()) entry.dynamic = Dynamic(left);
      return *entry.dynamic;
    }
    if (!entry.single.has_value()) entry.single = Single(left);
    if (!(*entry.single)->empty() || level_ == 2) return *entry.single;
    if (!entry.multiple.has_value()) entry.multiple = Multiple(left);
    return *entry.multiple;
  }

 private:
  dlx::NetInferences Easy(const dlx::OptionSet& left) const {
    auto inferences = std::make_shared<std::vector<dlx::NetInference>>();
    for (Step& step : easy_(board_.Narrowed(left))) {
      inferences->push_back({.removed = std::move(step.deduction.removed),
                             .base = std::move(step.deduction.base),
                             .cover = std::move(step.deduction.cover)});
    }
    return inferences;
  }

  template <typename Walk>
  dlx::NetInferences All(const dlx::OptionSet& left, Walk walk) const {
    const Board board = board_.Narrowed(left);
    EasiestOfEach easiest(board);
    HintWalk hints(board, [&](const Hint& hint) { easiest.Take(hint); });
    walk(hints);
    return easiest.Inferences();
  }

  dlx::NetInferences Single(const dlx::OptionSet& left) const {
    const auto any = [] { return SIZE_MAX; };
    return All(left, [&](HintWalk& hints) {
      hints.SimpleChains(any);
      hints.MixedChains(any);
    });
  }
  dlx::NetInferences Multiple(const dlx::OptionSet& left) const {
    return All(left, [](HintWalk& hints) { hints.Multiple(); });
  }
  dlx::NetInferences Dynamic(const dlx::OptionSet& left) const {
    return All(left, [](HintWalk& hints) {
      dlx::ForcingNets nets = hints.AllNets();
      nets.is_dynamic = true;
      hints.Dynamic(hints.ForcingOf(std::move(nets)), kNames[0]);
    });
  }

  const Board& board_;
  StepMemory& memory_;
  const int level_;
  const ExplainerChains::Easy& easy_;
};

}  // namespace

// --------------------------------------------------------------- the easiest

ExplainerChains::ExplainerChains(const Board& board, ExplainerContext context,
                                 Easy easy)
    : board_(board), context_(std::move(context)), easy_(std::move(easy)) {}

std::optional<Step> ExplainerChains::Single() {
  Best best;
  HintWalk hints(board_, [&](const Hint& hint) { best.Take(hint); });
  const auto most = [&] { return best.most_complexity(); };
  hints.SimpleChains(most);
  // None of the others is easier than this.
  if (!best.has_step() || best.step()->rating >= 70) hints.MixedChains(most);
  return best.step();
}

std::optional<Step> ExplainerChains::Nishio() {
  Best best;
  HintWalk(board_, [&](const Hint& hint) { best.Take(hint); }).Nishio();
  return best.step();
}

std::optional<Step> ExplainerChains::Multiple() {
  Best best;
  HintWalk(board_, [&](const Hint& hint) { best.Take(hint); }).Multiple();
  return best.step();
}

std::optional<Step> ExplainerChains::Dynamic(int level) {
  Best best;
  HintWalk hints(board_, [&](const Hint& hint) { best.Take(hint); });
  dlx::ForcingNets nets = hints.AllNets();
  nets.is_dynamic = true;
  std::shared_ptr<StepMemory> own;
  if (context_.memory == nullptr) own = NewStepMemory();
  StepMemory& memory = own != nullptr ? *own : *context_.memory;
  Inner inner(board_, memory, level, easy_);
  bool is_over = false;
  if (level > 0) {
    nets.infer = [&](const dlx::OptionSet& left, bool with_nets) {
      is_over = is_over || (context_.is_over != nullptr && context_.is_over());
      return is_over ? nullptr : inner.Infer(left, with_nets);
    };
  }
  dlx::Forcing& forcing = hints.ForcingOf(std::move(nets));
  // What takes few nets within nets bounds how complex others may be.
  size_t nested = level > 1 ? 1 : 0;
  do {
    forcing.set_most_nested(nested++);
    hints.Dynamic(forcing, kNames[level]);
    forcing.set_most_complexity(best.most_complexity());
  } while (level > 1 && forcing.has_unfinished() && !is_over);
  if (is_over) return std::nullopt;
  return best.step();
}

}  // namespace internal
}  // namespace sudoku
