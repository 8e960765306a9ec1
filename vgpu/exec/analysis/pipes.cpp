#include "vgpu/exec/analysis/pipes.h"

#include <algorithm>

#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/ptx/types.h"

namespace warpscope::exec {
namespace {

Numbers numbers(ptx::Type type) {
  switch (type) {
    case ptx::Type::f16:
    case ptx::Type::f16x2:
    case ptx::Type::bf16:
    case ptx::Type::bf16x2:
      return Numbers::half;
    case ptx::Type::f32:
    case ptx::Type::tf32:
      return Numbers::single;
    case ptx::Type::f64:
      return Numbers::twice;
    case ptx::Type::b8:
    case ptx::Type::b16:
    case ptx::Type::b32:
    case ptx::Type::b64:
    case ptx::Type::u8:
    case ptx::Type::u16:
    case ptx::Type::u32:
    case ptx::Type::u64:
    case ptx::Type::s8:
    case ptx::Type::s16:
    case ptx::Type::s32:
    case ptx::Type::s64:
    case ptx::Type::pred:
      return Numbers::integer;
    default:
      return Numbers::none;  // pairs and bytes, of which little is documented
  }
}

bool has_type(const ptx::Instruction& instruction, Numbers kind) {
  return std::ranges::any_of(instruction.modifiers, [&](std::string_view modifier) {
    const auto type = ptx::parse_type(modifier);
    return type && numbers(*type) == kind;
  });
}

Pipe pipe_of_numbers(const Pipes& pipes, Numbers kind) {
  switch (kind) {
    case Numbers::integer:
      return pipes.integer;
    case Numbers::half:
      return pipes.half;
    case Numbers::single:
      return pipes.single;
    case Numbers::twice:
      return pipes.twice;
    case Numbers::none:
      break;
  }
  return Pipe::unknown;
}

// "The XU pipeline ... is also responsible for int-to-float, and float-to-int type conversions",
// and for those of binary64; "the ALU pipeline performs fast FP32-to-FP16 conversion"; to binary32
// half precision is multiplied. From integers of 32 bits to binary32, which is not the XU's
// instruction I2F but I2FP, and roundings are not documented.
Pipe conversion(const ptx::Instruction& instruction) {
  const auto& modifiers = instruction.modifiers;
  if (modifiers.size() < 2) return Pipe::unknown;
  const auto from_type = ptx::parse_type(modifiers.back());
  const auto to_type = ptx::parse_type(modifiers[modifiers.size() - 2]);
  if (!from_type || !to_type) return Pipe::unknown;
  const Numbers from = numbers(*from_type), to = numbers(*to_type);
  if (from == Numbers::none || to == Numbers::none) return Pipe::unknown;
  if (from == Numbers::integer && to == Numbers::integer) return Pipe::alu;
  if (from == Numbers::integer)
    return to == Numbers::twice || ptx::size_bytes(*from_type) == 8 ? Pipe::xu : Pipe::unknown;
  if (to == Numbers::integer) return from == Numbers::half ? Pipe::unknown : Pipe::xu;
  if (from == to) return Pipe::unknown;
  if (*from_type == ptx::Type::bf16 && to == Numbers::single) return Pipe::alu;  // a shift
  if (from == Numbers::twice || to == Numbers::twice)
    return from == Numbers::half || to == Numbers::half ? Pipe::unknown : Pipe::xu;
  return from == Numbers::single ? Pipe::alu : Pipe::fma;
}

// "The LSU pipeline ... also issues special register reads (S2R)"; clocks are read another way.
Pipe special_register(std::string_view name) {
  const bool is_time = name.starts_with("clock") || name.starts_with("globaltimer");
  return is_time ? Pipe::unknown : Pipe::lsu;
}

// What goes to memory, or waits. A kernel's parameters become operands of other instructions.
Pipe pipe_of_access(const ptx::Instruction& instruction, Memory memory) {
  const auto has = [&](std::string_view name) { return has_modifier(instruction, name); };
  switch (memory) {
    case Memory::load:
    case Memory::store:
      if (has("param") || has("param::entry") || has("param::func")) return Pipe::unknown;
      return has("const") ? Pipe::adu : Pipe::lsu;
    case Memory::load_of_constants:
    case Memory::atomic:
    case Memory::reduction:
    case Memory::matrix_load:
      return Pipe::lsu;
    case Memory::matrix_load_store:
      return has("mma") ? Pipe::tensor : Pipe::lsu;
    case Memory::barrier:
      return has("warp") ? Pipe::cbu : Pipe::adu;
    case Memory::copy:
      if (has("bulk")) return has("global") ? Pipe::tma : Pipe::unknown;
      return has("global") ? Pipe::lsu : Pipe::unknown;  // others begin a group or wait for one
    case Memory::image_load:
    case Memory::image_store:
      return Pipe::tex;
    case Memory::none:
    case Memory::anything:
    case Memory::fence:
    case Memory::call:
    case Memory::of_block:
      break;
  }
  return Pipe::unknown;
}

}  // namespace

Numbers numbers_of(const ptx::Instruction& instruction) {
  for (auto at = instruction.modifiers.rbegin(); at != instruction.modifiers.rend(); ++at) {
    if (const auto type = ptx::parse_type(*at)) return numbers(*type);
  }
  return Numbers::none;
}

bool has_floating_type(const ptx::Instruction& instruction) {
  return has_type(instruction, Numbers::half) || has_type(instruction, Numbers::single) ||
         has_type(instruction, Numbers::twice);
}

Pipe pipe_of(const ptx::Instruction& instruction) {
  const Meaning& meaning = meaning_of(instruction);
  if (meaning.value == Value::conversion) return conversion(instruction);
  if (meaning.flow == Flow::branch || meaning.flow == Flow::branch_by_table ||
      meaning.flow == Flow::leave || meaning.flow == Flow::exit)
    return Pipe::cbu;
  if (meaning.value == Value::copy && instruction.operands.size() == 2 &&
      instruction.operands[1].kind == ptx::Operand::Kind::special)
    return special_register(instruction.operands[1].name);
  const Numbers kind = numbers_of(instruction);
  if (kind == Numbers::single && meaning.pipes.approximate != Pipe::unknown &&
      has_modifier(instruction, "approx"))
    return meaning.pipes.approximate;
  const Pipe said = pipe_of_numbers(meaning.pipes, kind);
  return said != Pipe::unknown ? said : pipe_of_access(instruction, meaning.memory);
}

}  // namespace warpscope::exec
