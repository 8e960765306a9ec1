// The virtual GPUs that there are, for people to choose from.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "runner/installation/installation.h"

namespace warpscope::runner {

struct ProfileScale {
  std::string name;   ///< for --profile
  std::string title;  ///< "virtual NVIDIA H200"
  std::uint32_t sm_count = 0;
  std::uint64_t memory_bytes = 0;
};

/// TOML file of a profile. Throws std::runtime_error that lists the profiles there are.
std::filesystem::path find_profile(const Installation& installation, const std::string& name);

/// The files of vgpu/profiles, by name. Throws std::runtime_error when one cannot be read.
std::vector<ProfileScale> profiles(const Installation& installation);

/// "132 SMs, 141 GB of memory"
std::string scale_text(const ProfileScale& profile);

/// One line that says on what a program runs, and how to choose another. Throws std::runtime_error
/// that lists the profiles when there is none of this name.
std::string profile_line(const Installation& installation, const std::string& name);

}  // namespace warpscope::runner
