#include "dlx/proof/write/layered_certificate.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/types/span.h"
#include "dlx/engine/layers/decision_plan.h"
#include "dlx/engine/layers/decisions.h"
#include "dlx/engine/layers/layer_forecast.h"
#include "dlx/engine/layers/layer_plan.h"
#include "dlx/engine/layers/layer_table.h"
#include "dlx/engine/layers/layers.h"
#include "dlx/engine/layers/queued_walk.h"
#include "dlx/engine/layers/seating.h"
#include "dlx/engine/layers/tallies.h"
#include "dlx/proof/write/draft.h"

namespace dlx::internal::certificate {
namespace {

using layers::DecisionPlan;
using layers::LayerForecast;
using layers::LayerPlan;
using layers::QueuedWalk;
using layers::Seating;
using layers::Tallies;

// The items in the order of the layers, or with multiplicities the options, and
// how they fall into parts that have nothing to do with each other.
class PartsInOrder {
 public:
  explicit PartsInOrder(const Seating& seating) {
    for (size_t position = 0; position < seating.size(); ++position) {
      if (seating.IsCut(position)) begins_.push_back(position);
      order_.push_back(seating.item(position).value());
    }
  }
  // As one part.
  explicit PartsInOrder(const Tallies& tallies) : begins_({0}) {
    for (size_t position = 0; position < tallies.size(); ++position) {
      order_.push_back(tallies.decision(position).option.value());
    }
  }

  // How many parts there are. None if there are no items.
  size_t size() const { return begins_.size(); }
  // Their positions.
  size_t begin(size_t part) const { return begins_[part]; }
  size_t end(size_t part) const {
    return part + 1 < size() ? begins_[part + 1] : order_.size();
  }
  absl::Span<const uint32_t> order(size_t part) const {
    return absl::MakeConstSpan(order_).subspan(begin(part),
                                               end(part) - begin(part));
  }

  // The part of each item, these in ascending order.
  std::vector<uint32_t> PartOfItems() const {
    std::vector<std::pair<uint32_t, uint32_t>> places;
    for (uint32_t part = 0; part < size(); ++part) {
      for (const uint32_t item : order(part)) places.push_back({item, part});
    }
    absl::c_sort(places);
    std::vector<uint32_t> part_of_items;
    for (const auto& [item, part] : places) part_of_items.push_back(part);
    return part_of_items;
  }

 private:
  std::vector<uint32_t> order_;  // By position.
  std::vector<size_t> begins_;   // By part.
};

// A plan is LayerPlan or DecisionPlan.
template <typename Plan>
class CertificateOf final : public LayeredCertificate {
 public:
  CertificateOf(const Problem& problem, Plan plan, PartsInOrder parts,
                size_t memory_limit, const CertificateWriter::Place& place)
      : memory_limit_(memory_limit),
        draft_(problem, place),
        parts_(std::move(parts)),
        plan_(std::move(plan)),
        forecast_(plan_.frontier()),
        last_named_(plan_.size(), -1) {
    statistics_.nodes_by_depth.assign(plan_.size(), 0);
    if (parts_.size() > 1) {
      writer().Product(static_cast<uint32_t>(parts_.size()),
                       parts_.PartOfItems());
    }
    BeginPart(0);
  }

  void Work(uint64_t states) override {
    const uint64_t until = statistics_.nodes + states;
    while (statistics_.nodes < until && !is_done() && !is_out_of_memory()) {
      const size_t position = walk_->position();
      const uint64_t expanded = walk_->expanded();
      const uint64_t transitions = walk_->transitions();
      walk_->Expand(until - statistics_.nodes, [this](size_t at, size_t state) {
        writer().State(static_cast<int64_t>(state), last_named_[at]);
      });
      statistics_.nodes += walk_->expanded() - expanded;
      statistics_.updates += walk_->transitions() - transitions;
      statistics_.nodes_by_depth[position] += walk_->expanded() - expanded;
      if (walk_->is_done()) {
        count_ *= walk_->covers();
        BeginPart(part_ + 1);
      } else if (walk_->position() != position) {
        NoteLayer();
      }
    }
  }
  bool is_done() const override { return part_ == parts_.size(); }
  bool is_out_of_memory() const override {
    return !is_done() &&
           (walk_->bytes() + draft_.size() > memory_limit_ || walk_->is_full());
  }
  double part_done() const override {
    return static_cast<double>(position()) /
           static_cast<double>(plan_.size() + 1);
  }
  uint64_t states() const override { return statistics_.nodes; }
  uint64_t children() const override { return statistics_.updates; }
  // As many for each state to come as for those so far.
  double ExpectedChildren() const override {
    const auto expanded = static_cast<double>(statistics_.nodes);
    const double states = forecast_.States(0, plan_.size());
    return static_cast<double>(children()) *
           std::max(states / std::max(expanded, 1.0), 1.0);
  }

  void Publish(CertificateWriter::Sink sink) override {
    draft_.Publish(std::move(sink));
  }
  CertificateWriter& writer() override { return draft_.writer(); }
  const Natural& count() const override { return count_; }
  Statistics statistics() const override { return statistics_; }

 private:
  void BeginPart(size_t part) {
    part_ = part;
    if (is_done()) {
      walk_.reset();
      return;
    }
    writer().Sweep(parts_.order(part));
    walk_.emplace(plan_, parts_.begin(part), parts_.end(part));
    NoteLayer();
  }
  size_t position() const {
    return is_done() ? plan_.size() : walk_->position();
  }
  void NoteLayer() {
    forecast_.BeginLayer(walk_->position(), walk_->layer_size());
  }

  const size_t memory_limit_;
  Draft draft_;
  const PartsInOrder parts_;
  const Plan plan_;
  LayerForecast forecast_;
  std::vector<int64_t> last_named_;  // The last state named, by position.
  size_t part_ = 0;
  std::optional<QueuedWalk<Plan>> walk_;  // Through the part.
  Natural count_ = 1;  // Of the parts before it: the product.
  Statistics statistics_;
};

std::unique_ptr<LayeredCertificate> MakeByDecisions(
    const Problem& problem, const SearchOptions& options,
    const CertificateWriter::Place& place) {
  const layers::DecisionsOutlook outlook =
      layers::ForeseeDecisions(problem, options);
  const Tallies& tallies = outlook.tallies;
  if (!layers::MayCountDecisions(outlook) || tallies.is_hopeless() ||
      tallies.size() == 0) {
    return nullptr;
  }
  return layers::WithKeyWords(
      64 * tallies.words(),
      [&](auto words) -> std::unique_ptr<LayeredCertificate> {
        using Plan = DecisionPlan<words.value>;
        return std::make_unique<CertificateOf<Plan>>(
            problem, Plan(tallies), PartsInOrder(tallies), options.memory_limit,
            place);
      });
}

}  // namespace

std::unique_ptr<LayeredCertificate> LayeredCertificate::Make(
    const Problem& problem, const SearchOptions& options,
    const CertificateWriter::Place& place) {
  if (problem.has_multiplicities()) {
    return MakeByDecisions(problem, options, place);
  }
  const Seating seating = SeatForLayers(problem, options);
  return layers::WithKeyWords(
      seating.width(), [&](auto words) -> std::unique_ptr<LayeredCertificate> {
        using Plan = LayerPlan<words.value>;
        return std::make_unique<CertificateOf<Plan>>(
            problem, Plan(problem, seating), PartsInOrder(seating),
            options.memory_limit, place);
      });
}

}  // namespace dlx::internal::certificate
