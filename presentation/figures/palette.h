// The colours of figures.
#pragma once

#include <cstdint>
#include <string>

#include "presentation/figures/drawing.h"

namespace warpscope::figures {

/// 0xRRGGBB on a light or a dark ground. Text reads well on all others.
std::uint32_t rgb(Paint paint, bool is_dark);

/// The CSS property that holds the colour in HTML, e.g. "--figure-lane-7".
std::string css_name(Paint paint);

/// These properties, light ones or dark ones, as declarations for a style sheet.
std::string css_colors(bool is_dark);

}  // namespace warpscope::figures
