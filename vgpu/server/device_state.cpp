#include "vgpu/server/device_state.h"

#include "base/short_words.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/protocol/protocol_error.h"

namespace warpscope::device {

DeviceDescription describe(const DeviceOptions& options) {
  const arch::Profile& profile = options.profile;
  DeviceDescription d;
  d.name = profile.title;
  d.compute_major = profile.compute_capability.major;
  d.compute_minor = profile.compute_capability.minor;
  d.sm_count = profile.sm.count;
  d.sm_clock_hz = profile.sm.clock_hz;
  d.memory_bytes = profile.memory_bytes;
  d.memory_bus_bits = profile.memory_bus_bits;
  d.dram_bytes_per_s = profile.memory.dram_bytes_per_s;
  d.l2_bytes = profile.memory.l2_bytes;
  d.copy_engines = profile.copy_engines;
  d.sm = static_cast<const arch::Multiprocessor&>(profile.sm);
  d.address_base = memory::kGlobalBase;
  d.address_range_bytes = memory::kGlobalRangeBytes;
  d.staging_bytes = kStagingBytes;
  d.device_count = options.device_count;
  d.watches_host = options.watches_host;
  return d;
}

KernelDescription describe(const exec::KernelInfo& kernel, std::uint32_t machine_registers) {
  KernelDescription d;
  d.parameter_bytes = kernel.parameter_bytes;
  for (const exec::KernelInfo::Parameter& parameter : kernel.parameters) {
    d.parameters.push_back({parameter.offset, parameter.size_bytes});
  }
  d.static_shared_bytes = kernel.static_shared_bytes;
  d.local_bytes = kernel.local_bytes;
  d.max_threads_per_block = kernel.max_threads_per_block;
  d.registers = kernel.ptx_registers;
  d.machine_registers = machine_registers;
  return d;
}

DeviceState::DeviceState(Machine& of, std::uint32_t number)
    : machine(of),
      index(number),
      options(of.options),
      description(describe(of.options)),
      memory(of.options.profile.memory_bytes, {number, of.options.device_count}),
      textures(number) {
  if (!options.uses_clock || options.flushes_caches) return;
  const arch::Profile& profile = options.profile;
  l2_contents.emplace(static_cast<std::uint64_t>(static_cast<double>(profile.memory.l2_bytes) *
                                                 profile.clock.caches.l2_kept_share));
}

LoadedModule& DeviceState::module(std::uint32_t id) {
  const auto found = modules.find(id);
  if (found == modules.end()) throw CommandError(cuda_error::invalid_resource_handle);
  return found->second;
}

const exec::KernelInfo& DeviceState::kernel(std::uint32_t module_id, const std::string& name) {
  const LoadedModule& in = module(module_id);
  const auto found = in.kernels.find(name);
  if (found == in.kernels.end()) {
    throw CommandError(
        cuda_error::invalid_device_function,
        "The kernel \"" + with_short_words(name) + "\" is not in the program's PTX.");
  }
  return found->second;
}

KernelDescription DeviceState::kernel_description(std::uint32_t module_id,
                                                  const std::string& name) {
  const auto& codes = module(module_id).machine_code;
  const auto found = codes.find(name);
  return describe(kernel(module_id, name), found == codes.end() ? 0 : found->second.registers);
}

std::span<std::byte> DeviceState::staged(std::uint64_t count) const {
  if (count > machine.staging.bytes().size()) {
    throw ProtocolError("A request names more bytes than the staging memory has.");
  }
  return machine.staging.bytes().first(count);
}

void DeviceState::diagnose(record::Finding finding, std::optional<HostCall> call) {
  if (!finding.case_index) finding.case_index = machine.progress.case_index;
  options.log(Diagnosed{std::move(finding), call});
}

void DeviceState::note_use(const std::string& what,
                           const std::vector<OperationRaces::Span>& spans) {
  if (!options.watches_host) return;
  machine.needless_waits.use(spans);
  for (const auto& span : spans) {
    if (span.is_write) machine.left_elements.write(span.begin, span.end);
  }
  for (Diagnosed& race : machine.operations.add(what, spans))
    diagnose(std::move(race.finding), race.call);
}

}  // namespace warpscope::device
