// The viewer without a display: pictures and a report in a folder.
#pragma once

#include <iosfwd>

#include "viewer/app/options.h"
#include "viewer/model/session.h"

namespace warpscope::viewer {

/// Waits for the session's runs, writes viewer.png, a picture of each pane and report.html into
/// options.off_screen_folder, and prints their names and the result table to `out`, progress to
/// `log`. Throws std::runtime_error with a sentence when that is not possible.
void write_first_look(Session& session, const Options& options, std::ostream& out,
                      std::ostream& log);

}  // namespace warpscope::viewer
