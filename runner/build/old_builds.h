// Keeping the folder of compiled programs small.
#pragma once

#include <filesystem>
#include <string_view>

namespace warpscope::runner {

/// Removes the oldest of the folders in `folder` whose names begin with `prefix`: all but 64, and
/// none that was used in the last hour, since somebody may still be running what is in it.
void remove_old_builds(const std::filesystem::path& folder, std::string_view prefix);

}  // namespace warpscope::runner
