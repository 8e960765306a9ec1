// What the CUDA version that a library stands for decides beyond names and signatures.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstring>

namespace warpscope::cudart {

struct ApiVersion {
  int runtime = 0;  ///< as cudaRuntimeGetVersion gives it
  /// For a grid or block beyond the device's limits. The library of CUDA 12.9 gave another error
  /// than that of 13.0 on the same H200.
  cudaError_t launch_extent_error = cudaErrorInvalidValue;
  /// Structures of the program that CUDA 13 made longer: what comes after these bytes is not the
  /// program's to give or to take.
  std::size_t pointer_attribute_bytes = 0;
  std::size_t resource_bytes = 0;
};

/// Each library has its own.
extern const ApiVersion kApiVersion;

/// The program's description of a resource, as long as CUDA 13's.
inline cudaResourceDesc taken_from(const cudaResourceDesc& resource) {
  cudaResourceDesc taken{};
  std::memcpy(&taken, &resource, kApiVersion.resource_bytes);
  return taken;
}

inline void give(const cudaResourceDesc& resource, cudaResourceDesc* to) {
  std::memcpy(to, &resource, kApiVersion.resource_bytes);
}

inline void give(const cudaPointerAttributes& attributes, cudaPointerAttributes* to) {
  std::memcpy(to, &attributes, kApiVersion.pointer_attribute_bytes);
}

}  // namespace warpscope::cudart
