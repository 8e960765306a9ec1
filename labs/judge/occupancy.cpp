#include "labs/judge/occupancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "arch/occupancy.h"

namespace warpscope::labs {
namespace {

/// The lab's rule is simpler than the hardware's: registers are not divided among schedulers, and
/// only registers come in units.
arch::Multiprocessor as_multiprocessor(const Sm& sm) {
  const auto number = [](int value) { return static_cast<std::uint32_t>(std::max(value, 0)); };
  arch::Multiprocessor result;
  result.schedulers = 1;
  result.max_threads = result.max_threads_per_block = number(sm.threads);
  result.max_blocks = number(sm.blocks);
  result.registers = number(sm.registers);
  result.register_unit = 256;
  result.shared_bytes = result.shared_per_block_optin_bytes = number(sm.shared_bytes);
  result.shared_unit_bytes = 1;
  result.shared_reserved_per_block_bytes = number(sm.reserved_bytes);
  return result;
}

}  // namespace

RoomForBlocks room_for(const Sm& sm, const Block& block) {
  const auto fitting =
      arch::occupancy(as_multiprocessor(sm), {static_cast<std::uint64_t>(block.threads),
                                              static_cast<std::uint64_t>(block.shared_bytes),
                                              static_cast<std::uint32_t>(block.registers)});
  RoomForBlocks room{};
  std::ranges::transform(fitting.room, room.begin(),
                         [](std::uint32_t blocks) { return static_cast<int>(blocks); });
  return room;
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
  opinion.message += fmt::format(
      "; there is room for {} by the most blocks, {} by threads, {} by registers, {} by shared "
      "memory",
      room[0], room[1], room[2], room[3]);
  constexpr int kLanes = 32;
  if (block.threads % kLanes != 0)
    opinion.message += fmt::format("; {} threads take the room of {} whole warps", block.threads,
                                   block.threads / kLanes + 1);
  constexpr int kRegisterUnit = 256;
  const int of_warp = kLanes * block.registers;
  if (of_warp % kRegisterUnit != 0)
    opinion.message += fmt::format(
        "; a warp has {} * {} = {} registers and takes {}, whole units of {}", kLanes,
        block.registers, of_warp, (of_warp / kRegisterUnit + 1) * kRegisterUnit, kRegisterUnit);
  return opinion;
}

}  // namespace warpscope::labs
