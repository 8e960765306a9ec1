// Sampling against the formulas of the Programming Guide, "Texture Fetching", worked out in double
// precision. The guide's fractions have 8 bits, so a filtered value may be off by 1/512 of the
// range of the elements for every axis, and as much again for the rounded products of two and three
// of them.
#include "vgpu/exec/textures/sampling.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace warpscope::exec {
namespace {

using Mode = Sampler::AddressMode;
using Kind = ElementFormat::Kind;

/// Random elements with padding between rows and slices, and their values worked out apart.
class Picture {
 public:
  Picture(ElementFormat format, std::array<std::uint32_t, 3> size, std::uint8_t dimensions,
          int seed) {
    Image& image = texture.image;
    image.format = format;
    image.width = size[0];
    image.height = size[1];
    image.depth = size[2];
    image.dimensions = dimensions;
    image.row_pitch = size[0] * format.bytes() + 12;
    image.slice_pitch = image.row_pitch * size[1] + 20;
    bytes.resize(image.slice_pitch * size[2]);
    std::mt19937 random(static_cast<unsigned>(seed));
    for (auto& byte : bytes) byte = static_cast<std::byte>(random());
    if (format.kind != Kind::floating) return;
    for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
      const auto value = std::uniform_real_distribution<float>(-1, 1)(random);
      std::memcpy(&bytes[at], &value, 4);
    }
  }

  /// Component `k` of the element at these indices, read as the texture reads it.
  double element(std::array<std::int64_t, 3> at, std::uint32_t k) const {
    const Image& image = texture.image;
    const ElementFormat& format = image.format;
    if (k >= format.components) return 0;
    const std::byte* from = &bytes[static_cast<std::size_t>(at[2]) * image.slice_pitch +
                                   static_cast<std::size_t>(at[1]) * image.row_pitch +
                                   static_cast<std::size_t>(at[0]) * format.bytes() +
                                   std::size_t{k} * format.component_bytes];
    if (format.kind == Kind::floating) {
      float value = 0;
      std::memcpy(&value, from, 4);
      return value;
    }
    const bool is_signed = format.kind == Kind::signed_integer;
    double value = 0;
    if (format.component_bytes == 1) {
      value =
          is_signed ? std::to_integer<std::int8_t>(*from) : std::to_integer<std::uint8_t>(*from);
    } else {
      std::uint16_t bits = 0;
      std::memcpy(&bits, from, 2);
      value = is_signed ? std::bit_cast<std::int16_t>(bits) : bits;
    }
    if (!texture.sampler.reads_normalized_float) return value;
    const double most = std::exp2(8 * format.component_bytes - (is_signed ? 1 : 0)) - 1;
    return std::max(value / most, -1.0);
  }

  Texture texture;
  std::vector<std::byte> bytes;
};

/// The index along one axis after the guide's rules; nothing where the border is.
std::optional<std::int64_t> index_of(Mode mode, std::int64_t i, std::int64_t count) {
  switch (mode) {
    case Mode::clamp:
      return std::min(std::max<std::int64_t>(i, 0), count - 1);
    case Mode::wrap:
      while (i < 0) i += count;
      return i % count;
    case Mode::mirror: {
      const auto period = static_cast<std::int64_t>(
          std::floor(static_cast<double>(i) / static_cast<double>(count)));
      const std::int64_t within = i - period * count;
      return period % 2 == 0 ? within : count - 1 - within;
    }
    case Mode::border:
      break;
  }
  if (i < 0 || i >= count) return std::nullopt;
  return i;
}

double value_at(const Picture& picture, std::array<std::int64_t, 3> at, std::uint32_t k) {
  const Texture& texture = picture.texture;
  const std::array<std::int64_t, 3> size{texture.image.width, texture.image.height,
                                         texture.image.depth};
  for (std::size_t axis = 0; axis < texture.image.dimensions; ++axis) {
    const auto index = index_of(texture.sampler.address.at(axis), at.at(axis), size.at(axis));
    if (!index) return k < texture.image.format.components ? texture.sampler.border.at(k) : 0;
    at.at(axis) = *index;
  }
  return picture.element(at, k);
}

/// tex(x, y, z) of the guide with exact fractions; coordinates in elements.
double reference(const Picture& picture, std::array<double, 3> x, std::uint32_t k) {
  const auto axes = picture.texture.image.dimensions;
  std::array<std::int64_t, 3> at{};
  if (!picture.texture.sampler.is_linear) {
    for (std::size_t axis = 0; axis < axes; ++axis)
      at.at(axis) = static_cast<std::int64_t>(std::floor(x.at(axis)));
    return value_at(picture, at, k);
  }
  double sum = 0;
  for (unsigned corner = 0; corner < 1U << axes; ++corner) {
    double weight = 1;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      const double b = x.at(axis) - 0.5;
      const bool is_second = (corner >> axis & 1U) != 0;
      at.at(axis) = static_cast<std::int64_t>(std::floor(b)) + (is_second ? 1 : 0);
      const double fraction = b - std::floor(b);
      weight *= is_second ? fraction : 1 - fraction;
    }
    sum += weight * value_at(picture, at, k);
  }
  return sum;
}

/// What one lane gets.
using Sample = std::array<std::uint32_t, 4>;
Sample of_lane(const LaneSamples& samples, std::size_t lane) {
  return {samples[0][lane], samples[1][lane], samples[2][lane], samples[3][lane]};
}

/// A place for one lane; the others are far away.
struct OnePlace {
  static constexpr std::size_t kLane = 13;
  OnePlace(float x, float y, float z, std::int32_t layer = 0) {
    for (auto& axis : at) axis.fill(1e9F);
    at[0][kLane] = x;
    at[1][kLane] = y;
    at[2][kLane] = z;
    layers.fill(-7);
    layers[kLane] = layer;
  }
  Sample sampled(const Picture& picture) const {
    return of_lane(sample(picture.texture, picture.bytes.data(), coordinates()), kLane);
  }
  LaneCoordinates coordinates() const {
    return {{at[0].data(), at[1].data(), at[2].data()}, layers.data()};
  }

  std::array<std::array<float, kWarpSize>, 3> at{};
  std::array<std::int32_t, kWarpSize> layers{};
};

struct Case {
  std::uint8_t dimensions;
  Mode mode;
  bool is_linear, is_normalized;
};
void PrintTo(const Case& c, std::ostream* out) {
  *out << int{c.dimensions} << "D mode " << static_cast<int>(c.mode)
       << (c.is_linear ? " linear" : " nearest") << (c.is_normalized ? " normalized" : "");
}

class Sampling : public testing::TestWithParam<Case> {
 protected:
  void check(ElementFormat format, bool reads_normalized, double range) {
    const Case& c = GetParam();
    std::array<std::uint32_t, 3> size{16, 1, 1};
    if (c.dimensions > 1) size[1] = 8;
    if (c.dimensions > 2) size[2] = 4;
    Picture picture(format, size, c.dimensions, 7);
    Sampler& sampler = picture.texture.sampler;
    sampler.address.fill(c.mode);
    sampler.is_linear = c.is_linear;
    sampler.has_normalized_coordinates = c.is_normalized;
    sampler.reads_normalized_float = reads_normalized;
    if (format.kind == Kind::floating) sampler.border = {0.25F, -0.5F, 0.75F, 1};
    const double tolerance =
        c.is_linear ? range * (c.dimensions / 512.0 + (c.dimensions > 1 ? 4 / 512.0 : 0)) + 1e-6
                    : 1e-6;
    std::mt19937 random(11);
    for (int trial = 0; trial < 12; ++trial) {
      std::array<std::array<float, kWarpSize>, 3> given{};
      std::array<std::array<double, 3>, kWarpSize> exact{};
      LaneCoordinates coordinates;
      for (std::size_t axis = 0; axis < c.dimensions; ++axis) {
        coordinates.at.at(axis) = given.at(axis).data();
        for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
          // Eighths of an element and a bit: no place where the guide's floor() could go either
          // way.
          const auto count = static_cast<int>(size.at(axis));
          const int eighths = std::uniform_int_distribution<int>(-20 * count, 28 * count)(random);
          const double place = eighths / 8.0 + 1 / 16.0;
          exact.at(lane).at(axis) = place;
          given.at(axis).at(lane) = static_cast<float>(c.is_normalized ? place / count : place);
        }
      }
      const LaneSamples got = sample(picture.texture, picture.bytes.data(), coordinates);
      for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
        for (std::uint32_t k = 0; k < 4; ++k) {
          const std::uint32_t bits = got.at(k)[lane];
          const bool is_integer = format.kind != Kind::floating && !reads_normalized;
          const double value = is_integer && format.kind == Kind::signed_integer
                                   ? std::bit_cast<std::int32_t>(bits)
                               : is_integer ? bits
                                            : std::bit_cast<float>(bits);
          const auto& at = exact.at(lane);
          ASSERT_NEAR(value, reference(picture, at, k), tolerance)
              << "component " << k << " at " << at[0] << ", " << at[1] << ", " << at[2];
        }
      }
    }
  }
};

TEST_P(Sampling, Floats) {
  for (std::uint8_t components : {1, 2, 4}) check({Kind::floating, 4, components}, false, 2);
}

TEST_P(Sampling, IntegersReadAsFloats) {
  for (std::uint8_t bytes : {1, 2}) {
    check({Kind::unsigned_integer, bytes, 4}, true, 1);
    check({Kind::signed_integer, bytes, 2}, true, 2);
  }
}

TEST_P(Sampling, IntegersAreNeverFiltered) {
  if (GetParam().is_linear) return;
  for (std::uint8_t bytes : {1, 2}) {
    check({Kind::unsigned_integer, bytes, 1}, false, 0);
    check({Kind::signed_integer, bytes, 4}, false, 0);
  }
}

/// Wrapping and mirroring are for normalized coordinates. A border around a line is left out: the
/// guide does not say that an H200 filters a line as a plane of one row.
std::vector<Case> cases() {
  std::vector<Case> result;
  for (std::uint8_t dimensions : {1, 2, 3}) {
    for (const Mode mode : {Mode::wrap, Mode::clamp, Mode::mirror, Mode::border}) {
      for (const bool is_linear : {false, true}) {
        for (const bool is_normalized : {false, true}) {
          if ((mode == Mode::wrap || mode == Mode::mirror) && !is_normalized) continue;
          if (mode == Mode::border && is_linear && dimensions == 1) continue;
          result.push_back({dimensions, mode, is_linear, is_normalized});
        }
      }
    }
  }
  return result;
}
INSTANTIATE_TEST_SUITE_P(Guide, Sampling, testing::ValuesIn(cases()));

TEST(SamplingEdges, NoCoordinateReadsOutsideTheImage) {
  const float inf = std::numeric_limits<float>::infinity();
  const float far = std::numeric_limits<float>::max();
  for (const Case& c : cases()) {
    Picture picture({Kind::floating, 4, 1},
                    {16, c.dimensions > 1 ? 8U : 1U, c.dimensions > 2 ? 4U : 1U}, c.dimensions, 3);
    picture.texture.sampler.address.fill(c.mode);
    picture.texture.sampler.is_linear = c.is_linear;
    picture.texture.sampler.has_normalized_coordinates = c.is_normalized;
    for (const float x : {inf, -inf, far, -far, std::nanf(""), -0.0F, 16.0F, 1.0F}) {
      for (const float y : {inf, -inf, far, std::nanf(""), 0.5F}) {
        const float value = std::bit_cast<float>(OnePlace(x, y, x).sampled(picture)[0]);
        EXPECT_LE(std::abs(value), 1) << x << ", " << y;  // an element, the border or a mix
      }
    }
  }
}

TEST(SamplingEdges, ALayerOutsideIsTheLastOne) {
  Picture picture({Kind::unsigned_integer, 1, 1}, {4, 1, 3}, 1, 5);
  picture.texture.image.is_layered = true;
  for (const std::int32_t layer : {0, 1, 2, 3, 1000, -1}) {
    const std::int64_t expected = layer < 0 || layer > 2 ? 2 : layer;
    EXPECT_EQ(OnePlace(2.5F, 0, 0, layer).sampled(picture)[0],
              static_cast<std::uint32_t>(picture.element({2, 0, expected}, 0)))
        << layer;
  }
}

TEST(SamplingEdges, LinearMemoryIsZeroOutside) {
  Picture picture({Kind::signed_integer, 2, 2}, {10, 1, 1}, 1, 6);
  picture.texture.image.is_linear_memory = true;
  picture.texture.sampler.border = {1, 2, 3, 4};  // is not for this
  std::array<std::int32_t, kWarpSize> indices{
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, 10, 1 << 30, std::numeric_limits<std::int32_t>::min()};
  const LaneSamples all = fetch(picture.texture, picture.bytes.data(), indices.data());
  for (std::size_t lane = 10; lane < 14; ++lane) {
    EXPECT_EQ(of_lane(all, lane), Sample{}) << indices.at(lane);
  }
  for (std::int32_t index = 0; index < 10; ++index) {
    const Sample got = of_lane(all, static_cast<std::size_t>(index));
    EXPECT_EQ(std::bit_cast<std::int32_t>(got[0]), picture.element({index, 0, 0}, 0)) << index;
    EXPECT_EQ(std::bit_cast<std::int32_t>(got[1]), picture.element({index, 0, 0}, 1)) << index;
  }
}

/// PTX ISA, tld4: the four elements of the filter's footprint, from the lower left against the
/// clock, where rows go down.
TEST(SamplingEdges, GatherGivesTheFootprintOfTheFilter) {
  Picture picture({Kind::unsigned_integer, 1, 4}, {8, 8, 1}, 2, 9);
  picture.texture.sampler.address.fill(Mode::clamp);
  for (std::uint32_t k = 0; k < 4; ++k) {
    const OnePlace place(3.25F, 5.75F, 0);
    const Sample got =
        of_lane(gather(picture.texture, picture.bytes.data(), place.coordinates(), k), place.kLane);
    // Centres are at halves: 3.25 lies between elements 2 and 3, 5.75 between 5 and 6.
    const std::array<std::array<std::int64_t, 3>, 4> at{
        {{2, 6, 0}, {3, 6, 0}, {3, 5, 0}, {2, 5, 0}}};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_EQ(got.at(i), static_cast<std::uint32_t>(picture.element(at.at(i), k)))
          << k << " " << i;
    }
  }
}

}  // namespace
}  // namespace warpscope::exec
