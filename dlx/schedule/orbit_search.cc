#include "dlx/schedule/orbit_search.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/reduce/reducer.h"
#include "dlx/reduce/symmetry/automorphisms.h"
#include "dlx/reduce/symmetry/problem_graph.h"
#include "dlx/schedule/choice.h"

namespace dlx::internal {
namespace {

// Nanoseconds, for each use of an item: to make what is left and its graph, and
// to refine a partition of it.
constexpr double kLookOfUse = 300;
constexpr double kPartitionOfUse = 60;
// If a look came to no end, the next one comes after so many times as long. And
// how many looks there are.
constexpr double kNextLook = 8;
constexpr uint32_t kMostLooks = 3;
// A case is not counted anew if that much of it is done.
constexpr double kTooLate = 0.25;
constexpr size_t kMostMemory = size_t{64} << 20;

// An item whose options are all the choice, by their orbits.
struct ChoiceOfOrbits {
  // The first option of each orbit, and how many there are in it.
  std::vector<std::pair<OptionId, uint32_t>> orbits;
};

// All orbits of options of a problem, as far as they are options of one item.
class OrbitChooser {
 public:
  OrbitChooser(const Problem& problem, const ProblemGraph& graph,
               const Automorphisms& automorphisms)
      : options_(problem.item_count()) {
    Orbits orbits(graph.graph().size());
    for (const Permutation& p : automorphisms.generators) orbits.Add(p);
    for (uint32_t i = 0; i < problem.option_count(); ++i) {
      const OptionId option(i);
      const uint32_t orbit = orbits.Find(graph.VertexOf(option));
      for (const ItemUse& use : problem.option(option)) {
        if (IsChosenOnce(problem, use.item)) {
          options_[use.item.value()].emplace_back(orbit, option);
        }
      }
    }
  }

  // Nothing if no choice seems to be worth its while. `own` is what the search
  // itself begins with, if that is known: to begin with it can only gain. Of n
  // options, m of which are to be tried, others seem as good as an own item if
  // their m / sqrt(n) is that much less, because what they leave is searched in
  // an order that may be worse.
  std::optional<ChoiceOfOrbits> Best(std::optional<ItemId> own) {
    constexpr double kOther = 1.4;
    constexpr double kWorthIt = 0.7;
    double plain = std::numeric_limits<double>::infinity();
    if (own.has_value()) plain = Root(*own);
    double least = plain;
    std::optional<ChoiceOfOrbits> best;
    for (uint32_t i = 0; i < options_.size(); ++i) {
      const ItemId item(i);
      if (options_[i].empty()) continue;
      if (!own.has_value()) plain = std::min(plain, Root(item));
      ChoiceOfOrbits choice = ChoiceOf(options_[i]);
      const double price = static_cast<double>(choice.orbits.size()) /
                           Root(item) * (item == own ? 1 : kOther);
      if (price >= least) continue;
      least = price;
      best = std::move(choice);
    }
    return least <= kWorthIt * plain ? best : std::nullopt;
  }

  size_t CountOf(ItemId item) const { return options_[item.value()].size(); }

 private:
  static bool IsChosenOnce(const Problem& problem, ItemId item) {
    return problem.is_primary(item) &&
           problem.multiplicity(item) == Multiplicity();
  }

  double Root(ItemId item) const {
    return std::sqrt(static_cast<double>(CountOf(item)));
  }

  static ChoiceOfOrbits ChoiceOf(
      std::vector<std::pair<uint32_t, OptionId>>& options) {
    std::sort(options.begin(), options.end());
    ChoiceOfOrbits choice;
    for (size_t i = 0; i < options.size(); ++i) {
      if (i == 0 || options[i].first != options[i - 1].first) {
        choice.orbits.emplace_back(options[i].second, 0);
      }
      ++choice.orbits.back().second;
    }
    return choice;
  }

  // The options of each item that is chosen once, with their orbits.
  std::vector<std::vector<std::pair<uint32_t, OptionId>>> options_;
};

// What a search of the whole that stands here has begun with, as an item of
// what is left; nothing if that is not known.
std::optional<ItemId> FirstChoice(const std::vector<PathStep>& path,
                                  const Problem& whole, const Reduction& rest,
                                  const OrbitChooser& chooser) {
  const auto step = std::find_if(path.begin(), path.end(), [](PathStep step) {
    return step.option.has_value() && step.branches > 1;
  });
  if (step == path.end()) return std::nullopt;
  for (uint32_t i = 0; i < rest.problem().item_count(); ++i) {
    const ItemId item(i);
    if (chooser.CountOf(item) != step->branches) continue;
    for (const ItemUse& use : whole.option(*step->option)) {
      if (use.item == rest.OriginalItem(item)) return item;
    }
  }
  return std::nullopt;
}

}  // namespace

struct OrbitSearch::BranchOfCase : Branch {
  Case whole;
  std::unique_ptr<Branch> of_search;  // Null if it is the whole case.
};

bool SearchesTheTree(const EngineRow& row) {
  return row.can.shares_tree && !row.can.looks_ahead;
}

OrbitSearch::OrbitSearch(const EngineRow& row, Problem problem,
                         SearchOptions options, std::unique_ptr<Engine> search,
                         double patience)
    : row_(&row),
      problem_(std::move(problem)),
      options_(std::move(options)),
      patience_(patience),
      search_(std::move(search)) {
  Restart(options_.givens);
}

void OrbitSearch::Restart(absl::Span<const OptionId> givens) {
  StartWith({.taken = {givens.begin(), givens.end()}});
}

void OrbitSearch::StartWith(Case only) {
  waiting_.clear();
  waiting_.push_back(std::move(only));
  done_ = Statistics();
  done_part_ = 0;
  divisions_ = 0;
  BeginCase();
}

std::unique_ptr<Engine> OrbitSearch::Twin() const {
  std::unique_ptr<Engine> search = search_->Twin();
  if (search == nullptr) search = row_->make(problem_, Task::kCount, options_);
  return std::make_unique<OrbitSearch>(*row_, problem_, options_,
                                       std::move(search), patience_);
}

bool OrbitSearch::BeginCase() {
  has_case_ = !waiting_.empty();
  if (!has_case_) return false;
  case_ = std::move(waiting_.back());
  waiting_.pop_back();
  search_->Restart(case_.taken);
  count_ = 0;
  next_look_ = patience_ > 0 ? FirstStride(problem_) : 0;
  UpdateNodes();
  return true;
}

void OrbitSearch::EndCase() {
  done_.Add(search_->statistics());
  has_case_ = false;
  UpdateNodes();
}

void OrbitSearch::Tell(Natural* count) {
  if (count_ > 0) *count += case_.factor * std::exchange(count_, 0);
}

Engine::Step OrbitSearch::Count(uint64_t pause_at, Natural* count) {
  while (has_case_ || BeginCase()) {
    uint64_t until = pause_at - std::min(pause_at, done_.nodes);
    if (!case_.is_settled) until = std::min(until, next_look_);
    const Step step = search_->Count(until, &count_);
    UpdateNodes();
    if (step == Step::kExhausted) {
      Tell(count);
      done_part_ += case_.part;
      EndCase();
    } else if (!case_.is_settled) {
      MayDivide();
    }
    if (has_case_ && case_.is_settled) Tell(count);
    if (nodes() >= pause_at && (has_case_ || !waiting_.empty())) {
      return Step::kPaused;
    }
  }
  return Step::kExhausted;
}

void OrbitSearch::MayDivide() {
  if (search_->nodes() < next_look_) return;
  next_look_ = 2 * search_->nodes();
  const double look = kLookOfUse * static_cast<double>(problem_.use_count());
  const double patience = patience_ * std::pow(kNextLook, case_.looks);
  if (TimeOf(*search_, *row_, problem_, Task::kCount) < patience * look) return;
  // Most of what would be gained is lost already.
  case_.is_settled = patience_ > 0 && search_->ExpectedPart() >= kTooLate;
  if (case_.is_settled) return;
  ++case_.looks;
  Divide();
}

void OrbitSearch::Divide() {
  Reducer reducer(problem_);
  reducer.TakeAll(case_.taken);
  reducer.TakeForced();
  case_.is_settled = true;
  if (!reducer.is_possible()) return;
  const Reduction rest = reducer.Rest();
  const ProblemGraph graph(rest.problem(), {});
  const double uses = static_cast<double>(rest.problem().use_count());
  const double most = patience_ > 0
                          ? TimeOf(*search_, *row_, problem_, Task::kCount) /
                                (2 * kPartitionOfUse * uses)
                          : std::numeric_limits<double>::infinity();
  const absl::StatusOr<Automorphisms> automorphisms = FindAutomorphisms(
      graph.graph(),
      [most](uint64_t partitions) {
        return static_cast<double>(partitions) <= most
                   ? absl::OkStatus()
                   : absl::DeadlineExceededError("");
      },
      std::min(options_.memory_limit, kMostMemory));
  if (!automorphisms.ok()) {
    case_.is_settled = case_.looks >= kMostLooks;
    return;
  }
  if (automorphisms->generators.empty()) return;
  OrbitChooser chooser(rest.problem(), graph, *automorphisms);
  const std::optional<ChoiceOfOrbits> choice =
      chooser.Best(FirstChoice(search_->Path(), problem_, rest, chooser));
  if (!choice.has_value()) return;
  const auto orbits = static_cast<uint32_t>(choice->orbits.size());
  for (uint32_t i = orbits; i-- > 0;) {
    const auto& [first, size] = choice->orbits[i];
    Case divided = {.taken = {rest.chosen().begin(), rest.chosen().end()},
                    .factor = case_.factor * Natural(size),
                    .part = case_.part / orbits,
                    .path = case_.path};
    divided.taken.push_back(*rest.Original(first));
    divided.path.push_back(
        {.option = divided.taken.back(), .done = i, .branches = orbits});
    waiting_.push_back(std::move(divided));
  }
  ++divisions_;
  EndCase();
}

double OrbitSearch::FractionDone() const {
  const double part =
      done_part_ + (has_case_ ? case_.part * search_->FractionDone() : 0);
  return has_case_ || !waiting_.empty() ? std::min(part, 1.0) : 1;
}

double OrbitSearch::ExpectedPart() const {
  const double part =
      done_part_ + (has_case_ ? case_.part * search_->ExpectedPart() : 0);
  return has_case_ || !waiting_.empty() ? part : 1;
}

std::vector<PathStep> OrbitSearch::Path() const {
  if (!has_case_) return {};
  std::vector<PathStep> path = case_.path;
  const std::vector<PathStep> of_search = search_->Path();
  path.insert(path.end(), of_search.begin(), of_search.end());
  return path;
}

std::unique_ptr<Engine::Branch> OrbitSearch::GiveAway() {
  auto branch = std::make_unique<BranchOfCase>();
  if (!waiting_.empty() && (has_case_ || waiting_.size() > 1)) {
    // Those that were made first are the largest.
    branch->whole = std::move(waiting_.front());
    waiting_.erase(waiting_.begin());
    branch->part = branch->whole.part;
  } else if (has_case_ && case_.is_settled) {
    branch->of_search = search_->GiveAway();
    if (branch->of_search == nullptr) return nullptr;
    branch->whole = case_;
    branch->part = case_.part * branch->of_search->part;
  } else {
    return nullptr;
  }
  return branch;
}

void OrbitSearch::StartAt(const Branch& branch) {
  const auto& start = static_cast<const BranchOfCase&>(branch);
  StartWith(start.whole);
  case_.part = 1;
  if (start.of_search != nullptr) search_->StartAt(*start.of_search);
  UpdateNodes();
}

void OrbitSearch::UpdateNodesByDepth() const {
  statistics_ = done_;
  if (has_case_) statistics_.Add(search_->statistics());
}

}  // namespace dlx::internal
