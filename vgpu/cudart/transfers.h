// Copies and fills, with CUDA's rules for what is finished when the call returns.
#pragma once

#include <driver_types.h>

#include <cstddef>

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

struct CopyCall {
  void* target = nullptr;
  const void* source = nullptr;
  std::size_t bytes = 0;
  cudaMemcpyKind kind = cudaMemcpyDefault;
  cudaStream_t stream = nullptr;
  bool is_asynchronous = false;
};

/// CudaFailure: cudaErrorInvalidMemcpyDirection for an unknown kind, cudaErrorInvalidValue for a
/// range that is not in one allocation or not on the side that `kind` says.
void copy(Runtime& runtime, const CopyCall& call);

struct FillCall {
  void* target = nullptr;
  int value = 0;
  std::size_t bytes = 0;
  cudaStream_t stream = nullptr;
  bool is_asynchronous = false;
};
void fill(Runtime& runtime, const FillCall& call);

}  // namespace warpscope::cudart
