// Running a kernel: the public face of the SIMT machine.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "vgpu/counting/time_tables.h"
#include "vgpu/exec/counters.h"
#include "vgpu/exec/footprint/touched_memory.h"
#include "vgpu/exec/launch/dimensions.h"
#include "vgpu/exec/launch/fault.h"
#include "vgpu/exec/launch/launch_footprint.h"
#include "vgpu/exec/launch/launch_options.h"
#include "vgpu/exec/launch/pattern_count.h"
#include "vgpu/exec/launch/source_line.h"
#include "vgpu/exec/launch/stage_phase.h"
#include "vgpu/exec/launch/unmet_arrival.h"
#include "vgpu/exec/launch/violation.h"
#include "vgpu/exec/launch/warp_request.h"
#include "vgpu/exec/program/kernel_info.h"
#include "vgpu/memory/device_memory.h"
#include "vgpu/ptx/module.h"

namespace warpscope::exec {

/// What one source line did in one launch.
struct LineCounters {
  SourceLine where;
  CounterValues values;
};

struct LaunchResult {
  CounterValues counters;          ///< summed over the launch
  std::uint64_t longest_warp = 0;  ///< PTX instructions of the warp that executed most
  std::vector<LineCounters>
      lines;  ///< sorted by file and line; lines that executed nothing are absent
  std::vector<PatternCount> patterns;  ///< of lines that are among those, and of the launch
  /// Distinct 32-byte sectors and 64-byte granules of global memory that the launch read and wrote,
  /// for the time model: what a perfect cache would move.
  std::uint64_t distinct_read_sectors = 0, distinct_written_sectors = 0;
  /// Of those written, the ones in allocations that atomics wrote to as well.
  std::uint64_t distinct_written_sectors_beside_atomics = 0;
  /// Of all these, the ones in memory that the host sees too.
  std::uint64_t read_sectors_of_host = 0, written_sectors_of_host = 0;
  std::uint64_t distinct_read_granules = 0;  ///< of 64 bytes: DRAM moves no less
  TimeSums time;                             ///< for the time model, too
  std::string output;  ///< of printf, in the order of execution; its end, if it is too long
  std::vector<ChildLaunch> children;  ///< in the order in which they were launched; not run yet
  std::optional<UnmetArrival> unmet_arrival;  ///< of the first block that has one
  std::vector<StagePhase> stage_phases;       ///< of the first blocks, in no order
  std::uint64_t stage_phases_left_out = 0;
  LaunchFootprint footprint;               ///< LaunchOptions::wants_footprint
  TouchedMemory touched;                   ///< LaunchOptions::wants_touched
  std::vector<Violation> violations;       ///< LaunchOptions::checks: the likeliest cause first
  std::uint64_t checked_accesses = 0;      ///< of warps, at which the checks have looked
  SampledRequests requests;                ///< LaunchOptions::wants_requests
  std::vector<Violation::Access> writers;  ///< LaunchOptions::ask_writers; line 0: nobody
  std::optional<Fault> fault;
  std::uint64_t finished_blocks = 0;  ///< that have run to their end
  std::uint64_t blocks_to_run = 0;    ///< blocks that were to run: those of the grid, or a sample
  /// Why all of them, although a sample was asked for.
  enum class WholeBecause : std::uint8_t { no_sample_asked, is_cooperative, blocks_may_wait };
  WholeBecause whole_because = WholeBecause::no_sample_asked;
};

class Program;  // the lowered module

/// Lowers a module and puts its module variables into `memory`; a managed one that has an address
/// in `managed` lies there, in an allocation that must hold it. `reserved_shared_bytes`: what the
/// system keeps of each block's shared memory. Throws std::runtime_error with a
/// sentence when the module itself is broken. An instruction that the machine does not know does
/// not make this fail: a kernel that reaches one stops with Fault::unsupported_instruction.
std::shared_ptr<const Program> load(ptx::Module module, memory::DeviceMemory& memory,
                                    const ManagedAddresses& managed = {},
                                    std::uint32_t reserved_shared_bytes = 0);

std::vector<KernelInfo> kernels(const Program& program);
/// Device address and size of a module variable by its PTX name; nothing when there is none.
std::optional<Symbol> symbol(const Program& program, std::string_view name);

/// Runs a kernel to its end or to its first fault; after a fault it is open what the blocks have
/// left in memory that the host does not see. `kernel` is the mangled name; the configuration has
/// been checked against the device's limits. The result does not depend on timing or addresses of
/// this process.
LaunchResult launch(const Program& program, std::string_view kernel,
                    const LaunchConfiguration& configuration, memory::DeviceMemory& memory,
                    const LaunchOptions& options);

}  // namespace warpscope::exec
