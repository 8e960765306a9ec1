// A kernel that is observed is lowered in another way (docs/contributors/watching.md): observers
// are told of each access once, and counters, registers and memory are those of the plain kernel.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"
#include "vgpu/exec/analysis/meaning.h"
#include "vgpu/exec/analysis/modifiers.h"
#include "vgpu/exec/observation/observer.h"
#include "vgpu/exec/program/program.h"

namespace warpscope::exec::test {
namespace {

constexpr std::uint32_t kBlocks = 2, kThreads = 64, kRounds = 3;

/// How many lanes' accesses it was told of, by instruction.
class Listener : public LaunchObserver {
 public:
  explicit Listener(bool takes_lines) : takes_lines_(takes_lines) {}
  std::unique_ptr<BlockObserver> observe_blocks(const BlockShape& /*shape*/) override {
    return std::make_unique<Block>(*this);
  }
  std::map<std::uint32_t, std::uint64_t> lanes;
  std::uint64_t lines = 0;

 private:
  class Block : public ObserverOf<Block, AccessEvent, LineAccess> {
   public:
    explicit Block(Listener& listener) : listener_(listener) {}
    void on(const AccessEvent& event) {
      // Of an asynchronous copy they are told twice: when it begins, and when its bytes are there.
      if (event.kind != AccessKind::copy_done && event.kind != AccessKind::copy_issued)
        listener_.lanes[event.instruction] +=
            static_cast<std::uint64_t>(std::popcount(event.lanes));
    }
    EventMask wants() const override {
      return ObserverOf::wants() & ~(listener_.takes_lines_ ? 0 : kEventMask<LineAccess>);
    }
    void on(const LineAccess& access) {
      listener_.lanes[access.instruction] += 32;
      ++listener_.lines;
    }

   private:
    Listener& listener_;
  };
  bool takes_lines_;
};

// Each way an access can go, three times: lanes side by side, apart, at one place, exchanged; one
// element and vectors; merged ones; guarded ones; all spaces; atomics; a copy.
// %rd1: in[tid], %rd2: out[tid], %r2: &tile[tid], %r3: &tile[tid ^ 1], %r4: &tile[8 * tid % 256].
std::string kernel() {
  return module_with_kernel(".param .u64 in, .param .u64 out", R"(
.local .align 16 .b8 own[64];
ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; cvta.to.global.u64 %rd1, %rd1;
cvta.to.global.u64 %rd2, %rd2; mov.u32 %r1, %tid.x; mov.u32 %r20, %ctaid.x;
mad.lo.u32 %r21, %r20, 64, %r1;
mad.wide.u32 %rd3, %r21, 16, %rd1; mad.wide.u32 %rd4, %r21, 16, %rd2;
mad.wide.u32 %rd1, %r21, 4, %rd1; mad.wide.u32 %rd2, %r21, 4, %rd2;
mov.u32 %r2, tile; mad.lo.u32 %r2, %r1, 4, %r2; xor.b32 %r3, %r2, 4;
mov.u32 %r4, tile; shl.b32 %r5, %r1, 5; and.b32 %r5, %r5, 1023; add.u32 %r4, %r4, %r5;
mov.u32 %r6, tile; mad.lo.u32 %r6, %r1, 16, %r6;
mul.wide.u32 %rd5, %r21, 100; and.b64 %rd5, %rd5, 8188; add.u64 %rd5, %rd5, %rd1;
setp.lt.u32 %p1, %r1, 20; mov.u32 %r10, 0; mov.u64 %rd6, own; mov.u32 %r11, 7;
loop:
ld.global.u32 %r12, [%rd1]; ld.global.u32 %r13, [%rd5];
ld.global.v4.u32 {%r14, %r15, %r16, %r17}, [%rd3];
@%p1 ld.global.u32 %r18, [%rd1+512];
add.u32 %r11, %r11, %r12; add.u32 %r11, %r11, %r13; add.u32 %r11, %r11, %r14;
add.u32 %r11, %r11, %r17; xor.b32 %r11, %r11, %r15; xor.b32 %r11, %r11, %r16;
@%p1 add.u32 %r11, %r11, %r18;
st.shared.u32 [%r2], %r11; bar.sync 0;
ld.shared.u32 %r12, [%r3]; ld.shared.u32 %r13, [%r4]; ld.shared.u32 %r14, [tile];
ld.shared.v2.u32 {%r15, %r16}, [%r6]; @%p1 ld.shared.u32 %r17, [%r2+8];
bar.sync 0;
add.u32 %r11, %r11, %r12; add.u32 %r11, %r11, %r13; add.u32 %r11, %r11, %r14;
add.u32 %r11, %r11, %r15; add.u32 %r11, %r11, %r16; @%p1 add.u32 %r11, %r11, %r17;
st.local.u32 [own+4], %r11; ld.local.u32 %r12, [own+4];
cvta.shared.u64 %rd7, 0; cvt.u64.u32 %rd8, %r2; add.u64 %rd7, %rd7, %rd8; ld.u32 %r13, [%rd7];
cvta.global.u64 %rd9, %rd1; ld.u32 %r14, [%rd9]; bar.sync 0;
atom.shared.add.u32 %r15, [%r2], %r12; red.global.add.u32 [%rd2], %r13;
atom.global.max.u32 %r16, [%rd2], %r14;
cp.async.ca.shared.global [%r6], [%rd3], 16; cp.async.wait_all;
add.u32 %r11, %r15, %r16;
st.global.u32 [%rd2], %r11; @%p1 st.global.u32 [%rd2+512], %r11;
st.global.v2.u32 [%rd4+8192], {%r11, %r13};
add.u32 %r10, %r10, 1; setp.lt.u32 %p2, %r10, 3; @%p2 bra loop;
)",
                            ".shared .align 16 .b8 tile[2048];\n");
}

struct Ran {
  LaunchResult result;
  std::vector<std::uint32_t> memory;
};

Ran run_once(LaunchObserver* observer, std::unique_ptr<Machine>& machine) {
  machine = std::make_unique<Machine>(kernel());
  if (observer != nullptr) machine->options.observers = {observer};
  machine->options.worker_threads = 1;
  std::vector<std::uint32_t> values(8192);
  for (std::uint32_t i = 0; i < values.size(); ++i) values[i] = i * 2654435761U;
  const std::uint64_t in = machine->upload(values);
  const std::uint64_t out = machine->upload(std::vector<std::uint32_t>(8192));
  Ran run;
  run.result = machine->launch("k", {kBlocks, 1, 1}, {kThreads, 1, 1}, in, out);
  run.memory = machine->download<std::uint32_t>(out, 8192);
  return run;
}

class ObservedLowering : public testing::TestWithParam<bool> {};

TEST_P(ObservedLowering, TellsOfEachAccessOnce) {
  Listener listener(GetParam());
  std::unique_ptr<Machine> machine;
  const Ran observed = run_once(&listener, machine);
  ASSERT_FALSE(observed.result.fault) << observed.result.fault->message;
  const ptx::Function& function = machine->program().module().functions.at(0);
  std::size_t accesses = 0;
  for (std::uint32_t i = 0; i < function.body.size(); ++i) {
    const ptx::Instruction& instruction = function.body[i];
    const Memory memory = meaning_of(instruction).memory;
    const bool is_access = memory == Memory::load || memory == Memory::store ||
                           memory == Memory::atomic || memory == Memory::reduction ||
                           (memory == Memory::copy && has_modifier(instruction, "global"));
    if (!is_access || has_modifier(instruction, "param")) continue;
    ++accesses;
    const std::uint64_t lanes = instruction.guard ? 20 : kThreads;
    EXPECT_EQ(listener.lanes[i], lanes * kBlocks * kRounds)
        << instruction.opcode << " in line " << instruction.ptx_line;
  }
  EXPECT_EQ(accesses, 21U);
  EXPECT_EQ(listener.lines > 0, GetParam());
}

TEST_P(ObservedLowering, ChangesNeitherCountersNorMemory) {
  Listener listener(GetParam());
  std::unique_ptr<Machine> machine;
  const Ran plain = run_once(nullptr, machine), observed = run_once(&listener, machine);
  ASSERT_FALSE(plain.result.fault) << plain.result.fault->message;
  EXPECT_EQ(plain.memory, observed.memory);
  EXPECT_EQ(plain.result.counters.values, observed.result.counters.values);
  EXPECT_TRUE(std::any_of(plain.memory.begin(), plain.memory.end(),
                          [](std::uint32_t word) { return word != 0; }));
}

INSTANTIATE_TEST_SUITE_P(Observers, ObservedLowering, testing::Values(false, true));

}  // namespace
}  // namespace warpscope::exec::test
