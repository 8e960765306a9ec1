// run LAB --export FOLDER
#pragma once

#include <filesystem>
#include <stop_token>

#include "runner/run_lab.h"

namespace warpscope::cli {

/// Builds the exercise of `request` and writes into `folder`, which is made: the program, the lab's
/// cases as it reads them, and run.sh, which gives them to it below another tool. Runs nothing.
/// Returns the exit code; an exercise that does not compile is reported. Throws UsageError where
/// the folder has such files already.
int export_program(const runner::Installation& installation, runner::RunRequest request,
                   const std::filesystem::path& folder, const std::stop_token& cancel);

}  // namespace warpscope::cli
