// Draws a Markdown document into the current ImGui window.
#pragma once

#include <functional>
#include <string>

#include "viewer/markdown/document.h"
#include "viewer/style/fonts.h"
#include "viewer/style/theme.h"

namespace warpscope::viewer::markdown {

struct DrawStyle {
  const Theme& theme;
  const Fonts& fonts;
  float size = 1.0F;  ///< of the text, relative to the current font
  std::function<void(const std::string& target)> on_link = {};
};

/// Fills the available width; grows downwards.
void draw(const Document& document, const DrawStyle& style);

}  // namespace warpscope::viewer::markdown
