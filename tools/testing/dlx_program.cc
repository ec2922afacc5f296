#include "tools/testing/dlx_program.h"

#include <fstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "tools/testing/subprocess.h"

namespace dlx::tool {

std::vector<std::string> Command(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "tools/dlx/dlx");
  return arguments;
}

cli::testing::Result Dlx(const std::vector<std::string>& arguments,
                         const cli::testing::SubprocessOptions& options) {
  return cli::testing::Run(Command(arguments), options);
}

std::string WriteFile(const std::string& name, const std::string& text) {
  const std::string path = absl::StrCat(::testing::TempDir(), "/", name);
  std::ofstream(path, std::ios::binary) << text;
  return path;
}

std::string Pigeons() {
  constexpr int kPigeons = 14;
  std::string pigeons, holes, options;
  for (int p = 0; p < kPigeons; ++p) {
    absl::StrAppend(&pigeons, " p", p);
    for (int h = 0; h + 1 < kPigeons; ++h) {
      if (p == 0) absl::StrAppend(&holes, " h", h);
      absl::StrAppend(&options, "p", p, " h", h, "\n");
    }
  }
  return absl::StrCat("home", pigeons, " |", holes, "\nhome", pigeons,
                      "\nhome\n", options);
}

std::string AllNumbers(int bits) {
  std::string items, options;
  for (int i = 0; i < bits; ++i) {
    absl::StrAppend(&items, "i", i, " ");
    absl::StrAppend(&options, "i", i, "\ni", i, "\n");
  }
  return absl::StrCat(items, "\n", options);
}

}  // namespace dlx::tool
