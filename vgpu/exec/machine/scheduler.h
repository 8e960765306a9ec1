// In which order the blocks of a launch run, and on how many threads of the host.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "vgpu/exec/machine/worker.h"

namespace warpscope::exec {

struct ScheduleResult {
  std::vector<std::unique_ptr<Worker>> workers;  ///< with what they counted
  std::optional<Fault> fault;                    ///< of the first block in order that has one
};

/// Runs all blocks of the launch.
///
/// A kernel whose blocks cannot see each other's work while they run is spread over
/// LaunchOptions::worker_threads threads; what it computes and counts does not depend on their
/// number. Any other kernel (Kernel::is_ordered) runs on one thread, one block after the other in
/// the order of their indices. When a block waits for one that has not begun, the next blocks are
/// admitted and take turns with it, as blocks that are resident together do on hardware. A
/// cooperative launch has all its blocks resident from the start.
ScheduleResult run_blocks(LaunchContext& launch);

}  // namespace warpscope::exec
