// The executable: its options and its exit codes.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <string>
#include <vector>

#include "base/pipes.h"
#include "device/commands.h"

namespace warpscope::device {
namespace {

struct Result {
  int exit_code = -1;
  std::string errors;
};

class DeviceProgram : public testing::Test {
 protected:
  static Result run(std::vector<std::string> arguments) {
    Pipe pipe = make_pipe();
    arguments.insert(arguments.begin(), WARPSCOPE_DEVICE_PROGRAM);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, pipe.write_end.get(), 2);
    pid_t child = 0;
    const int error = posix_spawn(&child, argv[0], &actions, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    EXPECT_EQ(error, 0);
    pipe.write_end.reset();
    Result result;
    std::array<char, 512> buffer{};
    for (ssize_t count = 0;
         (count = read(pipe.read_end.get(), buffer.data(), buffer.size())) > 0;) {
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
      {"--client-fd", "7"},
      {"--client-fd", "x", "--control-fd", "8"},
      {"--client-fd", "997", "--control-fd", "998"},
      {"--unknown"}};
  for (const std::vector<std::string>& arguments : mistakes) {
    const Result result = run(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.errors.find("warpscope-device: "), 0U) << result.errors;
    EXPECT_EQ(result.errors.find('\n'), result.errors.size() - 1) << result.errors;
  }
}

/// Sends a line.
void tell(const UniqueFd& socket, const std::string& line) {
  const std::string text = line + "\n";
  ASSERT_EQ(send(socket.get(), text.data(), text.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(text.size()));
}

TEST_F(DeviceProgram, OptionsThatMakeNoDeviceAreASentenceAndExitCodeTwo) {
  Options absent;
  absent.profile_path = "absent.toml";
  Options many;
  many.profile_path = kProfile;
  many.device_count = 9;
  for (const std::string& line :
       {to_json_line(Start{absent}), to_json_line(Start{many}), to_json_line(Start{}),
        to_json_line(Stop{1}), to_json_line(BeginCase{1, 0}), std::string("{"), std::string(),
        std::string(R"({"command":"start","options":{"profile_path":3}})"),
        std::string(100000, '[')}) {
    SocketPair client = make_socket_pair(), control = make_socket_pair();
    fcntl(client.theirs.get(), F_SETFD, 0);
    fcntl(control.theirs.get(), F_SETFD, 0);
    tell(control.ours, line);
    const Result result = run({"--client-fd", std::to_string(client.theirs.get()), "--control-fd",
                               std::to_string(control.theirs.get())});
    EXPECT_EQ(result.exit_code, 2) << line;
    EXPECT_EQ(result.errors.find("warpscope-device: "), 0U) << result.errors;
    EXPECT_EQ(result.errors.find('\n'), result.errors.size() - 1) << result.errors;
  }
}

TEST_F(DeviceProgram, EndsWithZeroWhenTheProgramIsGone) {
  SocketPair client = make_socket_pair();
  const SocketPair control = make_socket_pair();
  // The device inherits its ends under the numbers that they have here.
  fcntl(client.theirs.get(), F_SETFD, 0);
  fcntl(control.theirs.get(), F_SETFD, 0);
  client.ours.reset();
  // The device holds the only other end of the client socket but for ours, which shutdown closes.
  shutdown(client.theirs.get(), SHUT_RDWR);
  Options options;
  options.profile_path = kProfile;
  tell(control.ours, to_json_line(Start{options}));
  const Result result = run({"--client-fd", std::to_string(client.theirs.get()), "--control-fd",
                             std::to_string(control.theirs.get())});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  std::array<char, 4096> buffer{};
  const ssize_t count = recv(control.ours.get(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  ASSERT_GT(count, 0);
  const std::string events(buffer.data(), static_cast<std::size_t>(count));
  EXPECT_NE(events.find("\"started\""), std::string::npos);
  EXPECT_NE(events.find("\"finished\""), std::string::npos);
}

}  // namespace
}  // namespace warpscope::device
