#include "vgpu/machine_code/ptxas.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

namespace warpscope::machine_code {
namespace {

namespace fs = std::filesystem;

/// A folder that is removed with what is in it. Its path is empty when none can be made.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::error_code error;
    const fs::path all = fs::temp_directory_path(error);
    std::string made = (error ? fs::path("/tmp") : all) / "warpscope-ptxas-XXXXXX";
    if (::mkdtemp(made.data()) != nullptr) path_ = made;
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!path_.empty()) fs::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

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
  const TemporaryFolder folder;
  if (folder.path().empty()) return {};
  const fs::path in = folder.path() / "kernels.ptx", out = folder.path() / "kernels.cubin";
  std::ofstream written(in, std::ios::binary);
  written << text;
  written.close();
  if (!written) return {};
  const pid_t process = start({ptxas.string(), "-O3", "-lineinfo", "-arch=" + architecture,
                               in.string(), "-o", out.string()});
  if (process == 0 || !has_succeeded(process, longest)) return {};
  std::ifstream file(out, std::ios::binary);
  const std::vector<char> read((std::istreambuf_iterator<char>(file)),
                               std::istreambuf_iterator<char>());
  const auto* begin = reinterpret_cast<const std::byte*>(read.data());
  return {begin, begin + read.size()};
}

}  // namespace warpscope::machine_code
