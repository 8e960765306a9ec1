#include "vgpu/counting/pieces.h"

#include <bit>

namespace warpscope::exec {
namespace {

Pieces one_piece(std::uint32_t offset_bytes, std::uint32_t size_bytes) {
  return {1,
          {{{static_cast<std::int8_t>(offset_bytes), static_cast<std::uint8_t>(size_bytes)}, {}}}};
}

}  // namespace

std::uint32_t Pieces::pack() const {
  std::uint32_t packed = count;
  for (std::uint32_t k = 0; k < 2; ++k) {
    const std::uint32_t offset = static_cast<std::uint32_t>(pieces[k].offset_bytes) & 31;
    packed |= (offset | std::uint32_t{pieces[k].size_bytes} << 5) << (4 + 12 * k);
  }
  return packed;
}

Pieces split_by_used_bytes(std::uint32_t size_bytes, std::uint32_t element_bytes,
                           std::uint32_t used_bytes, ThreeWords three) {
  const std::uint32_t unit_bytes = element_bytes < 4 ? element_bytes : 4;
  const std::uint32_t units = size_bytes / unit_bytes;
  const Pieces whole = one_piece(0, size_bytes);
  if (element_bytes < 2 || element_bytes > 8 || units < 2 || units > 4) return whole;
  std::uint32_t used = 0;  // bit u: unit u
  for (std::uint32_t unit = 0; unit < units; ++unit) {
    if ((used_bytes >> (unit_bytes * unit) & ((1u << unit_bytes) - 1)) != 0) used |= 1u << unit;
  }
  const int count = std::popcount(used);
  if (count == 0 || count == static_cast<int>(units)) return whole;
  const auto low = static_cast<std::uint32_t>(std::countr_zero(used));
  const auto high = static_cast<std::uint32_t>(31 - std::countl_zero(used));
  if (count == 1) return one_piece(unit_bytes * low, unit_bytes);
  if (low % 2 == 0 && high == low + 1) return one_piece(unit_bytes * low, 2 * unit_bytes);
  if (unit_bytes < 4) return whole;
  const auto at = [](std::uint32_t word, std::uint32_t words) {
    return Pieces::Piece{static_cast<std::int8_t>(4 * word), static_cast<std::uint8_t>(4 * words)};
  };
  if (count == 2) return {2, {at(low, 1), at(high, 1)}};
  if (three == ThreeWords::together) return whole;
  const bool has_low_pair = (used & 0b0011) == 0b0011;
  return {2, {has_low_pair ? at(0, 2) : at(low, 1), has_low_pair ? at(high, 1) : at(2, 2)}};
}

}  // namespace warpscope::exec
