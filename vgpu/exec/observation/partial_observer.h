// What observers are derived from: it does nothing, so that each overrides only what it wants.
#pragma once

#include "vgpu/exec/observation/observer.h"

namespace warpscope::exec {

/// Is told all and does nothing. It takes no lines, so that access() is told of all accesses. An
/// observer that overrides neither fence() nor warp_sync() may say so in wants_order(), and is told
/// of fewer.
class PartialBlockObserver : public BlockObserver {
 public:
  void begin_block(std::uint64_t /*number*/, const Dim3& /*index*/) override {}
  void begin_warp(std::uint32_t /*warp*/) override {}
  void end_warp(std::uint32_t /*warp*/) override {}
  void access(const AccessEvent& /*event*/) override {}
  void outside_fetch(const OutsideFetch& /*fetch*/) override {}
  void unknown_conversion(const UnknownConversion& /*conversion*/) override {}
  bool line(const LineAccess& /*access*/) override { return false; }
  bool takes_lines() const override { return false; }
  bool wants_order() const override { return true; }
  void fence(WarpLanes /*who*/, Scope /*scope*/) override {}
  void warp_sync(WarpLanes /*who*/) override {}
  void reduction(WarpLanes /*who*/, std::uint32_t /*instruction*/) override {}
  void barrier_arrival(WarpLanes /*who*/, std::uint32_t /*barrier*/) override {}
  void barrier(std::uint32_t /*barrier*/, std::span<const WarpLanes> /*waiting*/) override {}
  void undefined_use(WarpLanes /*who*/, std::uint32_t /*shuffle*/) override {}
  void partial_use(WarpLanes /*who*/, std::uint32_t /*instruction*/) override {}
  void missing_lanes(WarpLanes /*who*/, std::uint32_t /*instruction*/,
                     std::uint32_t /*missing*/) override {}
  void meeting(const BarrierMeeting& /*meeting*/) override {}
  void mbarrier_arrival(WarpLanes /*who*/, std::uint32_t /*offset*/) override {}
  void mbarrier_wait(WarpLanes /*who*/, std::uint32_t /*offset*/) override {}
  void copy_performed(const std::byte* /*to*/) override {}
  void mbarrier_init(WarpLanes /*who*/, std::uint32_t /*offset*/,
                     std::uint32_t /*instruction*/) override {}
  void mbarrier_use(WarpLanes /*who*/, std::uint32_t /*offset*/,
                    std::uint32_t /*instruction*/) override {}
};

}  // namespace warpscope::exec
