#include "runner/process/thread_count.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/unique_fd.h"

namespace warpscope::runner {
namespace {

/// A sandbox's program is a grandchild of the process that was started.
constexpr std::size_t kMostProcesses = 16;

std::string text_of(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 1024> buffer{};
  const auto count = file.is_open() ? ::read(file.get(), buffer.data(), buffer.size()) : 0;
  return {buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

/// The field "num_threads" of /proc/PID/stat, by proc(5) the eighteenth behind the name in
/// brackets.
std::uint64_t threads_of(const std::string& folder) {
  const auto text = text_of(folder + "/stat");
  auto at = text.rfind(')');
  for (int field = 0; field < 18 && at != std::string::npos; ++field) at = text.find(' ', at + 1);
  return at == std::string::npos ? 0 : std::strtoull(text.c_str() + at, nullptr, 10);
}

}  // namespace

std::uint64_t thread_count(pid_t process) {
  std::vector<std::string> processes{std::to_string(process)};
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < processes.size() && i < kMostProcesses; ++i) {
    const auto folder = "/proc/" + processes[i];
    count += threads_of(folder);
    const auto children = text_of(folder + "/task/" + processes[i] + "/children");
    for (std::size_t begin = 0; begin < children.size();) {
      const auto end = std::min(children.find(' ', begin), children.size());
      if (end > begin) processes.push_back(children.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return count;
}

}  // namespace warpscope::runner
