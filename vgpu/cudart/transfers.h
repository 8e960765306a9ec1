// Copies and fills, with CUDA's rules for what is finished when the call returns.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "vgpu/cudart/runtime.h"

namespace warpscope::cudart {

struct CopyCall {
  void* target = nullptr;
  const void* source = nullptr;
  std::size_t bytes = 0;  ///< of a row
  cudaMemcpyKind kind = cudaMemcpyDefault;
  cudaStream_t stream = nullptr;
  bool is_asynchronous = false;
  std::size_t rows = 1, slices = 1;
  Pitch target_pitch{}, source_pitch{};  ///< used for more than one row
  /// Of a graph that runs: pageable memory is read and written when the copy's turn comes.
  bool is_in_graph = false;
};

/// CudaFailure: cudaErrorInvalidMemcpyDirection for an unknown kind, cudaErrorInvalidValue for a
/// range that is not in one allocation or not on the side that `kind` says.
void copy(Runtime& runtime, const CopyCall& call);
/// The same CudaFailure, without copying.
void check(Runtime& runtime, const CopyCall& call);

struct FillCall {
  void* target = nullptr;
  int value = 0;
  std::size_t bytes = 0;  ///< of a row
  cudaStream_t stream = nullptr;
  bool is_asynchronous = false;
  std::size_t rows = 1, slices = 1;
  Pitch pitch{};                   ///< used for more than one row
  std::uint8_t element_bytes = 1;  ///< 1, 2 or 4: how many bytes of `value` are repeated
  std::optional<int> device{};     ///< of a graph's node; otherwise it is the stream's
};
void fill(Runtime& runtime, const FillCall& call);
void check(Runtime& runtime, const FillCall& call);

}  // namespace warpscope::cudart
