#include "vgpu/exec/instructions/clock.h"

#include <algorithm>
#include <bit>

#include "vgpu/exec/instructions/lanes.h"
#include "vgpu/exec/machine/block.h"
#include "vgpu/exec/trace/clock_readings.h"
#include "vgpu/exec/trace/warp_trace.h"

namespace warpscope::exec::clock {
namespace {

constexpr std::uint64_t kReadCycles = 16;
constexpr std::uint32_t kLongestSleepNanoseconds = 1000000;  // PTX ISA manual, nanosleep
// Measured on an H100: bench/calibrate/probes_clock.cu.
constexpr std::uint64_t kTimerStepNanoseconds = 32;

double cycles_per_nanosecond(const WarpContext& c) { return c.block->options->sm_clock_hz / 1e9; }

// What a timed launch's clocks told counts from the launch's beginning.
std::uint64_t told(const WarpContext& c, const ClockReadings& readings) {
  return readings.at(linear_index(*c.block), c.warp_index, c.clock_reads - 1);
}

std::uint64_t cycles(WarpContext& c) {
  const ToldClock& clock = c.block->options->clock;
  if (clock.readings == nullptr) return now(c);
  const double start = clock.start_s * c.block->options->sm_clock_hz;
  return static_cast<std::uint64_t>(start) + told(c, *clock.readings);
}

std::uint64_t nanoseconds(WarpContext& c) {
  const ToldClock& clock = c.block->options->clock;
  if (clock.readings == nullptr)
    return static_cast<std::uint64_t>(static_cast<double>(now(c)) / cycles_per_nanosecond(c));
  const double since_launch =
      static_cast<double>(told(c, *clock.readings)) / cycles_per_nanosecond(c);
  return static_cast<std::uint64_t>(clock.start_s * 1e9 + since_launch) / kTimerStepNanoseconds *
         kTimerStepNanoseconds;
}

/// Of a register that shows a clock: takes the reading down and counts it.
template <std::uint64_t (*kValue)(WarpContext&), std::uint32_t kShift = 0>
struct Clock {
  static std::uint64_t read(WarpContext& c, const Operation* op) {
    c.block->clock_cycles += kReadCycles;
    ++c.clock_reads;
    if (c.trace != nullptr) c.trace->clock({op->instruction});
    return kValue(c) >> kShift;
  }
};
using Cycles = Clock<cycles>;
using HighCycles = Clock<cycles, 32>;
using Nanoseconds = Clock<nanoseconds>;
using HighNanoseconds = Clock<nanoseconds, 32>;

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

// Blocks go round the multiprocessors in the order of their indices, unless the clock knows better.
struct Multiprocessor {
  static std::uint64_t read(WarpContext& c) {
    const BlockContext& block = *c.block;
    const std::uint64_t number = linear_index(block);
    const ClockReadings* readings = block.options->clock.readings;
    if (readings != nullptr && readings->has_sms()) return readings->like(number)->sm;
    return number % std::max(block.options->sm_count, 1u);
  }
};
struct Multiprocessors {
  static std::uint64_t read(WarpContext& c) { return c.block->options->sm_count; }
};
struct WarpPlaces {
  static std::uint64_t read(WarpContext& c) { return c.block->options->sm.max_threads / kWarpSize; }
};
struct GridNumber {
  static std::uint64_t read(WarpContext& c) { return c.block->options->grid_number; }
};
struct DynamicShared {
  static std::uint64_t read(WarpContext& c) { return c.block->configuration->dynamic_shared_bytes; }
};
// Without what the system reserves, in units of the allocation.
struct TotalShared {
  static std::uint64_t read(WarpContext& c) {
    const Kernel& kernel = *c.block->kernel;
    const std::uint64_t bytes = std::uint64_t{kernel.shared_bytes} - kernel.reserved_shared_bytes +
                                c.block->configuration->dynamic_shared_bytes;
    const std::uint64_t unit = std::max(c.block->options->sm.shared_unit_bytes, 1u);
    return (bytes + unit - 1) / unit * unit;
  }
};
struct AggregateShared {
  static std::uint64_t read(WarpContext& c) {
    return TotalShared::read(c) + c.block->options->sm.shared_reserved_per_block_bytes;
  }
};

struct LowHalf {
  static std::uint16_t apply(std::uint32_t a) { return static_cast<std::uint16_t>(a); }
};

// The block's clock goes on by the longest of the lanes' pauses, and the other warps have a turn.
const Operation* sleep(WarpContext& c, const Operation* op) {
  const std::uint32_t* durations = c.at<std::uint32_t>(op->a);
  std::uint32_t longest = 0;
  for (std::uint32_t rest = c.active; rest != 0; rest &= rest - 1)
    longest = std::max(longest, durations[std::countr_zero(rest)]);
  longest = std::min(longest, kLongestSleepNanoseconds);
  if (c.trace != nullptr) c.trace->pause({op->instruction, longest});
  c.block->clock_cycles +=
      static_cast<std::uint64_t>(static_cast<double>(longest) * cycles_per_nanosecond(c));
  c.suspend(op + 1);
  c.stop = Stop::slice;
  return nullptr;
}

template <typename Source, typename T>
const Operation* read(WarpContext& c, const Operation* op) {
  T value{};
  if constexpr (requires { Source::read(c, op); })
    value = static_cast<T>(Source::read(c, op));
  else
    value = static_cast<T>(Source::read(c));
  T* d = c.at<T>(op->d);
  for (std::uint32_t i = 0; i < kWarpSize; ++i) d[i] = value;
  return op + 1;
}

}  // namespace

Handler select(std::string_view name, std::uint32_t size_bytes) {
  if (size_bytes == 4) {
    if (name == "clock" || name == "clock64") return read<Cycles, std::uint32_t>;
    if (name == "clock_hi") return read<HighCycles, std::uint32_t>;
    if (name == "globaltimer_lo") return read<Nanoseconds, std::uint32_t>;
    if (name == "envreg1") return read<HighWorkspace, std::uint32_t>;
    if (name == "envreg2") return read<LowWorkspace, std::uint32_t>;
    if (name == "globaltimer_hi") return read<HighNanoseconds, std::uint32_t>;
    if (name == "smid") return read<Multiprocessor, std::uint32_t>;
    if (name == "nsmid") return read<Multiprocessors, std::uint32_t>;
    if (name == "nwarpid") return read<WarpPlaces, std::uint32_t>;
    if (name == "gridid") return read<GridNumber, std::uint32_t>;
    if (name == "dynamic_smem_size") return read<DynamicShared, std::uint32_t>;
    if (name == "total_smem_size") return read<TotalShared, std::uint32_t>;
    if (name == "aggr_smem_size") return read<AggregateShared, std::uint32_t>;
  }
  if (size_bytes == 8) {
    if (name == "clock64") return read<Cycles, std::uint64_t>;
    if (name == "globaltimer") return read<Nanoseconds, std::uint64_t>;
    if (name == "gridid") return read<GridNumber, std::uint64_t>;
  }
  return nullptr;
}

Handler narrow() { return run_unary<LowHalf, std::uint16_t, std::uint32_t>; }

// Schedulers issue one instruction a cycle each. A warp on its own issues one in four cycles, the
// latency of dependent arithmetic since Volta (Jia, Maggioni, Staiger, Scarpazza: Dissecting the
// NVIDIA Volta GPU Architecture via Microbenchmarking, 2018), and GPUs have as many schedulers.
std::uint64_t now(const WarpContext& c) {
  const BlockContext& block = *c.block;
  const auto slice = static_cast<std::uint64_t>(block.slice_instructions - c.slice);
  const std::uint64_t warps = (block.configuration->block.count() + kWarpSize - 1) / kWarpSize;
  const std::uint64_t schedulers = block.options->sm.schedulers;
  const std::uint64_t each = warps >= schedulers ? 1 : schedulers / warps;
  return (block.executed + slice) * each + block.clock_cycles;
}

/// nanosleep, PTX ISA manual section 9.7.16: adds the time to the block's clock and lets the other
/// warps and blocks run.
void build_nanosleep(Builder& builder) {
  const ptx::Type type = builder.need_type();
  if (type != ptx::Type::u32) builder.unsupported("this type");
  const Slot duration = builder.source(0, type);
  builder.emit(sleep).a = duration;
}

}  // namespace warpscope::exec::clock
