// The executable: its options and its exit codes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "vgpu/server/unique_fd.h"

namespace {

using warpscope::device::UniqueFd;

struct Result {
  int exit_code = -1;
  std::string errors;
};

class DeviceProgram : public testing::Test {
 protected:
  static Result run(std::vector<std::string> arguments) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
    UniqueFd read_end(ends[0]);
    UniqueFd write_end(ends[1]);
    arguments.insert(arguments.begin(), WARPSCOPE_DEVICE_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, write_end.get(), 2);
    pid_t child = 0;
    const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    EXPECT_EQ(error, 0);
    write_end.reset();
    Result result;
    std::array<char, 512> buffer{};
    for (ssize_t count = 0; (count = read(read_end.get(), buffer.data(), buffer.size())) > 0;) {
      result.errors.append(buffer.data(), static_cast<std::size_t>(count));
    }
    int status = 0;
    waitpid(child, &status, 0);
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return result;
  }
};

const std::string kProfile = WARPSCOPE_SOURCE_DIR "/vgpu/profiles/mini.toml";

TEST_F(DeviceProgram, UsageErrorsAreASentenceAndExitCodeTwo) {
  const std::vector<std::vector<std::string>> mistakes{
      {},
      {"--profile", kProfile},
      {"--profile", kProfile, "--client-fd", "7"},
      {"--profile", kProfile, "--client-fd", "x", "--control-fd", "8"},
      {"--profile", kProfile, "--client-fd", "997", "--control-fd", "998"},
      {"--profile", "absent.toml", "--client-fd", "0", "--control-fd", "1"},
      {"--unknown"}};
  for (const std::vector<std::string>& arguments : mistakes) {
    const Result result = run(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.errors.find("warpscope-device: "), 0U) << result.errors;
    EXPECT_EQ(result.errors.find('\n'), result.errors.size() - 1) << result.errors;
  }
}

TEST_F(DeviceProgram, EndsWithZeroWhenTheProgramIsGone) {
  std::array<int, 2> client{};
  std::array<int, 2> control{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, client.data()), 0);
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, control.data()), 0);
  const UniqueFd device_client(client[1]);
  const UniqueFd device_control(control[1]);
  UniqueFd program(client[0]);
  const UniqueFd runner(control[0]);
  fcntl(program.get(), F_SETFD, FD_CLOEXEC);
  fcntl(runner.get(), F_SETFD, FD_CLOEXEC);
  program.reset();
  // The device holds the only other end of the client socket but for ours, which shutdown closes.
  shutdown(device_client.get(), SHUT_RDWR);
  const Result result =
      run({"--profile", kProfile, "--client-fd", std::to_string(device_client.get()),
           "--control-fd", std::to_string(device_control.get())});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  std::array<char, 4096> buffer{};
  const ssize_t count = recv(runner.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  ASSERT_GT(count, 0);
  const std::string events(buffer.data(), static_cast<std::size_t>(count));
  EXPECT_NE(events.find("\"started\""), std::string::npos);
  EXPECT_NE(events.find("\"finished\""), std::string::npos);
}

}  // namespace
