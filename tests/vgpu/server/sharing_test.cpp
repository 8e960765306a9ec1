// Pages that the program and the device share, asked for by clients good and bad.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

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
  std::int32_t share(std::uint64_t address, std::uint64_t bytes) {
    BodyWriter body;
    body.put(address);
    body.put(bytes);
    Reply reply = session_.handle({Opcode::share_memory, 2, body.take()});
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

}  // namespace
}  // namespace warpscope::device
