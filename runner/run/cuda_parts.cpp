#include "runner/run/cuda_parts.h"

#include <initializer_list>
#include <stdexcept>
#include <string>

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

/// The first of the folders that has the file; empty: none.
fs::path folder_with(const char* file, std::initializer_list<fs::path> folders) {
  for (const auto& folder : folders) {
    std::error_code error;
    if (!folder.empty() && fs::exists(folder / file, error)) return fs::canonical(folder, error);
  }
  return {};
}

}  // namespace

CudaParts cuda_parts(const Installation& installation) {
  std::error_code error;
  const auto nvcc = fs::canonical(installation.nvcc, error);
  const auto toolkit = error ? fs::path() : nvcc.parent_path().parent_path();
  const auto fetched = installation.root / ".deps/cupti/lib";
  CudaParts parts;
  parts.runtime_folder =
      folder_with("libcudart.so.13", {toolkit / "lib64", toolkit / "targets/x86_64-linux/lib",
                                      toolkit / "lib", "/usr/local/cuda/lib64"});
  if (parts.runtime_folder.empty()) {
    throw std::runtime_error(
        "NVIDIA's libcudart.so.13 is not beside nvcc; a real GPU needs a toolkit of CUDA 13.");
  }
  const auto cupti =
      folder_with("libcupti.so.13",
                  {fetched, toolkit / "extras/CUPTI/lib64", toolkit / "lib64",
                   toolkit / "targets/x86_64-linux/lib", "/usr/local/cuda/extras/CUPTI/lib64"});
  if (cupti.empty()) {
    throw std::runtime_error(
        "NVIDIA's libcupti.so.13, by which a real GPU is measured, is not there; install the "
        "toolkit's CUPTI (extras/CUPTI), or unpack NVIDIA's wheel nvidia-cuda-cupti, version 13, "
        "so "
        "that " +
        (fetched / "libcupti.so.13").string() + " is there.");
  }
  parts.cupti = cupti / "libcupti.so.13";
  parts.injection = installation.cudart_folder.parent_path() / "cupti/libwarpscope-cupti.so";
  if (!fs::exists(parts.injection)) {
    throw std::runtime_error(
        "This build of Warpscope does not measure real GPUs: CUPTI's headers were not there when "
        "it was built.");
  }
  return parts;
}

}  // namespace warpscope::runner
