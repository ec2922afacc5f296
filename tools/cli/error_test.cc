#include "tools/cli/error.h"

#include <new>
#include <string>

#include "gtest/gtest.h"
#include "tools/cli/exit_code.h"

namespace cli {
namespace {

// What Note() prints, without colours or a program's name.
std::string Noted(const std::string& sentence) {
  ::testing::internal::CaptureStderr();
  Note(sentence);
  return ::testing::internal::GetCapturedStderr();
}

TEST(NoteTest, ShowsControlCharactersInsteadOfObeyingThem) {
  EXPECT_EQ(Noted("cannot read \"a\x1b[31m\nb\x7f\""),
            "cannot read \"a\\x1b[31m\\x0ab\\x7f\"\n");
  EXPECT_EQ(Noted("no \"\u00e9\""), "no \"\u00e9\"\n");
}

TEST(FailWhenOutOfMemoryTest, EndsTheProgramWithAMessage) {
  SetProgramName("greet");
  const auto run_out = [] {
    FailWhenOutOfMemory();
    std::get_new_handler()();
  };
  EXPECT_EXIT(run_out(),
              ::testing::ExitedWithCode(static_cast<int>(ExitCode::kNoMemory)),
              "greet: error: out of memory");
  SetProgramName("");
}

}  // namespace
}  // namespace cli
