#include "viewer/panes/reading.h"

#include <imgui.h>

#include <algorithm>
#include <string>

namespace warpscope::viewer {

float reading_margin(float width) {
  const float scaled = width * ImGui::GetStyle().FontScaleMain;
  return std::max((ImGui::GetContentRegionAvail().x - scaled) / 2, 14.0F);
}

void begin_reading(const char* id, float width) {
  const float available = ImGui::GetContentRegionAvail().x;
  const float margin = reading_margin(width);
  ImGui::BeginChild(id, {0, 0});
  ImGui::Dummy({0, 6});
  ImGui::Indent(margin);
  ImGui::BeginGroup();
  // The text ends where its column does, not at the scroll bar.
  ImGui::PushItemWidth(available - 2 * margin);
  ImGui::BeginChild("column", {available - 2 * margin - ImGui::GetStyle().ScrollbarSize, 0},
                    ImGuiChildFlags_AutoResizeY,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
}

void end_reading() {
  ImGui::EndChild();
  ImGui::PopItemWidth();
  ImGui::EndGroup();
  ImGui::Dummy({0, 16});
  ImGui::EndChild();
}

markdown::DrawStyle reading_style(PaneContext& context, float size) {
  View& view = context.view;
  return {context.theme, context.fonts, size, [&view](const std::string& target) {
            constexpr std::string_view kPane = "pane:";
            const auto hash = target.find('#');
            if (target.starts_with(kPane)) {
              view.wanted_pane = target.substr(kPane.size());
            } else if (hash != std::string::npos && !target.starts_with("http")) {
              view.wanted_slide = target.substr(hash + 1);
              view.wanted_pane = "slides";
            } else {
              ImGui::SetClipboardText(target.c_str());
            }
          }};
}

}  // namespace warpscope::viewer
