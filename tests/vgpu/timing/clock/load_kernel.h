// A kernel of one load and its launches, made by hand, for tests of what decides a launch's time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "arch/occupancy.h"
#include "vgpu/exec/footprint/touched_memory.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/trace/launch_trace.h"
#include "vgpu/exec/trace/warp_trace.h"
#include "vgpu/timing/clock/line_cache.h"
#include "vgpu/timing/clock/timed_shape.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing::test {

inline constexpr std::uint64_t kPartBytes = 1024;  ///< that L2Contents tells apart
inline constexpr std::uint32_t kAllLanes = ~0U;

/// A load, and EXIT, which waits for it.
struct LoadKernel {
  LoadKernel() {
    kernel.sites.push_back({.kind = exec::AccessSite::Kind::global_load});
    machine_code::MachineInstruction load, exit;
    load.ptx = 1;
    load.opcode = 0x981;
    load.unit = machine_code::Class::global_load;
    load.write_scoreboard = 0;
    exit.ptx = 2;
    exit.opcode = 0x94D;
    exit.unit = machine_code::Class::exit;
    exit.waits_for = 1;
    function.code = {load, exit};
    function.blocks.push_back({0, 2, {}, {}});
    code.kernel = &kernel;
    code.function = &function;
    machine_code::MatchedBlock block;
    block.homes = {{0, 1}};
    block.is_anchored = block.ends_with_return = block.all_return = true;
    code.blocks = {block};
    code.ptx_numbers = {1, 2};
    code.lines.resize(function.code.size());
  }
  exec::Kernel kernel;
  machine_code::MachineFunction function;
  MachineKernel code;
};

struct Launch {
  std::uint64_t array = kPartBytes * kPartBytes;  ///< its address
  /// The sectors of it that each warp loads.
  std::vector<std::uint64_t> sectors = {0, 1, 2, 3};
  std::uint64_t blocks = 4;
  std::uint32_t lanes = kAllLanes;
  std::uint32_t bank_words = 1;  ///< in the fullest bank of L1
  arch::BlockNeeds needs{.threads = 1024};
};

inline exec::BlockTrace traced(const Launch& launch, std::uint64_t number) {
  exec::WarpTrace warp;
  warp.begin(1);
  warp.enter(0, launch.lanes);
  for (const std::uint64_t sector : launch.sectors)
    warp.add_run(0, launch.array / kSectorBytes + sector, 1);
  exec::AccessCounters counts;
  counts.instructions = counts.requests = 1;
  counts.units = launch.sectors.size();
  warp.add_bank_words(0, launch.bank_words);
  warp.end_access(0, launch.lanes, counts);
  warp.end_accesses();
  exec::BlockTrace block;
  block.number = number;
  block.bytes.assign(warp.data(), warp.data() + warp.size_bytes());
  block.warp_end.push_back(block.bytes.size());
  return block;
}

inline exec::TouchedMemory touched_by(const Launch& launch) {
  exec::TouchedMemory touched;
  exec::TouchedMemory::Part& part = touched.parts[1];
  part.address = launch.array;
  for (const std::uint64_t sector : launch.sectors) {
    part.read.resize(std::max<std::size_t>(part.read.size(), sector / 64 + 1));
    part.read[sector / 64] |= std::uint64_t{1} << sector % 64;
  }
  return touched;
}

/// Fills the trace of a launch, and tells what is timed; `touched`: by it.
inline TimedShape trace_launch(const Launch& launch, const LoadKernel& of,
                               const exec::TouchedMemory& touched, exec::LaunchTrace& trace) {
  trace.begin(of.kernel);
  for (std::uint64_t number = 0; number < launch.blocks; ++number)
    trace.take(traced(launch, number));
  TimedShape shape;
  shape.blocks = launch.blocks;
  shape.block = launch.needs;
  shape.first_sector = first_sector_of(touched);
  return shape;
}

}  // namespace warpscope::timing::test
