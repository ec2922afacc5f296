#include "tools/cli/pipe.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "gtest/gtest.h"

namespace cli {
namespace {

TEST(OpenPipeTest, IsNotInherited) {
  for (const bool never_waits : {false, true}) {
    int ends[2];
    ASSERT_TRUE(OpenPipe(ends, never_waits));
    for (const int end : ends) {
      EXPECT_EQ(fcntl(end, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
      EXPECT_EQ((fcntl(end, F_GETFL) & O_NONBLOCK) != 0, never_waits);
    }
    char byte = 'x';
    ASSERT_EQ(write(ends[1], &byte, 1), 1);
    byte = 0;
    EXPECT_EQ(read(ends[0], &byte, 1), 1);
    EXPECT_EQ(byte, 'x');
    if (never_waits) {
      EXPECT_EQ(read(ends[0], &byte, 1), -1);
      EXPECT_EQ(errno, EAGAIN);
    }
    close(ends[0]);
    close(ends[1]);
  }
}

}  // namespace
}  // namespace cli
