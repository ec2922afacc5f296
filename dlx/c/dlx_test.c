/* The C interface, from C: every function, and what happens when it fails. */

#include "dlx/c/dlx.h"

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

/* Knuth's example, whose only cover is options 0, 3 and 4. */
static const uint32_t kItems[] = {2, 4, 0, 3, 6, 1, 2, 5,
                                  0, 3, 5, 1, 6, 3, 4, 6};
static const uint64_t kStarts[] = {0, 2, 5, 8, 11, 13, 16};

static dlx_statement Example(void) {
  dlx_statement statement = {0};
  statement.size = sizeof statement;
  statement.primary_count = 7;
  statement.option_count = 6;
  statement.starts = kStarts;
  statement.items = kItems;
  return statement;
}

static dlx_problem* Read(const char* text) {
  dlx_problem* problem = dlx_problem_read(text, strlen(text));
  CHECK(problem != NULL);
  return problem;
}

/* `bits` items with two options each. */
static dlx_problem* AllNumbers(int bits) {
  char text[4096];
  int length = 0;
  for (int i = 0; i < bits; ++i) length += sprintf(text + length, "i%d ", i);
  length += sprintf(text + length, "\n");
  for (int i = 0; i < bits; ++i) {
    length += sprintf(text + length, "i%d\ni%d\n", i, i);
  }
  return Read(text);
}

static void TestVersions(void) {
  CHECK(dlx_c_version() == DLX_C_VERSION);
  CHECK(strchr(dlx_version(), '.') != NULL);
}

static void TestProblems(void) {
  dlx_statement statement = Example();
  dlx_problem* problem = dlx_problem_create(&statement);
  CHECK(problem != NULL);
  CHECK(dlx_problem_primary_count(problem) == 7);
  CHECK(dlx_problem_item_count(problem) == 7);
  CHECK(dlx_problem_option_count(problem) == 6);

  uint32_t items[3] = {9, 9, 9};
  CHECK(dlx_problem_option(problem, 3, items, 2) == 3);
  CHECK(items[0] == 0 && items[1] == 3 && items[2] == 9);

  const uint32_t cover[] = {4, 0, 3};
  CHECK(dlx_verify(problem, cover, 3));
  CHECK(!dlx_verify(problem, cover, 2));
  CHECK(strstr(dlx_error(), "covered") != NULL);
  dlx_problem_free(problem);
  dlx_problem_free(NULL);

  statement.primary_count = 3;
  CHECK(dlx_problem_create(&statement) == NULL);
  CHECK(strstr(dlx_error(), "there are 3 items") != NULL);
  CHECK(dlx_problem_read("a b\nc\n", 6) == NULL);
  CHECK(strstr(dlx_error(), "unknown item") != NULL);

  // No items at all are as many as an option without items has.
  const uint64_t empty[] = {0, 0};
  const dlx_statement nothing = {.size = sizeof nothing,
                                 .primary_count = 1,
                                 .option_count = 1,
                                 .starts = empty};
  CHECK(dlx_problem_create(&nothing) == NULL);
  CHECK(strstr(dlx_error(), "option 0 is empty") != NULL);
  const dlx_statement itemless = {.size = sizeof itemless,
                                  .primary_count = 7,
                                  .option_count = 6,
                                  .starts = kStarts};
  CHECK(dlx_problem_create(&itemless) == NULL);
  CHECK(strstr(dlx_error(), "no items") != NULL);
}

static void TestEverythingThatAProblemCanSay(void) {
  /* Item 0 twice or three times; items 1 and 2 are secondary, 2 has colours. */
  const uint32_t low[] = {2}, high[] = {3};
  const uint32_t items[] = {0, 1, 0, 2, 0, 2, 0, 2};
  const uint32_t colors[] = {0, 0, 0, 7, 0, 7, 0, 8};
  const uint64_t starts[] = {0, 2, 4, 6, 8};
  const int64_t costs[] = {5, 1, 1, 1};
  dlx_statement statement = {0};
  statement.size = sizeof statement;
  statement.primary_count = 1;
  statement.secondary_count = 2;
  statement.low = low;
  statement.high = high;
  statement.option_count = 4;
  statement.starts = starts;
  statement.items = items;
  statement.colors = colors;
  statement.costs = costs;
  dlx_problem* problem = dlx_problem_create(&statement);
  CHECK(problem != NULL);
  dlx_answer* answer = dlx_count(problem, NULL);
  CHECK(answer != NULL);
  /* {1 2}, {0 1}, {0 2}, {0 3}, {0 1 2} */
  CHECK(strcmp(dlx_answer_count(answer), "5") == 0);
  CHECK(dlx_answer_outcome(answer) == DLX_EXHAUSTED);
  CHECK(dlx_answer_nodes(answer) > 0);
  CHECK(strlen(dlx_answer_engine(answer)) > 0);
  CHECK(strlen(dlx_answer_reason(answer)) > 0);
  dlx_answer_free(answer);

  answer = dlx_best(problem, 2, NULL);
  CHECK(answer != NULL && dlx_answer_cover_count(answer) == 2);
  CHECK(dlx_answer_cost(answer, 0) == 2 && dlx_answer_cost(answer, 1) == 6);
  int64_t bound = 0;
  CHECK(dlx_answer_lower_bound(answer, &bound) && bound <= 2);
  size_t size = 0;
  const uint32_t* options = dlx_answer_cover(answer, 0, &size);
  CHECK(size == 2 && options[0] + options[1] == 3);
  dlx_answer_free(answer);
  dlx_problem_free(problem);
}

static void TestOneCoverAfterAnother(void) {
  dlx_problem* problem = AllNumbers(10);
  dlx_search* search = dlx_search_create(problem, NULL);
  CHECK(search != NULL && dlx_search_largest_cover(search) == 10);
  uint32_t options[25]; /* There is room for two covers. */
  uint64_t ends[8];
  size_t covers = 0, found;
  while ((found = dlx_search_next(search, 1e9, options, 25, ends, 8)) > 0) {
    CHECK(found <= 2 && ends[found - 1] == 10 * found);
    CHECK(dlx_verify(problem, options, 10));
    covers += found;
  }
  CHECK(covers == 1024);
  CHECK(dlx_search_outcome(search) == DLX_EXHAUSTED);
  CHECK(dlx_search_nodes(search) > 1024);
  CHECK(strlen(dlx_search_engine(search)) > 0);
  dlx_search_free(search);
  dlx_problem_free(problem);
}

static void TestLimitsAndThreads(void) {
  dlx_problem* problem = AllNumbers(60);
  dlx_options options = {0};
  options.size = sizeof options;
  options.engine = "dancing_links";
  options.max_nodes = 1000;
  dlx_answer* answer = dlx_count(problem, &options);
  CHECK(answer != NULL && dlx_answer_outcome(answer) == DLX_NODE_LIMIT);
  CHECK(strcmp(dlx_outcome_name(DLX_NODE_LIMIT), "node limit") == 0);
  CHECK(strcmp(dlx_outcome_name((dlx_outcome)99), "unknown") == 0);
  dlx_answer_free(answer);

  options.interrupter = dlx_interrupter_create();
  dlx_interrupter_request(options.interrupter);
  options.max_nodes = 0;
  options.threads = 2;
  answer = dlx_count(problem, &options);
  CHECK(answer != NULL && dlx_answer_outcome(answer) == DLX_INTERRUPTED);
  dlx_answer_free(answer);
  dlx_interrupter_free(options.interrupter);

  options.engine = "steam";
  CHECK(dlx_count(problem, &options) == NULL);
  CHECK(strcmp(dlx_error(), "there is no engine \"steam\"") == 0);

  /* 2^60, without visiting each of them. */
  answer = dlx_count(problem, NULL);
  CHECK(strcmp(dlx_answer_count(answer), "1152921504606846976") == 0);
  dlx_answer_free(answer);
  dlx_problem_free(problem);
}

static void CountCalls(void* context, const dlx_progress* progress) {
  CHECK(progress->fraction_done >= 0 && progress->fraction_done <= 1);
  CHECK(strlen(progress->solutions) > 0);
  ++*(int*)context;
}

static void TestProgress(void) {
  dlx_problem* problem = AllNumbers(60);
  int calls = 0;
  dlx_options options = {0};
  options.size = sizeof options;
  options.engine = "dancing_links";
  options.max_seconds = 0.2;
  options.on_progress = CountCalls;
  options.context = &calls;
  options.progress_seconds = 0.01;
  dlx_answer* answer = dlx_count(problem, &options);
  CHECK(answer != NULL && dlx_answer_outcome(answer) == DLX_TIME_LIMIT);
  CHECK(calls > 0);
  dlx_answer_free(answer);
  dlx_problem_free(problem);
}

static void TestFirstAndExplainAndEstimate(void) {
  dlx_problem* problem = Read("a b c d\na b\nb c\na c\nd\n");
  dlx_answer* answer = dlx_first(problem, NULL);
  CHECK(answer != NULL && dlx_answer_cover_count(answer) == 0);
  dlx_answer_free(answer);
  answer = dlx_explain(problem, NULL);
  CHECK(answer != NULL && dlx_answer_has_no_cover(answer));
  CHECK(dlx_answer_is_irreducible(answer));
  size_t size = 0;
  const uint32_t* items = dlx_answer_items(answer, &size);
  CHECK(size == 3 && items[0] == 0 && items[1] == 1 && items[2] == 2);
  dlx_answer_free(answer);
  dlx_problem_free(problem);

  problem = AllNumbers(5);
  answer = dlx_first(problem, NULL);
  CHECK(answer != NULL && dlx_answer_cover_count(answer) == 1);
  dlx_answer_free(answer);
  answer = dlx_explain(problem, NULL);
  CHECK(answer != NULL && !dlx_answer_has_no_cover(answer));
  CHECK(dlx_answer_cover_count(answer) == 1);
  dlx_answer_free(answer);
  answer = dlx_estimate(problem, NULL);
  dlx_interval covers, nodes;
  CHECK(answer != NULL && dlx_answer_estimate(answer, &covers, &nodes));
  CHECK(covers.value == 32 && covers.low == 32 && nodes.high > 32);
  dlx_answer_free(answer);
  const uint32_t given = 99;
  dlx_options options = {0};
  options.size = sizeof options;
  options.givens = &given;
  options.given_count = 1;
  CHECK(dlx_estimate(problem, &options) == NULL);
  CHECK(dlx_first(problem, &options) == NULL);
  dlx_problem_free(problem);
}

static void TestSamples(void) {
  dlx_problem* problem = AllNumbers(70);
  dlx_options options = {0};
  options.size = sizeof options;
  options.has_seed = 1;
  options.seed = 5;
  dlx_answer* answer = dlx_sample(problem, 3, &options);
  CHECK(answer != NULL && dlx_answer_cover_count(answer) == 3);
  CHECK(strcmp(dlx_answer_count(answer), "1180591620717411303424") == 0);
  dlx_answer* again = dlx_sample(problem, 3, &options);
  size_t size = 0;
  for (size_t k = 0; k < 3; ++k) {
    const uint32_t* cover = dlx_answer_cover(answer, k, &size);
    CHECK(size == 70 && dlx_verify(problem, cover, size));
    CHECK(memcmp(cover, dlx_answer_cover(again, k, &size),
                 size * sizeof *cover) == 0);
  }
  dlx_answer_free(again);
  dlx_answer_free(answer);
  dlx_problem_free(problem);

  problem = Read("a b\na\n");
  answer = dlx_sample(problem, 3, NULL);
  CHECK(answer != NULL && dlx_answer_cover_count(answer) == 0);
  dlx_answer_free(answer);
  dlx_problem_free(problem);

  /* More than can be held. */
  problem = Read("a\na\n");
  CHECK(dlx_sample(problem, (size_t)1 << 62, NULL) == NULL);
  CHECK(strstr(dlx_error(), "fewer at a time") != NULL);
  dlx_options small = {.size = sizeof small, .memory = 1 << 20};
  CHECK(dlx_sample(problem, (size_t)1 << 20, &small) == NULL);
  dlx_problem_free(problem);

  /* With multiplicities: two of the last three options. */
  problem = Read("2|a b\nb\na\na\na\n");
  answer = dlx_sample(problem, 20, NULL);
  CHECK(answer != NULL && strcmp(dlx_answer_count(answer), "3") == 0);
  for (size_t k = 0; k < 20; ++k) {
    const uint32_t* cover = dlx_answer_cover(answer, k, &size);
    CHECK(size == 3 && dlx_verify(problem, cover, size));
  }
  dlx_answer_free(answer);
  dlx_problem_free(problem);
}

/* Four corners of a square, whose opposite sides cover them in two ways. */
static void TestSymmetries(void) {
  dlx_problem* problem = Read("a b c d\na b\nc d\na c\nb d\n");
  dlx_answer* answer = dlx_symmetries(problem, NULL);
  CHECK(answer != NULL && strcmp(dlx_answer_count(answer), "8") == 0);
  const size_t count = dlx_answer_symmetry_count(answer);
  CHECK(count > 0);
  for (size_t k = 0; k < count; ++k) {
    size_t items = 0, options = 0;
    const uint32_t* item = dlx_answer_symmetry(answer, k, &items);
    const uint32_t* option =
        dlx_answer_symmetry_of_options(answer, k, &options);
    CHECK(items == 4 && options == 4);
    for (uint32_t o = 0; o < 4; ++o) {
      uint32_t from[2], to[2];
      CHECK(dlx_problem_option(problem, o, from, 2) == 2);
      CHECK(dlx_problem_option(problem, option[o], to, 2) == 2);
      CHECK((item[from[0]] == to[0] && item[from[1]] == to[1]) ||
            (item[from[0]] == to[1] && item[from[1]] == to[0]));
    }
  }
  dlx_answer_free(answer);
  answer = dlx_count_up_to_symmetry(problem, NULL);
  CHECK(answer != NULL && strcmp(dlx_answer_count(answer), "1") == 0);
  CHECK(dlx_answer_outcome(answer) == DLX_EXHAUSTED);
  dlx_answer_free(answer);
  dlx_options options = {.size = sizeof options, .max_solutions = 1};
  CHECK(dlx_count_up_to_symmetry(problem, &options) == NULL);
  CHECK(strstr(dlx_error(), "without a limit") != NULL);
  dlx_options short_time = {.size = sizeof short_time, .max_nodes = 1};
  answer = dlx_count_up_to_symmetry(problem, &short_time);
  CHECK(answer != NULL && dlx_answer_outcome(answer) == DLX_NODE_LIMIT);
  CHECK(strcmp(dlx_answer_count(answer), "0") == 0);
  dlx_answer_free(answer);
  dlx_problem_free(problem);
}

int main(void) {
  TestVersions();
  TestProblems();
  TestEverythingThatAProblemCanSay();
  TestOneCoverAfterAnother();
  TestLimitsAndThreads();
  TestProgress();
  TestFirstAndExplainAndEstimate();
  TestSamples();
  TestSymmetries();
  return 0;
}
