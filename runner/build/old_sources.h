// What a build's sources use of what CUDA 13 has removed of the runtime.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace warpscope::runner {

/// Names that are gone.
struct RemovedNames {
  bool functions = false;  ///< cudaThreadSynchronize and its relatives
  bool members = false;    ///< of cudaDeviceProp: clockRate, say
  bool any() const { return functions || members; }
};

/// In the text of one file. Words in comments and strings count as well.
RemovedNames removed_names(const std::string& text);

/// In a source and in what it includes, as far as that lies beside the including file or in
/// `include_folders`; at most 1,000 files of at most 4 MiB are read. Nothing of files that cannot
/// be read.
RemovedNames removed_names_of_source(const std::filesystem::path& source,
                                     const std::vector<std::filesystem::path>& include_folders);

/// The folders that nvcc's arguments name with -I or --include-path, also in files of
/// --options-file.
std::vector<std::filesystem::path> include_folders_of(const std::vector<std::string>& arguments);

}  // namespace warpscope::runner
