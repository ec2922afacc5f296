#ifndef DLX_C_HANDLES_H_
#define DLX_C_HANDLES_H_

// Shared by the C interfaces of dlx and of sudoku: how an error reaches a
// caller without exceptions and absl::Status.

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "dlx/c/dlx.h"
#include "dlx/limits.h"

struct dlx_interrupter {
  dlx::Interrupter interrupter;
};

namespace dlx::c {

dlx_outcome OutcomeInC(Outcome outcome);

// Calls a function that returns a status. Returns 1 if that is OK. Every error,
// exceptions included, becomes a sentence.
int Succeeds(absl::FunctionRef<absl::Status()> function) noexcept;

// Calls a function that returns an absl::StatusOr<T>, and makes a new T of
// that.
template <typename T, typename Function>
T* Guarded(Function function) noexcept {
  T* made = nullptr;
  Succeeds([&] {
    absl::StatusOr<T> result = function();
    if (result.ok()) made = new T(*std::move(result));
    return result.status();
  });
  return made;
}

// The object behind a handle.
template <typename Handle>
Handle& Checked(Handle* handle) {
  assert(handle != nullptr);
  return *handle;
}

// A struct of the caller, which may be older than ours and end earlier.
template <typename T>
T Copied(const T* from) {
  T copy = {};
  if (from != nullptr) {
    std::memcpy(&copy, from, std::min(from->size, sizeof(T)));
  }
  return copy;
}

}  // namespace dlx::c

#endif  // DLX_C_HANDLES_H_
