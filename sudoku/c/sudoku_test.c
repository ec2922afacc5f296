/* The C interface of Sudoku, from C. */

#include "sudoku/c/sudoku.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                 \
  do {                                                                   \
    if (!(condition)) {                                                  \
      fprintf(stderr, "%s:%d: %s is not so; the last error is \"%s\"\n", \
              __FILE__, __LINE__, #condition, dlx_error());              \
      exit(1);                                                           \
    }                                                                    \
  } while (0)

static void Digits(const char* line, uint8_t* cells) {
  for (; *line != '\0'; ++line) *cells++ = *line == '.' ? 0 : *line - '0';
}

int main(void) {
  sudoku_rules rules = {0};
  rules.size = sizeof rules;
  rules.rows = 4;
  sudoku_solver* solver = sudoku_solver_create(&rules);
  CHECK(solver != NULL && sudoku_solver_cell_count(solver) == 16);

  /* One solution, two, none. */
  uint8_t puzzles[48], solutions[48], others[48], verdicts[3], expected[16];
  Digits("1..4..1..2..3..2", puzzles);
  Digits("1....2....3....4", puzzles + 16);
  Digits("11..............", puzzles + 32);
  CHECK(sudoku_solve(solver, puzzles, 3, solutions, others, verdicts));
  CHECK(verdicts[0] == SUDOKU_UNIQUE && verdicts[1] == SUDOKU_MULTIPLE &&
        verdicts[2] == SUDOKU_NO_SOLUTION);
  Digits("1324241342313142", expected);
  CHECK(memcmp(solutions, expected, 16) == 0);
  CHECK(others[0] == 0 && solutions[32] == 0);
  CHECK(memcmp(solutions + 16, others + 16, 16) != 0 && others[16] == 1);
  CHECK(sudoku_solve(solver, puzzles, 3, solutions, NULL, verdicts));

  dlx_outcome outcome;
  memset(puzzles, 0, 16);
  CHECK(strcmp(sudoku_count(solver, puzzles, &outcome), "288") == 0);
  CHECK(outcome == DLX_EXHAUSTED);

  uint8_t canonical[16];
  CHECK(sudoku_canonical(solver, solutions, canonical));
  Digits("1234", expected);
  CHECK(memcmp(canonical, expected, 4) == 0);

  /* Three puzzles, and the last two of them again. */
  uint8_t made[48], again[32];
  sudoku_wishes wishes = {0};
  wishes.size = sizeof wishes;
  wishes.seed = 7;
  wishes.symmetry = "half-turn";
  CHECK(sudoku_generate(solver, &wishes, 0, 3, made, others));
  CHECK(sudoku_generate(solver, &wishes, 1, 2, again, NULL));
  CHECK(memcmp(made + 16, again, 32) == 0);
  CHECK(sudoku_solve(solver, made, 3, solutions, NULL, verdicts));
  CHECK(memcmp(solutions, others, 48) == 0);
  for (int i = 0; i < 3; ++i) CHECK(verdicts[i] == SUDOKU_UNIQUE);
  for (int i = 0; i < 16; ++i) CHECK((made[i] == 0) == (made[15 - i] == 0));
  wishes.symmetry = "some";
  CHECK(!sudoku_generate(solver, &wishes, 0, 1, made, NULL));
  CHECK(strcmp(dlx_error(), "there is no symmetry \"some\"") == 0);

  puzzles[20] = 5;
  CHECK(!sudoku_solve(solver, puzzles, 3, solutions, NULL, verdicts));
  CHECK(strcmp(dlx_error(),
               "puzzle 1: cell 4 holds 5, but the digits are 1 to 4") == 0);
  CHECK(sudoku_count(solver, puzzles + 16, &outcome) == NULL);
  sudoku_solver_free(solver);

  rules.more = "Cage~3~R1C1~R1C2.Thermo~R1C1~R2C1~R3C1";
  rules.has_diagonals = 0;
  solver = sudoku_solver_create(&rules);
  memset(puzzles, 0, 16);
  CHECK(strcmp(sudoku_count(solver, puzzles, &outcome), "12") == 0);
  CHECK(!sudoku_canonical(solver, puzzles, canonical));
  CHECK(!sudoku_generate(solver, &wishes, 0, 1, made, NULL));
  puzzles[0] = 1;
  puzzles[15] = 3;
  CHECK(sudoku_solve(solver, puzzles, 1, solutions, NULL, verdicts));
  CHECK(solutions[0] == 1 && solutions[1] == 2);
  sudoku_solver_free(solver);
  rules.more = "Cage~3~R1C1~R5C2";
  CHECK(sudoku_solver_create(&rules) == NULL);
  CHECK(strcmp(dlx_error(), "rules, character 12: \"R5C2\" is not a cell of a "
                            "grid of 4x4") == 0);
  rules.more = NULL;

  rules.box_rows = rules.box_columns = 3;
  CHECK(sudoku_solver_create(&rules) == NULL);
  CHECK(strstr(dlx_error(), "do not fit") != NULL);
  solver = sudoku_solver_create(NULL);
  CHECK(solver != NULL && sudoku_solver_cell_count(solver) == 81);
  sudoku_solver_free(solver);
  return 0;
}
