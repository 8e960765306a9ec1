// Which pipeline of a multiprocessor executes an instruction.
//
// The names are those of Nsight Compute (Kernel Profiling Guide, "Pipelines"), whose counters
// sm__inst_executed_pipe_*.sum they belong to. Pipelines execute machine instructions: an
// instruction of PTX has the pipeline of the machine instruction that does its work, as ptxas 13.0
// chooses it for sm_90. What is computed once for a whole warp may go through the uniform data path
// instead; that depends on the kernel, so no instruction is said to. So it is with sums, shifts and
// moves of integers, of which ptxas makes IMADs where the ALU has too much to do.
//
// Sources: that guide; and where it is silent, the CUDA C++ Programming Guide's "Throughput of
// Native Arithmetic Instructions" for compute capability 9.0, because a multiprocessor's ALU takes
// 64 lanes per cycle and its XU 16. What neither settles is unknown.
#pragma once

#include <cstdint>

#include "vgpu/ptx/module.h"

namespace warpscope::exec {

enum class Pipe : std::uint8_t {
  unknown,    ///< not documented, or no such instruction: it may be any, or several
  several,    ///< a sequence of machine instructions on several pipelines, or a routine
  alu,        ///< integers but for products, logic, comparisons
  fma,        ///< binary32 and half precision
  fma_heavy,  ///< the half of `fma` that also has products of integers
  fp64,       ///< binary64
  xu,         ///< transcendental functions, conversions, counts of bits
  lsu,        ///< loads, stores, atomics, shuffles, special registers
  tex,        ///< textures and surfaces
  tensor,     ///< matrix products
  tma,        ///< bulk copies
  cbu,        ///< branches, barriers of a warp
  adu         ///< barriers of a block, loads of constants
};

/// What the operands are, of which a pipeline may be made.
enum class Numbers : std::uint8_t { none, integer, half, single, twice };

/// By what operands are: an instruction's pipelines.
struct Pipes {
  Pipe integer = Pipe::unknown;
  Pipe half = Pipe::unknown;    ///< f16, bf16 and pairs of them
  Pipe single = Pipe::unknown;  ///< f32
  Pipe twice = Pipe::unknown;   ///< f64
  /// Of f32 with .approx; unknown: as without it.
  Pipe approximate = Pipe::unknown;
};

constexpr Pipes of_all_numbers(Pipe pipe) { return {pipe, pipe, pipe, pipe}; }

/// The numbers that an instruction reads: by its last type.
Numbers numbers_of(const ptx::Instruction& instruction);
/// True when one of its types is a floating one: it reads or makes such numbers.
bool has_floating_type(const ptx::Instruction& instruction);
/// Unknown for an opcode that the instruction table does not have.
Pipe pipe_of(const ptx::Instruction& instruction);

}  // namespace warpscope::exec
