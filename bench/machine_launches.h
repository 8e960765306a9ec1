// Launches of bench/machine_kernels.cu: one kind of instruction each.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "vgpu/exec/launch.h"
#include "vgpu/exec/scheduling/worker_pool.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope {

/// A device with the kernels' module and two arrays of a million floats. Throws std::runtime_error
/// when the file is missing or a launch has a fault.
class MachineLaunches {
 public:
  /// `ptx_file`: of machine_kernels.cu; by default the one made with this program.
  explicit MachineLaunches(const std::string& ptx_file = WARPSCOPE_MACHINE_KERNELS);
  static std::span<const std::string_view> kernels();
  /// What a launch does besides: LaunchOptions::checks, LaunchOptions::trace.
  enum class Extra : std::uint8_t { nothing, checks, trace };
  /// Launches the kernel (one of kernels()) and returns how many warp instructions it executed.
  std::uint64_t run(std::string_view kernel, std::uint32_t workers, Extra extra = Extra::nothing);
  /// Bytes of the last launch's trace.
  std::uint64_t trace_bytes() const { return trace_.size_bytes(); }

 private:
  memory::DeviceMemory memory_;
  exec::WorkerPool worker_pool_;
  exec::LaunchTrace trace_;
  std::shared_ptr<const exec::Program> program_;
  std::uint64_t first_, second_;
};

}  // namespace warpscope
