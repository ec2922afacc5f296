#ifndef SUDOKU_TECHNIQUE_EXPLAINER_CHAINS_H_
#define SUDOKU_TECHNIQUE_EXPLAINER_CHAINS_H_

// The cycles and forcing chains of Sudoku Explainer: single, Nishio, multiple
// and dynamic ones, and dynamic ones that go on from other steps, or from
// forcing chains in turn, when nothing else follows.

#include <functional>
#include <optional>
#include <vector>

#include "sudoku/technique/board.h"
#include "sudoku/technique/explainer.h"
#include "sudoku/technique/steps.h"

namespace sudoku::internal {

class ExplainerChains {
 public:
  // `easy` finds what dynamic chains go on from first: locked candidates; if
  // there are none, hidden pairs; then naked pairs; then X-wings. The board has
  // to outlive this.
  using Easy = std::function<std::vector<Step>(const Board& board)>;
  ExplainerChains(const Board& board, ExplainerContext context, Easy easy);

  // The easiest of each kind.
  [[nodiscard]] std::optional<Step> Single();
  [[nodiscard]] std::optional<Step> Nishio();
  [[nodiscard]] std::optional<Step> Multiple();
  // On level 0, dynamic chains alone. On level 1 they go on from what is easy;
  // on level 2, then from single chains; on level 3, then from multiple ones;
  // on level 4, from what is easy and then from dynamic ones.
  static constexpr int kMostLevel = 4;
  [[nodiscard]] std::optional<Step> Dynamic(int level);

 private:
  const Board& board_;
  const ExplainerContext context_;
  const Easy easy_;
};

}  // namespace sudoku::internal

#endif  // SUDOKU_TECHNIQUE_EXPLAINER_CHAINS_H_
