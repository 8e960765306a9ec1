// The student's working copy of a lab's exercise.
#pragma once

#include <filesystem>

#include "runner/run_lab.h"

namespace warpscope::viewer {

/// `folder`/<lab>/exercise.cu, made as a copy of the lab's starter.cu when it does not exist; an
/// existing file is never touched. Throws std::runtime_error with a sentence when it cannot be
/// made.
std::filesystem::path working_copy(const runner::LabInfo& lab, const std::filesystem::path& folder);

}  // namespace warpscope::viewer
