#include "vgpu/protocol/device_listener.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>

#include <future>

#include "base/pipes.h"

namespace warpscope::device {
namespace {

namespace fs = std::filesystem;

UniqueFd next_program(DeviceListener& listener) {
  pollfd entry{listener.fd(), POLLIN, 0};
  poll(&entry, 1, 5000);
  return listener.accept();
}

TEST(DeviceListener, AProgramGetsTheConnectionAndKeepsItToItself) {
  DeviceListener listener;
  auto [ours, theirs] = make_socket_pair();
  auto program = std::async(std::launch::async, [&] { return connect_to_device(listener.path()); });
  DeviceListener::admit(next_program(listener), theirs);
  theirs.reset();
  const auto connection = program.get();
  ASSERT_TRUE(connection.is_open());
  EXPECT_NE(fcntl(connection.get(), F_GETFD) & FD_CLOEXEC, 0);
  ASSERT_EQ(write(connection.get(), "x", 1), 1);
  char byte = 0;
  EXPECT_EQ(read(ours.get(), &byte, 1), 1);
}

TEST(DeviceListener, AProgramThatIsSentAwayLearnsWhy) {
  DeviceListener listener;
  auto program = std::async(std::launch::async, [&] { return connect_to_device(listener.path()); });
  DeviceListener::refuse(next_program(listener), "there are too many.");
  try {
    program.get();
    FAIL();
  } catch (const NoDevice& error) {
    EXPECT_STREQ(error.what(), "no virtual GPU: there are too many.");
  }
}

TEST(DeviceListener, OthersCannotLookAndNothingStays) {
  std::string path;
  {
    const DeviceListener listener;
    path = listener.path();
    struct stat folder {};
    ASSERT_EQ(stat(fs::path(path).parent_path().c_str(), &folder), 0);
    EXPECT_EQ(folder.st_mode & 0777, 0700U);
  }
  EXPECT_FALSE(fs::exists(fs::path(path).parent_path()));
  EXPECT_THROW(connect_to_device(path), NoDevice);
  EXPECT_THROW(connect_to_device(std::string(500, 'x')), NoDevice);
}

TEST(DeviceListener, NobodyWaitingIsNoProgram) {
  DeviceListener listener;
  EXPECT_FALSE(listener.accept().is_open());
}

}  // namespace
}  // namespace warpscope::device
