// Zip files that a learning system exports or a student hands in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

/// What is taken of an archive at most. A zip file of some kilobytes can hold terabytes.
struct UnpackLimits {
  std::uint64_t whole_bytes = std::uint64_t{64} << 20;  ///< of the zip file itself
  std::uint64_t entries = 20'000;
  std::uint64_t file_bytes = (std::uint64_t{1} << 20) + 1;  ///< of a text; the rest is left out
  std::uint64_t archive_bytes = std::uint64_t{64} << 20;    ///< of a zip file in the zip file
  std::uint64_t bytes = std::uint64_t{512} << 20;           ///< of all files together
  /// Files that are not wanted are made as well, and empty: so it is seen who handed in only such.
  bool keeps_names = false;
};
/// Of an archive with a whole class in it.
UnpackLimits limits_of_class();

/// Whether a file is one that submissions are made of: sources, headers, texts, archives. Others
/// (pictures, programs) are left where they are. Looks at the end of the name only.
bool is_wanted(const std::filesystem::path& name);
bool is_archive(const std::filesystem::path& name);
/// Whether it may hold the exercise: .cu, .cu.txt, .cpp and the like.
bool is_source(const std::filesystem::path& name);

/// What a name in an archive becomes below a folder: parts between '/' or '\', without "..", ".",
/// drive letters and control characters, as UTF-8, each of at most 120 bytes. Empty for a name of
/// which nothing is left. So nothing leads out of the folder.
std::filesystem::path inner_path(const std::string& name);

/// Writes the wanted files of a zip file below `folder`, which is made. Names are changed as by
/// inner_path(); of two of one name the second is called "name (2).cu". Links and devices are not
/// made. A zip file in it that is too large is made empty, with a byte more than it may have: who
/// unpacks that one says so. Returns what was left out or changed, a sentence each. Throws
/// std::runtime_error with a sentence for a file that is no zip file, is broken or encrypted, or
/// passes a limit; what was written by then stays.
std::vector<std::string> unpack(const std::filesystem::path& archive,
                                const std::filesystem::path& folder,
                                const UnpackLimits& limits = {});

}  // namespace warpscope::runner
