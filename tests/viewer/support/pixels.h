// What a picture shows, without comparing it with a golden one.
#pragma once

#include <imgui.h>

#include <cstddef>

#include "viewer/graphics/image.h"

namespace warpscope::viewer::test {

/// Number of colours that differ from each other.
std::size_t distinct_colors(const Image& image);
/// Number of pixels within `tolerance` of 255 of the colour, in each channel. Small text has few
/// pixels of its full colour.
std::size_t pixels_like(const Image& image, ImU32 color, int tolerance = 8);
/// Share of pixels that differ between pictures of the same size; 1 when sizes differ.
double difference(const Image& a, const Image& b);

}  // namespace warpscope::viewer::test
