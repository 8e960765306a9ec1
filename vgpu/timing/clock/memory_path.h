// The way of an SM's memory instructions: out of the sub-cores into the address unit, through L1 or
// shared memory, and to L2 and back.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <queue>
#include <span>
#include <vector>

#include "arch/profile.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/timing/clock/in_flight.h"
#include "vgpu/timing/clock/instruction_costs.h"
#include "vgpu/timing/clock/l2.h"
#include "vgpu/timing/clock/line_cache.h"
#include "vgpu/timing/clock/server.h"
#include "vgpu/timing/clock/warp_requests.h"

namespace warpscope::timing {

/// What a memory instruction asks for. Nothing of a request that is not known: one of an
/// instruction whose guard is false in all lanes, or that PTX has not (a spilled register).
struct MemoryRequest {
  const Request* request = nullptr;
  const exec::AccessSite* site = nullptr;
  std::span<const LineRequest> lines;
  bool bypasses_l1 = false;
  // Of the instruction, as InstructionCost has them:
  std::uint8_t lane_bytes = 0;
  bool is_swap = false;
  std::uint64_t spill_line = 0;  ///< of local memory, where there is no request; 0: no access
};

class MemoryPath {
 public:
  /// `l1_bytes`: what shared memory leaves. `l2` outlives it.
  MemoryPath(const arch::Profile& profile, std::uint64_t l1_bytes, L2& l2);

  /// The first time from which the sub-core's queue has room. Accesses to global and local memory
  /// leave the last entries to others.
  Ticks room_at(std::uint32_t sub_core, bool is_global, Ticks now);
  struct Done {
    Ticks result = 0;    ///< what waits for the result may go on
    Ticks operands = 0;  ///< registers that were read may be written
    Ticks left = 0;      ///< the warp may end, where it waits for no result
    Ticks seen = 0;      ///< of global memory: L2 sees the access
  };
  /// Tells there from now on what it asks L2 for and has not got yet.
  void watch(InFlight& in_flight) { in_flight_ = &in_flight; }
  /// How long the address unit was busy.
  Ticks busy() const { return unit_.busy(); }
  Done issue(std::uint32_t sub_core, Action action, const MemoryRequest& memory, Ticks now);
  /// The same for constants and special registers.
  Ticks constants_room_at(Ticks now) const;
  /// One of these: when it has had its turn. It waits for what its sub-core has sent before it to
  /// the address unit.
  Ticks read_constant(std::uint32_t sub_core, Action action, Ticks now);
  /// An instruction that uses an mbarrier: when it has its turn there.
  Ticks use_mbarrier(std::uint32_t sub_core, Ticks now);
  /// A bulk copy: of one into shared memory `result` is when its mbarrier learns of the end, of one
  /// to global memory when a thread that waits for the end may go on, and `operands` when shared
  /// memory has been read. bulk_copy.cpp.
  Done copy_in_bulk(const exec::BulkCopyRecord& copy, Ticks now);

 private:
  using L1 = LineCache<kLineSectors>;
  Ticks enter(std::uint32_t sub_core, Ticks now, Ticks busy);
  Ticks busy_of(const MemoryRequest& memory) const;
  Ticks load(std::span<const LineRequest> lines, exec::L1Use use, Ticks at);
  Ticks load_line(const LineRequest& line, exec::L1Use use, Ticks at);
  void store(const MemoryRequest& memory, Ticks at, Done& done);
  /// The unit waits while more sectors are under way to L2 than may be; when it goes on.
  Ticks make_room();
  /// L2 serves sectors of this SM then.
  void note_sent(std::size_t sectors, Ticks served);
  Done shared(std::uint32_t sub_core, Action action, const MemoryRequest& memory, Ticks now);
  Done atomic(std::uint32_t sub_core, const MemoryRequest& memory, Ticks now);

  const arch::ClockFigures& figures_;
  L2& l2_;
  L1 l1_;
  Ticks sector_, line_, global_load_, issue_, subcore_, l1_hit_, l1_bank_, store_line_;
  Ticks stored_;
  Ticks l2_asked_, handed_over_, store_to_l2_, to_atomics_, operand_, constant_, special_;
  Server unit_;
  std::array<Server, 4> leave_;
  std::array<std::deque<Ticks>, 4> queues_;  ///< when each entry is taken by the unit
  std::array<Ticks, 4> next_issue_{};
  Server constants_;
  struct Sent {
    Ticks served = 0;
    std::size_t sectors = 0;
    bool operator>(const Sent& other) const { return served > other.served; }
  };
  std::priority_queue<Sent, std::vector<Sent>, std::greater<>> ahead_;  ///< not served yet
  std::size_t sectors_ahead_ = 0;                                       ///< of these
  RateServer to_sm_, from_sm_;
  Server bulk_loads_, bulk_stores_;  ///< the engine's two directions
  InFlight* in_flight_ = nullptr;
};

}  // namespace warpscope::timing
