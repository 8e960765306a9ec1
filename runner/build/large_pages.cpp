#include "runner/build/large_pages.h"

#include <array>
#include <charconv>
#include <fstream>
#include <system_error>

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kBalloonDevice = 5;
constexpr std::size_t kReportsFreePages = 5;  ///< a bit of a balloon's features
constexpr std::array kSettings{"/sys/kernel/mm/transparent_hugepage/enabled",
                               "/sys/kernel/mm/transparent_hugepage/hpage_pmd_size"};

/// Empty where the file cannot be read.
std::string first_word(const fs::path& file) {
  std::string word;
  std::ifstream(file) >> word;
  return word;
}

bool is_balloon(const fs::path& device) {
  const auto word = first_word(device / "device");  // "0x0005"
  unsigned id = 0;
  constexpr std::size_t kPrefix = 2;
  if (word.size() <= kPrefix) return false;
  std::from_chars(word.data() + kPrefix, word.data() + word.size(), id, 16);
  return id == kBalloonDevice;
}

}  // namespace

bool gives_free_memory_back(const fs::path& virtio_devices) {
  std::error_code error;
  for (fs::directory_iterator at(virtio_devices, error), end; !error && at != end;
       at.increment(error)) {
    // A character for each bit, the lowest one first.
    const auto features = first_word(at->path() / "features");
    if (is_balloon(at->path()) && features.size() > kReportsFreePages &&
        features[kReportsFreePages] == '1') {
      return true;
    }
  }
  return false;
}

LargePages large_pages() {
  static const bool has_none = gives_free_memory_back();
  if (has_none) return {};
  LargePages result{"GLIBC_TUNABLES=glibc.malloc.hugetlb=1", {}};
  std::error_code ignored;
  for (const auto* setting : kSettings) {
    if (fs::exists(setting, ignored)) result.readable.emplace_back(setting);
  }
  return result;
}

}  // namespace warpscope::runner
