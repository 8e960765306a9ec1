// The first arrangement of the panes; the user may drag them elsewhere.
#pragma once

#include <imgui.h>

#include <memory>
#include <span>
#include <vector>

#include "viewer/panes/pane.h"

namespace warpscope::viewer {

/// Where panes are: as long as it is what arrange() made, the user has moved nothing.
struct Placement {
  struct Place {
    ImGuiID node = 0;
    ImVec2 size;  ///< of the node
    bool operator==(const Place& that) const {
      return node == that.node && size.x == that.size.x && size.y == that.size.y;
    }
  };
  std::vector<Place> panes;
  bool operator==(const Placement&) const = default;
};
Placement placement_of(std::span<const std::unique_ptr<Pane>> panes);

/// Splits the dock space of that size and puts every pane into its place.
void arrange(ImGuiID dock_space, ImVec2 size, std::span<const std::unique_ptr<Pane>> panes);

}  // namespace warpscope::viewer
