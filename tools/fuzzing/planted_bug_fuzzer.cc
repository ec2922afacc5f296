// A target with a bug that guessing does not find: the five right bytes come
// up once in 2^40 random inputs. Coverage feedback finds them one after
// another within seconds, so a fuzzer that does not report this bug is one
// that does not see what the code does.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size >= 5 && data[0] == 'w') {
    if (data[1] == 'a') {
      if (data[2] == 's') {
        if (data[3] == 'p') {
          if (data[4] == 's') std::abort();
        }
      }
    }
  }
  return 0;
}
