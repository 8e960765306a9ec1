// How long a launch takes on a profile's GPU: a bandwidth and latency estimate from what execution
// counted.
//
// The rule, its fit and its errors against an H200 are in README.md of this folder.
#pragma once

#include <cstdint>

#include "arch/occupancy.h"
#include "arch/profile.h"
#include "vgpu/exec/launch.h"

namespace warpscope::timing {

using arch::Profile;

/// How a launch fills the SMs.
struct LaunchShape {
  std::uint64_t blocks = 0;
  arch::BlockNeeds block;
};

/// Blocks of one launch that are on an SM at a time: arch::occupancy(). At least 1: a launch that
/// does not fit at all is refused before it is modelled.
std::uint32_t resident_blocks_per_sm(const Profile& profile, const LaunchShape& shape);

/// A modelled duration and what it is made of. All times in seconds.
struct KernelTime {
  double duration_s = 0;
  std::uint64_t dram_bytes = 0;  ///< compulsory traffic: what a perfect cache would move
  double dram_s = 0, l2_s = 0, l1_s = 0, shared_s = 0, issue_s = 0;
  double atomics_s = 0;  ///< of those in global memory, which wait for each other in L2
  double latency_s = 0;  ///< of the waves of blocks, one after another
};

/// Never shorter when any counter of `result` grows and all else stays.
KernelTime model_kernel(const Profile& profile, const LaunchShape& shape,
                        const exec::LaunchResult& result);

}  // namespace warpscope::timing
