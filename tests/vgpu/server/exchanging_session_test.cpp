// Copies of a program whose inputs are exchanged, and what comes back.
#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <span>
#include <vector>

#include "tests/vgpu/server/session_fixture.h"

namespace warpscope::device {
namespace {

using Words = std::vector<std::uint32_t>;

std::vector<std::byte> bytes_of(const Words& words) {
  const auto bytes = std::as_bytes(std::span(words));
  return {bytes.begin(), bytes.end()};
}

class ExchangedArrays : public SessionTest {
 protected:
  ExchangedArrays() : shown_(300), held_(300) {
    std::iota(shown_.begin(), shown_.end(), 7U);
    std::iota(held_.begin(), held_.end(), 1000U);
    session_.begin_case(0);
    session_.exchange_inputs({{bytes_of(shown_), bytes_of(held_), MatchBy::whole}});
  }
  /// What comes back of words that were uploaded, as the runtime does it: large copies in pieces.
  Words round_trip(const Words& words, std::uint64_t pieces = 1) {
    const auto bytes = bytes_of(words);
    const auto address = allocate(bytes.size());
    const auto step = bytes.size() / pieces;
    for (std::uint64_t first = 0; first < bytes.size(); first += step) {
      CopyRequest request;
      request.box = Box::linear(address, bytes.size());
      request.first = first;
      request.bytes = step;
      request.total_bytes = first == 0 ? bytes.size() : 0;
      std::memcpy(staging.bytes().data(), &bytes[first], step);
      EXPECT_EQ(ask(Opcode::copy_to_device, request).status.code, cuda_error::success);
      EXPECT_EQ(std::memcmp(staging.bytes().data(), &bytes[first], step), 0)
          << "the program sees this memory";
    }
    EXPECT_EQ(copy(Opcode::copy_to_host, address, bytes.size()).status.code, cuda_error::success);
    Words back(words.size());
    std::memcpy(back.data(), staging.bytes().data(), bytes.size());
    return back;
  }

  Words shown_, held_;
};

TEST_F(ExchangedArrays, AreHeldWhereTheyWereUploadedAsTheyAre) {
  EXPECT_EQ(round_trip(shown_), held_);
  EXPECT_EQ(round_trip(shown_, 4), held_);
  EXPECT_EQ(round_trip(held_), held_);
  auto changed = shown_;
  changed.back() = 0;
  EXPECT_EQ(round_trip(changed), changed);
  const Words longer(400, 7);
  EXPECT_EQ(round_trip(longer), longer);
}

TEST_F(ExchangedArrays, AreThoseOfTheirCase) {
  session_.begin_case(1);
  EXPECT_EQ(round_trip(shown_), shown_);
}

}  // namespace
}  // namespace warpscope::device
