// What a launch's record makes of the program's buffer of phase marks, whatever lies in it.
#include "vgpu/server/phase_marks.h"

#include <gtest/gtest.h>

#include "kernels/trace_layout/layout.h"
#include "tests/vgpu/server/session_fixture.h"

namespace warpscope::device {
namespace {

using cuda_error::success;

constexpr std::string_view kName = "_ZN29_INTERNAL_0_9_a_cu_00000000_09warpscope5trace6bufferE";

std::string ptx_with(std::string_view variable, std::uint64_t bytes) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.global .align 8 .b8 " +
         std::string(variable) + "[" + std::to_string(bytes) +
         "];\n.visible .entry idle()\n{\n  ret;\n}\n";
}

class PhaseMarksTest : public SessionTest {
 protected:
  PhaseMarksTest() {
    module_ = load_module(ptx_with(kName, sizeof(trace::Buffer)));
    address_ = ask(Opcode::symbol, module_, std::string(kName)).value<std::uint64_t>();
  }

  /// Two blocks of 80 threads, which are three warps.
  record::Launch launch() {
    LaunchRequest request;
    request.module = module_;
    request.kernel = "idle";
    request.grid = {2, 1, 1};
    request.block = {80, 1, 1};
    EXPECT_EQ(ask(Opcode::launch, request).status.code, success);
    return events_of<LaunchEnded>().back().launch;
  }

  void write() {
    std::memcpy(staging.bytes().data(), buffer_.get(), sizeof(trace::Buffer));
    EXPECT_EQ(copy(Opcode::copy_to_device, address_, sizeof(trace::Buffer)).status.code, success);
  }
  void read() {
    EXPECT_EQ(copy(Opcode::copy_to_host, address_, sizeof(trace::Buffer)).status.code, success);
    std::memcpy(buffer_.get(), staging.bytes().data(), sizeof(trace::Buffer));
  }

  std::uint32_t module_ = 0;
  std::uint64_t address_ = 0;
  std::unique_ptr<trace::Buffer> buffer_ = std::make_unique<trace::Buffer>();
};

TEST_F(PhaseMarksTest, FreshMarksAreTakenOnce) {
  buffer_->mark[70] = {1000, 20, 50, 1, 3, 2, 4, trace::is_fresh};
  buffer_->mark[900] = {990, 5, 5, 0, 7, 0, 1, trace::is_fresh};
  std::memcpy(buffer_->name[4], "sum\n\"x\"", 8);
  write();
  const record::Launch first = launch();
  ASSERT_EQ(first.phases.size(), 2U);
  // By block and warp, not by place.
  EXPECT_EQ(first.phases[0].name, "phase 1");
  const record::Phase& phase = first.phases[1];
  EXPECT_EQ(phase.name, "sum \"x\"");
  EXPECT_EQ(phase.block, 1U);
  EXPECT_EQ(phase.warp, 2U);
  EXPECT_EQ(phase.sm, 3U);
  EXPECT_EQ(phase.warp_start_ns, 1000U);
  EXPECT_EQ(phase.begin_cycles, 20U);
  EXPECT_EQ(phase.end_cycles, 50U);
  EXPECT_EQ(first.phases_left_out, 0U);

  read();
  EXPECT_EQ(buffer_->mark[70].is_written, trace::is_recorded) << "the program can still collect it";
  EXPECT_EQ(buffer_->mark[70].end_cycles, 50U);
  EXPECT_EQ(buffer_->mark[71].is_written, 0U);
  EXPECT_TRUE(launch().phases.empty());
}

TEST_F(PhaseMarksTest, MarksThatMakeNoSenseAreCounted) {
  const trace::Mark good{0, 1, 2, 1, 7, 2, 0, trace::is_fresh};
  for (trace::Mark& mark : std::span(buffer_->mark).first(6)) mark = good;
  buffer_->mark[1].block = 2;
  buffer_->mark[2].warp = 3;
  buffer_->mark[3].sm = 8;
  buffer_->mark[4].end_cycles = 0;
  buffer_->mark[5].phase = 0xFFFF;
  buffer_->mark[6].is_written = 3;
  write();
  const record::Launch ended = launch();
  EXPECT_EQ(ended.phases_left_out, 4U);
  ASSERT_EQ(ended.phases.size(), 2U);
  EXPECT_EQ(ended.phases[1].name, "phase 65535");
}

TEST_F(PhaseMarksTest, ABufferFullOfMarksIsCut) {
  for (trace::Mark& mark : buffer_->mark) mark.is_written = trace::is_fresh;
  buffer_->dropped = 77;  // of earlier launches
  write();
  const record::Launch ended = launch();
  EXPECT_EQ(ended.phases.size(), kMostPhasesOfALaunch);
  EXPECT_EQ(ended.phases_left_out, trace::capacity - kMostPhasesOfALaunch);
}

TEST_F(PhaseMarksTest, RubbishDoesNotHarmTheDevice) {
  for (const int byte : {0xFF, 0x01, 0x80}) {
    std::memset(static_cast<void*>(buffer_.get()), byte, sizeof(trace::Buffer));
    write();
    EXPECT_TRUE(launch().phases.empty());
  }
  // Names without an end that are not UTF-8.
  std::memset(static_cast<void*>(buffer_.get()), 0xFF, sizeof(trace::Buffer));
  buffer_->mark[0] = {0, 0, ~std::uint64_t{0}, 0, 0, 0, 31, trace::is_fresh};
  write();
  const record::Launch ended = launch();
  ASSERT_EQ(ended.phases.size(), 1U);
  EXPECT_EQ(ended.phases[0].name, std::string(trace::name_bytes, '\xFF'));
  EXPECT_NO_THROW(event_from_json(to_json_line(LaunchEnded{ended})));
  EXPECT_EQ(ask(Opcode::memory_info).status.code, success);
}

TEST_F(PhaseMarksTest, OnlyABufferIsOne) {
  const auto buffers_of = [](std::string_view name, std::uint64_t bytes) {
    return trace_buffers(ptx::parse(ptx_with(name, bytes)));
  };
  constexpr std::uint64_t size = sizeof(trace::Buffer);
  EXPECT_EQ(buffers_of(kName, size), std::vector<std::string>{std::string(kName)});
  EXPECT_EQ(buffers_of("_ZN9warpscope5traceL6bufferE", size).size(), 1U);
  EXPECT_TRUE(buffers_of(kName, size - 8).empty());
  EXPECT_TRUE(buffers_of(kName, size + 8).empty());
  EXPECT_TRUE(buffers_of("_ZN9warpscope5trace6bufferEv", size).empty());
  // A small one of the right name is not read beyond its end.
  module_ = load_module(ptx_with(kName, 16));
  EXPECT_TRUE(launch().phases.empty());
}

}  // namespace
}  // namespace warpscope::device
