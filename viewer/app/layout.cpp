#include "viewer/app/layout.h"

#include <imgui_internal.h>

#include <algorithm>
#include <array>

namespace warpscope::viewer {
namespace {

// Shares of the space that is split.
constexpr float kLeft = 0.165F, kRight = 0.325F, kBottom = 0.295F, kLabs = 0.27F,
                kFindings = 0.385F;
// What the longest words of checks need in the panes on the left, in pixels at scale 1; on a narrow
// window at most a share of it.
constexpr float kWords = 195, kMostLeft = 0.225F;
// What the timelines of a lab's two sides need, in pixels at scale 1; on a low window at most a
// share of it.
constexpr float kTimelines = 262, kMostBottom = 0.42F;

ImGuiID split(ImGuiID& node, ImGuiDir direction, float share) {
  return ImGui::DockBuilderSplitNode(node, direction, share, nullptr, &node);
}

}  // namespace

Placement placement_of(std::span<const std::unique_ptr<Pane>> panes) {
  Placement placement;
  for (const auto& pane : panes) {
    auto& place = placement.panes.emplace_back();
    const auto* window = ImGui::FindWindowByName(pane->title());
    if (window == nullptr || window->DockId == 0) continue;
    place.node = window->DockId;
    if (const auto* node = ImGui::DockBuilderGetNode(window->DockId)) place.size = node->Size;
  }
  return placement;
}

void arrange(ImGuiID dock_space, ImVec2 size, std::span<const std::unique_ptr<Pane>> panes) {
  ImGui::DockBuilderRemoveNode(dock_space);
  ImGui::DockBuilderAddNode(dock_space, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(dock_space, size);
  std::array<ImGuiID, 6> nodes{};
  const auto at = [&nodes](Place place) -> ImGuiID& {
    return nodes[static_cast<std::size_t>(place)];
  };
  ImGuiID rest = dock_space;
  const float scale = ImGui::GetStyle().FontScaleMain;
  at(Place::left_bottom) =
      split(rest, ImGuiDir_Left, std::clamp(kWords * scale / size.x, kLeft, kMostLeft));
  at(Place::left_top) = split(at(Place::left_bottom), ImGuiDir_Up, kLabs);
  const float timelines = kTimelines * scale;
  at(Place::bottom) =
      split(rest, ImGuiDir_Down, std::clamp(timelines / size.y, kBottom, kMostBottom));
  at(Place::bottom_right) = split(at(Place::bottom), ImGuiDir_Right, kFindings);
  at(Place::right) = split(rest, ImGuiDir_Right, kRight);
  at(Place::center) = rest;
  for (const auto& pane : panes) ImGui::DockBuilderDockWindow(pane->title(), at(pane->place()));
  for (const ImGuiID id : nodes) {
    if (auto* node = ImGui::DockBuilderGetNode(id)) {
      node->LocalFlags |= ImGuiDockNodeFlags_NoWindowMenuButton | ImGuiDockNodeFlags_NoCloseButton;
    }
  }
  ImGui::DockBuilderFinish(dock_space);
}

}  // namespace warpscope::viewer
