#ifndef SUDOKU_C_SUDOKU_H_
#define SUDOKU_C_SUDOKU_H_

/* Sudoku for C, and for languages that can call C; dlx/c/dlx.h tells how
 * errors, memory and versions are dealt with.
 *
 *   sudoku_solver* solver = sudoku_solver_create(NULL);   // 9x9
 *   uint8_t solution[81], verdict;
 *   sudoku_solve(solver, puzzle, 1, solution, NULL, &verdict);
 *   if (verdict == SUDOKU_UNIQUE) ...
 *
 * A grid is a byte for each cell, row by row: its digit, or 0 if it is empty. A
 * solver is for one thread at a time. */

#include <stddef.h>
#include <stdint.h>

#include "dlx/c/dlx.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct sudoku_solver sudoku_solver;

typedef struct sudoku_rules {
  size_t size;  /* sizeof(sudoku_rules) */
  int rows;     /* Of the grid; 0 for 9. */
  int box_rows; /* Of a box; 0 for the customary ones of that grid. */
  int box_columns;
  const char* regions; /* In place of boxes: a character for each cell. */
  int has_diagonals;
  int has_windows;
  /* Of each puzzle. */
  double max_seconds;
  uint64_t max_nodes;
  dlx_interrupter* interrupter;
  /* What is asked besides, as docs/rules.md writes it: "AntiKnight.Diagonal~1".
   * NULL for nothing. */
  const char* more;
} sudoku_rules;

/* `rules` may be NULL. */
DLX_C_API sudoku_solver* sudoku_solver_create(const sudoku_rules* rules);
DLX_C_API void sudoku_solver_free(sudoku_solver* solver);
DLX_C_API size_t sudoku_solver_cell_count(const sudoku_solver* solver);

enum {
  SUDOKU_NO_SOLUTION = 0,
  SUDOKU_UNIQUE = 1,
  SUDOKU_MULTIPLE = 2,
  SUDOKU_UNDECIDED = 3 /* A limit came first. */
};

/* Solves puzzles that stand one after the other. Each gets a verdict; a
 * solution, or zeros if none was found; and if `second_solutions` is not NULL,
 * another one. An error if there is a digit that the grid does not have. */
DLX_C_API int sudoku_solve(sudoku_solver* solver, const uint8_t* puzzles,
                           size_t count, uint8_t* solutions,
                           uint8_t* second_solutions, uint8_t* verdicts);

/* The number of solutions, in decimal digits; valid until the next call with
 * this solver. *outcome says whether that is all of them. */
DLX_C_API const char* sudoku_count(sudoku_solver* solver, const uint8_t* puzzle,
                                   dlx_outcome* outcome);

/* The smallest grid that is the same puzzle in disguise. An error for a solver
 * with `more` rules, and so is sudoku_generate(). */
DLX_C_API int sudoku_canonical(sudoku_solver* solver, const uint8_t* puzzle,
                               uint8_t* canonical);

/* What is wished of new puzzles. */
typedef struct sudoku_wishes {
  size_t size; /* sizeof(sudoku_wishes) */
  uint64_t seed;
  const char* symmetry; /* Of the clues' places: "none", "half-turn", ... */
  int least_clues;      /* 0 for no bound, as few clues as there can be. */
  int most_clues;
  int is_minimal; /* Each clue is needed. */
} sudoku_wishes;

/* Makes puzzles number first, first + 1, ... of a seed, which depend on nothing
 * but these numbers, the wishes and the rules of the solver; with their
 * solutions, if that is not NULL. An interruption is an error. */
DLX_C_API int sudoku_generate(const sudoku_solver* solver,
                              const sudoku_wishes* wishes, uint64_t first,
                              size_t count, uint8_t* puzzles,
                              uint8_t* solutions);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* SUDOKU_C_SUDOKU_H_ */
