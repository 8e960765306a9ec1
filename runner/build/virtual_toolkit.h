// A CUDA toolkit whose nvcc builds for the virtual GPU: links to the real one, and another nvcc.
#pragma once

#include <filesystem>
#include <string>

namespace warpscope::runner {

/// Makes the folder `toolkit`, or makes it anew: what the toolkit of `nvcc` has, by links, with a
/// bin/nvcc that calls `warpscope` instead ("warpscope nvcc", see cli/nvcc.cpp). Throws
/// std::runtime_error when it cannot be written.
void make_virtual_toolkit(const std::filesystem::path& toolkit, const std::filesystem::path& nvcc,
                          const std::filesystem::path& warpscope);

/// In that folder: what CUDA 13 has removed, for sources that are compiled as CUDA, and for others
/// where WARPSCOPE_OLD_HOST_SOURCES is defined.
inline constexpr const char* kRemovedNamesHeader = "removed_in_cuda_13.h";

}  // namespace warpscope::runner
