// What each instruction of a function of machine code needs: the unit that it keeps busy, and when
// its result is there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/clock_figures.h"
#include "vgpu/timing/clock/ticks.h"
#include "vgpu/timing/machine_module.h"

namespace warpscope::timing {

/// Of a sub-core.
enum class Unit : std::uint8_t {
  fma,        ///< either of two pipes
  fma_heavy,  ///< the one that multiplies integers
  fma_light,  ///< the other one
  alu,
  fp64,
  xu,
  reduction,
  uniform,
  tensor,
  constant,  ///< of the SM, for constants and special registers
  address,   ///< of the SM, for shared memory and shuffles
  global,    ///< the same way, for accesses to global and local memory
  none
};
inline constexpr std::size_t kUnits = 13;

/// What happens besides.
enum class Action : std::uint8_t {
  compute,
  shuffle,
  load,   ///< global or local
  store,  ///< global or local
  shared_load,
  shared_store,
  shared_atomic,
  global_atomic,
  asynchronous_copy,
  image,
  constant,
  special_register,
  barrier,
  mbarrier,       ///< SYNCS
  copies_arrive,  ///< ARRIVES: at an mbarrier, when the cp.async before it are done
  bulk_copy,
  end_of_bulk_group,  ///< UTMACMDFLUSH of cp.async.bulk.commit_group
  wait_for_bulk,      ///< DEPBAR of cp.async.bulk.wait_group
  fence,
  branch,
  end_of_copies,    ///< LDGDEPBAR: the cp.async before it are a group
  wait_for_copies,  ///< DEPBAR of cp.async.wait_group
  read_clock,       ///< CS2R and the like, of a register that shows a clock
  pause             ///< NANOSLEEP
};

struct InstructionCost {
  Unit unit = Unit::none;
  Action action = Action::compute;
  std::uint8_t stall_cycles = 1;
  std::uint8_t write_scoreboard = machine_code::MachineInstruction::kNoScoreboard;
  std::uint8_t read_scoreboard = machine_code::MachineInstruction::kNoScoreboard;
  std::uint8_t waits_for = 0;
  std::uint32_t groups = 0;      ///< of waits for copies: that may still be under way
  bool waits_for_reads = false;  ///< of wait_for_bulk: shared memory only has to have been read
  bool bypasses_l1 = false;      ///< cp.async.cg
  std::uint8_t lane_bytes = 0;   ///< MachineInstruction::lane_bytes
  bool is_swap = false;          ///< of a shared atomic: it compares, and swaps if equal
  Ticks resolves = 0;  ///< of what may branch: until the target is known, all beyond a stall
  std::optional<std::uint32_t> constant;  ///< 64 bytes of constant memory that an operand is in
  std::uint32_t line = 0;                 ///< of 128 bytes of code
  Ticks busy = 0;                         ///< the unit
  Ticks result = 0;                       ///< from issue; of memory instructions not known here
};

/// For each instruction of the kernel's machine code.
std::vector<InstructionCost> instruction_costs(const MachineKernel& kernel,
                                               const arch::ClockFigures& figures);

}  // namespace warpscope::timing
