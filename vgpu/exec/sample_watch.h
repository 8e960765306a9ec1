// Races of a launch that is too large to be watched whole.
//
// A few of its blocks run first, watched, and memory is put back: neighbours, and others far apart.
// Then the launch runs as it always does, unwatched. So it costs what the sample costs, and changes
// neither what the launch computes nor what it counts.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "vgpu/exec/launch.h"

namespace warpscope::exec {

/// What the checks find in a sample of the launch's blocks, or in their beginning: neither
/// instructions nor accesses without end are watched (LaunchOptions::most_checked_accesses).
/// Nothing is said of reads of memory that nothing has written, which a block that is not in the
/// sample may write. Nothing at all where memory alone cannot be put back: of cooperative launches,
/// of kernels that allocate or launch, and while the host has memory that it shares with the
/// device.
std::vector<Violation> watch_sample(const Program& program, std::string_view kernel_name,
                                    const LaunchConfiguration& configuration,
                                    memory::DeviceMemory& memory, const LaunchOptions& options);

/// Requests of a sample of the launch's blocks, chosen without a seed. The same holds for it.
SampledRequests sample_requests(const Program& program, std::string_view kernel_name,
                                const LaunchConfiguration& configuration,
                                memory::DeviceMemory& memory, const LaunchOptions& options);

/// The blocks that watch_sample() runs, in their order: where blocks may wait for others the first
/// ones; else groups of neighbours along both axes of the grid, and at another distance, the first
/// and the last block among them. `seed` chooses how many, where the groups lie, and the distance:
/// a program cannot know which of its blocks are watched.
std::vector<std::uint64_t> sampled_blocks(const Dim3& grid, bool may_wait, std::uint64_t seed);

}  // namespace warpscope::exec
