#ifndef DLX_ENGINE_MEMO_CHAIN_H_
#define DLX_ENGINE_MEMO_CHAIN_H_

// Tells which levels of a walk are worth a place in a table of subproblems.
//
// Of a chain of levels with one option each only the first is: a search that
// comes to another one comes to the first before, and finds it there.

#include <cstdint>

namespace dlx::internal::memo {

struct LevelOfChain {
  bool is_forced = false;  // There is only one option.
  bool is_remembered = false;

  // The level below, which has `branches` options.
  LevelOfChain Below(int32_t branches) const {
    const bool is_below_forced = branches == 1;
    return {.is_forced = is_below_forced,
            .is_remembered = !is_below_forced || !is_forced};
  }
};

}  // namespace dlx::internal::memo

#endif  // DLX_ENGINE_MEMO_CHAIN_H_
