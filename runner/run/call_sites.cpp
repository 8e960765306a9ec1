#include "runner/run/call_sites.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include "base/unique_fd.h"
#include "runner/process/run_to_end.h"

namespace warpscope::runner {
namespace {

/// Of one call of addr2line; it takes milliseconds for a program of a course.
constexpr std::chrono::seconds kMostTime{10};
constexpr std::uint64_t kMostOutputBytes = 4 << 20;
constexpr std::uint64_t kMostMemoryBytes = std::uint64_t{4} << 30;
/// Addresses for one call: they are arguments.
constexpr std::size_t kMostAddresses = 2048;

struct Frame {
  std::string function;
  record::SourceLine where;  ///< line 0: not known
};
/// For each address of a file: the functions that contain it, inlined ones first.
using Frames = std::map<std::uint64_t, std::vector<Frame>>;

/// Nothing where there are no binutils.
std::optional<std::string> path_of_addr2line() {
  for (const auto* folder : {"/usr/local/bin", "/usr/bin", "/bin"}) {
    auto path = std::string(folder) + "/addr2line";
    if (::access(path.c_str(), X_OK) == 0) return path;
  }
  return std::nullopt;
}

std::string run_addr2line(const std::string& file, const std::vector<std::uint64_t>& addresses,
                          const PlaceSearch& search) {
  const auto path = path_of_addr2line();
  if (!path) return {};
  SpawnOptions options;
  options.arguments = {*path, "-a", "-f", "-C", "-i", "-e", file};
  for (const auto address : addresses) options.arguments.push_back(fmt::format("{:#x}", address));
  options.environment = {"LC_ALL=C.UTF-8", "PATH=/usr/local/bin:/usr/bin:/bin"};
  options.limits.cpu_s = static_cast<std::uint64_t>(kMostTime.count());
  options.limits.address_space_bytes = kMostMemoryBytes;
  options.limits.file_bytes = 0;
  const UniqueFd nowhere(::open("/dev/null", O_WRONLY | O_CLOEXEC));
  const auto finished = run_to_end(
      [&](int output_fd) {
        if (search.start) return search.start(options.arguments, output_fd);
        options.descriptors = {{output_fd, 1}, {nowhere.get(), 2}};
        return ChildProcess::spawn(options);
      },
      kMostTime, kMostOutputBytes, {});
  return finished.is_success() ? finished.output : std::string();
}

/// "/a/b.cu:12 (discriminator 3)"; line 0 for "??:0" and the like.
record::SourceLine line_of(std::string_view text) {
  const auto colon = text.rfind(':', text.find(" (discriminator"));
  if (colon == std::string_view::npos) return {};
  record::SourceLine where{std::string(text.substr(0, colon)), 0};
  const auto digits = text.substr(colon + 1);
  std::from_chars(digits.data(), digits.data() + digits.size(), where.line);
  return where;
}

/// Output of addr2line: for each address its number, and then pairs of lines, a function and a
/// place.
Frames read_frames(const std::string& output) {
  Frames frames;
  std::istringstream lines(output);
  std::vector<Frame>* current = nullptr;
  for (std::string line; std::getline(lines, line);) {
    std::uint64_t address = 0;
    const auto* end = line.data() + line.size();
    if (line.starts_with("0x") && std::from_chars(line.data() + 2, end, address, 16).ptr == end) {
      current = &frames[address];
      continue;
    }
    std::string place;
    if (current == nullptr || !std::getline(lines, place)) break;
    current->push_back({line == "??" ? std::string() : line, line_of(place)});
  }
  return frames;
}

/// Code that is not the student's, though it was compiled into the program.
bool is_of_toolkit(const std::string& file) {
  constexpr std::array<std::string_view, 3> kFolders{"/usr/include/", "/usr/lib/",
                                                     "/usr/local/cuda"};
  constexpr std::array<std::string_view, 8> kParts{
      "/cuda_runtime.h",     "/cuda_runtime_api.h",
      "/crt/host_runtime.h", ".cudafe1.",
      "/include/cccl/",      "/include/thrust/",
      "/include/cub/",       "/include/cooperative_groups/"};
  return std::ranges::any_of(kFolders, [&](auto folder) { return file.starts_with(folder); }) ||
         std::ranges::any_of(kParts, [&](auto part) { return file.find(part) != file.npos; });
}

/// The file to look at for a frame.
std::string file_of(const device::HostFrame& frame, const PlaceSearch& search) {
  if (search.program.empty()) return frame.module;
  // A program that does not see /proc does not know its own file's name.
  const auto name = frame.module.substr(frame.module.rfind('/') + 1);
  const bool is_program = name.empty() || name == search.program.filename();
  return is_program ? search.program.string() : std::string();
}

HostPlace place_of(const device::HostSite& site, const std::map<std::string, Frames>& known,
                   const PlaceSearch& search) {
  HostPlace place;
  for (const auto& frame : site.frames) {
    const auto file = known.find(file_of(frame, search));
    if (file == known.end()) continue;
    const auto found = file->second.find(frame.offset);
    if (found == file->second.end()) continue;
    for (const auto& inlined : found->second) {
      if (inlined.where.line == 0) {
        if (place.function.empty() && !search.is_own) place.function = inlined.function;
      } else if (search.is_own ? search.is_own(inlined.where.file)
                               : !is_of_toolkit(inlined.where.file)) {
        return {inlined.where, inlined.function};
      }
    }
  }
  return place;
}

}  // namespace

std::vector<HostPlace> find_places(const std::vector<device::HostSite>& sites,
                                   const PlaceSearch& search) {
  std::map<std::string, std::vector<std::uint64_t>> wanted;
  for (const auto& site : sites) {
    for (const auto& frame : site.frames) wanted[file_of(frame, search)].push_back(frame.offset);
  }
  std::map<std::string, Frames> known;
  for (auto& [file, addresses] : wanted) {
    // The C library's own frames lie around main().
    if (!file.starts_with('/') || is_of_toolkit(file) || file.starts_with("/lib")) continue;
    std::ranges::sort(addresses);
    addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
    addresses.resize(std::min(addresses.size(), kMostAddresses));
    try {
      known[file] = read_frames(run_addr2line(file, addresses, search));
    } catch (const std::runtime_error&) {
      // Without binutils there are no lines.
    }
  }
  std::vector<HostPlace> places;
  places.reserve(sites.size());
  for (const auto& site : sites) places.push_back(place_of(site, known, search));
  return places;
}

}  // namespace warpscope::runner
