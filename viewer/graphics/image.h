// A picture in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace warpscope::viewer {

/// Three bytes per pixel (red, green, blue), rows from the top.
struct Image {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
};

/// The part of the picture inside the rectangle; cut at the picture's edges.
Image crop(const Image& image, int left, int top, int width, int height);

/// Throws std::runtime_error with the path when it cannot be written.
void write_png(const Image& image, const std::filesystem::path& file);

}  // namespace warpscope::viewer
