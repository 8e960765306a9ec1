// The texture and surface objects of the program, as it described them.
#pragma once

#include <driver_types.h>
#include <surface_types.h>
#include <texture_types.h>

#include <cstdint>
#include <map>

namespace warpscope::cudart {

struct TextureObject {
  cudaResourceDesc resource{};
  cudaTextureDesc description{};
  int device = 0;
};
struct SurfaceObject {
  cudaResourceDesc resource{};
  int device = 0;
};

/// By the handles that the virtual GPU gives; no two devices have the same.
struct TextureObjects {
  std::map<std::uint64_t, TextureObject> textures;
  std::map<std::uint64_t, SurfaceObject> surfaces;
  /// Those of a device.
  void forget(int device) {
    std::erase_if(textures, [&](const auto& entry) { return entry.second.device == device; });
    std::erase_if(surfaces, [&](const auto& entry) { return entry.second.device == device; });
  }
};

}  // namespace warpscope::cudart
