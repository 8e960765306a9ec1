// The matrix instructions.

#include <array>

#include "vgpu/exec/instructions/instruction_table.h"

namespace warpscope::exec {

// Builders, each defined in a file of its kind beside this one.
namespace matrix {
Build build_ldmatrix, build_mma, build_movmatrix, build_stmatrix, build_wmma;
}  // namespace matrix

namespace {

constexpr std::array kMatrixRows = std::to_array<InstructionRow>({
    {"ldmatrix",
     matrix::build_ldmatrix,
     {.is_collective = true, .memory = Memory::matrix_load},
     "loads 8 x 8 matrices from shared memory",
     Section::matrix,
     ".m8n8 .x1 .x2 .x4 (.trans) b16"},
    {"mma",
     matrix::build_mma,
     {.is_collective = true, .memory = Memory::none, .pipes = of_all_numbers(Pipe::tensor)},
     "multiplies and adds matrices in registers",
     Section::matrix,
     ".m16n8k8 and .m16n8k16 .row.col of f16 into f16 or f32, of bf16 into f32; .m8n8k4 of f16 "
     "into "
     "f16 or f32 in all layouts. Not: tf32, f64, integers, sparse"},
    {"movmatrix",
     matrix::build_movmatrix,
     {.is_collective = true, .memory = Memory::none},
     "transposes an 8 x 8 matrix in registers",
     Section::matrix,
     ".m8n8 .trans b16"},
    {"stmatrix",
     matrix::build_stmatrix,
     {.is_collective = true, .memory = Memory::of_block, .pipes = of_all_numbers(Pipe::lsu)},
     "stores 8 x 8 matrices to shared memory",
     Section::matrix,
     ".m8n8 .x1 .x2 .x4 (.trans) b16"},
    {"wmma",
     matrix::build_wmma,
     {.is_collective = true, .memory = Memory::matrix_load_store},
     "loads, multiplies and stores matrices",
     Section::matrix,
     ".load .mma .store of .m16n16k16, .m32n8k16, .m8n32k16, .row and .col: f16 into f16 or f32, "
     "bf16 into f32. Not: tf32, f64, integers"},
});

}  // namespace

std::span<const InstructionRow> matrix_rows() { return kMatrixRows; }

}  // namespace warpscope::exec
