// With which environment an unchanged Makefile, CMake project or call of nvcc builds programs for
// the virtual GPU.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "arch/compute_capability.h"

namespace warpscope::runner {

/// What nvcc must be told so that a program runs on the virtual GPU, and what lets us name lines.
std::vector<std::string> virtual_gpu_options(const arch::ComputeCapability& capability);

/// The same in one text, with a space between two, as NVCC_APPEND_FLAGS has them.
std::string virtual_gpu_flags(const arch::ComputeCapability& capability);

/// A variable's value now; nullptr when it is not set. As std::getenv.
using ReadVariable = std::function<const char*(const char* name)>;

/// Names and values: NVCC_APPEND_FLAGS with what is in it already, for who calls nvcc by another
/// path, PATH when another nvcc or none is first in it, and what names the toolkit to Makefiles
/// (CUDA_PATH, CUDA_HOME) and to CMake (CUDACXX, CUDAARCHS). `toolkit`: make_virtual_toolkit().
std::vector<std::pair<std::string, std::string>> build_environment(
    const std::filesystem::path& toolkit, const arch::ComputeCapability& capability,
    const ReadVariable& variable);

/// A line for a POSIX shell that exports a variable.
std::string export_line(const std::string& name, const std::string& value);

}  // namespace warpscope::runner
