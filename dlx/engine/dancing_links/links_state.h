#ifndef DLX_ENGINE_DANCING_LINKS_LINKS_STATE_H_
#define DLX_ENGINE_DANCING_LINKS_LINKS_STATE_H_

// A picture of everything in Links that a search changes, for tests that
// compare two moments.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "dlx/engine/dancing_links/links.h"
#include "dlx/problem.h"

namespace dlx::internal::dancing_links {

struct LinksState {
  std::vector<int32_t> up;
  std::vector<int32_t> down;
  std::vector<int32_t> degrees;
  std::vector<int32_t> colors;

  friend bool operator==(const LinksState&, const LinksState&) = default;
};

inline LinksState StateOf(const Links& links, const Problem& problem) {
  LinksState state;
  const size_t items = problem.item_count();
  const size_t nodes = 1 + items + problem.use_count();
  for (size_t q = 1; q < nodes; ++q) {
    state.up.push_back(links.node(q).up);
    state.down.push_back(links.node(q).down);
    if (q <= items) state.degrees.push_back(links.degree(q));
    if (problem.has_colors()) state.colors.push_back(links.color(q));
  }
  return state;
}

}  // namespace dlx::internal::dancing_links

#endif  // DLX_ENGINE_DANCING_LINKS_LINKS_STATE_H_
