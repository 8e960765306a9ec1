// Which shared libraries an ELF program asks for.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace warpscope::runner {

struct ElfLibraries {
  std::vector<std::string> needed;  ///< as the dynamic section names them
  bool has_cuda_code = false;       ///< nvcc put a fat binary into it
  /// Names that others define, as far as its sections tell.
  std::vector<std::string> undefined{};
  /// The version by which it asks for such a name, where it asks for one.
  std::map<std::string, std::string> versions{};
  /// Folders of its own in which it looks for libraries; $ORIGIN is its own.
  std::vector<std::filesystem::path> folders{};
};

/// All are empty for a file that is no ELF file, e.g. a script. The file may be hostile: for one
/// that is damaged where the system would look when it loads it, throws std::runtime_error with a
/// sentence.
ElfLibraries elf_libraries(const std::filesystem::path& program);

/// Of the program and of the libraries in its folders and in `more`, which it needs or which these
/// need, all together. Not looked at are libraries that are damaged or larger than 64 MiB, and
/// those of which `is_left_out` says so.
ElfLibraries elf_libraries_of_all(const std::filesystem::path& program,
                                  const std::vector<std::filesystem::path>& more,
                                  const std::function<bool(std::string_view)>& is_left_out);

}  // namespace warpscope::runner
