// Figures of a deck in the current ImGui window, with sliders.
#pragma once

#include <imgui.h>

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "presentation/figures/figure.h"
#include "presentation/markdown/document.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer::markdown {

/// The figures that were drawn, with the places of their sliders.
class FigureViews {
 public:
  /// Draws the block of language "figure" at the cursor, as wide as there is room, with text of
  /// about `size` pixels; what keeps it from being drawn is written there instead.
  void draw(const warpscope::markdown::Block& block, const Theme& theme, const Fonts& fonts,
            float size);

 private:
  struct View {
    std::string source;  ///< kind and text that it was made of
    std::optional<figures::Figure> figure;
    figures::Drawing drawing;
    std::string problem;
  };
  static void make(View& view, const warpscope::markdown::Block& block);
  static void draw_sliders(View& view, const Theme& theme);

  std::unordered_map<ImGuiID, View> views_;
};

}  // namespace warpscope::viewer::markdown
