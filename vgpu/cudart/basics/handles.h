// What the program holds of our objects.
#pragma once

namespace warpscope::cudart {

/// An object's address, as a type of CUDA.
template <typename Handle, typename Object>
Handle handle_of(const Object& object) {
  return reinterpret_cast<Handle>(const_cast<Object*>(&object));
}

}  // namespace warpscope::cudart
