#include "vgpu/machine_code/instruction.h"

#include <cstring>

#include "vgpu/machine_code/opcodes.h"

namespace warpscope::machine_code {
namespace {

constexpr std::uint16_t kBranch = 0x947, kCallRelative = 0x944, kBsync = 0x941, kBssy = 0x945;
constexpr unsigned kTrue = 7;                                    // the predicate that always holds
constexpr unsigned kSecondIsConstant = 5, kThirdIsConstant = 3;  // of bits 9 to 11 of an opcode

/// Bits [first, first + count) of a word.
constexpr unsigned bits(std::uint64_t word, unsigned first, unsigned count) {
  return static_cast<unsigned>(word >> first & ((std::uint64_t{1} << count) - 1));
}

/// From the end of the instruction, in units of four bytes, from bit 34 on; from 9.0 on these are
/// the high bits, and eight low ones are bits 16 to 23.
std::int64_t distance_bytes(std::uint64_t low, std::uint64_t high, std::uint32_t architecture) {
  constexpr std::uint32_t kFirstWithLowBits = 90;
  constexpr unsigned kBits = 48, kLowBits = 8;
  std::uint64_t units = low >> 34 | (high & 0x3FFFF) << 30;
  unsigned count = kBits;
  if (architecture >= kFirstWithLowBits) {
    units = units << kLowBits | bits(low, 16, kLowBits);
    count += kLowBits;
  }
  const std::uint64_t shifted = units << (64 - count);
  return (static_cast<std::int64_t>(shifted) >> (64 - count)) * 4;
}

/// Of the units inside a sub-core. LDC has a register in its address, and a unit of its own.
bool may_read_constants(Class unit) {
  return unit == Class::fma || unit == Class::alu || unit == Class::half || unit == Class::fp64 ||
         unit == Class::uniform || unit == Class::xu;
}

/// Bits 40 to 53: the word, 54 to 58: the bank.
std::optional<std::uint32_t> constant_operand(Class unit, std::uint16_t opcode, std::uint64_t low) {
  const unsigned form = opcode >> 9;
  if (!may_read_constants(unit) || (form != kSecondIsConstant && form != kThirdIsConstant))
    return std::nullopt;
  return bits(low, 54, 5) << 16 | bits(low, 40, 14) << 2;
}

/// Bits 73 to 75 of LD, LDG, LDL and LDS: U8, S8, U16, S16, and 32, 64 or 128 bits.
std::uint8_t lane_bytes_of(std::uint16_t opcode, std::uint64_t high) {
  constexpr std::uint16_t kInstruction = 0x1FF, kLd = 0x180, kLdg = 0x181, kLdl = 0x183,
                          kLds = 0x184;
  constexpr std::uint8_t kBytes[] = {1, 1, 2, 2, 4, 8, 16, 0};
  const std::uint16_t of = opcode & kInstruction;
  return of == kLd || of == kLdg || of == kLdl || of == kLds ? kBytes[bits(high, 9, 3)] : 0;
}

}  // namespace

bool reads_special_register(const MachineInstruction& instruction) {
  constexpr std::uint16_t kInstruction = 0x1FF, kCs2r = 0x005, kS2r = 0x119, kS2ur = 0x1C3;
  const std::uint16_t bits = instruction.opcode & kInstruction;
  return bits == kCs2r || bits == kS2r || bits == kS2ur;
}

MachineInstruction decode(std::span<const std::byte, kInstructionBytes> bytes,
                          std::uint64_t address, std::uint32_t architecture) {
  std::uint64_t low = 0, high = 0;
  std::memcpy(&low, bytes.data(), sizeof low);
  std::memcpy(&high, bytes.data() + sizeof low, sizeof high);
  MachineInstruction decoded;
  decoded.opcode = static_cast<std::uint16_t>(bits(low, 0, 12));
  // Of the high word the modifiers, not the registers and predicates beside them.
  decoded.form = decoded.opcode | bits(high, 8, 5) << 12 | bits(high, 16, 1) << 17;
  if (const Opcode* known = find_opcode(decoded.opcode)) decoded.unit = known->unit;
  decoded.constant = constant_operand(decoded.unit, decoded.opcode, low);
  decoded.lane_bytes = lane_bytes_of(decoded.opcode, high);
  decoded.is_guarded = bits(low, 12, 3) != kTrue || bits(low, 15, 1) != 0;
  decoded.begins_reconvergence = decoded.opcode == kBssy;
  decoded.ends_reconvergence = decoded.opcode == kBsync;
  decoded.stall_cycles = static_cast<std::uint8_t>(bits(high, 41, 4));
  decoded.write_scoreboard = static_cast<std::uint8_t>(bits(high, 46, 3));
  decoded.read_scoreboard = static_cast<std::uint8_t>(bits(high, 49, 3));
  decoded.waits_for = static_cast<std::uint8_t>(bits(high, 52, 6));
  if (decoded.opcode == kBranch || decoded.opcode == kCallRelative)
    decoded.target = static_cast<std::int64_t>(address + kInstructionBytes) +
                     distance_bytes(low, high, architecture);
  // BRA has a predicate among its operands, too, and forms that ask the warp (BRA.DIV, BRA.ANY).
  decoded.is_conditional =
      decoded.is_guarded ||
      (decoded.opcode == kBranch &&
       (bits(high, 23, 3) != kTrue || bits(high, 26, 1) != 0 || bits(low, 32, 2) != 0));
  return decoded;
}

}  // namespace warpscope::machine_code
