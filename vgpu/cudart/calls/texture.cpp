// Texture and surface objects.
#include <cuda_runtime_api.h>

#include <algorithm>

#include "arch/runtime_limits.h"
#include "vgpu/cudart/basics/api_version.h"
#include "vgpu/cudart/calls/frame.h"
#include "vgpu/cudart/devices/devices.h"
#include "vgpu/cudart/devices/unsupported.h"
#include "vgpu/cudart/queue/work_queue.h"
#include "vgpu/cudart/textures/array_copies.h"
#include "vgpu/cudart/textures/arrays.h"
#include "vgpu/cudart/textures/texture_objects.h"
#include "vgpu/protocol/requests.h"

using warpscope::arch::kTextureLimits;
using warpscope::cudart::address_of;
using warpscope::cudart::Array;
using warpscope::cudart::element_bytes_of;
using warpscope::cudart::expect;
using warpscope::cudart::give;
using warpscope::cudart::report_unsupported;
using warpscope::cudart::run_call;
using warpscope::cudart::Runtime;
using warpscope::cudart::taken_from;
using warpscope::device::ImageRequest;
using warpscope::device::Opcode;
using warpscope::device::TextureRequest;

namespace {

constexpr std::uint64_t kAlignmentBytes = kTextureLimits.alignment_bytes;
constexpr std::uint64_t kPitchAlignmentBytes = kTextureLimits.pitch_alignment_bytes;
constexpr std::uint64_t kMostLinearElements = kTextureLimits.linear_1d[0];
constexpr std::size_t kMostPlaneWidth = kTextureLimits.linear_2d[0];
constexpr std::size_t kMostPlaneHeight = kTextureLimits.linear_2d[1];

void set_format(ImageRequest& image, const cudaChannelFormatDesc& format) {
  const std::size_t bytes = element_bytes_of(format);
  image.component_bytes = static_cast<std::uint8_t>(format.x / 8);
  image.components = static_cast<std::uint8_t>(bytes / image.component_bytes);
  switch (format.f) {
    case cudaChannelFormatKindSigned:
      image.component_kind = 0;
      return;
    case cudaChannelFormatKindUnsigned:
      image.component_kind = 1;
      return;
    default:
      image.component_kind = 2;
      return;
  }
}

ImageRequest image_of(const Array& array) {
  ImageRequest image;
  set_format(image, array.format);
  image.address = address_of(array.memory);
  image.width = static_cast<std::uint32_t>(array.extent.width);
  image.height = static_cast<std::uint32_t>(array.rows());
  image.depth = static_cast<std::uint32_t>(array.slices());
  image.row_pitch = array.pitch.row;
  image.slice_pitch = array.pitch.slice;
  image.is_layered = array.is_layered();
  image.dimensions = array.extent.height == 0 ? 1 : 2;
  if (array.extent.depth != 0 && !array.is_layered()) image.dimensions = 3;
  return image;
}

ImageRequest image_of(const Runtime& runtime, const cudaResourceDesc& resource) {
  ImageRequest image;
  if (resource.resType == cudaResourceTypeArray) {
    return image_of(runtime.arrays.get(resource.res.array.array));
  }
  if (resource.resType == cudaResourceTypeLinear) {
    const auto& linear = resource.res.linear;
    set_format(image, linear.desc);
    expect(address_of(linear.devPtr) % kAlignmentBytes == 0);
    image.address = address_of(linear.devPtr);
    const std::uint64_t count = linear.sizeInBytes / element_bytes_of(linear.desc);
    expect(count <= kMostLinearElements);
    image.width = static_cast<std::uint32_t>(count);
    image.is_linear_memory = true;
    return image;
  }
  expect(resource.resType == cudaResourceTypePitch2D);
  const auto& plane = resource.res.pitch2D;
  set_format(image, plane.desc);
  expect(address_of(plane.devPtr) % kAlignmentBytes == 0);
  expect(plane.pitchInBytes % kPitchAlignmentBytes == 0);
  expect(plane.width != 0 && plane.width <= kMostPlaneWidth);
  expect(plane.height != 0 && plane.height <= kMostPlaneHeight);
  expect(plane.width * element_bytes_of(plane.desc) <= plane.pitchInBytes);
  image.address = address_of(plane.devPtr);
  image.width = static_cast<std::uint32_t>(plane.width);
  image.height = static_cast<std::uint32_t>(plane.height);
  image.row_pitch = plane.pitchInBytes;
  image.dimensions = 2;
  return image;
}

void expect_supported(Runtime& runtime, const cudaResourceDesc& resource,
                      const cudaTextureDesc& description, const cudaResourceViewDesc* view) {
  if (resource.resType == cudaResourceTypeMipmappedArray) {
    report_unsupported(runtime, "cudaCreateTextureObject of a mipmapped array");
  }
  if (view != nullptr) report_unsupported(runtime, "cudaCreateTextureObject with a view");
  if (description.sRGB != 0) report_unsupported(runtime, "cudaCreateTextureObject with sRGB");
  if (description.seamlessCubemap != 0) {
    report_unsupported(runtime, "cudaCreateTextureObject of a cubemap");
  }
}

TextureRequest texture_of(const ImageRequest& image, const cudaTextureDesc& description) {
  const bool is_float = image.component_kind == 2;
  const bool is_normalized_float = description.readMode == cudaReadModeNormalizedFloat && !is_float;
  expect(description.readMode == cudaReadModeElementType ||
         description.readMode == cudaReadModeNormalizedFloat);
  expect(!is_normalized_float || image.component_bytes < 4, cudaErrorInvalidNormSetting);
  const bool is_linear = description.filterMode == cudaFilterModeLinear;
  expect(is_linear || description.filterMode == cudaFilterModePoint);
  expect(!is_linear || is_float || is_normalized_float, cudaErrorInvalidFilterSetting);
  TextureRequest texture;
  texture.image = image;
  for (std::size_t axis = 0; axis < texture.address_modes.size(); ++axis) {
    const cudaTextureAddressMode mode = description.addressMode[axis];
    expect(mode >= cudaAddressModeWrap && mode <= cudaAddressModeBorder);
    texture.address_modes.at(axis) = static_cast<std::uint8_t>(mode);
  }
  texture.is_linear = is_linear;
  texture.has_normalized_coordinates = description.normalizedCoords != 0;
  texture.reads_normalized_float = is_normalized_float;
  std::copy_n(description.borderColor, texture.border.size(), texture.border.begin());
  return texture;
}

}  // namespace

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* given,
                                    const cudaTextureDesc* description,
                                    const cudaResourceViewDesc* view) {
  return run_call([&](Runtime& runtime) {
    expect(texture != nullptr && given != nullptr && description != nullptr);
    const cudaResourceDesc resource = taken_from(*given);
    auto& connection = runtime.devices.connection();
    expect_supported(runtime, resource, *description, view);
    const auto [handle] = connection.request<Opcode::create_texture>(
        texture_of(image_of(runtime, resource), *description));
    runtime.texture_objects.textures[handle] = {resource, *description, connection.number()};
    *texture = handle;
  });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    if (texture == 0) return;
    auto& all = runtime.texture_objects.textures;
    const auto found = all.find(texture);
    expect(found != all.end());
    const int device = found->second.device;
    all.erase(found);
    // What was launched with it still runs with it.
    runtime.queue.perform_all();
    runtime.devices.connection(device).request<Opcode::destroy_texture>({texture});
  });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t texture) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    const auto found = runtime.texture_objects.textures.find(texture);
    expect(resource != nullptr && found != runtime.texture_objects.textures.end());
    give(found->second.resource, resource);
  });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* description,
                                            cudaTextureObject_t texture) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    const auto found = runtime.texture_objects.textures.find(texture);
    expect(description != nullptr && found != runtime.texture_objects.textures.end());
    *description = found->second.description;
  });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* given) {
  return run_call([&](Runtime& runtime) {
    expect(surface != nullptr && given != nullptr);
    const cudaResourceDesc resource = taken_from(*given);
    auto& connection = runtime.devices.connection();
    expect(resource.resType == cudaResourceTypeArray, cudaErrorInvalidChannelDescriptor);
    const auto [handle] = connection.request<Opcode::create_surface>(image_of(runtime, resource));
    runtime.texture_objects.surfaces[handle] = {resource, connection.number()};
    *surface = handle;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    if (surface == 0) return;
    auto& all = runtime.texture_objects.surfaces;
    const auto found = all.find(surface);
    expect(found != all.end());
    const int device = found->second.device;
    all.erase(found);
    // What was launched with it still runs with it.
    runtime.queue.perform_all();
    runtime.devices.connection(device).request<Opcode::destroy_surface>({surface});
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t surface) {
  return run_call([&](Runtime& runtime) {
    runtime.devices.connection();
    const auto found = runtime.texture_objects.surfaces.find(surface);
    expect(resource != nullptr && found != runtime.texture_objects.surfaces.end());
    give(found->second.resource, resource);
  });
}
