#include "vgpu/cudart/textures/arrays.h"

#include "vgpu/cudart/basics/failure.h"
#include "vgpu/cudart/devices/connection.h"

namespace warpscope::cudart {

Array& Arrays::add(const Array& array) {
  auto owned = std::make_unique<Array>(array);
  Array& added = *owned;
  arrays_.emplace(&added, std::move(owned));
  return added;
}

Array& Arrays::get(cudaArray_const_t handle) const {
  const auto found = arrays_.find(handle);
  if (found == arrays_.end()) throw CudaFailure(cudaErrorInvalidResourceHandle);
  return *found->second;
}

}  // namespace warpscope::cudart
