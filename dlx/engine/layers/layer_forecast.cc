#include "dlx/engine/layers/layer_forecast.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace dlx::internal::layers {

LayerForecast::LayerForecast(absl::Span<const double> frontier) {
  width_.push_back(0);
  width_.insert(width_.end(), frontier.begin(), frontier.end());
}

void LayerForecast::BeginLayer(size_t position, uint64_t states) {
  assert(position >= sizes_.size());
  sizes_.resize(position, 0);
  sizes_.push_back(states);
  // A layer of one state, or with an empty frontier, tells nothing.
  if (states > 1 && width_[position] > 0) {
    exponent_ = std::log2(static_cast<double>(states)) / width_[position];
  }
}

double LayerForecast::States(size_t position) const {
  if (position < sizes_.size()) {
    return std::max(static_cast<double>(sizes_[position]), 1.0);
  }
  return std::exp2(exponent_ * width_[position]);
}

double LayerForecast::States(size_t begin, size_t end) const {
  double sum = 0;
  for (size_t position = begin; position < end; ++position) {
    sum += States(position);
  }
  return sum;
}

}  // namespace dlx::internal::layers
