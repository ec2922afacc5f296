#ifndef DLX_IO_EXPORT_JSON_H_
#define DLX_IO_EXPORT_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "dlx/problem.h"

namespace dlx::io {

// The problem as a JSON object. For
//
//     a 2:3|b | x
//     a x:red |7
//     b x
//
// it is (with other line breaks)
//
//     {"primary": [{"name": "a"}, {"name": "b", "low": 2, "high": 3}],
//      "secondary": [{"name": "x"}],
//      "options": [{"items": ["a", "x"], "colors": {"x": "red"}, "cost": 7},
//                  {"items": ["b", "x"]}]}
//
// "low" and "high" are there if they are not both 1, "colors" if there are any,
// and "cost" if it is not 0. Options are numbered from 0 by their place in the
// list; an answer is an object with a member "options", a list of such numbers.
//
// Fails if a name is not UTF-8, which JSON cannot express.
absl::StatusOr<std::string> WriteJson(const Problem& problem);

}  // namespace dlx::io

#endif  // DLX_IO_EXPORT_JSON_H_
