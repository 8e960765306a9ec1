#include "labs/judge/occupancy.h"

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

}  // namespace warpscope::labs
