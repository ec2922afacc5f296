#ifndef DLX_ASK_DEDUCE_OVERLAPPING_H_
#define DLX_ASK_DEDUCE_OVERLAPPING_H_

#include "dlx/ask/deduce.h"

namespace dlx {

// VisitBaseAndCover() where items may share options.
bool VisitOverlapping(const DeductionState& state, const BaseAndCover& which,
                      VisitDeduction visit);

}  // namespace dlx

#endif  // DLX_ASK_DEDUCE_OVERLAPPING_H_
