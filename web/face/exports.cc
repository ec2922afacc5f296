// The functions of the module of WebAssembly. web/module/ has the other side.

#include <cstddef>
#include <cstdlib>
#include <string>

#include "absl/strings/string_view.h"
#include "web/face/face.h"

extern "C" {

// Of the program in JavaScript: hears of a part of the answer.
__attribute__((import_module("env"), import_name("emit"))) void web_emit(
    const char* text, size_t length);

// Where the program may write its question.
__attribute__((export_name("allocate"))) char* web_allocate(size_t size) {
  return static_cast<char*>(std::malloc(size));
}

// Answers a question, and frees it. The answer ends with a zero; it is valid
// until the next call.
__attribute__((export_name("answer"))) const char* web_answer(char* question,
                                                              size_t length) {
  static std::string* answer = new std::string;
  *answer = web::Answer(absl::string_view(question, length),
                        [](const web::Json& part) {
                          const std::string text = part.dump();
                          web_emit(text.data(), text.size());
                        });
  std::free(question);
  return answer->c_str();
}

}  // extern "C"
