// Keeping the folder of compiled programs small.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <string_view>

namespace warpscope::runner {

/// What stays of the builds in a folder.
struct KeptBuilds {
  std::size_t count = 256;
  std::uint64_t bytes = std::uint64_t{1} << 30;
};

/// What all labs share, or all submissions of a lab: another one for each compiler and version.
inline constexpr KeptBuilds kKeptShared{8, std::uint64_t{1} << 30};

/// A finished build has this file.
inline constexpr const char* kBuildLog = "compiler-output";

/// Removes the oldest of the folders in `folder` whose names begin with `prefix`: those beyond the
/// number that is kept, and what a process left that was killed while it built, unless they were
/// used in the last hour, since somebody may still be running what is in them; and those beyond the
/// bytes that are kept, unless they were used in the last ten minutes.
void remove_old_builds(const std::filesystem::path& folder, std::string_view prefix,
                       KeptBuilds kept = {});

}  // namespace warpscope::runner
