#include "vgpu/server/session.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/vgpu/protocol/each_opcode.h"
#include "tests/vgpu/server/session_fixture.h"

namespace warpscope::device {
namespace {

using cuda_error::invalid_resource_handle;
using cuda_error::invalid_value;
using cuda_error::success;

TEST_F(SessionTest, MemoryIsAllocatedCountedAndFreed) {
  const std::uint64_t address = allocate(1000);
  EXPECT_GE(address, description.address_base);
  EXPECT_EQ(session_.used_bytes(), 1024U);
  const Answer info = ask(Opcode::memory_info);
  EXPECT_EQ(info.value<std::uint64_t>(), description.memory_bytes - 1024);
  EXPECT_EQ(ask(Opcode::release, address).status.code, success);
  EXPECT_EQ(session_.used_bytes(), 0U);
  EXPECT_EQ(ask(Opcode::release, address).status.code, invalid_value);
}

TEST_F(SessionTest, WhatACaseDoesNotFreeIsDiagnosedWhenItEnds) {
  allocate(100);  // before the first case
  session_.begin_case(0);
  const std::uint64_t freed = allocate(1000);
  allocate(24);
  allocate(16);
  EXPECT_EQ(ask(Opcode::release, freed).status.code, success);
  EXPECT_TRUE(events_of<Diagnosed>().empty());
  session_.begin_case(1);
  const auto told = events_of<Diagnosed>();
  ASSERT_EQ(told.size(), 1U);
  EXPECT_EQ(told[0].finding.id, "memory-not-freed");
  EXPECT_EQ(told[0].finding.case_index, 0U);
  EXPECT_NE(told[0].finding.cause.find("2 allocations of together 40 bytes"), std::string::npos)
      << told[0].finding.cause;
  allocate(8);
  session_.end_case();
  ASSERT_EQ(events_of<Diagnosed>().size(), 2U);
  EXPECT_EQ(events_of<Diagnosed>()[1].finding.case_index, 1U);
  EXPECT_NE(events_of<Diagnosed>()[1].finding.cause.find("1 allocation of 8 bytes was"),
            std::string::npos);
  session_.end_case();
  EXPECT_EQ(events_of<Diagnosed>().size(), 2U);  // told once
}

TEST_F(SessionTest, StreamsAndEventsThatACaseLeavesAreDiagnosed) {
  const auto make = [&](bool is_of_thread) {
    return ask(Opcode::create_stream, NewStream{true, is_of_thread}).value<std::uint32_t>();
  };
  session_.begin_case(0);
  const auto stream = make(false);
  make(false);
  make(true);  // the program cannot destroy that one
  EXPECT_EQ(ask(Opcode::destroy_stream, stream).status.code, success);
  const auto event = ask(Opcode::create_event).value<std::uint32_t>();
  session_.begin_case(1);
  ASSERT_EQ(events_of<Diagnosed>().size(), 2U);
  EXPECT_EQ(events_of<Diagnosed>()[0].finding.id, "stream-not-destroyed");
  EXPECT_EQ(events_of<Diagnosed>()[0].finding.cause,
            "1 stream was still there when the case had ended.");
  EXPECT_EQ(events_of<Diagnosed>()[1].finding.id, "event-not-destroyed");
  EXPECT_EQ(events_of<Diagnosed>()[1].finding.case_index, 0U);
  EXPECT_EQ(ask(Opcode::destroy_event, event).status.code, success);
  session_.end_case();
  EXPECT_EQ(events_of<Diagnosed>().size(), 2U);  // told once
}

TEST_F(SessionTest, MoreThanTheDeviceHasIsRefused) {
  EXPECT_EQ(ask(Opcode::allocate, description.memory_bytes + 1).status.code,
            cuda_error::memory_allocation);
  EXPECT_EQ(ask(Opcode::allocate, ~std::uint64_t{0}).status.code, cuda_error::memory_allocation);
}

TEST_F(SessionTest, BytesGoInAndComeOut) {
  const std::uint64_t address = allocate(256);
  std::fill_n(staging.bytes().begin(), 256, std::byte{0x5A});
  EXPECT_EQ(copy(Opcode::copy_to_device, address, 256).status.code, success);
  EXPECT_EQ(
      ask(Opcode::fill, Box::linear(address + 16, 8), 1U, std::uint8_t{1}, 0U, std::uint8_t{0})
          .status.code,
      success);
  const std::uint64_t other = allocate(256);
  EXPECT_EQ(ask(Opcode::copy_on_device, Box::linear(other, 256), Box::linear(address, 256), 0U,
                std::uint8_t{0})
                .status.code,
            success);
  std::fill_n(staging.bytes().begin(), 256, std::byte{0});
  EXPECT_EQ(copy(Opcode::copy_to_host, other, 256).status.code, success);
  EXPECT_EQ(staging.bytes()[15], std::byte{0x5A});
  EXPECT_EQ(staging.bytes()[16], std::byte{1});
  EXPECT_EQ(staging.bytes()[24], std::byte{0x5A});
  const auto transfers = events_of<TransferEnded>();
  ASSERT_EQ(transfers.size(), 4U);
  EXPECT_EQ(transfers[0].transfer.kind, record::Transfer::Kind::host_to_device);
  EXPECT_EQ(transfers[1].transfer.kind, record::Transfer::Kind::fill);
  EXPECT_EQ(transfers[2].transfer.kind, record::Transfer::Kind::device_to_device);
  EXPECT_EQ(transfers[3].transfer.kind, record::Transfer::Kind::device_to_host);
  for (std::size_t i = 1; i < transfers.size(); ++i) {
    EXPECT_GE(transfers[i].transfer.start_s,
              transfers[i - 1].transfer.start_s + transfers[i - 1].transfer.duration_s);
  }
}

TEST_F(SessionTest, RangesOutsideAnAllocationAreRefused) {
  const std::uint64_t address = allocate(100);
  EXPECT_EQ(copy(Opcode::copy_to_device, address, 101).status.code, invalid_value);
  EXPECT_EQ(copy(Opcode::copy_to_host, address - 1, 4).status.code, invalid_value);
  EXPECT_EQ(copy(Opcode::copy_to_host, 0, 4).status.code, invalid_value);
  EXPECT_EQ(ask(Opcode::fill, Box::linear(address, ~std::uint64_t{0}), 1U, std::uint8_t{1}, 0U,
                std::uint8_t{0})
                .status.code,
            invalid_value);
  EXPECT_EQ(ask(Opcode::copy_on_device, Box::linear(address, 101), Box::linear(address, 101), 0U,
                std::uint8_t{0})
                .status.code,
            invalid_value);
}

TEST_F(SessionTest, MoreThanTheStagingMemoryBreaksTheProtocol) {
  const std::uint64_t address = allocate(64 << 20);
  EXPECT_THROW(copy(Opcode::copy_to_device, address, description.staging_bytes + 1), ProtocolError);
  EXPECT_THROW(ask(Opcode::upload, ~std::uint64_t{0}), ProtocolError);
}

TEST_F(SessionTest, UnknownHandlesAreErrors) {
  EXPECT_EQ(ask(Opcode::kernel_info, 9U, std::string("mark")).status.code, invalid_resource_handle);
  EXPECT_EQ(ask(Opcode::destroy_stream, 9U).status.code, invalid_resource_handle);
  EXPECT_EQ(ask(Opcode::destroy_stream, 0U).status.code, invalid_resource_handle);
  EXPECT_EQ(ask(Opcode::synchronize, 9U).status.code, invalid_resource_handle);
  EXPECT_EQ(ask(Opcode::record_event, 9U, 0U).status.code, invalid_resource_handle);
  EXPECT_EQ(ask(Opcode::wait_event, 0U, 9U).status.code, invalid_resource_handle);
  EXPECT_EQ(ask(Opcode::destroy_event, 9U).status.code, invalid_resource_handle);
  EXPECT_EQ(ask(Opcode::elapsed_time, 1U, 2U).status.code, invalid_resource_handle);
}

TEST_F(SessionTest, RequestsThatAreNoneBreakTheProtocol) {
  EXPECT_THROW(ask(static_cast<Opcode>(999)), ProtocolError);
  EXPECT_THROW(ask(Opcode::allocate), ProtocolError);
  EXPECT_THROW(ask(Opcode::memory_info, 1U), ProtocolError);
  Session fresh(options(1));
  EXPECT_THROW(fresh.handle({Opcode::memory_info, 1, {}}), ProtocolError);
}

TEST_F(SessionTest, ARequestThatIsTooShortOrTooLongBreaksTheProtocol) {
  for_each_opcode([&]<Opcode opcode>() {
    std::vector<std::byte> body = body_of(typename Exchange<opcode>::Request());
    const auto refusal = [&](std::span<const std::byte> sent) -> std::string {
      try {
        session_.handle({opcode, 3, {sent.begin(), sent.end()}});
      } catch (const ProtocolError& error) {
        return error.what();
      }
      return "none";
    };
    body.push_back({});
    EXPECT_NE(refusal(body).find("1 bytes more"), std::string::npos) << refusal(body);
    body.pop_back();
    for (; !body.empty(); body.pop_back()) {
      const std::string problem = refusal(std::span(body).first(body.size() - 1));
      EXPECT_NE(problem.find("in the middle of a field"), std::string::npos) << problem;
    }
  });
}

TEST_F(SessionTest, EventsMeasureModelledTime) {
  const auto first = ask(Opcode::create_event).value<std::uint32_t>();
  const auto second = ask(Opcode::create_event).value<std::uint32_t>();
  EXPECT_EQ(ask(Opcode::elapsed_time, first, second).status.code, invalid_resource_handle)
      << "never recorded";
  ask(Opcode::record_event, first, 0U);
  const std::uint64_t address = allocate(1 << 20);
  copy(Opcode::copy_to_device, address, 1 << 20);
  ask(Opcode::record_event, second, 0U);
  const double seconds = ask(Opcode::elapsed_time, first, second).value<double>();
  const double copy_s = events_of<TransferEnded>().at(0).transfer.duration_s;
  EXPECT_GE(seconds, copy_s);
  EXPECT_LT(seconds, copy_s + 1e-3);
}

TEST_F(SessionTest, AnotherGreetingFreesEverything) {
  allocate(5000);
  const auto stream =
      ask(Opcode::create_stream, NewStream{.is_blocking = true}).value<std::uint32_t>();
  hello();
  EXPECT_EQ(session_.used_bytes(), 0U);
  EXPECT_EQ(ask(Opcode::synchronize, stream).status.code, invalid_resource_handle);
}

TEST_F(SessionTest, AnUnsupportedCallBecomesAFinding) {
  EXPECT_EQ(ask(Opcode::unsupported_call, std::string("cudaGraphCreate")).status.code, success);
  const auto findings = events_of<Diagnosed>();
  ASSERT_EQ(findings.size(), 1U);
  EXPECT_EQ(findings[0].finding.id, "unsupported-runtime-call");
  EXPECT_NE(findings[0].finding.cause.find("cudaGraphCreate"), std::string::npos);
}

TEST_F(SessionTest, AClientAsksForTheCaseAndTellsOfNoneToCome) {
  const auto current = [&] { return ask(Opcode::host_case).value<std::uint32_t>(); };
  const auto tell = [&](std::uint32_t case_number) {
    ask(Opcode::host_mistake, std::string("allocation-in-loop"), std::string("why"), 0U, 0U,
        case_number, false);
  };
  EXPECT_EQ(current(), 0U) << "no lab's program";
  EXPECT_THROW(tell(1), ProtocolError);
  session_.begin_case(4);
  EXPECT_EQ(current(), 5U);
  tell(2);
  tell(5);
  EXPECT_THROW(tell(6), ProtocolError);
}

}  // namespace
}  // namespace warpscope::device
