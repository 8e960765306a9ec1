// The CUDA arrays of the program: device memory with a shape and an element type, which textures
// and surfaces read.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>

#include "vgpu/cudart/copies/transfer_call.h"

namespace warpscope::cudart {

/// An array of the program; cudaArray_t is its address. The layout is the virtual GPU's own: rows
/// of elements, one after the other.
struct Array {
  std::byte* memory = nullptr;  ///< device address
  Pitch pitch;
  cudaChannelFormatDesc format{};
  cudaExtent extent{};  ///< elements, as the program gave it: 0 for dimensions that it lacks
  unsigned flags = 0;
  std::size_t element_bytes = 0;
  int device = 0;

  bool is_layered() const { return (flags & cudaArrayLayered) != 0; }
  std::size_t rows() const { return extent.height == 0 ? 1 : extent.height; }
  std::size_t slices() const { return extent.depth == 0 ? 1 : extent.depth; }
  std::size_t row_bytes() const { return extent.width * element_bytes; }
};

class Arrays {
 public:
  Array& add(const Array& array);
  void remove(const Array& array) { arrays_.erase(&array); }
  /// Those of a device.
  void forget(int device) {
    std::erase_if(arrays_, [&](const auto& entry) { return entry.second->device == device; });
  }
  /// CudaFailure with cudaErrorInvalidResourceHandle when it is none.
  Array& get(cudaArray_const_t handle) const;

 private:
  std::map<const void*, std::unique_ptr<Array>> arrays_;
};

}  // namespace warpscope::cudart
