#ifndef DLX_ENGINES_H_
#define DLX_ENGINES_H_

// The engines by name. All of them find the same covers of the problems that
// they accept; they differ in speed and in what they accept.

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/string_view.h"

namespace dlx {

// A row of the table of engines.
struct EngineInfo {
  EngineKind kind;
  StringView name;     // As in --engine=dancing_links.
  StringView summary;  // One line for a help text.
  // Whether kAuto may stand for it. If not, it is there to be read.
  bool may_be_chosen;
};

// Every engine but kAuto.
[[nodiscard]] absl::Span<const EngineInfo> AllEngines();

[[nodiscard]] StringView EngineName(EngineKind kind);
[[nodiscard]] std::optional<EngineKind> FindEngine(StringView name);

// OK if the engine can do the task on the problem; otherwise why it cannot.
[[nodiscard]] absl::Status CheckEngine(EngineKind kind, const Problem& problem,
                                       Task task);

// What kAuto seems to stand for. For counting, engines run a race for some
// milliseconds or, if that does not tell, for a second or so. (A count goes on
// with the race, so another one may be the first to finish.) The same problem
// always gives the same answer.
[[nodiscard]] EngineChoice ChooseEngine(const Problem& problem, Task task);

// The engine that was asked for, or what kAuto stands for. An error if it
// cannot do the task on the problem.
[[nodiscard]] absl::StatusOr<EngineChoice> ChooseEngine(const Problem& problem,
                                                        Task task,
                                                        EngineKind wanted);

}  // namespace dlx

#endif  // DLX_ENGINES_H_
