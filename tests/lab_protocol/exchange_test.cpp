#include "lab_protocol/exchange.h"

#include <gtest/gtest.h>

namespace warpscope::lab_protocol {
namespace {

TEST(Payload, IsReadAsItWasWritten) {
  PayloadWriter writer;
  writer.number(std::uint64_t{1} << 40);
  writer.text("scale");
  writer.number(std::uint32_t{2});
  writer.raw(std::vector<std::byte>(3, std::byte{7}));
  const auto payload = writer.take();
  PayloadReader reader(payload);
  EXPECT_EQ(reader.number<std::uint64_t>(), std::uint64_t{1} << 40);
  EXPECT_EQ(reader.text(), "scale");
  EXPECT_EQ(reader.entry_count(), 2u);
  EXPECT_EQ(reader.raw(3)[2], std::byte{7});
  reader.expect_end();
}

TEST(Payload, NothingIsReadBeyondTheEnd) {
  const std::vector<std::byte> payload(7);
  PayloadReader reader(payload);
  EXPECT_THROW(reader.number<std::uint64_t>(), ExchangeError);
  EXPECT_THROW(reader.raw(8), ExchangeError);
  EXPECT_THROW(reader.raw(~std::uint64_t{0}), ExchangeError);
  EXPECT_THROW(reader.expect_end(), ExchangeError);
  EXPECT_EQ(reader.raw(7).size(), 7u);
  reader.expect_end();
}

TEST(Payload, LengthsAndCountsAreBounded) {
  PayloadWriter writer;
  writer.text(std::string(kMaxTextBytes + 1, 'x'));
  const auto cut = writer.take();
  EXPECT_EQ(PayloadReader(cut).text().size(), kMaxTextBytes);
  writer.number(kMaxTextBytes + 1);
  writer.raw(std::vector<std::byte>(kMaxTextBytes + 1));
  const auto too_long = writer.take();
  EXPECT_THROW(PayloadReader(too_long).text(), ExchangeError);
  writer.number(kMaxEntries + 1);
  const auto too_many = writer.take();
  EXPECT_THROW(PayloadReader(too_many).entry_count(), ExchangeError);
}

TEST(Frame, HeadersAreChecked) {
  const auto good = frame(FrameKind::answer, {});
  EXPECT_EQ(read_header(good, FrameKind::answer, 0).payload_bytes, 0u);
  EXPECT_THROW(read_header(good, FrameKind::set_case, 0), ExchangeError);
  auto bad = good;
  bad[0] = std::byte{0};
  EXPECT_THROW(read_header(bad, FrameKind::answer, 0), ExchangeError);
  const auto long_frame = frame(FrameKind::answer, std::vector<std::byte>(5));
  EXPECT_THROW(read_header(long_frame, FrameKind::answer, 4), ExchangeError);
}

}  // namespace
}  // namespace warpscope::lab_protocol
