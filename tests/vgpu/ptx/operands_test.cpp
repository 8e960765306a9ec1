#include "vgpu/ptx/operands.h"

#include <gtest/gtest.h>

#include <bit>

#include "ptx_text.h"

namespace warpscope::ptx::operands_test {
namespace {

using test::error_of;
using test::kernel_text;
using Kind = Operand::Kind;

Instruction only_instruction(std::string_view text, Module& module) {
  module = test::parse_instruction(text);
  EXPECT_EQ(module.functions.at(0).body.size(), 1U);
  return module.functions[0].body.at(0);
}

/// Full name of the register that an operand names.
std::string register_name(const Module& module, const Operand& operand) {
  EXPECT_EQ(operand.kind, Kind::reg);
  return module.functions[0].registers.at(operand.index).full_name();
}

TEST(Operands, RegistersAndIntegers) {
  Module module;
  const auto add = only_instruction("add.s32 %r1, %r2, -5;", module);
  ASSERT_EQ(add.operands.size(), 3U);
  EXPECT_EQ(register_name(module, add.operands[0]), "%r1");
  EXPECT_EQ(register_name(module, add.operands[1]), "%r2");
  EXPECT_EQ(add.operands[2].kind, Kind::integer);
  EXPECT_EQ(static_cast<std::int64_t>(add.operands[2].bits), -5);
}

TEST(Operands, ConstantExpressions) {
  Module module;
  EXPECT_EQ(only_instruction("mov.u32 %r1, 128+64;", module).operands[1].bits, 192U);
  EXPECT_EQ(only_instruction("mov.u32 %r1, (1<<3)|1;", module).operands[1].bits, 9U);
  EXPECT_EQ(only_instruction("mov.u32 %r1, WARP_SZ;", module).operands[1].bits, 32U);
  EXPECT_EQ(only_instruction("mov.u32 %r1, 0xFFU;", module).operands[1].bits, 255U);
}

TEST(Operands, Floats) {
  Module module;
  const auto single = only_instruction("mov.f32 %f1, 0f40490FDB;", module);
  EXPECT_EQ(single.operands[1].kind, Kind::floating);
  EXPECT_TRUE(single.operands[1].single);
  EXPECT_EQ(single.operands[1].bits, 0x40490FDBU);
  const auto full = only_instruction("mov.f64 %fd1, 0dC000000000000000;", module);
  EXPECT_FALSE(full.operands[1].single);
  EXPECT_EQ(std::bit_cast<double>(full.operands[1].bits), -2.0);
  const auto decimal = only_instruction("mov.f32 %f1, -1.5;", module);
  EXPECT_FALSE(decimal.operands[1].single);
  EXPECT_EQ(std::bit_cast<double>(decimal.operands[1].bits), -1.5);
}

TEST(Operands, SpecialRegisters) {
  Module module;
  EXPECT_EQ(only_instruction("mov.u32 %r1, %tid.x;", module).operands[1].name, "tid.x");
  EXPECT_EQ(only_instruction("mov.u32 %r1, %laneid;", module).operands[1].name, "laneid");
  EXPECT_EQ(only_instruction("mov.u32 %r1, %cluster_ctaid.z;", module).operands[1].name,
            "cluster_ctaid.z");
  EXPECT_EQ(only_instruction("mov.u64 %rd1, %clock64;", module).operands[1].kind, Kind::special);
  EXPECT_TRUE(is_special_register("envreg31"));
  EXPECT_TRUE(is_special_register("warpid"));
  EXPECT_FALSE(is_special_register("envreg"));
  EXPECT_FALSE(is_special_register("r1"));
}

TEST(Operands, AddressesWithOffsets) {
  Module module;
  const auto plain = only_instruction("ld.global.f32 %f1, [%rd1];", module).operands[1];
  EXPECT_EQ(plain.kind, Kind::address);
  ASSERT_EQ(plain.elements.size(), 1U);
  EXPECT_EQ(register_name(module, plain.elements[0]), "%rd1");
  EXPECT_EQ(plain.bits, 0U);
  const auto offset = [&](std::string_view text) {
    return static_cast<std::int64_t>(only_instruction(text, module).operands[1].bits);
  };
  EXPECT_EQ(offset("ld.global.f32 %f1, [%rd1+16];"), 16);
  EXPECT_EQ(offset("ld.global.f32 %f1, [%rd1+-16];"), -16);
  EXPECT_EQ(offset("ld.global.f32 %f1, [%rd1-4];"), -4);
  EXPECT_EQ(offset("ld.global.f32 %f1, [ %rd1 + 4 * 8 ];"), 32);
  EXPECT_EQ(offset("ld.param.u64 %rd1, [p+8];"), 8);
  const auto parameter = only_instruction("ld.param.u64 %rd1, [p+8];", module).operands[1];
  EXPECT_EQ(parameter.elements[0].kind, Kind::symbol);
  EXPECT_EQ(parameter.elements[0].name, "p");
  EXPECT_EQ(parameter.elements[0].bits, 0U);
  const auto absolute = only_instruction("ld.shared.f32 %f1, [64];", module).operands[1];
  EXPECT_EQ(absolute.elements[0].kind, Kind::integer);
  EXPECT_EQ(absolute.elements[0].bits, 64U);
}

TEST(Operands, SymbolsWithOffsets) {
  Module module;
  const auto move = only_instruction("mov.u64 %rd1, p+12;", module);
  EXPECT_EQ(move.operands[1].kind, Kind::symbol);
  EXPECT_EQ(move.operands[1].name, "p");
  EXPECT_EQ(move.operands[1].bits, 12U);
}

TEST(Operands, SeveralAddresses) {
  Module module;
  const auto copy = only_instruction(
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%r1], [%rd1+64], 4096, [%r2];",
      module);
  EXPECT_EQ(copy.opcode, "cp");
  EXPECT_EQ(copy.modifiers,
            (std::vector<std::string_view>{"async", "bulk", "shared::cluster", "global",
                                           "mbarrier::complete_tx::bytes"}));
  ASSERT_EQ(copy.operands.size(), 4U);
  EXPECT_EQ(copy.operands[1].bits, 64U);
  EXPECT_EQ(copy.operands[2].bits, 4096U);
  EXPECT_EQ(register_name(module, copy.operands[3].elements[0]), "%r2");
}

TEST(Operands, VectorsPairsAndSinks) {
  Module module;
  const auto load = only_instruction("ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1];", module);
  ASSERT_EQ(load.operands[0].kind, Kind::vector);
  ASSERT_EQ(load.operands[0].elements.size(), 4U);
  EXPECT_EQ(load.operands[0].elements[1].kind, Kind::sink);
  EXPECT_EQ(register_name(module, load.operands[0].elements[3]), "%f4");

  const auto compare = only_instruction("setp.lt.and.s32 %p1|%p2, %r1, 7, !%p3;", module);
  ASSERT_EQ(compare.operands[0].kind, Kind::pair);
  EXPECT_EQ(register_name(module, compare.operands[0].elements[0]), "%p1");
  EXPECT_EQ(register_name(module, compare.operands[0].elements[1]), "%p2");
  EXPECT_TRUE(compare.operands[3].negated);
  EXPECT_EQ(register_name(module, compare.operands[3]), "%p3");

  const auto shuffle =
      only_instruction("shfl.sync.down.b32 %r1|%p1, %r2, 16, 31, 0xFFFFFFFF;", module);
  ASSERT_EQ(shuffle.operands.size(), 5U);
  EXPECT_EQ(shuffle.operands[0].kind, Kind::pair);
  EXPECT_EQ(shuffle.operands[4].bits, 0xFFFFFFFFU);

  const auto sink = only_instruction("setp.eq.s32 _|%p2, %r1, 0;", module);
  EXPECT_EQ(sink.operands[0].elements[0].kind, Kind::sink);
  const auto arrive = only_instruction("mbarrier.arrive.shared.b64 _, [%r1];", module);
  EXPECT_EQ(arrive.operands[0].kind, Kind::sink);
}

TEST(Operands, Textures) {
  Module module;
  const auto texture =
      only_instruction("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%rd1, %rd2, {%f4, %f5}];", module);
  ASSERT_EQ(texture.operands.size(), 2U);
  EXPECT_EQ(texture.modifiers.front(), "2d");
  const Operand& address = texture.operands[1];
  ASSERT_EQ(address.kind, Kind::address);
  ASSERT_EQ(address.elements.size(), 3U);
  EXPECT_EQ(register_name(module, address.elements[1]), "%rd2");
  EXPECT_EQ(address.elements[2].kind, Kind::vector);
  EXPECT_EQ(address.elements[2].elements.size(), 2U);
}

TEST(Operands, PartsOfRegistersAndPredicatesOfTextures) {
  Module module;
  const auto video = only_instruction("vadd.s32.u32.s32 %r1.h1, %r2.b3, -%r3, %r4;", module);
  EXPECT_EQ(register_name(module, video.operands[0]), "%r1");
  EXPECT_EQ(video.operands[0].name, "h1");
  EXPECT_EQ(video.operands[1].name, "b3");
  EXPECT_EQ(video.operands[2].name, "");
  const auto texture =
      only_instruction("tex.2d.v4.f32.f32 {%f0, %f1, _, %f3}|%p2, [%rd1, {%f4, %f5}];", module);
  ASSERT_EQ(texture.operands[0].kind, Kind::pair);
  EXPECT_EQ(texture.operands[0].elements[0].kind, Kind::vector);
  EXPECT_EQ(texture.operands[0].elements[0].elements.size(), 4U);
  EXPECT_EQ(register_name(module, texture.operands[0].elements[1]), "%p2");
}

TEST(Operands, NegatedRegisters) {
  Module module;
  const auto negative = only_instruction("add.s32 %r1, %r2, -%r3;", module);
  EXPECT_TRUE(negative.operands[2].negated);
  EXPECT_EQ(register_name(module, negative.operands[2]), "%r3");
  EXPECT_EQ(only_instruction("add.s32 %r1, %r2, -WARP_SZ;", module).operands[2].kind,
            Kind::integer);
}

TEST(Operands, ErrorsNameLineAndCause) {
  const auto error = [](std::string_view text) {
    return error_of(kernel_text(std::string(test::kRegisters) + std::string(text)));
  };
  EXPECT_EQ(error("mov.u32 %r1, %tidx;"), "PTX line 6: The register '%tidx' is not declared.");
  EXPECT_EQ(error("mov.u32 %r1, nothing;"), "PTX line 6: The name 'nothing' is not declared.");
  EXPECT_EQ(error("mov.u32 %r1, ;"), "PTX line 6: An operand expected, but found ';'.");
  EXPECT_EQ(error("mov.u32 %r1 %r2;"),
            "PTX line 6: ';' after the instruction 'mov' expected, but found '%r2'.");
  for (const char* text :
       {"ld.b32 %r1, [%r2;", "ld.b32 %r1, [%r2+%r3];", "ld.b32 %r1, [{%r2}];",
        "ld.b32 %r1, [%r2+1.5];", "ld.b32 {%r1, %r2, [%r3];", "mov.b32 %r1|3, 4;",
        "mov.b32 %r1|%tid.x, 4;", "mov.b32 !3x, 4;", "mov.b32 !%tid.x, 4;", "mov.b32 %r1, 1..2;",
        "mov.b32 {{{{{{{{{{%r1}}}}}}}}}}, 1;", "mov.b32 %r1, 0f12;", "mov.b32 %r1, @;"}) {
    EXPECT_NE(error(text), "") << text;
  }
}

}  // namespace
}  // namespace warpscope::ptx::operands_test
