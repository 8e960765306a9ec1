// The panes of the window.
#pragma once

#include <memory>
#include <vector>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// All panes, in the order of their tabs.
std::vector<std::unique_ptr<Pane>> make_panes();

}  // namespace warpscope::viewer
