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
};

/// By the device's handles.
struct TextureObjects {
  std::map<std::uint64_t, TextureObject> textures;
  std::map<std::uint64_t, cudaResourceDesc> surfaces;
  void clear() {
    textures.clear();
    surfaces.clear();
  }
};

}  // namespace warpscope::cudart
