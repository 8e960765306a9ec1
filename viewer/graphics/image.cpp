#include "viewer/graphics/image.h"

#include <algorithm>
#include <stdexcept>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace warpscope::viewer {
namespace {
constexpr int kChannels = 3;
}

Image crop(const Image& image, int left, int top, int width, int height) {
  const int x0 = std::clamp(left, 0, image.width), x1 = std::clamp(left + width, x0, image.width);
  const int y0 = std::clamp(top, 0, image.height), y1 = std::clamp(top + height, y0, image.height);
  Image out{x1 - x0, y1 - y0, {}};
  for (int y = y0; y < y1; ++y) {
    const auto row =
        image.pixels.begin() + (static_cast<std::ptrdiff_t>(y) * image.width + x0) * kChannels;
    out.pixels.insert(out.pixels.end(), row,
                      row + static_cast<std::ptrdiff_t>(out.width) * kChannels);
  }
  return out;
}

void write_png(const Image& image, const std::filesystem::path& file) {
  stbi_write_png_compression_level = 5;  // nearly as small as 8, in half the time
  const bool is_empty = image.width <= 0 || image.height <= 0;
  if (is_empty || stbi_write_png(file.c_str(), image.width, image.height, kChannels,
                                 image.pixels.data(), image.width * kChannels) == 0) {
    throw std::runtime_error(
        "Cannot write the picture " + file.string() +
        ". Check that its folder exists and is writable, and that the disk is not full.");
  }
}

}  // namespace warpscope::viewer
