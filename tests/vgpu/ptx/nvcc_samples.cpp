#include "nvcc_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace warpscope::ptx::test {
namespace {

/// Reads the files of a ':'-separated list.
void add_samples(const std::string& paths, const std::string& suffix,
                 std::vector<Sample>& samples) {
  std::istringstream list(paths);
  for (std::string path; std::getline(list, path, ':');) {
    samples.push_back(
        {std::filesystem::path(path).stem().stem().string() + suffix, read_file(path)});
  }
}

}  // namespace

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) ADD_FAILURE() << "cannot open " << path;
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

const std::vector<Sample>& nvcc_samples() {
  static const std::vector<Sample> samples = [] {
    std::vector<Sample> result;
    add_samples(WARPSCOPE_PTX_SAMPLES, "", result);
    add_samples(WARPSCOPE_PTX_DEBUG_SAMPLES, "-debug", result);
    return result;
  }();
  return samples;
}

const std::string& nvcc_sample(const std::string& name) {
  static const std::string none;
  const auto found = std::ranges::find(nvcc_samples(), name, &Sample::name);
  if (found != nvcc_samples().end()) return found->text;
  ADD_FAILURE() << "no sample " << name;
  return none;
}

std::uint32_t source_line(const std::string& file, const std::string& text) {
  std::istringstream source(
      read_file(std::filesystem::path(WARPSCOPE_SOURCE_DIR) / "tests/vgpu/ptx/cuda" / file));
  std::uint32_t number = 1;
  for (std::string line; std::getline(source, line); ++number) {
    if (line.find(text) != std::string::npos) return number;
  }
  ADD_FAILURE() << file << " has no line with " << text;
  return 0;
}

std::filesystem::path fat_binary_folder() { return WARPSCOPE_FAT_BINARIES; }

}  // namespace warpscope::ptx::test
