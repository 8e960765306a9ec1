#include "vgpu/protocol/protocol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace warpscope::device {
namespace {

std::vector<std::byte> bytes_of(const Header& header) {
  std::vector<std::byte> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

TEST(Protocol, FieldsComeBackInOrder) {
  BodyWriter writer;
  writer.put(std::uint32_t{7});
  writer.put_string("kernel");
  writer.put(2.5);
  writer.put(true);
  const std::vector<std::byte> body = writer.take();
  BodyReader reader(body);
  EXPECT_EQ(reader.get<std::uint32_t>(), 7U);
  EXPECT_EQ(reader.get_string(), "kernel");
  EXPECT_DOUBLE_EQ(reader.get<double>(), 2.5);
  EXPECT_TRUE(reader.get_flag());
  reader.expect_end();
}

TEST(Protocol, ReadingBeyondTheBodyIsAnError) {
  BodyWriter writer;
  writer.put(std::uint16_t{1});
  const std::vector<std::byte> body = writer.take();
  EXPECT_THROW(BodyReader(body).get<std::uint32_t>(), ProtocolError);
  EXPECT_THROW(BodyReader({}).get_string(), ProtocolError);
  EXPECT_THROW(BodyReader(body).expect_end(), ProtocolError);
}

TEST(Protocol, AStringLongerThanItsLimitOrThanTheBodyIsAnError) {
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

TEST(Protocol, HeadersAreChecked) {
  Header good;
  const auto decode = [](const Header& header) {
    const std::vector<std::byte> bytes = bytes_of(header);
    return decode_header(std::span(bytes).first<sizeof(Header)>());
  };
  EXPECT_EQ(decode(good).magic, kMagic);
  Header bad = good;
  bad.magic = 0;
  EXPECT_THROW(decode(bad), ProtocolError);
  bad = good;
  bad.version = 2;
  EXPECT_THROW(decode(bad), ProtocolError);
  bad = good;
  bad.body_bytes = kMaxBodyBytes + 1;
  EXPECT_THROW(decode(bad), ProtocolError);
}

TEST(Protocol, AMessageTooLongIsNotEncoded) {
  Message message;
  message.body.resize(kMaxBodyBytes + 1);
  EXPECT_THROW(encode(message), ProtocolError);
}

TEST(MessageAssembler, CutsAStreamAtAnyPlace) {
  std::vector<std::byte> stream;
  for (std::uint32_t i = 0; i < 5; ++i) {
    Message message{Opcode::allocate, i, std::vector<std::byte>(i * 7)};
    const std::vector<std::byte> bytes = encode(message);
    stream.insert(stream.end(), bytes.begin(), bytes.end());
  }
  for (std::size_t piece = 1; piece < stream.size(); piece += 5) {
    MessageAssembler assembler;
    std::uint32_t seen = 0;
    for (std::size_t at = 0; at < stream.size(); at += piece) {
      assembler.append(std::span(stream).subspan(at, std::min(piece, stream.size() - at)));
      while (const auto message = assembler.next()) {
        EXPECT_EQ(message->sequence, seen);
        EXPECT_EQ(message->body.size(), seen * 7);
        ++seen;
      }
    }
    EXPECT_EQ(seen, 5U);
    EXPECT_TRUE(assembler.is_empty());
  }
}

TEST(MessageAssembler, RandomBytesNeverMakeAMessage) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<std::byte> noise(64);
    std::generate(noise.begin(), noise.end(), [&] { return static_cast<std::byte>(random()); });
    MessageAssembler assembler;
    assembler.append(noise);
    EXPECT_THROW(assembler.next(), ProtocolError);
  }
}

TEST(MessageAssembler, HalfAMessageIsLeftOver) {
  MessageAssembler assembler;
  assembler.append(std::vector<std::byte>(3));
  EXPECT_FALSE(assembler.next().has_value());
  EXPECT_FALSE(assembler.is_empty());
}

}  // namespace
}  // namespace warpscope::device
