#include "dlx/proof/write/certifying_race.h"

#include <algorithm>
#include <utility>

#include "absl/time/time.h"
#include "dlx/engine/layers/layers.h"

namespace dlx::internal::certificate {
namespace {

// The first search is likely to be done before the others begin.
constexpr Policy kPolicy = {.first_round = 4 * kMillisecond};
constexpr double kPriorOfLayers = 0.5;

// Of eight parts of the memory, each search has one, all drafts have one, and
// layers have what is left.
constexpr size_t kParts = 8;
SearchOptions WithMemory(SearchOptions options, size_t parts) {
  options.memory_limit = options.memory_limit / kParts * parts;
  return options;
}

}  // namespace

// Layers in a race; made when it is their turn.
class CertifyingRace::LayersRunner final : public Runner {
 public:
  LayersRunner(const Problem& problem, SearchOptions options,
               const CertificateWriter::Place& place, RaceClock clock)
      : problem_(problem),
        options_(std::move(options)),
        place_(place),
        clock_(clock) {}

  // It is at its end, too, if it can go no further.
  bool Step(RaceTime time) override {
    const RaceTime start = Now();
    if (layers_ == nullptr) {
      layers_ = LayeredCertificate::Make(problem_, options_, place_);
      has_failed_ = layers_ == nullptr;
      time_ += making_ = Now() - start;
      return has_failed_;
    }
    const uint64_t before = layers_->children();
    layers_->Work(pace_.NodesFor(time, kFirstStates));
    has_failed_ = layers_->is_out_of_memory();
    time_ += Now() - start;
    pace_.NoteStep(layers_->children() - before, Now() - start);
    const double children = static_cast<double>(layers_->children());
    pace_.NotePart(time_ - making_,
                   children / std::max(layers_->ExpectedChildren(), children),
                   0);
    return has_failed_ || layers_->is_done();
  }
  Standing standing() const override {
    const EngineRow& row = FindRow(EngineKind::kLayers);
    return {.time = time_,
            .left = pace_.Left(row),
            .doubt = pace_.Doubt(row),
            .prior = kPriorOfLayers};
  }
  RaceTime LeastStep() const override {
    return layers_ == nullptr ? FindRow(EngineKind::kLayers).speed.order
                              : 50 * kMicrosecond;
  }

  bool has_failed() const { return has_failed_; }
  bool has_begun() const { return layers_ != nullptr; }
  // REQUIRES: has_begun().
  LayeredCertificate& layers() const { return *layers_; }

 private:
  static constexpr uint64_t kFirstStates = 128;

  RaceTime Now() const { return absl::ToDoubleNanoseconds((*clock_)()); }

  const Problem& problem_;
  const SearchOptions options_;
  const CertificateWriter::Place place_;
  const RaceClock clock_;
  std::unique_ptr<LayeredCertificate> layers_;
  bool has_failed_ = false;
  RaceTime time_ = 0;
  RaceTime making_ = 0;
  Pace pace_;
};

CertifyingRace::CertifyingRace(const Problem& problem,
                               const SearchOptions& options,
                               const Runners& runners,
                               DraftedSearch::MakeEngine make_engine,
                               CertificateWriter::Sink sink, RaceClock clock)
    : options_(options),
      make_engine_(std::move(make_engine)),
      sink_(std::move(sink)),
      has_layers_alone_(runners.layers == Runners::Layers::kOnly) {
  for (const Setting& setting : runners.searches) {
    searches_.push_back(std::make_unique<DraftedSearch>(
        problem, setting, WithMemory(options, 1), runners.place, make_engine_,
        all_covers_, clock));
  }
  if (has_layers_alone_ ||
      (runners.layers == Runners::Layers::kToo && SuitsLayers(problem))) {
    layers_ = std::make_unique<LayersRunner>(
        problem,
        WithMemory(options, has_layers_alone_
                                ? kParts
                                : kParts - 1 - runners.searches.size()),
        runners.place, clock);
  }
  BeginTurns();
  statistics_.nodes = 1;
}

CertifyingRace::~CertifyingRace() = default;

void CertifyingRace::BeginTurns() {
  std::vector<Runner*> runners;
  if (!has_layers_alone_) {
    for (const auto& search : searches_) runners.push_back(search.get());
  }
  if (layers_ != nullptr) runners.push_back(layers_.get());
  turns_.emplace(std::move(runners), kPolicy, options_.memory_limit);
}

void CertifyingRace::LeaveTo(DraftedSearch& search) {
  layers_ = nullptr;
  turns_.reset();
  is_alone_ = true;
  std::erase_if(searches_, [&search](const std::unique_ptr<DraftedSearch>& s) {
    return s.get() != &search;
  });
  ahead_ = 0;
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
    step = TakeTurn(pause_at, count);
    // Of all while it is open who will be the first.
    statistics_.nodes = layers_ != nullptr && layers_->has_begun()
                            ? layers_->layers().children()
                            : 0;
    for (const auto& search : searches_) statistics_.nodes += search->nodes();
  }
  return ok_ ? step : Step::kExhausted;
}

Engine::Step CertifyingRace::TakeTurn(uint64_t pause_at, Natural* count) {
  const uint64_t more = pause_at - nodes();
  if (is_alone_) {
    const Step step = ahead().Count(ahead().nodes() + more);
    *count = ahead().count();
    return step;
  }
  for (const auto& search : searches_) search->SetMostNodes(more);
  Runner* const at_end = turns_->Step();
  for (size_t i = 0; i < searches_.size(); ++i) {
    if (searches_[i].get() == &turns_->favourite()) ahead_ = i;
  }
  if (at_end == layers_.get() && at_end != nullptr) {
    if (!layers_->has_failed()) {
      is_by_layers_ = true;
      layers_->layers().Publish(
          [this](absl::string_view bytes) { return Send(bytes); });
      *count = layers_->layers().count();
      return Step::kExhausted;
    }
    layers_ = nullptr;
    has_layers_alone_ = false;
    BeginTurns();
    return Step::kPaused;
  }
  if (at_end != nullptr) {
    LeaveTo(static_cast<DraftedSearch&>(*at_end));
    *count = ahead().count();
    return Step::kExhausted;
  }
  *count = ahead().count();
  if (ahead().has_begun() && AreDraftsTooLong()) LeaveTo(ahead());
  return Step::kPaused;
}

EngineKind CertifyingRace::winner() const {
  return is_by_layers_ ? EngineKind::kLayers : ahead().row().kind;
}

double CertifyingRace::FractionDone() const {
  if (has_layers_alone_ && layers_ != nullptr) {
    return layers_->has_begun() ? layers_->layers().part_done() : 0;
  }
  return ahead().has_begun() ? ahead().engine().FractionDone() : 0;
}

void CertifyingRace::UpdateNodesByDepth() const {
  if (is_by_layers_) {
    statistics_ = layers_->layers().statistics();
    return;
  }
  if (!ahead().has_begun()) return;
  const uint64_t nodes = statistics_.nodes;
  statistics_ = ahead().engine().statistics();
  statistics_.nodes = nodes;
}

CertificateWriter& CertifyingRace::writer() {
  return is_by_layers_ ? layers_->layers().writer() : ahead().writer();
}

void CertifyingRace::Finish(const Natural& count) { writer().Finish(count); }

int64_t CertifyingRace::EndPart() {
  writer().EndPart();
  return writer().last_slot();
}

}  // namespace dlx::internal::certificate
