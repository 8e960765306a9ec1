// What `run` and `grade` share.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>

#include "record/record.h"
#include "runner/run_lab.h"

namespace warpscope::cli {

/// Runs a lab with a progress line, and writes the record when a path is given.
record::RunRecord run_with_progress(const runner::Installation& installation,
                                    const runner::RunRequest& request,
                                    const std::filesystem::path& record_path,
                                    const std::stop_token& cancel);

}  // namespace warpscope::cli
