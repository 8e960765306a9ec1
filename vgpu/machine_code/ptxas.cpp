#include "vgpu/machine_code/ptxas.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <thread>

#include "base/files.h"
#include "base/temporary_folder.h"

namespace warpscope::machine_code {
namespace {

namespace fs = std::filesystem;

/// Starts a program without input or output. 0: it does not start.
pid_t start(std::vector<std::string> arguments) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t files{};
  ::posix_spawn_file_actions_init(&files);
  for (const int descriptor : {0, 1, 2})
    ::posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
  std::array<char*, 1> no_environment = {nullptr};
  pid_t process = 0;
  const int error = ::posix_spawn(&process, pointers.front(), &files, nullptr, pointers.data(),
                                  no_environment.data());
  ::posix_spawn_file_actions_destroy(&files);
  return error == 0 ? process : 0;
}

/// Whether the process has ended well within the time; otherwise it is ended.
bool has_succeeded(pid_t process, std::chrono::milliseconds longest) {
  constexpr std::chrono::milliseconds kPause{2};
  const auto deadline = std::chrono::steady_clock::now() + longest;
  int status = 0;
  while (true) {
    const pid_t ended = ::waitpid(process, &status, WNOHANG);
    if (ended == process) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (ended < 0) return false;
    if (std::chrono::steady_clock::now() >= deadline) break;
    std::this_thread::sleep_for(kPause);
  }
  ::kill(process, SIGKILL);
  ::waitpid(process, &status, 0);
  return false;
}

}  // namespace

std::vector<std::byte> assemble(const fs::path& ptxas, const std::string& text,
                                const std::string& architecture,
                                std::chrono::milliseconds longest) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30;
  try {
    const TemporaryFolder folder("ptxas");
    const fs::path in = folder.path() / "kernels.ptx", out = folder.path() / "kernels.cubin";
    write_file(in, text);
    const pid_t process = start({ptxas.string(), "-O3", "-lineinfo", "-arch=" + architecture,
                                 in.string(), "-o", out.string()});
    if (process == 0 || !has_succeeded(process, longest)) return {};
    const std::string read = read_file(out, kMostBytes);
    const auto bytes = std::as_bytes(std::span(read));
    return {bytes.begin(), bytes.end()};
  } catch (const std::runtime_error&) {
    return {};
  }
}

}  // namespace warpscope::machine_code
