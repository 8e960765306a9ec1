// Headers of the student's own: what the exercise includes in quotes and neither the lab nor the
// toolkit has.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

/// Where they are looked for.
struct OwnFolder {
  std::filesystem::path root{};  ///< nothing outside of it is read; empty: there are none
  /// Whether sources (.cu, .cpp) may be included as well. In a folder with files of others they may
  /// not: they would be other people's solutions.
  bool has_sources = true;
};

struct OwnHeader {
  std::string name;  ///< for records: "util.h", "include/util.h"
  /// Below kOwnHeaders, where the compiler looks for it from the file that includes it.
  std::string location;
  std::string text;
};

/// In the folder of a build. Headers of which the exercise says "../x.h" lie above the innermost.
inline constexpr const char* kOwnHeaders = "own/a/b/c/d";

/// The headers that `text` includes, and those that they include: where the includes say, or else
/// the only file of that name below the root (systems that take files one by one forget folders).
/// What the lab's own `include_folders` have is the lab's. Links are not followed, and a name that
/// cannot be a file beside the others is left out. UTF-16 is read.
/// Throws std::runtime_error with a sentence for more than 64 files, one that is larger than 1 MiB,
/// or broken UTF-16.
std::vector<OwnHeader> own_headers(const std::string& text, const std::filesystem::path& file,
                                   const OwnFolder& own,
                                   const std::vector<std::filesystem::path>& include_folders);

}  // namespace warpscope::runner
