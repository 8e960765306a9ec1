#include "runner/process/process_tree.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/unique_fd.h"

namespace warpscope::runner {
namespace {

constexpr std::size_t kMostProcesses = 16;
/// Fields of "stat" behind the name: user and system time, the same of children, threads.
constexpr int kState = 0, kFirstTime = 11, kLastTime = 14, kThreads = 17;

std::string text_of(const std::string& path) {
  const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::array<char, 1024> buffer{};
  const auto count = file.is_open() ? ::read(file.get(), buffer.data(), buffer.size()) : 0;
  return {buffer.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

}  // namespace

std::vector<std::string> process_tree(pid_t process) {
  std::vector<std::string> names{std::to_string(process)};
  for (std::size_t i = 0; i < names.size() && names.size() < kMostProcesses; ++i) {
    const auto children = text_of("/proc/" + names[i] + "/task/" + names[i] + "/children");
    for (std::size_t begin = 0; begin < children.size() && names.size() < kMostProcesses;) {
      const auto end = std::min(children.find(' ', begin), children.size());
      if (end > begin) names.push_back(children.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  for (auto& name : names) name.insert(0, "/proc/");
  return names;
}

ProcessStat::ProcessStat(const std::string& folder) : text_(text_of(folder + "/stat")) {}

const char* ProcessStat::behind_name(int field) const {
  auto at = text_.rfind(')');
  for (int i = 0; i <= field && at != std::string::npos; ++i) at = text_.find(' ', at + 1);
  return at == std::string::npos ? nullptr : text_.c_str() + at + 1;
}

char ProcessStat::state() const {
  const char* text = behind_name(kState);
  return text == nullptr ? '\0' : *text;
}

std::uint64_t ProcessStat::processor_ticks() const {
  std::uint64_t ticks = 0;
  for (int field = kFirstTime; field <= kLastTime; ++field) {
    const char* text = behind_name(field);
    if (text != nullptr) ticks += std::strtoull(text, nullptr, 10);
  }
  return ticks;
}

std::uint64_t ProcessStat::threads() const {
  const char* text = behind_name(kThreads);
  return text == nullptr ? 0 : std::strtoull(text, nullptr, 10);
}

}  // namespace warpscope::runner
