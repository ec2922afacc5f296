#include "dlx/ask/explain.h"

// Three classes, each of which uses the one before it:
//
//   * Analysis: a small search that can tell why it failed. When an item is
//     dead (PartialCover), the reason is that item, together with the options
//     chosen that took its options away. If none of these is the option tried
//     last, then trying its siblings cannot help: the search goes back to the
//     latest one that is ("conflict-directed backjumping", Prosser 1993), and
//     the items it branched on in between play no part. If all options of an
//     item fail, the reason is the item and all their reasons without these
//     options. At the root only items remain: these are not coverable.
//   * Questions: is this set coverable? By analysis and an engine in turns,
//     because either can be a thousand times as fast as the other: engines see
//     more in a second, and analysis does not repeat itself where parts of a
//     problem have nothing to do with each other. Within the limits.
//   * Deletion: takes items away in chunks that grow while the answer is "still
//     not" and shrink when it is "now it is", until each one that remains is
//     known to be necessary.

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/time/time.h"
#include "absl/types/span.h"
#include "dlx/reduce/partial_cover.h"
#include "dlx/reduce/reducer.h"
#include "dlx/schedule/choice.h"
#include "dlx/schedule/driver.h"
#include "dlx/schedule/limit_watch.h"
#include "dlx/schedule/parts.h"
#include "dlx/search.h"

namespace dlx {
namespace {

using internal::Driver;
using internal::PartialCover;
using internal::Reducer;
using internal::Reduction;

constexpr uint64_t kNodesBetweenLooks = 16;

// Analysis and an engine take turns that grow by this factor. An engine has
// this many times the nodes, which take it about as long; and at least this
// many, to be worth setting one up.
constexpr uint64_t kGrowth = 4;
constexpr uint64_t kEngineShare = 10;
constexpr uint64_t kFewestEngineNodes = 1000;

// A set, as an ascending list.
template <typename T>
using Set = std::vector<T>;

template <typename T>
void Unite(Set<T>& a, const Set<T>& b) {
  if (b.empty()) return;
  const size_t middle = a.size();
  a.insert(a.end(), b.begin(), b.end());
  std::inplace_merge(a.begin(), a.begin() + middle, a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
}

template <typename T>
void Insert(Set<T>& a, T x) {
  const auto it = std::lower_bound(a.begin(), a.end(), x);
  if (it == a.end() || *it != x) a.insert(it, x);
}

template <typename T>
bool Contains(const Set<T>& a, T x) {
  return std::binary_search(a.begin(), a.end(), x);
}

// Why a part of the tree has no cover: as long as the options at these depths
// are chosen, these items cannot be covered together.
struct Conflict {
  Set<size_t> depths;
  Set<ItemId> items;
};

// The answer to a question. If neither is set, a limit came first.
struct Answer {
  // These items, some of those asked about, are not coverable.
  std::optional<Set<ItemId>> core = std::nullopt;
  // A set of options, the givens among them, that covers the items.
  std::optional<std::vector<OptionId>> cover = std::nullopt;
};

class Analysis {
 public:
  explicit Analysis(const Problem& problem) : cover_(problem) {
    for (uint32_t i = 0; i < problem.item_count(); ++i) {
      cover_.SetRequired(ItemId(i), false);
    }
    cover_.FindDead();
  }

  // The item on which the givens clash, if they do.
  std::optional<ItemId> ChooseGivens(absl::Span<const OptionId> givens);

  // Whether the items are coverable. No answer if that takes more than
  // `most_nodes` nodes, or if may_go_on(), which is called now and then,
  // returns false.
  Answer Ask(const Set<ItemId>& items, uint64_t most_nodes,
             absl::FunctionRef<bool()> may_go_on);

  uint64_t nodes() const { return nodes_; }
  // As the givens left it.
  const PartialCover& root() const { return cover_; }

 private:
  // A choice between the options of an item.
  struct Level {
    ItemId item;
    PartialCover::Mark mark;
    std::vector<OptionId> options;  // One of them must be chosen.
    size_t next = 0;
    Conflict conflict;  // Of what was tried so far.
  };

  // An item of `items` that has the fewest options to spare; none if all are
  // covered.
  std::optional<ItemId> ChooseItem(const Set<ItemId>& items) const;
  Level MakeLevel(ItemId item) const;
  // The depths of the choices that took away options of the item.
  Set<size_t> DepthsThatHurt(ItemId item) const;
  // Takes the conflict of the top level's option back to where another option
  // may help. False if there is nowhere to go back to: then `conflict` is that
  // of the root.
  bool GoBack(Conflict& conflict, std::vector<Level>& levels);

  PartialCover cover_;
  uint64_t nodes_ = 0;
};

std::optional<ItemId> Analysis::ChooseGivens(
    absl::Span<const OptionId> givens) {
  for (const OptionId given : givens) {
    if (cover_.is_left(given)) {
      cover_.Choose(given);
      continue;
    }
    const absl::Span<const OptionId> chosen = cover_.chosen();
    const bool is_repeated =
        std::find(chosen.begin(), chosen.end(), given) != chosen.end();
    return is_repeated ? cover_.problem().option(given)[0].item
                       : cover_.reason(given).item;
  }
  return std::nullopt;
}

std::optional<ItemId> Analysis::ChooseItem(const Set<ItemId>& items) const {
  std::optional<ItemId> best;
  uint32_t fewest = 0;
  for (const ItemId item : items) {
    const uint32_t missing = cover_.missing(item);
    if (missing == 0) continue;
    const uint32_t spare = cover_.left(item) - missing;
    if (best && spare >= fewest) continue;
    best = item;
    fewest = spare;
    if (spare == 0) break;
  }
  return best;
}

Set<size_t> Analysis::DepthsThatHurt(ItemId item) const {
  const Problem& problem = cover_.problem();
  const absl::Span<const OptionId> chosen = cover_.chosen();
  Set<size_t> depths;
  for (const OptionId option : cover_.options_of(item)) {
    if (cover_.is_left(option)) continue;
    if (std::find(chosen.begin(), chosen.end(), option) != chosen.end()) {
      continue;
    }
    const PartialCover::Reason reason = cover_.reason(option);
    if (problem.multiplicity(reason.item).high == 1) {
      depths.push_back(reason.depth);
      continue;
    }
    // All the choices that used the item up.
    for (size_t d = 1; d <= reason.depth; ++d) {
      for (const ItemUse& use : problem.option(chosen[d - 1])) {
        if (use.item == reason.item) depths.push_back(d);
      }
    }
  }
  std::sort(depths.begin(), depths.end());
  depths.erase(std::unique(depths.begin(), depths.end()), depths.end());
  return depths;
}

Analysis::Level Analysis::MakeLevel(ItemId item) const {
  Level level{.item = item,
              .mark = cover_.mark(),
              .options = {},
              .conflict = {DepthsThatHurt(item), {item}}};
  for (const OptionId option : cover_.options_of(item)) {
    if (cover_.is_left(option)) level.options.push_back(option);
  }
  // If two of ten options must be chosen, one is among the first nine.
  level.options.resize(level.options.size() - cover_.missing(item) + 1);
  return level;
}

bool Analysis::GoBack(Conflict& conflict, std::vector<Level>& levels) {
  while (!levels.empty()) {
    Level& level = levels.back();
    const size_t depth = level.mark.chosen + 1;
    cover_.UndoTo(level.mark);
    if (Contains(conflict.depths, depth)) {
      conflict.depths.erase(std::lower_bound(conflict.depths.begin(),
                                             conflict.depths.end(), depth));
      Unite(level.conflict.depths, conflict.depths);
      Unite(level.conflict.items, conflict.items);
      if (level.next < level.options.size()) return true;
      conflict = std::move(level.conflict);
    }
    levels.pop_back();
  }
  return false;
}

Answer Analysis::Ask(const Set<ItemId>& items, uint64_t most_nodes,
                     absl::FunctionRef<bool()> may_go_on) {
  const PartialCover::Mark root = cover_.mark();
  for (const ItemId item : items) cover_.SetRequired(item, true);
  cover_.FindDead();
  const uint64_t end = nodes_ + most_nodes;
  Answer answer;
  std::vector<Level> levels;
  while (nodes_ < end) {
    if (++nodes_ % kNodesBetweenLooks == 0 && !may_go_on()) break;
    if (cover_.is_dead()) {
      Conflict conflict{DepthsThatHurt(cover_.dead_item()),
                        {cover_.dead_item()}};
      if (!GoBack(conflict, levels)) {
        answer.core = std::move(conflict.items);
        break;
      }
    } else if (const std::optional<ItemId> item = ChooseItem(items)) {
      levels.push_back(MakeLevel(*item));
    } else {
      answer.cover.emplace(cover_.chosen().begin(), cover_.chosen().end());
      break;
    }
    Level& level = levels.back();
    cover_.Choose(level.options[level.next++]);
  }
  cover_.UndoTo(root);
  for (const ItemId item : items) cover_.SetRequired(item, false);
  cover_.FindDead();
  return answer;
}

class Questions {
 public:
  Questions(const Problem& problem, const ExplainOptions& options,
            Analysis& analysis)
      : problem_(problem),
        options_(options),
        analysis_(analysis),
        start_(SteadyNow()) {}

  // Whether the items are coverable. No answer only if a limit was reached:
  // then outcome() says which.
  absl::StatusOr<Answer> Ask(const Set<ItemId>& items);

  Outcome outcome() const { return outcome_; }
  uint64_t asked() const { return asked_; }
  uint64_t nodes() const { return analysis_.nodes() + engine_nodes_; }

 private:
  // What is left of the limits; sets outcome() if there is nothing.
  Limits Remaining();
  absl::StatusOr<Answer> AskEngine(const Set<ItemId>& items,
                                   const Limits& limits);
  // Of what is left, which has no cover: the items of an independent part that
  // has none. Nothing if it does not fall into parts.
  std::optional<Set<ItemId>> ItemsOfEmptyPart(const Reduction& rest);

  const Problem& problem_;
  const ExplainOptions& options_;
  Analysis& analysis_;
  const absl::Duration start_;
  uint64_t asked_ = 0;
  uint64_t engine_nodes_ = 0;
  Outcome outcome_ = Outcome::kRunning;
};

Limits Questions::Remaining() {
  Limits limits = options_.limits;
  limits.solutions = kUnlimited;
  if (limits.time != absl::InfiniteDuration())
    limits.time -= SteadyNow() - start_;
  if (limits.nodes != kUnlimited) {
    limits.nodes -= std::min(limits.nodes, nodes());
  }
  if (IsInterrupted(limits.interrupter)) {
    outcome_ = Outcome::kInterrupted;
  } else if (limits.nodes == 0) {
    outcome_ = Outcome::kNodeLimit;
  } else if (limits.time <= absl::ZeroDuration()) {
    outcome_ = Outcome::kTimeLimit;
  }
  return limits;
}

absl::StatusOr<Answer> Questions::Ask(const Set<ItemId>& items) {
  const auto may_go_on = [this] {
    Remaining();
    return outcome_ == Outcome::kRunning;
  };
  if (!may_go_on()) return Answer();
  ++asked_;
  // One node, at least: it answers what is plain to see.
  uint64_t turn = std::max<uint64_t>(options_.analysis_nodes, 1);
  for (;; turn *= kGrowth) {
    Limits limits = Remaining();
    Answer answer =
        analysis_.Ask(items, std::min(turn, limits.nodes), may_go_on);
    if (answer.core || answer.cover) return answer;
    limits = Remaining();
    if (outcome_ != Outcome::kRunning) return Answer();
    const uint64_t engine_turn =
        std::max(turn * kEngineShare, kFewestEngineNodes);
    const bool is_last = limits.nodes <= engine_turn;
    limits.nodes = std::min(limits.nodes, engine_turn);
    absl::StatusOr<Answer> from_engine = AskEngine(items, limits);
    if (!from_engine.ok() || from_engine->core || from_engine->cover) {
      return from_engine;
    }
    if (outcome_ == Outcome::kNodeLimit && !is_last) {
      outcome_ = Outcome::kRunning;
    }
    if (!may_go_on()) return Answer();
  }
}

std::optional<Set<ItemId>> Questions::ItemsOfEmptyPart(const Reduction& rest) {
  const SearchOptions options = {.memory_limit = options_.memory_limit};
  const std::optional<internal::SplitProblem> split =
      internal::Reduce(rest.problem(), options).split;
  // What is forced may rest on any item.
  if (!split.has_value() || !split->chosen.empty()) return std::nullopt;
  const LimitWatch watch(Remaining());
  const std::optional<size_t> empty = internal::FindPartWithoutCover(
      *split, options, [&watch] { return !watch.MustStop(); });
  if (!empty.has_value()) return std::nullopt;
  Set<ItemId> items;
  for (const ItemId item : split->parts[*empty].rest.OpenItems()) {
    Insert(items, rest.OriginalItem(item));
  }
  return items;
}

absl::StatusOr<Answer> Questions::AskEngine(const Set<ItemId>& items,
                                            const Limits& limits) {
  Reducer reducer(analysis_.root());
  PartialCover& root = reducer.cover();
  for (const ItemId item : items) root.SetRequired(item, true);
  root.FindDead();
  for (uint32_t o = 0; o < problem_.option_count(); ++o) {
    const OptionId option(o);
    if (!root.is_left(option)) continue;
    // Others could only be in the way.
    const auto helps = [&root](const ItemUse& use) {
      return root.missing(use.item) > 0;
    };
    if (absl::c_none_of(problem_.option(option), helps)) {
      reducer.Exclude(option);
    }
  }
  const Reduction rest = reducer.Rest();
  // Whose nodes are counted does not matter here: several engines may try.
  absl::StatusOr<Driver> driver =
      Driver::Create(Task::kEnumerate, rest.problem(),
                     {.memory_limit = options_.memory_limit});
  if (!driver.ok()) return driver.status();
  driver->SetLimits(limits);
  Answer answer;
  const bool has_cover = driver->Next();
  engine_nodes_ += driver->statistics().nodes;
  if (has_cover) {
    rest.Lift(driver->solution().options, answer.cover.emplace());
  } else if (driver->outcome() == Outcome::kExhausted) {
    answer.core = ItemsOfEmptyPart(rest).value_or(items);
  } else {
    outcome_ = driver->outcome();
  }
  return answer;
}

// Shrinks a set of items that are not coverable.
class Deletion {
 public:
  Deletion(const Problem& problem, Questions& questions,
           const PartialCover& root, Set<ItemId> core)
      : problem_(problem),
        questions_(questions),
        root_(root),
        core_(std::move(core)) {}

  // Until the set is irreducible, or a limit is reached.
  absl::Status Run();

  const Set<ItemId>& core() const { return core_; }
  bool irreducible() const { return necessary_.size() == core_.size(); }

 private:
  // The next items to do without: those that are not known to be necessary,
  // first the ones with many options left, which are easy to cover.
  std::vector<ItemId> NextChunk(size_t size) const;
  // If the options cover all of the core but one item, that one is necessary.
  void LearnFrom(absl::Span<const OptionId> cover);

  const Problem& problem_;
  Questions& questions_;
  const PartialCover& root_;
  Set<ItemId> core_;
  Set<ItemId> necessary_;  // A subset of the core.
};

std::vector<ItemId> Deletion::NextChunk(size_t size) const {
  std::vector<ItemId> chunk;
  std::set_difference(core_.begin(), core_.end(), necessary_.begin(),
                      necessary_.end(), std::back_inserter(chunk));
  size = std::min(size, chunk.size());
  std::stable_sort(chunk.begin(), chunk.end(), [&](ItemId a, ItemId b) {
    return root_.left(a) > root_.left(b);
  });
  chunk.resize(size);
  std::sort(chunk.begin(), chunk.end());
  return chunk;
}

void Deletion::LearnFrom(absl::Span<const OptionId> cover) {
  std::vector<uint32_t> covered(problem_.item_count(), 0);
  for (const OptionId option : cover) {
    for (const ItemUse& use : problem_.option(option)) {
      ++covered[use.item.value()];
    }
  }
  std::optional<ItemId> uncovered;
  for (const ItemId item : core_) {
    if (covered[item.value()] >= problem_.multiplicity(item).low) continue;
    if (uncovered) return;
    uncovered = item;
  }
  if (uncovered) Insert(necessary_, *uncovered);
}

absl::Status Deletion::Run() {
  size_t size = std::max<size_t>(core_.size() / 4, 1);
  while (!irreducible()) {
    const std::vector<ItemId> chunk = NextChunk(size);
    Set<ItemId> rest;
    std::set_difference(core_.begin(), core_.end(), chunk.begin(), chunk.end(),
                        std::back_inserter(rest));
    const absl::StatusOr<Answer> answer = questions_.Ask(rest);
    if (!answer.ok()) return answer.status();
    if (answer->core) {
      core_ = *answer->core;
      size = 2 * chunk.size();
    } else if (answer->cover) {
      LearnFrom(*answer->cover);
      size = std::max<size_t>(chunk.size() / 2, 1);
    } else {
      break;  // A limit.
    }
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Explanation> ExplainNoCover(const Problem& problem,
                                           const ExplainOptions& options) {
  if (absl::Status status = internal::CheckGivens(problem, options.givens);
      !status.ok()) {
    return status;
  }
  Analysis analysis(problem);
  if (const auto clash = analysis.ChooseGivens(options.givens)) {
    return Explanation{.no_cover = true,
                       .clash = clash,
                       .irreducible = true,
                       .outcome = Outcome::kExhausted};
  }
  Set<ItemId> items;
  for (uint32_t i = 0; i < problem.item_count(); ++i) {
    const ItemId item(i);
    if (problem.is_primary(item) && problem.multiplicity(item).low > 0) {
      items.push_back(item);
    }
  }
  Explanation explanation;
  Questions questions(problem, options, analysis);
  absl::StatusOr<Answer> answer = questions.Ask(items);
  if (!answer.ok()) return answer.status();
  explanation.cover = std::move(answer->cover);
  if (answer->core) {
    explanation.no_cover = true;
    Deletion deletion(problem, questions, analysis.root(),
                      *std::move(answer->core));
    if (absl::Status status = deletion.Run(); !status.ok()) return status;
    explanation.items = deletion.core();
    explanation.irreducible = deletion.irreducible();
  }
  explanation.outcome = explanation.irreducible || explanation.cover
                            ? Outcome::kExhausted
                            : questions.outcome();
  explanation.searches = questions.asked();
  explanation.nodes = questions.nodes();
  return explanation;
}

}  // namespace dlx
