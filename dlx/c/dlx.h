#ifndef DLX_C_DLX_H_
#define DLX_C_DLX_H_

/* The library for C, and for every language that can call C: python/ is built
 * on it.
 *
 *   const uint32_t items[] = {2, 4, 0, 3, 6, 1, 2, 5};
 *   const uint64_t starts[] = {0, 2, 5, 8};   // {2 4}, {0 3 6}, {1 2 5}
 *   const dlx_statement statement = {
 *       .size = sizeof statement, .primary_count = 7, .option_count = 3,
 *       .starts = starts, .items = items};
 *   dlx_problem* problem = dlx_problem_create(&statement);
 *   if (problem == NULL) { puts(dlx_error()); ... }
 *   dlx_answer* answer = dlx_count(problem, NULL);
 *   puts(dlx_answer_count(answer));
 *   dlx_answer_free(answer);
 *   dlx_problem_free(problem);
 *
 * Items are numbers: first the primary ones, from 0, then the secondary ones.
 * Options are numbered from 0 in their order. What the words mean is told in
 * dlx/problem.h, and what the functions do in dlx/search.h and its neighbours.
 *
 * A function that returns a pointer returns NULL if it fails, and one that
 * returns an int, 0; dlx_error() is then a sentence that says why. No exception
 * leaves any of them. REQUIRES, of all functions: what is not said to be NULL
 * perhaps is not NULL, and has not been freed; and arrays are as long as is
 * said beside them. (Handles are checked by assertions, where these are on.)
 * The caller frees what it was given, by the function of that name; NULL may be
 * freed. Any number of threads may use one problem; everything else is for one
 * thread at a time, but for dlx_interrupter_request().
 *
 * What is here stays: functions and fields are only added, fields at the end of
 * their struct, whose `size` says which of them the caller knows. A field that
 * is 0 or NULL asks for nothing. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define DLX_C_API __attribute__((visibility("default")))
#else
#define DLX_C_API
#endif

/* Grows when something is added to this header. */
#define DLX_C_VERSION 3
/* DLX_C_VERSION of the library, which may be newer than this header. */
DLX_C_API int dlx_c_version(void);
/* That of the project, such as "0.1.0". */
DLX_C_API const char* dlx_version(void);

/* What was wrong with the last call in this thread that failed. Valid until the
 * next call that fails. */
DLX_C_API const char* dlx_error(void);

/* ------------------------------------------------------------- problems */

typedef struct dlx_problem dlx_problem;

typedef struct dlx_statement {
  size_t size; /* sizeof(dlx_statement) */
  uint32_t primary_count;
  uint32_t secondary_count;
  /* Of each primary item, how often it must and may be covered; NULL for once.
   */
  const uint32_t* low;
  const uint32_t* high;
  /* Option k has the items from items[starts[k]] up to items[starts[k + 1]].
   * This is also how a matrix stands in memory that is compressed by rows
   * (CSR). */
  size_t option_count;
  const uint64_t* starts;
  const uint32_t* items;
  /* The colour of each of the items there: 0 for none, otherwise any number. */
  const uint32_t* colors;
  const int64_t* costs; /* Of each option. */
} dlx_statement;

DLX_C_API dlx_problem* dlx_problem_create(const dlx_statement* statement);
/* From Knuth's text format; items are numbered in the order in which they
 * stand. */
DLX_C_API dlx_problem* dlx_problem_read(const char* text, size_t length);
DLX_C_API void dlx_problem_free(dlx_problem* problem);

DLX_C_API size_t dlx_problem_primary_count(const dlx_problem* problem);
DLX_C_API size_t dlx_problem_item_count(const dlx_problem* problem);
DLX_C_API size_t dlx_problem_option_count(const dlx_problem* problem);

/* How many items an option has; the first `capacity` of them go to `items`.
 * Since version 2. REQUIRES: option < dlx_problem_option_count(problem). */
DLX_C_API size_t dlx_problem_option(const dlx_problem* problem, uint32_t option,
                                    uint32_t* items, size_t capacity);

/* 1 if these options are a cover; otherwise 0, and dlx_error() says why not. */
DLX_C_API int dlx_verify(const dlx_problem* problem, const uint32_t* options,
                         size_t count);

/* ------------------------------------------------------------- searches */

/* Stops a search from outside: from another thread, or a signal handler. */
typedef struct dlx_interrupter dlx_interrupter;
DLX_C_API dlx_interrupter* dlx_interrupter_create(void);
DLX_C_API void dlx_interrupter_request(dlx_interrupter* interrupter);
DLX_C_API void dlx_interrupter_free(dlx_interrupter* interrupter);

typedef struct dlx_progress {
  double fraction_done; /* 0..1, an estimate */
  uint64_t nodes;
  const char* solutions; /* A decimal number. */
  int has_best_cost;
  int64_t best_cost;
  int has_lower_bound;
  int64_t lower_bound;
} dlx_progress;

typedef struct dlx_options {
  size_t size;        /* sizeof(dlx_options) */
  const char* engine; /* As --engine of the program; NULL for the best one. */
  /* Limits: 0 for none. */
  uint64_t max_solutions;
  uint64_t max_nodes;
  double max_seconds;
  uint64_t memory; /* In bytes. */
  /* 0 or 1 for one thread, N for N of them, -1 for one for each processor. It
   * is no concern of dlx_search, dlx_explain and dlx_estimate. */
  int threads;
  int has_seed;
  uint64_t seed;
  const uint32_t* givens; /* Options chosen in advance. */
  size_t given_count;
  dlx_interrupter* interrupter;
  /* Called now and then from the calling thread. */
  void (*on_progress)(void* context, const dlx_progress* progress);
  void* context;
  double progress_seconds; /* Between two calls; 0 for 0.2. */
  double relative_error;   /* Of dlx_estimate; 0 for 0.01. */
} dlx_options;

/* How a search ended. For C++, too, any int may stand in such an enum. */
#ifdef __cplusplus
typedef enum dlx_outcome : int {
#else
typedef enum dlx_outcome {
#endif
  DLX_RUNNING = 0,
  DLX_EXHAUSTED = 1, /* The only one that says anything about other covers. */
  DLX_SOLUTION_LIMIT = 2,
  DLX_NODE_LIMIT = 3,
  DLX_TIME_LIMIT = 4,
  DLX_INTERRUPTED = 5
} dlx_outcome;
/* "unknown" for a number that is none of these. */
DLX_C_API const char* dlx_outcome_name(dlx_outcome outcome);

/* One cover after another. `options` may be NULL, here and below. */
typedef struct dlx_search dlx_search;
DLX_C_API dlx_search* dlx_search_create(const dlx_problem* problem,
                                        const dlx_options* options);
DLX_C_API void dlx_search_free(dlx_search* search);
/* Finds some more covers: as many as come within `seconds`, but at least one if
 * there is one, and as many as fit. Cover k is options[ends[k - 1]] up to
 * options[ends[k]] (from 0 for the first one). Returns how many there are; with
 * 0, the search has ended. REQUIRES: option_capacity is at least that of
 * dlx_search_largest_cover(), end_capacity at least 1. */
DLX_C_API size_t dlx_search_next(dlx_search* search, double seconds,
                                 uint32_t* options, size_t option_capacity,
                                 uint64_t* ends, size_t end_capacity);
/* No cover has more options. */
DLX_C_API size_t dlx_search_largest_cover(const dlx_search* search);
DLX_C_API dlx_outcome dlx_search_outcome(const dlx_search* search);
DLX_C_API uint64_t dlx_search_nodes(const dlx_search* search);
DLX_C_API const char* dlx_search_engine(const dlx_search* search);

/* What was asked for at once. */
typedef struct dlx_answer dlx_answer;
DLX_C_API dlx_answer* dlx_count(const dlx_problem* problem,
                                const dlx_options* options);
/* How many covers there are if those that a symmetry of the problem takes to
 * each other are one; of max_solutions there is no use. Since version 3. */
DLX_C_API dlx_answer* dlx_count_up_to_symmetry(const dlx_problem* problem,
                                               const dlx_options* options);
/* The symmetries of the problem: dlx_answer_count() is how many there are, and
 * dlx_answer_symmetry() tells those that make all others. Since version 3. */
DLX_C_API dlx_answer* dlx_symmetries(const dlx_problem* problem,
                                     const dlx_options* options);
DLX_C_API dlx_answer* dlx_first(const dlx_problem* problem,
                                const dlx_options* options);
/* The k covers of least cost. */
DLX_C_API dlx_answer* dlx_best(const dlx_problem* problem, size_t k,
                               const dlx_options* options);
/* Some covers drawn at random, each as likely as any other, whatever was drawn
 * before; none if there are none. The same `seed` draws the same ones. Since
 * version 2. */
DLX_C_API dlx_answer* dlx_sample(const dlx_problem* problem, size_t count,
                                 const dlx_options* options);
/* Why there is no cover. */
DLX_C_API dlx_answer* dlx_explain(const dlx_problem* problem,
                                  const dlx_options* options);
/* About how many covers and nodes there are. */
DLX_C_API dlx_answer* dlx_estimate(const dlx_problem* problem,
                                   const dlx_options* options);
DLX_C_API void dlx_answer_free(dlx_answer* answer);

DLX_C_API dlx_outcome dlx_answer_outcome(const dlx_answer* answer);
DLX_C_API uint64_t dlx_answer_nodes(const dlx_answer* answer);
DLX_C_API uint64_t dlx_answer_updates(const dlx_answer* answer);
DLX_C_API const char* dlx_answer_engine(const dlx_answer* answer);
DLX_C_API const char* dlx_answer_reason(const dlx_answer* answer);
/* Of dlx_count, dlx_count_up_to_symmetry and dlx_symmetries, and of dlx_sample
 * how many covers it drew from: a decimal number of any size. */
DLX_C_API const char* dlx_answer_count(const dlx_answer* answer);
/* Of dlx_first, dlx_best, dlx_sample and, if there is a cover after all,
 * dlx_explain. REQUIRES, of the other two: k < dlx_answer_cover_count(answer).
 */
DLX_C_API size_t dlx_answer_cover_count(const dlx_answer* answer);
DLX_C_API const uint32_t* dlx_answer_cover(const dlx_answer* answer, size_t k,
                                           size_t* size);
DLX_C_API int64_t dlx_answer_cost(const dlx_answer* answer, size_t k);
/* Of dlx_symmetries: where symmetry k takes each item, and each option.
 * REQUIRES: k < dlx_answer_symmetry_count(answer). */
DLX_C_API size_t dlx_answer_symmetry_count(const dlx_answer* answer);
DLX_C_API const uint32_t* dlx_answer_symmetry(const dlx_answer* answer,
                                              size_t k, size_t* item_count);
DLX_C_API const uint32_t* dlx_answer_symmetry_of_options(
    const dlx_answer* answer, size_t k, size_t* option_count);
/* Of dlx_best: 1 if it is known that no cover costs less than *bound. */
DLX_C_API int dlx_answer_lower_bound(const dlx_answer* answer, int64_t* bound);
/* Of dlx_explain: 1 if there is no cover; the items that cannot be covered
 * together; 1 if these can be as soon as any one of them is left out. */
DLX_C_API int dlx_answer_has_no_cover(const dlx_answer* answer);
DLX_C_API const uint32_t* dlx_answer_items(const dlx_answer* answer,
                                           size_t* size);
DLX_C_API int dlx_answer_is_irreducible(const dlx_answer* answer);
/* Of dlx_estimate: a number, and the interval in which it lies with a
 * probability of 95 %; 1 if it is exact. */
typedef struct dlx_interval {
  double value, low, high;
} dlx_interval;
DLX_C_API int dlx_answer_estimate(const dlx_answer* answer,
                                  dlx_interval* covers, dlx_interval* nodes);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* DLX_C_DLX_H_ */
