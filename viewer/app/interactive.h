// The viewer in a window.
#pragma once

#include <functional>

#include "viewer/app/options.h"
#include "viewer/graphics/window.h"
#include "viewer/model/session.h"

namespace warpscope::viewer {

/// Shows the session until the window is closed. Draws only after input, progress or a change on
/// disk. Throws std::runtime_error with a sentence when drawing is not possible.
void run_in_window(const Window& window, Session& session, const Options& options);

}  // namespace warpscope::viewer
