// Takes the phase marks that a launch wrote (kernels/trace) into its record.
#pragma once

#include <string>
#include <vector>

#include "kernels/trace_layout/layout.h"
#include "record/record.h"
#include "vgpu/exec/launch.h"
#include "vgpu/ptx/module.h"
#include "vgpu/server/device_state.h"

namespace warpscope::device {

/// Marks of one launch that its record holds.
inline constexpr std::size_t kMostPhasesOfALaunch = trace::most_recorded_phases;

/// Names of the module's variables that are a trace::Buffer: by mangled name and size. The compiler
/// makes such a variable once for each file that includes kernels/trace.
std::vector<std::string> trace_buffers(const ptx::Module& module);

/// The marks of one launch. Everything in a buffer is the program's: what makes no sense is counted
/// as left out.
class PhaseMarks {
 public:
  /// Before the launch.
  PhaseMarks(DeviceState& device, const LoadedModule& module);
  /// After it: appends the fresh marks to `launch` and notes in the buffers that they are recorded.
  /// True: there are some, and their times are those of the clock that timed the launch, from its
  /// start on.
  bool take(record::Launch& launch);

 private:
  struct Buffer {
    std::byte* bytes = nullptr;
    std::uint32_t dropped = 0;  ///< before the launch
  };
  std::vector<Buffer> buffers_;
  std::uint32_t sm_count_;
};

/// Appends what the executor saw warps do with the buffers of rings, unless the program has marked
/// phases of its own in this launch: two kinds of phases of a warp would cover each other.
void take_stage_phases(const exec::LaunchResult& result, std::uint32_t sm_count,
                       record::Launch& launch);

}  // namespace warpscope::device
