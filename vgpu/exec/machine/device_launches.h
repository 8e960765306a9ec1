// Grids that a kernel launches (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"): what its
// threads have asked for. The launch's caller runs them when the kernel has ended.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/launch/launch_options.h"
#include "vgpu/exec/machine/warp.h"

namespace warpscope::exec {

/// Streams that a kernel need not create: cuda_device_runtime_api.h.
inline constexpr std::uint64_t kTailStream = 3, kFireAndForgetStream = 4;

/// Error codes of the device runtime: driver_types.h.
namespace device_error {
inline constexpr std::int32_t success = 0, invalid_value = 1, memory_allocation = 2,
                              invalid_device_function = 98, invalid_resource_handle = 400,
                              launch_out_of_resources = 701;
}  // namespace device_error

class DeviceLaunches {
 public:
  /// A thread of the grid: block and thread, counted through.
  using Thread = std::pair<std::uint64_t, std::uint32_t>;

  /// The first step: a buffer for the parameters of the function at `function`, in memory of the
  /// device. 0, and the thread's error, when the launch is not possible.
  std::uint64_t prepare(const WarpContext& c, Thread thread, std::uint64_t function,
                        const Dim3& grid, const Dim3& block, std::uint32_t dynamic_shared_bytes);
  /// The second: the buffer holds the parameters and is given back. CUDA's error code.
  std::int32_t submit(const WarpContext& c, Thread thread, std::uint64_t buffer,
                      std::uint64_t stream);

  std::uint64_t create_stream();
  /// CUDA's error code.
  std::int32_t destroy_stream(Thread thread, std::uint64_t stream);

  /// The thread's last error; `is_forgotten`: cudaGetLastError does that.
  std::int32_t last_error(Thread thread, bool is_forgotten);

  /// All that were launched, in their order.
  std::vector<ChildLaunch> take() { return std::exchange(made_, {}); }

 private:
  std::int32_t fail(Thread thread, std::int32_t error);

  std::map<std::uint64_t, ChildLaunch> prepared_;  ///< by the address of the parameter buffer
  std::vector<ChildLaunch> made_;
  std::set<std::uint64_t> streams_;
  std::uint64_t next_stream_ = 0x1000;
  std::map<Thread, std::int32_t> errors_;
};

}  // namespace warpscope::exec
