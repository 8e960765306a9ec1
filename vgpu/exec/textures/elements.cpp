#include "vgpu/exec/textures/elements.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "vgpu/exec/arithmetic/half_bits.h"

namespace warpscope::exec {
namespace {

/// What lies there, extended to 32 bits by its sign or by zeros.
template <typename T>
void read_as(const std::byte* from, const LaneElements& elements, LaneBits& result) {
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    T value{};
    std::memcpy(&value, from + elements.offset[i], sizeof value);
    result[i] = static_cast<std::uint32_t>(value);
  }
}

void read_bits(const ElementFormat& format, const std::byte* from, const LaneElements& elements,
               LaneBits& result) {
  const bool is_signed = format.kind == ElementFormat::Kind::signed_integer;
  switch (format.component_bytes) {
    case 1:
      return is_signed ? read_as<std::int8_t>(from, elements, result)
                       : read_as<std::uint8_t>(from, elements, result);
    case 2:
      return is_signed ? read_as<std::int16_t>(from, elements, result)
                       : read_as<std::uint16_t>(from, elements, result);
    default:
      return read_as<std::uint32_t>(from, elements, result);
  }
}

/// Integers as numbers from 0 or -1 to 1.
void normalize(const ElementFormat& format, LaneBits& result) {
  const std::uint32_t width = 8 * std::uint32_t{format.component_bytes};
  if (format.kind == ElementFormat::Kind::unsigned_integer) {
    const auto most = static_cast<float>((std::uint64_t{1} << width) - 1);
    for (std::uint32_t& bits : result.lane) {
      bits = std::bit_cast<std::uint32_t>(static_cast<float>(bits) / most);
    }
    return;
  }
  const auto most = static_cast<float>((std::uint64_t{1} << (width - 1)) - 1);
  for (std::uint32_t& bits : result.lane) {
    const float value = static_cast<float>(static_cast<std::int32_t>(bits)) / most;
    bits = std::bit_cast<std::uint32_t>(std::max(-1.0F, value));
  }
}

}  // namespace

void find_elements(const Image& image, const LaneNumbers& x, const LaneNumbers& y,
                   const LaneNumbers& z, LaneElements& result) {
  const auto slice_pitch = static_cast<double>(image.slice_pitch);
  const auto row_pitch = static_cast<double>(image.row_pitch);
  const double element_bytes = image.format.bytes();
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    const bool is_outside = std::min(std::min(x[i], y[i]), z[i]) < 0;
    const double offset = z[i] * slice_pitch + y[i] * row_pitch + x[i] * element_bytes;
    // A whole number below 2^52 is the fraction of itself plus 2^52.
    const double shifted = 0x1p52 + (is_outside ? 0 : offset);
    result.offset[i] = std::bit_cast<std::int64_t>(shifted) & ((std::int64_t{1} << 52) - 1);
    result.is_outside[i] = is_outside ? ~0U : 0U;
  }
}

bool reads_floats(const Texture& texture) {
  return texture.image.format.kind == ElementFormat::Kind::floating ||
         texture.sampler.reads_normalized_float;
}

void read_component(const Texture& texture, const std::byte* pixels, const LaneElements& elements,
                    std::uint32_t component, LaneBits& result) {
  const ElementFormat& format = texture.image.format;
  if (component >= format.components) {
    result = {};
    return;
  }
  read_bits(format, pixels + std::size_t{component} * format.component_bytes, elements, result);
  if (format.kind == ElementFormat::Kind::floating) {
    if (format.component_bytes == 2) {
      for (std::uint32_t& bits : result.lane) {
        bits = std::bit_cast<std::uint32_t>(Half::widen(static_cast<std::uint16_t>(bits)));
      }
    }
  } else if (texture.sampler.reads_normalized_float) {
    normalize(format, result);
  }
  const auto border = std::bit_cast<std::uint32_t>(texture.sampler.border.at(component));
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    result[i] = (result[i] & ~elements.is_outside[i]) | (border & elements.is_outside[i]);
  }
}

}  // namespace warpscope::exec
