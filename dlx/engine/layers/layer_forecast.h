#ifndef DLX_ENGINE_LAYERS_LAYER_FORECAST_H_
#define DLX_ENGINE_LAYERS_LAYER_FORECAST_H_

// Forecasts the sizes of the layers to come.
//
// At a position with a frontier of f bits there could be 2^f states, of which
// there are far fewer as a rule; how many fewer, the layers so far tell. Of the
// layer that was begun last the size is known, s = 2^(a f): so another one with
// a frontier of g bits is expected to have 2^(a g) states. At the start of the
// count a is too small, because few states have been reached yet; in 26
// problems of 15 kinds, when a twentieth of the work was done, the sum of all
// layers was forecast as 0.17 to 3.7 times what it came to, and at a half as
// 0.66 to 2 times.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"

namespace dlx::internal::layers {

class LayerForecast {
 public:
  // `frontier`: how many bits wide it is after each position.
  explicit LayerForecast(absl::Span<const double> frontier);

  // Notes that the layer at the position is complete, and has `states` states.
  // REQUIRES: positions come in increasing order, each once; what is left out
  // is empty.
  void BeginLayer(size_t position, uint64_t states);
  // Of the first position that has not begun.
  size_t next_position() const { return sizes_.size(); }

  // How many states a layer has, if it was begun, or is likely to have. At
  // least one.
  double States(size_t position) const;
  // The sum of the layers from `begin` to before `end`.
  double States(size_t begin, size_t end) const;

 private:
  std::vector<double> width_;  // In bits, before each position.
  std::vector<uint64_t> sizes_;
  // The `a` above. One half until there is a layer to measure.
  double exponent_ = 0.5;
};

}  // namespace dlx::internal::layers

#endif  // DLX_ENGINE_LAYERS_LAYER_FORECAST_H_
