#include "vgpu/server/fault_findings.h"

#include <gtest/gtest.h>

#include <vector>

#include "findings/catalogue.h"
#include "vgpu/protocol/cuda_error.h"
#include "vgpu/server/violation_findings.h"

namespace warpscope::device {
namespace {

class FaultFindings : public testing::Test {
 protected:
  exec::Fault fault_at(std::uint64_t address) const {
    exec::Fault fault;
    fault.kind = exec::Fault::Kind::out_of_bounds;
    fault.message = "out of bounds";
    fault.kernel = "k";
    fault.where = {"exercise.cu", 12};
    fault.block_index = {3, 0, 0};
    fault.warp = 1;
    fault.lane_mask = 0xFFFFFFF0;
    fault.thread_index = {36, 0, 0};
    fault.address = address;
    fault.access_bytes = 4;
    fault.is_store = true;
    return fault;
  }
  std::string cause_at(std::uint64_t address) const {
    return finding_of(fault_at(address), memory).cause;
  }

  memory::DeviceMemory memory{1 << 20};
};

TEST_F(FaultFindings, TheNearestAllocationIsNamed) {
  const std::uint64_t address = memory.allocate(132).value();
  EXPECT_EQ(cause_at(address + 136),
            "thread (36,0,0) of block (3,0,0) writes 4 bytes 4 bytes past the end of a 132-byte "
            "allocation.");
  EXPECT_NE(cause_at(address + 132).find("directly past the end of a 132-byte allocation"),
            std::string::npos);
  EXPECT_NE(cause_at(address + 130).find("across the end of a 132-byte allocation, of which 2"),
            std::string::npos);
}

TEST_F(FaultFindings, WhatLiesInFrontOfAnAllocationIsNamedByIt) {
  const std::uint64_t first = memory.allocate(132).value();
  const std::uint64_t second = memory.allocate(64).value();
  const auto says = [&](std::uint64_t address, const char* text) {
    EXPECT_NE(cause_at(address).find(text), std::string::npos) << cause_at(address);
  };
  says(first - 1024, "4 bytes 1024 bytes before the beginning of a 132-byte allocation.");
  says(second - 4, "4 bytes 4 bytes before the beginning of a 64-byte allocation.");
  says(first + 136, "4 bytes past the end of a 132-byte allocation.");
  says(second + 68, "4 bytes past the end of a 64-byte allocation.");
  says(first - (std::uint64_t{1} << 40), "where nothing is allocated");
  says(second + (std::uint64_t{1} << 40), "where nothing is allocated");
}

TEST_F(FaultFindings, WhatRulesAskIsInFields) {
  using Place = record::Finding::Access::Place;
  const std::uint64_t address = memory.allocate(132).value();
  const auto access_at = [&](std::uint64_t place) {
    return finding_of(fault_at(place), memory).access.value();
  };
  EXPECT_EQ(access_at(address + 136),
            (record::Finding::Access{{3, 0, 0}, {36, 0, 0}, 28, 4, Place::past_end, 132, 4}));
  EXPECT_EQ(access_at(address + 132).distance_bytes, 0U);
  EXPECT_EQ(access_at(address + 132).place, Place::past_end);
  EXPECT_EQ(access_at(address + 130).place, Place::across_end);
  EXPECT_EQ(access_at(address + 130).distance_bytes, 2U);
  EXPECT_EQ(access_at(address - 8).place, Place::before_array);
  EXPECT_EQ(access_at(address - 8).distance_bytes, 8U);
  EXPECT_EQ(access_at(16).place, Place::null_pointer);
  exec::Fault fault = fault_at(1056);
  fault.space = ptx::Space::shared;
  EXPECT_EQ(finding_of(fault, memory).access.value().place, Place::beyond_shared);
  fault.kind = exec::Fault::Kind::misaligned_address;
  EXPECT_EQ(finding_of(fault, memory).access.value().place, Place::other);
  EXPECT_EQ(finding_of(fault, memory).access.value().bytes, 4U);
  fault.kind = exec::Fault::Kind::trap;
  EXPECT_FALSE(finding_of(fault, memory).access);
}

TEST_F(FaultFindings, PastTheEndOfManagedMemoryIsNoHostPointer) {
  std::vector<std::byte> pages(256);
  constexpr std::uint64_t kAddress = 0x7F00'0000'0000;
  ASSERT_TRUE(memory.adopt(kAddress, 132, pages.data()));
  exec::Fault fault = fault_at(kAddress + 136);
  fault.kind = exec::Fault::Kind::host_pointer;
  EXPECT_EQ(finding_of(fault, memory).id, "out-of-bounds");
  EXPECT_NE(finding_of(fault, memory).cause.find("4 bytes past the end of a 132-byte allocation"),
            std::string::npos);
  fault.address = kAddress + (std::uint64_t{1} << 20);
  EXPECT_EQ(finding_of(fault, memory).id, "host-pointer-in-kernel");
}

TEST_F(FaultFindings, PlaceAndLanesAreTold) {
  const record::Finding finding = finding_of(fault_at(16), memory);
  EXPECT_EQ(finding.id, "out-of-bounds");
  ASSERT_TRUE(finding.where.has_value());
  EXPECT_EQ(finding.where->file, "exercise.cu");
  EXPECT_EQ(finding.where->line, 12U);
  EXPECT_EQ(finding.lanes, "block (3,0,0) warp 1 lanes 4-31");
  EXPECT_NE(finding.cause.find("null pointer"), std::string::npos);
  EXPECT_EQ(in_one_line(finding, "k(int)").find("out-of-bounds in k(int) at exercise.cu:12: "), 0U);
}

TEST_F(FaultFindings, FreedMemoryHasItsOwnFinding) {
  const std::uint64_t address = memory.allocate(64).value();
  ASSERT_TRUE(memory.release(address));
  const record::Finding finding = finding_of(fault_at(address + 8), memory);
  EXPECT_EQ(finding.id, "use-after-free");
  EXPECT_NE(finding.cause.find("byte 8 of a 64-byte allocation that was freed"), std::string::npos);
}

TEST_F(FaultFindings, DeviceVariablesAreCalledThat) {
  const std::uint64_t address = memory.allocate(8, true).value();
  EXPECT_NE(cause_at(address + 8).find("8-byte device variable"), std::string::npos);
}

TEST_F(FaultFindings, EveryKindHasItsErrorAndId) {
  using Kind = exec::Fault::Kind;
  exec::Fault fault = fault_at(16);
  const auto code_of = [&](Kind kind) {
    fault.kind = kind;
    EXPECT_EQ(finding_of(fault, memory).id, exec::finding_id(kind));
    return cuda_error_of(fault);
  };
  EXPECT_EQ(code_of(Kind::out_of_bounds), cuda_error::illegal_address);
  EXPECT_EQ(code_of(Kind::host_pointer), cuda_error::illegal_address);
  EXPECT_EQ(code_of(Kind::misaligned_address), cuda_error::misaligned_address);
  EXPECT_EQ(code_of(Kind::unsupported_instruction), cuda_error::illegal_instruction);
  EXPECT_EQ(code_of(Kind::trap), cuda_error::launch_failure);
  EXPECT_EQ(code_of(Kind::deadlock), cuda_error::launch_timeout);
  EXPECT_EQ(code_of(Kind::instruction_budget), cuda_error::launch_timeout);
  EXPECT_EQ(code_of(Kind::invalid_sync_mask), cuda_error::launch_failure);
  EXPECT_EQ(code_of(Kind::canceled), cuda_error::launch_timeout);
  EXPECT_EQ(code_of(Kind::assertion), cuda_error::assertion);
  EXPECT_EQ(code_of(Kind::stack_overflow), cuda_error::hardware_stack_error);
  EXPECT_EQ(code_of(Kind::invalid_free), cuda_error::illegal_address);
  EXPECT_EQ(exec::finding_id(Kind::assertion), "assertion-failed");
}

TEST_F(FaultFindings, AFreeInAKernelSaysWhatIsFreed) {
  const auto of = [&](std::uint64_t address) {
    exec::Fault fault = fault_at(address);
    fault.kind = exec::Fault::Kind::invalid_free;
    const auto finding = finding_of(fault, memory);
    return finding.id + ": " + finding.cause;
  };
  const std::string thread = "thread (36,0,0) of block (3,0,0) frees ";
  const std::uint64_t of_host = memory.allocate(132).value();
  const std::uint64_t of_kernel = memory.allocate_on_heap(64).value();
  const std::uint64_t freed = memory.allocate_on_heap(48).value();
  ASSERT_TRUE(memory.release_on_heap(freed));
  EXPECT_EQ(of(of_host),
            "free-mismatch: " + thread + "a 132-byte allocation, which the host has made.");
  EXPECT_EQ(of(of_kernel + 8),
            "free-mismatch: " + thread + "byte 8 of a 64-byte allocation, and not its beginning.");
  EXPECT_EQ(of(freed), "double-free: " + thread + "a 48-byte allocation that was freed before.");
  EXPECT_TRUE(of(freed + 8).starts_with("free-mismatch: ")) << of(freed + 8);
}

// A word that both blocks have changed may be a counter: only who reads what the other one has left
// must have been told.
TEST(RaceBetweenBlocks, OfTwoStoresNeedNotLackAFence) {
  const memory::DeviceMemory memory{1 << 20};
  exec::Violation violation;
  violation.kind = exec::Violation::Kind::race_between_blocks;
  violation.is_race = true;
  violation.lacks_fence_of_store = true;
  violation.access_bytes = 4;
  violation.other.is_store = true;
  const auto read = finding_of(violation, memory);
  EXPECT_NE(read.cause.find("told of it since"), std::string::npos) << read.cause;
  EXPECT_EQ(read.hint.find("indices"), std::string::npos) << read.hint;
  violation.access.is_store = true;
  const auto written = finding_of(violation, memory);
  EXPECT_EQ(written.cause.find("told of it"), std::string::npos) << written.cause;
  EXPECT_NE(written.hint.find("one of the indices is wrong"), std::string::npos) << written.hint;
}

TEST(LaneText, RangesAndSingleLanes) {
  EXPECT_EQ(lane_text(0x1), "lane 0");
  EXPECT_EQ(lane_text(0x80000000), "lane 31");
  EXPECT_EQ(lane_text(0xFFFFFFFF), "lanes 0-31");
  EXPECT_EQ(lane_text(0x0000010F), "lanes 0-3,8");
}

TEST(FindingIds, AreOfTheTable) {
  // A canceled launch, the last kind, gives no finding.
  for (int number = 0; number < static_cast<int>(exec::Fault::Kind::canceled); ++number) {
    const auto id = exec::finding_id(static_cast<exec::Fault::Kind>(number));
    const auto* finding = find_finding(id);
    ASSERT_NE(finding, nullptr) << id;
    EXPECT_NE(finding->stops_with, 0) << id;
  }
  int number = 0;
  for (; !exec::finding_id(static_cast<exec::Violation::Kind>(number)).empty(); ++number) {
    const auto id = exec::finding_id(static_cast<exec::Violation::Kind>(number));
    EXPECT_NE(find_finding(id), nullptr) << id;
  }
  EXPECT_GT(number, 10);
}

}  // namespace
}  // namespace warpscope::device
