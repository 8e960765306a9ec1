// The arguments of calls that copy and fill, and which of them CUDA refuses.
#pragma once

#include <driver_types.h>

#include <cstddef>
#include <cstdint>
#include <optional>

#include "vgpu/cudart/memory/memory_table.h"
#include "vgpu/protocol/box.h"

namespace warpscope::cudart {

struct Runtime;

/// Where rows lie, in bytes from one to the next.
struct Pitch {
  std::uint64_t row = 0, slice = 0;
};

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
/// The bytes that a copy writes and reads.
device::Box target_of(const CopyCall& call);
device::Box source_of(const CopyCall& call);
device::Box target_of(const FillCall& call);

/// The allocation that holds all of a box; nullptr when none does.
const MemoryBlock* block_of(const Runtime& runtime, const device::Box& box);

/// The kind that a copy has, which follows from the addresses for cudaMemcpyDefault. CudaFailure:
/// cudaErrorInvalidMemcpyDirection for an unknown kind, cudaErrorInvalidValue for a range that is
/// not in one allocation or not on the side that `kind` says.
cudaMemcpyKind checked_kind(Runtime& runtime, const CopyCall& call);

/// The device that fills.
int device_of(Runtime& runtime, const FillCall& call);

/// What a fill writes. CudaFailure with cudaErrorInvalidValue unless one allocation holds it, which
/// the device can reach.
device::Box checked_box(Runtime& runtime, const FillCall& call);

}  // namespace warpscope::cudart
