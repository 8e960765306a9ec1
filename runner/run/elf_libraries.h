// Which shared libraries an ELF program asks for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

struct ElfLibraries {
  std::vector<std::string> needed;  ///< as the dynamic section names them
  bool has_cuda_code = false;       ///< nvcc put a fat binary into it
};

/// Both are empty for a file that is no 64-bit little-endian ELF file, or a broken one: the system
/// will say so when it starts it. The file may be hostile.
ElfLibraries elf_libraries(const std::filesystem::path& program);

}  // namespace warpscope::runner
