#ifndef DLX_BASE_CXX20_H_
#define DLX_BASE_CXX20_H_

// Headers that would not compile with an older standard include this one first,
// so that its sentence comes before what a compiler makes of the code below.
#if (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "dlx needs C++20: -std=c++20, or for Bazel --cxxopt=-std=c++20"
#endif

#endif  // DLX_BASE_CXX20_H_
