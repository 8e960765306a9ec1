// Damaged PTX must end in a module or in ParseError, and soon.
#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "nvcc_samples.h"
#include "ptx_text.h"

namespace warpscope::ptx::hostile_text_test {
namespace {

using test::error_of;
using test::kernel_text;
using test::module_text;

/// True when the text parsed; ParseError is an orderly end as well, anything else fails the test.
bool parses(std::string text) {
  try {
    parse(std::move(text));
    return true;
  } catch (const ParseError& error) {
    EXPECT_GT(error.line(), 0U);
    EXPECT_NE(std::string_view(error.what()), "");
    return false;
  }
}

/// Has every kind of statement and operand in little space.
const std::string& small_text() {
  static const std::string text = module_text(R"(
.file 1 "a.cu"
.extern .func  (.param .b32 r) vprintf(.param .b64 a);
.global .align 4 .u8 g[2][3] = {{1, 2}, {3}};
.global .u64 h[2] = {generic(g)+4, g};
.const .f32 c = 0f3F800000;
.visible .entry k(.param .u64 .ptr .global .align 4 p0)
.maxntid 256, 1, 1
{
.reg .pred %p<3>;
.reg .b32 %r<5>;
.reg .v2 .f32 v;
.local .align 16 .b8 depot[64];
.loc 1 3 4
.loc 1 5 6, function_name $L__info_string0, inlined_at 1 3 4
@!%p1 bra $L1;
ld.global.v2.f32 {v.x, _}, [p0+-8];
setp.lt.and.s32 %p1|%p2, %r1, 1+2*(3-WARP_SZ), !%p2;
{ .param .b64 param0; .reg .b32 t; call.uni (param0), vprintf, (param0); }
.pragma "used_bytes_mask 15";
$L1: brx.idx %r1, $T;
$T: .branchtargets $L1, $L2;
$L2: mov.u64 %r1, %tid.x; /* comment */
}
.section .debug_str
{
$L__info_string0:
.b8 1,2
}
)");
  return text;
}

TEST(HostileText, TheWholeTextParses) { EXPECT_EQ(error_of(small_text()), ""); }

TEST(HostileText, EveryTruncation) {
  const std::string& text = small_text();
  const std::size_t end_of_target = text.find("sm_90") + 1;
  std::size_t failed = 0;
  for (std::size_t size = 0; size < text.size(); ++size) {
    const bool is_good = parses(text.substr(0, size));
    failed += is_good ? 0 : 1;
    if (size < end_of_target) {
      EXPECT_FALSE(is_good) << size;
    }
  }
  EXPECT_GT(failed, text.size() / 2);
}

TEST(HostileText, TruncationsOfNvccOutput) {
  const std::string& text = test::nvcc_sample("inline_assembly");
  for (std::size_t size = 0; size < text.size(); ++size) parses(text.substr(0, size));
  EXPECT_TRUE(parses(text));
}

TEST(HostileText, RandomDamage) {
  std::mt19937 random(20261120);
  std::size_t failed = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string text = round % 4 == 0 ? test::nvcc_sample("module_variables") : small_text();
    const auto changes = 1 + random() % 4;
    for (unsigned i = 0; i < changes; ++i) {
      const std::size_t place = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[place] = static_cast<char>(text[place] ^ (1U << (random() % 8)));
          break;
        case 1:
          text.erase(place, 1 + random() % 8);
          break;
        case 2:
          text.insert(place, text, random() % text.size(), random() % 40);
          break;
        default:
          text[place] = "(){}[]<>,;:.%@!|+-0"[random() % 19];
          break;
      }
    }
    failed += parses(std::move(text)) ? 0 : 1;
  }
  EXPECT_GT(failed, 1000U);
}

TEST(HostileText, DeepNestingDoesNotExhaustTheStack) {
  constexpr std::size_t kDepth = 200000;
  const std::string registers(test::kRegisters);
  EXPECT_NE(error_of(kernel_text(std::string(kDepth, '{'))), "");
  EXPECT_NE(error_of(kernel_text(registers + "mov.b32 %r1, " + std::string(kDepth, '(') + ";")),
            "");
  EXPECT_NE(error_of(kernel_text(registers + "mov.b32 %r1, " + std::string(kDepth, '-') + "1;")),
            "");
  EXPECT_NE(error_of(kernel_text(registers + "mov.b32 " + std::string(kDepth, '{') + ";")), "");
  EXPECT_NE(error_of(kernel_text(registers + "mov.b32 " + std::string(kDepth, '[') + ";")), "");
  EXPECT_NE(error_of(kernel_text(registers + "mov.b32 " + std::string(kDepth, '!') + "%p1;")), "");
  EXPECT_NE(error_of(module_text(".global .b8 a[2] = " + std::string(kDepth, '{'))), "");
  EXPECT_NE(error_of(module_text(".section .x " + std::string(kDepth, '{'))), "");
}

TEST(HostileText, ShortTextsCannotAskForMuchMemory) {
  EXPECT_NE(error_of(kernel_text(".reg .b32 %r<4294967295>;")), "");
  std::string many;
  for (int i = 0; i < 100; ++i) {
    many += ".entry k" + std::to_string(i) + "() { .reg .b32 %r<1000000>; }\n";
  }
  EXPECT_NE(error_of(module_text(many)), "");
  EXPECT_NE(error_of(module_text(".global .b8 a[2][100000000000] = {{1}, {2}};")), "");
  EXPECT_NE(error_of(module_text(".file 4294967295 \"a\"")), "");
  std::string aliases = ".func f() { .reg .b32 %r<100000>; }\n";
  for (int i = 0; i < 100; ++i) {
    const std::string name = "f" + std::to_string(i);
    aliases += ".func " + name + "();\n.alias " + name + ", f;\n";
  }
  EXPECT_NE(error_of(module_text(aliases)), "");
}

TEST(HostileText, ManyOfOneThingTakeLinearTime) {
  constexpr int kCount = 20000;
  std::string calls = ".func f(.param .b32 a);\n.entry k() {\n";
  std::string scopes;
  for (int i = 0; i < kCount; ++i) {
    calls += "{ .reg .b32 t; .param .b32 param0; L: bra L; call f, (param0); }\n";
    scopes += "bra END;\n";
  }
  calls += scopes + "END: ret; }\n";
  const auto begin = std::chrono::steady_clock::now();
  const Module module = parse(module_text(calls));
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(module.functions.back().body.size(), 3U * kCount + 1);
  EXPECT_EQ(module.functions.back().labels.size(), kCount + 1U);
  EXPECT_EQ(module.functions.back().variables.size(), 1U);
  EXPECT_LT(seconds.count(), 5.0) << "about 0.05 s in an optimised build";
}

}  // namespace
}  // namespace warpscope::ptx::hostile_text_test
