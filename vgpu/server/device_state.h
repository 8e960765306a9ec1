// What one program has on the device: memory, modules, streams, events. Command handlers work on
// it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "vgpu/exec/launch.h"
#include "vgpu/exec/textures/texture.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/server/device_log.h"
#include "vgpu/server/protocol.h"
#include "vgpu/server/requests.h"
#include "vgpu/server/staging.h"
#include "vgpu/timing/profile.h"
#include "vgpu/timing/virtual_clock.h"

namespace warpscope::device {

/// What stays the same while the process lives.
struct DeviceOptions {
  timing::Profile profile;
  std::uint64_t instruction_budget = 0;   ///< per launch, warp instructions; 0 is no limit
  std::uint32_t worker_threads = 1;       ///< of the host, that run a launch's blocks
  std::function<void(const Event&)> log;  ///< to the trusted side
  std::function<bool()> is_canceled;      ///< asked while a launch runs
};

struct LoadedModule {
  std::shared_ptr<const exec::Program> program;
  std::map<std::string, exec::KernelInfo, std::less<>> kernels;  ///< by mangled name
};

/// What cudaDeviceSetLimit sets; the defaults are an H200's.
struct DeviceLimits {
  std::uint64_t stack_bytes = 1024;  ///< per thread
  std::uint64_t printf_fifo_bytes = 8650752;
  std::uint64_t malloc_heap_bytes = std::uint64_t{8} << 20;
  std::uint64_t pending_launches = 2048;  ///< of kernels by kernels
  std::uint64_t fetch_granularity_bytes = 64;
  std::uint64_t persisting_l2_bytes = 11796480;
};

/// Pages that the program sees at the same addresses.
struct SharedRegion {
  SharedMapping pages;           ///< unmapped after `memory` has forgotten it
  std::uint64_t page_begin = 0;  ///< the program's address of the first page
};

/// What a launch record, a transfer record and a finding need beyond one program's life.
struct RunProgress {
  std::optional<std::uint32_t> case_index;
  std::uint32_t next_launch_id = 0;
};

/// Bytes of the memory shared with the program.
inline constexpr std::size_t kStagingBytes = std::size_t{8} << 20;

class DeviceState {
 public:
  /// std::system_error or std::runtime_error when the host lacks memory.
  DeviceState(const DeviceOptions& options, RunProgress& progress);

  const DeviceOptions& options;
  RunProgress& progress;
  DeviceDescription description;
  memory::DeviceMemory memory;
  timing::VirtualClock clock;
  UniqueFd staging_fd;
  SharedMapping staging;
  std::map<std::uint64_t, SharedRegion> shared;  ///< by the address of the allocation
  std::uint64_t shared_bytes = 0;                ///< of all pages in `shared`
  DeviceLimits limits;
  exec::TextureTable textures;
  UniqueFd outgoing_fd;                ///< goes along with the reply that is being made
  std::vector<std::byte> upload;       ///< of the module that is being sent
  std::uint64_t module_bytes = 0;      ///< of all modules that were loaded
  std::uint64_t allocation_count = 0;  ///< live, of the program
  std::map<std::uint32_t, LoadedModule> modules;
  std::map<std::uint32_t, std::optional<double>> events;  ///< time of the last record
  std::uint32_t next_module = 1, next_event = 1;
  std::string output, error_output;  ///< printed by kernels, not yet taken by the program
  /// The error of a launch that went wrong: CUDA answers it to every later call.
  std::int32_t sticky_error = 0;

  /// All of these end the request with the given error when the handle is unknown.
  LoadedModule& module(std::uint32_t id);
  const exec::KernelInfo& kernel(std::uint32_t module_id, const std::string& name);
  void expect_stream(std::uint32_t id) const;
  std::optional<double>& event(std::uint32_t id);
  /// The first `count` bytes of the staging memory.
  std::span<std::byte> staged(std::uint64_t count) const;
  void diagnose(record::Finding finding);
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

DeviceDescription describe(const timing::Profile& profile);
KernelDescription describe(const exec::KernelInfo& kernel);

}  // namespace warpscope::device
