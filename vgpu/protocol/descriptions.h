// What the client must know of devices and kernels.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arch/multiprocessor.h"
#include "arch/runtime_limits.h"
#include "vgpu/protocol/fields.h"
#include "vgpu/protocol/message.h"

namespace warpscope::device {

/// Limits, and what cudaGetDeviceProperties tells. All devices of a process share it.
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
  arch::Multiprocessor sm;
  std::uint64_t address_base = 0, address_range_bytes = 0;  ///< where memory of all devices lies
  std::uint64_t staging_bytes = 0;
  std::uint32_t device_count = 1;  ///< of the process
  bool watches_host = false;       ///< wants to be told of the program's own mistakes: host_calls.h
};

void visit_fields(auto& v, PartOf<arch::Multiprocessor> auto& sm) {
  v.fields(sm.schedulers, sm.max_threads, sm.max_blocks, sm.max_threads_per_block, sm.registers,
           sm.register_unit, sm.shared_bytes, sm.shared_unit_bytes, sm.shared_per_block_bytes,
           sm.shared_per_block_optin_bytes, sm.shared_reserved_per_block_bytes);
}

void visit_fields(auto& v, PartOf<DeviceDescription> auto& device) {
  v.fields(device.name, device.compute_major, device.compute_minor, device.sm_count,
           device.sm_clock_hz, device.memory_bytes, device.memory_bus_bits, device.dram_bytes_per_s,
           device.l2_bytes, device.copy_engines, device.sm, device.address_base,
           device.address_range_bytes, device.staging_bytes, device.device_count,
           device.watches_host);
  v.expect(device.device_count >= 1 && device.device_count <= kMostDevices,
           "The virtual GPU names an impossible number of devices.");
}

/// A kernel. A parameter outside the parameter buffer is a ProtocolError.
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
  std::uint32_t machine_registers = 0;  ///< of a thread, as ptxas allocated them; 0: not known
};

void visit_fields(auto& v, PartOf<KernelDescription::Parameter> auto& parameter) {
  v.fields(parameter.offset, parameter.size_bytes);
}

void visit_fields(auto& v, PartOf<KernelDescription> auto& kernel) {
  constexpr const char* kTooMany = "A kernel has more parameters than CUDA allows.";
  v.fields(kernel.parameter_bytes);
  v.expect(kernel.parameter_bytes <= arch::kMaxParameterBytes, kTooMany);
  v.list(kernel.parameters, arch::kMaxParameterBytes, kTooMany);
  for (const KernelDescription::Parameter& parameter : kernel.parameters) {
    v.expect(parameter.offset <= kernel.parameter_bytes &&
                 parameter.size_bytes <= kernel.parameter_bytes - parameter.offset,
             "A kernel parameter lies outside the parameter buffer.");
  }
  v.fields(kernel.static_shared_bytes, kernel.local_bytes, kernel.max_threads_per_block,
           kernel.registers, kernel.machine_registers);
  v.expect(kernel.machine_registers <= arch::kMaxRegistersPerThread,
           "A kernel has more registers than a thread can have.");
}

}  // namespace warpscope::device
