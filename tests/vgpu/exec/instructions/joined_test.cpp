// Neighbouring operations that one handler may execute.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/program/kernel.h"

namespace warpscope::exec::test {
namespace {

using Word = std::uint32_t;
constexpr Word kThreads = 48;  // a whole warp, and half of one

/// What `body`, which gets a number in %r2, leaves in %r9 for each thread.
std::vector<Word> run(const std::string& body) {
  Machine machine(module_with_kernel(".param .u64 out", element_address("out", "%rd1", 4) +
                                                            "mad.lo.u32 %r2, %r1, 2654435761, 77;" +
                                                            body + "st.global.u32 [%rd1], %r9;"));
  const auto out = machine.allocate(kThreads * sizeof(Word));
  machine.launch("k", {1, 1, 1}, {kThreads, 1, 1}, out);
  return machine.download<Word>(out, kThreads);
}

std::vector<Word> expected(const std::function<Word(Word thread, Word number)>& of) {
  std::vector<Word> result;
  for (Word i = 0; i < kThreads; ++i) result.push_back(of(i, i * 2654435761U + 77));
  return result;
}

TEST(JoinedOperations, GiveWhatTheTwoGive) {
  EXPECT_EQ(run("shl.b32 %r3, %r2, 13; xor.b32 %r9, %r3, %r2;"),
            expected([](Word, Word x) { return x << 13 ^ x; }));
  EXPECT_EQ(run("shr.u32 %r3, %r2, 17; or.b32 %r9, %r2, %r3;"),
            expected([](Word, Word x) { return x >> 17 | x; }));
  EXPECT_EQ(run("shr.u32 %r3, %r2, %r1; and.b32 %r9, %r3, 0xF0F0F0F0;"),
            expected([](Word i, Word x) { return (i > 31 ? 0 : x >> i) & 0xF0F0F0F0; }));
  EXPECT_EQ(run("shl.b32 %r2, %r2, 5; xor.b32 %r2, %r2, %r1; mov.u32 %r9, %r2;"),
            expected([](Word i, Word x) { return x << 5 ^ i; }));
  EXPECT_EQ(run("shr.s32 %r3, %r2, 4; xor.b32 %r9, %r3, %r2;"), expected([](Word, Word x) {
              return static_cast<Word>(static_cast<std::int32_t>(x) >> 4) ^ x;
            }))
      << "a shift of a signed number is another operation";
}

TEST(JoinedOperations, LeaveWhatIsReadElsewhere) {
  EXPECT_EQ(run("shl.b32 %r3, %r2, 3; xor.b32 %r4, %r3, %r2; add.u32 %r9, %r3, %r4;"),
            expected([](Word, Word x) { return (x << 3) + (x << 3 ^ x); }));
  EXPECT_EQ(run("shl.b32 %r3, %r2, 3; xor.b32 %r9, %r3, %r3; add.u32 %r9, %r9, 5;"),
            expected([](Word, Word) { return 5; }));
  EXPECT_EQ(run("shl.b32 %r3, %r2, 3; xor.b32 %r4, %r2, %r1; add.u32 %r9, %r3, %r4;"),
            expected([](Word i, Word x) { return (x << 3) + (x ^ i); }))
      << "neighbours that have nothing to do with each other";
  EXPECT_EQ(run("mov.u32 %r4, 0; L: shl.b32 %r3, %r2, 1; xor.b32 %r2, %r3, %r2; "
                "add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 3; @%p1 bra L; mov.u32 %r9, %r3;"),
            expected([](Word, Word x) {
              x ^= x << 1;
              x ^= x << 1;
              return x << 1;
            }));
}

constexpr Word stirred(Word x) {
  x ^= x << 13;
  x ^= x >> 17;
  return x ^ x << 5;
}
constexpr const char* kStir =
    "shl.b32 %r3, %r2, 13; xor.b32 %r4, %r3, %r2; shr.u32 %r5, %r4, 17; xor.b32 %r6, %r5, %r4;"
    "shl.b32 %r7, %r6, 5; xor.b32 %r8, %r7, %r6; ";

TEST(JoinedOperations, GiveWhatThreePairsGive) {
  const std::string stir = kStir;
  EXPECT_EQ(run(stir + "mov.u32 %r9, %r8;"), expected([](Word, Word x) { return stirred(x); }));
  EXPECT_EQ(run(stir + "add.u32 %r9, %r4, %r6; add.u32 %r9, %r9, %r8;"), expected([](Word, Word x) {
              const Word first = x ^ x << 13, second = first ^ first >> 17;
              return first + second + stirred(x);
            }))
      << "results in between are read as well";
  EXPECT_EQ(run("mov.u32 %r10, 0; L: " + stir +
                "mov.u32 %r2, %r8; add.u32 %r10, %r10, 1; setp.lt.u32 %p1, %r10, 7; @%p1 bra L;"
                "mov.u32 %r9, %r2;"),
            expected([](Word, Word x) {
              for (int i = 0; i < 7; ++i) x = stirred(x);
              return x;
            }));
  EXPECT_EQ(run("and.b32 %r11, %r1, 3; setp.ne.u32 %p1, %r11, 0; mov.u32 %r9, %r2; @!%p1 bra L; " +
                stir + "mov.u32 %r9, %r8; L: "),
            expected([](Word i, Word x) { return i % 4 == 0 ? x : stirred(x); }))
      << "lanes that are not active";
  EXPECT_EQ(run("shl.b32 %r3, %r2, 3; xor.b32 %r4, %r3, %r2; shr.u32 %r5, %r4, %r4;"
                "xor.b32 %r6, %r5, %r4; shr.u32 %r7, %r6, %r4; xor.b32 %r9, %r7, %r6;"),
            expected([](Word, Word x) {
              const auto right = [](Word value, Word by) { return by > 31 ? 0 : value >> by; };
              const Word first = x ^ x << 3, second = first ^ right(first, first);
              return second ^ right(second, first);
            }))
      << "by as much as a result before";
  EXPECT_EQ(run("shl.b32 %r3, %r2, 1; xor.b32 %r4, %r3, %r2; shr.u32 %r5, %r4, 2;"
                "xor.b32 %r6, %r5, %r2; shl.b32 %r7, %r6, 3; xor.b32 %r9, %r7, %r4;"),
            expected([](Word, Word x) {
              const Word first = x ^ x << 1, second = x ^ first >> 2;
              return first ^ second << 3;
            }))
      << "mixed with something else";
}

TEST(JoinedOperations, LeaveLanesThatAreNotActive) {
  const std::string odd = "and.b32 %r5, %r1, 1; setp.eq.u32 %p1, %r5, 1; mov.u32 %r9, %r2;";
  const auto answer = expected([](Word i, Word x) { return i % 2 == 1 ? x << 7 ^ x : x; });
  EXPECT_EQ(run(odd + "@!%p1 bra L; shl.b32 %r3, %r2, 7; xor.b32 %r9, %r3, %r2; L: "), answer);
  EXPECT_EQ(run(odd + "mov.u32 %r3, 0; @%p1 shl.b32 %r3, %r2, 7; xor.b32 %r9, %r3, %r2;"), answer);
  EXPECT_EQ(run(odd + "shl.b32 %r3, %r2, 7; @%p1 xor.b32 %r9, %r3, %r2;"), answer);
}

using Wide = std::uint64_t;

/// What `body`, which gets a number in %r2 and another one in %rd5, leaves in `result`, its halves
/// mixed.
std::vector<Word> run_wide(const std::string& body, const std::string& result) {
  return run("mul.wide.u32 %rd5, %r1, 1000003; mov.u32 %r4, 0; " + body + "shr.u64 %rd9, " +
             result + ", 32; cvt.u32.u64 %r6, " + result +
             "; cvt.u32.u64 %r7, %rd9; xor.b32 %r9, %r6, %r7;");
}

std::vector<Word> expected_wide(
    const std::function<Wide(Word thread, Word number, Wide base)>& of) {
  return expected([&](Word i, Word x) {
    const Wide value = of(i, x, Wide{i} * 1000003);
    return static_cast<Word>(value) ^ static_cast<Word>(value >> 32);
  });
}

Wide signed_product(Word x, std::int64_t factor) {
  return static_cast<Wide>(static_cast<std::int32_t>(x) * factor);
}

TEST(JoinedOperations, GiveOffsetAndAddress) {
  const std::string offset = "mul.wide.s32 %rd2, %r2, -12; ";
  const auto address =
      expected_wide([](Word, Word x, Wide base) { return base + signed_product(x, -12); });
  EXPECT_EQ(run_wide(offset + "add.s64 %rd3, %rd5, %rd2; ", "%rd3"), address);
  EXPECT_EQ(run_wide(offset + "add.s64 %rd3, %rd2, %rd5; ", "%rd3"), address);
  EXPECT_EQ(run_wide(offset + "add.s64 %rd2, %rd2, %rd5; ", "%rd2"), address) << "in its place";
  EXPECT_EQ(run_wide(offset + "add.s64 %rd5, %rd5, %rd2; ", "%rd5"), address) << "in the base's";
  EXPECT_EQ(run_wide(offset + "add.s64 %rd3, %rd5, %rd2; ", "%rd2"),
            expected_wide([](Word, Word x, Wide) { return signed_product(x, -12); }))
      << "the offset is read as well";
  EXPECT_EQ(run_wide("mul.wide.u32 %rd2, %r2, 24; add.s64 %rd3, %rd2, %rd5; ", "%rd3"),
            expected_wide([](Word, Word x, Wide base) { return base + Wide{x} * 24; }));
  EXPECT_EQ(run_wide("shl.b64 %rd2, %rd5, %r1; add.s64 %rd3, %rd2, %rd5; ", "%rd3"),
            expected_wide([](Word i, Word, Wide base) { return base + (base << i); }));
}

TEST(JoinedOperations, LeaveWhatIsNoAddress) {
  EXPECT_EQ(run_wide("mul.wide.s32 %rd2, %r2, 8; add.s64 %rd3, %rd2, %rd2; ", "%rd3"),
            expected_wide([](Word, Word x, Wide) { return signed_product(x, 16); }));
  EXPECT_EQ(run_wide("mul.wide.s32 %rd2, %r2, 8; add.s64 %rd3, %rd5, %rd5; "
                     "add.s64 %rd3, %rd3, %rd2; ",
                     "%rd3"),
            expected_wide([](Word, Word x, Wide base) { return 2 * base + signed_product(x, 8); }));
  EXPECT_EQ(run_wide("mul.wide.s32 %rd2, %r2, 8; L: add.s64 %rd5, %rd5, %rd2; "
                     "add.u32 %r4, %r4, 1; setp.lt.u32 %p1, %r4, 3; @%p1 bra L; ",
                     "%rd5"),
            expected_wide([](Word, Word x, Wide base) { return base + signed_product(x, 24); }))
      << "a jump between the two";
  const std::string odd = "and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 1; ";
  const auto answer = expected_wide(
      [](Word i, Word x, Wide base) { return i % 2 == 1 ? base + signed_product(x, 8) : base; });
  EXPECT_EQ(run_wide(odd + "@!%p1 bra L; mul.wide.s32 %rd2, %r2, 8; add.s64 %rd5, %rd5, %rd2; L: ",
                     "%rd5"),
            answer);
  EXPECT_EQ(run_wide(odd + "mul.wide.s32 %rd2, %r2, 8; @%p1 add.s64 %rd5, %rd5, %rd2; ", "%rd5"),
            answer);
}

TEST(JoinedOperations, CountAsTwo) {
  const auto instructions = [](const std::string& body) {
    Machine machine(module_with_kernel("", body));
    return machine.launch("k", {1, 1, 1}, {32, 1, 1}).counters[Counter::inst_executed];
  };
  EXPECT_EQ(instructions("mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 1; xor.b32 %r9, %r3, %r2;"),
            instructions("mov.u32 %r2, %tid.x; shl.b32 %r3, %r2, 1; add.u32 %r9, %r3, %r2;"));
  EXPECT_EQ(instructions(std::string("mov.u32 %r2, %tid.x; ") + kStir),
            instructions("mov.u32 %r2, %tid.x; ") + 6);
}

}  // namespace
}  // namespace warpscope::exec::test
