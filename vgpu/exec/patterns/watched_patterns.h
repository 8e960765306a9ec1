// Ways of losing time that show in what a launch's threads did to memory, and in which order: found
// by watching it, as the checks do. A new one is a file and a member of LaunchPatterns; the rule
// that decides whether it is worth a word is one of runner/findings.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "vgpu/exec/launch/pattern_count.h"
#include "vgpu/exec/observation/observer.h"
#include "vgpu/exec/patterns/barrier_use.h"
#include "vgpu/exec/patterns/repeated_loads.h"
#include "vgpu/exec/patterns/shared_use.h"
#include "vgpu/exec/patterns/turns.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::patterns {

class LaunchPatterns : public LaunchObserver {
 public:
  /// `shared_bytes`: of a block, static and dynamic.
  LaunchPatterns(const Program& program, const Kernel& kernel, std::uint64_t shared_bytes);
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) override;
  /// To be called when the launch has ended without a fault.
  void add_to(std::vector<PatternCount>& patterns) const;

 private:
  class Block;
  BarrierUse barriers_;
  Turns turns_;
  SharedUse shared_;
  RepeatedLoads loads_;
  std::uint64_t threads_with_effect_ = 0;
};

/// The counters to which these add, by the names that records give them.
std::span<const std::string_view> watched_pattern_metrics();

inline constexpr std::string_view kUnneededBarriers = "warpscope__barriers_without_dependence.sum";
inline constexpr std::string_view kBarriersOfTurns = "warpscope__barriers_between_turns.sum";
inline constexpr std::string_view kSharedBytesReached = "warpscope__shared_bytes_reached.max";
inline constexpr std::string_view kThreadsWithEffect = "warpscope__threads_with_effect.sum";
inline constexpr std::string_view kSampledLoads = "warpscope__sampled_loads.sum";
inline constexpr std::string_view kSampledDistinctLoads = "warpscope__sampled_loads_distinct.sum";

}  // namespace warpscope::exec::patterns
