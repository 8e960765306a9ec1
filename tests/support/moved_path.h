// Test programs that run on another machine than the one that built them.
#pragma once

#include <filesystem>

namespace warpscope {

/// A path below the source tree, as the compiler was given it. Where there is no such file, because
/// the tree and the program in its build folder were copied elsewhere, the path in the copy.
inline std::filesystem::path moved_path(const std::filesystem::path& path) {
  namespace fs = std::filesystem;
  if (fs::exists(path)) return path;
  const fs::path program = fs::read_symlink("/proc/self/exe");
  for (fs::path root = program; root != root.root_path(); root = root.parent_path()) {
    fs::path moved = root / path.lexically_relative(WARPSCOPE_SOURCE_DIR);
    if (fs::exists(moved)) return moved;
  }
  return path;
}

}  // namespace warpscope
