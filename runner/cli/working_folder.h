// Where a student works on a lab.
#pragma once

#include <filesystem>
#include <string>

#include "runner/run_lab.h"

namespace warpscope::cli {

/// The folder of the working copy: the one that was named, else the current folder if it is one of
/// this lab, else the usual place.
std::filesystem::path working_folder(const runner::Installation& installation,
                                     const std::string& lab, const std::string& named);

/// How the command line is started from the folder where we are: "./run" in the source tree's own,
/// "../../run" below it, its whole path elsewhere; "warpscope" of an installation.
std::string command_from_here(const runner::Installation& installation);

/// The exercise.cu of that folder; empty where there is none.
std::filesystem::path exercise_in(const std::filesystem::path& folder);

/// Throws UsageError that says how to begin when the folder has no exercise.cu.
void check_begun(const runner::Installation& installation, const std::string& lab,
                 const std::filesystem::path& folder);

}  // namespace warpscope::cli
