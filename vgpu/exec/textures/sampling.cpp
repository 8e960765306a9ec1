#include "vgpu/exec/textures/sampling.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace warpscope::exec {
namespace {

using AddressMode = Sampler::AddressMode;

/// Outside the image, where the border's colour is.
constexpr std::int64_t kBorder = -1;

float half_to_float(std::uint16_t bits) {
  const std::uint32_t sign = static_cast<std::uint32_t>(bits >> 15) << 31;
  const std::uint32_t exponent = bits >> 10 & 31U;
  const std::uint32_t fraction = bits & 1023U;
  if (exponent == 0) {
    const float magnitude = std::ldexp(static_cast<float>(fraction), -24);
    return sign != 0 ? -magnitude : magnitude;
  }
  const std::uint32_t wide = exponent == 31 ? 255 : exponent + 112;
  return std::bit_cast<float>(sign | wide << 23 | fraction << 13);
}

/// One component's bits, extended to 32 by its sign or by zeros.
std::uint32_t extended(const ElementFormat& format, const std::byte* from) {
  std::uint32_t bits = 0;  // little endian; a copy of any size would be a call
  switch (format.component_bytes) {
    case 1:
      std::memcpy(&bits, from, 1);
      break;
    case 2:
      std::memcpy(&bits, from, 2);
      break;
    default:
      std::memcpy(&bits, from, 4);
      return bits;
  }
  const std::uint32_t unused = 32 - 8 * std::uint32_t{format.component_bytes};
  if (format.kind == ElementFormat::Kind::signed_integer) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(bits << unused) >>
                                      static_cast<std::int32_t>(unused));
  }
  return bits;
}

float normalized(const ElementFormat& format, std::uint32_t bits) {
  const std::uint32_t width = 8 * std::uint32_t{format.component_bytes};
  if (format.kind == ElementFormat::Kind::unsigned_integer) {
    return static_cast<float>(bits) / static_cast<float>((std::uint64_t{1} << width) - 1);
  }
  const auto most = static_cast<float>((std::uint64_t{1} << (width - 1)) - 1);
  return std::max(-1.0F, static_cast<float>(static_cast<std::int32_t>(bits)) / most);
}

class Reader {
 public:
  Reader(const Texture& texture, const std::byte* pixels) : texture_(texture), pixels_(pixels) {}

  bool reads_floats() const {
    return texture_.image.format.kind == ElementFormat::Kind::floating ||
           texture_.sampler.reads_normalized_float;
  }

  /// The element at these indices; components that it lacks are 0. An index of kBorder gives the
  /// border's colour.
  Sample element(const std::array<std::int64_t, 3>& at) const {
    if (at[0] == kBorder || at[1] == kBorder || at[2] == kBorder) return border();
    const Image& image = texture_.image;
    const std::byte* from = pixels_ + static_cast<std::uint64_t>(at[2]) * image.slice_pitch +
                            static_cast<std::uint64_t>(at[1]) * image.row_pitch +
                            static_cast<std::uint64_t>(at[0]) * image.format.bytes();
    // By value: a result put together in memory is waited for when its halves are read back.
    const auto part = [&](std::uint32_t k) {
      return k < image.format.components
                 ? component(from + std::size_t{k} * image.format.component_bytes)
                 : 0U;
    };
    return {part(0), part(1), part(2), part(3)};
  }

 private:
  std::uint32_t component(const std::byte* from) const {
    const ElementFormat& format = texture_.image.format;
    const std::uint32_t bits = extended(format, from);
    if (format.kind == ElementFormat::Kind::floating) {
      return format.component_bytes == 2
                 ? std::bit_cast<std::uint32_t>(half_to_float(static_cast<std::uint16_t>(bits)))
                 : bits;
    }
    return texture_.sampler.reads_normalized_float
               ? std::bit_cast<std::uint32_t>(normalized(format, bits))
               : bits;
  }
  Sample border() const {
    Sample result{};
    for (std::uint32_t k = 0; k < texture_.image.format.components; ++k) {
      result.at(k) = std::bit_cast<std::uint32_t>(texture_.sampler.border.at(k));
    }
    return result;
  }

  const Texture& texture_;
  const std::byte* pixels_;
};

/// The mode that counts: wrapping and mirroring are for normalized coordinates only.
AddressMode mode_of(const Sampler& sampler, std::size_t axis) {
  const AddressMode mode = sampler.address.at(axis);
  const bool needs_normalized = mode == AddressMode::wrap || mode == AddressMode::mirror;
  return needs_normalized && !sampler.has_normalized_coordinates ? AddressMode::clamp : mode;
}

/// A coordinate in elements; for wrapping and mirroring within a period of the image.
double in_elements(const Sampler& sampler, AddressMode mode, float coordinate, double count) {
  double x = coordinate;
  if (std::isnan(x)) return 0;
  if (mode == AddressMode::wrap || mode == AddressMode::mirror) {
    x = std::isfinite(x) ? x - 2 * std::floor(x / 2) : 0;
  }
  if (sampler.has_normalized_coordinates) x *= count;
  // Far outside is as good as a little outside, and fits an integer.
  return std::clamp(x, -16.0, 2 * count + 16.0);
}

/// The index of an element, also of one that lies outside, after the address mode.
std::int64_t resolved(AddressMode mode, std::int64_t index, std::int64_t count) {
  if (index >= 0 && index < count) return index;  // mostly; the others divide
  switch (mode) {
    case AddressMode::clamp:
      return std::clamp<std::int64_t>(index, 0, count - 1);
    case AddressMode::wrap:
      return (index % count + count) % count;
    case AddressMode::mirror: {
      const std::int64_t period = (index % (2 * count) + 2 * count) % (2 * count);
      return period < count ? period : 2 * count - 1 - period;
    }
    case AddressMode::border:
      return index < 0 || index >= count ? kBorder : index;
  }
  return kBorder;
}

/// The two elements along an axis that a filter mixes, and how much of the second, in 1/256.
struct Pair {
  std::int64_t first = 0, second = 0;
  std::uint32_t weight = 0;
};

Pair pair_along(const Sampler& sampler, std::size_t axis, float coordinate, std::uint32_t count) {
  const AddressMode mode = mode_of(sampler, axis);
  const double u = in_elements(sampler, mode, coordinate, count);
  // The fraction has 8 bits, rounded to the nearest.
  const auto fixed = static_cast<std::int64_t>(std::floor(u * 256 + 0.5)) - 128;
  const std::int64_t index = fixed >> 8;
  return {resolved(mode, index, count), resolved(mode, index + 1, count),
          static_cast<std::uint32_t>(fixed & 255)};
}

std::int64_t nearest_along(const Sampler& sampler, std::size_t axis, float coordinate,
                           std::uint32_t count) {
  const AddressMode mode = mode_of(sampler, axis);
  const double u = in_elements(sampler, mode, coordinate, count);
  return resolved(mode, static_cast<std::int64_t>(std::floor(u)), count);
}

std::array<std::uint32_t, 3> extents(const Image& image) {
  return {image.width, image.height, image.depth};
}

std::int64_t layer_of(const Image& image, const Coordinates& coordinates) {
  if (!image.is_layered) return 0;
  // Unsigned: a negative layer is the last one.
  return std::min<std::int64_t>(static_cast<std::uint32_t>(coordinates.layer),
                                std::int64_t{image.depth} - 1);
}

bool is_empty(const Image& image) {
  return image.width == 0 || image.height == 0 || image.depth == 0;
}

/// The weights of the eight elements around a place, in 1/256; bit 0 of the index is the second
/// element along x, bit 1 along y, bit 2 along z. They have 8 bits and their sum is 256: an H200
/// rounds the products of the fractions, not the weights. Read off one in two dimensions; in three
/// the few places that were tried agree.
std::array<std::int32_t, 8> weights_of(const std::array<Pair, 3>& pairs) {
  const auto x = static_cast<std::int32_t>(pairs[0].weight);
  const auto y = static_cast<std::int32_t>(pairs[1].weight);
  const auto z = static_cast<std::int32_t>(pairs[2].weight);
  const auto rounded = [](std::int32_t product) { return (product + 128) >> 8; };
  const std::int32_t xy = rounded(x * y);
  const std::int32_t xz = rounded(x * z);
  const std::int32_t yz = rounded(y * z);
  const std::int32_t xyz = (x * y * z + 32767) >> 16;
  return {256 - x - y - z + xy + xz + yz - xyz,
          x - xy - xz + xyz,
          y - xy - yz + xyz,
          xy - xyz,
          z - xz - yz + xyz,
          xz - xyz,
          yz - xyz,
          xyz};
}

Sample filtered(const Texture& texture, const Reader& reader, const Coordinates& coordinates) {
  const Image& image = texture.image;
  std::array<Pair, 3> pairs{};
  pairs[2].first = pairs[2].second = layer_of(image, coordinates);
  // A line is filtered as a plane of one row, at its edge: with a border, half of it is border.
  const std::size_t axes = std::max<std::size_t>(image.dimensions, 2);
  for (std::size_t axis = 0; axis < axes; ++axis) {
    pairs.at(axis) =
        pair_along(texture.sampler, axis, coordinates.at.at(axis), extents(image).at(axis));
  }
  const std::array<std::int32_t, 8> weights = weights_of(pairs);
  std::array<double, 4> sums{};
  for (std::uint32_t corner = 0; corner < weights.size(); ++corner) {
    if (weights.at(corner) == 0) continue;
    std::array<std::int64_t, 3> at{};
    for (std::size_t axis = 0; axis < at.size(); ++axis) {
      const bool is_second = (corner >> axis & 1U) != 0;
      at.at(axis) = is_second ? pairs.at(axis).second : pairs.at(axis).first;
    }
    const Sample element = reader.element(at);
    for (std::size_t k = 0; k < sums.size(); ++k) {
      sums.at(k) += weights.at(corner) / 256.0 * std::bit_cast<float>(element.at(k));
    }
  }
  Sample result{};
  for (std::size_t k = 0; k < sums.size(); ++k) {
    result.at(k) = std::bit_cast<std::uint32_t>(static_cast<float>(sums.at(k)));
  }
  return result;
}

}  // namespace

Sample sample(const Texture& texture, const std::byte* pixels, const Coordinates& coordinates) {
  const Image& image = texture.image;
  if (is_empty(image)) return {};
  const Reader reader(texture, pixels);
  if (texture.sampler.is_linear && reader.reads_floats()) {
    return filtered(texture, reader, coordinates);
  }
  std::array<std::int64_t, 3> at{0, 0, layer_of(image, coordinates)};
  for (std::size_t axis = 0; axis < image.dimensions; ++axis) {
    at.at(axis) =
        nearest_along(texture.sampler, axis, coordinates.at.at(axis), extents(image).at(axis));
  }
  return reader.element(at);
}

Sample fetch(const Texture& texture, const std::byte* pixels, std::int32_t index) {
  const Image& image = texture.image;
  if (index < 0 || static_cast<std::uint32_t>(index) >= image.width) return {};
  return Reader(texture, pixels).element({index, 0, 0});
}

Sample gather(const Texture& texture, const std::byte* pixels, const Coordinates& coordinates,
              std::uint32_t component) {
  const Image& image = texture.image;
  if (is_empty(image)) return {};
  const Reader reader(texture, pixels);
  const Pair x = pair_along(texture.sampler, 0, coordinates.at[0], image.width);
  const Pair y = pair_along(texture.sampler, 1, coordinates.at[1], image.height);
  const std::int64_t layer = layer_of(image, coordinates);
  return {reader.element({x.first, y.second, layer}).at(component),
          reader.element({x.second, y.second, layer}).at(component),
          reader.element({x.second, y.first, layer}).at(component),
          reader.element({x.first, y.first, layer}).at(component)};
}

}  // namespace warpscope::exec
