#ifndef DLX_TESTING_SANITIZED_H_
#define DLX_TESTING_SANITIZED_H_

// How many of its cases a test tries. A sanitizer makes a test ten times as
// slow, and looks at what the code does rather than at what comes out: a part
// of the cases does the same things. And where cases are very many, each change
// tries some of them, and .ci/run --all, which sets the variable DLX_ALL_CASES,
// the rest.

#include <algorithm>
#include <cstdlib>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define DLX_TESTING_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define DLX_TESTING_IS_SANITIZED 1
#endif
#endif

namespace dlx::testing {

#ifdef DLX_TESTING_IS_SANITIZED
inline constexpr bool kIsSanitized = true;
#else
inline constexpr bool kIsSanitized = false;
#endif

// How many repetitions to do, if `usual` is the number without sanitizers.
template <class Integer>
constexpr Integer Repetitions(Integer usual) {
  return kIsSanitized ? std::max<Integer>(1, usual / 10) : usual;
}

// One case in how many to try, where one in `usual` is tried elsewhere.
constexpr int OneIn(int usual) { return kIsSanitized ? 10 * usual : usual; }

inline bool AllCases() { return std::getenv("DLX_ALL_CASES") != nullptr; }

// The same, where cases are so many that one in `usual` is enough for each
// change.
inline int OneInOfMany(int usual) { return OneIn(AllCases() ? 1 : usual); }

}  // namespace dlx::testing

#undef DLX_TESTING_IS_SANITIZED

#endif  // DLX_TESTING_SANITIZED_H_
