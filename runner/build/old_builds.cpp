#include "runner/build/old_builds.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <vector>

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// Longer than a compiler works, and than the first look into what it made takes.
constexpr auto kInUseAtLeast = std::chrono::minutes(10);
constexpr auto kKeptAtLeast = std::chrono::hours(1);

struct Build {
  fs::file_time_type used;
  fs::path folder;
  std::uint64_t bytes = 0;
  bool is_finished = false;
};

std::uint64_t bytes_in(const fs::path& folder) {
  std::uint64_t bytes = 0;
  std::error_code error;
  for (auto it = fs::recursive_directory_iterator(folder, error);
       !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
    std::error_code none;
    if (it->is_regular_file(none)) bytes += it->file_size(none);
  }
  return bytes;
}

}  // namespace

void remove_old_builds(const fs::path& folder, std::string_view prefix, KeptBuilds kept) {
  std::vector<Build> builds;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    Build build{entry.last_write_time(error), entry.path(), bytes_in(entry.path()), false};
    build.is_finished = fs::exists(entry.path() / kBuildLog, error);
    builds.push_back(std::move(build));
  }
  std::ranges::sort(builds, std::greater<>{}, &Build::used);
  const auto now = fs::file_time_type::clock::now();
  std::uint64_t bytes = 0;
  std::size_t count = 0;
  for (const auto& build : builds) {
    bytes += build.bytes;
    const bool is_one_too_many = !build.is_finished || ++count > kept.count;
    const bool is_old = is_one_too_many && build.used < now - kKeptAtLeast;
    const bool is_large = bytes > kept.bytes && build.used < now - kInUseAtLeast;
    if (is_old || is_large) fs::remove_all(build.folder, error);
  }
}

}  // namespace warpscope::runner
