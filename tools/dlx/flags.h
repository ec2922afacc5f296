#ifndef TOOLS_DLX_FLAGS_H_
#define TOOLS_DLX_FLAGS_H_

// The flags of dlx that are not about the search itself; for those see
// tools/cli/search_flags.h.

#include <cstdint>
#include <optional>
#include <string>

namespace dlx::tool {

// --json or --format=json.
bool WantsJson();
// --progress: a line on the terminal that says how far the search has come.
bool WantsProgress();
// --stats: what the search did, on standard error.
bool WantsStatistics();
// --k: how many of the best covers are wanted, if it was said.
std::optional<uint64_t> WantedBest();
// --order=FILE of count: where an order of the items stands; or empty.
std::string OrderFile();
// --order of info: the order of the items is wanted, and nothing else.
bool WantsOrder();
// -n of sample: how many covers are wanted, if it was said.
std::optional<uint64_t> WantedSamples();
// -o of compile: where the diagram is to be written; or empty.
std::string DiagramFile();
// --given: the names or numbers of options that all covers are to have; empty
// if it was not said.
std::string OptionsGiven();
// --options: names or numbers of options to be checked; empty if not given.
std::string OptionsToCheck();

}  // namespace dlx::tool

#endif  // TOOLS_DLX_FLAGS_H_
