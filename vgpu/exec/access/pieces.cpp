#include <bit>

#include "vgpu/exec/access/resolve.h"

namespace warpscope::exec {

std::uint32_t Pieces::pack() const {
  std::uint32_t packed = count;
  for (std::uint32_t k = 0; k < 2; ++k) {
    packed |= (std::uint32_t{pieces[k].offset_bytes} | std::uint32_t{pieces[k].size_bytes} << 5)
              << (4 + 12 * k);
  }
  return packed;
}

Pieces Pieces::unpack(std::uint32_t packed) {
  Pieces result;
  result.count = static_cast<std::uint8_t>(packed & 15);
  for (std::uint32_t k = 0; k < 2; ++k) {
    const std::uint32_t piece = packed >> (4 + 12 * k);
    result.pieces[k] = {static_cast<std::uint8_t>(piece & 31),
                        static_cast<std::uint8_t>(piece >> 5 & 31)};
  }
  return result;
}

Pieces split_by_used_bytes(std::uint32_t size_bytes, std::uint32_t element_bytes,
                           std::uint32_t used_bytes) {
  const Pieces whole{1, {{{0, static_cast<std::uint8_t>(size_bytes)}, {}}}};
  const std::uint32_t words = size_bytes / 4;
  if (size_bytes % 4 != 0 || element_bytes < 4 || words < 2) return whole;
  std::uint32_t used = 0;  // bit w: word w
  for (std::uint32_t word = 0; word < words; ++word) {
    if ((used_bytes >> (4 * word) & 15u) != 0) used |= 1u << word;
  }
  const int count = std::popcount(used);
  if (count == 0 || count > 2 || count == static_cast<int>(words)) return whole;
  const auto low = static_cast<std::uint32_t>(std::countr_zero(used));
  const auto high = static_cast<std::uint32_t>(31 - std::countl_zero(used));
  if (count == 1) return {1, {{{static_cast<std::uint8_t>(4 * low), 4}, {}}}};
  if (low % 2 == 0 && high == low + 1) return {1, {{{static_cast<std::uint8_t>(4 * low), 8}, {}}}};
  return {2, {{{static_cast<std::uint8_t>(4 * low), 4}, {static_cast<std::uint8_t>(4 * high), 4}}}};
}

}  // namespace warpscope::exec
