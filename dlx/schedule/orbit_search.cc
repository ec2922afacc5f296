#include "dlx/schedule/orbit_search.h"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

#include "dlx/reduce/reducer.h"
#include "dlx/schedule/choice.h"

namespace dlx::internal {

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
  if (TimeOf(*search_, *row_, problem_, Task::kCount) <
      OrbitLook::DueAt(problem_, case_.looks, patience_)) {
    return;
  }
  // Most of what would be gained is lost already.
  case_.is_settled =
      patience_ > 0 && search_->ExpectedPart() >= OrbitLook::kTooLate;
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
  const std::optional<OrbitLook> look = OrbitLook::At(
      rest.problem(),
      patience_ > 0 ? TimeOf(*search_, *row_, problem_, Task::kCount)
                    : std::numeric_limits<double>::infinity(),
      options_.memory_limit);
  if (!look.has_value()) {
    case_.is_settled = case_.looks >= OrbitLook::kMostLooks;
    return;
  }
  const std::optional<OrbitChoice> choice = look->Best(look->FirstItem(
      search_->Path(), problem_,
      [&rest](ItemId item) { return rest.OriginalItem(item); }));
  if (!choice.has_value()) return;
  const auto orbits = static_cast<uint32_t>(choice->orbits.size());
  for (uint32_t i = orbits; i-- > 0;) {
    const std::vector<OptionId>& options = choice->orbits[i].options;
    Case divided = {.taken = {rest.chosen().begin(), rest.chosen().end()},
                    .factor = case_.factor * Natural(options.size()),
                    .part = case_.part / orbits,
                    .path = case_.path};
    divided.taken.push_back(*rest.Original(options[0]));
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
