#include "base/demangle.h"

#include <cxxabi.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>

namespace warpscope {
namespace {

constexpr std::size_t kLongestSymbol = 4096;
constexpr std::size_t kLongestName = 16384;
/// Names with fewer references to parts of themselves cannot become long enough to matter.
constexpr std::ptrdiff_t kHarmlessReferences = 16;
constexpr std::uint64_t kRoom = std::uint64_t{64} << 20;

/// An upper bound of the references "S_", "S0_", "T_", "T0_" in a mangled name.
std::ptrdiff_t references(const std::string& symbol) { return std::ranges::count(symbol, '_'); }

/// While it lives, this process can have no more than kRoom of further writable memory.
class MemoryLimit {
 public:
  MemoryLimit() {
    std::ifstream file("/proc/self/statm");
    std::uint64_t value = 0;
    std::uint64_t data_pages = 0;  // the sixth field, by proc(5)
    for (int field = 0; field < 6 && file >> value; ++field) data_pages = value;
    if (!file || ::getrlimit(RLIMIT_DATA, &before_) != 0) return;
    rlimit limit = before_;
    const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, data_pages * page_bytes + kRoom);
    is_set_ = ::setrlimit(RLIMIT_DATA, &limit) == 0;
  }
  ~MemoryLimit() {
    if (is_set_) ::setrlimit(RLIMIT_DATA, &before_);
  }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;
  bool is_set() const { return is_set_; }

 private:
  rlimit before_{};
  bool is_set_ = false;
};

}  // namespace

std::string demangled(const std::string& symbol) {
  if (!symbol.starts_with("_Z") || symbol.size() > kLongestSymbol) return symbol;
  std::optional<MemoryLimit> limit;
  if (references(symbol) > kHarmlessReferences) {
    limit.emplace();
    if (!limit->is_set()) return symbol;
  }
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !text) return symbol;
  std::string name = text.get();
  return name.size() > kLongestName ? symbol : name;
}

}  // namespace warpscope
