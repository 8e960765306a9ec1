#include "vgpu/exec/trace/launch_trace.h"

#include <utility>

#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec {

std::span<const std::byte> BlockTrace::warp(std::size_t index) const {
  if (index >= warp_end.size()) return {};
  const std::uint64_t begin = index == 0 ? 0 : warp_end[index - 1];
  return std::span(bytes).subspan(begin, warp_end[index] - begin);
}

std::span<const BasicBlock> LaunchTrace::basic_blocks() const {
  if (kernel_ == nullptr) return {};
  return kernel_->blocks;
}

std::span<const AccessSite> LaunchTrace::sites() const {
  if (kernel_ == nullptr) return {};
  return kernel_->sites;
}

void LaunchTrace::begin(const Kernel& kernel) {
  kernel_ = &kernel;
  blocks_.clear();
  bytes_ = 0;
  is_too_long_ = false;
}

bool LaunchTrace::wants(std::uint64_t block) const {
  return limits_.period <= 1 || block % limits_.period < limits_.count;
}

void LaunchTrace::take(BlockTrace block) {
  const std::lock_guard lock(mutex_);
  if (is_too_long_) return;
  BlockTrace& kept = blocks_[block.number];
  bytes_ += block.bytes.size();
  bytes_ -= kept.bytes.size();
  kept = std::move(block);
  if (bytes_ <= limits_.most_bytes) return;
  is_too_long_ = true;
  blocks_.clear();
  bytes_ = 0;
}

}  // namespace warpscope::exec
