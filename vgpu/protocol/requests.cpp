#include "vgpu/protocol/requests.h"

namespace warpscope::device {

void put(BodyWriter& writer, const DeviceDescription& d) {
  writer.put_string(d.name);
  writer.put(d.compute_major);
  writer.put(d.compute_minor);
  writer.put(d.sm_count);
  writer.put(d.sm_clock_hz);
  writer.put(d.memory_bytes);
  writer.put(d.memory_bus_bits);
  writer.put(d.dram_bytes_per_s);
  writer.put(d.l2_bytes);
  writer.put(d.copy_engines);
  writer.put(d.max_threads_per_block);
  writer.put(d.max_threads_per_sm);
  writer.put(d.max_blocks_per_sm);
  writer.put(d.registers_per_sm);
  writer.put(d.shared_per_block_bytes);
  writer.put(d.shared_per_block_optin_bytes);
  writer.put(d.shared_per_sm_bytes);
  writer.put(d.shared_reserved_per_block_bytes);
  writer.put(d.address_base);
  writer.put(d.address_range_bytes);
  writer.put(d.staging_bytes);
  writer.put(d.device_count);
}

DeviceDescription get_device_description(BodyReader& reader) {
  DeviceDescription d;
  d.name = reader.get_string();
  d.compute_major = reader.get<std::uint32_t>();
  d.compute_minor = reader.get<std::uint32_t>();
  d.sm_count = reader.get<std::uint32_t>();
  d.sm_clock_hz = reader.get<double>();
  d.memory_bytes = reader.get<std::uint64_t>();
  d.memory_bus_bits = reader.get<std::uint32_t>();
  d.dram_bytes_per_s = reader.get<double>();
  d.l2_bytes = reader.get<std::uint64_t>();
  d.copy_engines = reader.get<std::uint32_t>();
  d.max_threads_per_block = reader.get<std::uint32_t>();
  d.max_threads_per_sm = reader.get<std::uint32_t>();
  d.max_blocks_per_sm = reader.get<std::uint32_t>();
  d.registers_per_sm = reader.get<std::uint32_t>();
  d.shared_per_block_bytes = reader.get<std::uint32_t>();
  d.shared_per_block_optin_bytes = reader.get<std::uint32_t>();
  d.shared_per_sm_bytes = reader.get<std::uint32_t>();
  d.shared_reserved_per_block_bytes = reader.get<std::uint32_t>();
  d.address_base = reader.get<std::uint64_t>();
  d.address_range_bytes = reader.get<std::uint64_t>();
  d.staging_bytes = reader.get<std::uint64_t>();
  d.device_count = reader.get<std::uint32_t>();
  if (d.device_count == 0 || d.device_count > kMostDevices) {
    throw ProtocolError("The virtual GPU names an impossible number of devices.");
  }
  return d;
}

void put(BodyWriter& writer, const KernelDescription& kernel) {
  writer.put(kernel.parameter_bytes);
  writer.put(static_cast<std::uint32_t>(kernel.parameters.size()));
  for (const KernelDescription::Parameter& parameter : kernel.parameters) {
    writer.put(parameter.offset);
    writer.put(parameter.size_bytes);
  }
  writer.put(kernel.static_shared_bytes);
  writer.put(kernel.local_bytes);
  writer.put(kernel.max_threads_per_block);
  writer.put(kernel.registers);
}

KernelDescription get_kernel_description(BodyReader& reader) {
  KernelDescription kernel;
  kernel.parameter_bytes = reader.get<std::uint32_t>();
  const auto count = reader.get<std::uint32_t>();
  if (kernel.parameter_bytes > kMaxParameterBytes || count > kMaxParameterBytes) {
    throw ProtocolError("A kernel has more parameters than CUDA allows.");
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    KernelDescription::Parameter parameter;
    parameter.offset = reader.get<std::uint32_t>();
    parameter.size_bytes = reader.get<std::uint32_t>();
    if (parameter.offset > kernel.parameter_bytes ||
        parameter.size_bytes > kernel.parameter_bytes - parameter.offset) {
      throw ProtocolError("A kernel parameter lies outside the parameter buffer.");
    }
    kernel.parameters.push_back(parameter);
  }
  kernel.static_shared_bytes = reader.get<std::uint32_t>();
  kernel.local_bytes = reader.get<std::uint32_t>();
  kernel.max_threads_per_block = reader.get<std::uint32_t>();
  kernel.registers = reader.get<std::uint32_t>();
  return kernel;
}

void put(BodyWriter& writer, const CopyRequest& copy) {
  put(writer, copy.box);
  writer.put(copy.first);
  writer.put(copy.bytes);
  writer.put(copy.total_bytes);
  writer.put(copy.stream);
  writer.put(copy.is_asynchronous);
  writer.put(copy.is_pinned);
}

CopyRequest get_copy_request(BodyReader& reader) {
  CopyRequest copy;
  copy.box = get_box(reader);
  copy.first = reader.get<std::uint64_t>();
  copy.bytes = reader.get<std::uint64_t>();
  copy.total_bytes = reader.get<std::uint64_t>();
  copy.stream = reader.get<std::uint32_t>();
  copy.is_asynchronous = reader.get_flag();
  copy.is_pinned = reader.get_flag();
  return copy;
}

void put(BodyWriter& writer, const LaunchRequest& launch) {
  writer.put(launch.module);
  writer.put_string(launch.kernel);
  for (const std::uint32_t extent : launch.grid) writer.put(extent);
  for (const std::uint32_t extent : launch.block) writer.put(extent);
  writer.put(launch.dynamic_shared_bytes);
  writer.put(launch.dynamic_shared_limit_bytes);
  writer.put(launch.stream);
  writer.put(launch.is_cooperative);
  writer.put_bytes(launch.parameters);
}

LaunchRequest get_launch_request(BodyReader& reader) {
  LaunchRequest launch;
  launch.module = reader.get<std::uint32_t>();
  launch.kernel = reader.get_string();
  for (std::uint32_t& extent : launch.grid) extent = reader.get<std::uint32_t>();
  for (std::uint32_t& extent : launch.block) extent = reader.get<std::uint32_t>();
  launch.dynamic_shared_bytes = reader.get<std::uint32_t>();
  launch.dynamic_shared_limit_bytes = reader.get<std::uint32_t>();
  launch.stream = reader.get<std::uint32_t>();
  launch.is_cooperative = reader.get_flag();
  const std::span<const std::byte> parameters = reader.get_bytes(kMaxParameterBytes);
  launch.parameters.assign(parameters.begin(), parameters.end());
  return launch;
}

}  // namespace warpscope::device
