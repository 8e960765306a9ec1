// What stops a launch, and what is said about it.
#include <gtest/gtest.h>

#include <cctype>
#include <string>

#include "tests/vgpu/exec/support/machine.h"
#include "tests/vgpu/exec/support/ptx_text.h"

namespace warpscope::exec::test {
namespace {

constexpr std::string_view kParameters = ".param .u64 out, .param .u32 x";

// One launch of a kernel whose `body` begins at line 40 of k.cu; %rd1 is the address of the
// thread's word of `out`, %r2 the parameter x.
class Launch {
 public:
  explicit Launch(const std::string& body)
      : machine_(module_with_kernel(
            kParameters,
            element_address("out", "%rd1", 4) + "ld.param.u32 %r2, [x];\n.loc 1 40 0\n" + body,
            ".file 1 \"folder/k.cu\"\n.extern .func helper;\n")) {}

  const Fault& fault(std::uint64_t out, std::uint32_t threads = 32, std::uint32_t x = 0) {
    result_ = machine_.launch("k", {2, 1, 1}, {threads, 1, 1}, out, x);
    if (!result_.fault) {
      ADD_FAILURE() << "the launch ended without a fault";
      result_.fault.emplace();
    }
    check_text();
    return *result_.fault;
  }
  Machine& machine() { return machine_; }
  const LaunchResult& result() const { return result_; }

 private:
  // Every fault names kernel and place, in one sentence.
  void check_text() const {
    const Fault& fault = *result_.fault;
    EXPECT_EQ(fault.kernel, "k");
    ASSERT_GT(fault.message.size(), 20u);
    EXPECT_NE(std::string(".?").find(fault.message.back()), std::string::npos) << fault.message;
    EXPECT_NE(std::isupper(static_cast<unsigned char>(fault.message[0])), 0) << fault.message;
  }
  Machine machine_;
  LaunchResult result_;
};

TEST(OutOfBounds, NamesLanesAddressAndPlace) {
  Launch launch("st.global.u32 [%rd1], %r1;");
  const std::uint64_t out = launch.machine().allocate(4 * 50);
  const Fault& fault = launch.fault(out, 64);
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_bounds);
  EXPECT_EQ(fault.instruction, "st.global.u32");
  EXPECT_EQ(fault.where.line, 40u);
  EXPECT_NE(fault.where.file.find("k.cu"), std::string::npos);
  EXPECT_EQ(fault.block_index, (Dim3{0, 0, 0}));
  EXPECT_EQ(fault.warp, 1u);
  EXPECT_EQ(fault.lane_mask, 0xfffc0000u);
  EXPECT_EQ(fault.thread_index, (Dim3{50, 0, 0}));
  EXPECT_EQ(fault.address, out + 200);
  EXPECT_EQ(fault.access_bytes, 4u);
  EXPECT_TRUE(fault.is_store);
}

TEST(OutOfBounds, OfLanesThatDoNotExecuteIsNone) {
  Machine machine(module_with_kernel(kParameters, element_address("out", "%rd1", 4) + R"(
ld.param.u32 %r2, [x]; setp.lt.u32 %p1, %r1, %r2; @%p1 ld.global.u32 %r3, [%rd1]; @%p1 st.global.u32 [%rd1], %r3;
)"));
  const std::uint64_t out = machine.allocate(4 * 50);
  EXPECT_FALSE(machine.launch("k", {}, {64, 1, 1}, out, 50u).fault);
  EXPECT_TRUE(machine.launch("k", {}, {64, 1, 1}, out, 51u).fault);
}

TEST(OutOfBounds, SeesTheLastBytesOfAWideAccess) {
  Launch launch("ld.volatile.global.u64 %rd2, [%rd1+8];");
  const std::uint64_t out = launch.machine().allocate(12);
  const Fault& fault = launch.fault(out, 1);
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_bounds);
  EXPECT_FALSE(fault.is_store);
}

TEST(OutOfBounds, SeesAnAccessBeforeTheAllocationAndAfterAFree) {
  Launch before("ld.volatile.global.u32 %r3, [%rd1+-4];");
  EXPECT_EQ(before.fault(before.machine().allocate(128)).lane_mask, 1u);
  Launch after("ld.volatile.global.u32 %r3, [%rd1];");
  const std::uint64_t freed = after.machine().allocate(128);
  ASSERT_TRUE(after.machine().memory().release(freed));
  EXPECT_EQ(after.fault(freed).lane_mask, 0xffffffffu);
}

TEST(OutOfBounds, HoldsForSharedMemory) {
  for (const char* text : {"st.shared.u32 [%r3], %r1;", "ld.volatile.shared.u32 %r4, [%r3];",
                           "atom.shared.add.u32 %r4, [%r3], 1;"}) {
    Launch launch(
        std::string(".shared .align 4 .b8 s[64]; mov.u32 %r3, s; mad.lo.u32 %r3, %r1, 4, %r3;") +
        text);
    const Fault& fault = launch.fault(launch.machine().allocate(256));
    EXPECT_EQ(fault.lane_mask, 0xffff0000u) << text;
    EXPECT_NE(fault.message.find("shared memory"), std::string::npos) << fault.message;
  }
}

TEST(OutOfBounds, LetsDynamicSharedMemoryBeUsedToItsEnd) {
  Machine machine(module_with_kernel(
      "",
      "mov.u32 %r1, %tid.x; mov.u32 %r3, s; mad.lo.u32 %r3, %r1, 4, %r3; st.shared.u32 [%r3], %r1;",
      ".extern .shared .align 16 .b8 s[];"));
  machine.dynamic_shared_bytes = 128;
  EXPECT_FALSE(machine.launch("k", {}, {32, 1, 1}).fault);
  EXPECT_TRUE(machine.launch("k", {}, {33, 1, 1}).fault);
}

TEST(OutOfBounds, HoldsForLocalMemory) {
  Launch launch(
      ".local .align 4 .b8 l[16]; mov.u64 %rd2, l; mad.wide.u32 %rd2, %r1, 4, %rd2; st.local.u32 "
      "[%rd2], %r1;");
  const Fault& fault = launch.fault(launch.machine().allocate(256));
  EXPECT_EQ(fault.kind, Fault::Kind::out_of_bounds);
  EXPECT_NE(fault.message.find("local memory"), std::string::npos);
  EXPECT_EQ(fault.lane_mask & 0x1f, 0x10u);  // the first of the lanes 4 to 31
}

TEST(OutOfBounds, HoldsForGenericAddresses) {
  Launch launch(
      R"(.shared .align 4 .b8 s[64]; mov.u64 %rd2, s; mad.wide.u32 %rd2, %r1, 4, %rd2; cvta.shared.u64 %rd2, %rd2;
setp.lt.u32 %p1, %r1, 20; selp.u64 %rd2, %rd2, %rd1, %p1; st.u32 [%rd2], %r1;)");
  EXPECT_EQ(launch.fault(launch.machine().allocate(256)).lane_mask, 0x000f0000u);
}

TEST(NullPointer, IsOutOfBounds) {
  Launch launch("ld.volatile.global.u32 %r3, [%rd1];");
  EXPECT_EQ(launch.fault(0).kind, Fault::Kind::out_of_bounds);
}

TEST(HostPointer, IsNamedAsSuch) {
  Launch launch("st.global.u32 [%rd1], 1;");
  const std::vector<std::uint32_t> on_host(32);
  const Fault& fault = launch.fault(reinterpret_cast<std::uintptr_t>(on_host.data()));
  EXPECT_EQ(fault.kind, Fault::Kind::host_pointer);
  EXPECT_NE(fault.message.find("host memory"), std::string::npos);
}

TEST(HostPointer, IsNotWhatANegativeIndexMakesOfAnArray) {
  Launch launch("ld.volatile.global.u32 %r3, [%rd1+-65536];");  // the first allocation
  EXPECT_EQ(launch.fault(launch.machine().allocate(256)).kind, Fault::Kind::out_of_bounds);
}

TEST(Misaligned, NamesTheLanes) {
  for (const char* text : {"ld.volatile.global.u32 %r3, [%rd1];",
                           "atom.global.add.u32 %r3, [%rd1], 1;", "ld.volatile.u32 %r3, [%rd1];"}) {
    Launch launch(
        std::string("and.b32 %r3, %r1, 1; cvt.u64.u32 %rd2, %r3; add.u64 %rd1, %rd1, %rd2;") +
        text);
    const Fault& fault = launch.fault(launch.machine().allocate(256));
    EXPECT_EQ(fault.kind, Fault::Kind::misaligned_address) << text;
    EXPECT_EQ(fault.lane_mask, 0xaaaaaaaau);
    EXPECT_NE(fault.message.find("multiple of 4"), std::string::npos) << fault.message;
  }
  Launch vector("ld.volatile.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd1];");
  EXPECT_EQ(vector.fault(vector.machine().allocate(1024)).lane_mask, 0xeeeeeeeeu);
  Launch shared(
      ".shared .align 8 .b8 s[256]; mov.u32 %r3, s; mad.lo.u32 %r3, %r1, 4, %r3; "
      "ld.volatile.shared.u64 "
      "%rd3, [%r3];");
  EXPECT_EQ(shared.fault(shared.machine().allocate(256)).lane_mask, 0xaaaaaaaau);
  Launch local(
      ".local .align 8 .b8 l[512]; mov.u64 %rd3, l; mad.wide.u32 %rd3, %r1, 4, %rd3; st.local.u64 "
      "[%rd3], %rd1;");
  EXPECT_EQ(local.fault(local.machine().allocate(256)).lane_mask & 3, 2u);
}

TEST(UnsupportedInstruction, StopsOnlyALaunchThatReachesIt) {
  for (const char* text :
       {"wmma.mma.sync.whatever.f32 %f1, %f2;", "add.whatever.f32 %f1, %f1, %f1;",
        "mov.u64 %rd5, %current_graph_exec;", "call helper;", "tcgen05.alloc %r1, %r2;"}) {
    SCOPED_TRACE(text);
    const std::string around =
        std::string("setp.eq.u32 %p1, %r2, 0; @%p1 bra SKIP;\n.loc 1 44 0\n") + text +
        "\nSKIP: st.global.u32 [%rd1], %r1;";
    Launch launch(around);
    const std::uint64_t out = launch.machine().allocate(256);
    EXPECT_FALSE(launch.machine().launch("k", {}, {32, 1, 1}, out, 0u).fault);
    const Fault& fault = launch.fault(out, 32, 1);
    EXPECT_EQ(fault.kind, Fault::Kind::unsupported_instruction);
    const std::string spelling = std::string(text).substr(0, std::string(text).find_first_of(" "));
    EXPECT_EQ(fault.instruction, spelling);
    EXPECT_NE(fault.message.find(spelling), std::string::npos) << fault.message;
    EXPECT_EQ(fault.where.line, 44u);
  }
}

TEST(UnsupportedInstruction, ClustersOfMoreThanOneBlock) {
  for (const bool is_large : {false, true}) {
    std::string text = module_with_kernel("", "mov.u32 %r1, %cluster_ctarank;");
    const std::string size = is_large ? ".reqnctapercluster 1, 2, 1 " : ".reqnctapercluster 1 ";
    text.insert(text.find("{"), size);
    Machine machine(text);
    const LaunchResult launched = machine.launch("k", {2, 2, 1}, {32, 1, 1});
    ASSERT_EQ(launched.fault.has_value(), is_large);
    if (!is_large) continue;
    EXPECT_EQ(launched.fault->kind, Fault::Kind::unsupported_instruction);
    EXPECT_NE(launched.fault->message.find("clusters"), std::string::npos)
        << launched.fault->message;
  }
}

TEST(UnsupportedInstruction, UnderAGuardThatNoLanePassesIsNotReached) {
  for (const char* text : {"@%p1 add.rz.s32 %r3, %r3, %r3;", "@!%p2 frobnicate.b32 %r3, %r4;",
                           "@%p1 wgmma.fence.sync.aligned;"}) {
    SCOPED_TRACE(text);
    Launch launch(std::string("setp.ne.u32 %p1, %r2, 0; not.pred %p2, %p1;\n") + text +
                  "\nst.global.u32 [%rd1], %r1;");
    const std::uint64_t out = launch.machine().allocate(256);
    EXPECT_FALSE(launch.machine().launch("k", {}, {32, 1, 1}, out, 0u).fault);
    EXPECT_EQ(launch.fault(out, 32, 1).kind, Fault::Kind::unsupported_instruction);
  }
}

// A form with a type that the instruction does not have is refused, not executed on wrong lanes.
TEST(UnsupportedInstruction, CoversWrongTypes) {
  for (const char* text :
       {"brev.b16 %rs1, %rs2;", "lop3.b64 %rd2, %rd3, %rd4, %rd5, 1;",
        "lop3.b16 %rs1, %rs2, %rs3, %rs4, 1;", "prmt.b64 %rd2, %rd3, %rd4, %rd5;",
        "shf.l.wrap.b64 %rd2, %rd3, %rd4, %rd5;", "bfi.b16 %rs1, %rs2, %rs3, 1, 2;",
        "match.any.sync.b16 %r3, %rs1, 0xffffffff;", "activemask.b64 %rd2;",
        "vote.sync.ballot.b64 %rd2, %p1, 0xffffffff;", "redux.sync.add.u64 %rd2, %rd3, 0xffffffff;",
        "shfl.sync.idx.b64 %rd2, %rd3, 0, 31, 0xffffffff;", "add.u8 %rs1, %rs2, %rs3;",
        "popc.b16 %r3, %rs1;", "mul.wide.u64 %rd2, %rd3, %rd4;", "sin.approx.f64 %fd1, %fd2;",
        "atom.global.add.u16 %rs1, [%rd1], 1;",
        "ld.global.v4.u64 {%rd2, %rd3, %rd4, %rd5}, [%rd1];", "setp.lo.s32 %p1, %r3, %r4;"}) {
    Launch launch(text);
    EXPECT_EQ(launch.fault(launch.machine().allocate(256)).kind,
              Fault::Kind::unsupported_instruction)
        << text;
  }
}

// A load into a number has no register to write to, and writes nowhere.
TEST(UnsupportedInstruction, CoversDestinationsThatAreNumbers) {
  for (const char* text :
       {"ld.global.u64 10, [%rd1];", "ld.global.v2.u32 {%r3, 10}, [%rd1];",
        "ld.global.v2.u32 {10, 11}, [%rd1];", "ld.shared.u32 10, [0];", "ld.u32 0, [%rd1];",
        "ld.param.u64 10, [out];", "atom.global.add.u32 10, [%rd1], 1;", "mov.u32 10, %r3;",
        "cvt.u32.u64 10, %rd1;", "ld.global.nc.u32 10, [%rd1];"}) {
    Launch launch(text);
    EXPECT_EQ(launch.fault(launch.machine().allocate(256)).kind,
              Fault::Kind::unsupported_instruction)
        << text;
  }
}

// Constants and parameters have 64 bits; a register of 128 has nothing beside them to take.
TEST(UnsupportedInstruction, CoversConstantsOf128Bits) {
  for (const char* text : {"mov.b128 %q1, s;", "mov.b128 %q1, 7;", "ld.param.b128 %q1, [out];",
                           "ld.param.u64 %q1, [out];", "st.global.b128 [%rd1], 7;"}) {
    Launch launch(std::string(".reg .b128 %q<3>;\n.shared .align 8 .b8 s[64];\n") + text);
    EXPECT_EQ(launch.fault(launch.machine().allocate(256)).kind,
              Fault::Kind::unsupported_instruction)
        << text;
  }
}

// Nor has a register of 64 bits room for them.
TEST(UnsupportedInstruction, CoversParametersOf128Bits) {
  for (const char* text :
       {"ld.param.b128 %rd2, [out];", "ld.param.b128 %q1, [out];", "ld.param.b128 %r3, [out];"}) {
    Machine machine(module_with_kernel(".param .u64 out, .param .u64 other, .param .u64 third",
                                       std::string(".reg .b128 %q<3>;\n") + text));
    const LaunchResult launched = machine.launch("k", {}, {32, 1, 1}, machine.allocate(256),
                                                 std::uint64_t{0}, std::uint64_t{0});
    ASSERT_TRUE(launched.fault) << text;
    EXPECT_EQ(launched.fault->kind, Fault::Kind::unsupported_instruction) << text;
  }
}

// A parameter address beyond the kernel's parameters reads nothing of the device's own memory.
TEST(UnsupportedInstruction, CoversParametersThatDoNotExist) {
  for (const char* text :
       {"ld.param.u32 %r3, [x+4];", "ld.param.u32 %r3, [out+0xfffffffffffffffc];",
        "ld.param.u64 %rd3, [x];", "ld.param.u8 %rs1, [out+18446744073709551615];",
        "ld.param.v2.u32 {%r3, %r4}, [x];"}) {
    Launch launch(text);
    EXPECT_EQ(launch.fault(launch.machine().allocate(256)).kind,
              Fault::Kind::unsupported_instruction)
        << text;
  }
}

TEST(Trap, StopsTheLanesThatReachIt) {
  Launch launch("setp.gt.u32 %p1, %r1, 28;\n.loc 1 50 0\n@%p1 trap;");
  const Fault& fault = launch.fault(launch.machine().allocate(256));
  EXPECT_EQ(fault.kind, Fault::Kind::trap);
  EXPECT_EQ(fault.lane_mask, 0xe0000000u);
  EXPECT_EQ(fault.where.line, 50u);
}

TEST(Breakpoint, StopsTheLanesThatReachIt) {
  Launch launch("setp.eq.u32 %p1, %r1, 3;\n.loc 1 51 0\n@%p1 brkpt;");
  const Fault& fault = launch.fault(launch.machine().allocate(256));
  EXPECT_EQ(fault.kind, Fault::Kind::trap);
  EXPECT_EQ(fault.lane_mask, 8u);
  EXPECT_EQ(fault.where.line, 51u);
  EXPECT_NE(fault.message.find("debugger"), std::string::npos) << fault.message;
}

TEST(PerformanceEvent, ChangesNothing) {
  Launch launch("pmevent 15; pmevent.mask 0xffff; st.global.u32 [%rd1], %r2;");
  const auto out = launch.machine().upload(std::vector<std::uint32_t>(32));
  EXPECT_FALSE(launch.machine().launch("k", {}, {32, 1, 1}, out, 9u).fault);
  EXPECT_EQ(launch.machine().download<std::uint32_t>(out, 32), (std::vector<std::uint32_t>(32, 9)));
}

TEST(InstructionBudget, EndsAnEndlessLoop) {
  Launch launch("FOREVER: bra.uni FOREVER;");
  launch.machine().options.instruction_budget = 1'000'000;
  const Fault& fault = launch.fault(launch.machine().allocate(256));
  EXPECT_EQ(fault.kind, Fault::Kind::instruction_budget);
  EXPECT_NE(fault.message.find("1000000"), std::string::npos);
  EXPECT_EQ(fault.where.line, 40u);
  EXPECT_LT(launch.result().counters[Counter::inst_executed], 2'000'000u);
}

TEST(InstructionBudget, CountsTheInstructionsOfManyShortBlocks) {
  Machine machine(module_with_kernel(
      "", "mov.u32 %r1, 0; LOOP: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 100; @%p1 bra LOOP;"));
  machine.options.instruction_budget = 100'000;
  const LaunchResult launched = machine.launch("k", {10'000, 1, 1}, {32, 1, 1});
  ASSERT_TRUE(launched.fault);
  EXPECT_EQ(launched.fault->kind, Fault::Kind::instruction_budget);
  EXPECT_LT(launched.counters[Counter::inst_executed], 300'000u);
}

TEST(Cancel, EndsALongLoopAndAGridOfShortBlocks) {
  for (const char* body : {"FOREVER: bra.uni FOREVER;", "mov.u32 %r1, 0;"}) {
    Machine machine(module_with_kernel("", body));
    int asked = 0;
    machine.options.is_canceled = [&asked] { return ++asked > 3; };
    const LaunchResult launched = machine.launch("k", {1'000'000, 1, 1}, {32, 1, 1});
    ASSERT_TRUE(launched.fault) << body;
    EXPECT_EQ(launched.fault->kind, Fault::Kind::canceled);
    EXPECT_EQ(launched.fault->message, "The launch was canceled.");
  }
}

TEST(UnknownKernel, IsAnErrorWithItsName) {
  Machine machine(module_with_kernel("", ""));
  try {
    machine.launch("missing", {}, {});
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("missing"), std::string::npos);
  }
}

}  // namespace
}  // namespace warpscope::exec::test
