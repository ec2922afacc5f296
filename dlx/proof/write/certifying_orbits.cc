#include "dlx/proof/write/certifying_orbits.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "absl/time/time.h"

namespace dlx::internal::certificate {
namespace {

// Nanoseconds of a checker, for each use of an item, to see that a state is an
// image.
constexpr double kImageOfUse = 30;
// Nothing is looked at before that; in nanoseconds.
constexpr double kLeastTime = 1e5;
// Nodes before it is asked for the first time whether to look.
constexpr uint64_t kFirstNodes = 1;

// Whether nothing is missing.
bool IsComplete(const PartialCover& cover) {
  for (uint32_t i = 0; i < cover.problem().item_count(); ++i) {
    if (cover.problem().is_primary(ItemId(i)) && cover.missing(ItemId(i)) > 0) {
      return false;
    }
  }
  return true;
}

}  // namespace

CertifyingOrbits::CertifyingOrbits(const Problem& problem,
                                   SearchOptions options,
                                   MakeSearch make_search,
                                   CertificateWriter::Place place,
                                   CertificateWriter& writer, RaceClock clock)
    : problem_(problem),
      options_(std::move(options)),
      make_search_(std::move(make_search)),
      place_(std::move(place)),
      writer_(writer),
      clock_(clock) {
  Begin(Case());
  statistics_.nodes = search_->nodes();
}

void CertifyingOrbits::Begin(Waiting next) {
  if (const auto* image = std::get_if<ImageOfCase>(&next)) {
    WriteImage(*image);
    return;
  }
  case_ = std::get<Case>(std::move(next));
  rest_.reset();
  CertificateWriter::Place place = place_;
  if (!case_.taken.empty()) {
    Reducer reducer(problem_);
    reducer.TakeAll(case_.taken);
    const bool is_complete = IsComplete(reducer.cover());
    if (is_complete || !reducer.is_possible()) {
      if (is_complete) {
        counted_ += case_.factor;
      } else {
        writer_.Branch(reducer.cover().dead_item());
      }
      done_part_ += case_.part;
      return;
    }
    rest_ = reducer.Rest();
    place = place_.Of(*rest_);
  }
  if (case_.slot >= 0) writer_.Keep(case_.slot);
  place.is_whole = false;
  place.last_slot = writer_.last_slot();
  place.first_slot += case_.first_free;
  records_.emplace(
      problem_at_work(),
      [this](absl::string_view bytes) {
        kept_.append(bytes.data(), bytes.size());
        if (case_.is_settled || kept_.size() > options_.memory_limit) Settle();
        return writer_.ok();
      },
      std::move(place));
  search_ = make_search_(
      problem_at_work(),
      rest_.has_value() ? rest_->OptionsFrom(options_) : options_, *records_);
  count_ = 0;
  time_ = 0;
  next_look_ = kFirstNodes;
}

void CertifyingOrbits::WriteImage(const ImageOfCase& image) {
  const Division& division = *image.division;
  const std::vector<OptionId> images =
      division.look.Symmetry(image.first, image.option);
  writer_.Image(image.slot);
  for (const OptionId option : *image.left) {
    writer_.ImageOption(*division.rest.Original(images[option.value()]));
  }
}

void CertifyingOrbits::Settle() {
  case_.is_settled = true;
  found_.reset();
  writer_.AddRecords(kept_);
  kept_.clear();
}

void CertifyingOrbits::EndCase(const Natural& covers) {
  records_->EndPart();
  Settle();
  writer_.set_last_slot(records_->last_slot());
  counted_ += case_.factor * covers;
  done_part_ += case_.part;
  done_.Add(search_->statistics());
  search_ = nullptr;
}

Engine::Step CertifyingOrbits::Count(uint64_t pause_at, Natural* count) {
  while (writer_.ok() && nodes() < pause_at) {
    if (search_ == nullptr) {
      if (waiting_.empty()) break;
      Waiting next = std::move(waiting_.back());
      waiting_.pop_back();
      Begin(std::move(next));
      continue;
    }
    uint64_t until = search_->nodes() + (pause_at - nodes());
    if (!case_.is_settled) until = std::min(until, next_look_);
    const absl::Duration start = (*clock_)();
    const Step step = search_->Count(until, &count_);
    time_ += absl::ToDoubleNanoseconds((*clock_)() - start);
    if (step == Step::kExhausted) {
      EndCase(count_);
    } else if (!case_.is_settled) {
      MayDivide();
    }
    statistics_.nodes =
        done_.nodes + (search_ == nullptr ? 0 : search_->nodes());
  }
  *count = counted_;
  if (search_ != nullptr) *count += case_.factor * count_;
  return !writer_.ok() || (search_ == nullptr && waiting_.empty())
             ? Step::kExhausted
             : Step::kPaused;
}

void CertifyingOrbits::SetMemoryLimit(size_t bytes) {
  options_.memory_limit = bytes;
  if (search_ != nullptr) search_->SetMemoryLimit(bytes);
}

void CertifyingOrbits::MayDivide() {
  if (search_->nodes() < next_look_) return;
  next_look_ = 2 * search_->nodes();
  if (!found_.has_value() &&
      time_ < std::max(kLeastTime,
                       OrbitLook::DueAt(problem_at_work(), case_.looks))) {
    return;
  }
  // Most of what would be gained is lost already.
  if (search_->ExpectedPart() >= OrbitLook::kTooLate) return Settle();
  if (found_.has_value()) return BranchOnFound();
  ++case_.looks;
  Divide();
  if (search_ != nullptr && !found_.has_value() &&
      case_.looks >= OrbitLook::kMostLooks) {
    Settle();
  }
}

void CertifyingOrbits::Divide() {
  Reducer reducer(problem_);
  reducer.TakeAll(case_.taken);
  // An item with one option would seem to be the best to branch on.
  reducer.TakeForced();
  if (!reducer.is_possible()) return Settle();
  Reduction rest = reducer.Rest();
  std::optional<OrbitLook> look =
      OrbitLook::At(rest.problem(), time_, options_.memory_limit);
  if (!look.has_value()) return;
  const std::optional<OrbitChoice> choice = look->Best(FirstItem(rest, *look));
  // Images may be dear, if not for a longer search.
  size_t images = 0;
  if (choice.has_value()) {
    for (const OrbitChoice::Orbit& orbit : choice->orbits) {
      images += orbit.options.size() - 1;
    }
  }
  if (images == 0) return Settle();
  const auto uses = static_cast<double>(rest.problem().use_count());
  found_ = Found{.choice = *choice,
                 .division = std::make_shared<Division>(Division{
                     .rest = std::move(rest), .look = *std::move(look)}),
                 .price = static_cast<double>(images) * kImageOfUse * uses};
  BranchOnFound();
}

void CertifyingOrbits::BranchOnFound() {
  if (found_->price > time_) return;
  const Found found = *std::exchange(found_, std::nullopt);
  BranchOn(found.choice, found.division);
}

// What the search began with, as an item of the rest.
std::optional<ItemId> CertifyingOrbits::FirstItem(const Reduction& rest,
                                                  const OrbitLook& look) const {
  std::vector<PathStep> path = search_->Path();
  if (rest_.has_value()) {
    for (PathStep& step : path) {
      if (step.option.has_value()) step.option = rest_->Original(*step.option);
    }
  }
  return look.FirstItem(
      path, problem_, [&rest](ItemId item) { return rest.OriginalItem(item); });
}

void CertifyingOrbits::BranchOn(const OrbitChoice& choice,
                                std::shared_ptr<const Division> division) {
  const Reduction& rest = division->rest;
  done_.Add(search_->statistics());
  search_ = nullptr;
  kept_.clear();
  PartialCover cover(problem_);
  for (const OptionId option : case_.taken) cover.Choose(option);
  writer_.ForcedBranches(rest.chosen().subspan(case_.taken.size()), cover);
  writer_.Branch(rest.OriginalItem(choice.item));
  // Children come in the order of their options.
  std::vector<std::pair<OptionId, const OrbitChoice::Orbit*>> children;
  for (const OrbitChoice::Orbit& orbit : choice.orbits) {
    for (const OptionId option : orbit.options) {
      children.emplace_back(option, &orbit);
    }
  }
  absl::c_sort(children);
  const double part = case_.part / static_cast<double>(choice.orbits.size());
  int64_t free = case_.first_free;
  std::vector<Waiting> next;
  absl::flat_hash_map<const OrbitChoice::Orbit*, ImageOfCase> images;
  for (const auto& [option, orbit] : children) {
    if (const auto image = images.find(orbit); image != images.end()) {
      image->second.option = option;
      next.push_back(image->second);
      continue;
    }
    Case child = {.taken = {rest.chosen().begin(), rest.chosen().end()},
                  .factor = case_.factor,
                  .part = 0};
    child.taken.push_back(*rest.Original(option));
    const bool is_first = option == orbit->options.front();
    if (is_first) child.part = part;
    Reducer reducer(rest.problem());
    reducer.Take(option);
    if (orbit->options.size() > 1 && reducer.is_possible() &&
        !IsComplete(reducer.cover())) {
      child.factor *= Natural(orbit->options.size());
      child.slot = free++;
      auto left = std::make_shared<std::vector<OptionId>>();
      for (uint32_t k = 0; k < rest.problem().option_count(); ++k) {
        if (reducer.cover().is_left(OptionId(k))) left->emplace_back(k);
      }
      images[orbit] = {.division = division,
                       .first = option,
                       .left = std::move(left),
                       .slot = child.slot};
    }
    child.first_free = free;
    next.push_back(std::move(child));
  }
  waiting_.insert(waiting_.end(), std::make_move_iterator(next.rbegin()),
                  std::make_move_iterator(next.rend()));
}

double CertifyingOrbits::FractionDone() const {
  const double of_search = search_ == nullptr ? 0 : search_->FractionDone();
  return std::min(done_part_ + case_.part * of_search, 1.0);
}

double CertifyingOrbits::ExpectedPart() const {
  return done_part_ +
         (search_ == nullptr ? 0 : case_.part * search_->ExpectedPart());
}

std::vector<PathStep> CertifyingOrbits::Path() const {
  return search_ == nullptr || rest_.has_value() ? std::vector<PathStep>()
                                                 : search_->Path();
}

void CertifyingOrbits::UpdateNodesByDepth() const {
  statistics_ = done_;
  if (search_ != nullptr) statistics_.Add(search_->statistics());
}

}  // namespace dlx::internal::certificate
