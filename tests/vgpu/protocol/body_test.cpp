#include "vgpu/protocol/body.h"

#include <gtest/gtest.h>

#include <limits>

#include "vgpu/protocol/protocol_error.h"

namespace warpscope::device {
namespace {

TEST(Body, FieldsComeBackInOrder) {
  BodyWriter writer;
  writer.put(std::uint32_t{7});
  writer.put_string("kernel");
  writer.put(2.5);
  writer.put(true);
  const std::vector<std::byte> body = writer.take();
  BodyReader reader(body);
  EXPECT_EQ(reader.get<std::uint32_t>(), 7U);
  EXPECT_EQ(reader.get_string(6), "kernel");
  EXPECT_DOUBLE_EQ(reader.get<double>(), 2.5);
  EXPECT_TRUE(reader.get_flag());
  reader.expect_end();
}

TEST(Body, ReadingBeyondTheBodyIsAnError) {
  BodyWriter writer;
  writer.put(std::uint16_t{1});
  const std::vector<std::byte> body = writer.take();
  EXPECT_THROW(BodyReader(body).get<std::uint32_t>(), ProtocolError);
  EXPECT_THROW(BodyReader({}).get_string(100), ProtocolError);
  EXPECT_THROW(BodyReader(body).expect_end(), ProtocolError);
}

TEST(Body, AStringLongerThanItsLimitOrThanTheBodyIsAnError) {
  BodyWriter writer;
  writer.put_string("twelve bytes");
  const std::vector<std::byte> body = writer.take();
  EXPECT_THROW(BodyReader(body).get_string(11), ProtocolError);
  EXPECT_EQ(BodyReader(body).get_string(12), "twelve bytes");
  BodyWriter liar;
  liar.put(std::numeric_limits<std::uint32_t>::max());
  const std::vector<std::byte> lie = liar.take();
  EXPECT_THROW(BodyReader(lie).get_bytes(std::numeric_limits<std::uint32_t>::max()), ProtocolError);
}

}  // namespace
}  // namespace warpscope::device
