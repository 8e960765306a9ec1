#include "vgpu/protocol/socket_io.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <array>
#include <system_error>

#include "vgpu/protocol/staging.h"

namespace warpscope::device {
namespace {

struct Pair {
  Pair() {
    std::array<int, 2> ends{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
      throw std::system_error(errno, std::generic_category());
    }
    a = UniqueFd(ends[0]);
    b = UniqueFd(ends[1]);
  }
  UniqueFd a, b;
};

TEST(SocketIo, ADescriptorTravelsWithTheBytes) {
  Pair pair;
  const UniqueFd memory = make_sealed_memory(4096);
  const std::array<std::byte, 3> sent{std::byte{1}, std::byte{2}, std::byte{3}};
  send_all(pair.a.get(), sent, memory.get());
  std::array<std::byte, 3> received{};
  UniqueFd passed;
  ASSERT_TRUE(receive_exactly(pair.b.get(), received, &passed));
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
  Pair pair;
  EXPECT_FALSE(is_hung_up(pair.b.get()));
  std::array<std::byte, 8> buffer{};
  EXPECT_TRUE(receive_available(pair.b.get(), buffer).would_block);
  pair.a.reset();
  EXPECT_TRUE(is_hung_up(pair.b.get()));
  const Received end = receive_available(pair.b.get(), buffer);
  EXPECT_FALSE(end.would_block);
  EXPECT_EQ(end.count, 0U);
  EXPECT_FALSE(receive_exactly(pair.b.get(), buffer));
  EXPECT_THROW(send_all(pair.b.get(), buffer), std::system_error);
}

}  // namespace
}  // namespace warpscope::device
