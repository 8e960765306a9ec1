// In which order the blocks of a launch run, and on how many threads of the host.
#pragma once

#include <memory>
#include <optional>

#include "vgpu/exec/machine/worker.h"

namespace warpscope::exec {

struct ScheduleResult {
  std::unique_ptr<Worker> worker;  ///< with what the launch counted
  std::optional<Fault> fault;      ///< of the first block in order that has one
};

/// Runs the blocks of the launch (LaunchContext::blocks). What it computes, counts and reports is
/// what one thread gives that runs one block after the other in the order of their indices,
/// whatever LaunchOptions::worker_threads is.
///
/// A kernel whose instructions show that its blocks may see each other's work (Kernel::is_ordered)
/// runs like that. When a block waits for one that has not begun, the next blocks are admitted and
/// take turns with it, as blocks that are resident together do on hardware. A cooperative launch
/// has all its blocks resident from the start. Any other kernel is given to a team of threads
/// (team.h); where its blocks turn out to have seen each other, or one has a fault, memory is put
/// back and one thread runs them.
ScheduleResult run_blocks(LaunchContext& launch);

}  // namespace warpscope::exec
