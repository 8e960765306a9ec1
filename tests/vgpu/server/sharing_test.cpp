// Pages that the program and the device share, asked for by clients good and bad.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <span>
#include <vector>

#include "tests/vgpu/server/session_fixture.h"
#include "vgpu/memory/device_memory.h"

namespace warpscope::device {
namespace {

using cuda_error::host_memory_already_registered;
using cuda_error::invalid_value;
using cuda_error::memory_allocation;
using cuda_error::success;

constexpr std::uint64_t kPlace = 0x2000'0000'0000;

class SharingTest : public SessionTest {
 protected:
  /// The error code; the descriptor in `file` when there is one.
  std::int32_t share(std::uint64_t address, std::uint64_t bytes,
                     Opcode opcode = Opcode::share_memory) {
    BodyWriter body;
    body.put(address);
    body.put(bytes);
    Reply reply = session_.handle({opcode, 2, body.take()});
    file = UniqueFd(reply.passed_fd < 0 ? -1 : dup(reply.passed_fd));
    BodyReader reader(reply.message.body);
    return get<Status>(reader).code;
  }
  std::int32_t unshare(std::uint64_t address) {
    return ask(Opcode::unshare_memory, address).status.code;
  }
  UniqueFd file;
};

TEST_F(SharingTest, WhatOneSideWritesTheOtherSees) {
  ASSERT_EQ(share(kPlace + 100, 5000), success);
  const SharedMapping pages(file.get(), 8192);
  EXPECT_EQ(ask(Opcode::fill, Box::linear(kPlace + 100, 5000), 0x5AU, std::uint8_t{1}, 0U,
                std::uint8_t{0})
                .status.code,
            success);
  EXPECT_EQ(pages.bytes()[99], std::byte{0});
  EXPECT_EQ(pages.bytes()[100], std::byte{0x5A});
  EXPECT_EQ(pages.bytes()[5099], std::byte{0x5A});
  EXPECT_EQ(pages.bytes()[5100], std::byte{0});
  pages.bytes()[200] = std::byte{7};
  ASSERT_EQ(copy(Opcode::copy_to_host, kPlace + 200, 1).status.code, success);
  EXPECT_EQ(staging.bytes()[0], std::byte{7});
  EXPECT_EQ(copy(Opcode::copy_to_host, kPlace + 100, 5001).status.code, invalid_value);
}

TEST_F(SharingTest, TheClientCannotResizeTheFile) {
  ASSERT_EQ(share(kPlace, 8192), success);
  EXPECT_NE(ftruncate(file.get(), 0), 0);
  EXPECT_NE(ftruncate(file.get(), 1 << 20), 0);
  EXPECT_EQ(copy(Opcode::copy_to_host, kPlace, 8192).status.code, success);
}

TEST_F(SharingTest, RangesThatCannotBeAreRefused) {
  EXPECT_EQ(share(kPlace, 0), invalid_value);
  EXPECT_EQ(share(kPlace, ~std::uint64_t{0}), invalid_value);
  EXPECT_EQ(share(~std::uint64_t{0} - 10, 5), invalid_value);
  EXPECT_EQ(share(memory::kGlobalBase, 4096), invalid_value);
  EXPECT_EQ(share(memory::kGlobalBase - 4096, 4097), invalid_value);
  EXPECT_EQ(share(memory::kSharedWindowBase, 16), invalid_value);
  EXPECT_EQ(share(memory::kLocalWindowBase - 8, 16), invalid_value);
  EXPECT_EQ(share(kPlace, description.memory_bytes + 4096), memory_allocation);
  EXPECT_EQ(share(kPlace, 4096), success);
}

TEST_F(SharingTest, NoPageIsSharedTwice) {
  ASSERT_EQ(share(kPlace + 4096, 4096), success);
  EXPECT_EQ(share(kPlace + 4096, 1), host_memory_already_registered);
  EXPECT_EQ(share(kPlace + 8191, 1), host_memory_already_registered);
  EXPECT_EQ(share(kPlace, 4097), host_memory_already_registered);
  EXPECT_EQ(share(kPlace, 1 << 20), host_memory_already_registered);
  EXPECT_EQ(share(kPlace, 4096), success);
  EXPECT_EQ(share(kPlace + 8192, 1), success);
}

TEST_F(SharingTest, BorrowedBytesAreBroughtOnceForEachRequestThatUsesThem) {
  ASSERT_EQ(share(kPlace + 4090, 4, Opcode::borrow_memory), success);
  ASSERT_EQ(share(kPlace + 4094, 100, Opcode::borrow_memory), success) << "on the same page";
  EXPECT_EQ(share(kPlace + 4093, 1, Opcode::borrow_memory), host_memory_already_registered);
  allocate(4);
  EXPECT_EQ(brought, std::vector<std::uint64_t>{});
  ASSERT_EQ(copy(Opcode::copy_to_host, kPlace + 4094, 2).status.code, success);
  EXPECT_EQ(brought, std::vector<std::uint64_t>{kPlace + 4094});
  const std::uint32_t module = load_module(kTestPtx);
  EXPECT_EQ(ask(Opcode::launch, mark(module, kPlace + 4096, 7, 8)).status.code, success);
  EXPECT_EQ(brought.size(), 2U) << "by all threads together";
  EXPECT_EQ(unshare(kPlace + 4094), success);
  EXPECT_EQ(brought.size(), 2U);
}

TEST_F(SharingTest, UnsharedPagesAreForgotten) {
  ASSERT_EQ(share(kPlace, 100), success);
  EXPECT_EQ(unshare(kPlace + 1), invalid_value);
  EXPECT_EQ(ask(Opcode::release, kPlace).status.code, invalid_value) << "that is for allocate";
  EXPECT_EQ(unshare(kPlace), success);
  EXPECT_EQ(unshare(kPlace), invalid_value);
  EXPECT_EQ(copy(Opcode::copy_to_host, kPlace, 1).status.code, invalid_value);
  EXPECT_EQ(share(kPlace, 100), success) << "the same place again";
}

TEST_F(SharingTest, ManyRegionsEndWithAnError) {
  std::uint64_t count = 0;
  std::int32_t error = success;
  while (count < 20000 && (error = share(kPlace + count * 4096, 1)) == success) ++count;
  EXPECT_EQ(error, memory_allocation);
  EXPECT_EQ(count, 16384U);
}

/// Inputs of which the host was shown others come to the device, and the host never sees them.
TEST_F(SharingTest, ExchangedInputsAreThereForTheDeviceOnly) {
  const auto bytes_of = [](std::uint32_t word) {
    const auto bytes = std::as_bytes(std::span(&word, 1));
    return std::vector<std::byte>(bytes.begin(), bytes.end());
  };
  const auto word_in = [](std::span<const std::byte> bytes) {
    std::uint32_t word = 0;
    std::memcpy(&word, bytes.data(), sizeof word);
    return word;
  };
  constexpr std::uint32_t kShown = 0xABCD1234, kHeld = 0x12345678;
  session_.begin_case(0);
  session_.exchange_inputs({{bytes_of(kShown), bytes_of(kHeld), MatchBy::lone_words}});
  ASSERT_EQ(share(kPlace, 4096), success);
  const SharedMapping pages(file.get(), 4096);
  // A word alone among others may have an input's value by chance; these are eight.
  for (std::size_t at = 0; at < 32; at += sizeof kShown)
    std::memcpy(pages.bytes().data() + at, &kShown, sizeof kShown);
  const std::uint64_t own = allocate(4);
  const auto copied = [&](std::uint64_t to, std::uint64_t from) {
    EXPECT_EQ(
        ask(Opcode::copy_on_device, Box::linear(to, 4), Box::linear(from, 4), 0U, std::uint8_t{0})
            .status.code,
        success);
  };
  copied(own, kPlace);
  EXPECT_EQ(word_in(pages.bytes()), kShown);
  EXPECT_EQ(copy(Opcode::copy_to_host, own, 4).status.code, success);
  EXPECT_EQ(word_in(staging.bytes()), kHeld);
  copied(kPlace + 64, kPlace);
  EXPECT_EQ(word_in(pages.bytes().subspan(64)), kShown) << "no way to look at it";
  std::memcpy(staging.bytes().data(), &kShown, sizeof kShown);
  EXPECT_EQ(copy(Opcode::copy_to_device, kPlace + 128, 4).status.code, success);
  EXPECT_EQ(word_in(pages.bytes().subspan(128)), kShown);
}

}  // namespace
}  // namespace warpscope::device
