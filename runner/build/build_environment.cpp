#include "runner/build/build_environment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/shell_words.h"
#include "runner/build/compiler.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

std::string value_of(const ReadVariable& variable, const char* name) {
  const char* value = variable(name);
  return value != nullptr ? value : "";
}

/// The nvcc that a shell with this PATH starts.
fs::path first_nvcc(const std::string& path) {
  for (std::size_t begin = 0; begin <= path.size();) {
    const auto end = std::min(path.find(':', begin), path.size());
    auto candidate = fs::path(path.substr(begin, end - begin)) / "nvcc";
    std::error_code ignored;
    if (fs::is_regular_file(candidate, ignored)) return candidate;
    begin = end + 1;
  }
  return {};
}

}  // namespace

std::vector<std::string> virtual_gpu_options(const arch::ComputeCapability& capability) {
  std::vector<std::string> options{"-cudart", "shared", "-lineinfo", "-g"};
  const auto architecture = architecture_options(capability);
  options.insert(options.end(), architecture.begin(), architecture.end());
  return options;
}

std::string virtual_gpu_flags(const arch::ComputeCapability& capability) {
  return fmt::format("{}", fmt::join(virtual_gpu_options(capability), " "));
}

std::vector<std::pair<std::string, std::string>> build_environment(
    const fs::path& toolkit, const arch::ComputeCapability& capability,
    const ReadVariable& variable) {
  const auto nvcc = toolkit / "bin" / "nvcc";
  auto flags = value_of(variable, "NVCC_APPEND_FLAGS");
  const auto ours = virtual_gpu_flags(capability);
  // Last, because of two values for an option nvcc takes the last.
  if (!flags.ends_with(ours)) flags += (flags.empty() ? "" : " ") + ours;
  std::vector<std::pair<std::string, std::string>> result{
      {"NVCC_APPEND_FLAGS", flags},
      {"CUDACXX", nvcc.string()},
      {"CUDAARCHS", fmt::format("{}-virtual", capability.number())},
      {"CUDA_PATH", toolkit.string()},
      {"CUDA_HOME", toolkit.string()}};
  const auto path = value_of(variable, "PATH");
  if (first_nvcc(path) != nvcc) {
    const auto folder = nvcc.parent_path().string();
    result.emplace_back("PATH", path.empty() ? folder : folder + ":" + path);
  }
  return result;
}

std::string export_line(const std::string& name, const std::string& value) {
  return fmt::format("export {}={}\n", name, quoted_for_shell(value));
}

}  // namespace warpscope::runner
