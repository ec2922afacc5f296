#ifndef DLX_ENGINES_H_
#define DLX_ENGINES_H_

// The engines by name. All of them find the same covers of the problems that
// they accept; they differ in speed and in what they accept.

#include <optional>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/answers.h"
#include "dlx/base/string_view.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx {

// A row of the table of engines.
struct EngineInfo {
  EngineKind kind;
  StringView name;     // As in --engine=dancing_links.
  StringView summary;  // One line for a help text.
  // Whether kAuto may choose it. If not, it is there to be read.
  bool may_be_chosen;
};

// Every engine but kAuto.
[[nodiscard]] absl::Span<const EngineInfo> AllEngines();

[[nodiscard]] StringView EngineName(EngineKind kind);
[[nodiscard]] std::optional<EngineKind> FindEngine(StringView name);

// OK if the engine can do the task on the problem; otherwise why it cannot.
[[nodiscard]] absl::Status CheckEngine(EngineKind kind, const Problem& problem,
                                       Task task);

// Returns what kAuto would choose. For counting, engines race until it is clear
// which one is the fastest, or for a quarter of a second. That is measured, so
// where several are about as fast, the answer may differ from call to call. (A
// real count goes on with the race, so another engine may finish first.)
[[nodiscard]] EngineChoice ChooseEngine(const Problem& problem, Task task);

// Returns the engine that was asked for, or what kAuto would choose. Fails if
// the engine cannot do the task on the problem.
[[nodiscard]] absl::StatusOr<EngineChoice> ChooseEngine(const Problem& problem,
                                                        Task task,
                                                        EngineKind wanted);

}  // namespace dlx

#endif  // DLX_ENGINES_H_
