// Texture and surface objects as they go over the socket.
#pragma once

#include <array>
#include <cstdint>

#include "vgpu/protocol/protocol.h"

namespace warpscope::device {

/// Elements in device memory.
struct ImageRequest {
  std::uint64_t address = 0;
  std::uint8_t component_kind = 0;  ///< 0 signed, 1 unsigned, 2 floating
  std::uint8_t component_bytes = 0;
  std::uint8_t components = 0;
  std::uint32_t width = 0, height = 1, depth = 1;  ///< elements; depth: slices or layers
  std::uint64_t row_pitch = 0, slice_pitch = 0;    ///< bytes
  std::uint8_t dimensions = 1;
  bool is_layered = false;
  bool is_linear_memory = false;
};
void put(BodyWriter& writer, const ImageRequest& image);
ImageRequest get_image_request(BodyReader& reader);

struct TextureRequest {
  ImageRequest image;
  std::array<std::uint8_t, 3> address_modes{};  ///< 0 wrap, 1 clamp, 2 mirror, 3 border
  bool is_linear = false;
  bool has_normalized_coordinates = false;
  bool reads_normalized_float = false;
  std::array<float, 4> border{};
};
void put(BodyWriter& writer, const TextureRequest& texture);
TextureRequest get_texture_request(BodyReader& reader);

}  // namespace warpscope::device
