// What a launch would take without one of its costs: defined changes of what the clock models.
// docs/reference/explain.md says of each what it leaves out and what stays.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>

#include "arch/occupancy.h"
#include "arch/profile.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/timing/clock/warp_requests.h"

namespace warpscope::timing {

enum class Change : std::uint8_t {
  no_bank_conflicts,  ///< of shared memory: no more wavefronts than the data need
  fewest_sectors,     ///< each load and store of global memory touches no more than its data need
  no_memory_latency,  ///< L2 and the memory behind it answer at once, as fast as they can serve
  unlimited_memory,   ///< they serve any number of sectors at once, each after its latency
  no_barrier_waits,
  no_atomic_queues,  ///< atomics at one place of L2 do not wait for each other
  full_occupancy,    ///< registers and shared memory keep no block out
  unlimited_units,   ///< units of the sub-cores take an instruction in each cycle
  code_is_there,     ///< instructions and constants are on the SM from the beginning
  no_launch_cost     ///< blocks begin at once, and the launch ends with its last instruction
};
inline constexpr std::array kChanges = {Change::no_bank_conflicts, Change::fewest_sectors,
                                        Change::no_memory_latency, Change::unlimited_memory,
                                        Change::no_barrier_waits,  Change::no_atomic_queues,
                                        Change::full_occupancy,    Change::unlimited_units,
                                        Change::code_is_there,     Change::no_launch_cost};

/// "no_bank_conflicts": as records have it.
std::string_view name(Change change);

/// The GPU without that cost, where it is one of the GPU's figures; otherwise as it is.
arch::Profile changed_profile(const arch::Profile& profile, Change change);

/// How many blocks are resident on an SM, at least 1. `without`: that cost.
std::uint32_t resident_blocks(const arch::Multiprocessor& sm, const arch::BlockNeeds& block,
                              std::optional<Change> without);

/// Takes a cost out of what the warps of a launch ask for.
class ChangedRequests {
 public:
  explicit ChangedRequests(std::optional<Change> without) : without_(without) {}
  /// Of each warp once, in the order in which they begin.
  void apply(WarpRequests& warp, std::span<const exec::AccessSite> sites);

 private:
  void keep_fewest(WarpRequests& warp, Request& request);

  std::optional<Change> without_;
  /// By the first of a request's sectors and their number: how many warps have asked for them.
  std::unordered_map<std::uint64_t, std::uint32_t> turns_;
};

}  // namespace warpscope::timing
