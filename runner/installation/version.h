// The version that records name.
#pragma once

namespace warpscope::runner {

/// Set by CMake from the project's version.
inline constexpr const char* kVersion = WARPSCOPE_VERSION;

}  // namespace warpscope::runner
