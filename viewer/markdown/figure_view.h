// Figures of a deck in the current ImGui window, with sliders.
#pragma once

#include <imgui.h>

#include <filesystem>
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

  /// Where figures find kept runs.
  void set_kept_folder(std::filesystem::path folder) { kept_folder_ = std::move(folder); }

 private:
  struct View {
    std::string source;  ///< kind and text that it was made of
    std::optional<figures::Figure> figure;
    figures::Drawing drawing;
    std::string problem;
  };
  void make(View& view, const warpscope::markdown::Block& block) const;
  static void draw_controls(View& view, const Theme& theme);
  static bool draw_choices(figures::Figure& figure);

  std::filesystem::path kept_folder_;
  std::unordered_map<ImGuiID, View> views_;
};

}  // namespace warpscope::viewer::markdown
