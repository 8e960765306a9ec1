// The larger bodies of the protocol, with their encoding.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "vgpu/protocol/box.h"
#include "vgpu/protocol/protocol.h"

namespace warpscope::device {

/// What the client must know of the device: limits, and what cudaGetDeviceProperties tells.
struct DeviceDescription {
  std::string name;
  std::uint32_t compute_major = 0, compute_minor = 0;
  std::uint32_t sm_count = 0;
  double sm_clock_hz = 0;
  std::uint64_t memory_bytes = 0;
  std::uint32_t memory_bus_bits = 0;
  double dram_bytes_per_s = 0;
  std::uint64_t l2_bytes = 0;
  std::uint32_t copy_engines = 0;
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t max_threads_per_sm = 0;
  std::uint32_t max_blocks_per_sm = 0;
  std::uint32_t registers_per_sm = 0;
  std::uint32_t shared_per_block_bytes = 0;        ///< without asking
  std::uint32_t shared_per_block_optin_bytes = 0;  ///< after cudaFuncSetAttribute
  std::uint32_t shared_per_sm_bytes = 0;
  std::uint32_t shared_reserved_per_block_bytes = 0;
  std::uint64_t address_base = 0, address_range_bytes = 0;  ///< where memory of all devices lies
  std::uint64_t staging_bytes = 0;
  std::uint32_t device_count = 1;  ///< of the process; all are the same
};
void put(BodyWriter& writer, const DeviceDescription& description);
DeviceDescription get_device_description(BodyReader& reader);

/// A kernel as the client must know it.
struct KernelDescription {
  struct Parameter {
    std::uint32_t offset = 0, size_bytes = 0;
  };
  std::uint32_t parameter_bytes = 0;
  std::vector<Parameter> parameters;
  std::uint32_t static_shared_bytes = 0;
  std::uint32_t local_bytes = 0;  ///< per thread
  std::uint32_t max_threads_per_block = 0;
  std::uint32_t registers = 0;  ///< virtual registers of the PTX; ptxas would allocate fewer
};
void put(BodyWriter& writer, const KernelDescription& kernel);
/// ProtocolError when a parameter lies outside the parameter buffer.
KernelDescription get_kernel_description(BodyReader& reader);

/// A copy between staging memory, where rows are packed, and device memory. A copy larger than the
/// staging memory comes in pieces: the first carries `total_bytes`, by which the clock advances;
/// the others carry 0.
struct CopyRequest {
  Box box;                  ///< of the whole copy, in device memory
  std::uint64_t first = 0;  ///< packed offset in the box at which this piece begins
  std::uint64_t bytes = 0;  ///< of this piece, from the beginning of the staging memory
  std::uint64_t total_bytes = 0;
  std::uint32_t stream = 0;
  bool is_asynchronous = false;
  bool is_pinned = false;
};
void put(BodyWriter& writer, const CopyRequest& copy);
CopyRequest get_copy_request(BodyReader& reader);

struct LaunchRequest {
  std::uint32_t module = 0;
  std::string kernel;  ///< mangled
  std::array<std::uint32_t, 3> grid{}, block{};
  std::uint32_t dynamic_shared_bytes = 0;
  /// What cudaFuncSetAttribute granted, or the default limit.
  std::uint32_t dynamic_shared_limit_bytes = 0;
  std::uint32_t stream = 0;
  bool is_cooperative = false;  ///< all blocks must be resident at once
  std::vector<std::byte> parameters;
};
void put(BodyWriter& writer, const LaunchRequest& launch);
LaunchRequest get_launch_request(BodyReader& reader);

}  // namespace warpscope::device
