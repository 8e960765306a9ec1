#include "vgpu/exec/instructions/clock.h"

#include "vgpu/exec/machine/block.h"

namespace warpscope::exec::clock {
namespace {

// Four schedulers issue one instruction a cycle each, and a warp on its own issues one in four
// cycles (latency of dependent arithmetic; shared/facts, Jia et al. for Volta and later).
constexpr std::uint64_t kSchedulers = 4;
constexpr std::uint64_t kReadCycles = 16;
constexpr double kCyclesPerNanosecond = 1.98;

std::uint64_t cycles(WarpContext& c) {
  BlockContext& block = *c.block;
  const auto slice = static_cast<std::uint64_t>(block.worker->slice_instructions - c.slice);
  const std::uint64_t warps = (block.configuration->block.count() + kWarpSize - 1) / kWarpSize;
  const std::uint64_t each = warps >= kSchedulers ? 1 : kSchedulers / warps;
  block.clock_cycles += kReadCycles;
  return (block.executed + slice) * each + block.clock_cycles;
}

struct Cycles {
  static std::uint64_t read(WarpContext& c) { return cycles(c); }
};
struct HighCycles {
  static std::uint64_t read(WarpContext& c) { return cycles(c) >> 32; }
};
struct Nanoseconds {
  static std::uint64_t read(WarpContext& c) {
    return static_cast<std::uint64_t>(static_cast<double>(cycles(c)) / kCyclesPerNanosecond);
  }
};
struct HighNanoseconds {
  static std::uint64_t read(WarpContext& c) { return Nanoseconds::read(c) >> 32; }
};

struct LowWorkspace {
  static std::uint64_t read(WarpContext& c) {
    return c.block->worker->launch().grid_workspace & 0xffffffff;
  }
};
struct HighWorkspace {
  static std::uint64_t read(WarpContext& c) {
    return c.block->worker->launch().grid_workspace >> 32;
  }
};

template <typename Source, typename T>
const Operation* read(WarpContext& c, const Operation* op) {
  const auto value = static_cast<T>(Source::read(c));
  T* d = c.at<T>(op->d);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) d[i] = value;
  return op + 1;
}

}  // namespace

bool is_clock(std::string_view name) {
  return select(name, 4) != nullptr || select(name, 8) != nullptr;
}

Handler select(std::string_view name, std::uint32_t size_bytes) {
  if (size_bytes == 4) {
    if (name == "clock" || name == "clock64") return read<Cycles, std::uint32_t>;
    if (name == "clock_hi") return read<HighCycles, std::uint32_t>;
    if (name == "globaltimer_lo") return read<Nanoseconds, std::uint32_t>;
    if (name == "envreg1") return read<HighWorkspace, std::uint32_t>;
    if (name == "envreg2") return read<LowWorkspace, std::uint32_t>;
    if (name == "globaltimer_hi") return read<HighNanoseconds, std::uint32_t>;
  }
  if (size_bytes == 8) {
    if (name == "clock64") return read<Cycles, std::uint64_t>;
    if (name == "globaltimer") return read<Nanoseconds, std::uint64_t>;
  }
  return nullptr;
}

}  // namespace warpscope::exec::clock
