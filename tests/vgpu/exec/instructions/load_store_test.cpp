// ld and st of every width, vector form and state space, PTX ISA manual section 9.7.9.
#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test::load_store_test {
namespace {

std::vector<std::uint8_t> pattern(std::size_t size) {
  std::vector<std::uint8_t> bytes(size);
  for (std::size_t i = 0; i < size; ++i)
    bytes[i] = static_cast<std::uint8_t>(i * 151 + i / 7 + 128);
  return bytes;
}

struct Form {
  std::string type;       // of ld and st
  std::string registers;  // of which there are `length`, numbered from 1
  std::uint32_t element_bytes = 4;
  std::uint32_t length = 1;
};
void PrintTo(const Form& form, std::ostream* out) { *out << form.type << " x" << form.length; }

std::string data(const Form& form) {
  if (form.length == 1) return form.registers + "1";
  std::string text = "{";
  for (std::uint32_t k = 1; k <= form.length; ++k)
    text += (k > 1 ? ", " : "") + form.registers + std::to_string(k);
  return text + "}";
}
std::string modifiers(const Form& form) {
  return (form.length == 1 ? "." : ".v" + std::to_string(form.length) + ".") + form.type;
}

std::vector<Form> forms() {
  std::vector<Form> all;
  const std::vector<std::tuple<std::vector<const char*>, const char*, std::uint32_t>> scalars{
      {{"b8", "u8", "s8"}, "%rs", 1},
      {{"b16", "u16", "s16"}, "%rs", 2},
      {{"b32", "u32", "s32"}, "%r2", 4},
      {{"b64", "u64", "s64"}, "%rd2", 8},
      {{"f32"}, "%f", 4},
      {{"f64"}, "%fd", 8}};
  for (const auto& [types, registers, bytes] : scalars) {
    for (const char* type : types) {
      all.push_back({type, registers, bytes, 1});
      all.push_back({type, registers, bytes, 2});
      if (bytes <= 4) all.push_back({type, registers, bytes, 4});
    }
  }
  return all;
}

class LoadStore : public ::testing::TestWithParam<Form> {
 protected:
  // Copies 45 threads' elements: a full warp and a partial one. `through` moves them from the
  // registers to memory of another space and back; %r1 is the thread.
  void copy(const std::string& through) {
    const Form& form = GetParam();
    const auto bytes = static_cast<int>(form.element_bytes * form.length);
    Machine machine(module_with_kernel(
        ".param .u64 in, .param .u64 out",
        element_address("in", "%rd1", bytes) + element_address("out", "%rd2", bytes) + "ld.global" +
            modifiers(form) + " " + data(form) + ", [%rd1];\n" + through + "st.global" +
            modifiers(form) + " [%rd2], " + data(form) + ";\n"));
    const auto in = pattern(std::size_t{45} * static_cast<std::size_t>(bytes));
    const std::uint64_t from = machine.upload(in), to = machine.allocate(in.size());
    const LaunchResult launched = machine.launch("k", {}, {45, 1, 1}, from, to);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(machine.download<std::uint8_t>(to, in.size()), in);
  }
  // Store to [address], clear the registers, load again.
  std::string there_and_back(const std::string& space, const std::string& address) const {
    const Form& form = GetParam();
    std::string text = "st" + space + modifiers(form) + " [" + address + "], " + data(form) + ";\n";
    for (std::uint32_t k = 1; k <= form.length; ++k) {
      const std::string move = form.registers == "%f"    ? "mov.f32 "
                               : form.registers == "%fd" ? "mov.f64 "
                               : form.registers == "%rs" ? "mov.b16 "
                               : form.registers == "%r2" ? "mov.b32 "
                                                         : "mov.b64 ";
      const bool is_float = form.registers[1] == 'f';
      text += move + form.registers + std::to_string(k) + (is_float ? ", 0.0;\n" : ", 0;\n");
    }
    return text + "ld" + space + modifiers(form) + " " + data(form) + ", [" + address + "];\n";
  }
};

TEST_P(LoadStore, CopiesThroughGlobalMemory) { copy(""); }

TEST_P(LoadStore, GoesThroughSharedMemoryByNarrowAndWideAddress) {
  copy(".shared .align 16 .b8 s[1024]; mov.u32 %r3, s; mad.lo.u32 %r3, %r1, 16, %r3;\n" +
       there_and_back(".shared", "%r3") + "cvt.u64.u32 %rd3, %r3;\n" +
       there_and_back(".shared", "%rd3+16"));
}

TEST_P(LoadStore, GoesThroughLocalMemory) {
  copy(
      ".local .align 16 .b8 l[48]; mov.u64 %rd3, l; and.b32 %r3, %r1, 1; mad.wide.u32 %rd3, %r3, "
      "16, %rd3;\n" +
      there_and_back(".local", "%rd3+16"));
}

TEST_P(LoadStore, GoesThroughMixedSpacesByGenericAddress) {
  // Lanes in turn: shared, local, and the thread's own element of `out`.
  copy(R"(.shared .align 16 .b8 s[1024]; .local .align 16 .b8 l[16];
mov.u64 %rd3, s; mad.wide.u32 %rd3, %r1, 16, %rd3; cvta.shared.u64 %rd3, %rd3;
mov.u64 %rd4, l; cvta.local.u64 %rd4, %rd4;
rem.u32 %r3, %r1, 3; setp.eq.u32 %p1, %r3, 0; setp.eq.u32 %p2, %r3, 1;
selp.u64 %rd5, %rd4, %rd2, %p2; selp.u64 %rd5, %rd3, %rd5, %p1;
)" + there_and_back("", "%rd5"));
}

TEST_P(LoadStore, ReadsConstantMemory) {
  const Form& form = GetParam();
  const std::uint32_t bytes = form.element_bytes * form.length;
  const auto values = pattern(std::size_t{40} * bytes);
  std::string declaration = ".const .align 16 .b8 table[" + std::to_string(values.size()) + "] = {";
  for (std::size_t i = 0; i < values.size(); ++i)
    declaration += (i > 0 ? ", " : "") + std::to_string(values[i]);
  Machine machine(module_with_kernel(
      ".param .u64 out",
      element_address("out", "%rd2", static_cast<int>(bytes)) +
          "mov.u64 %rd1, table; mad.wide.u32 %rd1, %r1, " + std::to_string(bytes) +
          ", %rd1;\nld.const" + modifiers(form) + " " + data(form) + ", [%rd1];\nst.global" +
          modifiers(form) + " [%rd2], " + data(form) + ";\n",
      declaration + "};"));
  const std::uint64_t out = machine.allocate(values.size());
  const LaunchResult launched = machine.launch("k", {}, {40, 1, 1}, out);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  EXPECT_EQ(machine.download<std::uint8_t>(out, values.size()), values);
}

INSTANTIATE_TEST_SUITE_P(Forms, LoadStore, ::testing::ValuesIn(forms()), [](const auto& info) {
  return info.param.type + "_v" + std::to_string(info.param.length);
});

TEST(LoadIntoWiderRegister, ExtendsByTheType) {
  Machine machine(module_with_kernel(
      ".param .u64 in, .param .u64 out",
      element_address("in", "%rd1", 8) + element_address("out", "%rd2", 64) + R"(
ld.global.s8 %r2, [%rd1]; ld.global.u8 %r3, [%rd1]; ld.global.s16 %r4, [%rd1]; ld.global.u16 %r5, [%rd1];
ld.global.s8 %rd3, [%rd1]; ld.global.u8 %rd4, [%rd1]; ld.global.s32 %rd5, [%rd1]; ld.global.u32 %rd6, [%rd1];
ld.global.s8 %rs1, [%rd1]; cvt.s64.s16 %rd7, %rs1;
st.global.v4.u32 [%rd2], {%r2, %r3, %r4, %r5};
)" +
          std::string("st.global.u64 [%rd2+16], %rd3; st.global.u64 [%rd2+24], %rd4; st.global.u64 "
                      "[%rd2+32], %rd5;\n"
                      "st.global.u64 [%rd2+40], %rd6; st.global.u64 [%rd2+48], %rd7;\n")));
  std::vector<std::uint64_t> in(32);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = 0x8070'60f0'8182'0000 + i * 0x1011'0f37;
  const std::uint64_t from = machine.upload(in), to = machine.allocate(32 * 64);
  const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, from, to);
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  for (std::size_t i = 0; i < in.size(); ++i) {
    const auto narrow = machine.download<std::uint32_t>(to + 64 * i, 4);
    const auto wide = machine.download<std::uint64_t>(to + 64 * i + 16, 5);
    const std::uint64_t value = in[i];
    const auto s8 = static_cast<std::int8_t>(value);
    const auto s16 = static_cast<std::int16_t>(value);
    EXPECT_EQ(narrow[0], static_cast<std::uint32_t>(std::int32_t{s8}));
    EXPECT_EQ(narrow[1], value & 0xff);
    EXPECT_EQ(narrow[2], static_cast<std::uint32_t>(std::int32_t{s16}));
    EXPECT_EQ(narrow[3], value & 0xffff);
    EXPECT_EQ(wide[0], static_cast<std::uint64_t>(std::int64_t{s8}));
    EXPECT_EQ(wide[1], value & 0xff);
    EXPECT_EQ(wide[2], static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(value)}));
    EXPECT_EQ(wide[3], value & 0xffffffff);
    EXPECT_EQ(wide[4], static_cast<std::uint64_t>(std::int64_t{s8}));
  }
}

TEST(StoreFromWiderRegister, WritesOnlyTheTypesBytes) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 8) +
                                                            "mov.u32 %r2, 0x12345678; "
                                                            "st.global.u8 [%rd1], %r2; "
                                                            "st.global.u16 [%rd1+2], %r2;\n"));
  const std::uint64_t out = machine.upload(std::vector<std::uint64_t>(32, 0xffff'ffff'ffff'ffff));
  ASSERT_FALSE(machine.launch("k", {}, {32, 1, 1}, out).fault);
  EXPECT_EQ(machine.download<std::uint64_t>(out, 32),
            std::vector<std::uint64_t>(32, 0xffff'ffff'5678'ff78));
}

TEST(Parameters, AreReadByTypeAndOffset) {
  Machine machine(module_with_kernel(
      ".param .u8 a, .param .s16 b, .param .f32 c, .param .align 8 .b8 d[24], .param .u64 out", R"(
ld.param.u64 %rd1, [out]; ld.param.s8 %rs1, [a]; ld.param.s16 %r2, [b]; ld.param.f32 %f1, [c];
cvt.s32.s16 %r1, %rs1;
st.global.s32 [%rd1], %r1; st.global.s32 [%rd1+4], %r2; st.global.f32 [%rd1+8], %f1;
ld.param.v2.u32 {%r3, %r4}, [d+8]; ld.param.u64 %rd2, [d+16]; ld.param.v4.b8 {%rs2, %rs3, %rs4, %rs5}, [d];
st.global.u32 [%rd1+12], %r4; st.global.u64 [%rd1+16], %rd2; st.global.u8 [%rd1+24], %rs4;
)"));
  const std::uint64_t out = machine.upload(std::vector<std::uint32_t>(8, 0));
  struct Structure {
    std::uint8_t first[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    std::uint32_t x = 20, y = 21;
    std::uint64_t z = 0x1122334455667788;
  };
  std::vector<std::byte> parameters(48);
  const auto put = [&](std::size_t offset, auto value) {
    std::memcpy(parameters.data() + offset, &value, sizeof value);
  };
  put(0, std::uint8_t{0x85});
  put(2, std::int16_t{-300});
  put(4, 2.5F);
  put(8, Structure{});
  put(32, out);
  const LaunchResult launched =
      exec::launch(machine.program(), "k", {{}, {}, 0, parameters}, machine.memory(), {});
  ASSERT_FALSE(launched.fault) << launched.fault->message;
  const auto words = machine.download<std::uint32_t>(out, 8);
  EXPECT_EQ(words[0], static_cast<std::uint32_t>(-123));
  EXPECT_EQ(words[1], static_cast<std::uint32_t>(-300));
  EXPECT_EQ(words[2], 0x40200000u);
  EXPECT_EQ(words[3], 21u);
  EXPECT_EQ(words[4], 0x55667788u);
  EXPECT_EQ(words[5], 0x11223344u);
  EXPECT_EQ(words[6] & 0xff, 3u);
}

// '_' takes the place of an element that nobody wants.
TEST(LoadWithBitBucket, DropsTheElement) {
  Machine machine(
      module_with_kernel(".param .u64 in, .param .u64 out",
                         element_address("in", "%rd1", 16) + element_address("out", "%rd2", 8) + R"(
mov.u32 %r9, 77; ld.global.v4.u32 {_, %r3, _, %r4}, [%rd1]; st.global.v2.u32 [%rd2], {%r3, %r4};
ld.global.u32 _, [%rd1]; xor.b32 %r5, %r1, 1; .shared .align 4 .b8 s[256];
mov.u32 %r6, s; mad.lo.u32 %r6, %r5, 8, %r6; ld.shared.u32 _, [%r6];
)"));
  std::vector<std::uint32_t> in(128);
  std::iota(in.begin(), in.end(), 1000u);
  const std::uint64_t from = machine.upload(in), to = machine.allocate(256);
  for (const std::uint32_t threads : {32u, 20u}) {
    const LaunchResult launched = machine.launch("k", {}, {threads, 1, 1}, from, to);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    const auto out = machine.download<std::uint32_t>(to, std::size_t{2} * threads);
    for (std::uint32_t i = 0; i < threads; ++i) {
      EXPECT_EQ(out[2 * i], 1001 + 4 * i);
      EXPECT_EQ(out[2 * i + 1], 1003 + 4 * i);
    }
  }
}

// What caches and orderings say changes no result.
TEST(CacheAndOrderModifiers, AreAccepted) {
  for (const char* load :
       {"ld.volatile.global.u32", "ld.relaxed.gpu.global.u32", "ld.acquire.sys.global.u32",
        "ld.global.nc.u32", "ld.global.ca.u32", "ld.global.cg.u32", "ld.global.cs.u32",
        "ld.global.lu.u32", "ld.global.cv.u32", "ld.weak.global.u32",
        "ld.global.nc.L1::no_allocate.u32", "ld.global.L1::evict_last.u32",
        "ld.global.L2::128B.u32"}) {
    Machine machine(module_with_kernel(".param .u64 in, .param .u64 out",
                                       element_address("in", "%rd1", 4) +
                                           element_address("out", "%rd2", 4) + load +
                                           " %r2, [%rd1]; st.global.u32 [%rd2], %r2;\n"));
    const std::uint64_t in = machine.upload(std::vector<std::uint32_t>(32, 5)),
                        out = machine.allocate(128);
    const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, in, out);
    ASSERT_FALSE(launched.fault) << launched.fault->message;
    EXPECT_EQ(machine.download<std::uint32_t>(out, 32), std::vector<std::uint32_t>(32, 5)) << load;
  }
}

}  // namespace
}  // namespace warpscope::exec::test::load_store_test
