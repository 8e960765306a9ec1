#include "arch/occupancy.h"

#include <algorithm>
#include <limits>

namespace warpscope::arch {
namespace {

std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
  return unit == 0 ? value : (value + unit - 1) / unit * unit;
}

std::uint32_t narrow(std::uint64_t blocks) {
  return static_cast<std::uint32_t>(
      std::min<std::uint64_t>(blocks, std::numeric_limits<std::uint32_t>::max()));
}

std::uint64_t room_by_threads(const Multiprocessor& sm, const BlockNeeds& block) {
  if (block.threads == 0 || block.threads > sm.max_threads_per_block) return 0;
  return sm.max_threads / (warps_of(block.threads) * kWarpThreads);
}

std::uint64_t room_by_registers(const Multiprocessor& sm, const BlockNeeds& block) {
  if (block.registers == 0 || block.threads == 0) return sm.max_blocks;
  if (!has_registers(sm, block)) return 0;
  const std::uint64_t of_scheduler = sm.registers / std::max(1U, sm.schedulers);
  const std::uint64_t warps =
      of_scheduler / registers_of_warp(sm, block.registers) * std::max(1U, sm.schedulers);
  return warps / warps_of(block.threads);
}

std::uint64_t room_by_shared(const Multiprocessor& sm, const BlockNeeds& block) {
  if (block.shared_bytes > sm.shared_per_block_optin_bytes) return 0;
  const std::uint64_t taken = shared_bytes_of(sm, block);
  return taken == 0 ? sm.max_blocks : sm.shared_bytes / taken;
}

}  // namespace

std::uint32_t Occupancy::blocks() const { return *std::ranges::min_element(room); }

Limiter Occupancy::limiter() const {
  return static_cast<Limiter>(std::ranges::min_element(room) - room.begin());
}

std::uint64_t warps_of(std::uint64_t threads) {
  return round_up(threads, kWarpThreads) / kWarpThreads;
}

std::uint64_t registers_of_warp(const Multiprocessor& sm, std::uint32_t registers_of_thread) {
  return round_up(std::uint64_t{registers_of_thread} * kWarpThreads, sm.register_unit);
}

bool has_registers(const Multiprocessor& sm, const BlockNeeds& block) {
  const std::uint64_t warps = round_up(warps_of(block.threads), sm.schedulers);
  return registers_of_warp(sm, block.registers) * warps <= sm.registers;
}

std::uint64_t shared_bytes_of(const Multiprocessor& sm, const BlockNeeds& block) {
  return round_up(block.shared_bytes + sm.shared_reserved_per_block_bytes, sm.shared_unit_bytes);
}

Occupancy occupancy(const Multiprocessor& sm, const BlockNeeds& block) {
  return {{sm.max_blocks, narrow(room_by_threads(sm, block)), narrow(room_by_registers(sm, block)),
           narrow(room_by_shared(sm, block))}};
}

}  // namespace warpscope::arch
