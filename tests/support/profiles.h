// The profiles of the tree, for tests.
#pragma once

#include "arch/profile.h"

namespace warpscope::arch::test {

inline std::filesystem::path profile_path(const std::string& name) {
  return WARPSCOPE_SOURCE_DIR "/arch/profiles/" + name + ".toml";
}
inline Profile profile(const std::string& name) { return load_profile(profile_path(name)); }
inline Profile data_sheet(const std::string& name) { return load_data_sheet(profile_path(name)); }

}  // namespace warpscope::arch::test
