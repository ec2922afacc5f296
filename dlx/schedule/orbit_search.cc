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

  // Nothing if no choice seems to be worth its while. A choice of n options is
  // taken to be as good as one of 2 is if it has sqrt(n / 2) times as many
  // orbits: it has more cases, but less is left in each.
  std::optional<ChoiceOfOrbits> Best() {
    constexpr double kWorthIt = 0.8;
    double least = std::numeric_limits<double>::infinity();
    double plain = least;
    std::optional<ChoiceOfOrbits> best;
    for (auto& options : options_) {
      if (options.empty()) continue;
      ChoiceOfOrbits choice = ChoiceOf(options);
      const double root = std::sqrt(static_cast<double>(options.size()));
      const double price = static_cast<double>(choice.orbits.size()) / root;
      plain = std::min(plain, root);
      if (price >= least) continue;
      least = price;
      best = std::move(choice);
    }
    return least <= kWorthIt * plain ? best : std::nullopt;
  }

 private:
  static bool IsChosenOnce(const Problem& problem, ItemId item) {
    return problem.is_primary(item) &&
           problem.multiplicity(item) == Multiplicity();
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

}  // namespace

struct OrbitSearch::BranchOfCase : Branch {
  Case whole;
  std::unique_ptr<Branch> of_search;  // Null if it is the whole case.
};

bool MayBreakSymmetry(const EngineRow& row) {
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
  const std::optional<ChoiceOfOrbits> choice =
      OrbitChooser(rest.problem(), graph, *automorphisms).Best();
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
