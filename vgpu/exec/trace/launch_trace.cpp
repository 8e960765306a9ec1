#include "vgpu/exec/trace/launch_trace.h"

#include <algorithm>
#include <cstring>
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

std::array<std::uint64_t, 2> LaunchTrace::fingerprint() const {
  constexpr std::uint64_t kFirst = 0x9E3779B97F4A7C15ULL, kSecond = 0xC2B2AE3D27D4EB4FULL;
  std::array<std::uint64_t, 2> value{1, 2};
  const auto add = [&](std::uint64_t word) {
    value[0] = (value[0] ^ word) * kFirst;
    value[0] ^= value[0] >> 29;
    value[1] = (value[1] + word) * kSecond;
    value[1] ^= value[1] >> 31;
  };
  for (const auto& [number, block] : blocks_) {
    add(number);
    for (const std::uint64_t end : block.warp_end) add(end);
    for (std::size_t at = 0; at < block.bytes.size(); at += sizeof(std::uint64_t)) {
      std::uint64_t word = 0;
      std::memcpy(&word, block.bytes.data() + at, std::min(sizeof word, block.bytes.size() - at));
      add(word);
    }
  }
  return value;
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
  if (bytes_ > limits_.most_bytes) forget();
}

void LaunchTrace::give_up() {
  const std::lock_guard lock(mutex_);
  forget();
}

void LaunchTrace::forget() {
  is_too_long_ = true;
  blocks_.clear();
  bytes_ = 0;
}

}  // namespace warpscope::exec
