// Modules and launches of a session.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "tests/vgpu/server/session_fixture.h"
#include "vgpu/protocol/launch_check.h"

namespace warpscope::device {
namespace {

using cuda_error::success;

TEST_F(SessionTest, AKernelRunsAndIsLogged) {
  const std::uint32_t module = load_module(kTestPtx);
  const std::uint64_t address = allocate(40 * 4);
  session_.begin_case(3);
  ASSERT_EQ(ask(Opcode::launch, mark(module, address, 100, 40)).status.code, success);
  ASSERT_EQ(copy(Opcode::copy_to_host, address, 160).status.code, success);
  std::vector<std::uint32_t> values(40);
  std::memcpy(values.data(), staging.bytes().data(), 160);
  std::vector<std::uint32_t> expected(40);
  std::iota(expected.begin(), expected.end(), 100U);
  EXPECT_EQ(values, expected);

  const auto launches = events_of<LaunchEnded>();
  ASSERT_EQ(launches.size(), 1U);
  const record::Launch& launch = launches[0].launch;
  EXPECT_EQ(launch.id, 0U);
  EXPECT_EQ(launch.case_index, 3U);
  EXPECT_EQ(launch.kernel_mangled, "mark");
  EXPECT_EQ(launch.block.x, 40U);
  EXPECT_GT(launch.duration_s, 0);
  EXPECT_EQ(launch.counters.at("l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"), 5U);
  EXPECT_EQ(launch.counters.at("l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"), 2U);
  EXPECT_EQ(launch.dram_bytes, 160U);
}

TEST_F(SessionTest, RangesAndMarksGoOnToTheRunner) {
  const std::uint32_t module = load_module(kTestPtx);
  const std::uint64_t address = allocate(64);
  HostRanges ranges;
  ranges.told = {{1, 0, "outer", "", true, 1}, {2, 1, "inner", "net", true, 1}};
  ranges.open = {2};
  ranges.marks = {{"here", "", 1}};
  ranges.marks_left_out = 3;
  ASSERT_EQ(ask(Opcode::host_ranges, ranges).status.code, success);
  ASSERT_EQ(ask(Opcode::launch, mark(module, address, 1, 4)).status.code, success);
  ASSERT_EQ(ask(Opcode::host_ranges, HostRanges{}).status.code, success);
  ASSERT_EQ(ask(Opcode::launch, mark(module, address, 1, 4)).status.code, success);
  const auto told = events_of<RangeTold>();
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[1].range.parent, 1U);
  EXPECT_EQ(told[1].range.domain, "net");
  const auto launches = events_of<LaunchEnded>();
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].ranges, std::vector<std::uint32_t>{2});
  EXPECT_TRUE(launches[1].ranges.empty());
  const auto marks = events_of<MarksTold>();
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_EQ(marks[0].marks.at(0).name, "here");
  EXPECT_EQ(marks[0].left_out, 3U);
}

TEST_F(SessionTest, RangesThatNoHonestClientTellsBreakTheProtocol) {
  HostRanges ranges;
  ranges.open = {1};
  EXPECT_THROW(ask(Opcode::host_ranges, ranges), ProtocolError) << "not told";
  ranges.told = {{2, 0, "", "", true, 1}};
  EXPECT_THROW(ask(Opcode::host_ranges, ranges), ProtocolError) << "not the next number";
  ranges.told = {{1, 1, "", "", true, 1}};
  EXPECT_THROW(ask(Opcode::host_ranges, ranges), ProtocolError) << "its own parent";
  ranges.told = {{1, 0, std::string(257, 'x'), "", true, 1}};
  EXPECT_THROW(ask(Opcode::host_ranges, ranges), ProtocolError) << "a long name";
}

class TwoDeviceSessionTest : public SessionTest {
 protected:
  TwoDeviceSessionTest() : SessionTest(2) {}
};

TEST_F(TwoDeviceSessionTest, LaunchesAndTransfersNameTheirDevice) {
  for (const std::uint8_t device : {1, 0}) {
    asked_device = device;
    const std::uint32_t module = load_module(kTestPtx);
    const std::uint64_t address = allocate(16);
    ASSERT_EQ(ask(Opcode::launch, mark(module, address, 1, 4)).status.code, success);
    ASSERT_EQ(copy(Opcode::copy_to_host, address, 16).status.code, success);
  }
  const auto launches = events_of<LaunchEnded>();
  ASSERT_EQ(launches.size(), 2U);
  EXPECT_EQ(launches[0].launch.device_index, 1U);
  EXPECT_EQ(launches[1].launch.device_index, 0U);
  const auto transfers = events_of<TransferEnded>();
  ASSERT_EQ(transfers.size(), 2U);
  EXPECT_EQ(transfers[0].transfer.device_index, 1U);
  EXPECT_EQ(transfers[1].transfer.device_index, 0U);
}

TEST_F(SessionTest, AKernelIsDescribed) {
  const std::uint32_t module = load_module(kTestPtx);
  const Answer answer = ask(Opcode::kernel_info, module, std::string("mark"));
  ASSERT_EQ(answer.status.code, success);
  BodyReader reader(answer.payload);
  const KernelDescription kernel = get<KernelDescription>(reader);
  EXPECT_EQ(kernel.parameter_bytes, 12U);
  ASSERT_EQ(kernel.parameters.size(), 2U);
  EXPECT_EQ(kernel.parameters[1].offset, 8U);
  EXPECT_EQ(kernel.parameters[1].size_bytes, 4U);
  EXPECT_EQ(ask(Opcode::kernel_info, module, std::string("absent")).status.code,
            cuda_error::invalid_device_function);
}

TEST_F(SessionTest, AVariableIsFoundWithItsValue) {
  const std::uint32_t module = load_module(kTestPtx);
  const Answer answer = ask(Opcode::symbol, module, std::string("counter"));
  ASSERT_EQ(answer.status.code, success);
  BodyReader reader(answer.payload);
  const auto address = reader.get<std::uint64_t>();
  EXPECT_EQ(reader.get<std::uint64_t>(), 4U);
  ASSERT_EQ(copy(Opcode::copy_to_host, address, 4).status.code, success);
  EXPECT_EQ(staging.bytes()[0], std::byte{7});
  EXPECT_EQ(ask(Opcode::release, address).status.code, cuda_error::invalid_value)
      << "a module's variable is not the program's to free";
  EXPECT_EQ(ask(Opcode::symbol, module, std::string("absent")).status.code,
            cuda_error::invalid_symbol);
}

TEST_F(SessionTest, ParametersOfTheWrongSizeAreRefused) {
  const std::uint32_t module = load_module(kTestPtx);
  LaunchRequest request = mark(module, allocate(256), 0, 1);
  request.parameters.pop_back();
  EXPECT_EQ(ask(Opcode::launch, request).status.code, cuda_error::invalid_value);
  EXPECT_TRUE(events_of<LaunchEnded>().empty());
}

TEST_F(SessionTest, ARefusedLaunchIsLoggedWithItsReason) {
  const std::uint32_t module = load_module(kTestPtx);
  const Answer answer = ask(Opcode::launch, mark(module, allocate(256), 0, 1025));
  EXPECT_EQ(answer.status.code, cuda_error::invalid_value);
  ASSERT_EQ(events_of<LaunchEnded>().size(), 1U);
  const auto findings = events_of<Diagnosed>();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].finding.id, "invalid-launch-configuration");
  EXPECT_EQ(findings[0].finding.launch, 0U);
  EXPECT_NE(answer.status.message.find("1024"), std::string::npos);
  EXPECT_EQ(ask(Opcode::launch, mark(module, allocate(256), 0, 32)).status.code, success)
      << "a refused launch leaves the device usable";
}

TEST_F(SessionTest, AFaultIsDiagnosedAndSticks) {
  const std::uint32_t module = load_module(kTestPtx);
  const std::uint64_t address = allocate(132);
  session_.begin_case(8);
  const Answer answer = ask(Opcode::launch, mark(module, address, 0, 64));
  EXPECT_EQ(answer.status.code, cuda_error::illegal_address);
  EXPECT_NE(answer.status.message.find("132-byte allocation"), std::string::npos)
      << answer.status.message;
  const auto findings = events_of<Diagnosed>();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].finding.id, "out-of-bounds");
  EXPECT_EQ(findings[0].finding.case_index, 8U);
  EXPECT_EQ(findings[0].finding.lanes, "block (0,0,0) warp 1 lanes 1-31");
  EXPECT_NE(findings[0].finding.cause.find(" The array is parameter 1 of the kernel."),
            std::string::npos)
      << findings[0].finding.cause;
  EXPECT_EQ(ask(Opcode::memory_info).status.code, cuda_error::illegal_address);
  EXPECT_EQ(ask(Opcode::allocate, std::uint64_t{4}).status.code, cuda_error::illegal_address);
  EXPECT_EQ(ask(Opcode::unsupported_call, std::string("x")).status.code, success);
}

TEST_F(SessionTest, AnUnknownInstructionStopsTheLaunchByName) {
  const std::uint32_t module = load_module(kTestPtx);
  LaunchRequest request;
  request.module = module;
  request.kernel = "odd";
  request.grid = request.block = {1, 1, 1};
  const Answer answer = ask(Opcode::launch, request);
  EXPECT_EQ(answer.status.code, cuda_error::illegal_instruction);
  EXPECT_NE(answer.status.message.find("frobnicate"), std::string::npos) << answer.status.message;
  const auto findings = events_of<Diagnosed>();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].finding.id, "unsupported-instruction");
  EXPECT_NE(findings[0].finding.cause.find("frobnicate"), std::string::npos);
}

TEST_F(SessionTest, TheInstructionBudgetEndsALoop) {
  const std::uint32_t module = load_module(kTestPtx);
  LaunchRequest request;
  request.module = module;
  request.kernel = "spin";
  request.grid = request.block = {1, 1, 1};
  EXPECT_EQ(ask(Opcode::launch, request).status.code, cuda_error::launch_timeout);
  ASSERT_EQ(events_of<Diagnosed>().size(), 1U);
  EXPECT_EQ(events_of<Diagnosed>()[0].finding.id, "instruction-budget");
}

TEST_F(SessionTest, TheLargestGridEndsByTheInstructionBudget) {
  const std::uint32_t module = load_module(kTestPtx);
  LaunchRequest request = mark(module, allocate(4096), 1, 32);
  request.grid = arch::kMaxGrid;
  EXPECT_EQ(ask(Opcode::launch, request).status.code, cuda_error::launch_timeout);
  EXPECT_EQ(ask(Opcode::memory_info).status.code, cuda_error::launch_timeout) << "it sticks";
}

TEST_F(SessionTest, ACooperativeGridThatIsNotResidentIsRefusedAndDoesNotStick) {
  const std::uint32_t module = load_module(kTestPtx);
  LaunchRequest request = mark(module, allocate(4096), 1, 32);
  request.is_cooperative = true;
  for (const std::array<std::uint32_t, 3> grid :
       {std::array<std::uint32_t, 3>{100000, 1, 1}, arch::kMaxGrid}) {
    request.grid = grid;
    const Answer answer = ask(Opcode::launch, request);
    EXPECT_EQ(answer.status.code, cuda_error::cooperative_launch_too_large);
    EXPECT_NE(answer.status.message.find("resident"), std::string::npos);
  }
  request.grid = {8, 1, 1};
  EXPECT_EQ(ask(Opcode::launch, request).status.code, cuda_error::success);
}

TEST_F(SessionTest, CodeThatIsNoneIsRefusedWithAReason) {
  for (const std::string& text :
       {std::string("this is no PTX"), std::string(), kTestPtx.substr(0, kTestPtx.size() / 2),
        std::string("\x50\xED\x55\xBA truncated fat binary")}) {
    std::memcpy(staging.bytes().data(), text.data(), text.size());
    ask(Opcode::upload, std::uint64_t{text.size()});
    const Answer answer = ask(Opcode::load_module, 0U);
    EXPECT_TRUE(answer.status.code == cuda_error::invalid_ptx ||
                answer.status.code == cuda_error::no_kernel_image)
        << answer.status.code;
    EXPECT_FALSE(answer.status.message.empty());
  }
  EXPECT_EQ(events_of<Diagnosed>().size(), 4U);
  EXPECT_NE(load_module(kTestPtx), 0U) << "the device still works";
}

// What nvcc -ptx lets pass and ptxas does not, with the words of ptxas 13.0.
TEST_F(SessionTest, StaticSharedMemoryAbove48KiBIsRefusedAsPtxasDoes) {
  const auto with_shared = [](const std::string& bytes) {
    return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry big()\n{\n"
           ".shared .align 4 .b8 buffer[" +
           bytes +
           "];\n.reg .b32 %r<2>;\n.loc 1 7 3\nmov.u32 %r1, buffer;\nst.shared.u32 [%r1], "
           "%r1;\nret;\n}\n.file 1 \"big.cu\"\n";
  };
  const std::string large = with_shared("52000");
  std::memcpy(staging.bytes().data(), large.data(), large.size());
  ask(Opcode::upload, std::uint64_t{large.size()});
  EXPECT_EQ(ask(Opcode::load_module, 0U).status.code, cuda_error::invalid_ptx);
  const auto findings = events_of<Diagnosed>();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].finding.id, "too-much-shared-memory");
  EXPECT_EQ(findings[0].finding.cause,
            "ptxas error   : Entry function 'big' uses too much shared data (0xcb20 bytes, 0xc000 "
            "max)");
  ASSERT_TRUE(findings[0].finding.where);
  EXPECT_EQ(findings[0].finding.where->file, "big.cu");
  EXPECT_EQ(findings[0].finding.where->line, 7U);
  EXPECT_NE(findings[0].finding.hint.find("cudaFuncAttributeMaxDynamicSharedMemorySize"),
            std::string::npos);
  EXPECT_NE(load_module(with_shared("49152")), 0U);
}

/// Without a ptxas the clock can time nothing; that it works is told all the same.
class ClockedSessionTest : public SessionTest {
 protected:
  ClockedSessionTest() : SessionTest(1, false, false, true) {}
};

TEST_F(ClockedSessionTest, ThatTheClockWorksIsToldEachTime) {
  const std::string text =
      ".version 8.0\n.target sm_90\n.address_size 64\n"
      ".visible .entry reads()\n{\n.reg .b64 %rd<2>;\nmov.u64 %rd1, %clock64;\nret;\n}\n"
      ".visible .entry plain()\n{\nret;\n}\n";
  LaunchRequest request;
  request.module = load_module(text);
  request.grid = request.block = {1, 1, 1};
  for (const auto& [kernel, times] : {std::pair("plain", 1U), std::pair("reads", 2U)}) {
    events.clear();
    request.kernel = kernel;
    ASSERT_EQ(ask(Opcode::launch, request).status.code, cuda_error::success);
    const auto told = events_of<LaunchTiming>();
    ASSERT_EQ(told.size(), 2 * times) << kernel;
    for (std::size_t i = 0; i < told.size(); ++i) EXPECT_EQ(told[i].is_over, i % 2 == 1);
    EXPECT_TRUE(std::holds_alternative<LaunchEnded>(events.back()));
  }
}

}  // namespace
}  // namespace warpscope::device
