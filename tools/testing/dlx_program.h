#ifndef TOOLS_TESTING_DLX_PROGRAM_H_
#define TOOLS_TESTING_DLX_PROGRAM_H_

// The program dlx, for tests that see it from the outside; and problems to give
// it. A test needs //tools/dlx among its data.

#include <string>
#include <vector>

#include "tools/testing/subprocess.h"

namespace dlx::tool {

// The words that start dlx with these arguments.
std::vector<std::string> Command(std::vector<std::string> arguments);

// Starts it, and waits for its end.
cli::testing::Result Dlx(const std::vector<std::string>& arguments,
                         const cli::testing::SubprocessOptions& options = {});

// The path of a new file with this content, in the test's own folder.
std::string WriteFile(const std::string& name, const std::string& text);

// Knuth's example, whose only cover is options 0, 3 and 4.
inline constexpr char kExample[] =
    "| An example\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n";

// Four ways to cover two items.
inline constexpr char kFour[] = "a b\na\na\nb\nb\n";

inline constexpr char kNone[] = "a b\na\n";

inline constexpr char kCosts[] = "a b\na |3\nb |4\na b |9\na b |8\n";

// Fourteen pigeons and thirteen holes: no way to put one into each, and no hope
// to find that out soon. But they may also all stay at home, and that is what a
// search tries first.
std::string Pigeons();

// `bits` items with two options each: a cover for each number of so many bits.
std::string AllNumbers(int bits);

}  // namespace dlx::tool

#endif  // TOOLS_TESTING_DLX_PROGRAM_H_
