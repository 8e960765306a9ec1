// One machine instruction: which unit executes it, where it may jump to, and what it waits for.
// Operands are not read, but for those in constant memory: stalls and scoreboards hold the
// dependences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace warpscope::machine_code {

/// Which unit executes an instruction, and what kind of access it is.
enum class Class : std::uint8_t {
  fma,   ///< FP32 and integer multiplication
  alu,   ///< integer, logic, comparisons, moves
  half,  ///< two FP16 numbers
  fp64,
  xu,       ///< special functions, conversions, counts of bits
  uniform,  ///< the uniform datapath
  tensor,
  special_register,
  constant_load,  ///< LDC; operands in constant memory are no instruction of their own
  global_load,
  global_store,
  global_atomic,  ///< reductions as well
  local_load,
  local_store,
  shared_load,
  shared_store,
  shared_atomic,
  asynchronous_copy,  ///< LDGSTS
  bulk_copy,
  mbarrier,
  image,  ///< textures and surfaces
  shuffle,
  vote,
  barrier,
  fence,
  wait,  ///< DEPBAR, ARRIVES and the like
  branch,
  call,
  exit,           ///< EXIT and RET
  reconvergence,  ///< BSSY, BSYNC, BREAK, WARPSYNC
  nothing,        ///< NOP
  unknown
};

struct MachineInstruction {
  std::uint32_t ptx =
      0;  ///< number of the PTX instruction it comes from (numbered_ptx.h); 0: not known
  std::uint16_t opcode = 0;  ///< bits 0 to 11: the instruction and the form of its operands
  /// Opcode and modifiers: equal in copies of an instruction that ptxas made by unrolling.
  std::uint32_t form = 0;
  Class unit = Class::unknown;
  bool is_guarded = false;            ///< by a predicate other than true
  bool is_conditional = false;        ///< of a branch: it may go on behind it
  bool begins_reconvergence = false;  ///< BSSY
  bool ends_reconvergence = false;    ///< BSYNC
  std::uint8_t stall_cycles = 0;      ///< before the warp's next instruction may issue
  static constexpr std::uint8_t kNoScoreboard = 7;
  std::uint8_t write_scoreboard = kNoScoreboard;  ///< released when the result is there
  std::uint8_t read_scoreboard = kNoScoreboard;   ///< released when the operands have been read
  std::uint8_t waits_for = 0;                     ///< a bit per scoreboard
  /// Of a load to registers: what each lane loads, 1 to 16; 0: no such load, or LDSM.
  std::uint8_t lane_bytes = 0;
  /// Of an operand in constant memory: bank << 16 | byte.
  std::optional<std::uint32_t> constant;
  /// Byte in the function's code that a branch or a call within it goes to.
  std::optional<std::int64_t> target;
};

/// CS2R, S2R and S2UR: it copies what a special register shows.
bool reads_special_register(const MachineInstruction& instruction);

inline constexpr std::size_t kInstructionBytes = 16;

/// Reads the instruction at `address` of a function's code; `bytes` are its kInstructionBytes. The
/// layout of bits is NVIDIA's from compute capability 7.5 on and has no public specification:
/// docs/evidence/machine_code.md says how it was checked. An instruction that
/// the table of opcodes has in no form is Class::unknown.
/// `architecture`: 90 of sm_90; branches before lie differently.
MachineInstruction decode(std::span<const std::byte, kInstructionBytes> bytes,
                          std::uint64_t address, std::uint32_t architecture = 90);

}  // namespace warpscope::machine_code
