// Two observers of one launch.
#pragma once

#include <memory>
#include <utility>

#include "vgpu/exec/observation/observer.h"

namespace warpscope::exec {

class BothOfBlock : public BlockObserver {
 public:
  BothOfBlock(std::unique_ptr<BlockObserver> first, std::unique_ptr<BlockObserver> second)
      : first_(std::move(first)),
        second_(std::move(second)),
        second_wants_order_(second_->wants_order()),
        second_takes_lines_(second_->takes_lines()) {}

  void begin_block(std::uint64_t number, const Dim3& index) override {
    first_->begin_block(number, index);
    second_->begin_block(number, index);
  }
  void begin_warp(std::uint32_t warp) override {
    first_->begin_warp(warp);
    second_->begin_warp(warp);
  }
  void end_warp(std::uint32_t warp) override {
    first_->end_warp(warp);
    second_->end_warp(warp);
  }
  void access(const AccessEvent& event) override {
    first_->access(event);
    second_->access(event);
  }
  void outside_fetch(const OutsideFetch& fetch) override {
    first_->outside_fetch(fetch);
    second_->outside_fetch(fetch);
  }
  void unknown_conversion(const UnknownConversion& conversion) override {
    first_->unknown_conversion(conversion);
    second_->unknown_conversion(conversion);
  }
  bool takes_lines() const override { return first_->takes_lines() && second_takes_lines_; }
  bool wants_order() const override { return first_->wants_order() || second_wants_order_; }
  bool line(const LineAccess& access) override {
    return second_takes_lines_ && first_->line(access) && second_->line(access);
  }
  void fence(WarpLanes who, Scope scope) override {
    first_->fence(who, scope);
    if (second_wants_order_) second_->fence(who, scope);
  }
  void warp_sync(WarpLanes who) override {
    first_->warp_sync(who);
    if (second_wants_order_) second_->warp_sync(who);
  }
  void reduction(WarpLanes who, std::uint32_t instruction) override {
    first_->reduction(who, instruction);
    second_->reduction(who, instruction);
  }
  void barrier_arrival(WarpLanes who, std::uint32_t barrier) override {
    first_->barrier_arrival(who, barrier);
    second_->barrier_arrival(who, barrier);
  }
  void barrier(std::uint32_t barrier, std::span<const WarpLanes> waiting) override {
    first_->barrier(barrier, waiting);
    second_->barrier(barrier, waiting);
  }
  void undefined_use(WarpLanes who, std::uint32_t shuffle) override {
    first_->undefined_use(who, shuffle);
    second_->undefined_use(who, shuffle);
  }
  void partial_use(WarpLanes who, std::uint32_t instruction) override {
    first_->partial_use(who, instruction);
    second_->partial_use(who, instruction);
  }
  void missing_lanes(WarpLanes who, std::uint32_t instruction, std::uint32_t missing) override {
    first_->missing_lanes(who, instruction, missing);
    second_->missing_lanes(who, instruction, missing);
  }
  void meeting(const BarrierMeeting& meeting) override {
    first_->meeting(meeting);
    second_->meeting(meeting);
  }
  void mbarrier_arrival(WarpLanes who, std::uint32_t offset) override {
    first_->mbarrier_arrival(who, offset);
    second_->mbarrier_arrival(who, offset);
  }
  void mbarrier_wait(WarpLanes who, std::uint32_t offset) override {
    first_->mbarrier_wait(who, offset);
    second_->mbarrier_wait(who, offset);
  }
  void mbarrier_init(WarpLanes who, std::uint32_t offset, std::uint32_t instruction) override {
    first_->mbarrier_init(who, offset, instruction);
    second_->mbarrier_init(who, offset, instruction);
  }
  void copy_performed(const std::byte* to) override {
    first_->copy_performed(to);
    second_->copy_performed(to);
  }
  void mbarrier_use(WarpLanes who, std::uint32_t offset, std::uint32_t instruction) override {
    first_->mbarrier_use(who, offset, instruction);
    second_->mbarrier_use(who, offset, instruction);
  }

 private:
  std::unique_ptr<BlockObserver> first_, second_;
  bool second_wants_order_, second_takes_lines_;
};

/// Tells both, the first one first. They outlive it.
class Both : public LaunchObserver {
 public:
  Both(LaunchObserver& first, LaunchObserver& second) : first_(first), second_(second) {}
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& shape) override {
    return std::make_unique<BothOfBlock>(first_.observe_blocks(shape),
                                         second_.observe_blocks(shape));
  }

 private:
  LaunchObserver& first_;
  LaunchObserver& second_;
};

}  // namespace warpscope::exec
