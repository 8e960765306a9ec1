// Bytes that come in pieces are known again.
#include "record/fingerprint.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warpscope::record {
namespace {

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST(Fingerprint, OfNothingIsZero) { EXPECT_EQ(fingerprint({}), 0U); }

TEST(Fingerprint, OfAWordIsTheSplitMix64OfIt) {
  // The first number that the generator gives when its state is 0.
  EXPECT_EQ(fingerprint(bytes_of({0, 0, 0, 0})), 0xE220A8397B1DCDAFU % kFingerprints);
}

TEST(Fingerprint, OfPiecesIsTheirSumInAnyOrder) {
  std::vector<std::byte> bytes(403);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 + i / 9);
  const std::span<const std::byte> all(bytes);
  for (const std::size_t cut : {0U, 4U, 32U, 200U, 400U}) {
    const auto sum = fingerprint(all.subspan(cut)) + fingerprint(all.first(cut));
    EXPECT_EQ(sum % kFingerprints, fingerprint(all)) << cut;
  }
}

TEST(Fingerprint, FillsWhatIsLeftAtTheEndWithZeros) {
  const auto padded = fingerprint(bytes_of({9, 8, 7, 6, 5, 0, 0, 0}));
  EXPECT_EQ(fingerprint(bytes_of({9, 8, 7, 6, 5})), padded);
  EXPECT_EQ(fingerprint(bytes_of({9, 8, 7, 6, 5, 0})), padded);
  EXPECT_NE(fingerprint(bytes_of({9, 8, 7, 6, 5, 1})), padded);
  EXPECT_NE(fingerprint(bytes_of({9, 8, 7, 6, 5, 0, 1})), padded);
  EXPECT_NE(fingerprint(bytes_of({9, 8, 7, 6})), padded);
}

TEST(Fingerprint, DiffersWhereAnyWordDiffers) {
  std::vector<std::byte> bytes(131);
  const auto before = fingerprint(bytes);
  for (auto& byte : bytes) {
    byte = std::byte{1};
    EXPECT_NE(fingerprint(bytes), before);
    byte = std::byte{0};
  }
}

}  // namespace
}  // namespace warpscope::record
