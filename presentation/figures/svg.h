// A figure as SVG inside an HTML page.
#pragma once

#include <string>

#include "presentation/figures/drawing.h"

namespace warpscope::figures {

/// Colours are CSS properties (palette.h), so that one picture serves light and dark. The caption
/// is its alternative text, not drawn. Any text is escaped.
std::string svg(const Drawing& drawing);

}  // namespace warpscope::figures
