// The files that a program needs to run on a real GPU and be measured there.
#pragma once

#include <filesystem>

#include "runner/installation/installation.h"

namespace warpscope::runner {

struct CudaParts {
  std::filesystem::path runtime_folder;  ///< holds NVIDIA's libcudart.so.13
  std::filesystem::path injection;       ///< our libwarpscope-cupti.so
  std::filesystem::path cupti;           ///< NVIDIA's libcupti.so.13
};

/// Throws std::runtime_error with a sentence that names what is missing and how it is had.
CudaParts cuda_parts(const Installation& installation);

}  // namespace warpscope::runner
