#include "vgpu/exec/textures/places.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warpscope::exec {
namespace {

using AddressMode = Sampler::AddressMode;

/// The mode that counts: wrapping and mirroring are for normalized coordinates only.
AddressMode mode_of(const Sampler& sampler, std::size_t axis) {
  const AddressMode mode = sampler.address.at(axis);
  const bool needs_normalized = mode == AddressMode::wrap || mode == AddressMode::mirror;
  return needs_normalized && !sampler.has_normalized_coordinates ? AddressMode::clamp : mode;
}

/// Coordinates in elements; for wrapping and mirroring within two images.
void in_elements(const Sampler& sampler, AddressMode mode, const float* coordinate, double count,
                 LaneNumbers& result) {
  if (coordinate == nullptr) {
    result = {};
    return;
  }
  const double scale = sampler.has_normalized_coordinates ? count : 1;
  if (mode == AddressMode::wrap || mode == AddressMode::mirror) {
    for (std::size_t i = 0; i < kWarpSize; ++i) {
      const double x = coordinate[i];
      const double within = x - 2 * std::floor(x / 2);
      // Neither NaN nor an infinity.
      const bool is_finite = std::abs(x) <= std::numeric_limits<float>::max();
      result[i] = is_finite ? within * scale : 0;
    }
    return;
  }
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    const double x = coordinate[i];
    const double u = x == x ? x * scale : 0;
    // Far outside is as good as a little outside.
    result[i] = std::min(std::max(u, -16.0), 2 * count + 16);
  }
}

/// The index of an element, also of one that lies outside, after the address mode.
void resolve(AddressMode mode, double count, LaneNumbers& index) {
  switch (mode) {
    case AddressMode::clamp:
      for (double& i : index.lane) i = std::min(std::max(i, 0.0), count - 1);
      return;
    case AddressMode::wrap:
      // From -1 to 2 * count + 1.
      for (double& i : index.lane) {
        double within = i < 0 ? i + count : i;
        within = within >= 2 * count ? within - 2 * count : within;
        i = within >= count ? within - count : within;
      }
      return;
    case AddressMode::mirror:
      for (double& i : index.lane) {
        double within = i < 0 ? i + 2 * count : i;
        within = within >= 2 * count ? within - 2 * count : within;
        i = within < count ? within : 2 * count - 1 - within;
      }
      return;
    case AddressMode::border:
      for (double& i : index.lane) {
        i = i < 0 ? kBorder : i;
        i = i < count ? i : kBorder;
      }
      return;
  }
}

}  // namespace

void pairs_along(const Sampler& sampler, std::size_t axis, const float* coordinate,
                 std::uint32_t count, LanePairs& result) {
  const AddressMode mode = mode_of(sampler, axis);
  LaneNumbers u;
  in_elements(sampler, mode, coordinate, count, u);
  for (std::size_t i = 0; i < kWarpSize; ++i) {
    // The fraction has 8 bits, rounded to the nearest.
    const double fixed = std::floor(u[i] * 256 + 0.5) - 128;
    const double index = std::floor(fixed * 0x1p-8);
    result.first[i] = index;
    result.second[i] = index + 1;
    result.weight[i] = fixed - 256 * index;
  }
  resolve(mode, count, result.first);
  resolve(mode, count, result.second);
}

void nearest_along(const Sampler& sampler, std::size_t axis, const float* coordinate,
                   std::uint32_t count, LaneNumbers& result) {
  const AddressMode mode = mode_of(sampler, axis);
  in_elements(sampler, mode, coordinate, count, result);
  for (double& u : result.lane) u = std::floor(u);
  resolve(mode, count, result);
}

}  // namespace warpscope::exec
