#include "dlx/proof/write/certifying_orbits.h"

#include <algorithm>
#include <cmath>
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
// Nodes before it is asked for the first time whether to look.
constexpr uint64_t kFirstNodes = 1;

CertificateWriter MakeWriter(
    const Problem& problem,
    const std::optional<CertificateWriter::Place>& place,
    CertificateWriter::Sink sink) {
  if (!place.has_value()) return CertificateWriter(problem, std::move(sink));
  CertificateWriter writer(std::move(sink));
  writer.WriteIn(*place);
  return writer;
}

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

CertifyingOrbits::CertifyingOrbits(
    const Problem& problem, SearchOptions options, CertificateForm form,
    std::optional<CertificateWriter::Place> place, bool looks,
    MakeRace make_race, CertificateWriter::Sink sink, RaceClock clock)
    : problem_(problem),
      options_(std::move(options)),
      form_(form),
      place_(place.value_or(CertificateWriter::Place())),
      make_race_(std::move(make_race)),
      clock_(clock),
      writer_(MakeWriter(problem, place, std::move(sink))) {
  statistics_.nodes = 1;
  Begin(Case{.is_settled = !looks});
}

bool CertifyingOrbits::Begin(Waiting next) {
  if (const auto* image = std::get_if<ImageOfCase>(&next)) {
    WriteImage(*image);
    return false;
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
        count_ += case_.factor;
      } else {
        writer_.Branch(reducer.cover().dead_item());
      }
      done_part_ += case_.part;
      return false;
    }
    rest_ = reducer.Rest();
    place = place_.Of(*rest_);
  }
  if (case_.slot >= 0) writer_.Keep(case_.slot);
  place.last_slot = writer_.last_slot();
  place.first_slot += case_.first_free;
  race_ =
      make_race_(problem_of_race(),
                 rest_.has_value() ? rest_->OptionsFrom(options_) : options_,
                 rest_.has_value() ? CertificateForm::kPart : form_, place,
                 [this](absl::string_view bytes) {
                   writer_.AddRecords(bytes);
                   return writer_.ok();
                 });
  time_ = 0;
  next_look_ = kFirstNodes;
  return true;
}

void CertifyingOrbits::WriteImage(const ImageOfCase& image) {
  const Division& division = *image.division;
  const std::vector<OptionId> images =
      division.look.Symmetry(image.first, image.option);
  writer_.Image(image.slot);
  for (const OptionId option : image.left) {
    writer_.ImageOption(*division.rest.Original(images[option.value()]));
  }
}

void CertifyingOrbits::EndRace(const Natural& covers) {
  writer_.set_last_slot(race_->EndRecords());
  winner_ = race_->winner();
  count_ += case_.factor * covers;
  done_part_ += case_.part;
  done_.Add(race_->statistics());
  race_ = nullptr;
}

Engine::Step CertifyingOrbits::Count(uint64_t pause_at, Natural* count) {
  Natural of_race = 0;
  while (ok() && nodes() < pause_at) {
    if (race_ == nullptr) {
      if (waiting_.empty()) break;
      Waiting next = std::move(waiting_.back());
      waiting_.pop_back();
      Begin(std::move(next));
      continue;
    }
    const uint64_t before = race_->nodes();
    uint64_t more = pause_at - nodes();
    if (!case_.is_settled) {
      more = std::min(more, next_look_ - std::min(before, next_look_ - 1));
    }
    const absl::Duration start = (*clock_)();
    const Step step = race_->Count(before + more, &of_race);
    time_ += absl::ToDoubleNanoseconds((*clock_)() - start);
    if (step == Step::kExhausted) {
      EndRace(std::exchange(of_race, 0));
    } else if (!case_.is_settled && race_->nodes() >= next_look_) {
      MayDivide();
    }
    statistics_.nodes = done_.nodes + (race_ == nullptr ? 0 : race_->nodes());
  }
  *count = count_;
  if (race_ != nullptr) *count += case_.factor * of_race;
  return race_ == nullptr && (waiting_.empty() || !ok()) ? Step::kExhausted
                                                         : Step::kPaused;
}

void CertifyingOrbits::MayDivide() {
  next_look_ = 2 * race_->nodes();
  const double patience =
      OrbitLook::kPatience * std::pow(OrbitLook::kNextLook, case_.looks);
  if (time_ < patience * OrbitLook::TimeOf(problem_of_race())) return;
  // What is handed over is not taken back, nor what is nearly done.
  case_.is_settled =
      race_->is_alone() || race_->FractionDone() >= OrbitLook::kTooLate;
  if (case_.is_settled) return;
  ++case_.looks;
  Divide();
}

void CertifyingOrbits::Divide() {
  case_.is_settled = case_.looks >= OrbitLook::kMostLooks;
  Reducer reducer(problem_);
  reducer.TakeAll(case_.taken);
  if (!reducer.is_possible()) return;
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
  if (images == 0) {
    case_.is_settled = true;
    return;
  }
  const auto uses = static_cast<double>(rest.problem().use_count());
  if (static_cast<double>(images) * kImageOfUse * uses > time_) return;
  BranchOn(*choice, std::make_shared<Division>(Division{
                        .rest = std::move(rest), .look = *std::move(look)}));
}

// What the race began with, as an item of the rest.
std::optional<ItemId> CertifyingOrbits::FirstItem(const Reduction& rest,
                                                  const OrbitLook& look) const {
  return look.FirstItem(race_->Path(), problem_of_race(), [&](ItemId item) {
    return rest_.has_value() ? item : rest.OriginalItem(item);
  });
}

void CertifyingOrbits::BranchOn(const OrbitChoice& choice,
                                std::shared_ptr<const Division> division) {
  const Reduction& rest = division->rest;
  done_.Add(race_->statistics());
  race_ = nullptr;
  ++divisions_;
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
    Case child = {.taken = case_.taken, .factor = case_.factor, .part = 0};
    child.taken.push_back(*rest.Original(option));
    const bool is_first = option == orbit->options.front();
    if (is_first) child.part = part;
    Reducer reducer(rest.problem());
    reducer.Take(option);
    if (orbit->options.size() > 1 && reducer.is_possible() &&
        !IsComplete(reducer.cover())) {
      child.factor *= Natural(orbit->options.size());
      child.slot = free++;
      ImageOfCase& image = images[orbit];
      image = {.division = division, .first = option, .slot = child.slot};
      for (uint32_t k = 0; k < rest.problem().option_count(); ++k) {
        if (reducer.cover().is_left(OptionId(k))) image.left.emplace_back(k);
      }
    }
    child.first_free = free;
    next.push_back(std::move(child));
  }
  waiting_.insert(waiting_.end(), std::make_move_iterator(next.rbegin()),
                  std::make_move_iterator(next.rend()));
}

double CertifyingOrbits::FractionDone() const {
  const double of_race =
      race_ == nullptr ? 0 : case_.part * race_->FractionDone();
  return std::min(done_part_ + of_race, 1.0);
}

std::vector<PathStep> CertifyingOrbits::Path() const {
  return race_ == nullptr || rest_.has_value() ? std::vector<PathStep>()
                                               : race_->Path();
}

int64_t CertifyingOrbits::EndRecords() {
  writer_.EndPart();
  return writer_.last_slot();
}

void CertifyingOrbits::UpdateNodesByDepth() const {
  statistics_ = done_;
  if (race_ != nullptr) statistics_.Add(race_->statistics());
}

}  // namespace dlx::internal::certificate
