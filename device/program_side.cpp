#include "device/program_side.h"

namespace warpscope::device {

std::string library_path(const ProgramSide& side) {
  std::string path;
  for (const auto& folder : side.library_folders)
    path += (path.empty() ? "" : ":") + folder.string();
  return path;
}

}  // namespace warpscope::device
