#include "vgpu/protocol/device_listener.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <future>
#include <string>

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

void make_older(const fs::path& folder) {
  fs::last_write_time(folder, fs::file_time_type::clock::now() - std::chrono::minutes(5));
}

TEST(DeviceListener, WhatAKilledOneLeftIsRemovedLater) {
  auto [ours, theirs] = make_socket_pair();
  const auto child = ::fork();
  if (child == 0) {
    const DeviceListener killed;
    const auto path = killed.path();
    if (::write(theirs.get(), path.data(), path.size()) < 0) ::_exit(1);
    while (true) ::pause();
  }
  std::string path(200, '\0');
  const auto size = ::read(ours.get(), path.data(), path.size());
  ASSERT_GT(size, 0);
  path.resize(static_cast<std::size_t>(size));
  const auto left = fs::path(path).parent_path();
  make_older(left);
  { const DeviceListener another; }
  EXPECT_TRUE(fs::exists(left)) << "its owner lives";
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  make_older(left);
  { const DeviceListener another; }
  EXPECT_FALSE(fs::exists(left));
}

}  // namespace
}  // namespace warpscope::device
