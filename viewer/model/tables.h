// Tables of the shown records as files.
#pragma once

#include <filesystem>

#include "viewer/model/session.h"

namespace warpscope::viewer {

/// Writes cases.csv, launches.csv, stalls.csv and transfers.csv of both sides into a folder. Throws
/// std::runtime_error with a sentence when it cannot.
void write_tables(const Session& session, const std::filesystem::path& folder);

}  // namespace warpscope::viewer
