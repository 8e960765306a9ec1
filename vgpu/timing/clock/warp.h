// A warp that is resident on an SM.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "vgpu/exec/trace/clock_readings.h"
#include "vgpu/exec/trace/contact_times.h"
#include "vgpu/timing/clock/stall_account.h"
#include "vgpu/timing/clock/ticks.h"
#include "vgpu/timing/clock/warp_plan.h"
#include "vgpu/timing/clock/warp_requests.h"

namespace warpscope::timing {

inline constexpr std::size_t kScoreboards = 6;

struct Warp {
  std::shared_ptr<const WarpPlan> plan;
  WarpRequests requests;
  std::size_t at = 0;                     ///< in the plan
  const InstructionCost* next = nullptr;  ///< of the instruction there
  std::uint64_t number = 0;               ///< in the launch
  std::uint32_t block = 0;                ///< index of the SM's resident block
  std::uint32_t in_block = 0;             ///< its number there
  bool is_blocked = false;                ///< at a barrier
  std::uint32_t code_line = ~0U;
  std::array<Ticks, kScoreboards> scoreboards{};     ///< when they are released
  std::array<std::uint32_t, kScoreboards> set_by{};  ///< the instruction of that time
  std::uint64_t ready = 0;                           ///< cycle from which on it may issue
  std::uint64_t begin = 0;                           ///< cycle from which on it is resident
  WarpWait wait;
  /// Of asynchronous copies: when those of each group have arrived.
  std::vector<Ticks> groups;
  Ticks group = 0;
  std::uint32_t copied_by = 0;  ///< its last instruction of the group
  Ticks copies_done = 0;        ///< all cp.async so far
  /// Bulk copies to global memory, of each group: when shared memory has been read, and when they
  /// are written.
  struct BulkGroup {
    Ticks read = 0, written = 0;
  };
  std::vector<BulkGroup> bulk_groups;
  BulkGroup bulk_group;
  std::uint32_t bulk_by = 0;    ///< its last instruction of the group
  std::uint8_t waits_with = 0;  ///< scoreboard of a test of an mbarrier that blocks it
  std::uint32_t waits_at = 0;   ///< the instruction of that test
  Ticks open_until = 0;  ///< something that it asked for has not come, or not left, till then
  exec::ClockReadings::Warp* readings = nullptr;  ///< nullptr: nobody wants to know
  exec::ContactTimes::Warp* contacts = nullptr;   ///< the same

  bool is_done() const { return at >= plan->size(); }
};

}  // namespace warpscope::timing
