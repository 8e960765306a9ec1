// The bar above the panes (run, cancel, offers, theme) and the one below (where the numbers come
// from).
#pragma once

#include <memory>
#include <span>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Returns the height it takes, in pixels.
float draw_tool_bar(PaneContext& context, std::span<const std::unique_ptr<Pane>> panes);
/// Returns the height it takes, in pixels.
float draw_status_bar(PaneContext& context);

}  // namespace warpscope::viewer
