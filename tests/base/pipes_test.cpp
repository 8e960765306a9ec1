#include "base/pipes.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <system_error>

namespace warpscope {
namespace {

bool is_open(int fd) { return ::fcntl(fd, F_GETFD) >= 0; }

TEST(UniqueFd, ClosesWhatItOwnsOnce) {
  auto pipe = make_pipe();
  const int number = pipe.read_end.get();
  {
    UniqueFd owner = std::move(pipe.read_end);
    EXPECT_FALSE(pipe.read_end.is_open());
    EXPECT_EQ(owner.get(), number);
    EXPECT_TRUE(is_open(number));
  }
  EXPECT_FALSE(is_open(number));
}

TEST(UniqueFd, ReleasesAndIsAssigned) {
  auto pipe = make_pipe();
  const int first = pipe.read_end.get();
  const int second = pipe.write_end.get();
  pipe.read_end = std::move(pipe.write_end);
  EXPECT_FALSE(is_open(first));
  EXPECT_EQ(pipe.read_end.release(), second);
  EXPECT_FALSE(pipe.read_end.is_open());
  EXPECT_TRUE(is_open(second));
  ::close(second);
}

TEST(Pipes, CarryBytesAndAreClosedOnExec) {
  const auto pipe = make_pipe();
  const auto sockets = make_socket_pair();
  for (const auto& [from, to] : {std::pair(pipe.write_end.get(), pipe.read_end.get()),
                                 std::pair(sockets.ours.get(), sockets.theirs.get()),
                                 std::pair(sockets.theirs.get(), sockets.ours.get())}) {
    char byte = 'x';
    ASSERT_EQ(::write(from, &byte, 1), 1);
    byte = 0;
    ASSERT_EQ(::read(to, &byte, 1), 1);
    EXPECT_EQ(byte, 'x');
    EXPECT_EQ(::fcntl(from, F_GETFD), FD_CLOEXEC);
    EXPECT_EQ(::fcntl(to, F_GETFD), FD_CLOEXEC);
  }
}

TEST(Pipes, ReturnInsteadOfWaitingWhenTold) {
  const auto pipe = make_pipe();
  set_nonblocking(pipe.read_end.get());
  char byte = 0;
  EXPECT_EQ(::read(pipe.read_end.get(), &byte, 1), -1);
  EXPECT_EQ(errno, EAGAIN);
  EXPECT_THROW(set_nonblocking(-1), std::system_error);
}

}  // namespace
}  // namespace warpscope
