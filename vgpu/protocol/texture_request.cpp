#include "vgpu/protocol/texture_request.h"

namespace warpscope::device {

void put(BodyWriter& writer, const ImageRequest& image) {
  writer.put(image.address);
  writer.put(image.component_kind);
  writer.put(image.component_bytes);
  writer.put(image.components);
  writer.put(image.width);
  writer.put(image.height);
  writer.put(image.depth);
  writer.put(image.row_pitch);
  writer.put(image.slice_pitch);
  writer.put(image.dimensions);
  writer.put(image.is_layered);
  writer.put(image.is_linear_memory);
}

ImageRequest get_image_request(BodyReader& reader) {
  ImageRequest image;
  image.address = reader.get<std::uint64_t>();
  image.component_kind = reader.get<std::uint8_t>();
  image.component_bytes = reader.get<std::uint8_t>();
  image.components = reader.get<std::uint8_t>();
  image.width = reader.get<std::uint32_t>();
  image.height = reader.get<std::uint32_t>();
  image.depth = reader.get<std::uint32_t>();
  image.row_pitch = reader.get<std::uint64_t>();
  image.slice_pitch = reader.get<std::uint64_t>();
  image.dimensions = reader.get<std::uint8_t>();
  image.is_layered = reader.get_flag();
  image.is_linear_memory = reader.get_flag();
  return image;
}

void put(BodyWriter& writer, const TextureRequest& texture) {
  put(writer, texture.image);
  for (const std::uint8_t mode : texture.address_modes) writer.put(mode);
  writer.put(texture.is_linear);
  writer.put(texture.has_normalized_coordinates);
  writer.put(texture.reads_normalized_float);
  for (const float component : texture.border) writer.put(component);
}

TextureRequest get_texture_request(BodyReader& reader) {
  TextureRequest texture;
  texture.image = get_image_request(reader);
  for (std::uint8_t& mode : texture.address_modes) mode = reader.get<std::uint8_t>();
  texture.is_linear = reader.get_flag();
  texture.has_normalized_coordinates = reader.get_flag();
  texture.reads_normalized_float = reader.get_flag();
  for (float& component : texture.border) component = reader.get<float>();
  return texture;
}

}  // namespace warpscope::device
