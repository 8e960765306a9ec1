// Submissions as programs that compare texts want them.
#pragma once

#include <filesystem>
#include <span>

#include "runner/grading/submission.h"

namespace warpscope::runner {

/// Writes FOLDER/submissions/NAME/exercise.cu for each submission with a file, and the lab's
/// starter as FOLDER/base/exercise.cu, which everybody was given: the layout that JPlag (-bc) and
/// MOSS (-d, -b) want. Returns how many were written. Throws std::runtime_error with a sentence,
/// also for a folder that is not empty.
std::size_t export_for_comparison(const std::filesystem::path& folder,
                                  std::span<const Submission> submissions,
                                  const std::filesystem::path& starter);

}  // namespace warpscope::runner
