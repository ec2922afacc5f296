#include "dlx/certificate/certifying_race.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "dlx/engine/layers/layers.h"
#include "dlx/run/choice.h"

namespace dlx::internal::certificate {
namespace {

// What the first search does before anybody else is there, in nodes or in
// estimated nanoseconds, whichever it comes to first: whoever is done then need
// not wait for an order of the items.
constexpr uint64_t kHeadStart = 4096;
constexpr double kTimeOfHeadStart = 2e6;
constexpr uint64_t kTurn = 1024;
// Until it has had its start.
constexpr uint64_t kFirstTurn = 128;

// Nanoseconds, to find a child of layers and to write it.
constexpr double kTimeOfChild = 90;

// How much time layers have for that of the search that is ahead, if they are
// likely to take so many times as long in the end, and to come to so many times
// as many children. A certificate that is shorter is worth waiting for: it is
// checked sooner. (The two cannot be told apart better than that: forecasts are
// wrong by factors.)
double ShareOfLayers(double times_as_long, double times_the_children) {
  const double worse = times_as_long * times_the_children;
  if (worse < 1) return 4;
  return std::max(0.25 / std::sqrt(worse), 1. / 16);
}
constexpr double kLeastShareOfSearch = 1. / 16;
constexpr double kMostShareOfOutsider = 1. / 16;
// So many times as fast is clearly faster.
constexpr double kClearly = 1.25;

// How long it takes, where outsiders have a handicap.
double Handicapped(const DraftedSearch& search) {
  return search.total() * (search.is_outsider() ? kClearly : 1);
}
double ShareOfSearch(const DraftedSearch& search, const DraftedSearch& ahead) {
  const bool is_rarely_good =
      search.is_outsider() || &search.row() == &ahead.row();
  return std::clamp(ahead.total() / search.total(), kLeastShareOfSearch,
                    is_rarely_good ? kMostShareOfOutsider : 1);
}

// Of eight parts of the memory, each search has one, all drafts have one, and
// layers have what is left.
constexpr size_t kParts = 8;
SearchOptions WithMemory(SearchOptions options, size_t parts) {
  options.memory_limit = options.memory_limit / kParts * parts;
  return options;
}

// It has had its start so many times.
bool HasStarted(const DraftedSearch& search, uint64_t times = 1) {
  return search.engine().nodes() >= kHeadStart * times ||
         search.time() >= kTimeOfHeadStart * static_cast<double>(times);
}

}  // namespace

CertifyingRace::CertifyingRace(const Problem& problem, SearchOptions options,
                               Runners runners,
                               const DraftedSearch::MakeEngine& make_engine,
                               CertificateWriter::Sink sink)
    : problem_(problem),
      runners_(std::move(runners)),
      options_(std::move(options)),
      make_engine_(make_engine),
      sink_(std::move(sink)) {
  if (runners_.layers == Runners::Layers::kToo && !SuitsLayers(problem)) {
    runners_.layers = Runners::Layers::kNone;
  }
  AddSearch();
  if (runners_.layers == Runners::Layers::kNone &&
      runners_.searches.size() == 1) {
    LeaveTo(ahead());
  }
  statistics_.nodes = ahead().engine().nodes();
}

bool CertifyingRace::IsSearchDue() const {
  return searches_.size() < runners_.searches.size() &&
         HasStarted(ahead(), uint64_t{1} << 4 * (searches_.size() - 1));
}

void CertifyingRace::AddSearch() {
  searches_.push_back(std::make_unique<DraftedSearch>(
      problem_, runners_.searches[searches_.size()], WithMemory(options_, 1),
      make_engine_));
}

void CertifyingRace::LeaveTo(DraftedSearch& search) {
  layers_ = nullptr;
  is_alone_ = true;
  std::erase_if(searches_, [&search](const std::unique_ptr<DraftedSearch>& s) {
    return s.get() != &search;
  });
  search.Publish([this](absl::string_view bytes) { return Send(bytes); },
                 options_.memory_limit);
}

bool CertifyingRace::AreDraftsTooLong() const {
  size_t size = 0;
  for (const auto& search : searches_) size += search->draft_size();
  return size > options_.memory_limit / kParts;
}

Engine::Step CertifyingRace::Count(uint64_t pause_at, Natural* count) {
  Step step = Step::kPaused;
  while (ok_ && step == Step::kPaused && nodes() < pause_at) {
    step = IsLayersTurn() ? TakeLayersTurn(count)
                          : TakeSearchTurn(pause_at, count);
    // Of all while it is open who will be the first.
    statistics_.nodes = layers_ != nullptr ? layers_->children() : 0;
    for (const auto& search : searches_) {
      statistics_.nodes += search->engine().nodes();
    }
  }
  return ok_ ? step : Step::kExhausted;
}

bool CertifyingRace::IsLayersTurn() const {
  using Layers = Runners::Layers;
  if (is_alone_ || runners_.layers == Layers::kNone) return false;
  if (runners_.layers == Layers::kOnly) return true;
  if (layers_ == nullptr) return HasStarted(ahead());
  const double children = layers_->ExpectedChildren();
  return kTimeOfChild * static_cast<double>(layers_->children()) <=
         ShareOfLayers(kTimeOfChild * children / ahead().total(),
                       children / ahead().total_nodes()) *
             ahead().time();
}

Engine::Step CertifyingRace::TakeLayersTurn(Natural* count) {
  if (layers_ == nullptr) {
    layers_ = LayeredCertificate::Make(
        problem_,
        WithMemory(options_, runners_.layers == Runners::Layers::kOnly
                                 ? kParts
                                 : kParts - 1 - runners_.searches.size()));
  } else {
    layers_->Work(kTurn);
  }
  if (layers_ == nullptr || layers_->is_out_of_memory()) {
    layers_ = nullptr;
    runners_.layers = Runners::Layers::kNone;
    if (runners_.searches.size() == 1) LeaveTo(ahead());
    return Step::kPaused;
  }
  if (!layers_->is_done()) return Step::kPaused;
  is_by_layers_ = true;
  layers_->Publish([this](absl::string_view bytes) { return Send(bytes); });
  *count = layers_->count();
  return Step::kExhausted;
}

DraftedSearch& CertifyingRace::NextSearch() {
  if (is_alone_) return ahead();
  if (IsSearchDue()) {
    AddSearch();
    return *searches_.back();
  }
  std::iter_swap(searches_.begin(),
                 std::min_element(searches_.begin(), searches_.end(),
                                  [](const auto& a, const auto& b) {
                                    return Handicapped(*a) < Handicapped(*b);
                                  }));
  for (const auto& other : searches_) {
    if (other.get() != &ahead() &&
        other->time() < ShareOfSearch(*other, ahead()) * ahead().time()) {
      return *other;
    }
  }
  return ahead();
}

Engine::Step CertifyingRace::TakeSearchTurn(uint64_t pause_at, Natural* count) {
  if (!is_alone_ && AreDraftsTooLong()) LeaveTo(ahead());
  DraftedSearch& search = NextSearch();
  const uint64_t turn = is_alone_            ? pause_at - nodes()
                        : HasStarted(search) ? kTurn
                                             : kFirstTurn;
  const Step step = search.Count(search.engine().nodes() + turn);
  if (step == Step::kExhausted && !is_alone_) LeaveTo(search);
  *count = ahead().count();
  return step;
}

void CertifyingRace::UpdateNodesByDepth() const {
  if (is_by_layers_) {
    statistics_ = layers_->statistics();
    return;
  }
  const uint64_t nodes = statistics_.nodes;
  statistics_ = ahead().engine().statistics();
  statistics_.nodes = nodes;
}

void CertifyingRace::Finish(const Natural& count) {
  (is_by_layers_ ? layers_->writer() : ahead().writer()).Finish(count);
}

}  // namespace dlx::internal::certificate
