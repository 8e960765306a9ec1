#include "vgpu/exec/textures/sampling.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "vgpu/exec/textures/elements.h"
#include "vgpu/exec/textures/places.h"

namespace warpscope::exec {
namespace {

bool is_empty(const Image& image) {
  return image.width == 0 || image.height == 0 || image.depth == 0;
}

void find_layers(const Image& image, const std::int32_t* layer, LaneNumbers& result) {
  if (!image.is_layered || layer == nullptr) return;
  const double last = image.depth - 1;
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    const double asked = layer[i];
    // A negative layer is the last one.
    result[i] = asked < 0 ? last : std::min(asked, last);
  }
}

/// The places along all axes that a filter mixes; of layers the first is the one.
using ReadPairs = std::array<LanePairs, 3>;

void find_footprint(const Texture& texture, const LaneCoordinates& coordinates, ReadPairs& pairs) {
  const Image& image = texture.image;
  pairs_along(texture.sampler, 0, coordinates.at[0], image.width, pairs[0]);
  // A line is filtered as a plane of one row, at its edge: with a border, half of it is border.
  pairs_along(texture.sampler, 1, coordinates.at[1], image.height, pairs[1]);
  if (image.dimensions == 3) {
    pairs_along(texture.sampler, 2, coordinates.at[2], image.depth, pairs[2]);
  } else {
    find_layers(image, coordinates.layer, pairs[2].first);
  }
}

const LaneNumbers& place(const LanePairs& pairs, bool is_second) {
  return is_second ? pairs.second : pairs.first;
}

/// The weights of the eight elements around a place, in 1/256; bit 0 of the index is the second
/// element along x, bit 1 along y, bit 2 along z. They have 8 bits and their sum is 256: an H200
/// rounds the products of the fractions, not the weights. Read off one in two dimensions; in three
/// the few places that were tried agree.
void find_weights(const ReadPairs& pairs, std::array<LaneNumbers, 8>& weights) {
  const auto rounded = [](double product) { return std::floor((product + 128) * 0x1p-8); };
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    const double x = pairs[0].weight[i];
    const double y = pairs[1].weight[i];
    const double z = pairs[2].weight[i];
    const double xy = rounded(x * y);
    const double xz = rounded(x * z);
    const double yz = rounded(y * z);
    const double xyz = std::floor((x * y * z + 32767) * 0x1p-16);
    weights[0][i] = 256 - x - y - z + xy + xz + yz - xyz;
    weights[1][i] = x - xy - xz + xyz;
    weights[2][i] = y - xy - yz + xyz;
    weights[3][i] = xy - xyz;
    weights[4][i] = z - xz - yz + xyz;
    weights[5][i] = xz - xyz;
    weights[6][i] = yz - xyz;
    weights[7][i] = xyz;
  }
}

bool are_zero(const LaneNumbers& weights) {
  std::int64_t bits = 0;  // of numbers that are not below zero
  for (const double weight : weights.lane) bits |= std::bit_cast<std::int64_t>(weight);
  return bits == 0;
}

void filter(const Texture& texture, const std::byte* pixels, const LaneCoordinates& coordinates,
            TouchedElements* touched, LaneSamples& result) {
  const Image& image = texture.image;
  ReadPairs pairs;
  find_footprint(texture, coordinates, pairs);
  std::array<LaneNumbers, 8> weights;
  find_weights(pairs, weights);
  std::array<LaneNumbers, 4> sums;
  LaneElements elements;
  LaneBits bits;
  const std::size_t corners = image.dimensions == 3 ? 8 : 4;
  for (std::size_t corner = 0; corner < corners; ++corner) {
    if (are_zero(weights[corner])) continue;  // often: along a row, at the middle of elements
    find_elements(image, place(pairs[0], (corner & 1) != 0), place(pairs[1], (corner & 2) != 0),
                  place(pairs[2], (corner & 4) != 0), elements);
    if (touched != nullptr) touched->add(elements);
    const LaneNumbers& weight = weights[corner];
    for (std::uint32_t k = 0; k < image.format.components; ++k) {
      read_component(texture, pixels, elements, k, bits);
      LaneNumbers& sum = sums[k];
      for (std::size_t i = 0; i < kWarpSize; ++i) {
        // What has no weight does not count, be it infinite.
        const double part = weight[i] * 0x1p-8 * std::bit_cast<float>(bits[i]);
        sum[i] += weight[i] == 0 ? 0 : part;
      }
    }
  }
  for (std::uint32_t k = 0; k < image.format.components; ++k) {
    for (std::size_t i = 0; i < kWarpSize; ++i) {
      result[k][i] = std::bit_cast<std::uint32_t>(static_cast<float>(sums[k][i]));
    }
  }
}

void read_all(const Texture& texture, const std::byte* pixels, const LaneElements& elements,
              LaneSamples& result) {
  for (std::uint32_t k = 0; k < texture.image.format.components; ++k) {
    read_component(texture, pixels, elements, k, result[k]);
  }
}

}  // namespace

LaneSamples sample(const Texture& texture, const std::byte* pixels,
                   const LaneCoordinates& coordinates, TouchedElements* touched) {
  const Image& image = texture.image;
  LaneSamples result{};
  if (is_empty(image)) return result;
  if (texture.sampler.is_linear && reads_floats(texture)) {
    filter(texture, pixels, coordinates, touched, result);
    return result;
  }
  std::array<LaneNumbers, 3> at;
  find_layers(image, coordinates.layer, at[2]);
  const std::array<std::uint32_t, 3> extents{image.width, image.height, image.depth};
  for (std::size_t axis = 0; axis < image.dimensions; ++axis) {
    nearest_along(texture.sampler, axis, coordinates.at.at(axis), extents.at(axis), at.at(axis));
  }
  LaneElements elements;
  find_elements(image, at[0], at[1], at[2], elements);
  if (touched != nullptr) touched->add(elements);
  read_all(texture, pixels, elements, result);
  return result;
}

LaneSamples fetch(const Texture& texture, const std::byte* pixels, const std::int32_t* index,
                  TouchedElements* touched) {
  const Image& image = texture.image;
  LaneSamples result{};
  if (is_empty(image)) return result;
  LaneNumbers at;
  const LaneNumbers zero;
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    const double asked = index[i];
    at[i] = asked >= 0 && asked < image.width ? asked : kBorder;
  }
  LaneElements elements;
  find_elements(image, at, zero, zero, elements);
  if (touched != nullptr) touched->add(elements);
  read_all(texture, pixels, elements, result);
  for (LaneBits& component : result) {
    for (std::size_t i = 0; i < kWarpSize; ++i) component[i] &= ~elements.is_outside[i];
  }
  return result;
}

LaneSamples gather(const Texture& texture, const std::byte* pixels,
                   const LaneCoordinates& coordinates, std::uint32_t component,
                   TouchedElements* touched) {
  const Image& image = texture.image;
  LaneSamples result{};
  if (is_empty(image)) return result;
  ReadPairs pairs;
  find_footprint(texture, coordinates, pairs);
  constexpr std::array<std::array<bool, 2>, 4> kIsSecond{
      {{false, true}, {true, true}, {true, false}, {false, false}}};
  LaneElements elements;
  for (std::size_t corner = 0; corner < kIsSecond.size(); ++corner) {
    const auto& [x, y] = kIsSecond.at(corner);
    find_elements(image, place(pairs[0], x), place(pairs[1], y), pairs[2].first, elements);
    if (touched != nullptr) touched->add(elements);
    read_component(texture, pixels, elements, component, result.at(corner));
  }
  return result;
}

}  // namespace warpscope::exec
