#ifndef DLX_ENGINE_MEMO_MEMO_COUNTER_H_
#define DLX_ENGINE_MEMO_MEMO_COUNTER_H_

// An engine that counts covers without visiting each of them.
//
// Different choices often lead to the same subproblem: in tiling a board with
// dominoes, what is left of the board can be the same though the tiles lie
// differently in what is not. So the engine remembers for each subproblem how
// many covers it has. The 12,988,816 tilings of the chessboard take some
// thousand subproblems.
//
// A subproblem is given by its *key*: the primary items still to be covered,
// and those secondary items, with their colours, that an option which can still
// be chosen would use. A secondary item that no such option uses does not
// matter any more, whether it is covered or not. (Two nodes with the same key
// have the same options to choose from. For let one of them have the option o:
// o's primary items are in the key, so they are uncovered at the other, too;
// o's secondary items are in the key because o uses them, so they are uncovered
// or have the same colour at the other, too.)
//
// If there are no secondary items, the key of a child is that of its parent
// less the items of the option that leads to it. It is looked up before the
// option is chosen, so a subproblem that is known costs next to nothing.
//
// This is the idea behind Nishino, Yasuda, Minato and Nagata's DXZ ("Dancing
// with decision diagrams", AAAI 2017) and Knuth's dlx6, without the diagram: it
// keeps the numbers only.
//
// It pays off if keys come again, which depends on the problem (set partitions,
// dominoes, Latin squares and copies of a problem yes; queens, with their many
// secondary items, hardly ever), and on the order of the items: try
// Branching::kInputOrder, too, if the items were written down in such an order
// that the border between what is covered and what is not stays short.

#include <memory>

#include "dlx/engine/engine.h"
#include "dlx/problem.h"
#include "dlx/search_options.h"

namespace dlx::internal {

std::unique_ptr<Engine> MakeMemoCounter(const Problem& problem, Task task,
                                        const SearchOptions& options);

}  // namespace dlx::internal

#endif  // DLX_ENGINE_MEMO_MEMO_COUNTER_H_
