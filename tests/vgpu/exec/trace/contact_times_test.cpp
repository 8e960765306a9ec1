// Warps whose turns go by the times that a clock has seen of their contacts with other blocks.
#include "vgpu/exec/trace/contact_times.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/program/kernel.h"
#include "vgpu/exec/trace/launch_trace.h"

namespace warpscope::exec::test {
namespace {

constexpr std::uint32_t kAsk = 7, kTell = 9;

TEST(ContactTimes, AreAsTheWarpDidIt) {
  ContactTimes times;
  ContactTimes::Warp& warp = times.block(3, 2)[1];
  warp.begin(50);
  warp.come_to(kAsk, 150, 250);
  warp.come_to(kAsk, 850, 1000);
  warp.come_to(kAsk, 1750, 1800);
  warp.come_to(kTell, 1760, 1860);
  times.finish();
  EXPECT_EQ(times.begin(3, 1), 50U);
  const auto first = times.step(3, 1, ContactTimes::kBegin, kAsk, 0);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->cycles, 100U);
  EXPECT_EQ(first->seen_after, 100U);
  EXPECT_EQ(times.step(3, 1, kAsk, kAsk, 0)->cycles, 700U);
  EXPECT_EQ(times.step(3, 1, kAsk, kAsk, 1)->cycles, 900U);
  EXPECT_EQ(times.step(3, 1, kAsk, kAsk, 2)->cycles, 800U) << "behind the last: the mean";
  EXPECT_EQ(times.step(3, 1, kAsk, kAsk, 2)->seen_after, 100U);
  EXPECT_EQ(times.step(3, 1, kAsk, kTell, 0)->cycles, 10U);
}

TEST(ContactTimes, OfAWarpThatWasNotTimedAreTheOthers) {
  ContactTimes times;
  for (const std::uint64_t block : {0U, 1U}) {
    ContactTimes::Warp& warp = times.block(block, 1)[0];
    warp.begin(0);
    warp.come_to(kAsk, 100 + 200 * block, 100 + 200 * block);
  }
  times.finish();
  EXPECT_EQ(times.step(8, 0, ContactTimes::kBegin, kAsk, 0)->cycles, 200U);
  EXPECT_FALSE(times.step(8, 0, kAsk, kAsk, 0)) << "no warp has asked twice";
  EXPECT_FALSE(times.has_repeated());
  times.block(0, 1)[0].come_to(kAsk, 200, 200);
  times.finish();
  EXPECT_TRUE(times.has_repeated());
}

// As of a warp that asks for two flags by turns, or tests a lock before it tries to take it.
TEST(ContactTimes, RepeatWhereAWarpComesBackByAnother) {
  ContactTimes times;
  ContactTimes::Warp& warp = times.block(0, 1)[0];
  warp.begin(0);
  for (const std::uint64_t at : {100U, 300U}) {
    warp.come_to(kAsk, at, at);
    warp.come_to(kTell, at + 100, at + 100);
    times.finish();
    EXPECT_EQ(times.has_repeated(), at == 300);
  }
}

// What a warp waits at a barrier is not part of what it does behind that.
TEST(ContactTimes, CountFromWhenABarrierOpens) {
  ContactTimes times;
  ContactTimes::Warp& warp = times.block(0, 1)[0];
  warp.begin(0);
  warp.come_to(ContactTimes::barrier(0), 40, 40);
  warp.go_on(1000);
  warp.come_to(kTell, 1030, 1030);
  times.finish();
  EXPECT_EQ(times.step(0, 0, ContactTimes::barrier(0), kTell, 0)->cycles, 30U);
}

/// The instructions of the kernel by which blocks see each other's work.
std::vector<std::uint32_t> contacts_of(const LaunchTrace& trace) {
  std::vector<std::uint32_t> contacts;
  for (const AccessSite& site : trace.sites())
    if (site.is_contact) contacts.push_back(site.instruction);
  return contacts;
}

/// Two blocks of a warp each that the device holds together, and their trace.
struct Pair {
  explicit Pair(const char* body, std::size_t words)
      : machine(module_with_kernel(".param .u64 out", body)), words(words) {
    machine.options.trace = &trace;
    machine.options.shares_time = true;
    machine.options.resident_blocks = 2;
  }
  std::vector<std::uint32_t> run(const ContactTimes* times) {
    machine.options.contact_times = times;
    const auto out = machine.upload(std::vector<std::uint32_t>(words));
    EXPECT_FALSE(machine.launch("k", {2, 1, 1}, {32, 1, 1}, out).fault);
    return machine.download<std::uint32_t>(out, words);
  }
  LaunchTrace trace;
  Machine machine;
  std::size_t words;
};

// Block 0 sets a flag; block 1 counts how often it asks for it.
constexpr const char* kFlag = R"(
ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; setp.ne.u32 %p1, %r1, 0; mov.u32 %r4, 1;
@%p1 bra WAIT;
st.volatile.global.u32 [%rd1], %r4;
ret;
WAIT:
mov.u32 %r2, 0;
AGAIN:
ld.volatile.global.u32 %r3, [%rd1]; add.u32 %r2, %r2, 1; setp.eq.u32 %p2, %r3, 0;
@%p2 bra AGAIN;
st.global.u32 [%rd1+4], %r2;
)";

TEST(TurnsByTime, LetAWarpAskUntilTheFlagIsSet) {
  Pair pair(kFlag, 2);
  EXPECT_GE(pair.run(nullptr)[1], 1U) << "without times it ends as well";
  const auto contacts = contacts_of(pair.trace);
  ASSERT_EQ(contacts.size(), 2U);
  for (const std::uint64_t set_at : {0U, 5000U, 100000U}) {
    ContactTimes times;
    times.block(0, 1)[0].begin(0);
    times.block(0, 1)[0].come_to(contacts[0], set_at, set_at + 100);
    times.block(1, 1)[0].begin(0);
    for (const std::uint64_t asked : {300U, 1000U})
      times.block(1, 1)[0].come_to(contacts[1], asked, asked + 100);
    times.finish();
    // It asks at 300, 1000, 1700, ...
    const std::uint64_t in_vain = set_at < 300 ? 0 : (set_at - 300 + 699) / 700;
    EXPECT_EQ(pair.run(&times)[1], in_vain + 1) << set_at;
  }
}

// Each block takes numbers until 40 are gone, and counts its own.
constexpr const char* kTickets = R"(
ld.param.u64 %rd1, [out]; mov.u32 %r1, %ctaid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd2, %rd1, %rd2; mov.u32 %r2, 0;
mov.u32 %r5, %tid.x; setp.ne.u32 %p1, %r5, 0;
@%p1 bra DONE;
AGAIN:
atom.global.add.u32 %r3, [%rd1], 1; setp.ge.u32 %p2, %r3, 40;
@%p2 bra DONE;
add.u32 %r2, %r2, 1; st.global.u32 [%rd2+4], %r2;
bra AGAIN;
DONE:
)";

TEST(TurnsByTime, GiveMoreWorkToWhoIsQuicker) {
  Pair pair(kTickets, 3);
  pair.run(nullptr);
  const auto contacts = contacts_of(pair.trace);
  ASSERT_EQ(contacts.size(), 1U);
  ContactTimes times;
  for (const std::uint64_t block : {0U, 1U}) {
    ContactTimes::Warp& warp = times.block(block, 1)[0];
    const std::uint64_t step = block == 0 ? 100 : 300;
    warp.begin(0);
    for (const std::uint64_t time : {1U, 2U}) warp.come_to(contacts[0], time * step, time * step);
  }
  times.finish();
  const auto taken = pair.run(&times);
  EXPECT_EQ(taken[1] + taken[2], 40U);
  EXPECT_NEAR(taken[1], 30, 1);
}

}  // namespace
}  // namespace warpscope::exec::test
