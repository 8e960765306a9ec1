#include "runner/build/old_builds.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <utility>
#include <vector>

namespace warpscope::runner {
namespace {

constexpr std::size_t kKeptBuilds = 64;
constexpr auto kKeptAtLeast = std::chrono::hours(1);

}  // namespace

void remove_old_builds(const std::filesystem::path& folder, std::string_view prefix) {
  namespace fs = std::filesystem;
  std::vector<std::pair<fs::file_time_type, fs::path>> builds;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename().string().starts_with(prefix)) {
      builds.emplace_back(entry.last_write_time(), entry.path());
    }
  }
  std::ranges::sort(builds, std::greater<>{});
  for (std::size_t i = kKeptBuilds; i < builds.size(); ++i) {
    std::error_code ignored;
    const bool is_old = builds[i].first < fs::file_time_type::clock::now() - kKeptAtLeast;
    if (is_old) fs::remove_all(builds[i].second, ignored);
  }
}

}  // namespace warpscope::runner
