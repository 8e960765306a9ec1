#include "tests/support/program_run.h"

#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <system_error>
#include <thread>

#include "base/pipes.h"
#include "device/commands.h"
#include "vgpu/protocol/socket_io.h"

namespace warpscope::cudart {
namespace {

std::string read_all(int fd) {
  std::string text;
  std::array<char, 4096> buffer{};
  for (ssize_t count = 0; (count = read(fd, buffer.data(), buffer.size())) > 0;) {
    text.append(buffer.data(), static_cast<std::size_t>(count));
  }
  return text;
}

/// Descriptor numbers in the child. `from` is ours, `to` is what the child sees.
struct Inherited {
  int from = -1, to = -1;
};

pid_t start(const std::vector<std::string>& command, const std::vector<std::string>& environment,
            const std::vector<Inherited>& inherited) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const Inherited& each : inherited) {
    posix_spawn_file_actions_adddup2(&actions, each.from, each.to);
  }
  const auto pointers = [](const std::vector<std::string>& texts) {
    std::vector<char*> result;
    for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
  };
  pid_t child = 0;
  const int error = posix_spawn(&child, command[0].c_str(), &actions, nullptr,
                                pointers(command).data(), pointers(environment).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::system_error(error, std::generic_category(), command[0]);
  return child;
}

int wait_for(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// Starts the program; `device_fd` below 0 for none.
ProgramRun run_with(const std::string& path, std::vector<std::string> arguments,
                    UniqueFd device_fd) {
  ProgramRun run;
  auto [output_read, output_write] = make_pipe();
  auto [error_read, error_write] = make_pipe();
  arguments.insert(arguments.begin(), path);
  const std::string library_folder = std::filesystem::path(WARPSCOPE_CUDART).parent_path();
  std::vector<std::string> environment{"LD_LIBRARY_PATH=" + library_folder};
  std::vector<Inherited> inherited{{output_write.get(), 1}, {error_write.get(), 2}};
  constexpr int kDeviceFd = 40;
  if (device_fd.is_open()) {
    environment.push_back("WARPSCOPE_DEVICE_FD=" + std::to_string(kDeviceFd));
    inherited.push_back({device_fd.get(), kDeviceFd});
  }
  const pid_t child = start(arguments, environment, inherited);
  device_fd.reset();
  output_write.reset();
  error_write.reset();
  std::thread error_reader([&, fd = error_read.get()] { run.errors = read_all(fd); });
  run.output = read_all(output_read.get());
  error_reader.join();
  run.exit_code = wait_for(child);
  return run;
}

}  // namespace

ProgramRun run_program_at(const std::string& path, const std::vector<std::string>& arguments,
                          const std::string& profile, int devices) {
  auto [program_end, device_end] = make_socket_pair();
  auto [our_end, control_end] = make_socket_pair();
  constexpr int kClientFd = 41;
  constexpr int kControlFd = 42;
  const pid_t device = start({WARPSCOPE_DEVICE_PROGRAM, "--client-fd", std::to_string(kClientFd),
                              "--control-fd", std::to_string(kControlFd)},
                             {}, {{device_end.get(), kClientFd}, {control_end.get(), kControlFd}});
  device_end.reset();
  control_end.reset();
  device::Options options;
  options.profile_path = WARPSCOPE_SOURCE_DIR "/vgpu/profiles/" + profile + ".toml";
  options.instruction_budget = 5000000;
  options.device_count = static_cast<std::uint32_t>(devices);
  const std::string command = device::to_json_line(device::Start{options}) + "\n";
  device::send_all(our_end.get(), std::as_bytes(std::span(command)));
  std::string log;
  std::thread log_reader([&, fd = our_end.get()] { log = read_all(fd); });
  ProgramRun run = run_with(path, arguments, std::move(program_end));
  run.device_exit_code = wait_for(device);
  log_reader.join();
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    run.events.push_back(device::event_from_json(line));
  }
  return run;
}

ProgramRun run_program_without_device_at(const std::string& path) {
  return run_with(path, {}, UniqueFd());
}

}  // namespace warpscope::cudart
