// What the rows of the instruction table say of instructions, against what the PTX ISA manual says
// of their families.
#include "vgpu/exec/analysis/meaning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <string>

#include "vgpu/exec/analysis/control_flow.h"
#include "vgpu/exec/analysis/liveness.h"
#include "vgpu/exec/analysis/ordering.h"
#include "vgpu/exec/analysis/uniform.h"
#include "vgpu/exec/instructions/instruction_table.h"

namespace warpscope::exec::test::meaning_test {
namespace {

using Opcodes = std::initializer_list<std::string_view>;

Meaning meaning(std::string_view opcode) {
  const InstructionRow* row = find_instruction(opcode);
  EXPECT_NE(row, nullptr) << opcode;
  return row != nullptr ? row->meaning : Meaning{};
}

// A function with this body; %r1 is %tid.x, %r2 a parameter.
ptx::Module module_of(std::string_view body) {
  return ptx::parse(R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry k(.param .u32 n, .param .u64 p) {
.reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<8>;
mov.u32 %r1, %tid.x; ld.param.u32 %r2, [n]; ld.param.u64 %rd1, [p];
)" + std::string(body) +
                    "\nret;\n}\n");
}

// Whether ptxas knows that all lanes have the same %r9.
bool is_uniform(std::string_view body) {
  const ptx::Module module = module_of(body);
  const ptx::Function& function = module.functions[0];
  const std::vector<bool> uniform = uniform_registers(function, control_flow(function));
  for (std::size_t i = 0; i < uniform.size(); ++i)
    if (function.registers[i].full_name() == "%r9") return uniform[i];
  return false;
}

bool is_ordered_kernel(std::string_view body) { return is_ordered(module_of(body).functions[0]); }

// 9.7.1 to 9.7.8: "performs … and writes the resulting value into d", of operands and nothing else.
TEST(Meaning, ArithmeticDependsOnItsOperandsOnly) {
  for (const std::string_view opcode :
       Opcodes{"add",  "sub",   "mul",   "mad",   "mul24", "mad24", "sad",   "div",      "rem",
               "abs",  "neg",   "min",   "max",   "popc",  "clz",   "bfind", "fns",      "brev",
               "bfe",  "bfi",   "szext", "bmsk",  "dp4a",  "dp2a",  "testp", "copysign", "fma",
               "rcp",  "sqrt",  "rsqrt", "sin",   "cos",   "lg2",   "ex2",   "tanh",     "set",
               "setp", "selp",  "slct",  "and",   "or",    "xor",   "not",   "cnot",     "lop3",
               "shf",  "shl",   "shr",   "mov",   "prmt",  "cvt",   "cvta",  "isspacep", "vadd",
               "vmad", "vset4", "vshl",  "vavrg2"}) {
    const Meaning found = meaning(opcode);
    EXPECT_TRUE(found.is_pure) << opcode;
    EXPECT_EQ(found.lanes, Lanes::as_operands) << opcode;
    EXPECT_EQ(found.memory, Memory::none) << opcode;
    EXPECT_EQ(found.flow, Flow::next) << opcode;
    EXPECT_FALSE(found.is_collective) << opcode;
  }
}

// 9.7.2: "the condition code register holds the carry"; 10: special registers.
TEST(Meaning, WhatReadsOrSetsMoreThanItsOperandsIsNotPure) {
  for (const std::string_view opcode : Opcodes{"addc", "subc", "madc", "ld", "ldu", "activemask",
                                               "tex", "vote", "atom", "alloca", "mma", "call"})
    EXPECT_FALSE(meaning(opcode).is_pure) << opcode;
}

// What is pure has no effect, so that leaving it out changes nothing but its result.
TEST(Meaning, OfRowsHoldsTogether) {
  for (const InstructionRow& row : instruction_table()) {
    const Meaning& found = row.meaning;
    EXPECT_NE(found.memory, Memory::anything) << row.opcode << " says nothing of memory";
    if (found.is_pure) {
      EXPECT_EQ(found.memory, Memory::none) << row.opcode;
      EXPECT_EQ(found.sets, Sets::first) << row.opcode;
    }
    if (found.gathers != Gathers::nobody) {
      EXPECT_TRUE(found.is_collective) << row.opcode;
    }
    if (found.is_left_out_unread) {
      EXPECT_TRUE(found.is_pure || found.gathers == Gathers::lanes ||
                  found.memory == Memory::load || found.memory == Memory::load_of_constants)
          << row.opcode;
    }
  }
}

// 9.7.12: control flow.
TEST(Meaning, OnlyControlFlowEndsABasicBlock) {
  const Opcodes ending{"bra", "brx", "exit", "ret", "trap"};
  for (const InstructionRow& row : instruction_table()) {
    ptx::Instruction instruction;
    instruction.opcode = row.opcode;
    EXPECT_EQ(ends_block(instruction),
              std::find(ending.begin(), ending.end(), row.opcode) != ending.end())
        << row.opcode;
  }
}

// 9.7.13: "barrier{.cta}.red performs a reduction … d"; bar.sync a, b only reads.
TEST(Meaning, OnlyReducingBarriersSetTheirFirstOperand) {
  const ptx::Module module = module_of(
      "bar.sync %r1, %r2; bar.red.popc.u32 %r9, 1, %p1; nanosleep.u32 %r1; stackrestore.u32 %r1;");
  std::vector<std::string> written;
  for (const ptx::Instruction& instruction : module.functions[0].body) {
    for_each_written(instruction, [&](std::uint32_t index) {
      written.push_back(module.functions[0].registers[index].full_name());
    });
  }
  EXPECT_EQ(written, (std::vector<std::string>{"%r1", "%r2", "%rd1", "%r9"}));
}

// 9.7.9.6 shfl, 9.7.13.8 vote, 9.7.13.10 activemask, 9.7.13.11 redux; an atomic "returns the
// original value" to each thread.
TEST(Meaning, SaysWhetherLanesGetTheSame) {
  EXPECT_TRUE(is_uniform("add.u32 %r9, %r2, 1;"));
  EXPECT_FALSE(is_uniform("add.u32 %r9, %r1, 1;"));
  EXPECT_TRUE(is_uniform("vote.sync.ballot.b32 %r9, %p1, -1;"));
  EXPECT_TRUE(is_uniform("redux.sync.add.u32 %r9, %r1, -1;"));
  EXPECT_TRUE(is_uniform("activemask.b32 %r9;"));
  EXPECT_TRUE(is_uniform("shfl.sync.idx.b32 %r9, %r1, %r2, 31, -1;"));
  EXPECT_FALSE(is_uniform("shfl.sync.idx.b32 %r9, %r1, %r1, 31, -1;"));
  EXPECT_FALSE(is_uniform("shfl.sync.up.b32 %r9, %r2, %r2, 0, -1;"));
  EXPECT_TRUE(is_uniform("ld.global.u32 %r9, [%rd1];"));
  EXPECT_FALSE(is_uniform("ld.local.u32 %r9, [%rd1];")) << "each thread has its own";
  EXPECT_FALSE(is_uniform("atom.global.add.u32 %r9, [%rd1], %r2;"));
  EXPECT_FALSE(is_uniform("match.any.sync.b32 %r9, %r2, -1;"));
  EXPECT_FALSE(is_uniform("elect.sync %r9|%p1, -1;"));
  EXPECT_FALSE(is_uniform("movmatrix.sync.aligned.m8n8.trans.b16 %r9, %r2;"))
      << "rows of two values become columns";
  EXPECT_FALSE(is_uniform("frobnicate.b32 %r9, %r2;")) << "nobody knows";
}

// Sums in an order of their own show nothing of the others.
TEST(Meaning, SaysWhatSeesOtherBlocks) {
  const auto sees = [](std::string_view body) {
    return sees_other_blocks(module_of(body).functions[0]);
  };
  EXPECT_FALSE(sees("st.global.u32 [%rd1], %r1; ld.global.u32 %r9, [%rd1];"));
  EXPECT_FALSE(sees("red.global.add.f32 [%rd1], %r1;"));
  EXPECT_FALSE(sees("atom.global.add.f32 %r9, [%rd1], %r1;")) << "nobody reads the old value";
  EXPECT_FALSE(sees("membar.gl;"));
  EXPECT_FALSE(sees("atom.shared.add.u32 %r9, [%r1], %r2; st.global.u32 [%rd1], %r9;"));
  EXPECT_TRUE(sees("atom.global.add.u32 %r9, [%rd1], %r2; st.global.u32 [%rd1], %r9;"));
  EXPECT_TRUE(sees("ld.acquire.gpu.global.u32 %r9, [%rd1];"));
  EXPECT_TRUE(sees("ld.volatile.global.u32 %r9, [%rd1];"));
}

// 8: memory consistency; what one block can see of another one.
TEST(Meaning, SaysWhatOrdersBlocks) {
  EXPECT_FALSE(is_ordered_kernel("st.global.u32 [%rd1], %r1; ld.global.u32 %r9, [%rd1];"));
  EXPECT_TRUE(is_ordered_kernel("ld.acquire.gpu.global.u32 %r9, [%rd1];"));
  EXPECT_TRUE(is_ordered_kernel("st.volatile.global.u32 [%rd1], %r1;"));
  EXPECT_FALSE(is_ordered_kernel("st.volatile.shared.u32 [%r1], %r1;"));
  EXPECT_FALSE(is_ordered_kernel("red.global.add.u32 [%rd1], %r1;"));
  EXPECT_TRUE(is_ordered_kernel("red.global.add.f32 [%rd1], %r1;"));
  EXPECT_TRUE(is_ordered_kernel("atom.global.add.u32 %r9, [%rd1], 1; st.global.u32 [%rd1], %r9;"));
  EXPECT_TRUE(is_ordered_kernel("membar.gl;"));
  EXPECT_FALSE(is_ordered_kernel("membar.cta; bar.sync 0; bar.warp.sync -1;"));
  EXPECT_FALSE(is_ordered_kernel(
      "mbarrier.init.shared.b64 [%r1], 1; ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r9}, [%r1];"));
  EXPECT_TRUE(is_ordered_kernel("mov.u64 %rd2, %globaltimer;"));
  EXPECT_TRUE(is_ordered_kernel("frobnicate.b32 %r9, %r2;")) << "nobody knows";
}

}  // namespace
}  // namespace warpscope::exec::test::meaning_test
