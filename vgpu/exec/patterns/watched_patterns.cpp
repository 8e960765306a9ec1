#include "vgpu/exec/patterns/watched_patterns.h"

#include <array>
#include <bit>
#include <optional>

#include "vgpu/exec/observation/observer.h"

namespace warpscope::exec::patterns {
namespace {

constexpr std::array<std::string_view, 6> kWatchedMetrics{
    kUnneededBarriers,  kBarriersOfTurns, kSharedBytesReached,
    kThreadsWithEffect, kSampledLoads,    kSampledDistinctLoads};

}  // namespace

class LaunchPatterns::Block : public ObserverOf<LaunchPatterns::Block, AccessEvent, LineAccess,
                                                BlockBegin, WarpBegin, WarpEnd, BarrierMeeting> {
 public:
  Block(LaunchPatterns& launch, const BlockShape& shape)
      : launch_(launch), effects_(shape.warps), turns_(launch.turns_) {
    if (launch.barriers_.is_open()) barriers_.emplace(launch.barriers_, shape.shared_bytes);
  }

  /// Which barriers are needed does not show in lines.
  EventMask wants() const override {
    return ObserverOf::wants() & ~(barriers_ ? kEventMask<LineAccess> : 0);
  }
  void on(const BlockBegin& block) {
    if (barriers_) barriers_->begin();
    turns_.begin();
    launch_.loads_.begin_block(block.number);
  }
  void on(const WarpBegin& begun) { effects_[begun.warp] = 0; }
  void on(const WarpEnd& ended) {
    launch_.threads_with_effect_ += static_cast<std::uint64_t>(std::popcount(effects_[ended.warp]));
  }
  void on(const AccessEvent& event) {
    if (event.kind != AccessKind::read && event.space != ptx::Space::local)
      effects_[event.warp] |= event.lanes;
    if (barriers_) barriers_->access(event);
    turns_.access(event);
    launch_.shared_.access(event);
    launch_.loads_.access(event);
  }
  void on(const LineAccess& access) {
    if (access.is_store) effects_[access.warp] = ~0u;
    turns_.shared_access(access.warp, access.is_store);
    constexpr std::uint32_t kLineBytes = 128;
    launch_.shared_.reach((std::uint64_t{access.first} / kLineBytes + 1) * kLineBytes);
  }
  void on(const BarrierMeeting& meeting) {
    if (barriers_ && launch_.barriers_.is_open()) barriers_->meeting(meeting);
    turns_.meeting(meeting);
  }

 private:
  LaunchPatterns& launch_;
  std::vector<std::uint32_t> effects_;  ///< by warp: lanes that wrote something
  std::optional<BarrierUse::Block> barriers_;
  Turns::Block turns_;
};

LaunchPatterns::LaunchPatterns(const Program& program, const Kernel& kernel,
                               std::uint64_t shared_bytes)
    : barriers_(program, kernel),
      turns_(program, kernel),
      shared_(kernel.reserved_shared_bytes, shared_bytes),
      loads_(program, kernel) {}

std::unique_ptr<BlockObserver> LaunchPatterns::observe_blocks(const BlockShape& shape) {
  return std::make_unique<Block>(*this, shape);
}

void LaunchPatterns::add_to(std::vector<PatternCount>& patterns) const {
  barriers_.add_to(patterns);
  turns_.add_to(patterns);
  shared_.add_to(patterns);
  loads_.add_to(patterns);
  patterns.push_back({{}, kThreadsWithEffect, threads_with_effect_});
}

std::span<const std::string_view> watched_pattern_metrics() { return kWatchedMetrics; }

}  // namespace warpscope::exec::patterns
