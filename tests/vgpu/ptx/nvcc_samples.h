// What the build made of cuda/*.cu.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::ptx::test {

struct Sample {
  std::string name;  ///< "control_flow"
  std::string text;  ///< the PTX as nvcc wrote it
};

/// The PTX of each file, compiled with -O3 -lineinfo, then of some with -G as "control_flow-debug".
const std::vector<Sample>& nvcc_samples();

/// The PTX of one of them; the test fails if there is none.
const std::string& nvcc_sample(const std::string& name);

/// 1-based line of cuda/`file` that contains `text`; the test fails if there is none.
std::uint32_t source_line(const std::string& file, const std::string& text);

/// The folder of plain.fatbin, default.fatbin, ..., several.fatbin.
std::filesystem::path fat_binary_folder();

std::string read_file(const std::filesystem::path& path);

}  // namespace warpscope::ptx::test
