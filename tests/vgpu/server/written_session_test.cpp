// Who wrote what a program copies to the host, as the log tells it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/vgpu/server/session_fixture.h"

namespace warpscope::device {
namespace {

/// `mark(u64 data, u32 limit)`: line 5 sets data[threadIdx.x]; below the limit line 6 does so
/// again.
const std::string kTwoLines = R"(
.version 8.0
.target sm_90
.address_size 64
.file 1 "k.cu"
.visible .entry mark(.param .u64 mark_param_0, .param .u32 mark_param_1)
{
  .reg .b32 %r<4>;
  .reg .b64 %rd<5>;
  .reg .pred %p<2>;
  .loc 1 3 1
  ld.param.u64 %rd1, [mark_param_0];
  ld.param.u32 %r3, [mark_param_1];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  setp.lt.u32 %p1, %r1, %r3;
  .loc 1 5 1
  st.global.u32 [%rd3], %r1;
  .loc 1 6 1
  @%p1 st.global.u32 [%rd3], %r3;
  ret;
}
)";

class WrittenSessionTest : public SessionTest {
 protected:
  WrittenSessionTest() : SessionTest(1, true, true), module_(load_module(kTwoLines)) {}

  void launch(std::uint64_t data, std::uint32_t limit, std::uint32_t threads) {
    EXPECT_EQ(ask(Opcode::launch, mark(module_, data, limit, threads)).status.code,
              cuda_error::success);
  }
  void fill(std::uint64_t address, std::uint64_t bytes) {
    const FillRequest request{Box::linear(address, bytes), 0, 1};
    EXPECT_EQ(ask(Opcode::fill, request).status.code, cuda_error::success);
  }
  /// "6 40, 5 24": lines and bytes; "k" a launch without a line, "fill", "in" a copy to the
  /// device, "on" one on it.
  std::string copied(std::uint64_t address, std::uint64_t bytes) {
    EXPECT_EQ(copy(Opcode::copy_to_host, address, bytes).status.code, cuda_error::success);
    const auto written = events_of<TransferEnded>().back().flow.last_writers;
    if (written.is_unknown) return "unknown";
    std::string text;
    for (const auto& run : written.runs) {
      const auto& writer = written.writers.at(run.writer);
      text += (text.empty() ? "" : ", ") +
              (writer.line != 0 ? std::to_string(writer.line) : name(writer.operation)) + " " +
              std::to_string(run.bytes);
    }
    return text;
  }

  std::uint32_t module_;

 private:
  std::string name(std::uint32_t operation) {
    if (operation == 0) return "nobody";
    for (const auto& launch : events_of<LaunchEnded>()) {
      if (launch.flow.operation == operation) return "k";
    }
    for (const auto& of : events_of<TransferEnded>()) {
      if (of.flow.operation != operation) continue;
      using Kind = record::Transfer::Kind;
      return of.transfer.kind == Kind::fill             ? "fill"
             : of.transfer.kind == Kind::host_to_device ? "in"
                                                        : "on";
    }
    return "?";
  }
};

TEST_F(WrittenSessionTest, ACopyToTheHostHasTheLinesOfAWatchedLaunch) {
  const std::uint64_t data = allocate(256);
  EXPECT_EQ(copied(data, 256), "nobody 256");
  fill(data, 256);
  launch(data, 10, 32);
  EXPECT_EQ(copied(data, 256), "6 40, 5 88, fill 128");
  EXPECT_EQ(copied(data + 36, 8), "6 4, 5 4");
  EXPECT_TRUE(events_of<LaunchEnded>().back().flow.last_writers.writers.empty())
      << "it copies nothing";
}

TEST_F(WrittenSessionTest, OfALaunchThatIsNotWatchedTheLineIsNotKnown) {
  const std::uint64_t data = allocate(1024);
  fill(data, 1024);
  launch(data, 10, kMostCheckedThreads + 1);
  EXPECT_EQ(copied(data, 1024), "k 288, fill 736") << "in whole sectors";
}

// The launch that wrote last may have left out what was meant to be left out.
TEST_F(WrittenSessionTest, AnEarlierLaunchIsNotToBlameForWhatOneThatIsNotWatchedLeaves) {
  const auto accused = [&] {
    const auto diagnosed = events_of<Diagnosed>();
    return std::ranges::count_if(
        diagnosed, [](const Diagnosed& each) { return each.finding.id == "uninitialised-copy"; });
  };
  const std::uint64_t data = allocate(1024), other = allocate(1024);
  launch(data, 0, 32);
  launch(data, 0, kMostCheckedThreads + 1);
  copied(data, 1024);
  EXPECT_EQ(accused(), 0);
  session_.begin_case(1);
  launch(other, 0, 32);
  copied(other, 1024);
  EXPECT_EQ(accused(), 1);
}

TEST_F(WrittenSessionTest, CopiesAndFillsWriteWhatTheySay) {
  const std::uint64_t data = allocate(256);
  const std::uint64_t other = allocate(256);
  launch(data, 0, 32);
  launch(other, 32, 32);
  fill(data + 3, 2);
  ASSERT_EQ(copy(Opcode::copy_to_device, data + 64, 4).status.code, cuda_error::success);
  const DeviceCopyRequest on_device{Box::linear(data + 100, 12), Box::linear(other, 12)};
  ASSERT_EQ(ask(Opcode::copy_on_device, on_device).status.code, cuda_error::success);
  EXPECT_EQ(copied(data, 128), "5 3, fill 2, 5 59, in 4, 5 32, on 12, 5 16");
  EXPECT_EQ(copied(other, 128), "6 128");
}

TEST_F(WrittenSessionTest, RowsOfACopyFollowEachOther) {
  const std::uint64_t data = allocate(256);
  launch(data, 16, 64);  // 64 bytes each of line 6 and behind that of line 5
  CopyRequest request;
  request.box = Box::linear(data + 32, 16);
  request.box.height = 3;
  request.box.row_pitch = 32;
  request.box.slice_pitch = 96;
  request.bytes = request.total_bytes = 48;
  ASSERT_EQ(ask(Opcode::copy_to_host, request).status.code, cuda_error::success);
  const auto written = events_of<TransferEnded>().back().flow.last_writers;
  ASSERT_EQ(written.runs.size(), 2U);
  EXPECT_EQ(written.runs[0].bytes, 16U);
  EXPECT_EQ(written.runs[1].bytes, 32U);
}

TEST_F(WrittenSessionTest, ANewArrayAtTheSameAddressIsNobodys) {
  const std::uint64_t data = allocate(256);
  fill(data, 256);
  ASSERT_EQ(ask(Opcode::release, data).status.code, cuda_error::success);
  EXPECT_EQ(copied(allocate(256), 256), "nobody 256");
}

}  // namespace
}  // namespace warpscope::device
