#ifndef DLX_ENGINE_NOGOODS_NOGOODS_H_
#define DLX_ENGINE_NOGOODS_NOGOODS_H_

// The engine that learns from its mistakes, for large problems whose items have
// few options each, such as 25x25 Sudoku.
//
// A search without memory makes the same mistake again and again: a choice near
// the root is wrong, but that shows only in combination with others far below,
// and the search tries all of these before it comes back. This engine asks at
// each conflict which of the *literals* "this option is chosen" and "that one
// is ruled out" it follows from (conflict_analysis.h). They are a *nogood*,
// which is kept (nogood_store.h): from then on, when all of its literals hold
// but one, the negation of that one follows. And the search goes back at once
// to where this would have followed, past all the choices that were not to
// blame.
//
// What follows by the items alone comes from masks: a word for each item with
// a bit for each of its options (masks.h, assignment.h). To rule out an option
// is to clear a bit in the masks of its items, and an item whose mask has one
// bit left is forced. Unlike in bit_planes nothing looks at items that do not
// change: a state of 25x25 Sudoku is 20 kilobytes, and a choice changes a few
// hundred bytes of it. Only to choose an item to branch on takes a look at all
// of them, by vector instructions (item_choice.h).
//
// Going back past choices would lose or repeat solutions. So when a solution
// has been found, the search goes on from there as if it had no memory: it
// takes the last choice back and rules it out. The levels up to this one are
// *fixed*; from then on it never goes back past them but in this way. On higher
// levels it learns as before, but not from the next conflicts, some for each
// solution: where there are many, it would learn more than it could use.
// (Gebser, Kaufmann, Neumann, Schaub: Conflict-driven answer set enumeration,
// 2007.) It *restarts* behind the fixed levels, with what it has learnt, when
// the nogoods of late turn on more levels than usual.
//
// Every other start of the search branches on *decisive* items first (masks.h),
// by their activity and the number of their options: where steps of automata
// follow from values, the values are to be chosen. The others branch on any
// item, as in problems without decisive items. The item's option that was
// chosen last is tried first: much may have been right about it.
// (Pipatsrisawat, Darwiche: A lightweight component caching scheme, 2007.)
//
// So this is conflict-driven clause learning as SAT solvers do it, with masks
// in place of most clauses; assignment.h begins with its words.
//
// Wins where there are few solutions and many dead ends with common causes.
// Where there are many solutions, or where dead ends are found at once,
// dancing_links is as good; and where no short nogood says why there is no
// cover, as on mutilated boards, learning is wasted.
//
// Statistics::updates counts assigned literals. What is ruled out is no choice:
// nodes at depth d have d options that were tried on the way to them. Progress
// is made by leaving fixed levels; until there is a solution it is unknown how
// far the search has come, and it says 0. Behind the givens, a solution has its
// options in the order in which they were chosen.

#include <cstdint>
#include <memory>
#include <string>

#include "absl/types/span.h"
#include "dlx/engine/engine.h"
#include "dlx/engine/nogoods/assignment.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// EngineRow::too_large: an item in more than 62 options, or more items or
// options than it has numbers for.
std::string TooLargeForNogoods(const Problem& problem);

// In a small problem, conflicts are close to their causes, and there is little
// to learn from them.
bool SuitsNogoods(const Problem& problem);

std::unique_ptr<Engine> MakeNogoods(const Problem& problem, Task task,
                                    const SearchOptions& options);

// Hears why the search goes where it goes, so that it can be followed by
// propagation alone: the options that *decide* are those that were tried and
// not taken back, in this order.
class NogoodsListener {
 public:
  virtual ~NogoodsListener() = default;

  // This nogood was learnt: it follows from what was heard before.
  virtual void OnLearnt(absl::Span<const nogoods::Literal> nogood) = 0;
  // Of the nogoods of two literals or more that were learnt and not yet
  // forgotten, those with these numbers are; they count from 0, in ascending
  // order.
  virtual void OnForgotten(absl::Span<const uint32_t> numbers) = 0;
  // These decisions lead to a cover.
  virtual void OnCover(absl::Span<const uint32_t> decisions) = 0;
  // All covers with these decisions have been heard.
  virtual void OnExhausted(absl::Span<const uint32_t> decisions) = 0;
};

// The listener must outlive the engine.
std::unique_ptr<Engine> MakeNogoods(const Problem& problem,
                                    const SearchOptions& options,
                                    NogoodsListener& listener);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_NOGOODS_NOGOODS_H_
