#include "dlx/limits.h"

namespace dlx {

StringView OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kRunning:
      return "running";
    case Outcome::kExhausted:
      return "exhausted";
    case Outcome::kSolutionLimit:
      return "solution limit";
    case Outcome::kNodeLimit:
      return "node limit";
    case Outcome::kTimeLimit:
      return "time limit";
    case Outcome::kInterrupted:
      return "interrupted";
  }
  return "unknown";
}

}  // namespace dlx
