// Draws a Markdown document into the current ImGui window.
#pragma once

#include <functional>
#include <string>

#include "presentation/markdown/document.h"
#include "viewer/markdown/figure_view.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer::markdown {

using namespace warpscope::markdown;  // what is drawn here

struct DrawStyle {
  const Theme& theme;
  const Fonts& fonts;
  float size = 1.0F;  ///< of the text, relative to the current font
  std::function<void(const std::string& target)> on_link = {};
  FigureViews* figures = nullptr;  ///< without them figures are shown as written
};

/// Fills the available width; grows downwards.
void draw(const Document& document, const DrawStyle& style);

}  // namespace warpscope::viewer::markdown
