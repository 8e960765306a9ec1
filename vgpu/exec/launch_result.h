// What a launch gives when its blocks have run.
#pragma once

#include <span>
#include <vector>

#include "vgpu/exec/launch.h"
#include "vgpu/exec/machine/worker.h"

namespace warpscope::exec {

/// Local memory of a thread in a launch of the kernel.
std::uint64_t local_bytes_of(const Kernel& kernel, const LaunchOptions& options);

/// By number of the instruction: what its sites and its block have counted, but hits in L1.
std::vector<CounterValues> counts_by_instruction(const Kernel& kernel,
                                                 std::span<const AccessCounters> sites,
                                                 std::span<const BlockCounters> blocks);

/// Counters, lines, output and the rest, but no fault and no violations, of what `worker` ran or
/// has taken from others. To be called once the launch has ended.
LaunchResult result_of(const LaunchContext& launch, Worker& worker);

}  // namespace warpscope::exec
