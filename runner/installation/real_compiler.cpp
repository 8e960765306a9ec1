#include "runner/installation/real_compiler.h"

#include <array>
#include <fstream>
#include <string>

namespace warpscope::runner {

std::filesystem::path real_compiler(const std::filesystem::path& nvcc) {
  std::ifstream file(nvcc);
  std::array<char, kCompilerScript.size()> begin{};
  file.read(begin.data(), begin.size());
  if (!file || std::string_view(begin.data(), begin.size()) != kCompilerScript) return nvcc;
  std::string line;
  std::getline(file, line);
  std::getline(file, line);
  return line.starts_with(kMadeOfCompiler)
             ? std::filesystem::path(line.substr(kMadeOfCompiler.size()))
             : nvcc;
}

}  // namespace warpscope::runner
