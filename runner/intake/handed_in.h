// The files of one student: found in a folder, brought together in one, unpacked.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace warpscope::runner {

/// What lies in a folder and below it. Hidden files and what macOS adds are left out.
struct FoundFiles {
  std::vector<std::filesystem::path> sources, archives;
  bool has_links = false;       ///< symbolic links, which are not followed, or no regular files
  bool has_odd_names = false;   ///< a name that is no UTF-8
  bool has_typed_text = false;  ///< a page of what was typed in
};
/// At most 10,000 files, eight folders deep. Throws std::runtime_error with a sentence for a folder
/// that cannot be read.
FoundFiles files_in(const std::filesystem::path& folder);

/// Entries of a folder that are not hidden, sorted. Throws like files_in().
std::vector<std::filesystem::path> entries_of(const std::filesystem::path& folder);

/// The regular files below a folder that a source there may include, in order.
std::vector<std::filesystem::path> headers_in(const std::filesystem::path& folder);

/// What is wrong with a path that stands for a submission and is no regular file; empty for one.
std::string file_problem(const std::filesystem::path& path);

/// Copies a regular file to folder/inner_path(name), under another name where that is taken.
/// Returns a sentence when it is no such file; nothing is copied then.
std::string copy_in(const std::filesystem::path& file, const std::string& name,
                    const std::filesystem::path& folder);

/// Copies the sources, headers and archives of a folder into another one. Returns what was left
/// out, a sentence each.
std::vector<std::string> copy_all(const std::filesystem::path& from,
                                  const std::filesystem::path& to);

/// Unpacks every zip file below the folder beside itself, those in zip files as well, and removes
/// it. Returns what was left out, changed or could not be read, a sentence each.
std::vector<std::string> unpack_all(const std::filesystem::path& folder);

}  // namespace warpscope::runner
