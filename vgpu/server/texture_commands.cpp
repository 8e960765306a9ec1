#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/commands.h"

namespace warpscope::device {
namespace {

/// Objects of one program; more would make this process itself grow without limit.
constexpr std::size_t kMaxObjects = std::size_t{1} << 20;

void expect(bool is_valid) {
  if (!is_valid) throw CommandError(cuda_error::invalid_value);
}

/// An image all of whose bytes one allocation holds.
exec::Image image_of(const DeviceState& device, const ImageRequest& request) {
  const std::uint8_t bytes = request.component_bytes;
  expect(request.component_kind <= 2 && (bytes == 1 || bytes == 2 || bytes == 4));
  expect(request.components == 1 || request.components == 2 || request.components == 4);
  expect(request.dimensions >= 1 && request.dimensions <= 3);
  expect(request.dimensions < 3 || !request.is_layered);
  exec::Image image;
  image.address = request.address;
  image.format.kind = static_cast<exec::ElementFormat::Kind>(request.component_kind);
  image.format.component_bytes = bytes;
  image.format.components = request.components;
  image.width = request.width;
  image.height = request.height;
  image.depth = request.depth;
  image.row_pitch = request.row_pitch;
  image.slice_pitch = request.slice_pitch;
  image.dimensions = request.dimensions;
  image.is_layered = request.is_layered;
  image.is_linear_memory = request.is_linear_memory;
  const auto span = image.span_bytes();
  expect(span.has_value());
  expect(*span == 0 || device.memory.translate(image.address, *span) != nullptr);
  if (device.textures.size() >= kMaxObjects) throw CommandError(cuda_error::memory_allocation);
  return image;
}

}  // namespace

ObjectHandle create_texture(DeviceState& device, const TextureRequest& request) {
  exec::Texture texture;
  texture.image = image_of(device, request.image);
  for (std::size_t axis = 0; axis < request.address_modes.size(); ++axis) {
    expect(request.address_modes.at(axis) <= 3);
    texture.sampler.address.at(axis) =
        static_cast<exec::Sampler::AddressMode>(request.address_modes.at(axis));
  }
  texture.sampler.is_linear = request.is_linear;
  texture.sampler.has_normalized_coordinates = request.has_normalized_coordinates;
  texture.sampler.reads_normalized_float = request.reads_normalized_float;
  texture.sampler.border = request.border;
  return {device.textures.add(texture)};
}

void destroy_texture(DeviceState& device, const ObjectHandle& request) {
  expect(device.textures.remove_texture(request.handle));
}

ObjectHandle create_surface(DeviceState& device, const ImageRequest& request) {
  const exec::Image image = image_of(device, request);
  // Surface stores are not followed: what they may write counts as written.
  device.memory.mark_written(image.address, image.span_bytes().value_or(0));
  return {device.textures.add(image)};
}

void destroy_surface(DeviceState& device, const ObjectHandle& request) {
  expect(device.textures.remove_surface(request.handle));
}

}  // namespace warpscope::device
