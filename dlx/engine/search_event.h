#ifndef DLX_ENGINE_SEARCH_EVENT_H_
#define DLX_ENGINE_SEARCH_EVENT_H_

// What a search by dancing links does, for an observer (see dlx/ask/watch.h).
// The events of a search are a walk through its tree:
//
//   kBranch a, 2 options     a is covered
//     kChoose "a b"          so are the other items of "a b"
//       kDeadEnd c           which leaves nothing for c
//     kTakeBack "a b"
//     kChoose "a c"
//       kCover
//     kTakeBack "a c"
//   kClose a                 a is uncovered

#include <cstdint>

#include "dlx/id.h"

namespace dlx {

struct SearchEvent {
  enum class Kind : uint8_t {
    kBranch,    // `item` is the one to branch on; it has `options` of them.
    kChoose,    // `option` is tried.
    kDeadEnd,   // `item` cannot be covered any more.
    kCover,     // The options that are chosen are an exact cover.
    kTakeBack,  // `option` is taken back.
    kClose,     // The options of `item` have all been tried.
  };

  Kind kind = Kind::kBranch;
  ItemId item = ItemId(0);
  OptionId option = OptionId(0);
  uint32_t options = 0;
};

}  // namespace dlx

#endif  // DLX_ENGINE_SEARCH_EVENT_H_
