#ifndef DLX_BASE_VERSION_H_
#define DLX_BASE_VERSION_H_

// The version of the library and of its programs, for C and C++. It is defined
// here alone: the build files read it here, and a test compares the documents
// that repeat it. CHANGELOG.md tells what a version promises.

#define DLX_VERSION_MAJOR 0
#define DLX_VERSION_MINOR 1
#define DLX_VERSION_PATCH 0

// "0.1.0"
#define DLX_VERSION                                               \
  DLX_VERSION_TEXT_(DLX_VERSION_MAJOR)                            \
  "." DLX_VERSION_TEXT_(DLX_VERSION_MINOR) "." DLX_VERSION_TEXT_( \
      DLX_VERSION_PATCH)
#define DLX_VERSION_TEXT_(number) DLX_VERSION_TEXT_OF_(number)
#define DLX_VERSION_TEXT_OF_(number) #number

#endif  // DLX_BASE_VERSION_H_
