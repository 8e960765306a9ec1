// Where the test programs are.
#pragma once

#include <filesystem>

namespace warpscope::runner::test {

inline const std::filesystem::path kBin = std::filesystem::path(WARPSCOPE_BINARY_DIR) / "bin";
inline const std::filesystem::path kMisbehave = kBin / "runner_test_misbehave";
inline const std::filesystem::path kDriver = kBin / "runner_test_driver";
inline const std::filesystem::path kSource = WARPSCOPE_SOURCE_DIR;

}  // namespace warpscope::runner::test
