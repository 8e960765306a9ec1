// The student's working copy of a lab's exercise.
#pragma once

#include <filesystem>

namespace warpscope::runner {

struct WorkingCopy {
  std::filesystem::path file;  ///< exercise.cu
  bool is_new = false;         ///< it was not there before
};

/// Makes `folder` with exercise.cu (a copy of the lab's starter.cu), its headers and handout for
/// reading, and a progress file. What is there already is never touched. Throws std::runtime_error
/// with a sentence when something cannot be made.
WorkingCopy make_working_copy(const std::filesystem::path& lab_folder,
                              const std::filesystem::path& folder);

}  // namespace warpscope::runner
