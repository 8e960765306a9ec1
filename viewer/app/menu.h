// The menu of the tool bar.
#pragma once

#include <memory>
#include <span>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// A button, and below it all actions by their menus.
void draw_menu(PaneContext& context, std::span<const std::unique_ptr<Pane>> panes);

}  // namespace warpscope::viewer
