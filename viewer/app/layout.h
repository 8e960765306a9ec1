// The first arrangement of the panes; the user may drag them elsewhere.
#pragma once

#include <imgui.h>

#include <memory>
#include <span>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Splits the dock space of that size and puts every pane into its place.
void arrange(ImGuiID dock_space, ImVec2 size, std::span<const std::unique_ptr<Pane>> panes);

}  // namespace warpscope::viewer
