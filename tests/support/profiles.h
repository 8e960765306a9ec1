// The profiles of the tree, for tests.
#pragma once

#include "arch/profile.h"

namespace warpscope::arch::test {

inline Profile profile(const std::string& name) {
  return load_profile(WARPSCOPE_SOURCE_DIR "/arch/profiles/" + name + ".toml");
}

}  // namespace warpscope::arch::test
