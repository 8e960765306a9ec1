// Which machine instructions a warp issues, and which of its requests each of them makes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "vgpu/machine_code/walk.h"
#include "vgpu/timing/clock/warp_requests.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

struct PlannedInstruction {
  std::uint32_t instruction = 0;  ///< of the kernel's machine code
  std::uint32_t request = kNone;  ///< of the warp's
  static constexpr std::uint32_t kNone = ~0U;
};

using WarpPlan = std::vector<PlannedInstruction>;

/// The warps that are resident have more instructions before them than this machine should hold.
class PlansTooLong : public std::runtime_error {
 public:
  PlansTooLong() : std::runtime_error("The launch is too long for the clock.") {}
};

/// Warps that go the same way and ask at the same places have the same plan.
class WarpPlans {
 public:
  /// Both outlive it.
  WarpPlans(const MachineKernel& kernel, std::span<const exec::AccessSite> sites);
  /// Throws PlansTooLong.
  std::shared_ptr<const WarpPlan> plan_of(const WarpRequests& warp);
  /// Of a warp that has ended.
  void give_back(std::shared_ptr<const WarpPlan> plan);

 private:
  WarpPlan make(const WarpRequests& warp, const std::vector<machine_code::RareOperands>& rare);
  struct Key {
    std::vector<machine_code::PtxEntry> entries;
    std::vector<std::uint64_t> requests;  ///< site and entry of each
    std::vector<machine_code::RareOperands> rare;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& key) const;
  };

  const MachineKernel& kernel_;
  std::span<const exec::AccessSite> sites_;
  machine_code::Walk walk_;
  std::vector<machine_code::IssuedBlock> order_;
  std::unordered_map<Key, std::shared_ptr<const WarpPlan>, Hash> plans_;
  std::size_t kept_ = 0;     ///< instructions of plans_, with what their keys hold
  std::size_t planned_ = 0;  ///< instructions of warps' plans, one that several share once or more
};

}  // namespace warpscope::timing
