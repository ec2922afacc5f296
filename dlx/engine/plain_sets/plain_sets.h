#ifndef DLX_ENGINE_PLAIN_SETS_PLAIN_SETS_H_
#define DLX_ENGINE_PLAIN_SETS_PLAIN_SETS_H_

// Algorithm X (Knuth 2000) in a page: the engine to read first. It is never the
// one that is chosen, for all others do the same in a fraction of the time; but
// it is held to the same tests, and they to it.
//
// Wanted are options that cover every primary item exactly once, and every
// secondary item at most once.
//
//   1. If all primary items are covered: that is a cover.
//   2. Take a primary item that the fewest options are left for.
//   3. Choose each of these options in turn. Its items are covered now, so all
//      options that have one of them go. Go on with step 1, and after that put
//      everything back.
//
// All it needs is a set of options for each item that is not covered yet. Here
// are Knuth's items a to g, with the options A = {c e}, B = {a d g},
// C = {b c f}, D = {a d f}, E = {b g} and F = {d e g}:
//
//     a: {B D}    b: {C E}    c: {A C}    d: {B D F}
//     e: {A F}    f: {C D}    g: {B E F}
//
// Item a has two options left; no item has fewer. Choose B: its items a, d and
// g are covered, and with them go B, D, E and F, the options in their sets.
//
//     b: {C}      c: {A C}    e: {A}      f: {C}
//
// Item b leaves no choice but C. It covers b, c and f; with them goes A.
//
//     e: {}
//
// Nothing is left for e: a dead end. Put everything back that went with C and
// with B, and choose D instead; B, C, D and F go.
//
//     b: {E}      c: {A}      e: {A}      g: {E}
//
// Now E and A are forced, in this order, and cover everything: D, E and A.
//
// Step 2 makes the difference. An item with one option left is no guess, and an
// item without options is a dead end that is seen at once.
//
// What it costs is the work on the sets: looking up, deleting, inserting. Links
// take the same steps without any of that (see
// dlx/engine/dancing_links/links.h).

#include <memory>
#include <string>

#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

// Empty, or that its sets would take long to fill: an engine that is there to
// be read need not do what would take for ever.
std::string TooLargeForPlainSets(const Problem& problem);

std::unique_ptr<Engine> MakePlainSets(const Problem& problem, Task task,
                                      const SearchOptions& options);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_PLAIN_SETS_PLAIN_SETS_H_
