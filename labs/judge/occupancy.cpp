#include "labs/judge/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace warpscope::labs {
namespace {

constexpr int kWarpThreads = 32;
constexpr int kRegisterUnit = 256;

int round_up(int value, int unit) { return (value + unit - 1) / unit * unit; }

}  // namespace

RoomForBlocks room_for(const Sm& sm, const Block& block) {
  const int warps = round_up(block.threads, kWarpThreads) / kWarpThreads;
  const int registers = warps * round_up(block.registers * kWarpThreads, kRegisterUnit);
  const int shared = block.shared_bytes + sm.reserved_bytes;
  return {sm.blocks, sm.threads / (warps * kWarpThreads), sm.registers / registers,
          shared == 0 ? sm.blocks : sm.shared_bytes / shared};
}

judge::Opinion opinion_on_residents(const Sm& sm, const Block& block, int blocks, int limiter) {
  const auto room = room_for(sm, block);
  const int fitting = *std::ranges::min_element(room);
  const auto said = static_cast<std::size_t>(limiter);
  const bool is_limiter = said < room.size() && room.at(said) == fitting;
  judge::Opinion opinion;
  opinion.is_correct = blocks == fitting && is_limiter;
  if (opinion.is_correct) return opinion;
  opinion.message = fmt::format(
      "blocks of {} threads with {} registers each and {} bytes of shared memory, on an SM with {} "
      "blocks, {} threads, {} registers, {} bytes ({} kept of each block): {} fit, ",
      block.threads, block.registers, block.shared_bytes, sm.blocks, sm.threads, sm.registers,
      sm.shared_bytes, sm.reserved_bytes, fitting);
  opinion.message += blocks == fitting ? "as you say, but the limiter is another one"
                                       : fmt::format("you say {}", blocks);
  return opinion;
}

}  // namespace warpscope::labs
