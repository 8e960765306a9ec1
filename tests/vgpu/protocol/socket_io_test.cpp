#include "vgpu/protocol/socket_io.h"

#include <gtest/gtest.h>

#include <array>
#include <system_error>

#include "base/pipes.h"
#include "vgpu/protocol/staging.h"

namespace warpscope::device {
namespace {

TEST(SocketIo, ADescriptorTravelsWithTheBytes) {
  SocketPair pair = make_socket_pair();
  const UniqueFd memory = make_sealed_memory(4096);
  const std::array<std::byte, 3> sent{std::byte{1}, std::byte{2}, std::byte{3}};
  send_all(pair.ours.get(), sent, memory.get());
  std::array<std::byte, 3> received{};
  UniqueFd passed;
  ASSERT_TRUE(receive_exactly(pair.theirs.get(), received, &passed));
  EXPECT_EQ(received, sent);
  ASSERT_TRUE(passed.is_open());
  const SharedMapping ours(memory.get(), 4096);
  const SharedMapping theirs(passed.get(), 4096);
  theirs.bytes()[7] = std::byte{42};
  EXPECT_EQ(ours.bytes()[7], std::byte{42});
}

TEST(SocketIo, SealedMemoryCannotChangeItsSize) {
  const UniqueFd memory = make_sealed_memory(4096);
  EXPECT_NE(ftruncate(memory.get(), 0), 0);
  EXPECT_NE(ftruncate(memory.get(), 8192), 0);
}

TEST(SocketIo, TheEndOfTheStreamIsSeen) {
  SocketPair pair = make_socket_pair();
  EXPECT_FALSE(is_hung_up(pair.theirs.get()));
  std::array<std::byte, 8> buffer{};
  EXPECT_TRUE(receive_available(pair.theirs.get(), buffer).would_block);
  pair.ours.reset();
  EXPECT_TRUE(is_hung_up(pair.theirs.get()));
  const Received end = receive_available(pair.theirs.get(), buffer);
  EXPECT_FALSE(end.would_block);
  EXPECT_EQ(end.count, 0U);
  EXPECT_FALSE(receive_exactly(pair.theirs.get(), buffer));
  EXPECT_THROW(send_all(pair.theirs.get(), buffer), std::system_error);
}

}  // namespace
}  // namespace warpscope::device
