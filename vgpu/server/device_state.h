// What one program has on one device: memory, modules, textures. Command handlers work on it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arch/runtime_limits.h"
#include "device/events.h"
#include "vgpu/exec/launch.h"
#include "vgpu/exec/textures/texture.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/protocol/requests.h"
#include "vgpu/ptx/machine_code.h"
#include "vgpu/server/machine.h"
#include "vgpu/server/other_order.h"
#include "vgpu/timing/clock/equal_launches.h"
#include "vgpu/timing/clock/l2_contents.h"
#include "vgpu/timing/counted_launches.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::device {

struct LoadedModule {
  std::shared_ptr<const exec::Program> program;
  std::map<std::string, exec::KernelInfo, std::less<>> kernels;  ///< by mangled name
  ptx::MachineCodes machine_code;                                ///< by kernel, where known
  /// DeviceOptions::ptxas: made by the first launch.
  std::unique_ptr<timing::MachineModule> machine_module;
  timing::EqualLaunches timed_launches;      ///< of its kernels
  timing::CountedLaunches counted_launches;  ///< the same
  std::vector<exec::Symbol> trace_buffers;   ///< each a trace::Buffer
};

class DeviceState {
 public:
  /// std::runtime_error when the host lacks memory.
  DeviceState(Machine& machine, std::uint32_t index);

  Machine& machine;
  const std::uint32_t index;
  const DeviceOptions& options;
  DeviceDescription description;
  memory::DeviceMemory memory;
  arch::ChosenLimits limits;  ///< by cudaDeviceSetLimit
  exec::TextureTable textures;
  /// DeviceOptions::uses_clock: what L2 holds between operations; nothing where it is flushed.
  std::optional<timing::L2Contents> l2_contents;
  std::size_t timeline_bytes = 0;      ///< of launches, that were told
  OtherOrder other_order;              ///< DeviceOptions::compares_orders
  std::vector<std::byte> upload;       ///< of the module that is being sent
  std::uint64_t module_bytes = 0;      ///< of all modules that were loaded
  std::uint64_t allocation_count = 0;  ///< live, of the program
  /// Bytes of what cudaMalloc gave since the case began and what is not freed, by address.
  std::map<std::uint64_t, std::uint64_t> allocations_of_case;
  /// For checks: bytes that were copied to the host and have not come back, by address.
  std::map<std::uint64_t, std::uint64_t> seen_by_host;
  std::map<std::uint32_t, LoadedModule> modules;
  std::uint32_t next_module = 1;

  /// All of these end the request with the given error when the handle is unknown.
  LoadedModule& module(std::uint32_t id);
  const exec::KernelInfo& kernel(std::uint32_t module_id, const std::string& name);
  /// The same as the client gets it.
  KernelDescription kernel_description(std::uint32_t module_id, const std::string& name);
  /// The first `count` bytes of the staging memory.
  std::span<std::byte> staged(std::uint64_t count) const;
  void diagnose(record::Finding finding, std::optional<HostCall> call = {});
  /// The current operation of the program has used this memory: tells of races.
  void note_use(const std::string& what, const std::vector<OperationRaces::Span>& spans);
};

/// Ends a request: the client gets this status and no payload.
class CommandError : public std::exception {
 public:
  explicit CommandError(Status status) : status_(std::move(status)) {}
  CommandError(std::int32_t code, std::string message = {}) : status_{code, std::move(message)} {}
  const Status& status() const noexcept { return status_; }
  const char* what() const noexcept override { return status_.message.c_str(); }

 private:
  Status status_;
};

DeviceDescription describe(const DeviceOptions& options);
/// `machine_registers`: of a thread, 0 when not known.
KernelDescription describe(const exec::KernelInfo& kernel, std::uint32_t machine_registers);

}  // namespace warpscope::device
