#include "vgpu/protocol/message.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

#include "vgpu/protocol/protocol_error.h"

namespace warpscope::device {
namespace {

std::vector<std::byte> bytes_of(const Header& header) {
  std::vector<std::byte> bytes(sizeof header);
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

TEST(Message, HeadersAreChecked) {
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

TEST(Message, AMessageTooLongIsNotEncoded) {
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
