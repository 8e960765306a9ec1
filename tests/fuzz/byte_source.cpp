#include "tests/fuzz/byte_source.h"

namespace warpscope::fuzz {

std::uint64_t ByteSource::take_number() {
  constexpr std::uint8_t kSmall = 128;
  const auto choice = take<std::uint8_t>();
  if (choice < kSmall) return choice;
  // Powers of two, one less and one more.
  if (choice < 255) {
    const unsigned shift = (choice - kSmall) / 2;
    return (std::uint64_t{1} << shift) - (choice % 2);
  }
  return take<std::uint64_t>();
}

}  // namespace warpscope::fuzz
