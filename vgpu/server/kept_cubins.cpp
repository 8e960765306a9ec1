#include "vgpu/server/kept_cubins.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <vector>

#include "vgpu/machine_code/ptxas.h"
#include "vgpu/server/kept_files.h"

namespace warpscope::device {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kLongestAssembly{60};
/// Of one folder of 256: a gigabyte in all. A larger cubin is made anew each time.
constexpr KeptFiles::Limits kCubinLimits{64, std::uintmax_t{4} << 20};

/// Another one after each change of the program, or of where it lies.
timing::Fingerprint identity_of(const fs::path& program) {
  std::error_code error;
  timing::Hasher hasher;
  hasher.add(std::string_view(program.native()));
  hasher.add(std::uint64_t{fs::file_size(program, error)});
  hasher.add(
      static_cast<std::uint64_t>(fs::last_write_time(program, error).time_since_epoch().count()));
  return hasher.value();
}

}  // namespace

timing::Assembler assembler(const fs::path& ptxas, const fs::path& folder) {
  return [ptxas, folder](const std::string& text, const std::string& architecture) {
    std::optional<KeptFiles> files;
    timing::Hasher hasher;
    if (!folder.empty()) {
      files.emplace(folder, kCubinLimits);
      hasher.add(identity_of(ptxas));
      hasher.add(std::string_view(architecture));
      hasher.add(std::string_view(text));
      if (const auto kept = files->find(hasher.value())) {
        const auto bytes = std::as_bytes(std::span(*kept));
        return std::vector<std::byte>(bytes.begin(), bytes.end());
      }
    }
    auto cubin = machine_code::assemble(ptxas, text, architecture, kLongestAssembly);
    if (files && !cubin.empty()) {
      files->keep(hasher.value(), {reinterpret_cast<const char*>(cubin.data()), cubin.size()});
    }
    return cubin;
  };
}

}  // namespace warpscope::device
