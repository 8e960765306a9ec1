// The typefaces of the viewer.
#pragma once

#include <imgui.h>

namespace warpscope::viewer {

/// Sizes in pixels at scale 1.
inline constexpr float kTextSize = 15.0F;
inline constexpr float kSmallSize = 13.0F;
inline constexpr float kCodeSize = 13.0F;

/// Owned by the ImGui context's font atlas; all are usable, whatever is installed.
struct Fonts {
  ImFont* text = nullptr;
  ImFont* strong = nullptr;
  ImFont* emphasis = nullptr;
  ImFont* code = nullptr;
  ImFont* strong_code = nullptr;
};

/// Loads Inter and JetBrains Mono from where Debian's fonts-inter and fonts-jetbrains-mono put
/// them. Without the first everything is in JetBrains Mono, without both in the font that is built
/// into Dear ImGui.
Fonts load_fonts();

}  // namespace warpscope::viewer
