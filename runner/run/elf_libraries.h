// Which shared libraries an ELF program asks for.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

struct ElfLibraries {
  std::vector<std::string> needed;  ///< as the dynamic section names them
  bool has_cuda_code = false;       ///< nvcc put a fat binary into it
  /// Names that others define, as far as its sections tell.
  std::vector<std::string> undefined{};
};

/// All are empty for a file that is no ELF file, e.g. a script. The file may be hostile: for one
/// that is damaged where the system would look when it loads it, throws std::runtime_error with a
/// sentence.
ElfLibraries elf_libraries(const std::filesystem::path& program);

}  // namespace warpscope::runner
