// The virtual GPUs that there are, for people to choose from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arch/profile.h"
#include "runner/installation/installation.h"

namespace warpscope::runner {

/// The files of arch/profiles, data sheets too, by name. Throws std::runtime_error when one cannot
/// be read.
std::vector<arch::Profile> profiles(const Installation& installation);

/// A profile on which programs run, or of a real GPU ("cuda:0"). Throws std::runtime_error that
/// lists the profiles when there is none of this name, or says why none runs on it.
arch::Profile running_profile(const Installation& installation, const std::string& name);

/// TOML file of a profile. Throws std::runtime_error that lists the profiles there are.
std::filesystem::path find_profile(const Installation& installation, const std::string& name);

/// "132 SMs, 141 GB of memory"
std::string scale_text(const arch::Profile& profile);

/// One line that says on what a program runs, and how to choose another. Throws std::runtime_error
/// as running_profile() does.
std::string profile_line(const Installation& installation, const std::string& name);

}  // namespace warpscope::runner
