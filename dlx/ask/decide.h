#ifndef DLX_ASK_DECIDE_H_
#define DLX_ASK_DECIDE_H_

// Tells whether a problem has no cover, one, or several, again and again with
// other options given in advance. That is how puzzles are checked: a puzzle is
// the problem of its kind with some givens.
//
// Example:
//
//   absl::StatusOr<dlx::Decider> decider = dlx::Decider::Create(problem);
//   if (!decider.ok()) return decider.status();
//   for (const dlx::Question& question : questions) {
//     const dlx::Decision& decision = decider->Decide(question);
//     if (decision.how_many == dlx::HowMany::kOne) Use(decision.covers[0]);
//   }
//
// How it is done. The first attempt at a question is a search in a fixed order
// that visits a limited number of nodes; it decides nearly every question in
// practice. Where it does not, an unlucky choice near the root may be to blame,
// and a search reconsiders it only after its whole subtree. So the search is
// *restarted*, each time in another random order and with twice the nodes: bad
// luck costs an attempt, not the whole time. (The running time of a
// backtracking search with random choices has a heavy tail, which restarts cut
// off; see Gomes, Selman and Kautz, "Boosting Combinatorial Search Through
// Randomization", 1998.) An attempt that ends by itself decides, and so do two
// that have found different covers. Seeds are fixed, so the same question
// always gets the same answer.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "dlx/engines.h"
#include "dlx/id.h"
#include "dlx/limits.h"
#include "dlx/natural.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"
#include "dlx/statistics.h"

namespace dlx {

struct DeciderOptions {
  // Bounds the work on one question, all attempts together. `solutions` bounds
  // Count() only: the other functions look for at most two covers.
  Limits limits = {};
  // How many nodes the first attempt at a question may visit. (A count that has
  // done a tenth of its tree by then goes on, to twice as many, and so forth.)
  uint64_t first_attempt_nodes = 100'000;
  // The engine that looks for covers, and the one that counts them if the first
  // attempt does not finish the count.
  EngineKind engine = EngineKind::kAuto;
  EngineKind counting_engine = EngineKind::kAuto;
  // How many threads Count() then uses; 0 for one for each processor.
  // Everything else uses one.
  int counting_threads = 1;

  // If set, Count() calls it now and then, in the calling thread.
  std::function<void(const Progress&)> on_progress = nullptr;
};

// Asks about the covers that contain all the givens and no option that is ruled
// out.
//
// REQUIRES: they are options of the problem. If givens contradict each other,
// or one appears twice or is ruled out, there is no cover.
struct Question {
  Question() = default;
  Question(absl::Span<const OptionId> given_options,
           absl::Span<const OptionId> other_options = {})
      : givens(given_options), ruled_out(other_options) {}
  Question(const std::vector<OptionId>& given_options)
      : givens(given_options) {}

  absl::Span<const OptionId> givens;
  // Givens cost next to nothing. What is left when options are ruled out
  // becomes a problem of its own first.
  absl::Span<const OptionId> ruled_out;
};

enum class HowMany {
  kNone,       // There is no cover.
  kOne,        // There is exactly one.
  kSeveral,    // There are at least two.
  kUndecided,  // A limit ended the work before the answer was known.
};

// The answer to a question.
struct Decision {
  HowMany how_many = HowMany::kUndecided;
  // The number of different covers seen: 0, 1 or 2. An undecided question may
  // have 1.
  int covers_found = 0;
  // The first covers_found of them are covers: their options, also the givens,
  // in no particular order.
  std::array<std::vector<OptionId>, 2> covers;
  // How the search ended; for an undecided question, the limit that ended it.
  Outcome outcome = Outcome::kRunning;
  // Nodes of the search tree that were visited, in all attempts.
  uint64_t nodes = 0;
  int attempts = 0;
};

struct CoverCount {
  // All covers if outcome is kExhausted, otherwise those counted so far.
  Natural count = 0;
  Outcome outcome = Outcome::kRunning;
  uint64_t nodes = 0;
};

// Answers questions about one problem, one after the other. Once warm, it
// allocates no memory for a question with givens only that the first attempt
// decides.
//
// One thread at a time may use a Decider. Different deciders, also of the same
// Problem, may run in different threads at the same time.
//
// REQUIRES, of all functions: it has not been moved from, and the options that
// are asked about are of the problem. (Checked by assertions, where these are
// on.)
class Decider {
 public:
  [[nodiscard]] static absl::StatusOr<Decider> Create(
      Problem problem, DeciderOptions options = {});
  Decider(Decider&&) noexcept;
  Decider& operator=(Decider&&) noexcept;
  ~Decider();

  // Tells whether there is no cover, one, or several. Without limits the answer
  // is never kUndecided, but a hard problem can take any time. The answer is
  // valid until the next call.
  [[nodiscard]] const Decision& Decide(const Question& question = {});

  // Finds one cover in the same way. The answer is kNone, or kUndecided with or
  // without a cover.
  [[nodiscard]] const Decision& FindAny(const Question& question = {});

  // Decides many questions, two at a time: with bit_planes, whose steps wait
  // for memory, that takes much less time than one after the other.
  // `question_of` is called with an index and returns that question, whose
  // options must be valid until its next call. `done` is called with the index
  // of a question and its answer as soon as it is decided, not in their order;
  // the answer is valid until `done` returns. Questions that need further
  // attempts, or rule options out, come last.
  void DecideAll(size_t count, absl::FunctionRef<Question(size_t)> question_of,
                 absl::FunctionRef<void(size_t, const Decision&)> done);

  // Counts the covers. When the nodes of a first attempt are not enough, what
  // the question leaves becomes a problem of its own, for the engine that
  // counts it best. Fails if the counting engine refuses the problem.
  [[nodiscard]] absl::StatusOr<CoverCount> Count(const Question& question = {});

  // Replaces DeciderOptions::limits for the questions from now on. REQUIRES:
  // `solutions` stays what it is.
  void SetLimits(const Limits& limits);
  const Limits& limits() const;

  const Problem& problem() const;
  // The engine of the first attempts, and why it was chosen.
  const EngineChoice& engine() const;

 private:
  class State;
  explicit Decider(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace dlx

#endif  // DLX_ASK_DECIDE_H_
