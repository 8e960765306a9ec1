// The panes of the window.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// All panes, in the order of their tabs.
std::vector<std::unique_ptr<Pane>> make_panes();
/// The id of the pane that is called so, in whatever case. Throws std::runtime_error that lists the
/// panes when there is none.
std::string pane_id(std::string_view text);

}  // namespace warpscope::viewer
