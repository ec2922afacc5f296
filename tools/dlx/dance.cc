#include "tools/dlx/dance.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "dlx/ask/deduce.h"
#include "dlx/ask/watch.h"
#include "dlx/engine/search_event.h"
#include "tools/dlx/explain_steps.h"

namespace dlx::tool {

namespace {

using Kind = DanceStep::Kind;

// Makes steps of the engine's choices, on lists of its own.
class Choreographer {
 public:
  Choreographer(const Problem& problem, size_t most_steps)
      : problem_(problem),
        most_steps_(most_steps),
        lists_(problem.item_count()) {
    for (uint32_t k = 0; k < problem.option_count(); ++k) {
      for (const ItemUse& use : problem.option(OptionId(k))) {
        lists_[use.item.value()].push_back(OptionId(k));
      }
    }
  }

  // False if there are steps enough.
  bool Follow(const SearchEvent& event) {
    using Event = SearchEvent::Kind;
    // How far the items of an option are covered shows in what comes next.
    if (pending_.has_value()) CoverOthers(event);
    switch (event.kind) {
      case Event::kBranch:
        Add({.kind = Kind::kBranch,
             .item = event.item,
             .count = event.options});
        marks_.push_back(undo_.size());
        branched_on_.push_back(event.item);
        Cover(event.item);
        break;
      case Event::kChoose:
        Add({.kind = Kind::kTry, .option = event.option});
        marks_.push_back(undo_.size());
        pending_ = event.option;
        break;
      case Event::kDeadEnd:
        Add({.kind = Kind::kDeadEnd, .item = event.item});
        break;
      case Event::kCover:
        Add({.kind = Kind::kCover});
        break;
      case Event::kTakeBack:
        RelinkToMark();
        Add({.kind = Kind::kTakeBack, .option = event.option});
        break;
      case Event::kClose:
        RelinkToMark();
        branched_on_.pop_back();
        Add({.kind = Kind::kClose, .item = event.item});
        break;
    }
    return !is_cut_;
  }

  // The nodes of what is out leave their lists, and the items of what is taken
  // are covered.
  void Follow(const Deduction& deduction) {
    const std::string reason = ReasonOf(problem_, deduction);
    for (const OptionId option : deduction.removed) {
      for (const ItemUse& use : problem_.option(option)) {
        Do({.kind = Kind::kUnlinkNode,
            .item = use.item,
            .option = option,
            .reason = reason});
      }
    }
    for (const OptionId option : deduction.placed) {
      Add({.kind = Kind::kTry, .option = option, .reason = reason});
      for (const ItemUse& use : problem_.option(option)) Cover(use.item);
    }
  }
  void End(const DeductionState& state) {
    const std::optional<ItemId> dead = state.DeadItem();
    if (dead.has_value()) Add({.kind = Kind::kDeadEnd, .item = *dead});
    if (state.is_solved()) Add({.kind = Kind::kCover});
  }

  bool is_cut() const { return is_cut_; }
  std::vector<DanceStep> TakeSteps() { return std::move(steps_); }

 private:
  void Add(const DanceStep& step) {
    is_cut_ = is_cut_ || steps_.size() == most_steps_;
    if (!is_cut_) steps_.push_back(step);
  }

  // Covers the other items of the option that was chosen, from the one that was
  // branched on to the right, going round; but not beyond what has left some
  // item without options, if that is what comes next.
  void CoverOthers(const SearchEvent& next) {
    const absl::Span<const ItemUse> uses = problem_.option(*pending_);
    pending_ = std::nullopt;
    size_t own = 0;
    while (uses[own].item != branched_on_.back()) ++own;
    for (size_t i = 1; i < uses.size(); ++i) {
      Cover(uses[(own + i) % uses.size()].item);
      if (next.kind == SearchEvent::Kind::kDeadEnd &&
          lists_[next.item.value()].empty()) {
        return;
      }
    }
  }

  void Cover(ItemId item) {
    Do({.kind = Kind::kUnlinkHeader, .item = item});
    for (const OptionId option : lists_[item.value()]) {
      const absl::Span<const ItemUse> uses = problem_.option(option);
      size_t own = 0;
      while (uses[own].item != item) ++own;
      for (size_t i = 1; i < uses.size(); ++i) {
        const ItemId other = uses[(own + i) % uses.size()].item;
        Do({.kind = Kind::kUnlinkNode, .item = other, .option = option});
      }
    }
  }

  // A step that is to be taken back.
  void Do(const DanceStep& step) {
    Add(step);
    undo_.push_back(step);
    if (step.kind != Kind::kUnlinkNode) return;
    std::vector<OptionId>& list = lists_[step.item.value()];
    list.erase(std::find(list.begin(), list.end(), step.option));
  }

  void RelinkToMark() {
    while (undo_.size() > marks_.back()) {
      DanceStep step = undo_.back();
      undo_.pop_back();
      if (step.kind == Kind::kUnlinkNode) {
        std::vector<OptionId>& list = lists_[step.item.value()];
        list.insert(std::lower_bound(list.begin(), list.end(), step.option),
                    step.option);
        step.kind = Kind::kRelinkNode;
      } else {
        step.kind = Kind::kRelinkHeader;
      }
      Add(step);
    }
    marks_.pop_back();
  }

  const Problem& problem_;
  const size_t most_steps_;
  std::vector<std::vector<OptionId>> lists_;  // By item; ascending.
  std::vector<DanceStep> steps_;
  bool is_cut_ = false;
  std::vector<DanceStep> undo_;
  std::vector<size_t> marks_;        // Of kBranch and kTry in undo_.
  std::vector<ItemId> branched_on_;  // Those that are open.
  std::optional<OptionId> pending_;  // Chosen; its items are not covered yet.
};

// The step that undoes one of that kind; others change nothing.
Kind InverseOf(Kind kind) {
  constexpr std::pair<Kind, Kind> kInverses[] = {
      {Kind::kUnlinkHeader, Kind::kRelinkHeader},
      {Kind::kUnlinkNode, Kind::kRelinkNode},
      {Kind::kTry, Kind::kTakeBack},
      {Kind::kHookDown, Kind::kUnlinkNode}};
  for (const auto& [step, back] : kInverses) {
    if (kind == step) return back;
    if (kind == back) return step;
  }
  return kind;
}

std::vector<DanceStep> StepsOfBuilding(const Problem& problem) {
  std::vector<DanceStep> steps;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    const OptionId option(k);
    for (const ItemUse& use : problem.option(option)) {
      steps.push_back(
          {.kind = Kind::kHookDown, .item = use.item, .option = option});
      if (use.item == problem.option(option).front().item) continue;
      steps.push_back(
          {.kind = Kind::kHookRight, .item = use.item, .option = option});
    }
  }
  return steps;
}

absl::Status CheckFits(const Problem& problem) {
  if (problem.item_count() > Dance::kMostItems ||
      problem.option_count() > Dance::kMostOptions) {
    return absl::InvalidArgumentError(absl::StrCat(
        "a problem to watch has at most ", Dance::kMostItems, " items and ",
        Dance::kMostOptions, " options, and this one has ",
        problem.item_count(), " and ", problem.option_count()));
  }
  if (problem.has_colors() || problem.has_multiplicities()) {
    return absl::InvalidArgumentError(
        absl::StrCat("a problem to watch has plain items, and this one has ",
                     problem.has_colors() ? "colours" : "multiplicities"));
  }
  return absl::OkStatus();
}

}  // namespace

Dance::Dance(const Problem& problem, OptionNames names, bool shows_building)
    : problem_(problem),
      names_(std::move(names)),
      shows_building_(shows_building),
      node_is_built_(problem.option_count() * problem.item_count()),
      node_is_linked_(node_is_built_.size()),
      header_is_linked_(problem.item_count(), true),
      lengths_(problem.item_count()) {
  if (shows_building) return;
  for (uint32_t k = 0; k < problem.option_count(); ++k) {
    for (const ItemUse& use : problem.option(OptionId(k))) {
      node_is_built_[IndexOf(OptionId(k), use.item)] = true;
      node_is_linked_[IndexOf(OptionId(k), use.item)] = true;
      ++lengths_[use.item.value()];
    }
  }
}

absl::StatusOr<Dance> Dance::Blank(const Problem& problem,
                                   bool shows_building) {
  absl::Status status = CheckFits(problem);
  if (!status.ok()) return status;
  OptionNames names = NamesOfOptions(problem);
  const absl::StatusOr<Problem> unnamed = WithoutNames(problem, names);
  if (!unnamed.ok()) return unnamed.status();
  Dance dance(*unnamed, std::move(names), shows_building);
  if (shows_building) dance.steps_ = StepsOfBuilding(dance.problem_);
  return dance;
}

absl::StatusOr<Dance> Dance::Of(const Problem& problem, size_t most_steps,
                                bool shows_building) {
  absl::StatusOr<Dance> dance = Blank(problem, shows_building);
  if (!dance.ok()) return dance.status();
  Choreographer choreographer(dance->problem_, most_steps);
  const absl::Status status = WatchDancingLinks(
      dance->problem_, {},
      [&](const SearchEvent& event) { return choreographer.Follow(event); });
  if (!status.ok()) return status;
  dance->is_cut_ = choreographer.is_cut();
  absl::c_copy(choreographer.TakeSteps(), std::back_inserter(dance->steps_));
  return dance;
}

absl::StatusOr<Dance> Dance::OfReasons(const Problem& problem,
                                       size_t most_steps) {
  absl::StatusOr<Dance> dance = Blank(problem);
  if (!dance.ok()) return dance.status();
  absl::StatusOr<DeductionState> state =
      DeductionState::Create(dance->problem_);
  if (!state.ok()) return state.status();
  Choreographer choreographer(dance->problem_, most_steps);
  while (!choreographer.is_cut()) {
    const std::optional<Deduction> step = NextDeduction(*state);
    if (!step.has_value()) break;
    choreographer.Follow(*step);
    state->Apply(*step);
  }
  choreographer.End(*state);
  dance->is_cut_ = choreographer.is_cut();
  absl::c_copy(choreographer.TakeSteps(), std::back_inserter(dance->steps_));
  return dance;
}

void Dance::Seek(size_t step) {
  while (step_ < step) Apply(steps_[step_++]);
  while (step_ > step) TakeBack(steps_[--step_]);
}

void Dance::SetNode(const DanceStep& step, bool linked) {
  node_is_linked_[IndexOf(step.option, step.item)] = linked;
  lengths_[step.item.value()] += linked ? 1 : -1;
}

void Dance::Apply(const DanceStep& step) {
  switch (step.kind) {
    case Kind::kUnlinkHeader:
      header_is_linked_[step.item.value()] = false;
      break;
    case Kind::kRelinkHeader:
      header_is_linked_[step.item.value()] = true;
      break;
    case Kind::kUnlinkNode:
      SetNode(step, false);
      break;
    case Kind::kHookDown:
      node_is_built_[IndexOf(step.option, step.item)] = true;
      [[fallthrough]];
    case Kind::kRelinkNode:
      SetNode(step, true);
      break;
    case Kind::kTry:
      tried_.push_back(step.option);
      break;
    case Kind::kTakeBack:
      tried_.pop_back();
      break;
    default:  // The lists stay as they are.
      break;
  }
}

void Dance::TakeBack(const DanceStep& step) {
  DanceStep inverse = step;
  inverse.kind = InverseOf(step.kind);
  Apply(inverse);
  if (step.kind == Kind::kHookDown) {
    node_is_built_[IndexOf(step.option, step.item)] = false;
  }
}

std::string Dance::DescriptionOf(size_t step) const {
  if (step == 0) {
    return shows_building_ ? "the headers of the items, without any node"
                           : "every node is in its list";
  }
  const DanceStep& last = steps_[step - 1];
  const std::string item = problem_.item_name(last.item);
  const std::string option = names_.names[last.option.value()];
  switch (last.kind) {
    case Kind::kBranch:
      return absl::StrCat("branch on ", item,
                          ": no item has fewer options; it has ", last.count);
    case Kind::kUnlinkHeader:
      return absl::StrCat("cover ", item);
    case Kind::kUnlinkNode:
      return absl::StrCat(
          "unlink ", item, " of ", option,
          last.reason.empty() ? "" : ", which is out: ", last.reason);
    case Kind::kTry:
      return last.reason.empty()
                 ? absl::StrCat("try ", option)
                 : absl::StrCat("take ", option, ": ", last.reason);
    case Kind::kDeadEnd:
      return absl::StrCat("dead end: nothing is left for ", item);
    case Kind::kCover: {
      // As it was then, wherever the dance is now.
      std::vector<OptionId> tried;
      for (size_t i = 0; i < step; ++i) {
        if (steps_[i].kind == Kind::kTry) tried.push_back(steps_[i].option);
        if (steps_[i].kind == Kind::kTakeBack) tried.pop_back();
      }
      return absl::StrCat("a cover: ", CoverAsNames(names_, tried));
    }
    case Kind::kRelinkNode:
      return absl::StrCat("link ", item, " of ", option, " again");
    case Kind::kRelinkHeader:
      return absl::StrCat("uncover ", item);
    case Kind::kTakeBack:
      return absl::StrCat("take back ", option);
    case Kind::kClose:
      return absl::StrCat("all options of ", item, " have been tried");
    case Kind::kHookDown:
      return absl::StrCat("hook ", item, " of ", option,
                          " down: it is the last of ", item, " so far");
    case Kind::kHookRight:
      return absl::StrCat("hook ", item, " of ", option,
                          " right: it is the last of ", option, " so far");
  }
  return "";
}

}  // namespace dlx::tool
