#include "runner/build/virtual_toolkit.h"

#include <fmt/format.h>

#include <system_error>

#include "base/files.h"
#include "base/shell_words.h"
#include "runner/installation/real_compiler.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemovedNames =
    R"header(// What CUDA 13 has removed of the runtime, for sources that are older. Made by `warpscope env`.
#pragma once

#if defined(__CUDACC__) || defined(WARPSCOPE_OLD_HOST_SOURCES)
#include <cuda_runtime.h>

#if CUDART_VERSION >= 13000
static inline cudaError_t cudaThreadSynchronize() { return cudaDeviceSynchronize(); }
static inline cudaError_t cudaThreadExit() { return cudaDeviceReset(); }
static inline cudaError_t cudaThreadSetLimit(enum cudaLimit limit, size_t value) {
  return cudaDeviceSetLimit(limit, value);
}
static inline cudaError_t cudaThreadGetLimit(size_t* value, enum cudaLimit limit) {
  return cudaDeviceGetLimit(value, limit);
}
static inline cudaError_t cudaThreadGetCacheConfig(enum cudaFuncCache* config) {
  return cudaDeviceGetCacheConfig(config);
}
static inline cudaError_t cudaThreadSetCacheConfig(enum cudaFuncCache config) {
  return cudaDeviceSetCacheConfig(config);
}

#ifdef WARPSCOPE_OLD_DEVICE_PROPERTIES
// The members that are gone, with what cudaDeviceGetAttribute says.
struct WarpscopeDeviceProperties : cudaDeviceProp {
  int clockRate;
  int deviceOverlap;
  int kernelExecTimeoutEnabled;
  int computeMode;
  int memoryClockRate;
  int singleToDoublePrecisionPerfRatio;
  int cooperativeMultiDeviceLaunch;
};
static inline cudaError_t cudaGetDeviceProperties(WarpscopeDeviceProperties* properties, int device) {
  const cudaError_t error = cudaGetDeviceProperties(static_cast<cudaDeviceProp*>(properties), device);
  if (error != cudaSuccess) return error;
  cudaDeviceGetAttribute(&properties->clockRate, cudaDevAttrClockRate, device);
  cudaDeviceGetAttribute(&properties->deviceOverlap, cudaDevAttrGpuOverlap, device);
  cudaDeviceGetAttribute(&properties->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout, device);
  cudaDeviceGetAttribute(&properties->computeMode, cudaDevAttrComputeMode, device);
  cudaDeviceGetAttribute(&properties->memoryClockRate, cudaDevAttrMemoryClockRate, device);
  cudaDeviceGetAttribute(&properties->singleToDoublePrecisionPerfRatio,
                         cudaDevAttrSingleToDoublePrecisionPerfRatio, device);
  properties->cooperativeMultiDeviceLaunch = 0;
  return cudaSuccess;
}
#define cudaDeviceProp WarpscopeDeviceProperties
#endif
#endif
#endif
)header";

void link_to(const fs::path& target, const fs::path& link) {
  std::error_code error;
  if (fs::read_symlink(link, error) == target) return;
  fs::remove(link, error);
  fs::create_symlink(target, link);
}

void link_entries(const fs::path& from, const fs::path& to, const fs::path& except) {
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    if (entry.path().filename() != except) link_to(entry.path(), to / entry.path().filename());
  }
}

/// A program of which somebody may be starting the one that is there.
void replace_program(const fs::path& file, const std::string& text) {
  auto fresh = file;
  fresh += ".new";
  write_file(fresh, text);
  fs::permissions(fresh, fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
  fs::rename(fresh, file);
}

}  // namespace

void make_virtual_toolkit(const fs::path& toolkit, const fs::path& nvcc,
                          const fs::path& warpscope) {
  const auto real = fs::weakly_canonical(real_compiler(fs::weakly_canonical(nvcc)));
  const auto root = real.parent_path().parent_path();
  link_entries(root, toolkit, "bin");
  link_entries(real.parent_path(), toolkit / "bin", "nvcc");
  const auto header = toolkit / kRemovedNamesHeader;
  if (fs::is_symlink(header)) fs::remove(header);  // of a toolkit that was made of itself
  replace_file(header, kRemovedNames);
  replace_program(
      toolkit / "bin" / "nvcc",
      fmt::format("{}\n{}{}\n# It builds for the virtual GPU.\nexec {} nvcc {} {} \"$@\"\n",
                  kCompilerScript, kMadeOfCompiler, real.string(),
                  quoted_for_shell(warpscope.string()), quoted_for_shell(real.string()),
                  quoted_for_shell(header.string())));
}

}  // namespace warpscope::runner
