// Libraries that the virtual GPU cannot have, for programs that are linked with them: the driver's,
// and those that bring machine code for real GPUs. A program that never calls them runs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "base/temporary_folder.h"
#include "runner/run/elf_libraries.h"

namespace warpscope::runner {

/// Whether it is one of them.
bool is_missing_library(std::string_view library);

/// What a call of `function` is told, in a line: `library` is one of them.
std::string sentence_of_missing(std::string_view library, std::string_view function);

/// A folder with a stand-in (stub_library.h) for each of them that the program needs, for
/// LD_LIBRARY_PATH; gone with this object.
class MissingLibraries {
 public:
  /// Throws std::runtime_error when the folder cannot be written.
  explicit MissingLibraries(const ElfLibraries& libraries);

  /// Empty when the program needs none of them.
  std::filesystem::path folder() const {
    return folder_ ? folder_->path() : std::filesystem::path();
  }

 private:
  std::optional<TemporaryFolder> folder_;
};

}  // namespace warpscope::runner
