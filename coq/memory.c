/* Asks the system for pages of 2 MB where OCaml's collector has its memory by now: so it is had in
   fewer steps. What is in memory stays as it is. */
#define CAML_INTERNALS
#include <stdint.h>
#include <sys/mman.h>

#include <caml/major_gc.h>
#include <caml/mlvalues.h>
#include <caml/version.h>

value verify_large_pages(value unit) {
#if defined(MADV_HUGEPAGE) && OCAML_VERSION < 50000
  const uintptr_t page = (uintptr_t)1 << 21;
  for (char* chunk = caml_heap_start; chunk; chunk = Chunk_next(chunk)) {
    const uintptr_t start = ((uintptr_t)chunk + page - 1) & ~(page - 1);
    const uintptr_t end = ((uintptr_t)chunk + Chunk_size(chunk)) & ~(page - 1);
    if (start < end) madvise((void*)start, end - start, MADV_HUGEPAGE);
  }
#endif
  return unit;
}
