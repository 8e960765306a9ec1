// The results as text, and the reports beside the pictures.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "viewer/model/session.h"

namespace warpscope::viewer {

/// Outcome, points and findings of both sides, in lines.
std::string result_table(const Session& session);

/// Writes the HTML report and both run records into `folder`; the files that were written.
std::vector<std::filesystem::path> write_reports(const Session& session,
                                                 const std::filesystem::path& folder);

}  // namespace warpscope::viewer
